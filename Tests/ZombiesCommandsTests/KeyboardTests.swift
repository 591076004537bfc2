import Testing
import ZombiesCore
import ZombiesGame
import ZombiesGenerator
import ZombiesTestSupport

// The tables of keys and the layout are inside the engine of the full screen, which no pipe reaches.
@testable import ZombiesTerminal

/// Keys and pastes that the game misreads, and screens that do not fit ("The game as it is played", 7.1).
@Suite struct KeyboardTests {
  @Test("7.1 One table of keys: no key has two meanings, help and the documentation list each")
  func table() throws {
    for table in [
      KeyBinding.moves + KeyBinding.room, KeyBinding.help, KeyBinding.settings, KeyBinding.text,
    ] {
      let meanings = Dictionary(
        table.flatMap { one in one.keys.map { ($0.name, one.summary) } }
      ) { "\($0)\", and also \"\($1)" }
      for (key, meaning) in meanings { expect(!meaning.contains("\""), "\(key): \"\(meaning)\"") }
    }
    func names(_ binding: KeyBinding) -> String { binding.keys.map(\.name).joined(separator: " ") }
    var setup = Session.Setup()
    setup.settings.set(.hearingDistance(2))
    var session = try Session(setup)
    session.perform(.open(.help))
    guard case .help(let lines) = session.screen.content else {
      Issue.record("no help")
      return
    }
    // One line describes the four moves, so that the page fits.
    expect(
      lines.contains(
        .text("Walk with " + KeyBinding.moves.map(names).joined(separator: ", ") + ".")))
    // The first steps alone can be skipped.
    for binding in KeyBinding.room where binding.action != .skip {
      expect(lines.contains(.entry(names(binding), binding.summary)), names(binding))
    }
    let page = try require(Page.all.first { $0.name == "Playing.md" })
    let rows = (KeyBinding.moves + KeyBinding.room).map {
      "| \(names($0)) | \($0.summary) |"
    }
    let table = page.text.split(separator: "| keys | what they do |\n|---|---|\n").last ?? ""
    expectSame(
      table.split(separator: "\n").prefix(rows.count).joined(separator: "\n"),
      rows.joined(separator: "\n"), "the table of keys in Playing.md")
  }

  /// What a terminal sends, with ␛ for Escape, and the inputs that it is: after the time that ends an incomplete one too.
  private static let sent = """
    w: w
    ␛[A ␛OB ␛[1;2C ␛[D ␛[5~ ␛[6~: arrow(U) arrow(D) arrow(R) arrow(L) pageUp pageDown
    \\r \\n: enter enter
    \\u{7F} \\u{8}: backspace backspace
    \\u{4} \\u{C}: end redraw
    é🧟 ë: é 🧟 ë
    \\u{1} ␛x ␛[?9z ␛[1q: (nothing)
    ␛␛: escape escape
    ␛O␛[A ␛[␛[B: arrow(U) arrow(D)
    ␛[200~up␛[A␛[201~q: paste(up[A) q
    ␛[200~up␛[201␛[201~: paste(up[201)
    ␛[200~up: paste(up)
    ␛P>|xterm(379)␛\\w: w
    ␛]11;rgb:00/00/00\\u{7}w: w
    ␛_mmm␛\\ ␛^x\\u{18} ␛Xsos␛\\ ␛P1$r0m␛\\ ␛]x\\u{1A}w: w
    ␛P>|xterm\\r: enter
    ␛P>|xterm␛[Aw: arrow(U) w
    ␛P: (nothing)
    ␛P>|x: (nothing)
    ␛[123456789012345678901234567890123: (nothing)
    """

