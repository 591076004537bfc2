import ZombiesCore

/// A solver's verdict on a level. The first two verdicts are always proved.
public enum Verdict: String, CaseIterable, Sendable, CustomStringConvertible {
  /// There is a winning path.
  case solvable
  /// Every reachable state was visited, and no move wins.
  case unsolvable
  /// The search reached the limit on states first.
  case gaveUp = "gave-up"

  /// The name of the verdict in tables.
  public var description: String { rawValue }
}

/// *The* solution of a level (<doc:/ZombiesCore/TheRules>, section 4).
public struct Solution: Hashable, Sendable {
  /// The first of the shortest winning sequences of moves, in the order U < D < L < R.
  public let moves: [Direction]

  /// The number of winning sequences of that length, at most 2⁶⁴ − 1.
  public let shortestCount: UInt64

  /// The length of the solution in moves.
  public var par: Int { moves.count }

  /// The squares of the solution, from the start to the signpost.
  public func squares(from start: Square) -> [Square] {
    moves.reduce(into: [start]) { squares, move in
      squares.append(squares[squares.count - 1].stepped(move))
    }
  }

  /// Creates a solution without checking it against a level.
  public init(moves: [Direction], shortestCount: UInt64) {
    self.moves = moves
    self.shortestCount = shortestCount
  }
}

/// The result of solving a level. Some parts are present only if they were requested.
public struct SolverResult: Hashable, Sendable {
  /// The verdict.
  public let verdict: Verdict

  /// The length of a shortest winning path in moves; nil unless the level is solvable.
  public let par: Int?

  /// The solution; nil unless the level is solvable and the solution was requested.
  public let solution: Solution?

  /// The number of states visited: distinct (player, lit, zombies) states in unfinished rounds,
  /// including the first, that can be reached in fewer moves than par, or at all if there is no
  /// solution. If the solver gave up, its limit. 0 if the solution was not requested.
  public let states: Int

  /// Creates the result of a search for the solution.
  package init(verdict: Verdict, solution: Solution?, states: Int) {
    assert((verdict == .solvable) == (solution != nil), "a solution if and only if solvable")
    assert(states >= 0, "a number of states")
    self.verdict = verdict
    par = solution?.par
    self.solution = solution
    self.states = states
  }

  /// Creates the result of a search without the solution.
  package init(verdict: Verdict, par: Int?) {
    assert((verdict == .solvable) == (par != nil), "a par if and only if solvable")
    self.verdict = verdict
    self.par = par
    (solution, states) = (nil, 0)
  }

  static func solvable(par: Int) -> SolverResult { SolverResult(verdict: .solvable, par: par) }
  static let unsolvable = SolverResult(verdict: .unsolvable, par: nil)
}

extension UInt64 {
  /// The sum of two numbers, or the largest number if it overflows.
  @inlinable @inline(__always)
  package func addingSaturating(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
