import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver

/// Which placements of a small family are solvable: what may still be there is counted by looking at each.
///
/// They are found in as many parts as the user likes.
struct PossibleLevels {
  /// The most placements that are looked at: a fraction of a second.
  private static let limit: UInt64 = 100_000

  private var solvable: [SmallLevel] = []
  private var rest: Placements.Iterator
  private let solver: Solver

  /// Whether every placement has been looked at.
  private(set) var isDone = false

  /// Whether a solver gave up on one, so that nothing can be counted.
  private(set) var hasGivenUp = false

  /// Prepares for a family; nil if it has too many placements.
  init?(_ family: Family, rules: Rules) {
    guard let count = family.placementCount, count <= Self.limit else { return nil }
    solver = Solver(rules: rules)
    rest = Placements(family).makeIterator()
  }

  /// Looks at so many more placements; true if there is nothing left to do.
  mutating func look(at count: Int) -> Bool {
    var left = count
    while !isDone, !hasGivenUp, left > 0 {
      left -= 1
      guard let level = rest.next() else {
        isDone = true
        break
      }
      let verdict = solver.decide(level).verdict
      if verdict == .solvable, let small = SmallLevel(level) { solvable.append(small) }
      hasGivenUp = verdict == .gaveUp
    }
    return isDone || hasGivenUp
  }

  /// The number of solvable placements that agree with what is known; nil if that is not known.
  func count(agreeingWith known: KnownRoom) -> UInt64? {
    isDone ? UInt64(solvable.count { known.agrees(with: $0) }) : nil
  }
}
