import ZombiesGame
import ZombiesTestBridge
import ZombiesTestSupport

/// A second version of a board with turns, written from "The scoreboard" and not from the code. Lines are typed.
struct NaiveBoard {
  struct Player {
    var name: String
    var score = 0
    var hasLeft = false
  }

  enum State: String {
    case settingUp = "setting up"
    case playing
    case gameOver = "game over"
  }

  static let codes = [
    "S1P/Z2", "Z1P/2S", "S1/1P", "Z2P/3S+lit", "SZP", "P1Z/S2", "1F1P/S1Z1", "S3/4/4/3P", "S#P",
  ]
  static let machines = ["robot", "optimal"]

  var players: [Player] = []
  var state = State.settingUp
  var startingScore = 0
  var lowestWins = false
  /// The number of levels that were played to the end, in this game and in all.
  var levelsPlayed = 0
  var trials = 0
  /// The current level with its rules, once a player has begun it.
  var level: (code: String, rules: NaiveRules)?
  /// Who has played it, and how.
  var turns: [(player: String, told: String)] = []
  var lastTurns: [String] = []
  /// The current turn.
  var round: NaiveRound?
  /// The outcome of the turn that the message is about.
  var outcome: String?
  /// The rules of the next level.
  var rules = NaiveRules.standard

  /// The place of the next player. The first player moves on by one at each level.
  var next: Int? {
    guard state == .playing else { return nil }
    return players.indices.map { ($0 + levelsPlayed) % players.count }.first { place in
      !players[place].hasLeft && !turns.contains { $0.player == players[place].name }
    }
  }

  /// Whether the moves of a machine are awaited.
  var isAwaited: Bool {
    round != nil && next.map { Self.machines.contains(players[$0].name) } == true
  }

  // MARK: What a player does

  /// Types a line, which may do nothing.
  mutating func type(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    let place = players.firstIndex { $0.name == rest }
    switch (words[0], state) {
    case ("next", _) where outcome != nil: outcome = nil
    case ("sit", .playing) where outcome == nil:
      if let next { leave(next) }
    case _ where round != nil || outcome != nil:
      if let move = ["u", "d", "l", "r"].firstIndex(of: line), outcome == nil { play([move]) }
    case ("add", .settingUp) where place == nil && !rest.isEmpty:
      players.append(Player(name: rest, score: startingScore))
    case ("remove", .settingUp): if let place { players.remove(at: place) }
    case ("lowest", .settingUp), ("highest", .settingUp): lowestWins = line == "lowest"
    case ("start", .settingUp) where rest.hasPrefix("at "):
      startingScore = Int(rest.dropFirst(3)) ?? startingScore
    case ("start", .settingUp): start()
    case ("give", .playing):
      let parts = rest.split(separator: " ")
      if let place = players.firstIndex(where: { $0.name == parts[0] }), let points = Int(parts[1])
      {
        add(points, to: place)
      }
    case ("turn", .playing): if next != nil { beginTurn() }
    case ("end", .playing): state = .gameOver
    case ("reset", .gameOver): state = .settingUp
    default: break
    }
  }

  private mutating func start() {
    state = .playing
    for place in players.indices {
      (players[place].score, players[place].hasLeft) = (startingScore, false)
    }
    (levelsPlayed, level, turns, lastTurns) = (0, nil, [], [])
  }

  private mutating func add(_ points: Int, to place: Int) {
    let sum = players[place].score + points
    if abs(sum) <= 1_000_000_000 { players[place].score = sum }
  }

  private mutating func beginTurn() {
    if level == nil {
      level = (Self.codes[trials % Self.codes.count], rules)
      trials += 1
    }
    guard let level, let naive = NaiveLevel(code: level.code) else { return }
    round = NaiveRound(naive, level.rules)
    if !isAwaited { endIfOver() }
  }

  private mutating func leave(_ place: Int) {
    players[place].hasLeft = true
    round = nil
    endLevelIfOver()
  }

  /// Plays moves up to the first illegal one. A machine's turn is over then, without a message.
  mutating func play(_ moves: [Int]) {
    let isMachine = isAwaited
    for move in moves {
      guard var played = round, played.outcome == nil, played.moves < 4 * played.level.squareCount,
        played.legalMoves().contains(move)
      else { break }
      played.move(move)
      round = played
    }
    if isMachine { count() } else { endIfOver() }
  }

