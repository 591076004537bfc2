import Foundation
import Testing
import ZombiesTestSupport

/// `zombies worlds`, run from the command line: wrong statuses, errors and notes, and CSVs that
/// cannot be read back. TranscriptTests covers its text tables.
@Suite(.waits) struct WorldsTests {
  /// Files that are not campaigns, with the error. CampaignTests has many more.
  @Test(arguments: [
    ("", "line 1, column 1: the campaign has no world"),
    ("; world: A\n; unlock: stars -1\nSP\n", "line 2, column 11: expected '; unlock: all"),
    ("; world:\nSP\n", "line 1, column 9: expected a name"),
    ("; World: A\nSP\n", "line 1, column 3: 'World' looks like a misspelled 'world'"),
    ("; world: A\u{1B}[2J\nSP\n", "line 1, column 10: the control character U+001B"),
    ("; world: A\n; level: \u{202E}x\nSP\n", "line 2, column 10: the control character U+202E"),
    ("; world: A\nS4/5\n", "line 2, column"),
  ])
  func whatIsNoCampaign(text: String, message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "bad.txt")
    let run = try zombies("worlds", "bad.txt", in: folder)
    expect(run.ending == .exit(65) && run.output == "", "\(run)")
    expect(run.errors.hasPrefix("Error: bad.txt, \(message)"), "\(run)")
    expect(!run.errors.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    // From standard input too, and no output file is left.
    let piped = try shell("zombies worlds - -o out < bad.txt", in: folder)
    expectEqual(piped.ending, .exit(65), "\(piped)")
    expect(piped.errors.hasPrefix("Error: standard input, \(message)"), "\(piped)")
    expectEqual(folder.names, ["bad.txt"])
  }

