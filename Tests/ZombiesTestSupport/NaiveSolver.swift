/// The result of a search of a level ("The rules", section 4).
public struct NaiveSolution: Hashable, Sendable {
  /// Whether some sequence of legal moves wins.
  public let solvable: Bool
  /// The length of a shortest winning sequence, or nil.
  public let par: Int?
  /// The shortest winning sequence that comes first when U < D < L < R, or nil.
  public let solution: String?
  /// The number of shortest winning sequences, at most 2⁶⁴ − 1, or nil.
  public let shortestSolutions: UInt64?
  /// The number of states in which the round is not over that are reached in fewer moves than par,
  /// or at all if it is not solvable, including the start.
  public let states: Int

  /// The number of reachable states in which the round is not over, including the start. Nil if
  /// solvable.
  public var reachableStates: Int? { solvable ? nil : states }
}

/// Solves a level by breadth-first search over its states, layer by layer.
///
/// A layer contains the states at one distance from the start, in the order of the first of their
/// shortest paths (U < D < L < R). Its states are expanded in that order, each by U, D, L, R, so
/// the next layer has that order too, and the first winning move ends *the* solution.
public func naiveSolve(_ level: NaiveLevel, _ rules: NaiveRules = .standard) -> NaiveSolution {
  var space = NaiveStateSpace(level, rules)
  // For each state: its distance, its number of shortest paths, and the last move of the first one.
  var distances = [0]
  var ways: [UInt64] = [1]
  var parents = [-1]
  var lastMoves = [-1]

  var layer = space.rounds.isEmpty ? [] : [0]
  var distance = 0
  while !layer.isEmpty {
    let states = space.rounds.count
    var nextLayer: [Int] = []
    var solution: String?
    var solutions: UInt64 = 0
    for state in layer {
      for direction in 0..<4 {
        let next = space.successor(of: state, by: direction)
        if next == NaiveStateSpace.won {
          solutions = naiveSaturatingSum(solutions, ways[state])
          if solution == nil {
            solution =
              naiveWay(to: state, parents: parents, lastMoves: lastMoves)
              + naiveDirectionLetters[direction]
          }
        } else if next == distances.count {
          // A new state.
          distances.append(distance + 1)
          ways.append(ways[state])
          parents.append(state)
          lastMoves.append(direction)
          nextLayer.append(next)
        } else if next >= 0 && distances[next] == distance + 1 {
          // A state of the next layer, reached again by another shortest path.
          ways[next] = naiveSaturatingSum(ways[next], ways[state])
        }
      }
    }
    if let solution {
      return NaiveSolution(
        solvable: true, par: distance + 1, solution: solution, shortestSolutions: solutions,
        states: states)
    }
    layer = nextLayer
    distance += 1
  }
  return NaiveSolution(
    solvable: false, par: nil, solution: nil, shortestSolutions: nil, states: space.rounds.count)
}

/// The moves that lead to a state, from the start.
private func naiveWay(to state: Int, parents: [Int], lastMoves: [Int]) -> String {
  var letters: [String] = []
  var state = state
  while parents[state] >= 0 {
    letters.append(naiveDirectionLetters[lastMoves[state]])
    state = parents[state]
  }
  return letters.reversed().joined()
}

/// The sum of two counts, at most 2⁶⁴ − 1 (section 4).
public func naiveSaturatingSum(_ a: UInt64, _ b: UInt64) -> UInt64 {
  let (sum, overflow) = a.addingReportingOverflow(b)
  return overflow ? UInt64.max : sum
}
