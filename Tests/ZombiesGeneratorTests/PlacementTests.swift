import Testing
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// The placement rule ("The rules", section 1) and the enumeration of all placements.
@Suite struct PlacementTests {
  /// Small families of all shapes: without things, with all squares used, with one thing too many.
  private static let families: [NaiveFamily] = {
    var families = NaiveFamily.smallRooms(maxSquares: 8, maxThings: 3)
    for name in [
      "1x9z2b1", "9x1f2", "3x3z3", "3x3z4", "3x4z2b1f1", "4x3z2b1f1", "2x6z1b1f1", "6x2z4b2",
      "4x4z2b1", "4x4z1b1f1+lit", "3x5z2f1", "5x3z2f1", "1x10z6", "1x10z7", "10x1z3b3+lit",
      "4x4z10", "4x4b10", "4x4z4b4f2", "4x4z4b4f3", "2x8z1b9", "3x3b99", "5x5",
    ] {
      families += NaiveFamily(name: name).map { [$0] } ?? []
    }
    return families
  }()

  @Test func everyPlacementIsMadeOnceInLexicographicOrder() throws {
    var placements = 0
    let failure = try firstFailure(of: Self.families) { naive in
      var expected: [String] = []
      naive.forEachPlacement { expected.append($0.code) }
      let family = try Family(naive)
      let codes = Placements(family).map(\.code)
      placements += codes.count
      guard codes == expected else { return "\(naive): \(codes) instead of \(expected)" }
      guard Set(codes).count == codes.count else { return "\(naive): a placement comes twice" }
      guard family.placementCount == UInt64(codes.count), naive.placementCount == codes.count
      else { return "\(naive): \(codes.count) placements, not \(family.placementCount ?? 0)" }
      return nil
    }
    #expect(failure == nil)
    #expect(Self.families.count > 700 && placements > 3000)
  }

  @Test func aRoomWithoutThingsHasOnePlacement() throws {
    for name in ["1x2", "2x1+lit", "5x5", "1x100", "9x9"] {
      let levels = Array(Placements(try Family(name)))
      #expect(levels.count == 1)
      #expect(levels.first?.thingCount == 0)
    }
  }

  @Test(arguments: ["1x2z1", "2x2f1", "3x3z4", "3x3z1b2f1", "1x4b1", "5x5z1048576", "2x3z2b1+lit"])
  func thingsThatDoNotFitHaveNoPlacement(name: String) throws {
    let family = try Family(name)
    #expect(family.placementCount == 0)
    #expect(Placements(family).first { _ in true } == nil)
  }

  @Test func allowedSquaresAreThoseOfTheReference() throws {
    var families = Self.families
    families += [NaiveFamily(rows: 9, columns: 13), NaiveFamily(rows: 40, columns: 2)]
    let failure = try firstFailure(of: families) { naive in
      let family = try Family(naive)
      let squares = family.allowedSquares.map(family.size.index)
      return squares == naive.allowedSquares ? nil : "\(naive): \(squares)"
    }
    #expect(failure == nil)
  }

  @Test(arguments: [
    ("classic", 171), ("block", 342), ("flashlight", 342),
    // 1048570 squares are allowed, and half of n(n − 1) is C(n, 2).
    ("1024x1024z1", 1_048_570), ("1024x1024z2", 549_748_998_165),
    ("1024x1024z1b1", 1_099_497_996_330),
    // 67 squares are allowed, and C(67, 33) < 2⁶⁴ < C(68, 34).
    ("1x71z33", 14_226_520_737_620_288_370), ("1x71z34", 14_226_520_737_620_288_370),
    ("71x1b33+lit", 14_226_520_737_620_288_370), ("1x72z34", nil), ("1x71z33b1", nil),
    // 47 squares: C(47, 10) · C(37, 24), just below 2⁶⁴; 178 squares: C(178, 13), just above.
    ("1x51z10b24", 18_446_693_477_654_742_300), ("51x1z13f10", 18_446_693_477_654_742_300),
    ("1x182b13", nil), ("182x1z165b13", nil),
    ("8x8z58", 1), ("8x8z57", 58), ("8x8z56b2", 1653), ("8x8z28b28f2", 12_643_285_563_057_007_320),
    ("8x8z27b27f2", nil),
    ("8x8z29b29", 30_067_266_499_541_040), ("8x8z29b28f1", 871_950_728_486_690_160),
    // Too many things, even if the number without the last of them would be large.
    ("20x20z395", 0), ("20x20z2b393", 0), ("20x20z100f295", 0), ("20x20z100b100f1000", 0),
  ])
  func placementsAreCountedUpToTheLargestNumber(name: String, count: UInt64?) throws {
    #expect(try Family(name).placementCount == count)
  }

  @Test func generatedLevelsObeyThePlacementRule() throws {
    let names = [
      "classic", "block", "flashlight", "3x7z2b1f1", "7x3z2b1f1+lit", "1x12z1f2", "12x1b2+lit",
      "8x8z10b10f3", "9x9z4b4f2+lit", "4x40z10b3", "1x100z5f5", "6x11z60", "8x8z58", "2x2",
    ]
    let failure = try firstFailure(of: names) { name in
      let family = try Family(name)
      let source = try LevelSource(LevelGenerator(family, seed: 3, selection: .any))
      return try firstFailure(of: 0..<UInt64(50)) { index in
        let level = try source.level(at: index)
        let naive = try #require(NaiveLevel(level))
        return Self.obeysPlacementRule(naive, NaiveFamily(family))
          ? nil : "\(name)+any@3#\(index): \(naive)"
      }
    }
    #expect(failure == nil)
  }

  /// The rule as the article states it, square by square.
  private static func obeysPlacementRule(_ level: NaiveLevel, _ family: NaiveFamily) -> Bool {
    let things = level.zombies + level.blocks + level.flashlights
    let room = NaiveRoom(level)
    return level.rows == family.rows && level.columns == family.columns
      && level.start == level.squareCount - 1 && level.signpost == 0 && level.lit == family.lit
      && level.zombies.count == family.zombies && level.blocks.count == family.blocks
      && level.flashlights.count == family.flashlights && Set(things).count == things.count
      && things.allSatisfy { room.distance($0, level.start) >= 2 }
      && things.allSatisfy { room.distance($0, level.signpost) >= 2 }
  }

  @Test(arguments: [
    ("classic", 171, 105), ("block", 342, 302), ("flashlight", 342, 241),
  ])
  func thePresetsSolvablePlacementsAreCounted(name: String, all: Int, solvable: Int) throws {
    let solver = Solver()
    var counts = (all: 0, program: 0, naive: 0)
    let failure = try firstFailure(of: Placements(Family(name))) { level in
      let naive = naiveSolve(try #require(NaiveLevel(level)))
      let solved = solver.solve(level)
      let decision = solver.decide(level)
      counts.all += 1
      counts.program += solved.verdict == .solvable ? 1 : 0
      counts.naive += naive.solvable ? 1 : 0
      guard solved.verdict == (naive.solvable ? .solvable : .unsolvable),
        decision.verdict == solved.verdict, decision.par == naive.par,
        solved.solution?.moves.letters == naive.solution,
        solved.solution?.shortestCount == naive.shortestSolutions,
        level.isSolvable == naive.solvable
      else { return "\(level.code): \(solved), \(decision) instead of \(naive)" }
      return nil
    }
    #expect(failure == nil)
    #expect(counts == (all, solvable, solvable))
  }
}
