import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// Census files that are not read back, or that are accepted although their counts, levels or order
/// cannot be true.
@Suite struct CensusFileTests {
  private static let golden = """
    zombies-census 2
    family 4x4z1b1+lit
    rules 1 longest 1
    max-states -
    top 2
    counted 0-49,60-89
    kind solvable 6 2 medium 3 3
    kind solvable 8 1 hard 2 2
    kind unsolvable - - - 75 75
    hard S3/2Z1/2#1/3P+lit 8 1 hard
    hard S3/4/2#1/Z2P+lit 8 1 hard

    """

  /// The golden result, made by hand.
  private static func result() throws -> CensusResult {
    let census = try Census(try Family("4x4z1b1+lit"), top: 2)
    var counted = RangeSet<UInt64>(0..<50)
    counted.insert(contentsOf: 60..<90)
    func kind(_ par: Int, _ ways: UInt64, _ grade: Grade) -> LevelKind {
      LevelKind(verdict: .solvable, par: par, shortestSolutions: ways, grade: grade)
    }
    let unsolvable = LevelKind(
      verdict: .unsolvable, par: nil, shortestSolutions: nil, grade: nil)
    var hardest = HardestLevels(capacity: 2)
    for code in ["S3/4/2#1/Z2P+lit", "S3/2Z1/2#1/3P+lit"] {
      hardest.keep(.init(code: code, kind: kind(8, 1, .hard)))
    }
    return CensusResult(
      census, counted: counted,
      counts: [
        kind(8, 1, .hard): .init(levels: 2, placements: 2),
        unsolvable: .init(levels: 75, placements: 75),
        kind(6, 2, .medium): .init(levels: 3, placements: 3),
      ], hardest: hardest)
  }

  @Test func theTextIsStable() throws {
    let bytes = Array(CensusFile.text(try Self.result()).utf8)
    expectEqual(bytes, sealed(Self.golden))
    try expectEqual(CensusFile.read(bytes), Self.result())
  }

  @Test func otherFormatsAreNamed() throws {
    let text = unsealed(CensusFile.text(try Self.result()))
    for number in [1, 3] {
      let other = text.replacing("zombies-census 2", with: "zombies-census \(number)")
      let problem = complaint(CensusFile.read, sealed(other))
      expectEqual(
        problem?.description,
        "line 1: this is format \(number) of a census; this version reads format 2")
    }
  }

  /// A level is given only by its canonical placement.
  @Test func otherPlacementsAreRefused() throws {
    let symmetric = CensusFile.text(try Census(try Family("4x4z1b1"), top: 2).count())
    try expect(CensusFile.read(Array(symmetric.utf8)).isComplete)
    let other = symmetric.replacing("hard S2#/4/1Z2/3P ", with: "hard S3/2Z1/4/#2P ")
    expect(other != symmetric, "\(symmetric)")
    let body = other.split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
    expect(complaint(CensusFile.read, sealed(body)) != nil)
  }

  @Test(
    arguments: ["4x3z1b1f1", "3x4z2+lit", "1x2", "3x3b3"]
      + (isLong ? ["classic", "8x8z1+lit"] : []))
  func whatIsWrittenIsRead(name: String) throws {
    // With hearing, half turns are other levels.
    for rules in [
      .standard, try Rules(catchingDistance: 0, chase: .horizontal, zombieSpeed: 16),
      try Rules(hearingDistance: 3),
    ] {
      for (top, limit) in [(0, nil), (10, 3), (1000, 1_000_000)] as [(Int, Int?)] {
        let census = try Census(try Family(name), rules: rules, stateLimit: limit, top: top)
        let count = census.placements.upperBound
        for numbers in [0..<count, 0..<0, count / 3..<count / 2] {
          let result = try census.count(in: numbers)
          let text = CensusFile.text(result)
          let read = try CensusFile.read(Array(text.utf8))
          expectEqual(read, result, "\(text)")
        }
      }
    }
  }

  @Test func everyDamageIsSeen() throws {
    let bytes = sealed(Self.golden)
    expectNil(complaint(CensusFile.read, bytes))
    expectNil(unnoticedDamage(of: bytes, CensusFile.read))
  }