  @Test("7.1 Keys, pastes and replies as a terminal sends them, whole or in any pieces")
  func inputs() {
    func text(_ inputs: [Keyboard.Input]) -> String {
      let names = inputs.map { input in
        switch input {
        case .key(.character(let character)): String(character)
        case .key(let key): "\(key)"
        case .paste(let text): "paste(\(text))"
        case .end: "end"
        case .redraw: "redraw"
        }
      }
      return names.isEmpty ? "(nothing)" : names.joined(separator: " ")
    }
    let signs = ["␛": "\u{1B}", "\\r": "\r", "\\n": "\n"]
    for row in Self.sent.split(separator: "\n") {
      let parts = row.split(separator: ": ")
      var keys = String(parts[0]).replacing(" ", with: parts[0].contains(">") ? " " : "")
      for (sign, meaning) in signs.sorted(by: { $0.key > $1.key }) {
        keys = keys.replacing(sign, with: meaning)
      }
      keys = keys.replacing(#/\\u\{(\w+)\}/#) { String(Unicode.Scalar(UInt32($0.1, radix: 16)!)!) }
      var (whole, pieces) = (Keyboard(), Keyboard())
      expectEqual(text(whole.take(keys.utf8) + whole.settle()), String(parts[1]), "\(row)")
      let found = keys.utf8.flatMap { pieces.take([$0]) }
      expectEqual(text(found + pieces.settle()), String(parts[1]), "\(row) in pieces")
      // What was incomplete is over.
      for var keyboard in [whole, pieces] {
        expectNil(keyboard.patience)
        expectEqual(text(keyboard.take("w".utf8)), "w", "\(row), then w")
      }
    }
    // Half of a character waits for the other half, other bytes do not. What is incomplete has its time.
    for (bytes, patience, rest, expected) in [
      ([0xC3], nil, [0xAB], "ë"), ([0xF0, 0x9F], nil, [0xA7, 0x9F], "🧟"),
      ([0xF0, 0x61], nil, [], "a"),
      ([0xE0, 0x80, 0x80], nil, [], "(nothing)"), ([0x1B], 40, [0x5B, 0x41], "arrow(U)"),
      ([0x1B, 0x5B], 40, [0x42], "arrow(D)"), ([0x1B, 0x50, 0x3E], 500, [0x0D], "enter"),
      (Array("\u{1B}[200~a".utf8), 500, Array("\u{1B}[201~".utf8), "paste(a)"),
    ] as [([UInt8], Int?, [UInt8], String)] {
      var keyboard = Keyboard()
      let first = keyboard.take(bytes)
      expectEqual(keyboard.patience, patience, "\(bytes)")
      expectEqual(text(first + keyboard.take(rest)), expected, "\(bytes)")
    }
    var keyboard = Keyboard()
    let long = String(repeating: "1234567890", count: 10_000)
    expectEqual(keyboard.take("\u{1B}[200~\(long)\u{1B}[201~".utf8), [.paste(long)])
  }

  // MARK: Screens

  private static let terminals = [
    (24, 80), (20, 60), (40, 120), (12, 40), (5, 20), (1, 1),
  ]

  /// The row of the signpost on a terminal.
  private static func signpost(_ canvas: Canvas) -> Int? {
    canvas.lines.firstIndex { $0.contains { $0.look == .thing(.signpost) } }
  }

  @Test(
    "7.1 The room stays in its place whatever is said around it, and nothing leaves the terminal")
  func layout() throws {
    // A text loses what does not fit, and a wide character fits whole or not at all.
    for (column, text, shown) in [
      (0, "abcde", "abcde"), (2, "abcd", "abc"), (4, "ab", "a"), (5, "a", ""),
      (0, "abcdef", "abcde"),
      (1, "a🧟🧟", "a🧟"), (4, "🧟", ""), (3, "🧟a", "🧟"),
    ] {
      var canvas = Canvas(rows: 1, columns: 5)
      canvas.put(text, row: 0, column: column)
      canvas.put(text, row: 1, column: column)
      let found = canvas.lines.joined().map { "\($0.text) \($0.column) \($0.width)" }
      let width = shown.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
      expectEqual(found, shown.isEmpty ? [] : ["\(shown) \(column) \(width)"], text)
    }
    let played: [Action] = [
      .hint, .move(.up), .listen(nil), .move(.left), .undo, .hint, .move(.left), .restart,
      .move(.up), .move(.up),
      .look, .open(.help), .close, .open(.settings), .close, .open(.text), .close, .undo,
    ]
    let edited: [Action] = [
      .move(.up), .put(.zombie), .edit(.light(true)), .move(.left), .put(.block), .edit(.keep),
      .undo,
      .open(.help), .close,
    ]
    for (rows, columns) in Self.terminals {
      for (name, style) in zip(
        ["flashlight", "6x6z1b5+lit", "16x16z3b10"], PictureStyle.allCases + [.letters])
      {
        var settings = Settings(.family(try Family(name)), style: style)
        settings.set(.hearingDistance(2))
        var workshop = Session.Setup()
        workshop.mode = .workshop
        var games = [try Session(Session.Setup(settings, seed: 1)), try Session(workshop)]
        let size = games[0].room.size
        games[1].perform(.edit(.resize(rows: size.rows, columns: size.columns)))
        for (game, actions) in zip(games, [played, edited]) {
          var session = game
          var first: Int?
          for action in actions {
            session.perform(action)
            while session.awaits == .thought { session.finishAwaited() }
            var layout = ScreenLayout(session.screen)
            layout.aside = "You cannot go right: the room ends there."
            for layout in [ScreenLayout(session.screen), layout] {
              let canvas = layout.canvas(rows: rows, columns: columns)
              expectEqual(canvas.lines.count, rows)
              for run in canvas.lines.joined() {
                expect(run.column + run.width <= columns, "\(action): \(run)")
              }
              // The room is whole on all but small terminals, where it scrolls with the player.
              guard session.page == nil, session.screenKind != .message, rows >= size.rows + 8,
                columns >= 3 * size.columns
              else {
                continue
              }
              let row = Self.signpost(canvas)
              expect(row != nil && row == first ?? row, "\(rows) x \(columns), \(name), \(action)")
              expect(!canvas.lines.joined().contains { $0.text.hasPrefix("rows ") })
              first = first ?? row
            }
          }
        }
      }
    }
  }

  @Test("7.1 Every row of the help page can be scrolled to, and no further")
  func help() throws {
    var setup = Session.Setup()
    setup.mode = .board
    var session = try Session(setup)
    session.perform(.open(.help))
    // The headings are left out where the page then fits without scrolling, and only there.
    let page = ScreenLayout(session.screen).canvas(rows: 200, columns: 80).lines
    let length = try require(page.firstIndex { $0.isEmpty })
    let headings = page[..<length].count { $0.contains { $0.look == .strong && $0.column == 0 } }
    let below = try 200 - require(page[length...].firstIndex { !$0.isEmpty })
    expect(headings > 1 && below > 0)
    for rows in 24...70 {
      let first = ScreenLayout(session.screen).canvas(rows: rows, columns: 80).lines[0].map(\.text)
      let isWhole = length <= rows - below || length - headings > rows - below
      expectEqual(first == page[0].map(\.text), isWhole, "\(rows) rows")
    }
    for (rows, columns) in [12, 20, 24, 40].map({ ($0, 60) }) + (12...70).map({ ($0, 100) }) {
      var layout = ScreenLayout(session.screen)
      func seen(from top: Int) -> Set<String> {
        layout.helpTop = top
        return Set(layout.canvas(rows: rows, columns: columns).lines.joined().map(\.text))
      }
      let last = layout.lastHelpTop(rows: rows, columns: columns)
      // The last row is seen from there, and not from the row before.
      expect(seen(from: last).contains("leave the game"), "\(rows) x \(columns)")
      expect(last == 0 || !seen(from: last - 1).contains("leave the game"), "\(rows) x \(columns)")
      expectEqual(seen(from: last + 5), seen(from: last))
      guard columns == 60 || rows == 24 else { continue }
      let all = (0...last).reduce(into: Set<String>()) { $0.formUnion(seen(from: $1)) }
      let whole = ScreenLayout(session.screen).canvas(rows: 200, columns: columns).lines.joined()
      let lost = whole.filter { $0.column < 60 && !all.contains($0.text) }.map(\.text)
      expectEqual(lost, [], "\(rows) x \(columns)")
    }
  }
}
