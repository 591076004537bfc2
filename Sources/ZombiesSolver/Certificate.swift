import ZombiesCore

/// What proves a solver's verdict: all states that rounds of a level come to, by the fewest moves
/// that lead to each.
///
/// - Of an **unsolvable** level, all states that can be reached. Every legal move from one of them
///   leads to another one, or is the player's last, and none wins.
/// - Of a **solvable** level, *the* solution, and all states at each distance below par. No move
///   from a state at a distance below par − 1 wins, which proves par; and as these are all states
///   on all shortest ways, they prove how many there are, and which one comes first.
///
/// There is one certificate of each level and rules, and ``CertificateChecker`` accepts no other.
public struct Certificate: Hashable, Sendable {
  /// What is claimed of a level.
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

  /// The states that prove it, none where nothing is claimed.
  package let states: StateLayers

  /// Creates a certificate, which may be false.
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

  /// The most states of a certificate that is written or read: those that a solver visits which is
  /// told no limit (``Solver/defaultStateLimit(squares:movingZombies:)``), so that 1 GiB is enough.
  public static func stateLimit(for level: Level) -> Int { Solver().limit(for: level) }
}

extension Solver {
  /// Solves a level, and keeps what proves the verdict; where the solver gave up, nothing.
  ///
  /// - Complexity: As ``solve(_:)-(Level)`` of a lit room: O(states · zombies that may move).
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
