import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// The numbers of solvable placements, compared with the reference under all rules.
@Suite struct CensusTests {
  /// Recorded when the naive solver counted the same, as the next test does for other families.
  @Test func thePresetsAreCounted() throws {
    for (name, solvable, unsolvable) in [
      ("classic", 105, 66), ("block", 302, 40), ("flashlight", 241, 101), ("3x3z4", 0, 0),
    ] as [(String, UInt64, UInt64)] {
      let generator = LevelGenerator(try Family(name), seed: 0)
      let census = try require(PlacementCounts(generator))
      expect((census.solvable, census.unsolvable, census.gaveUp) == (solvable, unsolvable, 0), name)
    }
    try expectNil(PlacementCounts(LevelGenerator(Family("1x72z34"), seed: 0)))
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

  @Test func theFirstThatIsNotUnsolvableMayBeTheLast() throws {
    // Nothing is solvable, so all placements are checked. Otherwise the search stops early.
    let none = try require(
      PlacementCounts(LevelGenerator(try Family("3x3z2"), seed: 0), stopAtFirst: true))
    expect((none.solvable, none.unsolvable) == (0, 3))
    let some = try require(
      PlacementCounts(LevelGenerator(try Family("6x6z2b2"), seed: 0), stopAtFirst: true))
    expect(some.solvable > 0 && some.solvable + some.unsolvable < 1000)
    let wide = try require(
      PlacementCounts(LevelGenerator(try Family("9x9z1b1"), seed: 0), stopAtFirst: true))
    expect((wide.solvable, wide.gaveUp) == (1, 0))
  }
}
