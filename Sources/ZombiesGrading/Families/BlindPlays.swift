import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver

/// The chance of the best player who knows the family and does not see the level: of the solvable
/// levels that a round may begin with, equally likely, the best play wins some.
public struct BlindChance: Hashable, Sendable {
  /// The levels that the best play wins.
  public let wins: UInt64
  /// The solvable levels of the family.
  public let levels: UInt64
}

/// The best blind play in one level after another, keeping what it has worked out for each family.
///
/// Only small families are worked out: those with at most ``limit`` placements, and a plan of as many
/// beliefs, which takes half a second.
public final class BlindPlays {
  /// The most placements, and beliefs of a plan.
  public static let limit = 100_000

  private let rules: Rules

  /// What is known of a family; nil inside for what is out of reach.
  private var families: [Family: Known] = [:]

  private struct Known {
    let player: BlindPlayer?
    var chance: BlindChance??
  }

  /// Keeps what is known under some rules.
  public init(rules: Rules) { self.rules = rules }

  /// The chance before the first move of a dark level; nil for a lit one, where everything is seen,
  /// and if it is not worked out.
  ///
  /// The placement rule keeps the start's neighbours empty, so nothing is seen yet that would tell
  /// levels of a family apart.
  public func chance(in level: Level) -> BlindChance? {
    guard !level.isLit, let family = Family(of: level) else { return nil }
    let known = known(family)
    if let chance = known.chance { return chance }
    let chance = chance(known.player, family)
    families[family]?.chance = .some(chance)
    return chance
  }

  /// A player for a round of a level; nil if the best play is not worked out.
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
    // Where looking is free, whatever can be won is won.
    return BlindChance(wins: player.plan?.wins ?? levels, levels: levels)
  }
}
