import Testing
import ZombiesCore
import ZombiesTestSupport

@testable import ZombiesGame

/// Players who take the same levels in turn: what is told, hidden and counted by example (5.5), and
/// controls that are not greyed.
@Suite struct HotSeatTests {
  /// Begins the next turn, plays it by moves, and returns to the board.
  private static func turn(_ session: inout Session, _ moves: String) throws {
    let isBegun = session.perform(.choose)
    try require(isBegun)
    try session.play(moves)
    let isOver = session.perform(.dismiss)
    try require(isOver, "\(session.attempt.named.name)")
  }

  /// The player whose turn it is, as the board shows it.
  private static func next(_ session: Session) -> String? {
    guard let line = session.shownPanel?.lines.last, let end = line.range(of: "'s turn.") else {
      return nil
    }
    return line[..<end.lowerBound].split(separator: " ").last.map(String.init)
  }

  @Test("5.5 All play the same levels in turn, and the order rotates")
  func rotation() throws {
    var session = try boardSession(["Ann", "Ben", "Cleo"])
    session.perform(.button(.start))
    var order: [String] = []
    var levels: [String] = []
    for turn in 0..<12 {
      order.append(try require(Self.next(session)))
      session.perform(.choose)
      levels.append(session.attempt.level.code)
      expectEqual(session.screen.notes, ["\(order[turn])'s turn"])
      try session.play(session.attempt.level.code == "S1P/Z2" ? "LL" : "L")
      // All turns in a level have the same trial number.
      expectEqual(session.lastCounted?.trial, UInt64(turn / 3))
      session.perform(.dismiss)
      expectEqual(session.screenKind, .board)
    }
    expectEqual(
      order,
      [
        "Ann", "Ben", "Cleo", "Ben", "Cleo", "Ann", "Cleo", "Ann", "Ben", "Ann", "Ben", "Cleo",
      ])
    let codes = ["S1P/Z2", "Z1P/2S"]
    let expected = (0..<12).map { (round: Int) -> String in codes[round / 3 % 2] }
    expectEqual(levels, expected)
    // All players won two levels.
    expectEqual(session.board.players.map(\.score), [2, 2, 2])
  }

  @Test("5.5 Highest wins: a point for each round won")
  func highest() throws {
    var session = try boardSession(["Ann", "Ben"])
    session.perform(.button(.start))
    try Self.turn(&session, "LL")
    try Self.turn(&session, "DL")
    expectEqual(session.board.players.map(\.score), [1, 0])
    expectEqual(
      session.shownPanel?.lines,
      [
        "Level 1 is over.", "Ann won in 2 moves: 1 point.",
        "Ben was caught after 2 moves: 0 points.", "Level 2: Ben's turn.",
      ])
    // Turns use no lives, and no game of rounds.
    expect(session.game == Game() && session.countedRounds == 2)
  }

  @Test("5.5 A turn has 4 × squares moves, and then is lost")
  func moveLimit() throws {
    var session = try boardSession(["Ann"], ["S1/1P"])
    session.perform(.point(3))
    session.perform(.choose)
    session.perform(.button(.start))
    session.perform(.choose)
    for move in 0..<16 {
      expectNil(session.message, "\(move)")
      try session.play(move % 2 == 0 ? "U" : "D")
    }
    expectEqual(session.message?.headline, "You lost!")
    expectEqual(session.message?.reasons.first, "You are out of moves: the move limit is 16.")
    expect(session.lastCounted?.outcome == .outOfMoves && session.lastCounted?.path.count == 16)
    session.perform(.dismiss)
    expectEqual(session.board.players[0].score, 32)
    // The last move may still win.
    session.perform(.choose)
    try session.play("UDUDUDUDUDUDUDUL")
    expect(session.lastCounted?.outcome == .won && session.board.players[0].score == 48)
  }

  @Test("5.5 A player who leaves keeps the row, and the turns are skipped")
  func leaving() throws {
    var session = try boardSession(["Ann", "Ben", "Cleo"])
    session.perform(.button(.start))
    try Self.turn(&session, "LL")
    // Ben leaves before his turn.
    expectEqual(Self.next(session), "Ben")
    session.perform(.sitOut)
    expectEqual(session.shownPanel?.rows.map(\.detail), ["1", "0, has left", "0"])
    expectEqual(Self.next(session), "Cleo")
    try Self.turn(&session, "LL")
    // Ben would begin the second level; Cleo leaves in the middle of hers.
    expectEqual(Self.next(session), "Cleo")
    session.perform(.choose)
    let isOut = session.perform(.sitOut)
    expect(isOut && session.screenKind == .board && session.board.players.count == 3)
    expectEqual(session.countedRounds, 2)
    expectEqual(Self.next(session), "Ann")
    session.perform(.choose)
    expectEqual(session.attempt.level.code, "Z1P/2S")
    try session.play("D")
    session.perform(.dismiss)
    expectEqual(session.board.players.map(\.score), [2, 0, 1])
    // Now all have left.
    expectEqual(Self.next(session), "Ann")
    session.perform(.sitOut)
    expectEqual(session.shownPanel?.lines.last, "Everyone has left. End the game.")
    expect(!session.allows(.choose) && !session.allows(.sitOut) && session.allows(.button(.end)))
    session.perform(.button(.end))
    expectEqual(session.board.winners.map(\.name), ["Ann"])
    // In the next game all are back.
    session.perform(.button(.reset))
    session.perform(.button(.start))
    expect(
      session.shownPanel?.rows.map(\.detail) == ["0", "0", "0"] && Self.next(session) == "Ann")
  }

