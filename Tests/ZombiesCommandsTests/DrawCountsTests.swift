import Testing
import ZombiesGenerator
import ZombiesTestSupport

// Draws are counted on threads only in large families, which take long in the program.
@testable import ZombiesCommands

/// Draws that are counted on several threads: only here do they give the same sums as on one.
@Suite struct DrawCountsTests {
  @Test func countsAreTheSameForAnyNumberOfThreads() throws {
    for name in ["classic", "flashlight", "8x8z3b5", "9x9z4b4", "6x6z1b5+lit", "2x2"] {
      // With so few states, the solver gives up on some lit levels.
      let isLit = name.hasSuffix("+lit")
      let generator = LevelGenerator(
        try Family(name), seed: 3, selection: .any, stateLimit: isLit ? 12 : nil)
      // More than a thread takes at a time: 2¹⁴ placements of a small dark room, 1 of a large one.
      let last: UInt64 = name == "classic" ? 17_000 : 120
      for range in [7..<last, 5..<5, 9..<10] {
        let expected = try LevelSource(generator).countDraws(range)
        expect(expected.placements == range.count)
        expect(expected.gaveUp == 0 || isLit)
        if isLit, range.count > 100 { expect(expected.gaveUp > 5 && expected.gaveUp < 110) }
        for threads in [1, 2, 8] {
          try expectEqual(PlacementCounts(of: generator, range, threads: threads), expected, name)
        }
      }
    }
    let impossible = LevelGenerator(try Family("3x3z4"), seed: 0)
    expectNil(try? PlacementCounts(of: impossible, 0..<10, threads: 2))
  }
}
