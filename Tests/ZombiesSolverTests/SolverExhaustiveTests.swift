import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// Every placement of small rooms, and in the shorter form a part of them, against the naive
/// solver: verdict, par, *the* solution, number of shortest solutions and states of `solve`, and
/// verdict and par of `decide`.
@Suite struct SolverExhaustiveTests {
  /// Compares all hand-placed levels of a room with up to that many things, dark and lit, each
  /// under `share` of the 18 rule variants in turn. The shorter form compares only every 35th
  /// level.
  private func compare(
    _ comparison: inout Comparison, rows: Int, columns: Int, things: Int, share: Int
  ) {
    var (turn, number) = (0, 0)
    let step = NaiveRules.variants.count / share
    for family in NaiveFamily.all(rows: rows, columns: columns, maxThings: things) {
      naiveForEachLevel(family) { level in
        number += 1
        guard isLong || number % 35 == 0 else { return }
        // 5 and 18 have no common divisor, so neighbouring levels get distant variants.
        turn += 5
        let places = 0..<share
        comparison.compare(
          level, places.map { NaiveRules.variant(turn + $0 * step) })
      }
    }
  }

  @Test("All levels of 1x2 to 1x5, 2x1 to 5x1 and 2x2, with any things, under six variants each")
  func thinRooms() {
    var comparison = Comparison()
    for length in 2...5 {
      compare(&comparison, rows: 1, columns: length, things: length - 2, share: 6)
      compare(&comparison, rows: length, columns: 1, things: length - 2, share: 6)
    }
    compare(&comparison, rows: 2, columns: 2, things: 2, share: 18)
    expectNil(comparison.failure)
    expect(comparison.count > cases(exactly: 1000, long: 40_000))
  }

  @Test("All levels of 2x3 and 3x2 with any things, under two variants each")
  func sixSquares() {
    var comparison = Comparison()
    compare(&comparison, rows: 2, columns: 3, things: 4, share: 2)
    compare(&comparison, rows: 3, columns: 2, things: 4, share: 2)
    expectNil(comparison.failure)
    expect(comparison.count > cases(exactly: 1600, long: 60_000))
    expect(comparison.solvable > cases(exactly: 100, long: 5000))
  }

  @Test("All levels of 3x3 with up to two things, under the variants in turn")
  func nineSquares() {
    var comparison = Comparison()
    compare(&comparison, rows: 3, columns: 3, things: 2, share: 1)
    expectNil(comparison.failure)
    expect(comparison.count > cases(exactly: 800, long: 30_000))
    expect(comparison.solvable > cases(exactly: 100, long: 5000))
  }

  @Test("All levels of 1x8, 8x1, 2x4 and 4x2 with up to two things")
  func eightSquares() {
    var comparison = Comparison()
    for (rows, columns) in [(1, 8), (8, 1), (2, 4), (4, 2)] {
      compare(&comparison, rows: rows, columns: columns, things: 2, share: 1)
    }
    expectNil(comparison.failure)
    expect(comparison.count > cases(exactly: 1300, long: 50_000))
  }

  @Test(
    "All placements of generated families with two or three things, under the variants in turn",
    arguments: [
      (4, 4, cases(exactly: 2, long: 3)), (3, 5, 2), (5, 3, 2), (2, 7, cases(exactly: 2, long: 3)),
      (7, 2, 3),
      (4, 5, 2),
    ])
  func families(_ rows: Int, _ columns: Int, _ things: Int) {
    var comparison = Comparison()
    var (turn, number) = (0, 0)
    for family in NaiveFamily.all(rows: rows, columns: columns, maxThings: things) {
      family.forEachPlacement { level in
        number += 1
        guard isLong || number % 5 == 0 else { return }
        turn += 5
        comparison.compare(level, [NaiveRules.variant(turn)])
      }
    }
    expectNil(comparison.failure)
    expect(comparison.solvable > 0)
  }

  @Test(
    "All placements of the presets, under all variants in the longer form, and lit, under some of them",
    arguments: [NaiveFamily.classic, .block, .flashlight])
  func presets(_ family: NaiveFamily) {
    var comparison = Comparison()
    for lit in [false, true] {
      var family = family
      family.lit = lit
      // In the shorter form, each placement under one variant, or lit, every third.
      let step = isLong ? (lit ? 6 : 1) : (lit ? 54 : 18)
      var turn = 0
      family.forEachPlacement { level in
        turn += 1
        comparison.compare(
          level,
          NaiveRules.variants.enumerated()
            .filter { (turn + $0.offset) % step == 0 }.map(\.element))
      }
    }
    expectNil(comparison.failure)
    let variants = NaiveRules.variants.count
    expect(
      comparison.count
        >= cases(exactly: 1, long: variants + variants / 6) * family.placementCount)
  }
}
