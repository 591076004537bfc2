import Testing
import ZombiesFiles
import ZombiesReports
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// Tally files that are accepted although a line of theirs cannot be true, and errors that name the
/// wrong line.
@Suite struct TallyHostileTests {
  /// The golden file with a line replaced by others.
  private static func replacing(_ line: Int, by others: [String]) -> String {
    ZombiesFilesTests.replacing(line, of: TallyFileTests.golden, by: others)
  }

  private static func line(of bytes: [UInt8]) -> Int? { complaint(TallyFile.read, bytes)?.line }

  /// Checks that the golden file is refused with each replacement of a line (counted from 1), and
  /// that the error names that line or another given one.
  private static func check(
    _ line: Int, _ others: [String], named: Int? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) {
    for other in others {
      let text = replacing(line, by: [other])
      #expect(Self.line(of: sealed(text)) == named ?? line, "'\(other)'", sourceLocation: location)
    }
  }

  @Test func theGoldenFileIsRead() { expectNil(Self.line(of: sealed(TallyFileTests.golden))) }

  @Test func settings() {
    let numbers = [
      "", "-1", "+1", "01", "00", "1 ", " 1", "1.0", "1e3", "0x1", "x", "1x", "١",
      "18446744073709551616", "99999999999999999999999999999999999999999",
    ]
    func all(_ key: String, _ values: [String]) -> [String] { values.map { "\(key) \($0)" } }
    Self.check(2, all("unit", ["", "game", "Games", "rounds games", "rounds\u{301}"]) + ["unit"])
    Self.check(
      3, all("family", ["", "clasic", "2x3z2+lit ", "0x0", "2x3z-1", "1025x1", "2x3z1 "]))
    Self.check(3, ["given 0 abc", "given -1 abc", "given 1", "given 1 ", "given abc 1"])
    Self.check(3, ["given 18446744073709551615 abc", "given 9223372036854775808 abc"])
    Self.check(4, all("levels", ["", "all", "Any", "any any"]))
    Self.check(5, all("level-seed", numbers))
    for (line, key) in [(6, "level-rules"), (9, "rules")] {
      Self.check(
        line,
        all(
          key,
          [
            "", "1", "1 longest", "1 longest 1 0", "1 longest 1 17", "1 longest 1 01",
            "1 longest 1 -1", "1 longest 1 1 1", "2 longest 1", "-1 longest 1", "1 longest 0",
            "1 longest 17", "1 shortest 1", "1  longest 1", "1 longest 01",
            "1 longest 18446744073709551615",
          ]))
    }
    Self.check(
      7,
      all(
        "size",
        [
          "", "-", "5x5", "3x2", "2x", "x3", "2x3x1", "02x3", "0x3", "1x1", "2x1025", "2X3",
          "18446744073709551615x18446744073709551615", "4294967296x4294967296",
        ]))
    Self.check(
      8,
      all(
        "policies", ["", "edge,", ",edge", "edge,edge", "Edge", "edge, random", "edge,-", "edge;"]))
    Self.check(
      10,
      all(
        "max-moves",
        numbers + ["0", "-", "2147483648", "18446744073709551615", "9223372036854775808"]))
    Self.check(11, all("seed", numbers + ["-"]))
    Self.check(12, all("squares", ["", "0", "Counted", "counted counted"]))
    // A line without its keyword, or with another.
    for line in 2...14 { Self.check(line, ["", "x", "edge 1", "zombies-tally 1"]) }
  }

  @Test func trials() {
    for (line, key) in [(13, "whole"), (14, "played")] {
      let bad = [
        "", "0", "0-", "-0", "5-4", "0-1-2", "0--1", "a-b", "00-1", "0-01", "+0-1", "0-1,", ",0-1",
        "0-1, 3-4", "0-1;3-4", "0-4,5-9", "0-4,4-9", "0-4,3-9", "5-9,0-3", "0-4,0-4", "-,0-1",
        "0-18446744073709551616",
        // The last trial of games is smaller.
        "0-18446744073709551615", "0-18446744073709551614",
        "6148914691236517205-6148914691236517205",
        "18446744073709551615-18446744073709551615",
      ]
      Self.check(line, bad.map { "\(key) \($0)" })
    }
    // The whole is one range and contains what was played. This is checked after the second line.
    Self.check(13, ["whole 0-4,10-14", "whole 0-13", "whole 1-99", "whole -"], named: 14)
    Self.check(14, ["played 0-4,10-100", "played 100-109"])
  }

  @Test func bookmark() {
    Self.check(
      15,
      [
        "rounds-csv ", "rounds-csv 5", "rounds-csv 5 ", "rounds-csv -5 abc", "rounds-csv 05 abc",
        "rounds-csv 5 abc def", "rounds-csv 18446744073709551616 abc",
      ])
  }

