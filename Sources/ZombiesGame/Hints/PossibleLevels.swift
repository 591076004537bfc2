import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver

/// Every placement of a small family, and whether it is solvable: what may still be there is
/// counted by looking at each.
struct PossibleLevels {
  private var levels: [SmallLevel] = []
  private var isSolvable: [Bool] = []

  /// The most placements that are looked at: a fraction of a second.
  static let limit: UInt64 = 100_000

  /// Looks at every placement; nil if there are too many, or a solver gave up.
  init?(_ family: Family, rules: Rules) {
    guard let count = family.placementCount, count <= Self.limit else { return nil }
    let solver = CachingSolver(Solver(rules: rules))
    for level in Placements(family) {
      guard let small = SmallLevel(level) else { return nil }
      let verdict = solver.decide(level).verdict
      if verdict == .gaveUp { return nil }
      levels.append(small)
      isSolvable.append(verdict == .solvable)
    }
  }

  /// The number of placements that agree with what is known.
  func count(agreeingWith known: KnownRoom, _ selection: LevelSelection) -> UInt64 {
    var count: UInt64 = 0
    for (place, level) in levels.enumerated()
    where (selection == .any || isSolvable[place]) && known.agrees(with: level) {
      count += 1
    }
    return count
  }
}
