import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// Levels that are distinct up to symmetry: only here is their number, which is computed and not
/// counted, compared with that of all canonical codes and of a census.
@Suite struct DistinctLevelsTests {
  /// Rooms of both shapes, dark and lit, of at most 64 squares and of more.
  private static let families = [
    "classic", "block", "flashlight", "1x6b1", "3x4z1b1", "4x4z2", "4x4b2f2", "4x3z2b2",
    "3x5f2+lit",
    "4x4z1b1+lit", "3x3z1", "2x5b1", "4x4", "1x2", "1x9z1", "9x9z1", "1x65b2", "5x13z1b1", "9x8f2",
  ].filter { isLong || !["9x8f2", "1x65b2", "4x4b2f2", "4x3z2b2", "block"].contains($0) }
  private static let smallFamilies = families.filter { try! Family($0).size.squareCount <= 64 }

  /// There are as many distinct levels as canonical codes.
  @Test(arguments: families) func countsAreExact(name: String) throws {
    let family = try Family(name)
    var met = DistinctLevels()
    var codes: Set<String> = []
    for level in Placements(family) {
      let isNew = codes.insert(level.canonical().code).inserted
      if met.insert(level) != isNew || met.insert(level) { Issue.record("\(level.code)") }
    }
    expectEqual(met.count, codes.count)
    let any = LevelGenerator(family, seed: 0, selection: .any)
    expectEqual(DistinctLevels.count(any), UInt64(codes.count))
  }

  /// The solvable ones are those that a census counts, under other rules too.
  @Test(arguments: smallFamilies)
  func solvableOnesAreThoseOfTheCensus(name: String) throws {
    let family = try Family(name)
    let others = try Rules(catchingDistance: 0, chase: .vertical, zombieSpeed: 2)
    for rules in [.standard, others] {
      let census = try Census(family, rules: rules).count()
      expectEqual(
        DistinctLevels.count(LevelGenerator(family, seed: 0, rules: rules)),
        census.sum { $0.verdict == .solvable }.levels)
      expectEqual(
        DistinctLevels.count(LevelGenerator(family, seed: 0, rules: rules, selection: .any)),
        census.total.levels)
    }
  }

  @Test func largeFamilies() throws {
    func count(_ name: String, _ selection: LevelSelection = .any) throws -> UInt64? {
      DistinctLevels.count(LevelGenerator(try Family(name), seed: 0, selection: selection))
    }
    // On average over the symmetries: all 1024² - 6 squares, 1022 of one diagonal, none, 1024 of
    // the other. The shorter form uses a smaller room.
    let side = UInt64(cases(exactly: 40, long: 1024))
    let (room, squares) = ("\(side)x\(side)", side * side - 6)
    try expectEqual(count("\(room)z1"), (squares + side - 2 + 0 + side) / 4)
    try expectEqual(count("1024x1024"), 1)
    // One of the allowed squares stays free.
    try expectEqual(count("\(room)b\(squares - 1)"), (squares + side - 2 + 0 + side) / 4)
    try expectEqual(count("\(room)z\(squares)"), 1)
    try expectNil(count("64x64z9b9"))
    // Too many levels to solve one by one, and a limit on states too low for a lit room.
    try expectNil(count("8x8z2b4", .solvable))
    let limited = LevelGenerator(try Family("5x5z1b1+lit"), seed: 0, stateLimit: 1)
    expectNil(DistinctLevels.count(limited))
    let dark = LevelGenerator(try Family("classic"), seed: 0, stateLimit: 1)
    expectNil(DistinctLevels.count(dark))
  }
}
