import ZombiesCore
import ZombiesGenerator

/// The players of a board who share one keyboard and play the same levels in turn
/// (<doc:TheScoreboard>, 5.5).
///
/// It tracks whose turn it is and awards points. The board keeps the scores.
struct HotSeat: Equatable {
  /// The scores.
  var board = Scoreboard()

  /// The current level; nil before the first turn in it.
  var level: Session.Drawn?

  /// The trial of the current level.
  var trial: UInt64 = 0

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

  /// The result of a turn.
  struct Result: Equatable {
    var player = 0
    var outcome = Outcome.won
    var moves = 0
    var points = 0
  }

  /// A text being typed.
  struct Field: Equatable {
    /// The purpose of the text.
    enum Purpose: Equatable {
      case add
      case rename(Int)
      case startingScore
    }

    var purpose = Purpose.add
    var text = ""
  }

  // MARK: Turns

  /// The player whose turn it is; nil if everyone has left, or no game is in progress. The first player of a level
  /// rotates.
  var next: Scoreboard.Player? {
    guard board.state == .playing else { return nil }
    let players = board.players
    return players.indices.map { players[($0 + levelsPlayed) % players.count] }.first { player in
      !absent.contains(player.id) && !results.contains { $0.player == player.id }
    }
  }

  /// Whether some players have not yet played the current level.
  var isInLevel: Bool { board.state == .playing && level != nil }

  func player(_ id: Int) -> Scoreboard.Player? { board.place(of: id).map { board.players[$0] } }

  /// The attempt of the player whose turn it is; nil before the first turn in a level.
  var attempt: Attempt? {
    guard let level, let next else { return nil }
    return Attempt(
      level.named, rules: level.rules, at: .turn(next.id), selection: level.selection)
  }

  /// The board and its turns after a button; nil if the button does nothing now.
  func pressing(_ button: Action.Button) -> HotSeat? {
    var board = board
    switch button {
    // A new game knows nothing of the last one.
    case .start: return board.startGame() ? HotSeat(board: board) : nil
    case .end: guard board.endGame() else { return nil }
    case .reset: guard board.resetGame() else { return nil }
    }
    var seats = self
    (seats.board, seats.row) = (board, button == .end ? 0 : row)
    return seats
  }

  /// Records the result of a turn. If the highest score wins, a win is a point. If the lowest score wins, it is the
  /// number of its moves, and any other end twice the move limit.
  mutating func end(turnOf id: Int, _ outcome: Outcome, moves: Int) {
    guard let level, board.state == .playing else { return }
    let isWon = outcome == .won
    let points =
      switch board.winning {
      case .highest: isWon ? 1 : 0
      case .lowest: isWon ? moves : 2 * level.named.level.size.defaultMoveLimit
      }
    board.changeScore(of: id, by: points)
    results.append(Result(player: id, outcome: outcome, moves: moves, points: points))
    advance()
  }

  /// Lets a player leave. The row stays, and the player's turns are skipped.
  mutating func sitOut(_ id: Int) {
    absent.insert(id)
    advance()
  }

  /// Moves to the next level when everyone has played.
  private mutating func advance() {
    guard next == nil, !results.isEmpty else { return }
    (lastResults, results, level, trial) = (results, [], nil, 0)
    levelsPlayed += 1
  }
}
