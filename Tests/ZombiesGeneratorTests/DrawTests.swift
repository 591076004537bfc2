import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// The drawing procedure and a second implementation of its description make the same levels, one by one, by
/// subscript, in any order, and in batches.
@Suite struct DrawTests {
  /// Families without things, with one group of draws and with many, of small and wide rooms, with few and with many
  /// placements. The products of bounds of the last ones reject 4% to 7% of the words.
  private static let names = """
    classic block flashlight 1x2 1x5z1 2x5z1b1 3x7z2b2f2 8x8z2b8 8x8z10 8x8z11 8x8z20b20f18 6x6z1b5+lit 9x9z3b10
    9x9z3b10f2+lit 20x20z10b50f3 1x100z4f2 100x3b90 65x64z1b1 1x12z1+lit 4x8z7b7 8x8z30b28 9x9z40b35
    """

  /// First indices at each position of a quad, and near the largest index, with the size of a batch.
  private static let ranges: [(first: UInt64, count: Int)] = [
    (0, 1), (1, 2), (2, 3), (3, 13), (5, 5), (1021, 7), (1_000_003, 4), (.max - 40, 41),
  ]

  /// What differs between the levels of some indices, made in all ways, and those of the second implementation.
  private func complaint(
    _ generator: LevelGenerator, from first: UInt64,
    _ expected: [(level: NaiveLevel, rejected: Int)],
    _ single: LevelSource, _ many: LevelSource
  ) throws -> String? {
    let before = (single.rejectedDraws, many.rejectedDraws)
    let codes = expected.map(\.level.code)
    let place = "\(generator.family) \(generator.selection)@\(generator.seed)#\(first)"
    var rejected: UInt64 = 0
    for (offset, one) in expected.enumerated().reversed() {
      let index = first + UInt64(offset)
      guard try single.level(at: index).code == one.level.code,
        try generator.level(at: index).code == one.level.code
      else { return "\(place) + \(offset) is not \(one.level.code)" }
      rejected += UInt64(one.rejected)
    }
    guard single.rejectedDraws - before.0 == rejected else { return "\(place): rejected draws" }
    guard let frame = many.frame else { return nil }
    var batch = LevelBatch(frame: frame, count: codes.count)
    // What was in the batch before does not matter.
    for place in 0..<codes.count { (batch.zombies[place], batch.flashlights[place]) = (.max, 1) }
    try many.fill(&batch, from: first)
    // Invalid levels have no codes.
    guard (0..<codes.count).allSatisfy({ batch[$0].isValid && Level(batch[$0]).code == codes[$0] })
    else { return "\(place): a batch" }
    guard many.rejectedDraws - before.1 == rejected else { return "\(place): rejected by a batch" }
    // Where placements are numbered, a number always stands for the same level.
    let numbers = batch.numbers.prefix(codes.count)
    guard numbers.isEmpty == (many.numberedPlacements == 0),
      numbers.allSatisfy({ $0 < many.numberedPlacements }),
      Set(zip(numbers, codes).map { "\($0) \($1)" }).count == Set(numbers).count
    else { return "\(place): numbers" }
    // The first level on its own, twice: the second time, its verdict is known.
    var things = [try require(many.things(at: first)), try require(many.things(at: first))]
    if let drawer = many.anyDrawer { things.append(drawer.things(at: first)) }
    for one in things {
      guard
        [one.zombies, one.blocks, one.flashlights]
          == [batch.zombies[0], batch.blocks[0], batch.flashlights[0]]
      else { return "\(place): things" }
    }
    guard many.rejectedDraws - before.1 == rejected + 2 * UInt64(expected[0].rejected) else {
      return "\(place): rejected before the things"
    }
    return nil
  }

  @Test func allPlacementsAreThoseOfTheSecondImplementation() throws {
    var rejectedWords = 0
    let names = Self.names.split { $0 == " " || $0 == "\n" }
    let failure = try firstFailure(of: names.enumerated()) { number, name in
      let family = try Family(name)
      for (turn, seed) in [0, 42, UInt64.max].enumerated()
      where isLong || turn == number % 3 || family.size.squareCount < 30 {
        let drawing = SecondDrawing(family: NaiveFamily(family), seed: seed)
        let generator = LevelGenerator(family, seed: seed, selection: .any)
        let (single, many) = (try LevelSource(generator), try LevelSource(generator))
        for (place, range) in Self.ranges.enumerated()
        where isLong || family.size.squareCount < 100 && (place + turn) % 2 == 0 || place == 1 {
          let expected = (0..<range.count).map { offset in
            let drawn = drawing.draw(range.first + UInt64(offset), attempt: 0)
            rejectedWords += drawn.rejectedWords
            return (drawn.level, 0)
          }
          if let complaint = try complaint(generator, from: range.first, expected, single, many) {
            return complaint
          }
        }
      }
      return nil
    }
    expectNil(failure)
    expect(rejectedWords > 0)
  }