  @Test func rounds() {
    Self.check(
      16,
      [
        "rounds edge lost 3 4", "rounds edge Won 3 4", "rounds edge won", "rounds edge won 3",
        "rounds edge won 3 4 5", "rounds edge won -3 4", "rounds edge won 3 -4",
        "rounds edge won 03 4", "rounds edge won 3 04", "rounds edge won 3 +4",
        "rounds edge won 3 0", "rounds edge won 2001 4", "rounds edge won 2147483648 4",
        "rounds edge won 4294967299 4",
        "rounds edge won 9223372036854775808 4", "rounds edge won 18446744073709551615 4",
        "rounds edge won 3 18446744073709551616", "rounds edge  won 3 4", "rounds edge won 3  4",
      ])
    // Counts that overflow: 2⁶⁴ − 1 and one more.
    Self.check(16, ["rounds edge won 3 18446744073709551615"], named: 17)
    // Out of order, or twice.
    Self.check(17, ["rounds edge won 3 4", "rounds edge won 2 4", "rounds edge won 0 1"])
    Self.check(17, ["rounds edge caught 1 11", "rounds edge caught 2 1"], named: 18)
    Self.check(17, ["rounds edge stuck 0 1"], named: 18)
  }

  @Test func countsThatDoNotAddUp() {
    // Counts are compared with the trials at the end of the policy's lines.
    Self.check(16, ["rounds edge won 3 3", "rounds edge won 3 5"], named: 23)
    Self.check(18, ["rounds edge caught 1 10", "rounds edge caught 1 12"], named: 23)
    Self.check(19, ["rounds edge stuck 2 100"], named: 23)
    Self.check(
      21,
      [
        "games edge 4 7", "games edge 4 5", "games edge 3 6", "games edge 5 5", "games edge 3 7",
        "games edge 0 10", "games edge 18446744073709551615 18446744073709551615",
      ], named: 23)
    Self.check(23, ["square edge 1 2 6047 11", "square edge 1 2 6047 13"])
    Self.check(23, ["square edge 1 2 6047 18446744073709551615"])
    Self.check(24, ["rounds random won 2000 9", "rounds random won 1999 10"], named: 27)
    Self.check(25, ["games random 9 1", "games random 10 1"], named: 27)
    // Visits are rounds plus moves.
    Self.check(23, ["square edge 1 2 6046 12", "square edge 1 2 18446744073709551615 12"])
    Self.check(26, ["square random 0 0 9 0", "square random 0 0 11 0"], named: 27)
    // The captures' sum exceeds 64 bits.
    let twice = Self.replacing(
      23, by: ["square edge 1 1 0 18446744073709551615", "square edge 1 2 6047 13"])
    expectEqual(Self.line(of: sealed(twice)), 24)
    // Fewer rounds than games, and more than three rounds per game.
    let few = Self.replacing(24, by: ["rounds random won 2000 2"])
    expectEqual(Self.line(of: sealed(few)), 27)
    let many = Self.replacing(
      24, by: ["rounds random won 2000 10", "rounds random stuck 5 21"])
    expectEqual(Self.line(of: sealed(many)), 28)
  }

  @Test func games() {
    Self.check(
      21,
      [
        "games edge", "games edge 4", "games edge 4 6 0", "games edge -4 6", "games edge 04 6",
        "games edge 4 18446744073709551616", "games random 4 6", "games nobody 4 6", "games 4 6",
      ])
    Self.check(25, ["games edge 10 0"])
  }

  @Test func squares() {
    Self.check(
      23,
      [
        "square edge 2 0 6047 12", "square edge 0 3 6047 12", "square edge -1 2 6047 12",
        "square edge 1 02 6047 12", "square edge 18446744073709551615 2 6047 12",
        "square edge 1 4294967296 6047 12", "square edge 1 2 6047", "square edge 1 2 6047 12 0",
        "square edge 1 2 -6047 12", "square edge 1 2 18446744073709551616 12",
        // Out of order, or twice.
        "square edge 0 0 6047 12",
      ])
  }

  /// Lines of a kind that is not allowed there, or of another policy.
  @Test func linesInTheWrongPlaceAreNamed() {
    Self.check(
      17,
      [
        "rounds nobody caught 0 1", "rounds random caught 0 1", "Rounds edge won 4 1", "", "note",
        "square edge 0 0 4 0",
      ])
    Self.check(21, ["games", "game edge 4 6", "rounds random won 1 1"])
    Self.check(12, ["squares -"], named: 22)
  }

