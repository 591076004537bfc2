import Testing
import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGame

/// A second version of a board with turns, written from "The scoreboard" and not from the code.
private struct NaiveBoard {
  struct Player {
    let id: Int
    var name: String
    var score = 0
    var hasLeft = false
  }

  enum State {
    case settingUp
    case playing
    case gameOver
  }

  var players: [Player] = []
  var state = State.settingUp
  var startingScore = 0
  var lowestWins = false
  var lastID = -1

  /// The number of levels that were played to the end.
  var levelsPlayed = 0
  /// The current level with its rules, once a player has begun it.
  var level: (code: String, rules: NaiveRules)?
  /// The players who have played it.
  var done: Set<Int> = []
  /// The current turn in a room.
  var round: NaiveRound?

  mutating func add(_ name: String) {
    lastID += 1
    players.append(Player(id: lastID, name: name, score: startingScore))
  }

  mutating func start() {
    state = .playing
    for place in players.indices {
      (players[place].score, players[place].hasLeft) = (startingScore, false)
    }
    (levelsPlayed, level, done, round) = (0, nil, [], nil)
  }

  /// The next player. The first player moves on by one at each level.
  var next: Int? {
    guard state == .playing else { return nil }
    for step in players.indices {
      let place = (levelsPlayed + step) % players.count
      if !players[place].hasLeft, !done.contains(players[place].id) { return place }
    }
    return nil
  }

  mutating func end(_ place: Int, isWon: Bool, moves: Int, squares: Int) {
    if lowestWins {
      players[place].score += isWon ? moves : 2 * 4 * squares
    } else if isWon {
      players[place].score += 1
    }
    done.insert(players[place].id)
    round = nil
    goOn()
  }

  mutating func leave(_ place: Int) {
    players[place].hasLeft = true
    round = nil
    goOn()
  }

  /// Continues with the next level when all remaining players have played this one.
  private mutating func goOn() {
    guard next == nil, !done.isEmpty else { return }
    (levelsPlayed, level, done) = (levelsPlayed + 1, nil, [])
  }

  /// The names of the winners.
  var winners: [String] {
    guard state == .gameOver else { return [] }
    let scores = players.map(\.score)
    guard let best = lowestWins ? scores.min() : scores.max() else { return [] }
    return players.filter { $0.score == best }.map(\.name)
  }
}

/// Turns, scores and winners that differ from a naive board, in random games.
@Suite struct HotSeatModelTests {
  private struct Watched {
    static let codes = [
      "S1P/Z2", "Z1P/2S", "S1/1P", "Z2P/3S+lit", "SZP", "P1Z/S2", "1F1P/S1Z1", "S3/4/4/3P",
    ]

    var session: Session
    var board = NaiveBoard()
    var random: NaiveRandom
    var rules = NaiveRules.standard
    var awaits = false
    /// Whether the player walks back and forth until there are no moves left.
    var dithers = false
    var last = 0
    var counts: [String: Int] = [:]

    init(seed: Int) throws {
      random = NaiveRandom(seed: UInt64(seed))
      session = try boardSession([], Self.codes) { $0.machines = ["robot", "optimal"] }
    }

    mutating func count(_ what: String) { counts[what, default: 0] += 1 }

    /// The trials go through the given codes.
    var nextCode: String { Self.codes[Int(session.nextTrial) % Self.codes.count] }

    mutating func perform(_ action: Action, if isAllowed: Bool) -> String? {
      session.complaint(performing: action, if: isAllowed)
    }

    mutating func step() throws -> String? {
      if awaits { return stepAwaiting() }
      if session.screenKind == .message { return perform(.dismiss, if: true) }
      if board.round != nil { return try stepInTurn() }
      return try stepAtBoard()
    }

