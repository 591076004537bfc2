import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport

/// The parts of levels: reading them, no image of a level in another part, and the shares.
@Suite struct LevelSplitTests {
  @Test func readsParts() throws {
    let split = try LevelSplit("train=0.8,test=0.15,very-last_1.x=0.050000000")
    expectEqual(split.parts.map(\.name), ["train", "test", "very-last_1.x"])
    expectEqual(split.parts.map(\.billionths), [800_000_000, 150_000_000, 50_000_000])
    try expectEqual(LevelSplit("all=1").parts.map(\.billionths), [1_000_000_000])
    try expectEqual(LevelSplit("a=0.999999999,A=0.000000001").parts.count, 2)
    // The example of the documentation.
    let example = try LevelSplit("train=0.8,test=0.2")
    try expectEqual(example.part(of: try Level("S4/5/Z4/Z4/4P")), 0)
    let hundred = (1...100).map { "p\($0)=0.01" }.joined(separator: ",")
    try expectEqual(LevelSplit(hundred).parts.count, 100)
  }

  @Test(arguments: [
    ("", LevelSplitError.noShare("")), ("train", .noShare("train")), ("a=1,", .noShare("")),
    ("=1", .badName("")), (".a=1", .badName(".a")), ("-=1", .badName("-")),
    ("a/b=1", .badName("a/b")), ("ä=1", .badName("ä")), (" a=1", .badName(" a")),
    ("a=", .badShare(name: "a", share: "")), ("a=0", .badShare(name: "a", share: "0")),
    ("a=0.0000000001", .badShare(name: "a", share: "0.0000000001")),
    ("a=.5", .badShare(name: "a", share: ".5")), ("a=1.", .badShare(name: "a", share: "1.")),
    ("a=1.1", .badShare(name: "a", share: "1.1")), ("a=10", .badShare(name: "a", share: "10")),
    ("a=+1", .badShare(name: "a", share: "+1")), ("a=1=1", .badShare(name: "a", share: "1=1")),
    ("a=0.5.0", .badShare(name: "a", share: "0.5.0")),
    ("a=1e0", .badShare(name: "a", share: "1e0")),
    ("a=nan", .badShare(name: "a", share: "nan")), ("a=0.5,a=0.5", .repeatedName("a")),
    ("a=0.5,b=0.499999999", .sum(billionths: 999_999_999)),
    ("a=1,b=0.5", .sum(billionths: 1_500_000_000)),
  ])
  func refusesOtherTexts(text: String, error: LevelSplitError) {
    #expect(throws: error, "\(text)") { try LevelSplit(text) }
  }

  @Test func errorsSayWhatWasExpected() {
    let many = Array(repeating: "a=0.01", count: 101).joined(separator: ",")
    for (text, words) in [
      (many, "the number of parts must be between 1 and 100, and this is 101"),
      ("a", "expected NAME=SHARE, such as train=0.8, found 'a'"),
      ("a=0.5,b=0.49", "the shares must add up to 1, and their sum is 0.99"),
      ("a=1,b=1", "the shares must add up to 1, and their sum is 2"),
      ("a=0.5,a=0.5", "two parts have the name 'a'"),
      (
        "a=2",
        "the share of 'a' must be a number above 0 and at most 1 with at most 9 decimals, "
          + "found '2'"
      ),
      (
        "?=1",
        "expected a name of letters, digits, '.', '_' and '-' that does not begin with '.' "
          + "or '-', found '?'"
      ),
    ] {
      do throws(LevelSplitError) {
        _ = try LevelSplit(text)
        Issue.record("\(text) was read")
      } catch { expectEqual(error.description, words) }
    }
  }

  /// The number comes from the smallest of the sixteen codes, so that all images have the same.
  @Test func imagesHaveTheSameNumber() throws {
    var random = NaiveRandom(seed: 34)
    let larger = [(9, 9), (66, 1), (4, 17)].map { NaiveShape(rows: $0.0, columns: $0.1) }
    try expectNil(
      try firstFailure(of: 0..<cases(60, long: 20_000)) { turn in
        let shapes = turn % 10 == 0 ? larger : NaiveShape.all
        let naive = random.level(of: shapes[random.below(shapes.count)])
        let images = naive.allImages
        let code = images.map { Array($0.code.utf8) }.min { $0.lexicographicallyPrecedes($1) }
        let number = UInt64(SHA256.hex(of: try require(code)).prefix(16), radix: 16)
        return try firstFailure(of: images) {
          LevelSplit.number(of: try Level($0)) == number ? nil : "\($0) of \(naive)"
        }
      } == nil)
  }

  /// A part has the numbers from the sum of the shares before it, times 2⁶⁴, rounded down.
  @Test func theBoundsAreExact() throws {
    let level = try Level("S4/5/Z1#2/2F2/4P")
    let number = UInt128(LevelSplit.number(of: level))
    // The greatest share in billionths whose bound is not above the number, and the next.
    let share = Int((number * 1_000_000_000 + 999_999_999) >> 64)
    func part(_ billionths: Int) throws -> Int {
      func decimal(_ number: Int) -> String { "0.\(String(1_000_000_000 + number).dropFirst())" }
      let split = try LevelSplit(
        "a=\(decimal(billionths)),b=\(decimal(1_000_000_000 - billionths))")
      return split.part(of: level)
    }
    for billionths in (share - 2)...(share + 2) {
      let bound = (UInt128(billionths) << 64) / 1_000_000_000
      try expectEqual(part(billionths), (number < bound ? 0 : 1))
    }
    try expectEqual(part(share - 2), 1)
    try expectEqual(part(share + 2), 0)
  }

  /// With many levels, no image of any is in another part, and each part has its share within four
  /// standard deviations, √(n · share · (1 − share)).
  @Test func sharesOfManyLevels() throws {
    let split = try LevelSplit("train=0.7,test=0.2,last=0.1")
    var random = NaiveRandom(seed: 35)
    var counts = [0, 0, 0]
    let number = cases(1000, long: 1_000_000)
    // So many different levels that repeats do not matter.
    let shapes = [NaiveShape(rows: 6, columns: 6), NaiveShape(rows: 5, columns: 8)]
    for turn in 0..<number {
      let shape = shapes[turn % 2]
      let squares = random.choose(10, of: Array(0..<shape.squareCount))
      let naive = NaiveLevel(
        rows: shape.rows, columns: shape.columns, start: squares[0], signpost: squares[1],
        zombies: [squares[2], squares[3]], blocks: Array(squares[4...]), lit: turn % 3 == 0)
      let map = NaiveMap.allCases[random.below(8)]
      let part = split.part(of: try Level(naive))
      let image = naive.image(map, exchanged: random.below(2) == 0)
      if split.part(of: try Level(image)) != part { Issue.record("\(image) of \(naive)") }
      counts[part] += 1
    }
    for (part, count) in zip(split.parts, counts) {
      let share = Double(part.billionths) / 1e9
      let deviation = (Double(number) * share * (1 - share)).squareRoot()
      expect(abs(Double(count) - Double(number) * share) < 4 * deviation, "\(part): \(count)")
    }
  }
}
