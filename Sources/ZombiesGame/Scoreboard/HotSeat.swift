import ZombiesCore
import ZombiesGenerator

/// The players of a board who share one keyboard and play the same levels in turn
/// (<doc:TheScoreboard>, 5.5).
///
/// It tracks whose turn it is and awards points. The board keeps the scores.
struct HotSeat: Equatable {
  /// The scores.
  var board = Scoreboard()

  /// The names of players that are not people. The front end plays for them.
  var machines: [String] = []

  /// The current level, with its rules and its trial; nil before the first turn in it.
  var level: TurnLevel?

  /// The number of levels that everyone has played.
  var levelsPlayed = 0

  /// The results so far in the current level.
  var results: [Result] = []

  /// The results in the last level that everyone has played.
  var lastResults: [Result] = []

  /// The players who have left in the middle of a game.
  var absent: Set<Int> = []

  /// The row that the cursor is on.
  var row = 0

  /// The text being typed.
  var field: Field?

  /// Whether the session is waiting for the moves of a player that is not a person.
  var isPlaying = false

  /// A level for everyone to play.
  struct TurnLevel: Equatable {
    let named: NamedLevel
    let rules: Rules
    let selection: LevelSelection?
    let trial: UInt64
  }

  /// The result of a turn.
  struct Result: Equatable {
    let player: Int
    let outcome: Outcome
    let moves: Int
    let points: Int
  }

  /// A text being typed.
  struct Field: Equatable {
    /// The purpose of the text.
    enum Purpose: Equatable {
      case add
      case rename(Int)
      case startingScore
    }

    let purpose: Purpose
    var text = ""
  }

  /// The same turns, with the names of players that are not people.
  func played(by machines: [String]) -> HotSeat {
    var seats = self
    seats.machines = machines
    return seats
  }

  // MARK: Turns

  /// The players in the order in which they play the current level. The first player rotates.
  private var order: [Scoreboard.Player] {
    let players = board.players
    guard !players.isEmpty else { return [] }
    let first = levelsPlayed % players.count
    return Array(players[first...] + players[..<first])
  }

  /// The player whose turn it is; nil if everyone has left, or no game is in progress.
  var next: Scoreboard.Player? {
    guard board.state == .playing else { return nil }
    return order.first { player in
      !absent.contains(player.id) && !results.contains { $0.player == player.id }
    }
  }

  /// Whether some players have not yet played the current level.
  var isInLevel: Bool { board.state == .playing && level != nil }

  /// Whether the front end plays for a player.
  func isMachine(_ player: Scoreboard.Player) -> Bool { machines.contains(player.name) }

  func player(_ id: Int) -> Scoreboard.Player? { board.place(of: id).map { board.players[$0] } }

  /// Begins a game.
  mutating func startGame() {
    guard board.startGame() else { return }
    (level, levelsPlayed, results, lastResults, absent, row) = (nil, 0, [], [], [], 0)
    isPlaying = false
  }

  /// The points for a round. If the highest score wins: 1 for a win, otherwise 0. If the lowest score
  /// wins: the number of moves for a win, otherwise twice the move limit.
  static func points(
    _ outcome: Outcome, moves: Int, in level: Level, _ winning: Scoreboard.Winning
  ) -> Int {
    switch winning {
    case .highest: outcome == .won ? 1 : 0
    case .lowest: outcome == .won ? moves : 2 * level.size.defaultMoveLimit
    }
  }

  /// Records the result of a turn.
  mutating func end(turnOf id: Int, _ outcome: Outcome, moves: Int) {
    guard let level, board.state == .playing else { return }
    let points = Self.points(outcome, moves: moves, in: level.named.level, board.winning)
    board.changeScore(of: id, by: points)
    results.append(Result(player: id, outcome: outcome, moves: moves, points: points))
    advance()
  }

  /// Lets a player leave. The row stays, and the player's turns are skipped.
  mutating func sitOut(_ id: Int) {
    absent.insert(id)
    advance()
  }

  /// Removes a player, with all results.
  mutating func remove(_ id: Int) {
    guard board.remove(id) else { return }
    results.removeAll { $0.player == id }
    lastResults.removeAll { $0.player == id }
    absent.remove(id)
  }

  /// Moves to the next level when everyone has played.
  private mutating func advance() {
    guard next == nil, !results.isEmpty else { return }
    (lastResults, results, level) = (results, [], nil)
    levelsPlayed += 1
  }
}
