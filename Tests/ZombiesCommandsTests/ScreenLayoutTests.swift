import Testing
import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesTestSupport

@testable import ZombiesTerminal

/// A room that moves on the terminal or does not fit, and lines of the help that cannot be seen
/// ("The game as it is played", 7.1).
@Suite struct ScreenLayoutTests {
  private static let terminals = [(24, 80), (20, 60), (40, 120), (12, 40), (30, 100)]

  /// The row of the signpost on a terminal.
  private static func signpost(_ canvas: Canvas) -> Int? {
    canvas.lines.firstIndex { $0.contains { $0.look == .thing(.signpost) } }
  }

  @Test(
    "7.1 The room stays in its place when notes, messages and controls come and go",
    arguments: terminals.indices, ["flashlight", "6x6z1b5+lit"])
  func steady(number: Int, family: String) throws {
    let (rows, columns) = Self.terminals[number]
    for style in PictureStyle.allCases {
      for seed in 0..<2 {
        var settings = Settings(.family(try Family(family)), style: style)
        settings.set(.hearingDistance(2))
        var session = try Session(Session.Setup(settings, seed: UInt64(seed)))
        let first = Self.signpost(ScreenLayout(session.screen).canvas(rows: rows, columns: columns))
        guard let first else {
          // A room of six rows does not fit, so it scrolls with the player.
          expect(rows == 12 && session.room.size.rows == 6)
          continue
        }
        let actions: [Action] = [
          .hint, .move(.up), .listen(nil), .move(.left), .undo, .hint, .move(.left), .restart,
          .move(.up), .move(.up), .move(.left), .look, .look, .undo,
        ]
        for action in actions {
          session.perform(action)
          while session.awaits == .thought { session.finishAwaited() }
          guard case .room(let view) = session.screen.content,
            view[Square(row: 0, column: 0)].thing == .signpost
          else { continue }
          var layout = ScreenLayout(session.screen)
          layout.aside = "You cannot go right: the room ends there."
          for layout in [ScreenLayout(session.screen), layout] {
            let canvas = layout.canvas(rows: rows, columns: columns)
            expectEqual(
              Self.signpost(canvas), first,
              "\(rows) x \(columns), \(family)@\(seed)#0, \(action): \(session.screen.notes)")
          }
        }
      }
    }
  }

  @Test("7.1 A room of 16 x 16 fits into 80 x 24, with a message and the keys", arguments: [0, 3])
  func sixteen(seed: UInt64) throws {
    let settings = Settings(.family(try Family("16x16z3b10")))
    let session = try Session(Session.Setup(settings, seed: seed))
    let canvas = ScreenLayout(session.screen).canvas(rows: 24, columns: 80)
    let texts = canvas.lines.map { $0.map(\.text).joined(separator: " ") }
    expect(Self.signpost(canvas) != nil && !texts.contains { $0.hasPrefix("rows ") }, "\(texts)")
    expect(texts.contains { $0.contains("A new round: ") }, "\(texts)")
    expect(
      texts.contains { $0.hasPrefix("[Arrows] walk") } && texts.contains { $0.contains("[q] quit") }
    )
  }

  @Test("7.1 In the workshop, the room stays in its place too, and 16 x 16 fits into 80 x 24")
  func workshop() throws {
    for (size, terminal) in [(5, (24, 80)), (5, (40, 120)), (16, (24, 80))] {
      var setup = Session.Setup()
      setup.mode = .workshop
      var session = try Session(setup)
      session.perform(.edit(.resize(rows: size, columns: size)))
      var first: Int?
      for action in [
        .move(.up), .put(.zombie), .edit(.light(true)), .move(.left), .put(.block), .keep, .undo,
      ] as [Action] {
        session.perform(action)
        let canvas = ScreenLayout(session.screen).canvas(rows: terminal.0, columns: terminal.1)
        let row = Self.signpost(canvas)
        expect(row != nil && row == first ?? row, "\(size), \(terminal): \(action)")
        first = first ?? row
        expect(!canvas.lines.joined().contains { $0.text.hasPrefix("rows ") }, "\(size)")
      }
    }
  }

  @Test("7.1 Every row of the help page can be scrolled to", arguments: terminals.indices)
  func help(number: Int) throws {
    let (rows, columns) = Self.terminals[number]
    var setup = Session.Setup()
    setup.mode = .board
    var session = try Session(setup)
    session.perform(.open(.help))
    var layout = ScreenLayout(session.screen)
    let last = layout.lastHelpTop(rows: rows, columns: columns)
    expect(last > 0 || rows > 24)
    var seen: Set<String> = []
    for top in 0...last {
      layout.helpTop = top
      for line in layout.canvas(rows: rows, columns: columns).lines {
        for run in line { seen.insert(run.text) }
      }
    }
    // The first and the last line of the page.
    expect(
      seen.contains { $0.hasPrefix("You are ") } && seen.contains("leave the game"), "\(seen)")
    layout.helpTop = last
    let end = layout.canvas(rows: rows, columns: columns)
    layout.helpTop = last + 5
    expectEqual(layout.canvas(rows: rows, columns: columns), end)
  }
}
