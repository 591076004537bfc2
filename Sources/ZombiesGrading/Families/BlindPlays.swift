import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver

/// The best chance of a player who knows the family but cannot see the level: the share of the
/// solvable levels, all equally likely, that the best play wins.
public struct BlindChance: Hashable, Sendable {
  /// The number of levels that the best play wins.
  public let wins: UInt64
  /// The number of solvable levels in the family.
  public let levels: UInt64
}

/// What hearing is worth in a dark family: how often the best play wins at each hearing distance. Whether a
/// level is solvable does not depend on what a player hears.
public struct HearingWorth: Hashable, Sendable {
  /// The chance at each hearing distance, from 0.
  public let chances: [BlindChance]

  /// The number of solvable levels that reasoning alone wins at ``reasoningDistance``.
  public let wonByReasoning: UInt64

  /// The largest hearing distance.
  public static let mostDistance = 4

  /// The hearing distance at which ``wonByReasoning`` is counted.
  public static let reasoningDistance = 2

  /// Computes what hearing is worth, if it takes only moments.
  ///
  /// - Parameters:
  ///   - family: The family.
  ///   - rules: The rules. Their hearing distance does not matter.
  /// - Returns: Nil for a family that begins lit or has no danger in the dark, and for one that is too large
  ///   for ``BlindPlays`` at one of the distances.
  public init?(_ family: Family, rules: Rules) {
    guard BlindPlan.isNeeded(for: family, rules: rules) else { return nil }
    var chances: [BlindChance] = []
    var won: UInt64?
    for distance in 0...Self.mostDistance {
      guard
        let heard = try? Rules(
          catchingDistance: rules.catchingDistance, chase: rules.chase,
          zombieSpeed: rules.zombieSpeed, hearingDistance: distance)
      else { return nil }
      let plays = BlindPlays(rules: heard)
      guard let chance = plays.chance(of: family) else { return nil }
      chances.append(chance)
      if distance == Self.reasoningDistance { won = plays.winsByReasoning(in: family) }
    }
    guard let won else { return nil }
    self.chances = chances
    wonByReasoning = won
  }
}

/// The best blind play in one level after another, with the results for each family remembered.
///
/// Only small families are computed: those with at most ``limit`` placements and at most that many
/// beliefs in the plan, which takes up to half a second.
public final class BlindPlays {
  /// The maximum number of placements, and of beliefs in a plan.
  public static let limit = 100_000

  private let rules: Rules

  /// The chances of the families that were asked for; nil for one that is not computed.
  private var chances: [Family: BlindChance?] = [:]

  /// Creates an empty memory of results under given rules.
  public init(rules: Rules) { self.rules = rules }

  /// The families whose luck was asked for. A family without a finder has too many placements.
  private var finders: [Family: LuckFinder?] = [:]

  /// The maximum number of states of knowledge to visit for the luck of a level.
  static let luckLimit = 20_000

  /// Whether the luck of a family's levels can be computed.
  package static func knowsLuck(in family: Family) -> Bool {
    family.size.squareCount <= SmallRoom.limit
      && family.placementCount.map { $0 <= UInt64(limit) } ?? false
  }

  /// The luck of a level; nil for a lit level, for a family of more than ``limit`` placements, and if the
  /// search visits too many states.
  public func luck(of level: Level) -> Luck? {
    guard !level.isLit, let family = Family(of: level) else { return nil }
    return finder(for: family)?.luck(of: level, stateLimit: Self.luckLimit)
  }

  private func finder(for family: Family) -> LuckFinder? {
    if let known = finders[family] { return known }
    let finder = Self.knowsLuck(in: family) ? try? LuckFinder(family, rules: rules) : nil
    finders[family] = .some(finder)
    return finder
  }

  /// The chance before the first move in a dark level; nil for a lit level, where the player sees
  /// everything, and if it is not computed.
  ///
  /// The placement rule keeps the start's neighbours empty, so the player has not yet seen anything
  /// that distinguishes the levels of a family.
  public func chance(in level: Level) -> BlindChance? {
    guard !level.isLit, let family = Family(of: level) else { return nil }
    return chance(of: family)
  }

  /// The chance before the first move in a dark family; nil for a lit family, and if it is not computed.
  public func chance(of family: Family) -> BlindChance? {
    if family.isLit { return nil }
    if let known = chances[family] { return known }
    let chance = computedChance(of: family)
    chances[family] = .some(chance)
    return chance
  }

  /// The number of levels of a dark family that reasoning alone wins; nil for a family of more than
  /// ``limit`` placements, and if a room that the light shows has too many states.
  public func winsByReasoning(in family: Family) -> UInt64? {
    family.isLit ? nil : finder(for: family).map { UInt64($0.winsByReasoning()) }
  }

  private func computedChance(of family: Family) -> BlindChance? {
    guard BlindPlan.isSmall(for: family, rules: rules),
      let player = try? BlindPlayer(family, rules: rules),
      let count = family.placementCount, count <= UInt64(Self.limit)
    else { return nil }
    let solver = Solver(rules: rules)
    var levels: UInt64 = 0
    for level in Placements(family) {
      switch solver.decide(level).verdict {
      case .solvable: levels += 1
      case .unsolvable: break
      case .gaveUp: return nil
      }
    }
    // If everything is visible, the best play wins every solvable level.
    return BlindChance(wins: player.plan?.wins ?? levels, levels: levels)
  }
}