  /// Files with a valid checksum: a text, what replaces it, and the line that the error names.
  @Test(arguments: [
    ("zombies-census 2", ["zombies-census 3", "zombies-tally 1", ""], 1),
    (
      "family 4x4z1b1+lit",
      ["family", "family 9x9z1", "family 4x4z99", "family 8x8z20b20", "rules x"], 2
    ),
    ("rules 1 longest 1", ["rules 1 longest", "rules 1 longest 17", "rules 2 longest 1"], 3),
    ("max-states -", ["max-states 0", "max-states", "max-states 99999999999999999999"], 4),
    ("top 2", ["top -1", "top 1001", "top 18446744073709551616", "top 02"], 5),
    (
      "counted 0-49,60-89",
      ["counted 0-90", "counted 5", "counted 60-89,0-49", "counted 0-18446744073709551615"], 6
    ),
    (
      "kind solvable 6 2 medium 3 3",
      [
        "kind solvable", "kind won 6 2 medium 3 3", "kind solvable - 2 medium 3 3",
        "kind solvable 6 - medium 3 3", "kind solvable 0 2 medium 3 3",
        "kind solvable 6 0 medium 3 3", "kind solvable 6 2 mediun 3 3",
        "kind unsolvable 6 2 medium 3 3", "kind solvable 6 2 medium 4 3",
        "kind solvable 6 2 medium 0 0", "kind solvable 6 2 medium 3 3 3",
        "kind solvable 6 2 medium 3", "kind solvable 6 2 medium -3 3",
        "kind solvable 9223372036854775808 2 medium 3 3",
      ], 7
    ),
    ("kind solvable 6 2 medium 3 3", ["kind solvable 8 2 medium 3 3"], 8),
    // Counts that do not add up to the placements that were examined.
    (
      "kind unsolvable - - - 75 75",
      [
        "kind unsolvable - - - 74 74", "kind unsolvable - - - 75 76",
        "kind unsolvable - - - 18446744073709551615 18446744073709551615",
      ], 9
    ),
    (
      "hard S3/2Z1/2#1/3P+lit 8 1 hard",
      [
        "hard", "hard S3/2Z1/2#1/3P 8 1 hard", "hard S3/3Z/2#1/3P+lit 10 1 hard",
        "hard S3/2ZZ/4/3P+lit 8 1 hard", "hard S2#/4/3Z/3P+lit 8 - hard", "hard x 8 1 hard",
        "hard SZ2/4/2#1/3P+lit 8 1 hard", "hard S3/2Z1/2#1/3P+lit 8 1 hard 1", "soft",
      ], 10
    ),
    // Out of order, or the same twice.
    (
      "hard S3/2Z1/2#1/3P+lit 8 1 hard",
      ["hard S3/4/Z1#1/3P+lit 8 1 hard", "hard S3/4/2#1/Z2P+lit 8 1 hard"], 10
    ),
    ("hard S3/4/2#1/Z2P+lit 8 1 hard\n", [""], 11),
  ])
  func hostileFilesAreRefused(old: String, new: [String], line: Int) {
    expect(Self.golden.contains(old))
    for text in new {
      let bytes = sealed(Self.golden.replacing(old, with: text))
      let complaint = complaint(CensusFile.read, bytes)
      expect(complaint != nil, "\(text)")
      // A list that is too short is noticed at its end.
      let isLine = complaint?.line == line || old.hasPrefix("hard") && (complaint?.line ?? 0) > 10
      expect(isLine, "\(text): \(complaint?.description ?? "")")
    }
  }

  @Test func randomBytesNeverTrap() {
    var random = NaiveRandom(seed: 7)
    let lines = Self.golden.split(separator: "\n").map(String.init)
    for _ in 0..<cases(exactly: 60, long: 3000) {
      var text = ""
      for _ in 0..<(1 + random.below(12)) {
        var words = lines[random.below(lines.count)].split(separator: " ").map(String.init)
        if random.below(3) == 0 {
          words[random.below(words.count)] = random.one(of: ["-", "0", "\(UInt64.max)", "x", ""])
        }
        text += words.joined(separator: " ") + "\n"
      }
      _ = complaint(CensusFile.read, sealed("zombies-census 2\n" + text))
      _ = complaint(CensusFile.read, sealed(text))
    }
  }

  // MARK: Tables

  @Test func theTableForPeople() throws {
    try expectEqual(
      CensusTable.text(try Self.result()),
      """
      4x4z1b1+lit · 80 of 90 placements · no symmetry
                  levels  placements     share  gentle  easy  medium  hard  fiendish
      par 6            3           3    3.750%                     3
      par 8            2           2    2.500%                           2
      unsolvable      75          75   93.750%
      all             80          80  100.000%                     3     2

      hardest            par  shortest solutions  grade
      S3/2Z1/2#1/3P+lit    8                   1   hard
      S3/4/2#1/Z2P+lit     8                   1   hard

      """)
  }
}
