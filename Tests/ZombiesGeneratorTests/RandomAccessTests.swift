import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// A level does not depend on which other levels are made, or on how: one by one, by subscript, or
/// in a batch. Only here are rejected draws counted.
@Suite struct RandomAccessTests {
  private static let names = [
    "classic", "block", "flashlight", "6x6z1b5+lit", "3x7z2b1f1", "8x8z10b5", "8x8z8b6f1", "1x2",
    "1x12z1+lit",
  ]

  /// First indices at each position of a quad, and near the largest index.
  private static let firsts: [UInt64] = [0, 1, 2, 3, 5, 1021, 1_000_003, .max - 40]

  @Test func batchesOfAnySizeFromAnyIndexHoldTheLevelsOfTheirIndices() throws {
    let failure = try firstFailure(of: Self.names) { name in
      let family = try Family(name)
      return try firstFailure(of: LevelSelection.allCases) { selection in
        let generator = LevelGenerator(family, seed: 12, selection: selection)
        guard name != "1x12z1+lit" || selection == .any else { return nil }
        let (single, many) = (try LevelSource(generator), try LevelSource(generator))
        let frame = try require(many.frame)
        return try firstFailure(of: zip(Self.firsts, [1, 2, 3, 4, 5, 7, 13, 41])) { first, count in
          var batch = LevelBatch(frame: frame, count: count)
          try many.fill(&batch, from: first)
          for place in 0..<count {
            let index = first + UInt64(place)
            let level = try single.level(at: index)
            guard Level(batch[place]) == level else {
              return "\(name) \(selection) @12#\(index), batch of \(count) from \(first)"
            }
          }
          return many.rejectedDraws == single.rejectedDraws
            ? nil : "\(name)@12: \(many.rejectedDraws) draws rejected by a batch from \(first)"
        }
      }
    }
    expectNil(failure)
  }

  @Test func levelsDoNotDependOnWhatWasMadeBefore() throws {
    for name in ["classic", "9x9z3b10", "9x9z2b3f2", "6x6z1b5+lit"] {
      let levels = LevelGenerator(try Family(name), seed: 1)
      let forwards = try LevelSource(levels)
      let backwards = try LevelSource(levels)
      let first = try (0..<UInt64(30)).map { try forwards.level(at: $0).code }
      let second = try (0..<UInt64(30)).reversed().map { try backwards.level(at: $0).code }
      expectEqual(first, second.reversed())
      expectEqual(first, (0..<UInt64(30)).map { levels[$0].code })
      expectEqual(forwards.rejectedDraws, backwards.rejectedDraws)
    }
  }

  @Test func aBatchFilledAgainHoldsNothingOfTheFirstLevels() throws {
    let things = try LevelSource(LevelGenerator(Family("5x5z1b1f1"), seed: 0))
    var batch = LevelBatch(frame: try require(things.frame), count: 5)
    for name in ["classic", "5x5b3", "5x5f2", "5x5"] {
      try things.fill(&batch, from: 0)
      let source = try LevelSource(LevelGenerator(Family(name), seed: 0))
      try source.fill(&batch, from: 0)
      let failure = try firstFailure(of: 0..<5) { place in
        let level = try source.level(at: UInt64(place))
        let filled = batch[place]
        // A level of overlapping things would have no code.
        return filled.zombies == filled.room.bitboard(level.zombies)
          && filled.blocks == filled.room.bitboard(level.blocks)
          && filled.flashlights == filled.room.bitboard(level.flashlights)
          ? nil : "\(name)@0#\(place)"
      }
      expectNil(failure)
    }
  }

  @Test func surveysCountTheFirstDraws() throws {
    let failure = try firstFailure(of: Self.names + ["9x9z3b10", "7x10z2f1"]) { name in
      let generator = LevelGenerator(try Family(name), seed: 21, selection: .any)
      let source = try LevelSource(generator)
      let solver = Solver()
      let ranges: [Range<UInt64>] = [0..<0, 0..<1, 3..<26, 1_000_001..<1_000_016]
      return try firstFailure(of: ranges) { range in
        let survey = try LevelSource(generator).countDraws(range)
        let pars = try range.compactMap { solver.decide(try source.level(at: $0)).par }
        guard survey.placements == range.count, survey.solvable == pars.count,
          survey.moves == pars.reduce(0, +), survey.gaveUp == 0
        else { return "\(name)+any@21, \(range): \(survey)" }
        return nil
      }
    }
    expectNil(failure)
  }

  @Test func surveysOfPartsAddUp() throws {
    let source = try LevelSource(LevelGenerator(.flashlight, seed: 2))
    let all = source.countDraws(5..<600)
    var sum = source.countDraws(5..<6)
    for range in [6..<18, 18..<531, 531..<600] as [Range<UInt64>] {
      sum += source.countDraws(range)
    }
    expectEqual(sum, all)
    expectEqual(all.placements, 595)
    let hasty = try LevelSource(LevelGenerator(.flashlight, seed: 2, stateLimit: 20))
    var parts = hasty.countDraws(5..<300)
    let (before, rest) = (parts.gaveUp, hasty.countDraws(300..<600))
    parts += rest
    expect(before > 0 && rest.gaveUp > 0 && parts.gaveUp == before + rest.gaveUp)
    expectEqual(parts, hasty.countDraws(5..<600))
    // 241 of 342 are solvable, within 4.5 standard errors of a share of 595.
    let share = 241.0 / 342
    let error = (share * (1 - share) / 595).squareRoot()
    expect(abs(Double(all.solvable) / 595 - share) < 4.5 * error)
  }
}
