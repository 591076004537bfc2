import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// The drawing procedure and a second implementation of its description make the same levels.
@Suite struct DrawTests {
  private static let seeds: [UInt64] = [0, 42, .max]
  private static let indices: [UInt64] = [0, 1, 2, 3, 4, 7, 1_000_003, .max - 1, .max]

  /// Every seed with every index.
  private static let places = seeds.flatMap { seed in indices.map { (seed, $0) } }

  @Test func philoxGivesTheKnownAnswers() {
    let ones = UInt64.max
    let answers: [(counter: [UInt64], key: [UInt64], output: [UInt64])] = [
      (
        [0, 0, 0, 0], [0, 0],
        [
          0x1655_4d9e_ca36_314c, 0xdb20_fe9d_672d_0fdc, 0xd7e7_72ce_e186_176b,
          0x7e68_b68a_ec7b_a23b,
        ]
      ),
      (
        [ones, ones, ones, ones], [ones, ones],
        [
          0x87b0_92c3_013f_e90b, 0x438c_3c67_be8d_0224, 0x9cc7_d7c6_9cd7_77b6,
          0xa09c_aebf_594f_0ba0,
        ]
      ),
      (
        [
          0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0,
          0x082e_fa98_ec4e_6c89,
        ], [0x4528_21e6_38d0_1377, 0xbe54_66cf_34e9_0c6c],
        [
          0xa528_f454_03e6_1d95, 0x38c7_2dbd_566e_9788, 0xa5a1_610e_72fd_18b5,
          0x57bd_43b5_e52b_7fe6,
        ]
      ),
    ]
    for (counter, key, output) in answers {
      #expect(secondPhilox(counter: counter, key: key) == output)
      let block = Philox.block(
        counter: (counter[0], counter[1], counter[2], counter[3]), key: (key[0], key[1]))
      #expect([block.0, block.1, block.2, block.3] == output)
    }
  }

  @Test func streamsAreTheDocumentedWords() {
    let failure = firstFailure(of: Self.places) { seed, index in
      firstFailure(of: [UInt64(0), 1, 515, .max]) { variant in
        firstFailure(of: [RandomPurpose.placement, .policy]) { purpose in
          var stream = RandomStream(seed: seed, purpose: purpose, index: index, variant: variant)
          var rest = RandomStream(
            afterHeadOf: index, seed: seed, purpose: purpose, variant: variant)
          for number in 0..<11 {
            let expected = secondWord(
              seed: seed, purpose: purpose == .placement ? 1 : 2, index: index, variant: variant,
              number: number)
            let word = stream.next()
            guard word == expected, number == 0 || rest.next() == expected else {
              return "word \(number) of \(purpose) \(seed) \(index) \(variant): \(word)"
            }
          }
          return nil
        }
      }
    }
    #expect(failure == nil)
  }

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
    #expect(failure == nil)
  }

  /// Families whose products of bounds reject 4% to 7% of the words: 26 · … · 13 from one word of
  /// each level, and 58! or 75! from many.
  @Test(arguments: ["4x8z7b7", "8x8z30b28", "9x9z40b35"])
  func wordsThatWouldBeUnfairAreThrownAway(name: String) throws {
    let family = try Family(name)
    let drawing = SecondDrawing(family: NaiveFamily(family), seed: 1)
    let source = try LevelSource(LevelGenerator(family, seed: 1, selection: .any))
    var batch = source.frame.map { LevelBatch(frame: $0, count: 150) }
    if var filled = batch.take() {
      try source.fill(&filled, from: 0)
      batch = filled
    }
    var rejectedWords = 0
    let failure = try firstFailure(of: 0..<150) { place in
      let (expected, rejected) = drawing.draw(UInt64(place), attempt: 0)
      rejectedWords += rejected
      let level = try source.level(at: UInt64(place))
      guard level.code == expected.code, batch.map({ Level($0[place]) == level }) ?? true else {
        return "\(name)+any@1#\(place): \(level.code), not \(expected)"
      }
      return nil
    }
    #expect(failure == nil)
    #expect(rejectedWords > 0)
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
    #expect(failure == nil)
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
      ? Array(few.prefix(cases(1, long: 3))) : sampled(Self.places, every: 2)
    // One search for all, because its tables are most of the work in a room of this size.
    let search = Solver()
    let failure = try firstFailure(of: places) { seed, index in
      let expected = try SecondDrawing(family: NaiveFamily(family), seed: seed)
        .solvable(index) { search.decide(try Level($0)).verdict == .solvable }.level.code
      let code = try LevelGenerator(family, seed: seed).level(at: index).code
      return code == expected ? nil : "\(name)@\(seed)#\(index): \(code), not \(expected)"
    }
    #expect(failure == nil)
  }

  @Test func otherRulesDecideOtherwiseOnTheSameDraws() throws {
    var differing = 0
    let failure = try firstFailure(of: NaiveRules.variants) { naive in
      let levels = LevelGenerator(.flashlight, seed: 9, rules: try Rules(naive))
      let source = try LevelSource(levels)
      return try firstFailure(of: 0..<UInt64(cases(20, long: 40))) { index in
        let expected = SecondDrawing(family: .flashlight, seed: 9)
          .solvable(index) { naiveSolve($0, naive).solvable }
        differing += expected.level == LevelGenerator(.flashlight, seed: 9)[index].naive ? 0 : 1
        let code = try source.level(at: index).code
        return code == expected.level.code ? nil : "\(naive), index \(index): \(code)"
      }
    }
    #expect(failure == nil)
    #expect(differing > 0)
  }
}

extension Level {
  /// The naive form of the level.
  var naive: NaiveLevel? { NaiveLevel(self) }
}
