import Testing
import ZombiesCore
import ZombiesGame
import ZombiesTestBridge
import ZombiesTestSupport

/// Boards that are set up, played or counted otherwise than a naive one, in random games; and what a
/// program can do with a board that a session cannot.
@Suite struct BoardModelTests {
  /// An action that is sensible in the state, or any.
  private static func action(
    _ board: NaiveBoard, after last: Action, _ random: inout NaiveRandom
  ) -> Action {
    var names = ["Ann", "Ben", "robot", "Cleo", " Ann", "", "夜", "a\u{1B}b", "José", "Jose\u{301}"]
    names += [64, 65].map { String(repeating: "x", count: $0) }
    if random.below(12) == 0 {
      return random.one(of: [
        .undo, .hint, .back, .button(.end), .sitOut, .plays([]), .erase, .move(.up), .dismiss,
        .choose, .next, .previous, .point(-1), .remove, .seat("Eve"), .change(forward: true), .add,
        .button(.start), .button(.reset),
        .visit(board.isAtBoard && board.field == nil ? .board : .worlds),
      ])
    }
    if board.isOver { return .dismiss }
    if board.field != nil {
      let texts = [
        "Ann", "7", "-3", "1000000000", "0", "-", "+5", "x y", " ", "\u{1B}", "٣", "José",
      ]
      let long = String(repeating: "é", count: 40)
      return random.one(of: [
        .choose, .choose, .choose, .erase, .back, .type(random.one(of: texts + [long])),
        .type(random.one(of: texts)),
      ])
    }
    if board.isAwaited {
      let moves = (0..<random.below(70)).map { Direction.allCases[(random.below(9) + $0) % 4] }
      let walk = (0..<70).map { $0 % 2 == 0 ? Direction.left : .right }
      return random.below(9) == 0 ? .sitOut : .plays(random.below(3) == 0 ? walk : moves)
    }
    if let round = board.round {
      // Some walk back and forth until there are no moves left.
      if case .move(let last) = last, round.moves % 2 == 1, board.turns.count % 2 == 1 {
        return .move(last.opposite)
      }
      let move = random.below(9) == 0 ? random.below(4) : random.one(of: round.legalMoves())
      return .move(Direction.allCases[move])
    }
    switch random.below(16) {
    case 0: return .seat(random.one(of: names))
    case 1: return .point(random.below(board.players.count + 4))
    case 2: return board.state == .settingUp && random.below(3) > 0 ? .choose : .remove
    case 3, 4: return board.state == .settingUp ? .button(.start) : .choose
    case 5: return random.below(2) == 0 ? .button(.end) : .next
    case 6: return random.below(2) == 0 ? .button(.reset) : .add
    case 7, 8: return .change(forward: random.below(2) == 0)
    case 9: return random.below(3) == 0 ? .sitOut : .previous
    default: return board.players.isEmpty ? .seat(random.one(of: names)) : .choose
    }
  }