    private mutating func stepAtBoard() throws -> String? {
      switch random.below(16) {
      case 0:
        let name = random.one(of: ["Ann", "Ben", "robot", "Ann ", "", "夜"])
        let isAllowed =
          board.state == .settingUp && name != "" && name != "Ann "
          && !board.players.contains { $0.name == name }
        if isAllowed { board.add(name) }
        return perform(.seat(name), if: isAllowed)
      case 1:
        guard !board.players.isEmpty else { return nil }
        let place = random.below(board.players.count)
        session.perform(.point(place))
        // Not too often, so that some players remain.
        let isAllowed = board.state == .settingUp
        guard !isAllowed || random.below(3) == 0 else { return nil }
        if isAllowed { board.players.remove(at: place) }
        return perform(.remove, if: isAllowed)
      case 2:
        let isAllowed =
          board.state == .settingUp && (!board.players.isEmpty || random.below(9) == 0)
        guard isAllowed || board.state != .settingUp else { return nil }
        if isAllowed { board.start() }
        count("games")
        return perform(.button(.start), if: isAllowed)
      case 3:
        let isAllowed = board.state == .playing
        guard !isAllowed || random.below(6) == 0 else { return nil }
        if isAllowed { board.state = .gameOver }
        return perform(.button(.end), if: isAllowed)
      case 4:
        let isAllowed = board.state == .gameOver
        if isAllowed { board.state = .settingUp }
        return perform(.button(.reset), if: isAllowed)
      case 5:
        guard board.state != .settingUp, !board.players.isEmpty else { return nil }
        let place = random.below(board.players.count)
        session.perform(.point(place))
        let forward = random.below(2) == 0
        let isAllowed = board.state == .playing
        if isAllowed { board.players[place].score += forward ? 1 : -1 }
        return perform(.change(forward: forward), if: isAllowed)
      case 6:
        guard board.state == .settingUp else { return nil }
        if random.below(2) == 0 {
          session.perform(.point(board.players.count + 2))
          board.lowestWins.toggle()
          return perform(.change(forward: true), if: true)
        }
        session.perform(.point(board.players.count + 1))
        board.startingScore = random.below(60) - 30
        session.perform(.choose)
        session.perform(.type("\(board.startingScore)"))
        return perform(.choose, if: true)
      case 7:
        guard random.below(3) == 0 else { return nil }
        let place = board.next
        if let place { board.leave(place) }
        count("left")
        return perform(.sitOut, if: place != nil)
      case 8:
        return changeRules()
      case 9:
        // A visit elsewhere changes nothing.
        for action in [Action.visit(.worlds), .visit(.board)] {
          if let complaint = perform(action, if: true) { return complaint }
        }
        return nil
      default: return try beginTurn()
      }
    }

    /// Changes the rules for the next level.
    private mutating func changeRules() -> String? {
      session.perform(.open(.settings))
      rules.catchingDistance = random.below(2)
      rules.speed = 1 + random.below(3)
      session.perform(.set(.catchingDistance(rules.catchingDistance)))
      session.perform(.set(.zombieSpeed(rules.speed)))
      return perform(.close, if: true)
    }

    private mutating func beginTurn() throws -> String? {
      guard board.state == .playing else {
        return board.state == .gameOver ? perform(.choose, if: false) : nil
      }
      guard let place = board.next else { return perform(.choose, if: false) }
      if board.level == nil { board.level = (nextCode, rules) }
      guard let level = board.level, let naive = NaiveLevel(code: level.code) else {
        return "level"
      }
      if let complaint = perform(.choose, if: true) { return complaint }
      board.round = NaiveRound(naive, level.rules)
      if board.players[place].name == "robot" {
        awaits = true
        return nil
      }
      count("turns")
      dithers = random.below(4) == 0
      // The round may be over at its beginning.
      endIfOver()
      return nil
    }

    /// Counts a turn that is over.
    private mutating func endIfOver() {
      guard let round = board.round, let place = board.next else { return }
      let squares = round.level.squareCount
      guard round.outcome != nil || round.moves == 4 * squares else { return }
      count(round.outcome?.rawValue ?? "out-of-moves")
      board.end(place, isWon: round.outcome == .won, moves: round.moves, squares: squares)
    }

