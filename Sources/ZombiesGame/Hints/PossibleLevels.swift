import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver

/// The solvable placements of a small family, for counting the levels that are still possible.
///
/// The search checks every placement, and can be split into any number of parts.
struct PossibleLevels {
  /// The maximum number of placements to check. Checking them takes a fraction of a second.
  private static let limit: UInt64 = 100_000

  private var solvable: [SmallLevel] = []
  private var rest: Placements.Iterator
  private let solver: Solver

  /// For each square, the squares within the hearing distance.
  private let hearingAreas: [Bitboard]

  /// Whether every placement has been checked.
  private(set) var isDone = false

  /// Whether the solver gave up on a placement, so that the count is unknown.
  private(set) var hasGivenUp = false

  /// Prepares the search for a family; nil if it has too many placements.
  init?(_ family: Family, rules: Rules) {
    guard let count = family.placementCount, count <= Self.limit,
      let room = SmallRoom(family.size)
    else { return nil }
    hearingAreas = rules.hearingAreas(in: room)
    solver = Solver(rules: rules)
    rest = Placements(family).makeIterator()
  }

  /// Checks up to `count` more placements.
  ///
  /// - Returns: Whether nothing is left to do.
  @discardableResult
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

  /// The number of solvable placements that agree with the player's knowledge; nil if it is unknown.
  func count(agreeingWith known: KnownRoom) -> UInt64? {
    isDone ? UInt64(solvable.count { known.agrees(with: $0, hearingAreas) }) : nil
  }
}
