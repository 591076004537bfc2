import Foundation
import Testing
import ZombiesTestSupport

/// Files that contain no valid level: only here do the commands name the file, and use no more
/// memory for more text. LevelReaderTests and BadPictureTests check every kind of error.
@Suite(.waits) struct BadLevelFileTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// The position that the error must name; nil for any position.
    let place: (line: Int, column: Int)?

    init(_ name: String, _ text: String, _ line: Int, _ column: Int) {
      (self.name, bytes, place) = (name, Array(text.utf8), (line, column))
    }

    init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes, place) = (name, bytes, nil) }

    init(_ name: String, bytes: [UInt8], _ line: Int, _ column: Int) {
      (self.name, self.bytes, place) = (name, bytes, (line, column))
    }

    var testDescription: String { name }
  }

  private static func floor(_ count: Int) -> String { String(repeating: ".", count: count) }

  /// A picture with a start and a signpost in its first row.
  private static func picture(rows: Int, columns: Int) -> String {
    "SP" + floor(columns - 2) + "\n"
      + String(repeating: floor(columns) + "\n", count: rows - 1)
  }

  static let cases: [Case] = [
    Case("truncated code", "S4/5/5/5/4", 1, 11),
    Case("truncated picture", "S..\n...\n", 2, 4),
    Case("2000 columns", picture(rows: 2, columns: 2000), 1, 1025),
    Case("9000 rows", picture(rows: 9000, columns: 2), 1025, 1),
    Case("NUL", "S..\n.\0.\n..P\n", 2, 2),
    Case("a family of ZWJ", "🆘⬜️⬜️\n⬜️👩‍👩‍👧⬜️\n⬜️⬜️🚶\n", 2, 2),
    Case("a letter with an accent", "S..\n.Z\u{301}.\n..P\n", 2, 3),
    Case("two byte-order marks", "\u{FEFF}\u{FEFF}S.\n.P\n", 1, 1),
    Case("CSV with a bad level", "reference,level\nclassic@42#7,S4/5/5/5/4Q\n", 2, 24),
    Case("CSV with a quote that does not end", "level,a\nSP,\"\n\n", 2, 4),
    Case("nearly a world", "; worlds: x\nSP\n", 1, 3),
    Case("a level in quotes", "\"S4/5/5/5/4P\"\n", 1, 1),
    Case("bad after good", "SP\n; fine\n\n\nSP\n\nSX\n", 7, 2),
    Case("a family without levels", "SP\n\n1x9z1@0#0\n", 3, 1),
    Case("not UTF-8", [0x53, 0x2E, 0xFF, 0x0A, 0x2E, 0x2E, 0x50, 0x0A]),
    Case("half a character", Array("S1P".utf8) + [0xF0, 0x9F]),
    Case("UTF-16", [0xFF, 0xFE] + Array("S.P.".utf8).flatMap { [$0, 0] }),
    Case("random bytes", randomBytes(100_000)),
    Case("random bytes without newlines", randomBytes(100_000).filter { $0 != 0x0A }),
    Case("many zeros", [UInt8](repeating: 0, count: 1 << 18)),
    Case("many Z", [UInt8](repeating: UInt8(ascii: "Z"), count: 1 << 18)),
    Case("many 1", [UInt8](repeating: UInt8(ascii: "1"), count: 1 << 18)),
    Case("many /", [UInt8](repeating: UInt8(ascii: "/"), count: 1 << 18)),
  ]

  private static func randomBytes(_ count: Int) -> [UInt8] {
    var random = NaiveRandom(seed: 20_261_121)
    return (0..<count).map { _ in UInt8(random.below(256)) }
  }

  private static let cutOff: [Case] = [
    Case("a character cut off", bytes: [0x53, 0x32, 0x50, 0xEF, 0x0A], 1, 4),
    Case("two of three bytes", bytes: [0x53, 0x50, 0x0A, 0x3B, 0x20, 0xEF, 0xBF, 0x0A], 2, 3),
    Case("a letter of Latin-1", bytes: [0x3B, 0x20, 0x78, 0xEF, 0x61, 0x0A], 1, 4),
  ]

  @Test(arguments: sampled(cases, every: 2) + cutOff)
  func isToldByFileLineAndColumn(bad: Case) throws {
    let folder = try TemporaryFolder()
    try folder.write(bad.bytes, to: "bad.txt")
    // The short form runs one of the commands.
    let commands = ["solve", "verify", "simulate"]
    for command in isLong ? commands : [commands[bad.bytes.count % 3]] {
      expectTold(try zombies(command, "--input", "bad.txt", in: folder), "bad.txt", bad)
    }
    let piped = try shell("zombies verify --input - < bad.txt", in: folder)
    expectTold(piped, "standard input", bad)
    expectEqual(folder.names, ["bad.txt"])
  }

  private func expectTold(_ run: Finished, _ file: String, _ bad: Case) {
    expectEqual(run.ending, .exit(65), "\(run)")
    let told = run.errors.firstMatch(of: /^Error: (.*), line (\d+), column (\d+): .+\n$/)
    guard let told else {
      Issue.record("no position in the error: \(run)")
      return
    }
    expect(told.1 == file)
    if let place = bad.place {
      expect(told.2 == "\(place.line)" && told.3 == "\(place.column)", "\(run)")
    }
    expect(run.errors.utf8.count < 1000, "\(run)")
  }

  @Test(arguments: [
    "", "\n\n\n", "; only\n; comments\n", "\u{FEFF}", "\u{FEFF}\r\n", " \t \n; lit\n", ";",
    "; world: Nowhere\n", "level\n", "reference,level\r\n\r\n",
  ])
  func filesWithoutLevels(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "none.txt")
    for command in ["solve", "verify", "simulate"] {
      let run = try zombies(command, "--input", "none.txt", in: folder)
      expectEqual(run.ending, .exit(65), "\(run)")
      expect(run.errors.hasPrefix("Error: none.txt"), "\(run)")
      expectEqual(run.output, "", "\(run)")
    }
  }

  /// One operand is one level: the same texts as operands, and operands with two levels. Each goes
  /// to one of the commands in turn, and to all of them in the long form.
  @Test func operandsThatAreNoLevels() throws {
    let commands = [["solve"], ["verify"], ["simulate"], ["replay", "--moves", ""]]
    let all = Self.cases.filter { $0.bytes.count < 1000 && !$0.bytes.contains(0) }
    for (number, bad) in all.enumerated() {
      for command in isLong ? commands : [commands[number % commands.count]] {
        let words = command.map { Array($0.utf8) } + [bad.bytes]
        let run = try CommandLineRun(bytes: words).run()
        // The status is 66 for a text that cannot be meant as a level, but may be the name of a file.
        expect([.exit(65), .exit(66)].contains(run.ending), "\(bad.name): \(run)")
        expect(run.errors.contains("Error: argument 1"), "\(bad.name): \(run)")
        expectEqual(run.output, "", "\(bad.name): \(run)")
      }
    }
  }

  @Test func goodLevelsBeforeABadOneStand() throws {
    let text = "S2/2Z/2P\nSP\nSX\n"
    let solved = try zombies("solve", "--format", "csv", "--input", "-", input: text)
    expectEqual(solved.ending, .exit(65))
    expectEqual(solved.lines.count, 3, "\(solved)")
    let verified = try zombies("verify", "--input", "-", input: text)
    expectEqual(verified.ending, .exit(65), "\(verified)")
    let played = try zombies("simulate", "--rounds", "3", "--input", "-", input: text)
    expect(played.ending == .exit(65) && played.output == "", "\(played)")
  }

  private static let endless: [(line: String, status: Int32)] = [
    ("head -c 3000000 /dev/zero", 65), ("cat /dev/zero", 65), ("cat /dev/urandom", 65),
    ("yes SP", 65), ("yes 1", 65), ("yes Z", 65), ("yes '' | head -n 150000", 65),
    ("(echo level; printf '\"'; yes .)", 65), ("(echo a,level; yes 1,S1P | head -n 150000)", 0),
    ("yes '; world: x'", 65), ("(echo S.; yes '; lit' | head -n 150000; echo .P)", 0),
    ("yes '; a comment that is not kept in memory' | head -n 150000", 65),
    ("(yes '; a comment before a level' | head -n 150000; echo SP)", 0),
    ("(echo S.; yes '; comments inside a picture' | head -n 150000; echo .P)", 0),
    ("(printf ';'; head -c 3000000 /dev/zero | tr '\\0' x; echo; echo S1P)", 0),
    ("yes classic@1#1 | head -n 2000", 0), ("yes '5x5@1#1' | head -n 2000", 0),
  ]

  /// Endless or nearly endless input: refused early, or read in little memory. Every third case is
  /// run, and all of them in the long form.
  @Test(arguments: sampled(endless, every: 3))
  func streams(line: String, status: Int32) throws {
    // 46 MB of addresses, half of which the program itself takes. With a sanitizer, which needs
    // more from the start, there is no limit.
    let limit = "ulimit -S -v 46000; zombies --version >/dev/null 2>&1 || ulimit -S -v unlimited"
    let run = try shell("\(line) | (\(limit); exec zombies verify --input -)")
    expectEqual(run.ending, .exit(status), "\(run)")
    if status == 65 { expect(run.errors.hasPrefix("Error: standard input"), "\(run)") }
  }
}
