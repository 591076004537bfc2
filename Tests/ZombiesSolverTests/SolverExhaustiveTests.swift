// Every placement of small rooms, against the naive solver: verdict, par, THE solution, number of
// shortest solutions and states of `solve`, and verdict and par of `decide`.

import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

@Suite struct SolverExhaustiveTests {
  /// Compares all hand-placed levels of a room with up to that many things, dark and lit, each
  /// under `share` of the 18 rule variants in turn. The shorter form compares only every seventh
  /// level.
  private func compare(
    _ comparison: inout Comparison, rows: Int, columns: Int, things: Int, share: Int
  ) {
    var (turn, number) = (0, 0)
    let step = NaiveRules.variants.count / share
    for family in NaiveFamily.smallRooms(maxSquares: rows * columns, maxThings: things)
    where family.rows == rows && family.columns == columns {
      naiveForEachLevel(family) { level in
        number += 1
        guard isLong || number % 7 == 0 else { return }
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
    #expect(comparison.failure == nil)
    #expect(comparison.count > cases(exactly: 5500, long: 40_000))
  }

  @Test("All levels of 2x3 and 3x2 with any things, under two variants each")
  func sixSquares() {
    var comparison = Comparison()
    compare(&comparison, rows: 2, columns: 3, things: 4, share: 2)
    compare(&comparison, rows: 3, columns: 2, things: 4, share: 2)
    #expect(comparison.failure == nil)
    #expect(comparison.count > cases(exactly: 8500, long: 60_000))
    #expect(comparison.solvable > cases(exactly: 680, long: 5000))
  }

  @Test("All levels of 3x3 with up to two things, under the variants in turn")
  func nineSquares() {
    var comparison = Comparison()
    compare(&comparison, rows: 3, columns: 3, things: 2, share: 1)
    #expect(comparison.failure == nil)
    #expect(comparison.count > cases(exactly: 4200, long: 30_000))
    #expect(comparison.solvable > cases(exactly: 680, long: 5000))
  }

  @Test("All levels of 1x8, 8x1, 2x4 and 4x2 with up to two things")
  func eightSquares() {
    var comparison = Comparison()
    for (rows, columns) in [(1, 8), (8, 1), (2, 4), (4, 2)] {
      compare(&comparison, rows: rows, columns: columns, things: 2, share: 1)
    }
    #expect(comparison.failure == nil)
    #expect(comparison.count > cases(exactly: 6800, long: 50_000))
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
    var turn = 0
    for zombies in 0...things {
      for blocks in 0...(things - zombies) {
        for flashlights in 0...(things - zombies - blocks) {
          for lit in [false, true] {
            let family = NaiveFamily(
              rows: rows, columns: columns, zombies: zombies, blocks: blocks,
              flashlights: flashlights, lit: lit)
            family.forEachPlacement { level in
              turn += 5
              comparison.compare(level, [NaiveRules.variant(turn)])
            }
          }
        }
      }
    }
    #expect(comparison.failure == nil)
    #expect(comparison.solvable > 0)
  }

  @Test(
    "All placements of the presets, under all variants in the longer form, and lit, under a sixth of them",
    arguments: [NaiveFamily.classic, .block, .flashlight])
  func presets(_ family: NaiveFamily) {
    var comparison = Comparison()
    for lit in [false, true] {
      var family = family
      family.lit = lit
      var turn = 0
      family.forEachPlacement { level in
        turn += 1
        comparison.compare(
          level,
          NaiveRules.variants.enumerated()
            .filter { (turn + $0.offset) % (lit ? 6 : cases(exactly: 6, long: 1)) == 0 }.map(
              \.element))
      }
    }
    #expect(comparison.failure == nil)
    let variants = NaiveRules.variants.count
    #expect(
      comparison.count == (cases(exactly: variants / 6, long: variants) + variants / 6)
        * family.placementCount)
  }

  @Test("A batch is decided like its levels, with any lanes, start and signpost")
  func batches() throws {
    var (count, failure) = (0, String?.none)
    // Rooms of at most 32 squares go 16 at a time, larger ones 8 at a time, the rest one by one.
    for (rows, columns, corner) in [
      (5, 5, true), (5, 5, false), (4, 8, true), (8, 4, false), (3, 11, true), (6, 7, false),
      (1, 12, true), (1, 33, true), (33, 1, false),
    ] where failure == nil {
      for (zombies, blocks, flashlights, lit) in [
        (1, 1, 0, false), (2, 0, 0, false), (1, 0, 1, false), (1, 1, 0, true), (0, 2, 1, true),
      ] {
        let family = NaiveFamily(
          rows: rows, columns: columns, zombies: zombies, blocks: blocks,
          flashlights: flashlights, lit: lit)
        var levels: [NaiveLevel] = []
        family.forEachPlacement { levels.append($0) }
        // The other corners: a signpost to the right and below, which no path up and left reaches.
        if !corner {
          levels = levels.map {
            NaiveLevel(
              rows: rows, columns: columns, start: $0.signpost, signpost: $0.start,
              zombies: $0.zombies, blocks: $0.blocks, flashlights: $0.flashlights, lit: lit)
          }
        }
        // A number that fills neither lanes of 16 nor lanes of 8.
        levels = Array(levels.prefix(cases(exactly: 43, long: 107)))
        for distance in [1, 0] {
          let rules = NaiveRules(catchingDistance: distance)
          count += levels.count
          failure = failure ?? batchFailure(levels, rules)
        }
      }
    }
    #expect(failure == nil)
    #expect(count > cases(exactly: 3200, long: 8000))
  }

  /// The first level of one frame that a batch decides differently from the reference.
  private func batchFailure(_ levels: [NaiveLevel], _ rules: NaiveRules) -> String? {
    let forms = levels.compactMap { (try? Level($0.code)).flatMap { SmallLevel($0) } }
    guard forms.count == levels.count, var frame = forms.first else { return "no levels" }
    (frame.zombies, frame.blocks, frame.flashlights) = (Bitboard(), Bitboard(), Bitboard())
    var batch = LevelBatch(frame: frame, count: forms.count)
    for (index, form) in forms.enumerated() {
      batch.zombies[index] = form.zombies.word
      batch.blocks[index] = form.blocks.word
      batch.flashlights[index] = form.flashlights.word
    }
    var pars = [Int16](repeating: 77, count: forms.count)
    SmallSearch(room: frame.room, rules: Rules(rules)).decide(batch, into: &pars)
    for (index, level) in levels.enumerated() {
      let expected = naiveSolve(level, rules).par ?? -1
      if Int(pars[index]) != expected {
        return "\(level.code) \(rules): \(pars[index]), expected \(expected)"
      }
    }
    return nil
  }
}
