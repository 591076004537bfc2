import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// The drawing procedure and a second implementation of its description make the same levels: only
/// here do rejected words and rooms of many things count.
@Suite struct DrawTests {
  private static let seeds: [UInt64] = [0, 42, .max]
  private static let indices: [UInt64] = [0, 1, 2, 3, 4, 7, 1_000_003, .max - 1, .max]

  /// Every seed with every index, or in the shorter form with some of them.
  private static let places = sampled(
    seeds.flatMap { seed in indices.map { (seed, $0) } }, every: 5)

  /// Families without things, with one group of draws and with many, of small and wide rooms.
  private static let families = [
    "classic", "block", "flashlight", "1x2", "1x5z1", "2x5z1b1", "3x7z2b2f2", "8x8z2b8",
    "8x8z10", "8x8z11", "8x8z20b20f18", "6x6z1b5+lit", "9x9z3b10", "9x9z3b10f2+lit",
    "20x20z10b50f3", "1x100z4f2", "100x3b90", "65x64z1b1",
  ]

  @Test func allPlacementsAreThoseOfTheSecondImplementation() throws {
    let failure = try firstFailure(of: Self.families) { name in
      let family = try Family(name)
      return try firstFailure(of: Self.places) { seed, index in
        let expected = SecondDrawing(family: NaiveFamily(family), seed: seed)
          .placement(index, attempt: 0).code
        let levels = LevelGenerator(family, seed: seed, selection: .any)
        let code = try levels.level(at: index).code
        return code == expected ? nil : "\(name)+any@\(seed)#\(index): \(code), not \(expected)"
      }
    }
    expectNil(failure)
  }

  /// Families whose products of bounds reject 4% to 7% of the words: 26 · … · 13 from one word of
  /// each level, and 58! or 75! from many.
  @Test(arguments: ["4x8z7b7", "8x8z30b28", "9x9z40b35"])
  func wordsThatWouldBeUnfairAreThrownAway(name: String) throws {
    let family = try Family(name)
    let drawing = SecondDrawing(family: NaiveFamily(family), seed: 1)
    let source = try LevelSource(LevelGenerator(family, seed: 1, selection: .any))
    let count = cases(exactly: 50, long: 150)
    var batch = source.frame.map { LevelBatch(frame: $0, count: count) }
    if var filled = batch.take() {
      try source.fill(&filled, from: 0)
      batch = filled
    }
    var rejectedWords = 0
    let failure = try firstFailure(of: 0..<count) { place in
      let (expected, rejected) = drawing.draw(UInt64(place), attempt: 0)
      rejectedWords += rejected
      let level = try source.level(at: UInt64(place))
      guard level.code == expected.code, batch.map({ Level($0[place]) == level }) ?? true else {
        return "\(name)+any@1#\(place): \(level.code), not \(expected)"
      }
      return nil
    }
    expectNil(failure)
    expect(rejectedWords > 0)
  }

  @Test(arguments: ["classic", "block", "flashlight", "3x7z2b1f1", "6x6z1b5+lit", "8x8z2b8"])
  func solvableLevelsAreThoseOfTheSecondImplementation(name: String) throws {
    let family = try Family(name)
    let failure = try firstFailure(of: Self.places) { seed, index in
      let expected = SecondDrawing(family: NaiveFamily(family), seed: seed)
        .solvable(index) { naiveSolve($0).solvable }
      let source = try LevelSource(LevelGenerator(family, seed: seed))
      let code = try source.level(at: index).code
      guard source.rejectedDraws == expected.rejected else {
        return "\(name)@\(seed)#\(index): \(source.rejectedDraws) draws were rejected"
      }
      return code == expected.level.code
        ? nil : "\(name)@\(seed)#\(index): \(code), not \(expected.level.code)"
    }
    expectNil(failure)
  }

  /// Large lit rooms have more states than the naive solver can search in a test. Here the
  /// program's solver, which has its own tests, decides for both.
  @Test(arguments: ["20x20z10b50f3", "9x9z5b8", "8x8z5f1", "12x4z3b3+lit"])
  func largeSolvableLevelsAreThoseOfTheSecondImplementation(name: String) throws {
    let family = try Family(name)
    // The largest of these rooms take seconds each.
    let few: [(UInt64, UInt64)] = [(42, 0), (0, 7), (.max, .max)]
    let places =
      name == "20x20z10b50f3"
      ? Array(few.prefix(cases(1, long: 3))) : sampled(Self.places, every: 3)
    // One search for all, because its tables are most of the work in a room of this size.
    let search = Solver()
    let failure = try firstFailure(of: places) { seed, index in
      let expected = try SecondDrawing(family: NaiveFamily(family), seed: seed)
        .solvable(index) { search.decide(try Level($0)).verdict == .solvable }.level.code
      let code = try LevelGenerator(family, seed: seed).level(at: index).code
      return code == expected ? nil : "\(name)@\(seed)#\(index): \(code), not \(expected)"
    }
    expectNil(failure)
  }

  @Test func otherRulesDecideOtherwiseOnTheSameDraws() throws {
    var differing = 0
    let failure = try firstFailure(of: NaiveRules.variants) { naive in
      let levels = LevelGenerator(.flashlight, seed: 9, rules: try Rules(naive))
      let source = try LevelSource(levels)
      return try firstFailure(of: 0..<UInt64(cases(exactly: 4, long: 40))) { index in
        let expected = SecondDrawing(family: .flashlight, seed: 9)
          .solvable(index) { naiveSolve($0, naive).solvable }
        differing += expected.level == LevelGenerator(.flashlight, seed: 9)[index].naive ? 0 : 1
        let code = try source.level(at: index).code
        return code == expected.level.code ? nil : "\(naive), index \(index): \(code)"
      }
    }
    expectNil(failure)
    expect(differing > 0)
  }
}

extension Level {
  /// The naive form of the level.
  var naive: NaiveLevel? { NaiveLevel(self) }
}
