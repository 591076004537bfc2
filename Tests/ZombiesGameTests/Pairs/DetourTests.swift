import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

@testable import ZombiesGame

/// Going elsewhere and coming back, between two actions. Only this suite finds a place that leaves something
/// behind: a session that was elsewhere plays on exactly like one that never left, in its room, its words,
/// its score and its settings. It also has tables of names that contain commands, and of second games.
@Suite struct DetourTests {
  /// Ways to be elsewhere and to come back, as typed lines or actions.
  private enum Detour: CaseIterable {
    case worlds, daily, original, workshop, trial, board, questions, firstSteps, link
    case menu, help, options, text, refused, seen

    func take(_ session: inout Session) throws {
      let home = session.mode
      func say(_ lines: String...) { for line in lines { session.perform(typed: line) } }
      let back = home == .rounds ? "rounds" : home == .daily ? "daily" : "worlds"
      switch self {
      case .worlds where home != .worlds: say("worlds", "right", "left", back)
      case .daily where home != .daily: say("daily", "up", "undo", back)
      case .original: say("original", back)
      case .workshop: say("workshop", "zombie 1 2", "rule speed 2", "keep", back)
      case .trial: say("workshop", "play", "up", "undo", back)
      case .board: say("board", "add Ann", "lowest", "start", "end", back)
      case .questions: say("questions", "next", "answer x", back)
      case .firstSteps: say("first steps", "up", "skip")
      case .link where home == .rounds && session.attempt.standing == .counts:
        guard !session.attempt.path.isEmpty else { return }
        session.follow(try Address("classic@42#7?zombie-speed=2"), today: nil)
        say("up", "undo")
        session.follow(try Address("rounds"), today: nil)
      case .worlds, .daily, .link: break
      case .menu: pages(.menu, &session, [.next, .previous, .close])
      case .help: pages(.help, &session, [.close])
      case .options: pages(.settings, &session, [.next, .next, .close])
      case .text: pages(.text, &session, [.type("look"), .enter, .type("xyzzy"), .enter, .close])
      case .refused: say("new x", "give Ann 2", "set speed 99", "level X", "worlds 3")
      case .seen: say("look", "where", "score", "settings", "rules", "help", "legend", "menu")
      }
      while session.awaits == .thought { session.perform(.proceed) }
    }

    private func pages(_ page: Action.Page, _ session: inout Session, _ actions: [Action]) {
      for action in [.open(page)] + actions { session.perform(action) }
    }
  }

  private static func fresh(_ mode: Mode) throws -> Session {
    let codes = ["S3/4/Z1P1", "1S2/F3/1Z1P", "Z2P/3S+lit"]
    let levels = try codes.map { NamedLevel(try Level($0), name: $0) }
    var setup = Session.Setup(
      Settings(.levels(levels), rules: try Rules(hearingDistance: 3)), seed: 5)
    setup.campaign = try Campaign(text: "; world: One\nS1F1/4/Z2P\nS2/P2\n\n; world: Two\nSP\n")
    setup.today = Day(year: 2026, month: 11, day: 22)
    setup.mode = mode
    setup.quiz = try Quiz(text: "chapter: A\nquestion: B?\n= y")
    var session = try Session(setup)
    if mode == .worlds { for line in ["open 1", "play 1"] { session.perform(typed: line) } }
    return session
  }

  /// Everything that is shown of the place, and what is stored of it. The menu remembers its row.
  private static func digest(_ session: Session) -> [String] {
    let (screen, attempt) = (session.screen, session.attempt)
    return [
      "\(session.mode) \(screen.kind) \(screen.heading) \(screen.title) \(screen.notes) \(screen.status)",
      "\(screen.counters) \(session.picture) \(session.openArrows.map(\.word).sorted())",
      "\(attempt.rules) \(attempt.path.letters) \(attempt.standing) \(attempt.hints) \(attempt.takenBack)",
      "\(session.settings) \(session.game) \(session.tour.lives) \(session.days.text) \(session.address)",
      "\(screen.controls.map { "\($0.label) \($0.isEnabled)" }) \(session.message.map { "\($0)" } ?? "")",
    ]
  }

