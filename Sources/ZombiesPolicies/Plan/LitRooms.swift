import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// Decides which rooms of a family are still won when the light goes on, and remembers the answers.
final class LitRooms {
  /// For a player's square, the blocks, and all zombies but one: the squares of the last zombie for
  /// which a lit round is won. For all zombies: every square if the round is won, otherwise none.
  private var won: [Position: Bitboard] = [:]

  private struct Position: Hashable {
    let player: Int
    let blocks, zombies: Bitboard
  }

  private let frame: PlanFrame
  private let solver: SmallSolver

  /// The work done so far: one unit for each set of zombies that a search visits, and
  /// ``workOfDecision`` for each room.
  private(set) var workDone = 0

  /// The work to decide a lit room, in addition to visiting its states.
  private static let workOfDecision = 40

  /// Creates an empty memory.
  ///
  /// - Parameter stateLimit: The maximum number of states of a search; nil for the solver's default.
  init(_ frame: PlanFrame, stateLimit: Int? = nil) {
    self.frame = frame
    let limit = Solver.defaultStateLimit(
      squares: frame.room.squareCount, movingZombies: frame.family.zombies)
    solver = SmallSolver(
      room: frame.room, rules: frame.rules, stateLimit: min(stateLimit ?? limit, limit))
  }

  /// Whether a lit round is won, for a player and zombies that may stand anywhere.
  func isWon(
    _ player: Int, _ zombies: Bitboard, _ blocks: Bitboard
  ) throws(PlanError) -> Bool {
    guard !zombies.isEmpty else {
      return try !squaresOfLastZombie(player, zombies, blocks, isLastMissing: false).isEmpty
    }
    let last = 63 - zombies.word.leadingZeroBitCount
    let others = zombies - Bitboard(square: last)
    return try squaresOfLastZombie(player, others, blocks, isLastMissing: true).contains(last)
  }

  /// The squares of one more zombie for which a lit round is won. If no zombie is missing, every square if
  /// the round is won.
  func squaresOfLastZombie(
    _ player: Int, _ zombies: Bitboard, _ blocks: Bitboard, isLastMissing: Bool
  ) throws(PlanError) -> Bitboard {
    let position = Position(player: player, blocks: blocks, zombies: zombies)
    if let squares = won[position] { return squares }
    var squares = Bitboard()
    if isLastMissing {
      for square in frame.room.all - frame.empty - blocks - zombies where square != player {
        let all = zombies | Bitboard(square: square)
        if frame.rules.danger(of: all, in: frame.room).contains(player) { continue }
        if try decide(player, all, blocks) { squares.insert(square) }
      }
    } else if try decide(player, zombies, blocks) {
      squares = frame.room.all
    }
    won[position] = squares
    return squares
  }

  private func decide(
    _ player: Int, _ zombies: Bitboard, _ blocks: Bitboard
  ) throws(PlanError) -> Bool {
    let level = SmallLevel(
      room: frame.room, start: player, signpost: frame.signpost, zombies: zombies,
      blocks: blocks, isLit: true)
    let verdict = solver.decide(level).verdict
    workDone += Self.workOfDecision + solver.setCount
    if verdict == .gaveUp { throw .gaveUp(Level(level)) }
    return verdict == .solvable
  }
}