  @Test func solvablePlacementsAreThoseOfTheSecondImplementation() throws {
    let names = ["classic", "block", "flashlight", "3x7z2b1f1", "6x6z1b5+lit", "8x8z2b8", "1x2"]
    let failure = try firstFailure(of: names.enumerated()) { number, name in
      let (family, seed) = (try Family(name), [0, 42, UInt64.max][number % 3])
      let drawing = SecondDrawing(family: NaiveFamily(family), seed: seed)
      let generator = LevelGenerator(family, seed: seed)
      let (single, many) = (try LevelSource(generator), try LevelSource(generator))
      for (place, range) in Self.ranges.enumerated() where isLong || place % 3 == number % 3 {
        let expected = (0..<range.count).map {
          drawing.solvable(range.first + UInt64($0)) { naiveSolve($0).solvable }
        }
        if let complaint = try complaint(generator, from: range.first, expected, single, many) {
          return complaint
        }
      }
      return nil
    }
    expectNil(failure)
  }

  /// Large lit rooms have more states than the naive solver can search in a test. Here the program's solver, which has
  /// its own tests, decides for both.
  @Test func largeSolvableLevelsAreThoseOfTheSecondImplementation() throws {
    let names = ["9x9z5b8", "8x8z5f1", "12x4z3b3+lit"] + (isLong ? ["20x20z10b50f3"] : [])
    let failure = try firstFailure(of: names) { name in
      let family = try Family(name)
      let generator = LevelGenerator(family, seed: 42)
      let drawing = SecondDrawing(family: NaiveFamily(family), seed: 42)
      // One search for all, because its tables are most of the work in a room of this size.
      let search = Solver()
      let expected = try [3, 4].map { index in
        try drawing.solvable(index) { search.decide(try Level($0)).verdict == .solvable }
      }
      return try complaint(
        generator, from: 3, expected, LevelSource(generator), LevelSource(generator))
    }
    expectNil(failure)
  }

  /// Random families of every shape of up to 64 squares, under random rules.
  @Test func levelsOfEveryShape() throws {
    var random = NaiveRandom(seed: 0xD4A3)
    let shapes = (0..<8).flatMap { NaiveShape.part($0) }
    var solvable = 0
    let failure = try firstFailure(of: shapes.enumerated()) { number, shape in
      for _ in 0..<cases(1, long: 5) {
        let (family, seed, first) = (random.family(of: shape), random.next(), random.number() / 2)
        let drawing = SecondDrawing(family: family, seed: seed)
        let any = LevelGenerator(try Family(family), seed: seed, selection: .any)
        let drawn = (first..<first + 4).map { (drawing.placement($0, attempt: 0), 0) }
        let problem = try complaint(any, from: first, drawn, LevelSource(any), LevelSource(any))
        if let problem { return problem }
        // The reference's search takes long in a room of many states.
        let moving = family.lit || family.flashlights > 0 ? family.zombies : 0
        guard isLong || number % 3 == 0, moving <= (shape.squareCount > 20 ? 0 : 1) else {
          continue
        }
        // If the first draws are unsolvable, the program would try to prove that all placements are.
        let rules = random.rules()
        let expected = (first..<first + 3).compactMap { index -> (NaiveLevel, Int)? in
          for attempt in 0..<8 {
            let level = drawing.placement(index, attempt: UInt64(attempt))
            if naiveSolve(level, rules).solvable { return (level, attempt) }
          }
          return nil
        }
        guard expected.count == 3 else { continue }
        solvable += 1
        let levels = LevelGenerator(try Family(family), seed: seed, rules: try Rules(rules))
        let other = try complaint(
          levels, from: first, expected, LevelSource(levels), LevelSource(levels))
        if let other { return "\(rules): \(other)" }
      }
      return nil
    }
    expectNil(failure)
    expect(solvable > 5)
  }

  @Test func otherRulesDecideOtherwiseOnTheSameDraws() throws {
    var differing = 0
    let drawing = SecondDrawing(family: .flashlight, seed: 9)
    let failure = try firstFailure(of: NaiveRules.variants) { naive in
      let levels = LevelGenerator(.flashlight, seed: 9, rules: try Rules(naive))
      let expected = (0..<UInt64(cases(4, long: 40))).map { index in
        let drawn = drawing.solvable(index) { naiveSolve($0, naive).solvable }
        differing +=
          drawn.level == drawing.solvable(index) { naiveSolve($0).solvable }.level ? 0 : 1
        return drawn
      }
      return try complaint(levels, from: 0, expected, LevelSource(levels), LevelSource(levels))
        .map { "\(naive): \($0)" }
    }
    expectNil(failure)
    expect(differing > 0)
  }