  @Test(
    "1.13, 1.14, 1.15 Going elsewhere and coming back changes nothing",
    arguments: [
      Mode.rounds, .worlds, .daily,
    ])
  func detours(mode: Mode) throws {
    let start = try Self.fresh(mode)
    let rows = [
      ["", "hint", "up", "undo", "restart"], ["up", "undo", "up", "look", "hint"],
      ["up", "left", "undo", "hint", "left"], ["hint", "up", "up", "score", "undo"],
    ]
    var failure: String?
    for lines in rows {
      for detour in Detour.allCases where failure == nil {
        var (stayed, left) = (start, start)
        for (number, line) in lines.enumerated() where failure == nil {
          if !line.isEmpty { (stayed, left) = (Self.typed(line, stayed), Self.typed(line, left)) }
          let told = (stayed.told, left.told)
          if told.0 != told.1 { failure = "\(mode) \(detour) \(lines) \(line): \(told)" }
          // A page over a message, and other modes after it, are for the menu.
          if stayed.message == nil, number < 3 { try detour.take(&left) }
          left.page = nil
          let (one, other) = (Self.digest(stayed), Self.digest(left))
          for (a, b) in zip(one, other) where a != b && failure == nil {
            failure = "\(mode) \(detour) after \(lines[...number]):\n\(a)\n\(b)"
          }
        }
      }
    }
    expectNil(failure)
  }

  private static func typed(_ line: String, _ session: Session) -> Session {
    var session = session
    session.perform(typed: line)
    while session.awaits == .thought { session.perform(.proceed) }
    return session
  }

  @Test("5.1, 5.3 Names that contain commands, numbers, quotes or the word to")
  func boardNames() throws {
    let rows: [(lines: [String], players: [String])] = [
      (["add to", "add Ann to Ben", "rename to to Bob"], ["Bob 0", "Ann to Ben 0"]),
      (["add Ann", "rename Ann to to Ben"], ["Ann 0"]),
      (["add Ann to", "rename Ann to to Ben"], ["Ben 0"]),
      (["add Ann to Ben", "rename Ann to Ben to Cy"], ["Cy 0"]),
      (["add at 10", "start at 20", "start", "give at 10 -3"], ["at 10 17"]),
      (["add 2", "add 2 3", "start", "give 2 3 4", "give 2 3"], ["2 3", "2 3 4"]),
      (["add give 2", "start", "give give 2 -3"], ["give 2 -3"]),
      (["add remove", "add rename", "remove remove"], ["rename 0"]),
      (["add start", "add turn", "start", "give turn 5", "give start 1"], ["start 1", "turn 5"]),
      (["add ann", "add Ann", "start", "give Ann 2", "give ANN 1"], ["ann 1", "Ann 2"]),
      (["add ann", "rename ANN to Ann"], ["Ann 0"]),
      (["add Ann", "add Ben", "rename Ann to Ben"], ["Ann 0", "Ben 0"]),
      (
        ["add   Ann   Lee", "add \"B, 'C'\"", "start at 7", "start"], ["Ann Lee 7", "\"B, 'C'\" 7"]
      ),
      (["add Zoë 🧟", "add add", "rename add to Add to add"], ["Zoë 🧟 0", "add 0"]),
    ]
    for row in rows {
      var session = try Self.fresh(.board)
      for line in row.lines { session.perform(typed: line) }
      let players = session.board.players.map { "\($0.name) \($0.score)" }
      expectEqual(players, row.players, "\(row.lines)")
      let kept = try KeptSession(text: KeptSession().joined(with: session).text)
      var next = try Session(Session.Setup(seed: 1), continuing: kept)
      expect(next.board == session.board && next.seats == session.seats, "\(row.lines)")
      next.perform(typed: "end")
      session.perform(typed: "end")
      expectEqual(next.told, session.told, "\(row.lines)")
    }
  }

