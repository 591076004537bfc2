import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// A set of levels of a family, to distinguish new levels from earlier ones.
///
/// Levels that are equal by a ``Symmetry`` of the family count as one.
///
///     var met = DistinctLevels(of: try Family("classic"))
///     met.insert(try Level("S4/5/Z4/Z4/4P"))   // true
///     met.insert(try Level("S1ZZ1/5/5/5/4P"))  // false: its reflection
public struct DistinctLevels: Sendable {
  /// The squares of the things in a level of at most 64 squares.
  private struct Things: Hashable {
    let zombies, blocks, flashlights: UInt64

    init(_ level: SmallLevel) {
      (zombies, blocks) = (level.zombies.word, level.blocks.word)
      flashlights = level.flashlights.word
    }
  }

  /// The orbits of levels of at most 64 squares; nil for larger levels, whose codes are compared.
  private let orbits: Orbits?
  /// A level of the family without its things; nil for rooms of more than 64 squares.
  private let frame: SmallLevel?
  private var things: Set<Things> = []
  private var codes: Set<String> = []

  /// Creates an empty set.
  public init(of family: Family) {
    frame = family.frame
    orbits = frame.map { _ in Orbits(of: family) }
  }

  /// The number of distinct levels in the set.
  public var count: Int { things.count + codes.count }

  /// Adds a level of the family.
  ///
  /// - Returns: Whether the level was new, that is, no level equal by symmetry was in the set.
  /// - Complexity: O(things) in rooms of at most 64 squares, otherwise O(squares).
  @discardableResult
  public mutating func insert(_ level: Level) -> Bool {
    if let orbits, let frame, frame.room.size == level.size {
      let small = SmallLevel(level, like: frame)
      return things.insert(Things(orbits.canonical(of: small))).inserted
    }
    return codes.insert(level.canonical.code).inserted
  }
}

// The number of distinct levels.
extension DistinctLevels {
  /// The maximum number of squares to examine, summed over all placements.
  private static let limit: UInt64 = 1 << 24

  /// The number of distinct levels that a generator makes.
  ///
  /// - Returns: Nil if there are too many placements to examine, or if the solver gives up on one.
  /// - Complexity: One search per placement for solvable levels. For all levels, the number is
  ///   computed from the symmetries and binomial coefficients.
  public static func count(_ generator: LevelGenerator) -> UInt64? {
    let family = generator.family
    guard let placements = family.placementCount else { return nil }
    if generator.selection == .any { return orbitCount(of: family) }
    guard placements <= limit / UInt64(family.size.squareCount) else { return nil }
    if Symmetry.group(of: family) == [.identity] {
      let counts = PlacementCounts(generator)
      return counts?.gaveUp == 0 ? counts?.solvable : nil
    }
    let search = Solver(rules: generator.rules, stateLimit: generator.stateLimit)
    var solvable: UInt64 = 0
    for level in CanonicalPlacements(family) {
      switch search.verdict(level) {
      case .solvable: solvable += 1
      case .unsolvable: continue
      case .gaveUp: return nil
      }
    }
    return solvable
  }

  /// The number of orbits of all placements. By Burnside's lemma, it is the average number of
  /// placements that a symmetry leaves unchanged.
  private static func orbitCount(of family: Family) -> UInt64? {
    let group = Symmetry.group(of: family)
    let squares = family.allowedSquares
    let things = [family.zombies, family.blocks, family.flashlights]
    var sum: UInt128 = 0
    for symmetry in group {
      let fixed = squares.count { symmetry.image(of: $0, in: family.size) == $0 }
      assert((squares.count - fixed) % 2 == 0, "all other squares in pairs")
      // Each symmetry is its own inverse, so all other squares are swapped in pairs.
      guard let kept = unions(things[...], of: fixed, and: (squares.count - fixed) / 2) else {
        return nil
      }
      sum += UInt128(kept)
    }
    assert(sum % UInt128(group.count) == 0, "a whole number of orbits")
    return UInt64(exactly: sum / UInt128(group.count))
  }

  /// The number of ways to choose sets of given sizes, one after another, that are unions of single
  /// squares and of pairs; nil if there are 2⁶⁴ or more.
  private static func unions(
    _ sizes: ArraySlice<Int>, of singles: Int, and pairs: Int
  ) -> UInt64? {
    guard let size = sizes.first else { return 1 }
    var sum: UInt64 = 0
    for single in stride(
      from: max(size % 2, size - 2 * pairs), through: min(singles, size), by: 2)
    {
      let pair = (size - single) / 2
      guard let rest = unions(sizes.dropFirst(), of: singles - single, and: pairs - pair),
        let ways = binomial(singles, single), let pairWays = binomial(pairs, pair),
        let product = UInt64(exactly: UInt128(ways) * UInt128(pairWays)),
        let added = UInt64(exactly: UInt128(product) * UInt128(rest) + UInt128(sum))
      else { return nil }
      sum = added
    }
    return sum
  }
}

/// The canonical placement of each orbit of a family.
private struct CanonicalPlacements: Sequence, IteratorProtocol {
  private let orbits: Orbits?
  private var placements: Placements.Iterator

  init(_ family: Family) {
    orbits = SmallRoom(family.size).map { _ in Orbits(of: family) }
    placements = Placements(family).makeIterator()
  }

  mutating func next() -> Level? {
    while let level = placements.next() {
      if let orbits, let small = SmallLevel(level) {
        if orbits.isCanonical(small) { return level }
      } else if level == level.canonical {
        return level
      }
    }
    return nil
  }
}
