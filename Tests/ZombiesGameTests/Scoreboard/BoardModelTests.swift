import Testing
import ZombiesCore
import ZombiesGame
import ZombiesTestBridge
import ZombiesTestSupport

/// Boards that are set up, played or counted otherwise than a naive one, in random games; and what a
/// program can do with a board that a session cannot.
@Suite struct BoardModelTests {
  /// A line that is sensible in the state, or any.
  private static func line(
    _ board: NaiveBoard, after last: String, _ random: inout NaiveRandom
  ) -> String {
    let name = random.one(of: ["Ann", "Ben", "robot", "Cleo", "夜", "José", "optimal"])
    if board.outcome != nil { return "next" }
    if let round = board.round {
      if random.below(20) == 0 { return "sit out" }
      // Some walk back and forth until there are no moves left.
      if let place = ["u", "d", "l", "r"].firstIndex(of: last), round.moves % 2 == 1,
        board.turns.count % 2 == 1
      {
        return ["d", "u", "r", "l"][place]
      }
      let move = random.below(9) == 0 ? random.below(4) : random.one(of: round.legalMoves())
      return ["u", "d", "l", "r"][move]
    }
    let any = [
      "add \(name)", "remove \(name)", "start at \(random.one(of: [0, 10, -3]))", "lowest",
      "highest",
      "give \(name) \(random.below(5) - 2)", "give \(name) 1000000000", "sit out", "end", "reset",
      "start",
    ]
    let usual = board.state == .settingUp || board.players.isEmpty ? "add \(name)" : "turn"
    return random.below(3) == 0 ? random.one(of: any) : usual
  }

  @Test("5.1, 5.3, 5.4, 5.5 Random games at a board, compared to a naive one")
  func randomGames() throws {
    var counts: [String: Int] = [:]
    let failure = try firstFailure(of: 0..<cases(8, long: 1_000)) { seed in
      var random = NaiveRandom(seed: UInt64(seed))
      var board = NaiveBoard()
      var session = try session(NaiveBoard.codes, at: .board) { $0.machines = NaiveBoard.machines }
      var line = ""
      for step in 0..<400 {
        if board.isAwaited, random.below(9) > 0 {
          let moves = (0..<random.below(70)).map { (random.below(9) + $0) % 4 }
          board.play(moves)
          session.perform(.plays(moves.map { Direction.allCases[$0] }))
        } else {
          let isTurn = board.round != nil
          line = board.isAwaited ? "sit out" : Self.line(board, after: line, &random)
          board.type(line)
          // In a room, no line means this.
          if isTurn, line == "sit out" {
            session.perform(.sitOut)
          } else {
            session.perform(typed: line)
          }
        }
        // Now and then, the rules of the next level change.
        if board.round == nil, board.outcome == nil, random.below(9) == 0 {
          (board.rules.speed, board.rules.catchingDistance) = (1 + random.below(3), random.below(2))
          session.perform(typed: "set speed \(board.rules.speed)")
          session.perform(typed: "set distance \(board.rules.catchingDistance)")
        }
        if let complaint = board.complaint(session) {
          return "seed \(seed), step \(step), \(line): \(complaint), \(session.told)"
        }
        counts[board.state.rawValue, default: 0] += 1
        if let outcome = board.outcome { counts[outcome, default: 0] += 1 }
        if board.isAwaited { counts["awaited", default: 0] += 1 }
        counts["\(min(2, board.winners.count)) winners", default: 0] += 1
      }
      return nil
    }
    try require(failure == nil, failure ?? "")
    for what in [
      "setting up", "playing", "game over", "won", "caught", "stuck", "out-of-moves", "awaited",
      "1 winners", "2 winners",
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
    for _ in board.players.count..<100 { board.add("A \(board.players.count)") }
    let isFull = !board.add("One more")
    board.startGame()
    let scores = [1_000_000_000, 1, .max, .min, -1_000_000_000, -1_000_000_000, -1].map {
      board.changeScore(of: 1, by: $0)
    }
    expectEqual(scores, [true, false, false, false, true, true, false])
    expect(isFull && board.players.count == 100)
    expect(board.players[0] != former && board.players[0].score == -1_000_000_000)
  }
}