  /// Everything that can be read on all screens and pages that can be opened.
  private static func everythingShown(_ session: Session) -> String {
    var text = ""
    for page in [nil] + Action.Page.allCases.map({ Optional($0) }) {
      var session = session
      if let page { session.perform(.open(page)) }
      let screen = session.screen
      text += screen.heading + screen.notes.joined() + screen.told.joined()
      switch screen.content {
      case .panel(let panel): text += panel.spoken.joined()
      case .text(let log): text += log.messages.joined()
      case .message(let box): text += box.headline + box.reasons.joined() + box.share.joined()
      case .help, .settings: break
      case .room: text += "a room"
      }
      text += screen.counters.map(\.text).joined()
      text += session.say("look").joined() + session.say("where").joined()
      text += session.say("score").joined() + session.say("share").joined()
    }
    return text
  }

  @Test("5.5 A level is hidden from those who have not played it")
  func hidden() throws {
    // The turn is played to its end, or left in the middle. The text screen is read too.
    for isLeft in [false, true] {
      var session = try boardSession(["Ann", "Ben"], ["S3/4/2Z1/P3"])
      session.perform(.button(.start))
      session.perform(.choose)
      _ = session.say("look")
      session.perform(.close)
      try session.play("R")
      if isLeft {
        session.perform(.sitOut)
      } else {
        try session.play("R")
        session.perform(.look)
        session.perform(.dismiss)
      }
      let shown = Self.everythingShown(session)
      for telling in ["S3/4/2Z1/P3", "zombie on", "1 zombie", "Move 1", "a room", "You are on"] {
        let isTold = shown.contains(telling)
        expect(!isTold, "\(telling), left \(isLeft)")
      }
      // The next player knows nothing about the level.
      session.perform(.choose)
      expectEqual(session.picture, ["S???", "????", ".???", "P.??"])
      expect(session.attempt.hints == 0 && session.attempt.takenBack == 0)
    }
  }

  @Test("5.5 All play a level under the same rules, even if settings change meanwhile")
  func sameRules() throws {
    var session = try boardSession(["Ann", "Ben"])
    session.perform(.button(.start))
    var rules: [Int] = []
    for turn in 0..<6 {
      session.perform(.choose)
      rules.append(session.attempt.rules.catchingDistance)
      session.perform(.set(.catchingDistance(turn == 0 ? 0 : 1)))
      if turn == 3 { session.perform(.set(.catchingDistance(0))) }
      while session.message == nil {
        session.perform(.move(session.attempt.round.legalMoves.first ?? .up))
      }
      session.perform(.dismiss)
    }
    // Changed in the first turn of a level, and back in the second; then again in the last turn of
    // the next.
    expectEqual(rules, [1, 1, 1, 1, 0, 0])
  }

  // MARK: Players that a program plays for

  @Test("5.5 If a program plays for a player, the turn is handed out and its moves are awaited")
  func machines() throws {
    var session = try boardSession(["Ann", "robot"]) { $0.machines = ["robot"] }
    session.perform(.button(.start))
    expect(session.turn == nil && session.awaits == nil)
    try Self.turn(&session, "LL")
    expect(session.shownPanel?.rows[1].text == "robot" && session.turn == nil)
    session.perform(.choose)
    let turn = try require(session.turn)
    expect(session.awaits == .player && session.screenKind == .awaiting)
    expect(turn.player == "robot" && turn.level.code == "S1P/Z2" && turn.moveLimit == 24)
    expect(turn.rules == .standard && turn.seed == session.seed)
    session.perform(.plays([.left, .left]))
    expect(session.turn == nil && session.screenKind == .board)
    expectEqual(session.board.players.map(\.score), [1, 1])
    expect(session.lastCounted?.player == "robot" && session.lastCounted?.path == [.left, .left])
    expectEqual(session.lastCounted?.trial, turn.trial)
  }

