import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestSupport

@testable import ZombiesGame

/// Rounds and games that break a numbered rule of section 1, by example.
@Suite struct SessionRulesTests {
  @Test("1.1 The grid, four arrows, three hearts, W and L")
  func screen() throws {
    var session = try session("S1/1P", style: .emoji)
    let screen = session.screen
    expectEqual(screen.kind, .round)
    expectEqual(
      screen.arrows.map(\.action), [.move(.up), .move(.left), .move(.down), .move(.right)])
    expectEqual(session.counter("lives"), "❤️❤️❤️")
    expect(session.counter("wins") == "W 0" && session.counter("losses") == "L 0")
    guard case .room(let view) = screen.content else { throw Unexpected() }
    expectEqual(view.size.squareCount, 4)
    session.perform(.set(.style(.letters)))
    expectEqual(session.counter("lives"), "lives 3")
  }

  @Test("1.1 Wins and losses count across rounds, lives within a game")
  func countersAcrossRounds() throws {
    var session = try session("S1/1P", "SZ1/2P")
    try session.play("UL")
    expectEqual(session.counter("wins"), "W 1")
    var lives: [String?] = []
    for _ in 0..<3 {
      session.perform(.dismiss)
      // The second level is over at its beginning: the zombie is next to the start.
      if session.message == nil { try session.play("U") }
      lives.append(session.counter("lives"))
      session.perform(.dismiss)
      if session.message == nil { try session.play("UL") }
    }
    expectEqual(lives, ["lives 2", "lives 2", "lives 2"])
    expect(session.game.wins == 4 && session.game.losses == 0)
  }

  @Test("1.2 The signpost shines, the rules decide what is in sight, the rest is dark")
  func sight() throws {
    var session = try session("S3/4/1#2/3P")
    expectEqual(session.picture, ["S???", "????", "???.", "??.P"])
    try session.play("LU")
    expectEqual(session.picture, ["S???", "??.?", "?#P.", "?,.,"])
    session.perform(.set(.remembers(false)))
    expectEqual(session.picture, ["S???", "??.?", "?#P.", "??.?"])
    try session.play("R")
    expectEqual(session.picture, ["S???", "???.", "??.P", "???."])
    session.perform(.set(.remembers(true)))
    expectEqual(session.picture, ["S???", "??,.", "?#'.P", "?,,."])
  }

  @Test("1.2 In the light everything is seen")
  func light() throws {
    let session = try session("S3/1Z2/1#2/3P+lit")
    expectEqual(session.picture, ["S...", ".Z..", ".#..", "...P"])
  }

  @Test("1.3 An arrow is greyed if the move would leave the room or hit a block")
  func greyedArrows() throws {
    var session = try session("S2/1#1/2P")
    expectEqual(session.openArrows, [.up, .left])
    try session.play("U")
    expectEqual(session.openArrows, [.up, .down])
    let before = session
    for direction in [Direction.left, .right] {
      let isMoved = session.perform(.move(direction))
      expect(!isMoved)
      expectEqual(session, before)
    }
  }

  @Test("1.4 The three messages, with and without emoji, and why")
  func messages() throws {
    for (style, words) in [
      (PictureStyle.emoji, ["You won! 🥳", "Try again!🤞", "You lost!☠️"]),
      (.letters, ["You won!", "Try again!", "You lost!"]),
    ] {
      var session = try session("S1P", "S2ZP", style: style)
      try session.play("LL")
      expectEqual(session.message?.headline, words[0])
      expectEqual(session.message?.reasons.first, "You reached the signpost in 2 moves.")
      var headlines: [String?] = []
      for _ in 0..<2 {
        session.perform(.dismiss)
        headlines.append(session.message?.headline)
        expectEqual(
          session.message?.reasons.first,
          "The zombie on row 1, column 4 is next to you: to your left.")
        session.perform(.dismiss)
        try session.play("LL")
      }
      expectEqual(headlines, [words[1], words[1]])
    }
  }

  @Test("1.4 The third life lost loses the game; a stuck player loses a life too")
  func stuckCostsALife() throws {
    var session = try session("S#P")
    expectEqual(session.message?.headline, "Try again!")
    expectEqual(session.message?.reasons.first, "You are stuck: no legal move is left.")
    expectEqual(session.counter("lives"), "lives 2")
    session.perform(.dismiss)
    expectEqual(session.counter("lives"), "lives 1")
    session.perform(.dismiss)
    expectEqual(session.message?.headline, "You lost!")
    expect(session.counter("lives") == "lives 0" && session.counter("losses") == "L 1")
    session.perform(.dismiss)
    expect(session.counter("lives") == "lives 2" && session.counter("losses") == "L 1")
  }

