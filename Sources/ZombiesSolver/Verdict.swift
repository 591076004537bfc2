import ZombiesCore

/// What a solver says about a level. The first two are never said without proof.
public enum Verdict: String, CaseIterable, Sendable, CustomStringConvertible {
  /// A way was found.
  case solvable
  /// Every reachable state was visited, and none wins.
  case unsolvable
  /// The limit on states was reached before either was known.
  case gaveUp = "gave-up"

  /// The verdict's name in tables.
  public var description: String { rawValue }
}

/// *The* solution of a level (<doc:/ZombiesCore/TheRules>, section 4).
public struct Solution: Hashable, Sendable {
  /// The shortest winning sequence of moves that comes first when U < D < L < R.
  public let moves: [Direction]

  /// How many sequences of that length win, saturating at 2⁶⁴ − 1.
  public let shortestCount: UInt64

  /// The length of the solution.
  public var par: Int { moves.count }

  /// The squares of the way, from the start to the signpost.
  public func squares(from start: Square) -> [Square] {
    moves.reduce(into: [start]) { squares, move in
      squares.append(squares[squares.count - 1].stepped(move))
    }
  }

  /// Creates a solution, which is not checked against a level.
  public init(moves: [Direction], shortestCount: UInt64) {
    self.moves = moves
    self.shortestCount = shortestCount
  }
}

/// What a solver finds out about a level, as far as it was asked.
public struct SolverResult: Hashable, Sendable {
  /// What is known.
  public let verdict: Verdict

  /// The length of a shortest way, in moves; nil unless solvable.
  public let par: Int?

  /// The solution; nil unless solvable, and if nobody asked for it.
  public let solution: Solution?

  /// The states visited: distinct (player, lit, zombies) states, including the first, that are
  /// reached alive in fewer moves than par, or at all if there is no solution. If the solver gave
  /// up, its limit. 0 if nobody asked for the solution.
  public let states: Int

  /// What is found with the solution.
  package init(verdict: Verdict, solution: Solution?, states: Int) {
    assert((verdict == .solvable) == (solution != nil), "a solution where there is one")
    assert(states >= 0, "a number of states")
    self.verdict = verdict
    par = solution?.par
    self.solution = solution
    self.states = states
  }

  /// What is found without the way.
  package init(verdict: Verdict, par: Int?) {
    assert((verdict == .solvable) == (par != nil), "a par where there is a way, and only there")
    self.verdict = verdict
    self.par = par
    (solution, states) = (nil, 0)
  }

  static func solvable(par: Int) -> SolverResult { SolverResult(verdict: .solvable, par: par) }
  static let unsolvable = SolverResult(verdict: .unsolvable, par: nil)
  static let gaveUp = SolverResult(verdict: .gaveUp, par: nil)
}

extension UInt64 {
  /// The sum, or the largest number if it overflows.
  @inlinable @inline(__always)
  package func addingSaturating(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
