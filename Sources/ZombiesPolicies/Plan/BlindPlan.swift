import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// The best possible play for a player who sees only what a player sees, knows the family and
/// remembers everything. It is computed exactly, by dynamic programming over what is still possible.
///
/// In the dark nothing moves, so a player learns only which things are on which squares. A belief
/// (`Belief`) is the squares seen and the things found there. Squares whose neighbours have all been
/// seen reveal nothing new, and walking over them is free. Such moves are contracted, and the only
/// remaining choice is the square on which to learn something next. Every such step adds to the squares
/// seen, so the recursion ends. When a flashlight comes into sight, everything is seen, and a solver
/// decides from which placements the round is won.
///
/// In a family that begins lit, everything is seen before the first move. So the best play wins exactly
/// the solvable placements, and the solver decides each placement.
///
/// With hearing, the player also learns the number of zombies near each square. Then what the player knows is
/// which placements are still possible (`HearingSearch`).
///
/// Values are numbers of placements, not probabilities. Of all placements, which are equally likely, the
/// best play wins ``wins``, and no policy that sees only what a player sees wins more. No policy wins an
/// unsolvable placement, so the best play wins the same number of the solvable ones.
public final class BlindPlan: Sendable {
  /// The number of placements that the best play wins without a limit on moves.
  public let wins: UInt64

  /// The number of beliefs examined.
  public let beliefCount: Int

  private let frame: PlanFrame

  /// The values of all beliefs; none with hearing.
  private let values: BeliefValues

  /// The decisions with hearing; nil without hearing.
  let hearing: HearingPlan?

  /// The family.
  public var family: Family { frame.family }

  /// The rules in force.
  public var rules: Rules { frame.rules }

  /// Makes the plan of a family.
  ///
  /// - Parameters:
  ///   - family: The family.
  ///   - rules: The rules in force.
  ///   - beliefLimit: The maximum number of beliefs and of positions in the light, by an estimate made
  ///     in advance. For a lit family, the maximum number of placements.
  ///   - accepts: Whether a placement of a dark family is possible; nil if all are.
  /// - Throws: ``PlanError``.
  /// - Complexity: O(beliefs · squares); for a lit family, one search per placement.
  public init(
    _ family: Family, rules: Rules = .standard, beliefLimit: Int = defaultBeliefLimit,
    accepts: (@Sendable (Level) -> Bool)? = nil
  ) throws(PlanError) {
    frame = try PlanFrame(family, rules)
    // Only a search that lists the placements can leave some out.
    let lists = rules.hearingTellsMore || accepts != nil
    try frame.check(beliefLimit, listing: lists)
    var builder = PlanBuilder(frame)
    var hearing: HearingPlan?
    if family.isLit {
      wins = try Self.solvable(of: family, rules)
    } else if lists {
      let plan = try HearingPlan(frame, beliefLimit: beliefLimit, accepts: accepts)
      wins = plan.wins
      hearing = plan
    } else {
      let start = Belief(seen: frame.empty)
      builder.visit(start)
      while try !builder.work(1_000_000) {
        if SearchStop.isWanted { throw .tooManyBeliefs(family: family, limit: beliefLimit) }
      }
      wins = builder.values[start]?.wins ?? 0
    }
    self.hearing = hearing
    values = builder.values
    beliefCount = hearing?.beliefCount ?? values.count
  }

  /// The number of solvable placements of a family.
  private static func solvable(of family: Family, _ rules: Rules) throws(PlanError) -> UInt64 {
    let generator = LevelGenerator(family, seed: 0, rules: rules)
    guard let counts = PlacementCounts(generator) else {
      throw .tooManyPlacements(family: family, limit: .max)
    }
    guard counts.gaveUp > 0 else { return counts.solvable }
    let search = Solver(rules: rules)
    for level in Placements(family) where search.decide(level).verdict == .gaveUp {
      throw .gaveUp(level)
    }
    return counts.solvable
  }

  /// The default limit on a plan's beliefs and positions in the light. It allows about a minute of work,
  /// and 40 bytes each.
  public static let defaultBeliefLimit = 50_000_000

  /// Whether there is danger in the dark in a family: zombies that may be near but unseen, or that may
  /// wake when the light goes on.
  public static func isNeeded(for family: Family, rules: Rules) -> Bool {
    !family.isLit && family.zombies > 0
      && (rules.catchingDistance > 0 || family.flashlights > 0)
  }

  /// Whether the plan of a family is quick to make, because none is needed or there are few beliefs.
  public static func isSmall(for family: Family, rules: Rules) -> Bool {
    obstacle(for: family, rules: rules, beliefLimit: 100_000) == nil
  }

  /// The reason why the best blind play of a family cannot be planned, by an estimate in advance; nil if
  /// no plan is needed, or if one is possible.
  package static func obstacle(
    for family: Family, rules: Rules, beliefLimit: Int = defaultBeliefLimit
  ) -> PlanError? {
    if SmallRoom(family.size) != nil, !isNeeded(for: family, rules: rules) { return nil }
    do throws(PlanError) {
      try PlanFrame(family, rules).check(beliefLimit, listing: rules.hearingTellsMore)
      return nil
    } catch {
      return error
    }
  }

  /// The moves that begin a shortest path to the best next square; none if no step can win.
  ///
  /// - Throws: ``PolicyError/otherPlan(_:)`` for a belief that was not examined, which cannot
  ///   happen when the plan is followed in a level of its family.
  func steps(_ belief: Belief, from player: Int) throws(PolicyError) -> DirectionSet {
    guard let value = values[belief] else { throw .otherPlan(family) }
    return frame.steps(belief, value, from: player)
  }

  /// The squares known to be empty before the first look.
  var knownEmpty: Bitboard { frame.empty }
}