  private mutating func endIfOver() {
    guard let round, round.outcome != nil || round.moves == 4 * round.level.squareCount else {
      return
    }
    outcome = round.outcome?.rawValue ?? "out-of-moves"
    count()
  }

  /// Counts the turn, which is over.
  private mutating func count() {
    guard let round, let next else { return }
    let isWon = round.outcome == .won
    let points = lowestWins ? isWon ? round.moves : 8 * round.level.squareCount : isWon ? 1 : 0
    add(points, to: next)
    let moves = round.moves == 1 ? "1 move" : "\(round.moves) moves"
    let how =
      switch round.outcome {
      case .won: "won in \(moves)"
      case .caught: "was caught after \(moves)"
      case .stuck: "got stuck after \(moves)"
      default: "ran out of moves after \(round.moves)"
      }
    let name = players[next].name
    turns.append((name, "\(name) \(how): \(points == 1 ? "1 point" : "\(points) points")."))
    self.round = nil
    endLevelIfOver()
  }

  /// Continues with the next level when all remaining players have played this one.
  private mutating func endLevelIfOver() {
    guard next == nil, !turns.isEmpty else { return }
    (levelsPlayed, level, lastTurns, turns) = (levelsPlayed + 1, nil, turns.map(\.told), [])
  }

  // MARK: What is shown

  var winners: [String] {
    let scores = players.map(\.score)
    let best = lowestWins ? scores.min() : scores.max()
    return state == .gameOver ? players.filter { $0.score == best }.map(\.name) : []
  }

  var shown: [String] {
    var lines = ["Scoreboard: \(state.rawValue)"]
    switch state {
    case .settingUp:
      lines += players.map { Self.machines.contains($0.name) ? "\($0.name) | policy" : $0.name }
      lines += ["Add a player", "Starting score | \(startingScore)"]
      lines.append("Who wins | \(lowestWins ? "lowest" : "highest") score")
    case .playing:
      if turns.isEmpty, !lastTurns.isEmpty {
        lines += ["Level \(levelsPlayed) is over."] + lastTurns
      }
      lines.append(
        next.map { "Level \(levelsPlayed + 1): \(players[$0].name)'s turn." }
          ?? (players.isEmpty ? "There are no players." : "Everyone has left. End the game."))
      lines += players.map { "\($0.name) | \($0.score)\($0.hasLeft ? ", has left" : "")" }
    case .gameOver:
      let (some, last) = (winners.dropLast().joined(separator: ", "), winners.last ?? "")
      lines.append(
        winners.isEmpty
          ? "There is no winner because there were no players."
          : some.isEmpty ? "The winner is \(last)." : "The winners are \(some) and \(last).")
      for rank in 1...max(1, players.count) {
        for player in players {
          let better = players.count {
            lowestWins ? $0.score < player.score : $0.score > player.score
          }
          guard better == rank - 1 else { continue }
          lines.append("\(rank). \(player.name) | \(better == 0 ? "winner, " : "")\(player.score)")
        }
      }
    }
    return lines
  }

  /// How a session differs; nil if it does not.
  func complaint(_ session: Session) -> String? {
    if outcome != nil { return session.screenKind == .message ? nil : "no message" }
    guard let round, let next, let level else {
      guard let panel = session.panel, session.awaits == nil else { return "no board" }
      let found =
        [panel.title] + panel.lines
        + panel.rows.map { $0.text + ($0.detail.isEmpty ? "" : " | \($0.detail)") }
      return found == shown ? nil : "\(found), expected \(shown)"
    }
    if isAwaited {
      guard let turn = session.turn, session.awaits == .player else { return "no turn" }
      return turn.level.code == level.code && turn.moveLimit == 4 * round.level.squareCount
        && turn.player == players[next].name && turn.trial == UInt64(trials - 1)
        && turn.rules.catchingDistance == level.rules.catchingDistance
        && turn.rules.zombieSpeed == level.rules.speed ? nil : "\(turn)"
    }
    let (room, player) = (session.room, session.room.player)
    if player.row * room.size.columns + player.column != round.player { return "\(player)" }
    return session.screen.notes.first == "\(players[next].name)'s turn" ? nil : "another turn"
  }
}
