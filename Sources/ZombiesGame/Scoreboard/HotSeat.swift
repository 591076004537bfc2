import ZombiesCore
import ZombiesGenerator

/// The players of a board at one keyboard: they play the same levels in turn (<doc:TheScoreboard>, 5.5).
///
/// It knows whose turn it is and what a round is worth; the board keeps the scores.
struct HotSeat: Equatable {
  /// The scores.
  var board = Scoreboard()

  /// The names of players that are not people: the front end plays for whoever has such a name.
  let machines: [String]

  /// The level that is played now, with its rules and its trial; nil before the first turn in it.
  private(set) var level: TurnLevel?

  /// The number of levels that everybody has played.
  private(set) var levelsPlayed = 0

  /// What has happened in the current level.
  private(set) var results: [Result] = []

  /// What has happened in the level before.
  private(set) var lastResults: [Result] = []

  /// Who has left in the middle of a game.
  private(set) var absent: Set<Int> = []

  /// The row that the cursor is on.
  var row = 0

  /// What is being typed.
  var field: Field?

  /// Whether the moves of the player whose turn it is are awaited.
  var isPlaying = false

  /// A level that everybody plays.
  struct TurnLevel: Equatable {
    let named: NamedLevel
    let rules: Rules
    let selection: LevelSelection?
    let trial: UInt64
  }

  /// What a turn has brought.
  struct Result: Equatable {
    let player: Int
    let outcome: Outcome
    let moves: Int
    let points: Int
  }

  /// Something that is being typed.
  struct Field: Equatable {
    /// What it is for.
    enum Purpose: Equatable {
      case add
      case rename(Int)
      case startingScore
    }

    let purpose: Purpose
    var text = ""
  }

  init(machines: [String]) { self.machines = machines }

  // MARK: Turns

  /// The players in the order in which they play the current level: the one who begins goes round.
  private var order: [Scoreboard.Player] {
    let players = board.players
    guard !players.isEmpty else { return [] }
    let first = levelsPlayed % players.count
    return Array(players[first...] + players[..<first])
  }

  /// Whose turn it is; nil if nobody is left, or the game is not played.
  var next: Scoreboard.Player? {
    guard board.state == .playing else { return nil }
    return order.first { player in
      !absent.contains(player.id) && !results.contains { $0.player == player.id }
    }
  }

  /// Whether somebody has still to play the current level.
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

  /// Sets the level that everybody plays now.
  mutating func begin(_ level: TurnLevel) { self.level = level }

  /// What a round is worth: where the highest score wins, a point if it is won; where the lowest wins,
  /// its moves, and twice the most moves if it is not won.
  static func points(
    _ outcome: Outcome, moves: Int, in level: Level, _ winning: Scoreboard.Winning
  ) -> Int {
    switch winning {
    case .highest: outcome == .won ? 1 : 0
    case .lowest: outcome == .won ? moves : 2 * level.size.defaultMoveLimit
    }
  }

  /// Adds what a turn has brought.
  mutating func end(turnOf id: Int, _ outcome: Outcome, moves: Int) {
    guard let level, board.state == .playing else { return }
    let points = Self.points(outcome, moves: moves, in: level.named.level, board.winning)
    board.changeScore(of: id, by: points)
    results.append(Result(player: id, outcome: outcome, moves: moves, points: points))
    advance()
  }

  /// Lets a player leave: the row stays, and their turns are skipped.
  mutating func sitOut(_ id: Int) {
    absent.insert(id)
    advance()
  }

  /// Goes on to the next level when everybody has played.
  private mutating func advance() {
    guard next == nil, !results.isEmpty else { return }
    (lastResults, results, level) = (results, [], nil)
    levelsPlayed += 1
  }
}
