import ZombiesCore
import ZombiesSolver

/// The number of shortest solutions of a level that pass each square.
///
///     let counts = try ShortestPathCounts(Level("S4/5/5/5/4P"))
///     print(counts.total, counts[Square(row: 2, column: 2)])   // 70.0 36.0
///
/// A solution that passes a square several times counts once. Counts are `Double`s, because a `UInt64`
/// could overflow. They are exact up to 2⁵³ and rounded beyond.
public struct ShortestPathCounts: Hashable, Sendable {
  /// The number of shortest solutions.
  public let total: Double

  /// The number of shortest solutions that pass each square, in reading order.
  public let counts: [Double]

  private let size: RoomSize

  /// The number of shortest solutions that pass a square.
  public subscript(square: Square) -> Double { counts[size.index(of: square)] }

  /// The maximum number of state visits for squares to which a solution may return.
  private static let mostLooks = 200_000_000

  /// Counts the shortest solutions of a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - rules: The rules in force.
  ///   - stateLimit: The maximum number of states; nil for ``StateGraph/defaultStateLimit``, and for no limit if
  ///     no zombie ever moves.
  /// - Throws: ``ExplorationError``.
  /// - Complexity: O(states) if solutions reach each square after only one number of moves; otherwise
  ///   O(states · squares).
  public init(
    _ level: Level, rules: Rules = .standard, stateLimit: Int? = nil
  ) throws(ExplorationError) {
    let explored = level.withoutUselessLight
    let limit = stateLimit ?? (level.zombiesMayMove ? StateGraph.defaultStateLimit : .max)
    let graph = try StateGraph(explored, rules: rules, stateLimit: limit)
    guard let par = graph.par else { throw .unsolvable }
    let last = graph.layers[par]
    let size = level.size
    let places = graph.playerSquares(of: explored, upTo: last)
    /// Counts the paths from the start to each state that avoid a square, and returns the number of
    /// those that win in par.
    func ways(to goal: inout [Double], avoiding square: Int32) -> Double {
      for state in 0..<last { goal[state] = 0 }
      var sum = 0.0
      if places[0] != square { goal[0] = 1 }
      for depth in 0..<par {
        let next = graph.layers[depth + 1]
        for state in graph.layers[depth]..<next where goal[state] > 0 {
          for place in 4 * state..<4 * state + 4 {
            let target = Int(graph.successors[place])
            if target == Int(StateGraph.won), depth == par - 1 {
              sum += goal[state]
            } else if target >= next, target < last, places[target] != square {
              goal[target] += goal[state]
            }
          }
        }
      }
      return sum
    }
    var before = [Double](repeating: 0, count: last)
    let total = ways(to: &before, avoiding: -1)
    guard total.isFinite else { throw .tooManySolutions }
    assert(total > 0, "a path to the signpost")
    let after = graph.pathsToWin(par, zero: 0.0, one: 1, +)
    var counts = [Double](repeating: 0, count: size.squareCount)
    // The last depth at which a solution is on each square, and the squares with several depths.
    var depths = [Int32](repeating: -1, count: size.squareCount)
    var mayReturn = SquareSet(size)
    for depth in 0..<par {
      for state in graph.layers[depth]..<graph.layers[depth + 1]
      // Same: a square that is examined without need has the same count.
      where before[state] > 0 && after[state] > 0 {
        let place = Int(places[state])
        counts[place] += before[state] * after[state]
        if depths[place] >= 0, Int(depths[place]) != depth {
          mayReturn.insert(size.square(at: place))
        }
        depths[place] = Int32(truncatingIfNeeded: depth)
      }
    }
    counts[size.index(of: level.signpost)] = total
    if !mayReturn.isEmpty {
      guard mayReturn.count <= Self.mostLooks / max(1, last) else { throw .tooMuchWork }
      for square in mayReturn {
        let place = size.index(of: square)
        counts[place] = total - ways(to: &before, avoiding: Int32(truncatingIfNeeded: place))
      }
    }
    guard counts.allSatisfy({ $0.isFinite }) else { throw .tooManySolutions }
    self.total = total
    self.counts = counts
    self.size = size
  }
}
