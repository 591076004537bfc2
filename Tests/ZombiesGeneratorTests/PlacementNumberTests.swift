import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// Placements by number: only here must starting at any number give the rest of the full sequence.
@Suite struct PlacementNumberTests {
  @Test func everyNumberOfSmallFamilies() throws {
    for family in sampled(NaiveFamily.smallRooms(maxSquares: 9, maxThings: 4), every: 11) {
      var all: [String] = []
      family.forEachPlacement { all.append($0.code) }
      let family = try Family(family)
      expectNil(
        firstFailure(of: all.indices) {
          codes(family, from: UInt64($0), 1) == [all[$0]] ? nil : "\(family) from \($0)"
        })
      for first in [0, 1, all.count / 3, max(0, all.count - 2), all.count, all.count + 1] {
        let expected = Array(all.dropFirst(first).prefix(9))
        expectEqual(codes(family, from: UInt64(first), 9), expected, "\(family) from \(first)")
      }
    }
  }

  @Test(arguments: ["5x5z2b2f1", "8x8z3b9+lit", "8x8z1b27", "8x8z58", "7x9b20f2", "8x8z1b28"])
  func someNumbersOfLargeFamilies(name: String) throws {
    let family = try Family(name)
    let count = try require(family.placementCount)
    // The last ones, and some at the end of a run of the last digits.
    expectEqual(codes(family, from: count - 1, 9).count, 1)
    expect(codes(family, from: count, 9) == [] && codes(family, from: .max, 9) == [])
    for first in [0, count / 7 * 3, count - min(count, 5)] {
      let levels = codes(family, from: first, 4)
      for (offset, level) in levels.enumerated() {
        expectEqual(
          codes(family, from: first + UInt64(offset), 1), [level], "\(name) from \(first)")
      }
      expectEqual(Set(levels).count, levels.count)
    }
  }

  private func codes(_ family: Family, from first: UInt64, _ most: Int) -> [String] {
    guard var placements = SmallPlacements(family, from: first, batchSize: most),
      let (batch, count) = placements.next()
    else { return [] }
    return (0..<count).map { Level(batch[$0]).code }
  }
}
