import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport
import ZombiesText

/// The parts of levels: reading them, no image of a level in another part, and the bounds.
@Suite struct LevelSplitTests {
  /// Texts and what is read: the parts in billionths, or the error.
  private static let rows: [(text: String, read: String)] = [
    (
      "train=0.8,test=0.15,very-last_1.x=0.050000000",
      "train 800000000, test 150000000, very-last_1.x 50000000"
    ),
    ("all=1", "all 1000000000"), ("a=0.999999999,A=0.000000001", "a 999999999, A 1"),
    ("", noShare("")), ("train", noShare("train")), ("a=1,", noShare("")),
    ("=1", badName("")), (".a=1", badName(".a")), ("-=1", badName("-")), ("a/b=1", badName("a/b")),
    ("ä=1", badName("ä")), (" a=1", badName(" a")), ("?=1", badName("?")),
    ("a=", badShare("")), ("a=0", badShare("0")), ("a=0.0000000001", badShare("0.0000000001")),
    ("a=.5", badShare(".5")),
    ("a=1.", badShare("1.")), ("a=1.1", badShare("1.1")), ("a=10", badShare("10")),
    ("a=+1", badShare("+1")),
    ("a=1=1", badShare("1=1")), ("a=0.5.0", badShare("0.5.0")), ("a=1e0", badShare("1e0")),
    ("a=nan", badShare("nan")),
    ("a=2", badShare("2")), ("a=0.5,a=0.5", "two parts have the name 'a'"),
    ("a=0.5,b=0.499999999", "the shares must add up to 1, and their sum is 0.999999999"),
    ("a=0.5,b=0.49", "the shares must add up to 1, and their sum is 0.99"),
    ("a=1,b=0.5", "the shares must add up to 1, and their sum is 1.5"),
    ("a=1,b=1", "the shares must add up to 1, and their sum is 2"),
  ]

  private static func noShare(_ part: String) -> String {
    "expected NAME=SHARE, such as train=0.8, found '\(part)'"
  }

  private static func badName(_ name: String) -> String {
    "expected a name of letters, digits, '.', '_' and '-' that does not begin with '.' or '-', found '\(name)'"
  }

  private static func badShare(_ share: String) -> String {
    "the share of 'a' must be a number above 0 and at most 1 with at most 9 decimals, found '\(share)'"
  }

  @Test("Parts are read, and other texts refused with what was expected")
  func reading() throws {
    func read(_ text: String) -> String {
      do {
        return try LevelSplit(text).parts.map { "\($0.name) \($0.billionths)" }.joined(
          separator: ", ")
      } catch { return "\(error)" }
    }
    for (text, expected) in Self.rows { expectEqual(read(text), expected, text) }
    let hundred = (1...100).map { "p\($0)=0.01" }.joined(separator: ",")
    try expectEqual(LevelSplit(hundred).parts.count, 100)
    expectEqual(
      read(hundred + ",a=0.01"), "the number of parts must be between 1 and 100, and this is 101")
  }

  /// The number comes from the smallest of the sixteen codes, so that all images have the same.
  @Test("Images of a level have the same number")
  func images() throws {
    var random = NaiveRandom(seed: 34)
    let larger = [(9, 9), (66, 1), (4, 17)].map { NaiveShape(rows: $0.0, columns: $0.1) }
    for turn in 0..<cases(40, long: 20_000) {
      let naive = random.level(of: random.one(of: turn % 10 == 0 ? larger : NaiveShape.all))
      let images = naive.allImages
      let code = images.map { Array($0.code.utf8) }.min { $0.lexicographicallyPrecedes($1) }
      let number = UInt64(SHA256.hex(of: try require(code)).prefix(16), radix: 16)
      for image in images {
        try expectEqual(LevelSplit.number(of: Level(image)), number, "\(image) of \(naive)")
      }
    }
  }

  /// A part has the numbers from the sum of the shares before it, times 2⁶⁴, rounded down.
  @Test("The bounds of parts are exact")
  func bounds() throws {
    let level = try Level("S4/5/Z1#2/2F2/4P")
    let number = UInt128(LevelSplit.number(of: level))
    // The greatest share in billionths whose bound is not above the number, and the next.
    let share = Int((number * 1_000_000_000 + 999_999_999) >> 64)
    func decimal(_ number: Int) -> String { "0.\(String(1_000_000_000 + number).dropFirst())" }
    for billionths in (share - 2)...(share + 2) {
      let split = try LevelSplit(
        "a=\(decimal(billionths)),b=\(decimal(1_000_000_000 - billionths))")
      let bound = (UInt128(billionths) << 64) / 1_000_000_000
      expectEqual(split.part(of: level), number < bound ? 0 : 1)
      expectEqual(
        split.part(of: level),
        billionths == share - 2 ? 1 : billionths == share + 2 ? 0 : split.part(of: level))
    }
    // The example of the documentation.
    try expectEqual(LevelSplit("train=0.8,test=0.2").part(of: Level("S4/5/Z4/Z4/4P")), 0)
  }
}