  private static func leftAndRight(_ count: Int) -> [Direction] {
    Array(repeating: [.left, .right], count: count).flatMap { $0 }
  }

  @Test(
    "5.5 Moves that are illegal, too few or too many",
    arguments: [
      ([], [], .outOfMoves), ([.left], [.left], .outOfMoves),
      ([.up, .left, .left], [], .outOfMoves), ([.left, .up, .left], [.left], .outOfMoves),
      ([.left, .left, .up], [.left, .left], .won),
      ([.down, .left, .left], [.down, .left], .caught),
      (leftAndRight(30), leftAndRight(12), .outOfMoves),
    ] as [([Direction], [Direction], Outcome)])
  func badMoves(moves: [Direction], made: [Direction], outcome: Outcome) throws {
    var session = try boardSession(["robot", "Ann"]) { $0.machines = ["robot"] }
    session.perform(.button(.start))
    session.perform(.choose)
    session.perform(.plays(moves))
    expect(session.lastCounted?.path == made && session.lastCounted?.outcome == outcome)
    expectEqual(session.board.players[0].score, (outcome == .won ? 1 : 0))
    expectEqual(Self.next(session), "Ann")
  }

  @Test("5.5 A player that a program plays for can leave; a renamed one plays in person")
  func machinesLeave() throws {
    var session = try boardSession(["robot", "Ann"]) { $0.machines = ["robot"] }
    session.perform(.button(.start))
    session.perform(.choose)
    session.perform(.sitOut)
    expect(session.awaits == nil && session.screenKind == .board && session.countedRounds == 0)
    try Self.turn(&session, "LL")
    session.perform(.button(.end))
    session.perform(.button(.reset))
    session.perform(.point(0))
    session.perform(.choose)
    session.perform(.type("x"))
    session.perform(.choose)
    expectEqual(session.board.players[0].name, "robotx")
    session.perform(.button(.start))
    session.perform(.choose)
    expect(session.awaits == nil && session.screenKind == .round)
  }

  // MARK: Greyed controls

  @Test("5.3 Forbidden actions are greyed, and do nothing: all actions in every state")
  func greyed() throws {
    let places: Set<Action.Kind> = [
      .openHelp, .openSettings, .openText, .openMenu, .leave, .visitOriginal, .visitRounds,
      .visitWorlds, .visitQuestions, .visitWorkshop,
    ]
    let steps: Set<Action.Kind> = [.changeForward, .changeBack]
    let settingUp = places.union([.choose, .seat, .add, .start])
    var session = try boardSession([]) { $0.machines = ["robot"] }
    session.expectAllowed(settingUp.union([.next]), "no players", rows: 3)
    session.perform(.add)
    session.expectAllowed([.type, .back, .leave], "naming")
    session.perform(.type("Ann"))
    session.expectAllowed([.type, .erase, .choose, .back, .leave], "a name")
    session.perform(.choose)
    session.perform(.seat("robot"))
    session.perform(.point(0))
    session.expectAllowed(settingUp.union([.next, .remove]), "a player", rows: 5)
    session.perform(.point(2))
    session.expectAllowed(settingUp.union([.previous, .next]), "add", rows: 5)
    session.perform(.next)
    session.expectAllowed(
      settingUp.union(steps).union([.previous, .next]), "starting score", rows: 5)
    session.perform(.next)
    session.expectAllowed(settingUp.union(steps).union([.previous]), "who wins", rows: 5)
    session.perform(.button(.start))
    let playing = places.union(steps).union([.choose, .sitOut, .end])
    session.expectAllowed(playing.union([.next]), "playing", rows: 2)
    session.perform(.next)
    session.expectAllowed(playing.union([.previous]), "playing, second row", rows: 2)
    session.perform(.choose)
    let pages: Set<Action.Kind> = [.openHelp, .openSettings, .openText, .leave, .set]
    session.expectAllowed(pages.union([.left, .down, .sitOut]), "a turn")
    try session.play("LL")
    // Others still have to play the level.
    session.expectAllowed([.dismiss, .leave], "message")
    session.perform(.dismiss)
    // Ann's round stays hidden until all have played the level.
    session.expectAllowed(playing.union([.previous]), "second turn", rows: 2)
    session.perform(.choose)
    session.expectAllowed([.plays, .sitOut, .leave], "awaiting")
    session.perform(.sitOut)
    session.perform(.sitOut)
    session.expectAllowed(
      places.union(steps).union([.next, .end, .share]), "everybody has left", rows: 2)
    expectEqual(session.shownPanel?.rows.map(\.isEnabled), [true, true])
    session.perform(.button(.end))
    session.expectAllowed(places.union([.next, .reset, .share]), "game over", rows: 2)
    session.perform(.leave)
    session.expectAllowed([], "left")
  }
}
