import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// All placements in batches, and the number of solvable ones: only here are these compared with
/// one by one, and with the reference under all rules.
@Suite struct CensusTests {
  @Test func placementsInBatchesAreThoseOneByOne() throws {
    var families = sampled(NaiveFamily.smallRooms(maxSquares: 8, maxThings: 3), every: 9)
    for name in [
      "classic", "1x9z2b1", "3x3z3", "3x3z4", "3x4z2b1f1", "4x4z10", "2x2", "8x8z57", "5x5z1048576",
      "3x3b1f9",
    ] + (isLong ? ["block", "4x4z2b1f1", "5x4z2f2", "4x4z4b4f2", "8x8z1f1+lit"] : []) {
      families.append(NaiveFamily(try Family(name)))
    }
    let failure = try firstFailure(of: families) { naive in
      let family = try Family(naive)
      let expected = Placements(family).map(\.code)
      return try firstFailure(of: [1, 7, 512]) { batchSize in
        var placements = try require(SmallPlacements(family, batchSize: batchSize))
        var codes: [String] = []
        while let (batch, count) = placements.next() {
          guard count == batchSize || codes.count + count == expected.count, count > 0 else {
            return "\(naive): a batch of \(count) before the end"
          }
          codes += (0..<count).map { Level(batch[$0]).code }
        }
        return codes == expected && placements.next() == nil
          ? nil : "\(naive) by \(batchSize): \(codes) instead of \(expected)"
      }
    }
    expectNil(failure)
    try expectNil(SmallPlacements(try Family("5x13")))
  }

  @Test(arguments: [("classic", 171, 105), ("block", 342, 302), ("flashlight", 342, 241)])
  func thePresetsAreCounted(name: String, all: UInt64, solvable: UInt64) throws {
    let generator = LevelGenerator(try Family(name), seed: 0)
    let census = try require(PlacementCounts(generator))
    expectEqual(census.solvable, solvable)
    expect(census.unsolvable == all - solvable && census.gaveUp == 0)
  }

  /// Small families under all rules, or each under a third of them in turn, and two rooms of more
  /// than 64 squares.
  @Test func everyPlacementIsCountedAsTheReferenceDecides() throws {
    let names =
      ["3x4z1", "4x4z2", "3x4z1f1", "4x3z1b1+lit", "1x70z1", "70x1f1+lit"]
      + (isLong ? ["3x5z1f1", "4x3z1b2+lit", "5x3z2f1", "70x1f2+lit"] : [])
    let failure = try firstFailure(of: NaiveRules.variants.enumerated()) { number, naiveRules in
      let rules = try Rules(naiveRules)
      return try firstFailure(of: names.enumerated()) { place, name in
        let family = try Family(name)
        let isTurn = isLong || naiveRules == .standard || (number + place) % 3 == 0
        guard isTurn else { return nil }
        var (solvable, unsolvable) = (UInt64(0), UInt64(0))
        // The rules make no difference to the long rooms: nothing lights one, and the other has no
        // zombie.
        if family.size.squareCount > 64, naiveRules != .standard { return nil }
        NaiveFamily(family).forEachPlacement {
          if naiveSolve($0, naiveRules).solvable { solvable += 1 } else { unsolvable += 1 }
        }
        let census = try require(
          PlacementCounts(LevelGenerator(family, seed: 0, rules: rules)))
        return (census.solvable, census.unsolvable, census.gaveUp) == (solvable, unsolvable, 0)
          ? nil : "\(name) \(naiveRules): \(census), not \(solvable) and \(unsolvable)"
      }
    }
    expectNil(failure)
  }

  @Test func placementsThatAreGivenUpAreCountedApart() throws {
    for name in ["5x5z1b1+lit", "9x9z1+lit"] {
      let family = try Family(name)
      let generator = LevelGenerator(family, seed: 0, stateLimit: 6)
      let solver = Solver(stateLimit: 6)
      var counts: [Verdict: UInt64] = [:]
      for level in Placements(family) { counts[solver.decide(level).verdict, default: 0] += 1 }
      let census = try require(PlacementCounts(generator))
      expect(census.gaveUp > 0)
      expectEqual(census.solvable, counts[.solvable] ?? 0)
      expectEqual(census.unsolvable, counts[.unsolvable] ?? 0)
      expectEqual(census.gaveUp, counts[.gaveUp] ?? 0)
    }
  }

  @Test func tooManyPlacementsAreNotLookedAt() throws {
    try expectNil(PlacementCounts(LevelGenerator(try Family("1x72z34"), seed: 0)))
    // Things that do not fit have no placements.
    let census = try require(
      PlacementCounts(LevelGenerator(try Family("3x3z4"), seed: 0)))
    expect((census.solvable, census.unsolvable, census.gaveUp) == (0, 0, 0))
  }

  @Test func theFirstThatIsNotUnsolvableMayBeTheLast() throws {
    // Nothing is solvable, so all placements are checked. Otherwise the search stops early.
    let none = try require(
      PlacementCounts(LevelGenerator(try Family("3x3z2"), seed: 0), stopAtFirst: true))
    expect((none.solvable, none.unsolvable) == (0, 3))
    let some = try require(
      PlacementCounts(LevelGenerator(try Family("6x6z2b2"), seed: 0), stopAtFirst: true))
    expect(some.solvable > 0 && some.solvable + some.unsolvable < 1000)
  }
}