  @Test func missingAndExtraLines() {
    let lines = TallyFileTests.golden.split(separator: "\n").map(String.init)
    // The bookmark is optional. Without one of the other lines, the file is refused.
    for line in 1...lines.count {
      let error = Self.line(of: sealed(Self.replacing(line, by: [])))
      expectEqual((error == nil), (line == 15), "without \(line)")
      if line < 15 { expectEqual(error, line, "without \(line)") }
      // Once is allowed, twice is not.
      let twice = Self.replacing(line, by: [lines[line - 1], lines[line - 1]])
      expect(Self.line(of: sealed(twice)) != nil, "\(line) twice")
      // An unknown line, or an empty one.
      for other in ["", "note 5", "sha256 0"] {
        let extra = Self.replacing(line, by: [lines[line - 1], other])
        expect(Self.line(of: sealed(extra)) != nil, "'\(other)' behind \(line)")
      }
    }
    // Two neighbouring lines swapped.
    for line in 1..<lines.count {
      var swapped = lines
      swapped.swapAt(line - 1, line)
      let text = swapped.map { $0 + "\n" }.joined()
      expect(Self.line(of: sealed(text)) != nil, "\(line) and \(line + 1)")
    }
  }

  @Test func otherBytes() {
    let golden = TallyFileTests.golden
    expectEqual(Self.line(of: sealed(golden.replacing("\n", with: "\r\n"))), 1)
    let lines = golden.split(separator: "\n").map(String.init)
    for line in 2...lines.count {
      let text = lines[line - 1]
      for end in [" ", "\r", "\u{0}", "\t", "\u{a0}", "\u{301}", "x"] {
        let error = Self.line(of: sealed(Self.replacing(line, by: [text + end])))
        // The hash of a bookmark is not checked.
        guard line != 15 else { continue }
        expect(
          line < 15 && end == " " ? error == line : error != nil,
          "\(line): \(end.unicodeScalars.map(\.value))")
      }
      // Not UTF-8.
      let all: [[UInt8]] = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]
      for bad in isLong ? all : [all[line % 4]] {
        let before = Array(lines[..<(line - 1)].map { $0 + "\n" }.joined().utf8)
        let after = Array(lines[line...].map { $0 + "\n" }.joined().utf8)
        let bytes = before + Array(text.utf8) + bad + [10] + after
        expect(Self.line(of: sealed(bytes)) != nil, "\(line): \(bad)")
      }
    }
  }

  /// The reader accepts only what would be written. It refuses counts of 0, and impossible sums.
  @Test(
    arguments: [
      (15, "rounds-csv 123 abc "), (22, "square edge 0 0 0 0"),
      // Fewer visits than rounds, or more than rounds and moves.
      (22, "square edge 0 0 0 1"), (23, "square edge 1 2 18446744073709551615 12"),
      // More moves than the limit.
      (20, "rounds edge out-of-moves 2001 3"),
    ])
  func whatIsNeverWrittenIsNotRead(line: Int, text: String) {
    expect(Self.line(of: sealed(Self.replacing(line, by: [text]))) != nil)
  }

  /// A family has one name in a file, although other commands read more.
  @Test func otherNamesOfAFamilyAreNotRead() {
    let nothing = BatchResult(batch([.edge], trials: 3..<3), [Tally()])
    let text = unsealed(TallyFile.text(SavedTally(nothing)))
    expectNil(Self.line(of: sealed(text)))
    let other = text.replacing("family classic\n", with: "family 5x5z2\n")
    expect(other != text && Self.line(of: sealed(other)) == 3)
  }

  /// Claims of many trials cost no memory, and no time.
  @Test func hugeClaims() throws {
    let rounds = """
      zombies-tally 1
      unit rounds
      given 9223372036854775807 x
      size -
      policies edge
      rules 1 longest 1
      max-moves 2147483647
      seed 0
      squares -
      whole 0-18446744073709551613
      played 0-18446744073709551613
      rounds edge won 2147483647 18446744073709551614

      """
    let saved = try TallyFile.read(sealed(rounds))
    expect(saved.result.isComplete && saved.result.tallies[0].rounds.total == UInt64.max - 1)
    expect(SimulateCSV.rows(saved.result).hasPrefix("edge,18446744073709551614,"))
    let wide =
      rounds.replacing("size -", with: "size 1024x1024")
      .replacing("squares -", with: "squares counted")
      .replacing("won 2147483647 18446744073709551614", with: "won 0 18446744073709551614")
      + "square edge 1023 1023 18446744073709551614 0\n"
    try expectEqual(TallyFile.read(sealed(wide)).result.tallies[0].squares?.visits.count, 1 << 20)
  }
}