  @Test("1.5 Dismissing a message starts a new round in a new level")
  func dismissing() throws {
    var session = try Session(Session.Setup(seed: 42))
    expectEqual(session.screen.heading, "classic@42#0")
    while session.message == nil {
      session.perform(.move(session.attempt.round.legalMoves.first ?? .up))
    }
    let isDismissed = session.perform(.dismiss)
    expect(isDismissed)
    expectEqual(session.screen.heading, "classic@42#1")
    expectEqual(session.screenKind, .round)
  }

  @Test("1.5 While the message is shown, only dismissing, looking, undo and leaving act")
  func whileTheMessageStands() throws {
    var session = try session("S1P")
    try session.play("LL")
    let acting = Actions.all.filter { session.allows($0) }.map(\.kind)
    expectEqual(Set(acting), [.dismiss, .look, .undo, .leave])
    for key in ["u", "v", "q"] {
      expectEqual(session.action(of: .character(Character(key))).map { session.allows($0) }, true)
    }
    for key in [Key.enter, .character(" ")] { expectEqual(session.action(of: key), .dismiss) }
    session.perform(.look)
    expectEqual(session.screenKind, .looking)
    session.perform(.look)
    expectEqual(session.screenKind, .message)
  }

  @Test("1.5 Looking reveals the whole room")
  func looking() throws {
    var session = try session("S3/4/Z3/3P")
    try session.play("UUULLL")
    session.perform(.look)
    expectEqual(session.picture, ["P...", "....", "Z...", "...."])
  }

  @Test("1.6 Rounds are drawn from the solvable levels; any says that it may be unfair")
  func fairLevels() throws {
    var settings = Settings(.family(try Family("4x4z3")))
    var unsolvable = 0
    for selection in LevelSelection.allCases {
      settings.selection = selection
      for seed in 0..<cases(exactly: 12, long: 200) {
        let session = try Session(Session.Setup(settings, seed: UInt64(seed)))
        let notes = selection == .any ? ["any level, even an unfair one"] : []
        expectEqual(session.screen.notes, notes)
        let isSolvable = session.attempt.level.isSolvable
        if selection == .solvable { expect(isSolvable) } else if !isSolvable { unsolvable += 1 }
      }
    }
    expect(unsolvable > 2)
    expect(Setting.Kind.levels.summary.contains("unfair"))
  }

  @Test("1.7 A hint says which kind it is; HintTests compare each with a plain search")
  func hints() throws {
    var session = try Session(Session.Setup(seed: 1))
    session.perform(.hint)
    expectEqual(session.screenKind, .planning)
    expectEqual(
      session.told, ["Computing the best play for classic.", "Press x to stop it."])
    session.perform(.proceed)
    expectEqual(
      session.told,
      [
        "Hint: up, the best move, given what you have seen. It wins 36 of the 105 solvable levels "
          + "still possible, 34.3%."
      ])
    session.perform(.hint)
    expectNil(session.awaits, "the plan is made once")

    var lit = try ZombiesGameTests.session("S4/5/Z1#2/5/4P+lit", "Z1/S1/1P/2+lit")
    lit.perform(.hint)
    expectEqual(lit.told, ["Hint: up. A shortest path from here takes 8 moves."])
  }

  @Test("1.7 Squares that an undone move showed stay known")
  func knowledgeSurvivesUndo() throws {
    var session = try session("S4/5/5/2Z2/4P")
    try session.play("LL")
    expect(session.message != nil)
    session.perform(.undo)
    expect(session.picture[3] == "??Z'.," && session.picture[4] == "?,.P.")
  }

  @Test("1.8 An outcome counts once; after an undo, the rest is practice")
  func practice() throws {
    var session = try session("S1P")
    try session.play("LL")
    expect(session.game.wins == 1 && session.countedRounds == 1)
    session.perform(.undo)
    expectEqual(session.screen.notes.first, "practice: not counted")
    try session.play("L")
    expect(session.game.wins == 1 && session.countedRounds == 1)
    expectEqual(session.message?.reasons.contains("Practice: not counted."), true)
    session.perform(.dismiss)
    expectEqual(session.screen.notes, [])
    try session.play("LL")
    expectEqual(session.game.wins, 2)
  }

