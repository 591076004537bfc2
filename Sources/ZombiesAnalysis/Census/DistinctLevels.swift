import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// A set of levels that counts levels of the same class (``LevelClass``) as one, to distinguish new
/// levels from earlier ones. The levels may be of any sizes and families.
///
///     var met = DistinctLevels()
///     met.insert(try Level("S4/5/Z4/Z4/4P"))   // true
///     met.insert(try Level("S1ZZ1/5/5/5/4P"))  // false: its reflection
///
/// A level of at most 64 squares takes 24 bytes, and up to twice as many while the set grows: ten
/// million levels need 0.6 GB. A larger level takes the bytes of its code. Two levels are never
/// confused, because the set compares whole levels.
public struct DistinctLevels: Sendable {
  /// The sides of a room, and whether it is lit.
  private struct Shape: Hashable {
    let size: RoomSize
    let isLit: Bool
  }

  private let rules: Rules
  /// The classes of levels of at most 64 squares.
  private var letters: [Shape: Set<SquareLetters>] = [:]
  /// The codes of the representatives of larger classes.
  private var codes: Set<String> = []

  /// The number of distinct levels in the set.
  public private(set) var count = 0

  /// Creates an empty set.
  ///
  /// - Parameter rules: The rules in force.
  public init(under rules: Rules = .standard) { self.rules = rules }

  /// Adds a level.
  ///
  /// - Returns: Whether the level was new, that is, no level of its class was in the set.
  /// - Complexity: Like ``LevelClass/init(of:under:)``.
  @discardableResult
  public mutating func insert(_ level: Level) -> Bool {
    let isNew: Bool
    if let (shape, letters) = small(level) {
      isNew = self.letters[shape, default: []].insert(letters).inserted
    } else {
      isNew = codes.insert(level.canonical(under: rules).code).inserted
    }
    count += isNew ? 1 : 0
    return isNew
  }

  /// Whether a level of the same class is in the set.
  ///
  /// - Complexity: Like ``LevelClass/init(of:under:)``.
  public func contains(_ level: Level) -> Bool {
    if let (shape, letters) = small(level) {
      return self.letters[shape]?.contains(letters) ?? false
    }
    return codes.contains(level.canonical(under: rules).code)
  }

  /// The representative of a level of at most 64 squares, without making the level.
  private func small(_ level: Level) -> (Shape, SquareLetters)? {
    guard let letters = SquareLetters(level) else { return nil }
    let maps = RoomMaps(of: level, under: rules).placing(level)
    return (
      Shape(size: level.size, isLit: level.isLit), letters.first(by: maps, in: level.size).letters
    )
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
    let maps = RoomMaps(of: family, under: generator.rules)
    if generator.selection == .any { return orbitCount(of: family, maps) }
    guard placements <= limit / UInt64(family.size.squareCount) else { return nil }
    if maps == .identity {
      let counts = PlacementCounts(generator)
      return counts?.gaveUp == 0 ? counts?.solvable : nil
    }
    let search = Solver(rules: generator.rules, stateLimit: generator.stateLimit)
    var solvable: UInt64 = 0
    for level in Placements(family) where level.canonical(under: generator.rules) == level {
      switch search.verdict(level) {
      case .solvable: solvable += 1
      case .unsolvable: continue
      case .gaveUp: return nil
      }
    }
    return solvable
  }

  /// The number of orbits of all placements. By Burnside's lemma, it is the average number of
  /// placements that a map leaves unchanged.
  private static func orbitCount(of family: Family, _ maps: RoomMaps) -> UInt64? {
    let squares = family.allowedSquares
    let things = [family.zombies, family.blocks, family.flashlights]
    var sum: UInt128 = 0
    for map in maps.numbers {
      let fixed = squares.count { RoomMaps.image(of: $0, by: map % 8, in: family.size) == $0 }
      assert((squares.count - fixed) % 2 == 0, "all other squares in pairs")
      // Each map is its own inverse, so all other squares are swapped in pairs.
      guard let kept = unions(things[...], of: fixed, and: (squares.count - fixed) / 2) else {
        return nil
      }
      sum += UInt128(kept)
    }
    assert(sum % UInt128(maps.count) == 0, "a whole number of orbits")
    return UInt64(exactly: sum / UInt128(maps.count))
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