  @Test("5.1, 5.3, 5.4, 5.5 Random games at a board, compared to a naive one")
  func randomGames() throws {
    let levels = try NaiveBoard.codes.map { NamedLevel(try Level($0), name: $0) }
    var setup = Session.Setup(Settings(.levels(levels)))
    (setup.mode, setup.machines) = (.board, NaiveBoard.machines)
    var counts: [String: Int] = [:]
    let all = cases(8, long: 1_000)
    let failure = try firstFailure(of: 0..<all) { seed in
      var random = NaiveRandom(seed: UInt64(seed))
      var (session, board) = (try Session(setup), NaiveBoard())
      var action = Action.choose
      for step in 0..<400 {
        action = Self.action(board, after: action, &random)
        var isAllowed = board.perform(action)
        var complaint = session.complaint(performing: action, if: isAllowed)
        // Now and then, the rules of the next level change, or the board is left for a moment.
        if board.field == nil, !board.isOver, !board.isAwaited, random.below(9) == 0 {
          let isDistance = random.below(2) == 0
          let set = Action.set(
            try require(
              isDistance
                ? Setting(Setting.Kind(.catchingDistance), "\(random.below(2))")
                : Setting(Setting.Kind(.zombieSpeed), "\(1 + random.below(3))")))
          let others = board.isAtBoard ? [Action.visit(.worlds), .visit(.board)] : []
          for visit in [.open(.settings), set, .close] + others {
            isAllowed = true
            if visit != .open(.settings), visit != .close { isAllowed = board.perform(visit) }
            complaint = complaint ?? session.complaint(performing: visit, if: isAllowed)
          }
        }
        complaint = complaint ?? board.complaint(session)
        if let complaint {
          return
            "seed \(seed), step \(step), \(action): \(complaint), \(session.screenKind) \(session.told)"
        }
        counts[board.state.rawValue, default: 0] += 1
        if board.isOver, let last = board.last { counts[last.outcome, default: 0] += 1 }
        if board.isAwaited { counts["awaited", default: 0] += 1 }
        if board.state == .gameOver {
          let winners = board.shown.count { $0.contains("winner, ") }
          counts[winners > 1 ? "several winners" : "\(winners) winners", default: 0] += 1
        }
      }
      return nil
    }
    try require(failure == nil, failure ?? "")
    for what in [
      "setting up", "playing", "game over", "won", "caught", "stuck", "out-of-moves", "awaited",
      "1 winners", "several winners",
    ] {
      expect(counts[what, default: 0] > 0, "\(what): \(counts)")
    }
  }

  @Test("5.2 Starting resets every score to the starting score", arguments: [0, 10, 20, -3])
  func resetScores(score: Int) {
    var board = Scoreboard()
    for name in ["Ann", "Ben", "Cleo"] { board.add(name) }
    let isTooEarly = board.resetScores(to: score)
    board.startGame()
    for (player, points) in zip(board.players, [4, -2, 0]) {
      board.changeScore(of: player.id, by: points)
    }
    expectEqual(board.players.map(\.score), [4, -2, 0])
    board.resetScores(to: score)
    expectEqual(board.players.map(\.score), [score, score, score])
    board.endGame()
    let isTooLate = board.resetScores(to: 1)
    expect(!isTooEarly && !isTooLate && board.players.map(\.score) == [score, score, score])
    board.resetGame()
    board.setStartingScore(score)
    board.add("Late")
    board.startGame()
    expectEqual(board.players.map(\.score), [score, score, score, score])
  }

  @Test("5.1, 5.3 Equal players, and what is refused whoever asks")
  func limits() {
    var board = Scoreboard()
    board.add("Ann")
    let former = board.players[0]
    board.remove(former.id)
    for name in ["Ann", "Ben"] { board.add(name) }
    // Players are equal if their names and scores are, whatever their identities.
    expect(former == board.players[0] && former.id != board.players[0].id)
    expect(former != board.players[1] && Set([former] + board.players).count == 2)
    expectEqual(Scoreboard.offeredStartingScores, [0, 10, 20])
    let refusals = [
      board.remove(99), board.rename(99, to: "Eve"), board.rename(former.id, to: "Eve"),
      board.setStartingScore(1_000_000_001), board.setStartingScore(.min), board.endGame(),
      board.resetGame(), board.changeScore(of: 1, by: 1),
    ]
    for _ in board.players.count..<100 { board.add("A \(board.players.count)") }
    let isFull = !board.add("One more")
    board.startGame()
    let scores = [1_000_000_000, 1, .max, .min, -1_000_000_000, -1_000_000_000, -1].map {
      board.changeScore(of: 1, by: $0)
    }
    expectEqual(scores, [true, false, false, false, true, true, false])
    let started = [
      board.startGame(), board.add("Eve"), board.remove(1), board.rename(1, to: "Eve"),
      board.setStartingScore(5), board.setWinning(.lowest), board.resetScores(to: .max),
    ]
    expect(isFull && board.players.count == 100 && !(refusals + started).contains(true))
    expect(board.players[0] != former && board.players[0].score == -1_000_000_000)
    expect(board.winners.isEmpty)
  }
}