  @Test("1.8 Undo and restart, any number of moves, before the end and after it")
  func undoAndRestart() throws {
    var session = try session("S3/4/4/3P")
    try session.play("UULL")
    for count in [3, 2, 1, 0] {
      session.perform(.undo)
      expectEqual(session.attempt.path.count, count)
    }
    expect(!session.allows(.undo) && !session.allows(.restart))
    expectEqual(session.attempt.round, Round(session.attempt.level))
    expectEqual(session.attempt.takenBack, 4)
    expect(session.screen.notes.contains("undone in the dark: 4"))
    try session.play("UUULLL")
    session.perform(.look)
    session.perform(.restart)
    expect(session.attempt.path.isEmpty && session.attempt.takenBack == 10)
    expect(session.game.wins == 0 && session.countedRounds == 0)
  }

  @Test("1.8 In the light, undone moves are not counted")
  func undoInTheLight() throws {
    var session = try session("S4/5/5/5/2F1P")
    try session.play("LU")
    expect(session.attempt.round.isLit)
    session.perform(.undo)
    expectEqual(session.attempt.takenBack, 0)
    session.perform(.undo)
    expect(session.attempt.takenBack == 1 && !session.attempt.round.isLit)
  }

  @Test("1.8 Show me plays the solution, can be stopped, and makes the rest practice")
  func showMe() throws {
    var session = try session("S4/5/Z1#2/5/4P+lit")
    session.perform(.showMe)
    expect(session.screenKind == .showing && session.awaits == .move)
    session.perform(.proceed)
    // Return hastens it.
    session.perform(.dismiss)
    expectEqual(session.attempt.path.count, 2)
    session.perform(.stop)
    expect(session.screenKind == .round && session.attempt.standing == .practice)
    session.perform(.showMe)
    while session.awaits != nil { session.perform(.proceed) }
    expectEqual(session.attempt.round.outcome, .won)
    expectEqual(session.attempt.path, session.attempt.level.solution?.moves)
    expectEqual(session.game.wins, 0)
    // A solution that was shown is not a win.
    expect(session.message?.headline == "That was the solution." && session.message?.share == [])
  }

  @Test("1.8 A player who stops the solution and finishes the level wins, but only as practice")
  func stoppedSolution() throws {
    var session = try session("S3/4/4/3P")
    session.perform(.showMe)
    session.perform(.proceed)
    session.perform(.stop)
    let rest = try require(session.attempt.position?.solution).moves
    try session.play(rest.letters)
    expect(session.message?.headline == "You won!" && session.message?.share.count == 2)
    expectEqual(session.game.wins, 0)
  }

  @Test("1.8 A round with a hint still counts as a win")
  func hintLeavesTheWin() throws {
    var session = try session("S1P+lit")
    session.perform(.hint)
    try session.play("LL")
    expect(session.game.wins == 1 && session.lastCounted?.hints == 1)
  }

  @Test("1.9 The tell: a warning as soon as the round cannot be won, with the move that lost it")
  func tell() throws {
    // Every lit, solvable placement of a small room, played at random until it is lost.
    var random = NaiveRandom(seed: 9)
    var told = 0
    let levels = Placements(try Family("4x4z1b2+lit")).prefix(160)
    for level in sampled(Array(levels), every: 5) where level.isSolvable {
      var session = try session(level.code)
      var lostAt: Int?
      while session.message == nil, session.attempt.path.count < 30 {
        // A player who avoids being caught continues in lost positions.
        let legal = Array(session.attempt.round.legalMoves)
        let safe = legal.filter { direction in
          var round = session.attempt.round
          _ = try? round.move(direction)
          return round.outcome != .caught
        }
        session.perform(.move(random.one(of: safe.isEmpty ? legal : safe)))
        guard let position = session.attempt.position else { break }
        if !position.isSolvable, lostAt == nil { lostAt = session.attempt.path.count }
        expectEqual(session.attempt.lostSince, lostAt)
        let sign = session.screen.notes.first { $0.hasPrefix("This round can no longer be won") }
        let move = lostAt.map { "move \($0), \(session.attempt.path[$0 - 1].word)" }
        expectEqual(sign, move.map { "This round can no longer be won: \($0), lost it." })
        if sign != nil { told += 1 }
      }
      session = try ZombiesGameTests.session(level.code) { $0.settings.tells = false }
      session.perform(.move(session.attempt.round.legalMoves.first ?? .up))
      expect(!session.screen.notes.contains { $0.contains("won") })
    }
    expect(told > 4)
  }

