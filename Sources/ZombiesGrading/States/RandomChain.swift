import ZombiesCore

/// The policy `random` as a Markov chain over the states of a level: each legal move is equally
/// likely, and what becomes of the player is computed, not sampled.
///
///     let chain = StateGraph(level).map(RandomChain.init)
///     let values = chain?.values(moveLimit: 4 * level.size.squareCount)
///
/// Results are the same on every machine: sums and products of `Double`s in a fixed order.
public struct RandomChain: Sendable {
  /// What becomes of a round.
  ///
  /// The probabilities add up to 1 within ``errorBound``.
  public struct Values: Hashable, Sendable {
    /// The probability that the round is won.
    public var won = 0.0
    /// The probability that the player is caught.
    public var caught = 0.0
    /// The probability that the player is stuck: 0 or 1, for it happens on the start or never.
    public var stuck = 0.0
    /// The probability that the moves are used up; 0 without a limit.
    public var outOfMoves = 0.0
    /// The probability that a round without a limit comes to where it never ends; 0 with one.
    public var neverEnding = 0.0
    /// The mean number of moves over all rounds, every move made counted, the fatal or winning one
    /// too; infinite where rounds may never end.
    public var meanMoves = 0.0
    /// How far at most each probability is from its exact value, and the mean in proportion to it.
    public var errorBound = 0.0
  }

  private let outcomeAtStart: Outcome?
  private let layers: [Int]
  private let movesToEnd: [Int32]
  private let hasEnd: Bool

  /// For each state the places of its four successors in the values: a state's number, or one of
  /// those behind them, for a win, for being caught, and for what is not legal.
  private let places: [SIMD4<Int32>]

  /// For each state one divided by the number of legal moves.
  private let shares: [Double]

  /// Prepares the chain. O(states).
  public init(_ graph: StateGraph) {
    outcomeAtStart = graph.outcomeAtStart
    layers = graph.layers
    movesToEnd = graph.movesToEnd
    hasEnd = movesToEnd.allSatisfy { $0 > 0 }
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

  /// What becomes of a round from a state: the probabilities of a win, of being caught and of no
  /// end, and the mean number of moves.
  private typealias Row = SIMD4<Double>

  /// What a move adds: one to the moves.
  private static let oneMove = Row(0, 0, 0, 1)

  /// The rows of all states, and of a win, of being caught, and of what is not legal.
  private func rows(_ state: (Int) -> Row) -> [Row] {
    places.indices.map(state) + [Row(1, 0, 0, 0), Row(0, 1, 0, 0), Row()]
  }

  /// What becomes of a round.
  ///
  /// With a limit, ``Values/errorBound`` is below 10⁻¹² where the limit is at most 1125 moves, or
  /// no state has a larger mean than that; without one, where no state has a larger mean than 800.
  ///
  /// - Parameter moveLimit: The most moves, at least 0; nil for no limit.
  /// - Complexity: O(states · moves) with a limit. Without one O(states · *m*) for a largest mean of
  ///   *m* moves from any state; after 2³⁰ steps of states it ends, and the bound tells how far it
  ///   came.
  public func values(moveLimit: Int?) -> Values {
    switch outcomeAtStart {
    case .stuck: return Values(stuck: 1)
    case .some: return Values(caught: 1)
    case nil: return moveLimit.map(limited) ?? unlimited()
    }
  }

  /// The largest error of a step, in proportion to what it computes: of three sums, a rounded third
  /// and its product at most four are rounded where there are three moves, three else, and one more
  /// sum counts the move; five roundings of 2⁻⁵³.
  private static let stepError = 0x1p-50

  /// Steps backwards from the last move: a row says what becomes of a state with so many moves left.
  ///
  /// Every move changes the colour of the player's square, as on a chessboard. So only the states of
  /// one colour are asked for with some number of moves left, and all of their successors are of the
  /// other one: rows change in place.
  private func limited(_ moves: Int) -> Values {
    var rows = rows { _ in Row(0, 0, 1, 0) }
    rows.withUnsafeMutableBufferPointer { rows in
      for left in stride(from: 1, through: moves, by: 1) {
        // With all moves left the player stands on the start, in layer 0.
        for layer in stride(from: (moves - left) & 1, to: layers.count - 1, by: 2) {
          for state in layers[layer]..<layers[layer + 1] {
            rows[state] = step(state, rows)
          }
        }
      }
    }
    // The error of a step reaches the start with the probability of being there, so that all add up
    // to the error of one step times the mean number of moves, or times the largest one for the mean.
    let row = rows[0]
    let most = min(Double(max(0, moves)), largestMean(rows) + 1)
    return Values(
      won: row[0], caught: row[1], outOfMoves: row[2], meanMoves: row[3],
      errorBound: most * Self.stepError)
  }

  /// Solves the equations of all states by sweeps from below (Gauss and Seidel), until they hardly
  /// change anything.
  ///
  /// Let `M` be the mean numbers of moves, and `r` the largest change of the last sweep: what the
  /// equations still lack is `r` at most everywhere, so that what the solution lacks is at most `r`
  /// times `M`, which is what the equations make of 1 everywhere.
  private func unlimited() -> Values {
    // Where no end can be reached, nothing changes.
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

  /// The row of a state, from those of its successors.
  @inline(__always)
  private func step(_ state: Int, _ rows: UnsafeMutableBufferPointer<Row>) -> Row {
    let next = places[state]
    let sum = rows[Int(next[0])] + rows[Int(next[1])] + rows[Int(next[2])] + rows[Int(next[3])]
    return sum * shares[state] + Self.oneMove
  }

  private func largestMean(_ rows: [Row]) -> Double {
    places.indices.reduce(0) { max($0, rows[$1][3]) }
  }
}
