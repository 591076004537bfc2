import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver

/// The exact properties of a family, computed from all its placements: how many are solvable, in how
/// many moves, and how often each policy wins.
///
///     let analysis = try FamilyAnalysis(of: .init(.classic, policies: [.edge, .random]))
///     print(analysis.solvable, "of", analysis.placements)      // 105 of 171
///
/// Policies that always play a level in the same way play each placement once. `random` is computed as
/// a Markov chain over the states of each placement (``RandomChain``). The result does not depend on
/// the number of threads.
public struct FamilyAnalysis: Sendable {
  /// The settings of an analysis.
  public struct Settings: Sendable {
    /// The family.
    public var family: Family

    /// The rules in force.
    public var rules: Rules

    /// The policies, in the order of the results.
    public var policies: [Policy]

    /// The maximum number of moves in a round; nil for no limit.
    public var moveLimit: Int?

    /// Whether a placement counts, such as one of a training set; nil if all count. `optimal` then plays
    /// best over those that count.
    package var accepts: (@Sendable (Level) -> Bool)?

    /// The maximum number of placements.
    public var placementLimit: UInt64

    /// The maximum number of states in a level of the family.
    public var stateLimit: Int

    /// Plays a level to its end by a policy that another program plays. Nil if there is none; its result
    /// is nil for other policies.
    package var outside:
      (
        @Sendable (Policy, Level) throws(PolicyError) -> (outcome: Outcome, moves: Int)?
      )?

    /// Creates the settings for a family.
    ///
    /// - Parameters:
    ///   - family: The family.
    ///   - rules: The rules in force.
    ///   - policies: The policies, in the order of the results.
    ///   - moveLimit: The maximum number of moves in a round; by default four times the squares, as
    ///     in a batch.
    public init(
      _ family: Family, rules: Rules = .standard,
      policies: [Policy] = Policy.withoutPlan.filter { $0.hasExactValues },
      moveLimit: MoveLimit = .standard
    ) {
      self.family = family
      self.rules = rules
      self.policies = policies
      self.moveLimit =
        switch moveLimit {
        case .standard: family.size.defaultMoveLimit
        case .moves(let moves): moves
        case .none: nil
        }
      placementLimit = FamilyAnalysis.defaultPlacementLimit
      stateLimit = StateGraph.defaultStateLimit
    }
  }

  /// The limit on the moves in a round.
  public enum MoveLimit: Sendable {
    /// Four times the squares.
    case standard
    /// This many moves.
    case moves(Int)
    /// No limit.
    case none
  }

  /// The default limit on placements.
  public static let defaultPlacementLimit: UInt64 = 10_000_000

  /// The settings of the analysis.
  public let settings: Settings

  /// The number of placements.
  public let placements: UInt64

  /// The number of solvable placements by par, from the shortest.
  public let pars: [(par: Int, placements: UInt64)]

  /// Each policy's exact values, over all placements and over the solvable ones.
  public let policies: [PolicyAnalysis]

  /// The plan of `optimal`; nil if it does not play or needs no plan.
  public let plan: BlindPlan?

  /// The number of solvable placements.
  public var solvable: UInt64 { pars.reduce(0) { $0 + $1.placements } }

  /// Analyzes a family on the calling thread only.
  ///
  /// - Parameter settings: The family, the policies and the limits.
  /// - Throws: ``AnalysisError``, before the work begins if the family is too large.
  /// - Complexity: O(placements · policies · moves), times the states of a placement for `random`.
  public init(of settings: Settings) throws(AnalysisError) {
    let evaluator = try PlacementEvaluator(settings)
    var values = evaluator.nothing
    let search = evaluator.solver
    for level in Placements(settings.family) { try evaluator.look(at: level, search, &values) }
    self.init(evaluator, values)
  }

  /// The reason why a family is too large to be analyzed, or has no placements; nil if neither is so. A
  /// policy may still be unable to play.
  package static func obstacle(to settings: Settings) -> AnalysisError? {
    do throws(AnalysisError) {
      _ = try PlacementEvaluator.placements(of: settings)
      return nil
    } catch {
      return error
    }
  }

  /// Creates the result from the values of all placements.
  package init(_ evaluator: PlacementEvaluator, _ values: PlacementValues) {
    settings = evaluator.settings
    placements = evaluator.placements
    plan = evaluator.plan
    pars = values.pars.enumerated().filter { $0.element > 0 }.map { ($0.offset, $0.element) }
    policies = zip(settings.policies, values.sums).flatMap { policy, sums in
      zip([LevelSelection.any, .solvable], [sums.all, sums.solvable]).map {
        PolicyAnalysis(policy: policy, levels: $0, sums: $1)
      }
    }
  }
}

/// The reason why a family cannot be analyzed.
public enum AnalysisError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are more placements than the limit; nil for 2⁶⁴ or more.
  case tooManyPlacements(Family, count: UInt64?, limit: UInt64)
  /// A level may have more states than the limit; nil for 2⁶³ or more.
  case tooManyStates(Family, count: Int64?, limit: Int)
  /// The family has more things than squares allowed by the placement rule.
  case noPlacement(Family)
  /// `optimal` has no plan.
  case noPlan(PlanError)
  /// A policy cannot play a level.
  case policy(PolicyError)
  /// The solver gave up on a level, or a level has more states than the limit.
  case gaveUp(Level)
  /// Rounds of `random` on a level are too long for their outcomes to be computed.
  case notComputed(Level)

  /// The reason, as an error message.
  public var description: String {
    switch self {
    case .tooManyPlacements(let family, let count, let limit):
      "\(family) has \(count.map { "\($0)" } ?? "2⁶⁴ or more") placements, but the limit is \(limit)"
    case .tooManyStates(let family, let count, let limit):
      "a level of \(family) may have \(count.map { "\($0)" } ?? "2⁶³ or more") states, but the limit "
        + "is \(limit)"
    case .noPlacement(let family):
      "\(family) has no levels: its things do not fit on the squares that the placement rule allows"
    case .noPlan(let error): "optimal cannot play: \(error)"
    case .policy(let error): error.description
    case .gaveUp(let level): "the solver gave up on \(level.code)"
    case .notComputed(let level):
      "rounds of random on \(level.code) are too long to be computed: limit the number of moves"
    }
  }
}

extension Family {
  /// An upper bound on the number of states in a level of the family: the player's squares times the
  /// possible sets of zombies' squares, in the dark and in the light; nil for 2⁶³ or more.
  public var mostStates: Int64? {
    let squares = Int64(size.squareCount)
    guard isLit || flashlights > 0 else { return squares }
    guard
      let ways = binomial(size.squareCount, min(zombies, size.squareCount)).flatMap({
        Int64(exactly: $0)
      })
    else { return nil }
    let (lit, overflow) = ways.multipliedReportingOverflow(by: squares)
    let (all, overflow2) = lit.addingReportingOverflow(isLit ? 0 : squares)
    return overflow || overflow2 ? nil : all
  }
}