    private mutating func stepAwaiting() -> String? {
      awaits = false
      guard session.awaits == .player, let turn = session.turn, let place = board.next else {
        return "no turn is given out"
      }
      if turn.level.code != board.level?.code { return "turn in \(turn.level.code)" }
      if random.below(5) == 0 {
        board.leave(place)
        return perform(.sitOut, if: true)
      }
      let moves = (0..<random.below(40)).map { _ in random.below(4) }
      count("played for")
      while let round = board.round, round.outcome == nil, round.moves < turn.moveLimit,
        round.moves < moves.count, round.legalMoves().contains(moves[round.moves])
      {
        board.round?.move(moves[round.moves])
      }
      guard let round = board.round else { return "no round" }
      board.end(
        place, isWon: round.outcome == .won, moves: round.moves, squares: round.level.squareCount)
      return perform(.plays(moves.map { Direction.allCases[$0] }), if: true)
    }

    private mutating func stepInTurn() throws -> String? {
      guard let round = board.round, let place = board.next else { return "no round" }
      if random.below(80) == 0 {
        board.leave(place)
        count("left in a turn")
        return perform(.sitOut, if: true)
      }
      if random.below(12) == 0 {
        let action = random.one(of: [
          Action.undo, .restart, .hint, .showMe, .newRound, .back, .button(.end), .visit(.rounds),
        ])
        return perform(action, if: false)
      }
      let direction = dithers && round.moves > 0 ? last ^ 1 : random.below(4)
      let isAllowed = round.legalMoves().contains(direction)
      if isAllowed {
        last = direction
        board.round?.move(direction)
        endIfOver()
      }
      return perform(.move(Direction.allCases[direction]), if: isAllowed)
    }

    func complaint() -> String? {
      let shown = session.board
      let states: [Scoreboard.State] = [.settingUp, .playing, .gameOver]
      let state = [NaiveBoard.State.settingUp, .playing, .gameOver].firstIndex(of: board.state)
      if shown.state != state.map({ states[$0] }) { return "\(shown.state), not \(board.state)" }
      if shown.players.map(\.name) != board.players.map(\.name) { return "names" }
      if shown.players.map(\.id) != board.players.map(\.id) { return "identities" }
      if shown.players.map(\.score) != board.players.map(\.score) {
        return "scores \(shown.players.map(\.score)), not \(board.players.map(\.score))"
      }
      if shown.winners.map(\.name) != board.winners { return "winners" }
      if awaits != (session.awaits == .player) { return "awaited" }
      if board.round != nil, !awaits {
        guard let level = board.level, let place = board.next else { return "no level" }
        if session.attempt.level.code != level.code { return "level \(session.attempt.level.code)" }
        if session.attempt.rules.catchingDistance != level.rules.catchingDistance
          || session.attempt.rules.zombieSpeed != level.rules.speed
        {
          return "rules"
        }
        if session.screen.notes.first != "\(board.players[place].name)'s turn" {
          return "\(session.screen.notes), not \(board.players[place].name)"
        }
      }
      if session.screenKind == .board, !awaits, case .panel(let panel) = session.screen.content {
        let next =
          board.next.map {
            "Level \(board.levelsPlayed + 1): \(board.players[$0].name)'s turn."
          }
          ?? (board.players.isEmpty
            ? "There are no players." : "Everyone has left. End the game.")
        if panel.lines.last != next { return "\(panel.lines), not \(next)" }
        let details = board.players.map { "\($0.score)" + ($0.hasLeft ? ", has left" : "") }
        if panel.rows.map(\.detail) != details { return "rows" }
      }
      return nil
    }
  }

  /// 1,000 games in the long form.
  @Test("5.5 Random games at a board, compared to a naive one")
  func randomGames() throws {
    var counts: [String: Int] = [:]
    let all = cases(exactly: 6, long: 1_000)
    let failure = try firstFailure(of: 0..<all) { seed in
      var watched = try Watched(seed: seed)
      for step in 0..<300 {
        let complaint = try watched.step() ?? watched.complaint()
        if let complaint { return "seed \(seed), step \(step): \(complaint)" }
      }
      counts.merge(watched.counts, uniquingKeysWith: +)
      return nil
    }
    try require(failure == nil)
    for what in [
      "games", "turns", "played for", "left", "left in a turn", "won", "caught", "out-of-moves",
    ] {
      expect(counts[what, default: 0] >= max(1, all / 10), "\(what)")
    }
  }
}