  @Test("1.9 A warning comes at once if the level cannot be won, whatever lit it")
  func toldAtTheStart() throws {
    for code in ["S1#/##1/2P+lit", "S1#/##1/1FP"] {
      var session = try session(code)
      expect(session.attempt.round.isLit)
      expectEqual(session.told.last, "This level cannot be won.", "\(session.told)")
      session.perform(.move(.up))
      expectEqual(session.screen.notes.first, "This level cannot be won.")
      let quiet = try ZombiesGameTests.session(code) { $0.settings.tells = false }
      expect(!quiet.told.contains { $0.contains("cannot be won") })
    }
  }

  @Test("1.10 A round has a name, and can be shared without giving anything away")
  func share() throws {
    var session = try Session(Session.Setup(seed: 7))
    expect(!session.allows(.share))
    let moves = try require(session.attempt.level.solution).moves
    try session.play(moves.letters)
    expectEqual(
      session.message?.share,
      [
        "I won classic@7#0 in \(moves.count) moves.", "WON, moves \(moves.count)",
      ])
    session.perform(.dismiss)
    session.perform(.share)
    expectEqual(session.told.first, "I won classic@7#0 in \(moves.count) moves.")
    expectEqual(session.screen.heading, "classic@7#1")
    // Two levels of a family with the same end have the same text, except for the name.
    let lines = try ["S3/4/4/3P", "S3/2#1/4/3P"].map { code in
      var session = try ZombiesGameTests.session(code, style: .emoji)
      try session.play("UUULLL")
      return session.message?.share.last
    }
    expect(lines == ["🥳 👣 6", "🥳 👣 6"] || lines[0] == lines[1])
  }

  @Test("1.10 The name is the code if the rules are not the default")
  func names() throws {
    let settings = Settings(.family(.classic), rules: try Rules(catchingDistance: 0))
    let session = try Session(Session.Setup(settings, seed: 7))
    expectEqual(session.screen.heading, session.attempt.level.code)
  }

  @Test("1.11 Days follow the calendar")
  func days() {
    expectEqual(Day(daysSince1970: 0)?.description, "1970-01-01")
    expectEqual(Day(daysSince1970: 20_779)?.description, "2026-11-22")
    expectEqual(Day(daysSince1970: 19_782)?.description, "2024-02-29")
    expectEqual(Day(daysSince1970: 2_932_896)?.description, "9999-12-31")
    expectNil(Day(daysSince1970: 2_932_897))
    expectEqual(Day("2026-11-22"), Day("20261122"))
    for text in ["2026-02-29", "2026-13-01", "2026-00-01", "2026-1-1", "x", "", "20261100"] {
      expectNil(Day(text), "\(text)")
    }
  }

  @Test("1.12 Settings: each can be changed, some from the next round on")
  func settings() throws {
    var session = try Session(Session.Setup(seed: 3))
    session.perform(.open(.settings))
    let before = session.settings
    for kind in session.settingKinds {
      let old = session.settings.setting(kind)
      let isChanged = session.perform(.change(forward: true))
      expect(isChanged)
      expect(session.settings.setting(kind) != old, "\(kind)")
      let isChangedBack = session.perform(.change(forward: false))
      expect(isChangedBack)
      expectEqual(session.settings.setting(kind), old, "\(kind)")
      session.perform(.next)
    }
    expectEqual(session.settings, before)
    session.perform(.set(.family(.block)))
    session.perform(.close)
    expectEqual(session.screen.heading, "classic@3#0")
    session.perform(.showMe)
    while session.awaits != nil { session.perform(.proceed) }
    session.perform(.dismiss)
    expectEqual(session.screen.heading, "block@3#1")
  }

  @Test("1.12 A setting without levels is refused, with the reason")
  func impossibleSettings() throws {
    var session = try Session(Session.Setup(seed: 3))
    session.perform(.open(.settings))
    session.perform(.set(.family(try Family("3x3z9"))))
    expectEqual(session.told.first?.hasPrefix("family is unchanged: "), true)
    expectEqual(session.settings.setting(.family), .family(.classic))
  }
}

private struct Unexpected: Error {}
