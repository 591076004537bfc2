import ZombiesCore
import ZombiesSolver

/// The policy `random` as a Markov chain over the states of a level. All legal moves are equally
/// likely, and the player's chances are computed rather than sampled.
///
///     let chain = RandomChain(try StateGraph(level))
///     let values = chain.values(moveLimit: 4 * level.size.squareCount)
///
/// Results are the same on every machine, because `Double`s are added and multiplied in a fixed order.
public struct RandomChain: Sendable {
  /// The possible results of a round.
  ///
  /// The probabilities add up to 1 within ``errorBound``.
  public struct Values: Hashable, Sendable {
    /// The probability that the round is won.
    public var won = 0.0
    /// The probability that the player is caught.
    public var caught = 0.0
    /// The probability that the player is stuck: 0 or 1, because it can happen only at the start.
    public var stuck = 0.0
    /// The probability that the moves run out; 0 without a limit.
    public var outOfMoves = 0.0
    /// The probability that a round without a limit reaches a state from which it never ends; 0 with a
    /// limit.
    public var neverEnding = 0.0
    /// The mean number of moves in a round, including the fatal or winning one; infinite if rounds may
    /// never end.
    public var meanMoves = 0.0
    /// The maximum absolute error of each probability, and the maximum relative error of the mean.
    public var errorBound = 0.0
  }

  private let outcomeAtStart: Outcome?
  private let layers: [Int]
  private let graph: StateGraph

  /// For each state, the row indices of its four successors: the number of a state, or an index after
  /// all states for a win, for being caught, or for an illegal move.
  private let places: [SIMD4<Int32>]

  /// For each state, one divided by the number of legal moves.
  private let shares: [Double]

  /// Prepares the chain. O(states).
  public init(_ graph: StateGraph) {
    outcomeAtStart = graph.outcomeAtStart
    layers = graph.layers
    self.graph = graph
    let count = Int32(truncatingIfNeeded: graph.count)
    var places: [SIMD4<Int32>] = []
    var shares: [Double] = []
    places.reserveCapacity(graph.count)
    shares.reserveCapacity(graph.count)
    for state in 0..<graph.count {
      var row = SIMD4<Int32>()
      var legal = 0
      for direction in 0..<4 {
        let target = graph.successors[4 * state + direction]
        if target != StateGraph.illegal { legal += 1 }
        row[direction] = target >= 0 ? target : count - 1 - target
      }
      places.append(row)
      shares.append(1 / Double(legal))
    }
    self.places = places
    self.shares = shares
  }

  /// The results of a round from a state: the probabilities of a win, of being caught, and of running
  /// out of moves or never ending, and the mean number of moves.
  private typealias Row = SIMD4<Double>

  /// The contribution of a move: one to the number of moves.
  private static let oneMove = Row(0, 0, 0, 1)

  /// The rows for all states, and for a win, for being caught and for an illegal move.
  private func rows(_ state: (Int) -> Row) -> [Row] {
    places.indices.map(state) + [Row(1, 0, 0, 0), Row(0, 1, 0, 0), Row()]
  }

  /// The possible results of a round.
  ///
  /// ``Values/errorBound`` is below 10⁻¹² in these cases: with a limit, if the limit is at most
  /// 1125 moves or no state has a mean number of moves above 1124; without a limit, if no state has
  /// a mean above 800.
  ///
  /// - Parameter moveLimit: The maximum number of moves, at least 0; nil for no limit.
  /// - Complexity: O(states · moves) with a limit. Without a limit, O(states · *m*), where *m* is
  ///   the largest mean number of moves from any state. The computation stops after updating states
  ///   2³⁰ times, and the error bound shows the precision reached.
  public func values(moveLimit: Int?) -> Values {
    switch outcomeAtStart {
    case .stuck: return Values(stuck: 1)
    case .some: return Values(caught: 1)
    case nil: return moveLimit.map(limited) ?? unlimited()
    }
  }

  /// The maximum relative error of a step. Its three sums, a rounded third and the product have at most
  /// four roundings if there are three moves, otherwise three. One more sum counts the move, which
  /// makes five roundings of 2⁻⁵³.
  private static let stepError = 0x1p-50

  /// Computes the results with a limit, backwards from the last move: each row has a state's results
  /// with a given number of moves left.
  ///
  /// Every move changes the colour of the player's square, as on a chessboard. With a given number of
  /// moves left, only the states of one colour matter, and all their successors have the other colour,
  /// so rows can change in place.
  private func limited(_ moves: Int) -> Values {
    var rows = rows { _ in Row(0, 0, 1, 0) }
    rows.withUnsafeMutableBufferPointer { rows in
      for left in stride(from: 1, through: moves, by: 1) {
        if left & 15 == 0, SearchStop.isWanted { break }
        // With all moves left, the player stands on the start, in layer 0.
        for layer in stride(from: (moves - left) & 1, to: layers.count - 1, by: 2) {
          for state in layers[layer]..<layers[layer + 1] {
            rows[state] = step(state, rows)
          }
        }
      }
    }
    // The error of a step in a state affects the start with the probability of reaching that state.
    // So the errors add up to that of one step times the mean number of moves, or times the largest
    // mean for the mean itself.
    let row = rows[0]
    let most = min(Double(max(0, moves)), largestMean(rows) + 1)
    return Values(
      won: row[0], caught: row[1], outOfMoves: row[2], meanMoves: row[3],
      errorBound: most * Self.stepError)
  }

  /// Computes the results without a limit: solves the equations of all states by sweeps from below
  /// (Gauss-Seidel), until a sweep changes almost nothing.
  ///
  /// Let `M` be the mean numbers of moves, and `r` the largest change in the last sweep. The equations
  /// are off by at most `r` everywhere, so the solution is off by at most `r` times `M`, because `M`
  /// solves the equations with 1 everywhere.
  private func unlimited() -> Values {
    let movesToEnd = graph.movesToEnd
    let hasEnd = movesToEnd.allSatisfy { $0 > 0 }
    // The row of a state that cannot reach an end never changes.
    // Same: the numbers are -1 or at least 1.
    var rows = rows { movesToEnd[$0] > 0 ? Row() : Row(0, 0, 1, 0) }
    var change = Double.infinity
    var steps = 0
    rows.withUnsafeMutableBufferPointer { rows in
      while change > 0x1p-52, steps < Self.stepLimit {
        var most = Row()
        for state in stride(from: places.count - 1, through: 0, by: -1) where movesToEnd[state] > 0
        {
          let row = step(state, rows)
          most = pointwiseMax(most, row - rows[state])
          rows[state] = row
        }
        change = most.max()
        steps += places.count
      }
    }
    let row = rows[0]
    let error = (change + Self.stepError) * (largestMean(rows) + 1)
    return Values(
      won: row[0], caught: row[1], neverEnding: row[2], meanMoves: hasEnd ? row[3] : .infinity,
      errorBound: error < 1 ? error / (1 - error) : .infinity)
  }

  private static let stepLimit = 1 << 30

  /// The row of a state, computed from those of its successors.
  @inline(__always)
  private func step(_ state: Int, _ rows: UnsafeMutableBufferPointer<Row>) -> Row {
    let next = places[state]
    let first: Row = rows[Int(next[0])] + rows[Int(next[1])]
    let sum: Row = first + rows[Int(next[2])] + rows[Int(next[3])]
    return sum * shares[state] + Self.oneMove
  }

  private func largestMean(_ rows: [Row]) -> Double {
    places.indices.reduce(0) { max($0, rows[$1][3]) }
  }
}
