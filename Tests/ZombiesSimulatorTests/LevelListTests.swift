import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesTestSupport
// The form in which a list keeps a level is its own table.
import ZombiesText

@testable import ZombiesSimulator

/// Lists of levels in their compact form return the levels that were appended.
@Suite struct LevelListTests {
  /// Room sizes on either side of 32 and 64 squares.
  private static let sizes = [
    (1, 2), (2, 2), (4, 8), (3, 11), (5, 5), (8, 8), (1, 64), (5, 13), (9, 9), (1, 65),
  ]

  private static func levels(_ count: Int, seed: UInt64) throws -> [Level] {
    var random = NaiveRandom(seed: seed)
    return try (0..<count).map { _ in
      let (rows, columns) = Self.sizes[random.below(Self.sizes.count)]
      let squares = rows * columns
      let size = try RoomSize(rows: rows, columns: columns)
      let things = random.choose(min(squares, 2 + random.below(12)), of: Array(0..<squares))
      var kinds: [[Square]] = [[], [], []]
      for thing in things.dropFirst(2) { kinds[random.below(3)].append(size.square(at: thing)) }
      return try Level(
        size: size, start: size.square(at: things[0]), signpost: size.square(at: things[1]),
        zombies: kinds[0], blocks: kinds[1], flashlights: kinds[2], isLit: random.below(2) == 0)
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func levelsComeOutAsTheyWentIn(seed: UInt64) throws {
    // Each level a few times in a row, so that some share their data with the level before.
    let levels = try Self.levels(100, seed: seed).flatMap { level in
      [level, level.removing { $1 == .zombie }, level].prefix(1 + Int(seed % 3))
    }
    let list = LevelList(levels)
    expect(list.count == levels.count && list.endIndex == levels.count)
    for (place, level) in levels.enumerated() {
      expectEqual(list[place], level, "\(place): \(level.code)")
      let isSmall = if case .small = list.form(at: place) { true } else { false }
      expectEqual(isSmall, (level.size.squareCount <= 64), "\(level.code)")
    }
    expectEqual(Array(list), levels)
    expectEqual(list.largestRoom, levels.map(\.size.squareCount).max())
    let codes = levels.map { $0.code + "\n" }.joined()
    expectEqual(list.fingerprint, SHA256.hex(of: codes.utf8))
  }

  @Test func sizesAndFamiliesAreThoseOfTheLevels() throws {
    var list = LevelList()
    expect(list.size == nil && list.isEmpty)
    list.append(try Level("SP"))
    try expectEqual(list.size, RoomSize(rows: 1, columns: 2))
    list.append(try Level("PS"))
    try expectEqual(list.size, RoomSize(rows: 1, columns: 2))
    list.append(try Level("S/P"))
    expectNil(list.size)
    list.append(try Level("SP"))
    expectNil(list.size)
    // The families of a list are those of its levels.
    let codes = ["S4/5/2Z2/5/4P", "S4/5/2#2/5/4P", "S4/5/2Z2/5/4P", "S4/5/2Z2/5/4P+lit"]
    let levels = try codes.map { try Level($0) }
    list = LevelList(levels)
    let expected = Set(try levels.map { try require(Family(of: $0)) })
    expect(list.families(atMost: 3) == expected && expected.count == 3)
    expectNil(list.families(atMost: 2))
    // A zombie next to the start.
    let stranger = try Level("S4/5/5/5/3ZP")
    expectNil(LevelList(levels + [stranger]).families(atMost: 9))
    for level in levels + [try Level("S65/66/33Z32/66/65P")] {
      let family = try require(Family(of: level))
      expect(family.contains(level), "\(level.code)")
    }
  }
}