  @Test func aGeneratorIsASequence() throws {
    let levels = LevelGenerator(.classic, seed: 3)
    let first = Array(levels.prefix(9))
    expectEqual(first.map(\.code), (0..<9).map { levels[$0].code })
    try expectEqual(first[6].code, levels.level(at: UInt64(6)).code)
    expectEqual(first[6].code, levels[UInt64(6)].code)
    // Eight placements of 171 each: two sequences agree by chance with 171⁻⁸.
    var sequences: Set<[String]> = []
    for seed: UInt64 in [0, 1, 42, 1 << 63, .max] {
      let source = try LevelSource(LevelGenerator(.classic, seed: seed, selection: .any))
      for first: UInt64 in [0, 8, 1 << 63, .max - 7] {
        sequences.insert(try (0..<UInt64(8)).map { try source.level(at: first + $0).code })
      }
    }
    expectEqual(sequences.count, 20)
    // Few placements are numbered.
    let names = ["classic", "5x5z1b1", "5x5z2b1", "8x8z2", "8x8z3", "9x9z1", "1x2"]
    let counts = try names.map {
      try LevelSource(LevelGenerator(Family($0), seed: 0)).numberedPlacements
    }
    expectEqual(counts, [342, 342, 5814, 3306, 0, 0, 0])
    let small = try (names.filter { $0 != "9x9z1" } + ["1x4z2", "1x5z2", "1x71z33"]).map {
      NumberedDrawer.count(try Family($0))
    }
    expectEqual(small, [342, 342, 5814, 3306, 0, 0, 0, 0, 0])
  }

  @Test func surveysCountTheFirstDraws() throws {
    let names = [
      "classic", "block", "6x6z1b5+lit", "8x8z8b6f1", "1x2", "1x12z1+lit", "9x9z3b10", "7x10z2f1",
    ]
    let failure = try firstFailure(of: names) { name in
      let generator = LevelGenerator(try Family(name), seed: 21, selection: .any)
      let (source, solver) = (try LevelSource(generator), Solver())
      for range in [0..<0, 3..<26, 1_000_001..<1_000_016] as [Range<UInt64>] {
        let survey = try LevelSource(generator).countDraws(range)
        let pars = try range.compactMap { solver.decide(try source.level(at: $0)).par }
        guard survey.placements == range.count, survey.solvable == pars.count,
          survey.moves == pars.reduce(0, +), survey.gaveUp == 0
        else { return "\(name)+any@21, \(range): \(survey)" }
      }
      return nil
    }
    expectNil(failure)
    // Parts add up, also where the solver gives up.
    for limit in [nil, 20] {
      let source = try LevelSource(LevelGenerator(.flashlight, seed: 2, stateLimit: limit))
      var sum = PlacementCounts()
      for range in [5..<6, 6..<18, 18..<531, 531..<600] as [Range<UInt64>] {
        sum += source.countDraws(range)
      }
      expectEqual(sum, source.countDraws(5..<600))
      expect(sum.placements == 595 && (sum.gaveUp > 0) == (limit != nil))
    }
  }

  // MARK: Equal chances

  /// Every placement is equally likely, and with `solvable` every solvable one: a χ² test with a fixed seed.
  ///
  /// A statistic that is χ² with k degrees of freedom exceeds its limit with a probability of 10⁻⁴: (X/k)^⅓ is nearly
  /// normal with mean 1 − 2/(9k) and variance 2/(9k) (Wilson and Hilferty, 1931), and 3.719 is the normal quantile of
  /// 0.9999. Too even is as bad as too uneven, so the lower tail of the same probability is tested as well.
  @Test func everyPlacementIsEquallyLikely() throws {
    func quantile(_ z: Double, _ degrees: Double) -> Double {
      let variance = 2 / (9 * degrees)
      let root = 1 - variance + z * variance.squareRoot()
      return degrees * root * root * root
    }
    // The numbers of placements are those of the census.
    for (name, selection, cells) in [
      ("classic", .any, 171), ("block", .any, 342), ("classic", .solvable, 105),
      ("flashlight", .solvable, 241),
    ] as [(String, LevelSelection, Int)] {
      let source = try LevelSource(LevelGenerator(Family(name), seed: 2026, selection: selection))
      let total = cases(6_000, long: 64_000)
      var batch = LevelBatch(frame: try require(source.frame), count: total)
      try source.fill(&batch, from: 0)
      var counts: [SIMD3<UInt64>: Int] = [:]
      for place in 0..<total {
        let key = SIMD3(batch.zombies[place], batch.blocks[place], batch.flashlights[place])
        counts[key, default: 0] += 1
      }
      expectEqual(counts.count, cells)
      let mean = Double(total) / Double(cells)
      let statistic = counts.values.reduce(0) {
        $0 + (Double($1) - mean) * (Double($1) - mean) / mean
      }
      let degrees = Double(cells - 1)
      expect((quantile(-3.719, degrees)...quantile(3.719, degrees)).contains(statistic), name)
      guard name == "classic" else { continue }
      // Neighbouring levels are independent. Of N pairs, N/171 agree on average. The number is nearly Poisson, so it is
      // within 4 deviations except with a probability of 10⁻⁴. Four levels share a block of random words.
      for distance in 1...5 {
        let pairs = total - distance
        let equal = (0..<pairs).count { batch.zombies[$0] == batch.zombies[$0 + distance] }
        let expected = Double(pairs) / Double(cells)
        expect(abs(Double(equal) - expected) < 4 * expected.squareRoot(), "\(distance)")
      }
    }
  }
}
