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

/// The best blind play in one level after another, with the results for each family remembered.
///
/// Only small families are computed: those with at most ``limit`` placements and at most that many
/// beliefs in the plan, which takes up to half a second.
public final class BlindPlays {
  /// The maximum number of placements, and of beliefs in a plan.
  public static let limit = 100_000

  private let rules: Rules

  /// The results for each family. A result that is not computed is nil inside `Known`.
  private var families: [Family: Known] = [:]

  private struct Known {
    let player: BlindPlayer?
    var chance: BlindChance??
  }

  /// Creates an empty memory of results under given rules.
  public init(rules: Rules) { self.rules = rules }

  /// The families whose luck was asked for. A family without a finder has too many placements.
  private var finders: [Family: LuckFinder?] = [:]

  /// The maximum number of states of knowledge to visit for the luck of a level.
  static let luckLimit = 20_000

  /// The luck of a level; nil for a lit level, for a family of more than ``limit`` placements, and if the
  /// search visits too many states.
  public func luck(of level: Level) -> Luck? {
    guard !level.isLit, let family = Family(of: level) else { return nil }
    let finder: LuckFinder?
    if let known = finders[family] {
      finder = known
    } else {
      let isSmall = family.placementCount.map { $0 <= UInt64(Self.limit) } ?? false
      finder = isSmall ? try? LuckFinder(family, rules: rules) : nil
      finders[family] = .some(finder)
    }
    guard let luck = try? finder?.luck(of: level, stateLimit: Self.luckLimit) else { return nil }
    return luck
  }

  /// The chance before the first move in a dark level; nil for a lit level, where the player sees
  /// everything, and if it is not computed.
  ///
  /// The placement rule keeps the start's neighbours empty, so the player has not yet seen anything
  /// that distinguishes the levels of a family.
  public func chance(in level: Level) -> BlindChance? {
    guard !level.isLit, let family = Family(of: level) else { return nil }
    let known = known(family)
    if let chance = known.chance { return chance }
    let chance = chance(known.player, family)
    families[family]?.chance = .some(chance)
    return chance
  }

  /// A player for a round of a level; nil if the best play is not computed.
  func player(in level: Level) -> BlindPlayer? {
    guard let family = Family(of: level) else { return nil }
    return known(family).player
  }

  private func known(_ family: Family) -> Known {
    if let known = families[family] { return known }
    let isSmall = BlindPlan.isSmall(for: family, rules: rules)
    let known = Known(player: isSmall ? try? BlindPlayer(family, rules: rules) : nil, chance: nil)
    families[family] = known
    return known
  }

  private func chance(_ player: BlindPlayer?, _ family: Family) -> BlindChance? {
    guard let player, let count = family.placementCount, count <= UInt64(Self.limit) else {
      return nil
    }
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
