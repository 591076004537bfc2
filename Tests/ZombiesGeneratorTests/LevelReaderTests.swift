import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// Texts of any number of levels in any form ("Text forms", "Files"): only here do these arrive in
/// pieces of any length, up to the longest line.
@Suite struct LevelReaderTests {
  /// The codes of a text's levels and the lines where they begin.
  private static func read(_ text: String) throws -> [String] {
    var reader = LevelReader(text)
    var found: [String] = []
    while let entry = try reader.next() { found.append("\(entry.line) \(entry.level.code)") }
    return found
  }

  /// The position and problem with which a text is refused, or nil if it is read.
  private static func refusal(_ text: String) -> String? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func allFormsMayStandInOneText() throws {
    let text = """
      ; Levels of all forms
      S4/5/Z1#2/2F2/4P
      classic@42#7
      ; a comment between lines does not separate, whatever it holds: 4/5 + @

      SP
      PS

      S..
      .Z.
      ; lit
      ..P

      6x6z1b5+lit@42#7
      🆘⬜️/1🚶
      """
    // The letters of lines 6 and 7 are a picture, with two starts and two signposts.
    #expect(throws: LevelError.self) { try Self.read(text) }
    let mended = text.replacing("SP\nPS", with: "SP\n\nPS").replacing("\n🆘⬜️/1🚶", with: "")
    let expected = [
      "2 S4/5/Z1#2/2F2/4P", "3 S4/4Z/Z4/5/4P", "6 SP", "8 PS", "10 S2/1Z1/2P+lit",
      "15 S5/3#2/1#Z1#1/3#2/1#4/5P+lit",
    ]
    try expectEqual(Self.read(mended), expected)
    // With a byte-order mark, CR before LF, blanks around the lines and a newline at the end.
    let rough =
      "\u{FEFF}"
      + mended.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "\t \($0)  \r" }.joined(separator: "\n") + "\n"
    try expectEqual(Self.read(rough), expected)
  }

  @Test(arguments: [
    ("", []), ("\n\n", []), ("; nothing", []), ("; list: a\n\n", []), ("\u{FEFF}", []),
    (" \t\r\n", []),
    ("SP", ["1 SP"]), ("\n\nSP\n\n", ["3 SP"]), ("S1P\nSP", ["1 S1P", "2 SP"]),
    ("SP\nS1P", ["1 SP", "2 S1P"]), ("S/P\nSP\n\nPS", ["1 S/P", "2 SP", "4 PS"]),
    ("S.\n.P", ["1 S1/1P"]), ("S.\n.P\n\nPS\n#F", ["1 S1/1P", "4 PS/#F"]),
    ("; lit\nS.\n.P", ["2 S1/1P+lit"]), ("; dark\n\nS.\n.P", ["3 S1/1P"]),
    ("S.\n.P\n;lit", ["1 S1/1P+lit"]), ("S.\n; lit\n; lit\n.P", ["1 S1/1P+lit"]),
    ("🆘⬜\n⬜️🚶‍♂️", ["1 S1/1P"]), ("S⬜️\n.🚶", ["1 S1/1P"]),
    ("block+any@0#0\n; 1\nSP", ["1 S4/5/3#Z/5/4P", "3 SP"]),
    // All rows of a picture have the same blanks before them.
    ("  S.\n; a\n\t; lit\n  .P \t\n", ["1 S1/1P+lit"]), ("\tS.\r\n\t.P", ["1 S1/1P"]),
    ("  S.\n  .P\n\n S.\n .P", ["1 S1/1P", "4 S1/1P"]), (" 🆘⬜️\n ⬜️🚶", ["1 S1/1P"]),
    ("level\n\" S.\n .P\"", ["2 S1/1P"]),
    ("S1P ; level", ["1 S1P"]), ("S1P+lit ; level", ["1 S1P+lit"]),
    ("block+any@0#0\t;\tlevel", ["1 S4/5/3#Z/5/4P"]),
    ("S1P ; a 5/5 room\nSP\t;", ["1 S1P", "2 SP"]), ("SP ; 1", ["1 SP"]),
    ("block+any@0#0 ; drawn", ["1 S4/5/3#Z/5/4P"]), ("SP ; 1\nS1P ; dark?", ["1 SP", "2 S1P"]),
  ])
  func textsAreRead(text: String, levels: [String]) throws {
    try expectEqual(Self.read(text), levels)
  }

  @Test func levelsInAnyFormAreReadInOrderWhateverThePieces() throws {
    var random = NaiveRandom(seed: 13)
    let failure = try firstFailure(of: 0..<20) { number in
      var (text, codes) = ("", [String]())
      for _ in 0..<random.below(8) {
        let level = random.level(maxRows: 6, maxColumns: 6, maxThings: 8)
        let end = ["\n", "\r\n", " \n", "\n; a 1/2\n"][random.below(4)]
        if random.below(2) == 0 || level.rows == 1 {
          text += ["", " ", "\t"][random.below(3)] + level.code + end
        } else {
          // A blank line on either side separates a picture.
          text += "\n" + level.picture.replacing("\n", with: end == " \n" ? "\n" : end) + "\n\n"
        }
        codes.append(level.code)
      }
      let bytes = Array(text.utf8)
      return try firstFailure(of: [1, 2, 7, 64, bytes.count + 1]) { length in
        var rest = bytes[...]
        var reader = LevelReader {
          defer { rest = rest.dropFirst(length) }
          return rest.isEmpty ? nil : Array(rest.prefix(length))
        }
        var found: [String] = []
        while let entry = try reader.next() { found.append(entry.level.code) }
        return found == codes ? nil : "text \(number) by \(length): \(text)"
      }
    }
    expectNil(failure)
  }

  @Test(arguments: [
    ("SP\n\nS4/5/5/5/4", 3, 11), ("SP\n  classic@042#7", 2, 11), ("\u{FEFF}SQ", 1, 2),
    ("S.\n.P\n\nS.\n.Q", 5, 2), ("; dark\n\nS..\n..", 4, 3), ("S1P\nclassic@1", 2, 10),
    ("SP\nPS", 2, 1), ("3x3z4@0#0", 1, 1), ("classic+lit@1#1", 1, 8),
    // '; lit' outside a picture, and comments that are nearly '; lit'.
    ("; lit", 1, 1), ("; lit\n\nS.\n.P", 1, 1), ("SP\n; lit", 2, 1), ("S1P\n; lit\nSP", 2, 1),
    ("; lit\nS1P", 1, 1), ("S1P ; lit", 1, 5), ("S.\n; LIT\n.P", 2, 3), ("S1P\n ; Lit", 2, 4),
    ("S1P ; lit?", 1, 7), ("; Lit", 1, 3), ("classic@1#1 ; lit", 1, 13),
    // Comments after rows, and comments without a blank before them.
    ("S. ; a\n.P", 1, 3), ("S.\n.P ;", 2, 3), ("SP ; 1\nPS ; 2", 1, 3), ("S1P;a", 1, 4),
  ])
  func whatIsNoLevelIsToldByLineAndColumn(text: String, line: Int, column: Int) {
    expectEqual(Self.refusal(text)?.hasPrefix("line \(line), column \(column): "), true)
  }

  /// Rows that begin at different columns: a reader that removed the blanks would move squares.
  @Test(arguments: [
    (" S.\n.P", 2, 1, 1), ("S.\n .P", 2, 2, 1), ("\tS.\n  .P", 2, 3, 1),
    ("S.\n.P\n\n S.\n  .P", 5, 3, 4),
    ("  S.\n; lit\n  .Z\n .P", 4, 2, 1), (" 🆘⬜️\n⬜️🚶", 2, 1, 1), (". S.\n.P.", 1, 2, 0),
    ("level\n\" S.\n.P\"", 3, 1, 2), ("par,level\n8,\"S.\n .P\"", 3, 2, 2),
  ])
  func blanksAreNoSquares(text: String, line: Int, column: Int, first: Int) {
    let reason =
      first == 0
      ? "unexpected the character U+0020, expected S, P, Z, #, F or . or their emoji"
      : "this row is not indented like the row in line \(first); a blank is not a square, "
        + "write '.' or ⬜️ for floor"
    expectEqual(Self.refusal(text), "line \(line), column \(column): \(reason)")
  }

  /// Files that are not level files, with the cause.
  @Test(arguments: [
    ("level;par\nS1P;2", 1, 1, "the columns are separated by semicolons, expected commas"),
    ("\"par\" ; \"level\"\n", 1, 1, "the columns are separated by semicolons, expected commas"),
    ("level\tpar\nS1P\t2", 1, 1, "the columns are separated by tabs, expected commas"),
    (
      "sep=;\nlevel;par", 1, 1,
      "a line for spreadsheets; remove it, because the header must come first"
    ),
    ("S1P\rS2P\r", 1, 4, carriageReturns), ("; two\rS1P\r", 1, 6, carriageReturns),
    ("\u{FEFF}level,par\rS1P,2\r", 1, 10, carriageReturns), ("S1P\nS.\r.P", 2, 3, carriageReturns),
    ("level,par\nS1P,2\nlevel,par\nS2P,3", 3, 1, joined),
    ("level\nS1P\nlevel,par\nS2P,3", 3, 1, joined),
    ("S1P\nlevel,par\nS2P,3", 2, 1, joined),
  ])
  func otherFilesAreToldByTheirCause(text: String, line: Int, column: Int, cause: String) {
    expectEqual(Self.refusal(text), "line \(line), column \(column): \(cause)")
  }
  private static let carriageReturns =
    "lines that end with a carriage return alone (CR), expected LF or CR LF"
  private static let joined =
    "a CSV header below other lines, as in two files that were joined; read them one by one"

  /// The text "Sé" in other encodings, with the column of the error.
  @Test(arguments: [
    ([0xFF, 0xFE, 0x53, 0, 0xE9, 0], 1, "the file is in UTF-16, expected UTF-8"),
    ([0xFE, 0xFF, 0, 0x53, 0, 0xE9], 1, "the file is in UTF-16, expected UTF-8"),
    ([0xFF, 0xFE, 0, 0, 0x53, 0, 0, 0], 1, "the file is in UTF-32, expected UTF-8"),
    ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x53], 1, "the file is in UTF-32, expected UTF-8"),
    ([0x53, 0, 0x5A, 0], 1, "a NUL byte, as in UTF-16 or a file that is not text; expected UTF-8"),
    ([0x53, 0xE9], 2, "bytes that are not UTF-8; save the file as UTF-8"),
  ])
  func otherEncodingsAreRefused(bytes: [UInt8], column: Int, cause: String) {
    var pieces = [bytes]
    var reader = LevelReader { pieces.popLast() }
    let error = #expect(throws: LevelError.self) { try reader.next() }
    expectEqual(error.map { "\($0)" }, "line 1, column \(column): \(cause)")
  }

  @Test func aReferenceWithoutALevelSaysWhy() {
    expectEqual(
      Self.refusal("SP\n3x3z2@7#0"),
      "line 2, column 1: 3x3z2@7#0: "
        + "no level of this family is solvable: all 3 placements were tried")
    expectEqual(
      Self.refusal("3x3z4+any@7#0"),
      "line 1, column 1: 3x3z4+any@7#0: "
        + "4 things do not fit: the placement rule leaves 3 squares")
  }

  @Test func oneLevelMayBeInAnyForm() throws {
    let code = "S4/4Z/Z4/5/4P"
    for text in [code, " \(code)\n", "classic@42#7", "S....\n....Z\nZ....\n.....\n....P\n"] {
      try expectEqual(Level(anyForm: text).code, code)
    }
    #expect(throws: LevelError.self) { try Level(anyForm: "; nothing") }
    #expect(throws: LevelError.self) { try Level(anyForm: "SP\n\nSP") }
  }

  /// References in sequence, each different from the one before in one part only: the reader keeps
  /// the generator of the last one.
  @Test func referencesDoNotDependOnThoseBefore() throws {
    let references = [
      "classic@1#0", "classic@1#5", "block@1#5", "flashlight+any@1#5",
      "5x5z1f1+lit+any@1#5", "flashlight+any@1#5", "classic@1#5", "classic@2#5", "classic@2#7",
      "classic+any@2#7",
      "classic@2#7", "classic+any@2#7", "classic+any@3#7", "classic@1#0", "4x6z2@1#5", "6x4z2@1#5",
      "4x6z2@1#5", "9x9z3b10f2+lit@7#8", "9x9z3b10f2@7#8", "9x9z3b10f2+lit@7#8", "classic@1#5",
    ]
    let codes = try references.map { try Level(anyForm: $0).code }
    // References to equal levels would prove nothing.
    expectEqual(Set(codes).count, Set(references).count, "\(codes)")
    let expected = codes.enumerated().map { "\($0 + 1) \($1)" }
    try expectEqual(Self.read(references.joined(separator: "\n")), expected)
    let backwards = codes.reversed().enumerated().map { "\($0 + 1) \($1)" }
    try expectEqual(Self.read(references.reversed().joined(separator: "\n")), backwards)
  }

  /// The longest line and one byte more, in one piece and in many. The next line is still read.
  @Test(arguments: isLong ? [1 << 22, 4096, 100_003] : [1 << 22, 100_003])
  func longLines(piece: Int) throws {
    func read(_ length: Int, of unit: String = "x") -> String {
      let comment = String(repeating: unit, count: (length - 1) / unit.utf8.count)
      let text = "S1P\n;" + comment + "\nS2P"
      var rest = Array(text.utf8)[...]
      var reader = LevelReader {
        defer { rest = rest.dropFirst(piece) }
        return rest.isEmpty ? nil : Array(rest.prefix(piece))
      }
      var found: [String] = []
      do {
        while let entry = try reader.next() { found.append("\(entry.line) \(entry.level.code)") }
      } catch {
        found.append("\(error)")
      }
      return found.joined(separator: "; ")
    }
    expectEqual(LevelReader.longestLine, 1 << 22)
    expectEqual(read(LevelReader.longestLine), "1 S1P; 3 S2P")
    let refusal = read(LevelReader.longestLine + 1)
    expect(refusal.hasPrefix("1 S1P; line 2, column 1: a line of more than 4194304 bytes"))
    let returns = read(LevelReader.longestLine + 5, of: "x\r")
    expectEqual(returns, "1 S1P; line 2, column 1: \(Self.carriageReturns)")
  }

  @Test func picturesOfAsManyRowsAsThereMayBe() throws {
    func picture(_ rows: Int) -> String {
      "S\n" + String(repeating: ".\n", count: rows - 2) + "P\n"
    }
    let tallest = try Self.read(picture(1024))
    expect(tallest.count == 1 && tallest[0].hasPrefix("1 S/1/") && tallest[0].hasSuffix("/1/P"))
    expectEqual(Self.refusal(picture(1025)), "line 1025, column 1: more than 1024 rows")
  }

  @Test func aTextOfManyLevelsIsAnArray() throws {
    let text = "S1P\nclassic@42#7 ; a reference\n\nS..\n..P\n"
    let levels = try Level.levels(in: text)
    try expectEqual(levels, [Level("S1P"), LevelGenerator(.classic, seed: 42)[7], Level("S2/2P")])
    try expect(Level.levels(in: "").isEmpty)
    #expect {
      try Level.levels(in: "S1P\nS2P\nS1x")
    } throws: {
      ($0 as? LevelError)?.position?.line == 3
    }
  }
}
