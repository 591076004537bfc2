import Foundation
import Testing
import ZombiesTestSupport

/// `zombies worlds`, run from the command line; TranscriptTests covers its text tables.
@Suite(.waits) struct WorldsTests {
  /// A file that is not a campaign, and its error.
  struct Bad: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String

    init(_ text: String, _ message: String) { (self.text, self.message) = (text, message) }

    var testDescription: String { message }
  }

  @Test(arguments: [
    Bad("", "line 1, column 1: the campaign has no world"),
    Bad("; just a comment\n", "line 1, column 1: the campaign has no world"),
    Bad("S1P\n; world: A\nSP\n", "line 1, column 1: a level outside of any world"),
    Bad("level\nSP\n", "line 2, column 1: a level outside of any world"),
    Bad("; world: A\n", "line 1, column 1: world 'A' has no level"),
    Bad("; world: A\n; world: B\nSP\n", "line 1, column 1: world 'A' has no level"),
    Bad("; world: A\nSP\n\n; world: B\n", "line 4, column 1: world 'B' has no level"),
    Bad("; world: A\nSP\n; world: A\nS1P\n", "line 3, column 1: a second world 'A'"),
    Bad("; world: A\n; unlock: moons 3\nSP\n", "line 2, column 11: expected '; unlock: all"),
    Bad("; world: A\n; unlock: stars -1\nSP\n", "line 2, column 11: expected '; unlock: all"),
    Bad(
      "; world: A\n; unlock: stars 18446744073709551616\nSP\n",
      "line 2, column 11: expected '; unlock: all"
    ),
    Bad("; unlock: all\n; world: A\nSP\n", "line 1, column 1: no world to unlock"),
    Bad("; world: A\n; unlock: all\n; unlock: all\nSP\n", "line 3, column 1: a second lock"),
    Bad("; world:\nSP\n", "line 1, column 9: expected a name"),
    Bad("; World: A\nSP\n", "line 1, column 3: 'World' looks like a misspelled 'world'"),
    Bad("; world: A\u{1B}[2J\nSP\n", "line 1, column 10: the control character U+001B"),
    Bad("; world: A\n; level: \u{202E}x\nSP\n", "line 2, column 10: the control character U+202E"),
    Bad("; world: A\n; level: x\n", "line 2, column 1: no level follows"),
    Bad("; world: A\nS4/5\n", "line 2, column"),
  ])
  func whatIsNoCampaign(bad: Bad) throws {
    let (text, message) = (bad.text, bad.message)
    let folder = try TemporaryFolder()
    try folder.write(text, to: "bad.txt")
    let run = try zombies("worlds", "bad.txt", in: folder)
    #expect(run.ending == .exit(65) && run.output == "", "\(run)")
    #expect(run.errors.hasPrefix("Error: bad.txt, \(message)"), "\(run)")
    #expect(!run.errors.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    // From standard input too, and no output file is left.
    let piped = try shell("zombies worlds - -o out < bad.txt", in: folder)
    #expect(piped.ending == .exit(65), "\(piped)")
    #expect(piped.errors.hasPrefix("Error: standard input, \(message)"), "\(piped)")
    #expect(folder.names == ["bad.txt"])
  }

  @Test(arguments: [
    ("worlds missing.txt", Int32(66), "cannot open 'missing.txt'"),
    ("worlds .", 66, "cannot open '.'"),
    ("worlds a b", 64, "expected one FILE, found 2"), ("worlds --family classic", 64, "--family"),
    ("worlds -o missing/folder", 73, "missing/folder"), ("worlds > /dev/full", 74, "No space"),
  ])
  func whatCannotBeDone(line: String, status: Int32, message: String) throws {
    let run = try shell("zombies \(line)", in: TemporaryFolder())
    #expect(run.ending == .exit(status) && run.output == "", "\(run)")
    #expect(run.errors.hasPrefix("Error: ") && run.errors.contains(message), "\(run)")
  }

  /// A level that cannot be won is named with its world, its name and its line, also with --quiet.
  @Test(arguments: [
    (
      "S2/2Z/2P", "", Int32(1),
      "w.txt:6: world 'Two', level 2 'Trap': unsolvable: S2/2Z/2P\n"
    ),
    ("S2/2Z/2P", "--catching-distance 0", 0, ""),
    (
      "S4/5/Z1#2/5/4P+lit", "--max-states 9", 2,
      "w.txt:6: world 'Two', level 2 'Trap': gave up: S4/5/Z1#2/5/4P+lit\n"
    ),
    (
      "S4/3#1/5/3#1/1Z2P+lit", "--chase vertical", 1,
      "w.txt:6: world 'Two', level 2 'Trap': unsolvable; rules: chase vertical: "
        + "S4/3#1/5/3#1/1Z2P+lit\n"
    ),
  ])
  func statuses(level: String, options: String, status: Int32, said: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "; world: One\nSP\n; world: Two\nS1P\n; level: Trap\n\(level)\n", to: "w.txt")
    for format in ["table", "csv"] {
      let run = try shell("zombies worlds w.txt --quiet --format \(format) \(options)", in: folder)
      #expect(run.ending == .exit(status), "\(run)")
      #expect(run.errors == said, "\(run)")
      #expect(run.output.contains(level), "\(run)")
    }
  }

  /// Notes, which are not errors: levels that are the same by symmetry, falling points, worlds that
  /// can never be opened.
  @Test func notes() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      ; world: One
      S4/5/3Z1/1#3/4P
      S4/2#2/5/1Z3/4P
      ; world: Two
      ; unlock: stars 7
      S4/3#1/1Z3/5/4P
      S4/5/3Z1/1#3/4P
      ; world: Three
      SP
      ; world: Four
      ; unlock: coins 6
      S1P

      """, to: "w.txt")
    let run = try zombies("worlds", "w.txt", in: folder)
    #expect(run.ending == .exit(0), "\(run)")
    #expect(
      run.errors == """
        w.txt:6: world 'Two', level 1: the same up to symmetry as w.txt:2: world 'One', level 1
        w.txt:7: world 'Two', level 2: the same as w.txt:2: world 'One', level 1
        w.txt:3: world 'One', level 2: 1 point after 5: easier than the level before

        """, "\(run)")
    // Without the locked worlds only six stars can be earned, one too few. The six coins of the
    // first file can be earned.
    try folder.write(
      "; world: One\nSP\nS1P\n; world: Two\n; unlock: stars 7\nS2P\n; world: Three\nS3P\n",
      to: "shut.txt")
    let shut = try zombies("worlds", "shut.txt", in: folder)
    #expect(shut.ending == .exit(0), "\(shut)")
    #expect(
      shut.errors == """
        shut.txt:5: world 'Two' can never be opened: too few stars can be earned in the others
        shut.txt:7: world 'Three' can never be opened: neither can the world before it

        """, "\(shut)")
    try folder.write("; world: One\n; unlock: stars 3\nSP\n", to: "first.txt")
    #expect(
      try zombies("worlds", "first.txt", in: folder).errors == """
        first.txt:2: world 'One' is always open: its '; unlock:' line has no effect

        """)
    #expect(try zombies("worlds", "shut.txt", "--quiet", in: folder).errors == "")
    let builtIn = try zombies("worlds")
    #expect(builtIn.ending == .exit(0) && builtIn.errors == "", "\(builtIn)")
  }

  /// Names with commas and quotes are normal cells, and the CSV is a file of levels.
  @Test func theCSVIsReadBack() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "; world: a, \"b\"\n; level: \"\nS4/5/Z1#2/5/4P+lit\n; level: x,y,z\nS2/2Z/2P\n", to: "w.txt")
    let run = try shell("zombies worlds w.txt --stars --format csv -o w.csv", in: folder)
    #expect(run.ending == .exit(1), "\(run)")
    let rows = try #require(folder.read("w.csv")).split(separator: "\n")
    #expect(
      rows[1].hasPrefix("1,\"a, \"\"b\"\"\",open,1,\"\"\"\",S4/5/Z1#2/5/4P+lit,3,solvable,8,"))
    #expect(rows[2].hasPrefix("1,\"a, \"\"b\"\"\",open,2,\"x,y,z\",S2/2Z/2P,5,unsolvable,,"))
    let levels = try shell("zombies verify --input w.csv", in: folder)
    #expect(levels.output == "w.csv:3: unsolvable: S2/2Z/2P ; x,y,z\n", "\(levels)")
  }

  /// The largest allowed number of levels, in one world; one more is refused.
  @Test func aHundredThousandLevels() throws {
    let folder = try TemporaryFolder()
    let world = "; world: Long\n" + "S1P\n" + String(repeating: "SP\n", count: 99_999)
    // Solving so many levels takes a debug build seven seconds.
    guard isLong else { return try expectOneMoreIsRefused(world, in: folder) }
    try folder.write(world, to: "long.txt")
    var run = try CommandLineRun(
      ["worlds", "long.txt", "--format", "csv", "-o", "csv"], in: folder)
    run.timeout = 300
    let finished = try run.run()
    #expect(finished.ending == .exit(0), "\(finished)")
    #expect(finished.errors.hasSuffix("\nand 99,988 more\n"), "\(finished)")
    #expect(folder.read("csv")?.split(separator: "\n").count == 100_001)
    try expectOneMoreIsRefused(world, in: folder)
  }

  private func expectOneMoreIsRefused(_ world: String, in folder: TemporaryFolder) throws {
    try folder.write(world + "SP\n", to: "longer.txt")
    let longer = try zombies("worlds", "longer.txt", in: folder)
    #expect(longer.ending == .exit(65), "\(longer)")
    #expect(
      longer.errors
        == "Error: longer.txt, line 100002, column 1: more than 100000 levels in a campaign\n")
  }

  /// `replay` shows the rounds of Reports/worlds.csv: of every ninth level, and of all in the long
  /// form.
  @Test func recordedRoundsAreReplayed() throws {
    let file = Golden.package.appendingPathComponent("Reports/worlds.csv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let names = lines[0]
    func cell(_ name: String, _ line: [String]) throws -> String {
      line[try #require(names.firstIndex(of: name))]
    }
    var count = 0
    for line in sampled(Array(lines.dropFirst()), every: 9) {
      for kind in ["win", "par"] {
        let policy = try cell("\(kind)_policy", line)
        if policy.isEmpty { continue }
        let run = try zombies(
          "replay", cell("level", line), "--policy", policy, "--seed", cell("\(kind)_seed", line),
          "--trial", cell("\(kind)_trial", line))
        let moves = run.output.matches(of: /\nmove [0-9]+: ([UDLR])/).map { String($0.1) }.joined()
        let expected = try cell("\(kind)_moves", line)
        #expect(moves == expected, "\(run)")
        #expect(run.output.contains("; won"), "\(run)")
        count += 1
      }
    }
    #expect(count > cases(exactly: 9, long: 100))
  }
}