  @Test(arguments: [
    ("worlds missing.txt", Int32(66), "cannot open 'missing.txt'"),
    ("worlds .", 66, "cannot open '.'"),
    ("worlds a b", 64, "expected one FILE, found 2"), ("worlds --family classic", 64, "--family"),
    ("worlds -o missing/folder", 73, "missing/folder"), ("worlds > /dev/full", 74, "No space"),
  ])
  func whatCannotBeDone(line: String, status: Int32, message: String) throws {
    let run = try shell("zombies \(line)", in: TemporaryFolder())
    expect(run.ending == .exit(status) && run.output == "", "\(run)")
    expect(run.errors.hasPrefix("Error: ") && run.errors.contains(message), "\(run)")
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
      expectEqual(run.ending, .exit(status), "\(run)")
      expectEqual(run.errors, said, "\(run)")
      expect(run.output.contains(level), "\(run)")
    }
  }

  /// A campaign is graded as a game plays it: at the hearing distance that `generate` was told, or else at
  /// the one that a game begins with.
  @Test(arguments: [
    ("picture", "", "; classic@0#4", "2,10,2,9,3,12", true),
    ("picture", "--hearing-distance 0", "; rules: hearing-distance 0", "2,2,2,3,3,4", false),
    ("code", "--hearing-distance 2", "; rules: hearing-distance 2", "0,2,2,3,5,5", false),
    ("emoji", "--hearing-distance 2", "; rules: hearing-distance 2", "0,2,2,3,5,5", false),
  ])
  func gradedAsPlayed(
    format: String, option: String, line: String, points: String, notes: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let run = try shell(
      """
      zombies generate --family classic --grade gentle:3,easy:3 --distinct --sort --world A \
        --format \(format) \(option) -o a
      zombies worlds a -o t
      sed -n 2p a
      zombies worlds a --format csv -q | tail -n +2 | cut -d, -f12 | paste -s -d, -
      """, in: folder)
    expectEqual(run.output, "\(line)\n\(points)\n", "\(run)")
    expectEqual(run.errors.contains("use --hearing-distance 2\n"), notes, "\(run)")
    expectEqual(run.errors.contains("easier than the level before"), notes, "\(run)")
    let sorted = try shell(
      "zombies levels a --sort difficulty --world B \(option) -o b", in: folder)
    expectEqual(sorted.errors.contains("use --hearing-distance 2\n"), notes, "\(sorted)")
    // The game shows what the table does.
    if notes { return }
    let game = try shell("echo enter | zombies play --worlds a", in: folder)
    expectEqual(
      game.output.contains("Par 8, gentle. Reasoning alone wins it."), option.hasSuffix("2"),
      "\(game)")
  }

  /// Levels are the same if `levels --distinct` keeps only one of them.
  @Test func sameLevels() throws {
    let folder = try TemporaryFolder()
    try folder.write("; world: A\nS4/4Z/5/1Z3/4P\nS2Z1/5/5/1Z3/4P\n", to: "w")
    for (distance, kept) in [(0, 1), (1, 1), (2, 2)] {
      let options = "--hearing-distance \(distance)"
      let run = try shell(
        "zombies worlds w \(options) -o t; zombies levels w --distinct \(options) -q", in: folder)
      let same = run.errors.components(separatedBy: "the same up to symmetry").count - 1
      let levels = run.lines.filter { !$0.hasPrefix(";") }.count
      expect(same == 2 - levels && levels == kept, "\(run)")
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
    let run = try zombies("worlds", "w.txt", "--hearing-distance", "0", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    expectEqual(
      run.errors,
      """
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
    expectEqual(shut.ending, .exit(0), "\(shut)")
    expectEqual(
      shut.errors,
      """
      shut.txt:5: world 'Two' can never be opened: too few stars can be earned in the others
      shut.txt:7: world 'Three' can never be opened: neither can the world before it

      """, "\(shut)")
    try folder.write("; world: One\n; unlock: stars 3\nSP\n", to: "first.txt")
    try expectEqual(
      zombies("worlds", "first.txt", in: folder).errors,
      """
      first.txt:2: world 'One' is always open: its '; unlock:' line has no effect

      """)
    try expectEqual(zombies("worlds", "shut.txt", "--quiet", in: folder).errors, "")
    let builtIn = try zombies("worlds")
    expect(builtIn.ending == .exit(0) && builtIn.errors == "", "\(builtIn)")
  }

  /// Names with commas and quotes are normal cells, and the CSV is a file of levels.
  @Test func theCSVIsReadBack() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "; world: a, \"b\"\n; level: \"\nS4/5/Z1#2/5/4P+lit\n; level: x,y,z\nS2/2Z/2P\n", to: "w.txt")
    let run = try shell(
      "zombies worlds w.txt --hearing-distance 0 --format csv -o w.csv", in: folder)
    expectEqual(run.ending, .exit(1), "\(run)")
    let rows = try require(folder.read("w.csv")).split(separator: "\n")
    expect(
      rows[1].hasPrefix("1,\"a, \"\"b\"\"\",open,1,\"\"\"\",S4/5/Z1#2/5/4P+lit,3,solvable,8,"))
    expect(rows[2].hasPrefix("1,\"a, \"\"b\"\"\",open,2,\"x,y,z\",S2/2Z/2P,5,unsolvable,,"))
    let levels = try shell("zombies verify --input w.csv", in: folder)
    expectEqual(levels.output, "w.csv:3: unsolvable: S2/2Z/2P ; x,y,z\n", "\(levels)")
  }

  /// Of many notes, only the first are printed; and one level more than the largest number is
  /// refused.
  @Test func manyLevels() throws {
    let folder = try TemporaryFolder()
    func write(_ count: Int) throws {
      let levels = String(repeating: "SP\n", count: count - 1)
      try folder.write("; world: Long\nS1P\n\(levels)", to: "long.txt")
    }
    try write(30)
    let run = try zombies("worlds", "long.txt", in: folder)
    expect(run.ending == .exit(0) && run.errors.hasSuffix("\nand 18 more\n"), "\(run)")
    try write(100_001)
    expectRefusal(
      "worlds \(folder.file("long.txt"))", 65,
      saying: "long.txt, line 100002, column 1: more than 100000 levels in a campaign")
  }
}