  @Test("5.2, 5.4, 5.5 The second game, everyone leaving, ties, and a turn after a player has left")
  func secondGames() throws {
    // The first level is won by up and left and lost by left; the second has no zombies.
    let levels = try ["S2/Z1P", "S1/P1"].map { NamedLevel(try Level($0), name: $0) }
    let (win, lose, second) = ("ull", "l", "u")
    let rows: [(lines: [String], scores: [Int], next: String?, played: Int, winners: [String])] = [
      (["start", "turn", win, "next", "sit out"], [1, 0, 0], "Cy", 0, []),
      (["start", "turn", win, "next", "sit out", "turn", lose, "next"], [1, 0, 0], "Cy", 1, []),
      (["start", "sit out", "turn", win, "next", "turn", win, "next"], [0, 1, 1], "Ben", 1, []),
      (
        ["start", "sit out", "turn", win, "next", "turn", win, "next", "end"], [0, 1, 1], nil, 1,
        ["Ben", "Cy"]
      ),
      (["start", "sit out", "sit out", "sit out"], [0, 0, 0], nil, 0, []),
      (
        ["start", "sit out", "sit out", "sit out", "end"], [0, 0, 0], nil, 0, ["Ann", "Ben", "Cy"]
      ),
      (
        ["start", "sit out", "sit out", "sit out", "end", "reset", "start"], [0, 0, 0], "Ann", 0, []
      ),
      (
        [
          "start", "turn", win, "next", "sit out", "sit out", "end", "reset", "start", "turn",
          second, "next",
        ],
        [1, 0, 0], "Ben", 0, []
      ),
      (
        [
          "lowest", "start at 5", "start", "turn", win, "next", "turn", lose, "next", "turn", win,
          "next",
          "sit out", "turn", second, "next", "turn", second, "next",
        ], [9, 53, 9], "Cy", 2, []
      ),
    ]
    for row in rows {
      var setup = Session.Setup(Settings(.levels(levels)))
      (setup.mode, setup.players) = (.board, ["Ann", "Ben", "Cy"])
      var (session, reloaded) = (try Session(setup), try Session(setup))
      for line in row.lines {
        session.perform(typed: line)
        reloaded.perform(typed: line)
        let kept = try KeptSession(text: KeptSession().joined(with: reloaded).text)
        setup.players = []
        reloaded = try Session(setup, continuing: kept)
      }
      let board = session.board
      expectEqual(board.players.map(\.score), row.scores, "\(row.lines)")
      expectEqual(session.seats.next?.name, row.next, "\(row.lines)")
      expectEqual(session.seats.levelsPlayed, row.played, "\(row.lines)")
      expectEqual(board.winners.map(\.name), row.winners, "\(row.lines)")
      expect(reloaded.seats == session.seats && reloaded.place == session.place, "\(row.lines)")
    }
  }

  @Test(
    "6.1, 6.3, 6.4 Every change of the workshop after every other one: undone, tried, saved, opened, linked"
  )
  func workshop() throws {
    let edits = [
      "zombie 2 3", "block 1 2", "flashlight 2 1", "start 1 3", "signpost 2 2", "floor 2 3",
      "size 3 5",
      "larger", "smaller", "lit", "dark", "rule speed 2", "rule distance 0", "rule chase vertical",
      "clear",
      "name Two to \"One\"", "world To Be", "paste 1S2/P3+lit", "name", "undo",
    ]
    var start = try Self.fresh(.workshop)
    start.perform(typed: "paste S1Z1/4/1F1P")
    var failure: String?
    for (row, first) in edits.enumerated() {
      let one = Self.typed(first, start)
      for (column, second) in edits.enumerated() where failure == nil {
        guard isLong || (3 * row + column) % 10 == 0 else { continue }
        let other = Self.typed(second, one)
        func fail(_ what: String, _ session: Session) {
          failure = "\(first), \(second): \(what): \(session.workshop.draft)"
        }
        let (before, after) = (one.workshop.draft, other.workshop.draft)
        if second != "undo", before != after {
          let undone = Self.typed("undo", other)
          if undone.workshop.draft != before { fail("undo", undone) }
          let redone = Self.typed("redo", undone)
          if redone.workshop.draft != after { fail("redo", redone) }
        }
        var tried = Self.typed("play", other)
        if tried.attempt.level != after.level
          || tried.attempt.rules.withoutHearing != after.rules.withoutHearing
        {
          fail("play", tried)
        }
        tried = Self.typed("workshop", tried)
        if tried.bench.workshop != other.bench.workshop || tried.bench.cursor != other.bench.cursor
        {
          fail("back", tried)
        }
        var kept = Self.typed("paste S/P", Self.typed("keep", other))
        let list = KeptLevels().joined(with: kept)
        if list.levels.map(\.name) != [after.name] || list.levels.map(\.world) != [after.world] {
          fail("keep", kept)
        }
        if (try? KeptLevels(text: list.text))?.levels != kept.workshop.kept { fail("kept", kept) }
        kept = Self.typed("take 1", kept)
        if kept.workshop.draft != after { fail("take", kept) }
        var setup = Session.Setup()
        setup.begin(at: try Address(other.address), today: nil)
        let linked = try Session(setup).workshop.draft
        if linked.level != after.level || linked.rules.withoutHearing != after.rules.withoutHearing
        {
          fail("link \(other.address)", other)
        }
      }
    }
    expectNil(failure)
  }
}
