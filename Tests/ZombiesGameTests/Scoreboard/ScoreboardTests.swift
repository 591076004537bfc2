import Testing
import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGame

/// Scores, names, ranks and winners that break a rule of section 5, without turns.
@Suite struct ScoreboardTests {
  /// A board with a game in progress, and these scores.
  private static func board(
    _ scores: [Int], _ winning: Scoreboard.Winning = .highest
  ) -> Scoreboard {
    var board = Scoreboard()
    for place in scores.indices { board.add("Player \(place)") }
    board.setWinning(winning)
    board.startGame()
    for (player, score) in zip(board.players, scores) {
      board.changeScore(of: player.id, by: score)
    }
    return board
  }

  @Test("5.1 Two players are equal if their names and scores are, whatever their identities")
  func equality() {
    // Two players of one board have different names, so the first is removed before the second is
    // added.
    var board = Scoreboard()
    board.add("Ann")
    let first = board.players
    board.remove(first[0].id)
    for name in ["Ann", "Ben"] { board.add(name) }
    let players = first + board.players
    expect(players[0] == players[1] && players[0].id != players[1].id)
    expectEqual(Set(players).count, 2)
    expect(players[0] != players[2])
    board.startGame()
    board.changeScore(of: players[1].id, by: 1)
    expect(board.players[0] != players[0])
  }

  @Test("7.3 Two players of one board have different names")
  func differentNames() {
    var board = Scoreboard()
    let added = ["Ann", "José", "Ann", "Jose\u{301}", "Ann!", "Ann?", "ann"].map { board.add($0) }
    expectEqual(added, [true, true, false, false, true, true, true])
    let renamed = ["Ann", "Ann!", "Anna"].map { board.rename(0, to: $0) }
    expectEqual(renamed, [true, false, true])
  }

  @Test("5.1 Starting scores of 0, 10 and 20 are offered, and any whole number is allowed")
  func startingScores() throws {
    expectEqual(Scoreboard.offeredStartingScores, [0, 10, 20])
    var session = try boardSession(["Ann"])
    session.perform(.point(2))
    var offered: [String?] = []
    for forward in [true, true, true, false, false] {
      session.perform(.change(forward: forward))
      offered.append(session.shownPanel?.rows[2].detail)
    }
    expectEqual(offered, ["10", "20", "0", "20", "10"])
    for (text, isTaken) in [
      ("7", true), ("-3", true), ("1000000000", true), ("-1000000000", true),
      ("1000000001", false), ("99999999999999999999", false), ("x", false), ("1.5", false),
      ("", false), (" 5 ", true), ("+5", false), ("-", false), ("0x10", false), ("٣", false),
    ] {
      session.perform(.choose)
      expectEqual(session.screenKind, .naming)
      session.perform(.type(text))
      let isDone = session.perform(.choose)
      expectEqual(isDone, isTaken, "\(text)")
      if isDone { expectEqual(session.board.startingScore, Int(text.trimmedBlanks)) }
      session.perform(.back)
    }
    // From a score that is not offered, the next is the first one offered.
    session.perform(.change(forward: true))
    expectEqual(session.board.startingScore, 0)
  }

  @Test("5.2 Starting resets every score to the starting score", arguments: [0, 10, 20, -3, 7])
  func resetScores(score: Int) {
    var board = Self.board([4, -2, 0])
    board.resetScores(to: score)
    expectEqual(board.players.map(\.score), [score, score, score])
    board.endGame()
    let isReset = board.resetScores(to: 1)
    expect(!isReset && board.players.map(\.score) == [score, score, score])
    board.resetGame()
    board.setStartingScore(score)
    board.add("Late")
    board.startGame()
    expectEqual(board.players.map(\.score), [score, score, score, score])
  }

  @Test("5.3 Players, names and rules change only while setting up, and scores only while playing")
  func whatChangesWhen() {
    expectEqual(Action.Button.allCases.map(\.label), ["Start Game", "End Game", "Reset Game"])
    var board = Scoreboard()
    board.add("Ann")
    let id = board.players[0].id
    for state in Scoreboard.State.allCases {
      while board.state != state {
        _ = board.startGame() || board.endGame() || board.resetGame()
      }
      let before = board
      let changes: [(String, (inout Scoreboard) -> Bool)] = [
        ("add", { $0.add("Ben") }), ("remove", { $0.remove(id) }),
        ("rename", { $0.rename(id, to: "Eve") }), ("start", { $0.setStartingScore(5) }),
        ("winning", { $0.setWinning(.lowest) }),
      ]
      for (name, change) in changes {
        var changed = before
        let isDone = change(&changed)
        expectEqual(isDone, (state == .settingUp), "\(name) \(state)")
        expectEqual((changed != before), isDone, "\(name) \(state)")
      }
      for (name, change) in [
        ("score", { $0.changeScore(of: id, by: 1) }), ("reset", { $0.resetScores(to: 9) }),
      ] as [(String, (inout Scoreboard) -> Bool)] {
        var changed = before
        let isDone = change(&changed)
        expectEqual(isDone, (state == .playing), "\(name) \(state)")
        expectEqual((changed != before), isDone, "\(name) \(state)")
      }
    }
  }

