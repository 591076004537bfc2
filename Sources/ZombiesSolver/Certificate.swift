import ZombiesCore

/// What proves a solver's verdict: the states that rounds of a level can reach, grouped by the
/// fewest moves that lead to each.
///
/// - For an **unsolvable** level, all reachable states. Every legal move from one of them leads to
///   another one or ends the round, and none wins.
/// - For a **solvable** level, *the* solution and all states at each distance below par. No move
///   from a state at a distance below par − 1 wins, which proves par; and as these are all the
///   states on shortest ways, they prove how many there are and which one comes first.
///
/// Each level and rules have exactly one certificate; ``validate(watch:)`` accepts no other.
public struct Certificate: Hashable, Sendable {
  /// What is claimed about a level.
  public enum Claim: Hashable, Sendable {
    /// That this is *the* solution.
    case solvable(Solution)
    /// That no sequence of moves wins.
    case unsolvable
    /// Nothing: the solver reached its limit.
    case gaveUp
  }

  /// The level.
  public var level: Level { states.level }

  /// The rules under which the claim holds.
  public let rules: Rules

  /// What is claimed.
  public let claim: Claim

  /// The states that prove it; none if nothing is claimed.
  package let states: StateLayers

  /// Why a certificate proves nothing.
  public struct Flaw: Error, Hashable, Sendable, CustomStringConvertible {
    /// What does not hold.
    public let description: String

    init(_ description: String) { self.description = description }
  }

  /// Creates a certificate, whose claim may be false.
  package init(_ claim: Claim, by states: StateLayers, rules: Rules) {
    self.claim = claim
    self.states = states
    self.rules = rules
  }

  /// The claim as a solver's answer.
  public var solved: SolverResult {
    switch claim {
    case .solvable(let solution):
      SolverResult(verdict: .solvable, solution: solution, states: states.count)
    case .unsolvable: SolverResult(verdict: .unsolvable, solution: nil, states: states.count)
    case .gaveUp: SolverResult(verdict: .gaveUp, solution: nil, states: states.count)
    }
  }

  /// The maximum number of states in a certificate that is written or read: the solver's default
  /// limit (``Solver/defaultStateLimit(squares:movingZombies:)``), so 1 GiB is enough.
  public static func stateLimit(for level: Level) -> Int { Solver().limit(for: level) }
}

extension Solver {
  /// Solves a level and keeps the proof of the verdict; no proof if the solver gave up.
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
