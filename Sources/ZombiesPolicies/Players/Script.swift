import ZombiesCore
import ZombiesSolver

extension Policy {
  /// Plays *the* solution, if there is one. It is the upper bound for every policy, and the only policy
  /// that sees the level.
  public static let clairvoyant = Policy(
    "clairvoyant", summary: "sees the whole level and plays its solution: no policy wins more",
    playsInOneWay: true, code: 3, engine: .solution, kind: .clairvoyant)
}

/// The player of `clairvoyant`, which plays *the* solution. After it, or without one, it plays the first
/// legal move in the order U < D < L < R. No other player receives the level before the round begins.
package struct Script: Player, Equatable, Sendable {
  private let moves: [Direction]
  private var next = 0

  /// Creates the script of a level.
  ///
  /// - Throws: ``PolicyError/gaveUp(_:)`` if the solver gave up.
  package init(_ level: Level, solver: Solver) throws(PolicyError) {
    let solved = solver.solve(level)
    if solved.verdict == .gaveUp { throw .gaveUp(level) }
    self.init(solved)
  }

  /// Creates the script of a level of at most 64 squares.
  ///
  /// - Throws: ``PolicyError/gaveUp(_:)`` if the solver gave up.
  package init(_ level: SmallLevel, solver: Solver) throws(PolicyError) {
    let solved = solver.solve(level)
    if solved.verdict == .gaveUp { throw .gaveUp(Level(level)) }
    self.init(solved)
  }

  /// The script of a level without a solution.
  package static var none: Script { Script(moves: []) }

  private init(moves: [Direction]) { self.moves = moves }

  /// Creates the script from a solver's result.
  init(_ solved: SolverResult) { moves = solved.solution?.moves ?? [] }

  /// The next move.
  package mutating func choose(_ sight: Sight) -> Direction { choose(legal: sight.legalMoves) }

  mutating func choose(legal: DirectionSet) -> Direction {
    if next < moves.count {
      next += 1
      return moves[next - 1]
    }
    return legal.first ?? .up
  }
}