  @Test("5.3 Names: 1 to 64 characters, without those that control a terminal")
  func names() {
    var board = Scoreboard()
    let good = ["A", "Ann", "夜", "🧟‍♀️", "x y", String(repeating: "é", count: 64)]
    for name in good {
      let isAdded = board.add(name)
      expect(isAdded, "\(name)")
    }
    for name in [
      "", " ", " A", "A ", "A\n", "\u{1B}[2J", "\u{7F}", "\u{85}", "\u{2028}", "\u{202E}x",
      String(repeating: "x", count: 65),
    ] {
      let (isAdded, isRenamed) = (board.add(name), board.rename(0, to: name))
      expect(!isAdded && !isRenamed, "\(name)")
    }
    expectEqual(board.players.map(\.name), good)
    let (isRenamed, isRemoved) = (board.rename(99, to: "A"), board.remove(99))
    expect(!isRenamed && !isRemoved)
    for _ in board.players.count..<Scoreboard.mostPlayers { board.add("A \(board.players.count)") }
    let isAdded = board.add("One more")
    expect(!isAdded && board.players.count == Scoreboard.mostPlayers)
    // An identity is never given to another player.
    board.remove(board.players.last?.id ?? 0)
    board.add("New")
    expectEqual(Set(board.players.map(\.id)).count, board.players.count)
    expectEqual(board.players.last?.id, Scoreboard.mostPlayers)
  }

  @Test("5.3 Scores stay in their range")
  func largestScores() {
    var board = Self.board([0])
    let id = board.players[0].id
    for (points, isDone) in [
      (1_000_000_000, true), (1, false), (.max, false), (-1_000_000_000, true), (.min, false),
      (-1_000_000_000, true), (-1, false),
    ] {
      let before = board.players[0].score
      let isChanged = board.changeScore(of: id, by: points)
      expectEqual(isChanged, isDone, "\(points)")
      expectEqual(board.players[0].score, (isDone ? before + points : before))
    }
  }

  @Test("5.3 Scores and their controls are hidden while setting up")
  func hidden() throws {
    var session = try boardSession(["Ann", "Ben"])
    expectEqual(session.shownPanel?.rows.map(\.detail).prefix(2), ["", ""])
    session.perform(.point(0))
    expect(!session.allows(.change(forward: true)))
    session.perform(.button(.start))
    expectEqual(session.shownPanel?.rows.map(\.detail), ["0", "0"])
    session.perform(.change(forward: true))
    session.perform(.change(forward: true))
    session.perform(.point(1))
    session.perform(.change(forward: false))
    expectEqual(session.shownPanel?.rows.map(\.detail), ["2", "-1"])
    session.perform(.button(.end))
    session.perform(.button(.reset))
    expectEqual(session.board.players.map(\.score), [2, -1])
    expectEqual(session.shownPanel?.rows.map(\.detail).prefix(2), ["", ""])
    expectEqual(session.shownPanel?.spoken.joined().contains("-1"), false)
  }

  /// Winners and ranks of random scores, by comparing each with each.
  @Test("5.4 After the game, a rank is one more than the number of better scores, and the best win")
  func ranks() {
    var random = NaiveRandom(seed: 54)
    var counts: Set<Int> = []
    for _ in 0..<cases(exactly: 60, long: 3000) {
      let scores = (0..<random.below(7)).map { _ in random.below(5) - 2 }
      let winning = random.one(of: Scoreboard.Winning.allCases)
      var board = Self.board(scores, winning)
      expect(board.winners.isEmpty)
      board.endGame()
      func isBetter(_ one: Int, _ other: Int) -> Bool {
        winning == .highest ? one > other : one < other
      }
      for (rank, player) in board.ranking {
        expectEqual(rank, 1 + scores.count { isBetter($0, player.score) })
      }
      let best = scores.filter { score in !scores.contains { isBetter($0, score) } }
      expectEqual(board.winners.map(\.score), best)
      expectEqual(board.ranking.count, scores.count)
      // Equal ranks are in the order of the board.
      let order = board.ranking.map { [$0.rank, $0.player.id] }
      expect(zip(order, order.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
      counts.insert(best.count)
      board.resetGame()
      expect(board.winners.isEmpty)
    }
    expect(counts.isSuperset(of: [0, 1, 2, 3]))
  }

  @Test("5.4 Each winner wears a crown")
  func crowns() throws {
    var session = try boardSession(["Ann", "Ben", "Cleo"]) { $0.settings.style = .emoji }
    session.perform(.button(.start))
    session.perform(.change(forward: true))
    session.perform(.point(2))
    session.perform(.change(forward: true))
    session.perform(.button(.end))
    expectEqual(session.shownPanel?.title, "Scoreboard: game over")
    expectEqual(session.shownPanel?.lines, ["The winners are 👑 Ann and 👑 Cleo."])
    expectEqual(session.shownPanel?.rows.map(\.text), ["1. Ann", "1. Cleo", "3. Ben"])
    expectEqual(session.shownPanel?.rows.map(\.detail), ["👑 1", "👑 1", "0"])
    var empty = try boardSession([])
    empty.perform(.button(.start))
    expectEqual(empty.shownPanel?.lines, ["There are no players."])
    empty.perform(.button(.end))
    expectEqual(empty.shownPanel?.lines, ["There is no winner because there were no players."])
  }
}

/// A session at a board, on levels that are given by their codes.
func boardSession(
  _ players: [String], _ codes: [String] = ["S1P/Z2", "Z1P/2S"],
  change: (inout Session.Setup) -> Void = { _ in }
) throws -> Session {
  let levels = try codes.map { NamedLevel(try Level($0), name: $0) }
  var setup = Session.Setup(Settings(.levels(levels)))
  setup.mode = .board
  setup.players = players
  change(&setup)
  return try Session(setup)
}
