import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

/// Only here is every placement equally likely, and with `solvable` every solvable one. The tests
/// use χ² with fixed seeds.
///
/// A statistic that is χ² with k degrees of freedom exceeds `criticalValue(k)` with a probability
/// of 10⁻⁴: (X/k)^⅓ is nearly normal with mean 1 − 2/(9k) and variance 2/(9k) (Wilson and Hilferty,
/// 1931), and 3.719 is the normal quantile of 0.9999. Too even is as bad as too uneven, so the
/// lower tail of the same probability is tested as well.
@Suite struct UniformityTests {
  /// The range in which a χ² statistic is expected.
  private static func expected(degrees: Int) -> ClosedRange<Double> {
    func quantile(_ z: Double) -> Double {
      let variance = 2 / (9 * Double(degrees))
      let root = 1 - variance + z * variance.squareRoot()
      return Double(degrees) * root * root * root
    }
    return quantile(-3.719)...quantile(3.719)
  }

  /// Σ (observed − expected)² / expected, for equally likely cells.
  private static func statistic(_ counts: [Int]) -> Double {
    let mean = Double(counts.reduce(0, +)) / Double(counts.count)
    return counts.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) / mean }
  }

  /// How often each placement of a small room's family occurs, in `count` levels of a seed.
  private static func counts(
    _ family: Family, _ selection: LevelSelection, seed: UInt64, count: Int
  ) throws -> [SIMD3<UInt64>: Int] {
    let source = try LevelSource(LevelGenerator(family, seed: seed, selection: selection))
    var batch = LevelBatch(frame: try require(source.frame), count: 1000)
    var counts: [SIMD3<UInt64>: Int] = [:]
    for first in stride(from: 0, to: UInt64(count), by: 1000) {
      try source.fill(&batch, from: first)
      for place in 0..<1000 {
        let key = SIMD3(batch.zombies[place], batch.blocks[place], batch.flashlights[place])
        counts[key, default: 0] += 1
      }
    }
    return counts
  }

  /// 17 to 57 draws per placement, or 190 to 610, so that χ² is close enough to its limit.
  @Test(arguments: [
    ("classic", LevelSelection.any, 171), ("block", .any, 342), ("flashlight", .any, 342),
    ("classic", .solvable, 105), ("block", .solvable, 302), ("flashlight", .solvable, 241),
  ])
  func everyPlacementIsEquallyLikely(name: String, selection: LevelSelection, cells: Int) throws {
    let counts = try Self.counts(
      Family(name), selection, seed: 2026, count: cases(exactly: 6_000, long: 64_000))
    expectEqual(counts.count, cells)
    let statistic = Self.statistic(Array(counts.values))
    expect(Self.expected(degrees: cells - 1).contains(statistic))
  }

  /// N levels each place k things of a kind on n squares. A square's count then has the mean Np and
  /// the variance Np(1 − p), with p = k/n, and the counts of two squares have the covariance
  /// −Np(1 − p)/(n − 1). So Σ (count − Np)² · (n − 1)/n / (Np(1 − p)) is χ² with n − 1 degrees.
  private static func marginalStatistic(_ counts: [Int], levels: Int, things: Int) -> Double {
    let n = Double(counts.count)
    let p = Double(things) / n
    let mean = Double(levels) * p
    let squares = counts.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    return squares * (n - 1) / n / (mean * (1 - p))
  }

  /// 58 · 57 · … · 49 < 2⁶⁰ < 58 · 57 · … · 48, so a group has ten things. The blocks of the first
  /// family span two groups. The second family has six groups and fills all squares.
  @Test(arguments: ["8x8z8b6f4", "8x8z20b20f18", "1x40z30b3f2+lit"])
  func everySquareIsEquallyLikelyForEachKind(name: String) throws {
    let family = try Family(name)
    let source = try LevelSource(LevelGenerator(family, seed: 31, selection: .any))
    var batch = LevelBatch(frame: try require(source.frame), count: 500)
    let squares = family.allowedSquares.map(family.size.index)
    let levels = cases(exactly: 1_500, long: 20_000)
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 64), count: 3)
    for first in stride(from: UInt64(1), to: UInt64(levels), by: 500) {
      try source.fill(&batch, from: first)
      for (kind, words) in [batch.zombies, batch.blocks, batch.flashlights].enumerated() {
        for word in words {
          for square in Bitboard(word: word) { counts[kind][square] += 1 }
        }
      }
    }
    for (kind, things) in [family.zombies, family.blocks, family.flashlights].enumerated() {
      let statistic = Self.marginalStatistic(
        squares.map { counts[kind][$0] }, levels: levels, things: things)
      expect(Self.expected(degrees: squares.count - 1).contains(statistic))
      expectEqual(counts[kind].reduce(0, +), levels * things)
    }
  }

  /// A wide room, where placements take another path through the program: 75 squares, 9 per group.
  @Test func everySquareOfAWideRoomIsEquallyLikely() throws {
    let family = try Family("9x9z7b7")
    let source = try LevelSource(LevelGenerator(family, seed: 8, selection: .any))
    let levels = cases(exactly: 800, long: 10_000)
    var counts = [Square: (zombies: Int, blocks: Int)]()
    for index in 0..<UInt64(levels) {
      let level = try source.level(at: index)
      for square in level.zombies { counts[square, default: (0, 0)].zombies += 1 }
      for square in level.blocks { counts[square, default: (0, 0)].blocks += 1 }
    }
    let squares = family.allowedSquares
    let (zombies, blocks) = (counts.values.map(\.zombies), counts.values.map(\.blocks))
    expect(squares.count == 75 && Set(counts.keys) == Set(squares))
    let bounds = Self.expected(degrees: squares.count - 1)
    expect(bounds.contains(Self.marginalStatistic(zombies, levels: levels, things: 7)))
    expect(bounds.contains(Self.marginalStatistic(blocks, levels: levels, things: 7)))
  }

  /// The last thing of one group and the first of the next are independent. With one zombie, nine
  /// blocks and one flashlight on 58 squares, the flashlight is drawn from its own word. The pairs
  /// (zombie, flashlight) are 58 · 57 equally likely ones, counted by eighths of the room.
  @Test func drawsOfDifferentGroupsAreIndependent() throws {
    let family = try Family("8x8z1b9f1")
    let source = try LevelSource(LevelGenerator(family, seed: 5, selection: .any))
    var batch = LevelBatch(frame: try require(source.frame), count: 500)
    let squares = family.allowedSquares.map(family.size.index)
    let levels = cases(exactly: 3_000, long: 20_000)
    var counts = [Int](repeating: 0, count: 64)
    for first in stride(from: UInt64(0), to: UInt64(levels), by: 500) {
      try source.fill(&batch, from: first)
      for place in 0..<500 {
        let zombie = Bitboard(word: batch.zombies[place]).lowest
        let flashlight = Bitboard(word: batch.flashlights[place]).lowest
        counts[zombie / 8 * 8 + flashlight / 8] += 1
      }
    }
    var statistic = 0.0
    for zombieRow in 0..<8 {
      for flashlightRow in 0..<8 {
        let zombies = squares.filter { $0 / 8 == zombieRow }.count
        let flashlights = squares.filter { $0 / 8 == flashlightRow }.count
        let pairs = zombies * flashlights - (zombieRow == flashlightRow ? zombies : 0)
        let mean = Double(levels) * Double(pairs) / (58 * 57)
        let difference = Double(counts[zombieRow * 8 + flashlightRow]) - mean
        statistic += difference * difference / mean
      }
    }
    expect(Self.expected(degrees: 63).contains(statistic))
  }

  /// Neighbouring levels are independent. Of N pairs, N/171 agree on average. The number is nearly
  /// Poisson, so it is within 4 deviations except with a probability of 10⁻⁴. The four levels that
  /// share a block of random words are compared by distance.
  @Test func neighbouringLevelsAreIndependent() throws {
    let source = try LevelSource(LevelGenerator(.classic, seed: 77, selection: .any))
    let count = cases(exactly: 5_000, long: 20_000)
    var batch = LevelBatch(frame: try require(source.frame), count: count + 5)
    try source.fill(&batch, from: 0)
    let mean = Double(count) / 171
    for distance in 1...5 {
      let equal = (0..<count).filter { batch.zombies[$0] == batch.zombies[$0 + distance] }.count
      expect(abs(Double(equal) - mean) < 4 * mean.squareRoot())
    }
  }
}
