// The best blind play with hearing by plain recursion, for small families.

/// The best blind play of a family when the player hears zombies.
///
/// Squares in the dark can be walked again at no cost, and nothing new is seen or heard there. So
/// the player's knowledge is the set of visited squares and the set of placements that are still
/// possible, and the next step goes to any square next to a visited one. It has no limit on moves.
public final class NaiveHearingPlan {
  /// The placements of the family and what the steps in them lead to.
  public let steps: NaiveSteps
  private let isLit: Bool
  // Each set of placements that was met has a number.
  private var sets: [[Int]] = []
  private var numbers: [[Int]: Int] = [:]
  private var results: [Step: Result] = [:]
  private var values: [State: Int] = [:]

  /// Visited squares, as the sum of 2 to the power of each, and the number of a set of placements.
  private struct State: Hashable {
    var visited: UInt64
    var possible: Int
  }

  private struct Step: Hashable {
    var possible: Int
    var square: Int
  }

  /// The number of placements that a step wins for certain, and the numbers of the sets among which
  /// the player can tell when the room stays dark.
  private struct Result {
    var won: Int
    var dark: [Int]
  }

  /// Prepares the search for a family of rooms of up to 64 squares.
  public init(_ family: NaiveFamily, _ rules: NaiveRules) {
    precondition(family.rows * family.columns <= 64)
    steps = NaiveSteps(family, rules)
    isLit = family.lit
  }

  /// The number of placements that the best play wins from the start. In a family that begins lit,
  /// it is the number of solvable placements.
  public func wins() -> Int {
    if isLit { return steps.solvablePlacements().count }
    // The start is looked at, and listened to, like a square onto which the player steps.
    return wins(
      visited: [], possible: Array(steps.placements.indices), stepTo: steps.start)
  }

  /// The number of the possible placements that the best play wins after a walk over the visited
  /// squares, in the dark.
  public func wins(visited: Set<Int>, possible: [Int]) -> Int {
    if possible.isEmpty { return 0 }
    return value(State(visited: Self.sum(visited), possible: number(of: possible.sorted())))
  }

  /// The number of them that it wins if the next step onto a new square is the one to a square.
  public func wins(visited: Set<Int>, possible: [Int], stepTo square: Int) -> Int {
    if possible.isEmpty { return 0 }
    return value(
      State(visited: Self.sum(visited), possible: number(of: possible.sorted())), stepTo: square)
  }

  private static func sum(_ squares: Set<Int>) -> UInt64 {
    var sum: UInt64 = 0
    for square in squares { sum += 1 << UInt64(square) }
    return sum
  }

  private func number(of possible: [Int]) -> Int {
    if let number = numbers[possible] { return number }
    numbers[possible] = sets.count
    sets.append(possible)
    return sets.count - 1
  }

  private func value(_ state: State) -> Int {
    if let value = values[state] { return value }
    let (count, some) = (sets[state.possible].count, sets[state.possible][0])
    var best = 0
    // The squares of `nextSquares` of the steps, in the same order.
    for square in steps.neighbours.indices where state.visited & 1 << UInt64(square) == 0 {
      // No step wins more than all possible placements.
      if best == count { break }
      if steps.step(onto: square, in: some) == .shut { continue }
      if steps.neighbours[square].contains(where: { state.visited & 1 << UInt64($0) != 0 }) {
        best = max(best, value(state, stepTo: square))
      }
    }
    values[state] = best
    return best
  }

  private func value(_ state: State, stepTo square: Int) -> Int {
    let result = result(Step(possible: state.possible, square: square))
    let visited = state.visited | 1 << UInt64(square)
    var sum = result.won
    for possible in result.dark { sum += value(State(visited: visited, possible: possible)) }
    return sum
  }

  private func result(_ step: Step) -> Result {
    if let result = results[step] { return result }
    var won = 0
    var groups: [Int: [Int]] = [:]
    for placement in sets[step.possible] {
      switch steps.step(onto: step.square, in: placement) {
      case .won, .litAndWon: won += 1
      case .caught, .litAndLost: break
      case .dark(let sight): groups[sight, default: []].append(placement)
      case .shut: preconditionFailure("a block is stepped on")
      }
    }
    let result = Result(won: won, dark: groups.values.map { number(of: $0) })
    results[step] = result
    return result
  }
}
