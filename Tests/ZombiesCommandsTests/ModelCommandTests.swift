import Foundation
import Testing
import ZombiesTestSupport

/// `zombies model`, run from the command line: families, levels, rules and formats that it
/// mistakes.
@Suite(.waits) struct ModelCommandTests {
  /// A family is an operand or comes from options; a level has any form that commands read.
  @Test func whatIsTaken() throws {
    let folder = try TemporaryFolder()
    try folder.write("; level: One\nS1Z/3/2P\n", to: "one.txt")
    func run(_ words: String) throws -> Finished {
      let run = try shell("zombies model \(words) --format csv", in: folder)
      expectEqual(run.ending, .exit(0), "\(run)")
      return run
    }
    for (words, same) in [
      ("classic", "--family classic"), ("classic", ""),
      (
        "3x3z1 --levels any",
        "--size 3x3 --zombies 1 --levels any"
      ), ("S1Z/3/2P", "one.txt"),
      ("4x4z1b1+lit#5", "S1Z1/4/1#2/3P+lit"),
    ] {
      let (one, other) = (try run(words), try run(same))
      expectSame(one.output, other.output, "\(words) and \(same)")
      expectEqual(one.errors, other.errors, "\(one) \(other)")
    }
    try expectEqual(
      run("").errors,
      "classic, solvable levels, 105 draws: 1,677 states, "
        + "5,413 choices, 27 observations\n")
    try expectEqual(run("S1Z/3/2P -q").errors, "")
    try expect(run("classic@42#7").lines.count > 20)
  }

  /// Rules of options and of a file are in the first line, and change the model.
  @Test func rules() throws {
    let folder = try TemporaryFolder()
    try folder.write("; rules: zombie-speed 2\nS3/4/4/Z2P+lit\n", to: "fast.txt")
    let fast = try shell("zombies model fast.txt", in: folder)
    let same = try shell("zombies model S3/4/4/Z2P+lit --zombie-speed 2", in: folder)
    expectSame(fast.output, same.output, "rules of a file")
    expectEqual(
      fast.lines[0],
      "// zombies model 1: S3/4/4/Z2P+lit; catching-distance 1, chase longest, "
        + "zombie-speed 2, hearing-distance 0; view player")
    let slow = try shell("zombies model S3/4/4/Z2P+lit", in: folder)
    expect(slow.lines.count != fast.lines.count)
    let other = try shell("zombies model fast.txt --zombie-speed 3", in: folder)
    expect(other.ending == .exit(64) && other.errors.contains("contradicts"), "\(other)")
  }

  /// The first lines of each format, and JSON lines with the columns of the CSV.
  @Test func formats() throws {
    func first(_ format: String) throws -> [String] {
      let run = try zombies("model", "3x3z1", "--format", format, "-q")
      expect(run.ending == .exit(0) && run.errors == "", "\(run)")
      return run.lines.map { String($0) }
    }
    let title =
      "zombies model 1: 3x3z1, solvable levels, 2 draws; catching-distance 1, chase longest, "
      + "zombie-speed 1, hearing-distance 0; view player"
    try expectEqual(first("drn").prefix(2), ["// \(title)", "@type: POMDP"])
    try expectEqual(first("pomdp")[0], "# \(title)")
    try expect(first("csv")[0].hasPrefix("state,observation,"))
    try expectEqual(
      first("jsonl")[0],
      #"{"state":0,"observation":0,"row":null,"column":null,"#
        + #""lit":null,"heard":null,"seen":null,"move":"draw","next":3,"outcome":null,"#
        + #""level":"S1Z/3/2P","reference":"3x3z1#0"}"#)
  }

  /// A file is complete or unchanged, and its manifest names the settings.
  @Test func files() throws {
    let folder = try TemporaryFolder()
    let line = "zombies model block --levels any --view all --hearing-distance 2"
    let printed = try shell("\(line) -q", in: folder)
    let written = try shell("\(line) -o m.drn --manifest m.json", in: folder)
    expect(written.ending == .exit(0) && written.output == "", "\(written)")
    expectSame(try require(folder.read("m.drn")), printed.output, "the file")
    let manifest = try require(folder.read("m.json"))
    for part in [
      #""family": "block""#, #""levels": "any""#, #""view": "all""#, #""hearing-distance": 2"#,
      #""path": "m.drn""#,
    ] { expect(manifest.contains(part), "\(part): \(manifest)") }
    let large = try shell("zombies model block --max-states 999 -o m.drn", in: folder)
    expectEqual(large.ending, .exit(64), "\(large)")
    expect(folder.read("m.drn") == printed.output && folder.names == ["m.drn", "m.json"])
  }

  @Test(arguments: [
    ("classic block", "expected one FAMILY or LEVEL, found 2", 64),
    ("classic --zombies 3", "--zombies cannot be combined with the family classic", 64),
    ("SP --lit", "--lit is for families", 64), ("SP --levels any", "--levels is for families", 64),
    ("classic --view every", "player, all, none", 64),
    ("classic --format dnr", "not one of drn", 64),
    ("classic --max-states 0", "--max-states", 64),
    ("classic --max-states 1676", "the model has more than 1676 states (--max-states)", 64),
    (
      "classic --levels any --max-states 170",
      "171 placements, more than the limit of 170 states (--max", 64
    ),
    ("9x9z9b9 --levels any", "2⁶⁴ or more placements, more than the limit", 64),
    ("3x3z4", "do not fit", 64), ("1x9z1", "1x9z1 has no solvable level: 5 placements", 65),
    ("clasic", "'clasic' is neither a file nor a level", 66), ("SP/S1", "argument 1", 65),
    ("two.txt", "two.txt:3: a second level, expected only one", 65),
    ("/dev/null", "/dev/null: no level found", 65),
    ("classic -o missing/m", "missing/m", 73), ("classic > /dev/full", "cannot write", 74),
  ])
  func badUsage(words: String, message: String, status: Int32) throws {
    let folder = try TemporaryFolder()
    try folder.write("SP\n\nS1P\n", to: "two.txt")
    let run = try shell("zombies model \(words)", in: folder)
    expect(run.ending == .exit(status) && run.output == "", "\(run)")
    expect(run.errors.contains("Error: ") && run.errors.contains(message), "\(run)")
  }
}
