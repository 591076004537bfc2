import ZombiesCore

/// The proof of a solver's verdict: the states that rounds of a level can reach, grouped by the
/// smallest number of moves that leads to each.
///
/// - For an **unsolvable** level, it lists all reachable states. Every legal move from one of them
///   leads to another of them or ends the round, and none wins.
/// - For a **solvable** level, it gives *the* solution and all states at each distance below par.
///   No move from a state at a distance below par − 1 wins, which proves par. These states include
///   all states on shortest winning paths, so they also prove the number of shortest solutions and
///   which one comes first.
///
/// For given rules, each level has exactly one certificate; ``validate(watch:)`` accepts no other.
public struct Certificate: Hashable, Sendable {
  /// A claim about a level.
  public enum Claim: Hashable, Sendable {
    /// The level is solvable, and this is *the* solution.
    case solvable(Solution)
    /// The level is unsolvable: no sequence of moves wins.
    case unsolvable
    /// No claim: the solver reached its limit.
    case gaveUp
  }

  /// The level.
  public var level: Level { states.level }

  /// The rules for which the claim holds. The hearing distance is always 0, because a claim does not depend
  /// on it.
  public let rules: Rules

  /// The claim.
  public let claim: Claim

  /// The states that prove the claim; none if there is no claim.
  package let states: StateLayers

  /// The reason why a certificate proves nothing.
  public struct Flaw: Error, Hashable, Sendable, CustomStringConvertible {
    /// The condition that is not met.
    public let description: String

    init(_ description: String) { self.description = description }
  }

  /// Creates a certificate without checking its claim.
  package init(_ claim: Claim, by states: StateLayers, rules: Rules) {
    self.claim = claim
    self.states = states
    self.rules = rules.withoutHearing
  }

  /// The claim in the form of a solver's result.
  public var solved: SolverResult {
    switch claim {
    case .solvable(let solution):
      SolverResult(verdict: .solvable, solution: solution, states: states.count)
    case .unsolvable: SolverResult(verdict: .unsolvable, solution: nil, states: states.count)
    case .gaveUp: SolverResult(verdict: .gaveUp, solution: nil, states: states.count)
    }
  }

  /// The maximum number of states in a certificate, for writing and reading. It is the default
  /// limit of the solver (``Solver/defaultStateLimit(squares:movingZombies:)``), so 1 GiB is
  /// enough.
  public static func stateLimit(for level: Level) -> Int { Solver().limit(for: level) }
}

extension Solver {
  /// Solves a level and returns the proof of its verdict; no proof if the solver gave up.
  ///
  /// - Complexity: Like ``solve(_:)-(Level)`` for a lit room: O(states · zombies that may move).
  public func certify(_ level: Level) -> (solved: SolverResult, certificate: Certificate) {
    let search = StateSearch(level, rules: rules, stateLimit: limit(for: level))
    let (solved, states) = search.solveKeepingStates()
    let claim: Certificate.Claim =
      switch solved.verdict {
      case .solvable: solved.solution.map { .solvable($0) } ?? .gaveUp
      case .unsolvable: .unsolvable
      case .gaveUp: .gaveUp
      }
    return (solved, Certificate(claim, by: states, rules: rules))
  }
}
