import Testing
import ZombiesGenerator
import ZombiesTestSupport

@testable import ZombiesCommands

/// Draws that are counted on several threads: only here do they give the same sums as on one.
@Suite struct DrawCountsTests {
  @Test(arguments: ["classic", "flashlight", "8x8z3b5", "9x9z4b4", "6x6z1b5+lit", "2x2"])
  func countsAreTheSameForAnyNumberOfThreads(name: String) throws {
    // With so few states, the solver gives up on some lit levels.
    let isLit = name.hasSuffix("+lit")
    let generator = LevelGenerator(
      try Family(name), seed: 3, selection: .any, stateLimit: isLit ? 12 : nil)
    // More than a thread takes at a time: 2¹⁴ placements of a small dark room, 1 of a large one.
    let last: UInt64 = name == "classic" ? 40_000 : 300
    for range in [7..<last, 5..<5, 9..<10] {
      let expected = try LevelSource(generator).countDraws(range)
      expect(expected.placements == range.count)
      expect(expected.gaveUp == 0 || isLit)
      if isLit, range.count > 100 { expect(expected.gaveUp > 10 && expected.gaveUp < 290) }
      for threads in [1, 2, 3, 8] {
        try expectEqual(DrawCounts(of: generator, range, threads: threads), expected)
      }
    }
  }

  @Test func familiesThatCannotBeMadeAreAnError() throws {
    let generator = LevelGenerator(try Family("3x3z4"), seed: 0)
    #expect(throws: GenerationError.tooManyThings(things: 4, squares: 3)) {
      try DrawCounts(of: generator, 0..<10, threads: 2)
    }
  }
}
