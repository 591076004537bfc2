import Testing
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// The placement rule ("The rules", section 1) and the enumeration of all placements: only here are
/// their order and their number compared.
@Suite struct PlacementTests {
  /// Small families of all shapes: without things, with all squares used, with one thing too many.
  private static let families: [NaiveFamily] = {
    var families = sampled(NaiveFamily.smallRooms(maxSquares: 8, maxThings: 3), every: 3)
    for name in [
      "1x9z2b1", "9x1f2", "3x3z3", "3x3z4", "3x4z2b1f1", "4x3z2b1f1", "2x6z1b1f1", "6x2z4b2",
      "4x4z2b1", "3x5z2f1", "1x10z6", "1x10z7", "10x1z3b3+lit", "4x4z10", "4x4b10", "4x4z4b4f3",
      "2x8z1b9", "3x3b99", "5x5",
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
    expectNil(failure)
    expect(Self.families.count > 150 && placements > 1500)
  }

  @Test func aRoomWithoutThingsHasOnePlacement() throws {
    for name in ["1x2", "2x1+lit", "5x5", "1x100", "9x9"] {
      let levels = Array(Placements(try Family(name)))
      expectEqual(levels.count, 1)
      expectEqual(levels.first?.thingCount, 0)
    }
  }

  @Test(arguments: ["1x2z1", "2x2f1", "3x3z4", "3x3z1b2f1", "1x4b1", "5x5z1048576", "2x3z2b1+lit"])
  func thingsThatDoNotFitHaveNoPlacement(name: String) throws {
    let family = try Family(name)
    expectEqual(family.placementCount, 0)
    expectNil(Placements(family).first { _ in true })
  }

  @Test func allowedSquaresAreThoseOfTheReference() throws {
    var families = Self.families
    families += [NaiveFamily(rows: 9, columns: 13), NaiveFamily(rows: 40, columns: 2)]
    let failure = try firstFailure(of: families) { naive in
      let family = try Family(naive)
      let squares = family.allowedSquares.map(family.size.index)
      return squares == naive.allowedSquares ? nil : "\(naive): \(squares)"
    }
    expectNil(failure)
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
    try expectEqual(Family(name).placementCount, count)
  }
}
