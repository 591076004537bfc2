import Foundation
import Testing
import ZombiesTestSupport

/// Targets of outputs: files that are half written, lose their permissions or are replaced although
/// they are links, pipes or devices; and closed descriptors.
@Suite(.waits) struct OutputTests {
  /// A line for each command that writes, to which options can be added.
  static let lines = [
    "zombies generate --count 3", "zombies solve SP", "zombies verify S2/2Z/2P",
    "zombies replay SP --moves L", "zombies simulate --rounds 5 --policy edge",
    "zombies bench verify 5 2 9",
  ]

  /// A file gets the same output as standard output, which then stays empty.
  @Test(arguments: lines)
  func filesHoldTheSame(line: String) throws {
    let folder = try TemporaryFolder()
    let direct = try shell(line, in: folder)
    expect(!direct.output.isEmpty && folder.names.isEmpty)
    // The forms of the option are the same for all commands, so all of them are tried with the first.
    let isFirst = isLong || line == Self.lines[0]
    let forms = ["-o f", "--output f", "--output=f", "-of", "-o ./f", "-o $PWD/f"]
    for option in isFirst ? forms : ["-of"] {
      let filed = try shell("\(line) \(option)", in: folder)
      expect(filed.ending == direct.ending && filed.output == "", "\(filed)")
      expectEqual(folder.names, ["f"], "\(filed)")
      expectEqual(folder.read("f"), direct.output, "\(filed)")
      try FileManager.default.removeItem(atPath: folder.file("f"))
    }
    for option in isFirst ? ["-o -", "-o /dev/stdout", "-o /dev/fd/1"] : ["-o -"] {
      try expectEqual(shell("\(line) \(option)", in: folder).output, direct.output, "\(option)")
    }
    expect(folder.names.isEmpty)
  }

  /// Commands, and the beginning of what they write, or a part of their error.
  private static let endingCases: [(String, String)] = [
    ("solve SP -o a.csv", "level,verdict,"), ("solve SP -o a.JSONL", #"{"level":"SP","#),
    ("draw SP -o a.html", "<!DOCTYPE html>"), ("levels SP -o a.b.ndjson", #"{"level":"SP","#),
    ("generate -o a.csv", "reference,level,"), ("worlds -o a.csv", "world,world_name,"),
    ("census --family 2x2 -o a.jsonl", #"{"verdict":"#),
    ("census --family 2x2 -o a.csv", "verdict,"),
    ("simulate --rounds 9 -o a.csv", "policy,"),
    ("compare edge random -o a.csv", "first_policy,"),
    ("analyze --family block --policy edge -o a.jsonl", "{"),
    ("sweep --rounds 9 -o a.csv", "policy,"),
    ("sweep --rounds 9 -o a.jsonl", #"{"policy":"#), ("replay SP --moves L -o a", "start: "),
    ("draw SP -o a.htm", "<!DOCTYPE html>"), ("draw SP -o a", "<svg "),
    ("solve SP -o a.txt", "solvable"),
    ("solve SP -o .csv", "solvable"), ("model --family 2x2 -o a.pomdp", "# zombies model"),
    ("merge t1 t2 -o a.csv", "policy,"), ("merge t1 t2 -o a", "20 rounds"),
    ("merge r1.csv r2.csv -o a.csv", "trial,"), ("merge s1 s2 -o a.csv", "policy,"),
    ("merge s1 s2 -o a", "policy,"), ("merge s1 s2 -o a.jsonl", #"{"policy":"#),
    ("merge l1.csv l2.csv -o a.csv", "reference,"),
    // Refused: the message after the option.
    (
      "solve SP -o a.csv.gz",
      "--output: 'a.csv.gz' would contain text, not an archive (.gz); solve writes text, csv"
    ),
    (
      "solve SP --format text -o a.csv",
      "would contain text, not CSV; use --format csv, or another name"
    ),
    ("solve SP --format csv -o a.jsonl", "would contain CSV, not JSON lines; use --format jsonl"),
    ("levels SP --format csv -o a.html", "would contain CSV, not HTML"),
    ("replay SP --moves L -o a.svg", "would contain text, not SVG; replay writes picture or emoji"),
    ("draw SP --format svg -o a.html", "would contain SVG, not HTML; use --format html"),
    ("draw SP -o a.png", "would contain SVG, not PNG; draw writes svg or html"),
    ("page -o a.svg", "would contain HTML, not SVG; use a name that ends in .html"),
    ("census --family 2x2 -o a.xlsx", "not XLSX; census writes table, csv or jsonl"),
    ("solve SP -o a.json", "not JSON; solve writes text, csv or jsonl"),
    (
      "simulate --rounds 9 --rounds-csv a.csv.gz",
      "--rounds-csv: 'a.csv.gz' would contain CSV, not an archive"
    ),
    (
      "simulate --rounds 9 --squares-csv a.jsonl",
      "--squares-csv: 'a.jsonl' would contain CSV, not JSON lines"
    ),
    ("simulate --rounds 9 --tally a.csv", "--tally: 'a.csv' would contain text, not CSV"),
    ("solve SP --manifest a.csv", "--manifest: 'a.csv' would contain JSON, not CSV"),
    ("sweep --rounds 9 --html a.svg", "--html: 'a.svg' would contain HTML, not SVG"),
    ("merge r1.csv r2.csv -o a.jsonl", "--output: 'a.jsonl' would contain CSV, not JSON lines"),
    ("merge l1.csv l2.csv -o a.jsonl", "--output: 'a.jsonl' would contain CSV, not JSON lines"),
    ("merge s1 s2 -o a.html", "not HTML; merge writes table, csv or jsonl"),
  ]

  /// The ending of the main output's name chooses the format, and a name never promises anything else than what
  /// is written.
  @Test(arguments: endingCases)
  func endings(line: String, beginning: String) throws {
    let folder = try TemporaryFolder()
    if line.hasPrefix("merge") {
      try shellDone(
        """
        for i in 1 2; do
          zombies simulate --policy edge --rounds 20 --shard $i/2 --tally t$i --rounds-csv r$i.csv
          zombies sweep --family 3x3z1 --policy edge --rounds 9 --shard $i/2 --tally s$i
          zombies census --family 3x3z1 --shard $i/2 --levels-csv l$i.csv
        done > /dev/null 2>&1
        """, in: folder)
    }
    let names = folder.names
    let run = try shell("zombies \(line)", in: folder)
    guard run.ending == .exit(0) else {
      expect(run.ending == .exit(64) && run.errors.contains(beginning), "\(run)")
      expectEqual(folder.names, names, "\(run)")
      return
    }
    let name = line.split(separator: " ").last ?? ""
    expectEqual(folder.read(String(name))?.hasPrefix(beginning), true, "\(run)")
  }

  @Test(arguments: lines + ["zombies help", "zombies help solve", "zombies --version"])
  func fullDevicesAndClosedOutputs(line: String) throws {
    let folder = try TemporaryFolder()
    for redirection in ["> /dev/full", ">&-"] {
      let run = try shell("\(line) \(redirection)", in: folder)
      expectEqual(run.ending, .exit(74), "\(run)")
      expect(run.errors.contains("Error: cannot write to standard output"), "\(run)")
    }
    // Standard error is closed too.
    let silent = try shell("\(line) >&- 2>&- <&-", in: folder)
    expectEqual(silent.ending, .exit(74), "\(silent)")
    try expectEqual(shell("\(line) > /dev/full 2> /dev/full", in: folder).ending, .exit(74))
    expect(folder.names.isEmpty)
  }

  @Test(arguments: lines)
  func closedErrorsAndInputAreNoFailure(line: String) throws {
    let direct = try shell(line)
    let run = try shell("\(line) 2>&- <&-")
    expect(run.ending == direct.ending && run.output == direct.output, "\(run)")
  }

  /// A file of the program must not get the number of a closed standard descriptor, or messages
  /// would be mixed into it.
  @Test func closedDescriptorsAreNotTakenByFiles() throws {
    let folder = try TemporaryFolder()
    for closed in ["0", "1", "2"].flatMap({ [[$0], ["0", "1", $0], ["0", "1", "2"]] }) {
      let redirections = Set(closed).sorted().map { "\($0)>&-" }.joined(separator: " ")
      let run = try shell(
        "zombies simulate --policy random,edge --rounds 5 --format csv --rounds-csv r -o t "
          + redirections, in: folder)
      expectEqual(run.ending, .exit(0), "\(run)")
      expectEqual(folder.names, ["r", "t"])
      expectEqual(folder.read("t")?.hasPrefix("policy,rounds,"), true)
      expectEqual(folder.read("t")?.split(separator: "\n").count, 3)
      expectEqual(folder.read("r")?.split(separator: "\n").count, 11)
    }
  }

  @Test func closedInput() throws {
    var run = try CommandLineRun(["solve", "--input", "-"])
    run.input = .closed
    let finished = try run.run()
    expect([.exit(66), .exit(74)].contains(finished.ending), "\(finished)")
    expect(finished.errors.hasPrefix("Error: "))
  }

  @Test(arguments: ["-o", "--rounds-csv", "--squares-csv"])
  func outputsThatCannotBeMade(option: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("folder"), withIntermediateDirectories: false)
    try folder.write("x", to: "file")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("loop"), withDestinationPath: "loop")
    let names = folder.names
    let paths = [
      "folder", "folder/", ".", "missing/f", "file/f", "file/", "loop", "''", "/proc/none/f",
    ]
    for path in option == "-o" ? paths : sampled(paths, every: 3) {
      let run = try shell("zombies simulate --rounds 5 \(option) \(path)", in: folder)
      expectEqual(run.ending, .exit(73), "\(run)")
      expectEqual(run.output, "", "\(run)")
      expect(run.errors.hasPrefix("Error: cannot create"), "\(run)")
      expectEqual(folder.names, names, "\(run)")
    }
    let long = String(repeating: "x", count: 300)
    let run = try shell("zombies simulate --rounds 5 \(option) \(long)", in: folder)
    expectEqual(run.ending, .exit(73), "\(run)")
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func unwritableFolder() throws {
    let folder = try TemporaryFolder()
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    let run = try zombies("generate", "-o", "f", in: folder)
    expectEqual(run.ending, .exit(73), "\(run)")
  }

  /// A run that fails leaves all its targets unchanged, even those that it could have written.
  @Test(arguments: [
    ("zombies solve SP SX -o old", 66), ("zombies verify S2/2Z/2P S/X -o old", 65),
    ("zombies generate --distinct --count 33 -o old", 65),
    ("zombies generate --family 1x9z1 -o old", 65),
    ("zombies replay SP --moves LL -o old", 65),
    ("zombies solve --input /dev/null -o old", 65), ("zombies solve --input nothing -o old", 66),
    ("zombies simulate --family 1x9z1 --rounds 5 -o old", 65),
    ("zombies simulate --rounds 5 -o old --rounds-csv /dev/full", 74),
    ("zombies simulate --rounds 50000 --policy edge -o old --rounds-csv /dev/full", 74),
    ("zombies simulate --rounds 5 -o old --squares-csv /dev/full", 74),
    ("zombies simulate --rounds 5 --rounds-csv old --squares-csv /dev/full", 74),
    ("zombies simulate --rounds 5 --rounds-csv old > /dev/full", 74),
    ("zombies simulate --rounds 5 --rounds-csv old --squares-csv missing/f", 73),
    ("ulimit -f 16; exec zombies generate --count 20000 --format code -o old", 74),
    ("ulimit -f 16; exec zombies simulate --rounds 20000 --policy edge --rounds-csv old", 74),
  ])
  func failedRunsKeepTheOldFile(line: String, status: Int32) throws {
    let folder = try TemporaryFolder()
    try folder.write("old\n", to: "old")
    let run = try shell(line, in: folder)
    expectEqual(run.ending, .exit(status), "\(run)")
    expect(run.errors.contains("Error: "), "\(run)")
    expectEqual(folder.names, ["old"], "\(run)")
    expectEqual(folder.read("old"), "old\n", "\(run)")
  }

  @Test func aFullDiskOnStandardOutput() throws {
    let folder = try TemporaryFolder()
    let run = try shell(
      "ulimit -f 16; exec zombies generate --count 20000 --format code > out", in: folder)
    expectEqual(run.ending, .exit(74), "\(run)")
    expect(run.errors.contains("Error: cannot write to standard output"), "\(run)")
  }

  @Test func linksAreFollowedAndKept() throws {
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder.file("d"), withIntermediateDirectories: false)
    try folder.write("old", to: "d/old")
    for (link, target) in [("a", "d/old"), ("b", "a"), ("c", folder.file("d/new"))] {
      try manager.createSymbolicLink(atPath: folder.file(link), withDestinationPath: target)
    }
    for (link, target) in [("a", "d/old"), ("b", "d/old"), ("c", "d/new")] {
      let run = try zombies("solve", "--format", "csv", "SP", "-o", link, in: folder)
      expectEqual(run.ending, .exit(0), "\(run)")
      expectEqual(folder.read(target)?.hasPrefix("level,verdict"), true, "\(link)")
      try folder.write("old", to: "d/old")
    }
    try expectEqual(manager.destinationOfSymbolicLink(atPath: folder.file("a")), "d/old")
    try expectEqual(manager.destinationOfSymbolicLink(atPath: folder.file("b")), "a")
    expectEqual(folder.names, ["a", "b", "c", "d"])
    try expectEqual(manager.contentsOfDirectory(atPath: folder.file("d")).sorted(), ["new", "old"])
  }

  @Test func permissionsAreKept() throws {
    let folder = try TemporaryFolder()
    for mode: mode_t in [0o600, 0o640, 0o644, 0o755, 0o666] {
      try folder.write("old", to: "f")
      chmod(folder.file("f"), mode)
      try expectEqual(shell("umask 077; exec zombies solve SP -o f", in: folder).ending, .exit(0))
      expectEqual(folder.permissions(of: "f"), mode)
    }
    for (mask, mode): (String, mode_t) in [("022", 0o644), ("077", 0o600), ("002", 0o664)] {
      try expectEqual(shell("umask \(mask); exec zombies solve SP -o new", in: folder).output, "")
      expectEqual(folder.permissions(of: "new"), mode)
      unlink(folder.file("new"))
    }
  }

  @Test func namesNeedNotBeText() throws {
    let folder = try TemporaryFolder()
    let name: [UInt8] = [0x61, 0xFF, 0xFE, 0x62]
    let words = ["solve", "S1P", "-o"].map { Array($0.utf8) } + [name]
    try expectEqual(CommandLineRun(bytes: words, in: folder).run().ending, .exit(0))
    let read = try shell("cat a?*b", in: folder)
    expect(read.output.hasPrefix("solvable, par 2"), "\(read)")
    let input = ["verify", "--input"].map { Array($0.utf8) } + [name]
    let run = try CommandLineRun(bytes: input, in: folder).run()
    expect(run.ending == .exit(65) && run.errors.hasPrefix("Error: a"), "\(run)")
  }

  @Test func pipesAreWrittenDirectly() throws {
    let folder = try TemporaryFolder()
    let run = try shell(
      "mkfifo p; (cat p > got) & zombies solve SP --format csv -o p; wait; test -p p", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    expectEqual(folder.names, ["got", "p"])
    expectEqual(folder.read("got")?.hasPrefix("level,verdict"), true)
  }

  /// A path through a descriptor is written directly, not replaced.
  @Test(arguments: [
    "-o /dev/stdout >> log", "-o /dev/stderr 2>> log", "-o /dev/fd/3 3>> log",
    "-o /proc/self/fd/1 >> log", "-o link >> log",
  ])
  func descriptorsAreWrittenDirectly(redirection: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("before\n", to: "log")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "/dev/stdout")
    let run = try shell("zombies solve SP --format csv \(redirection)", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    expectEqual(folder.read("log")?.hasPrefix("before\nlevel,verdict"), true)
    expectEqual(folder.names, ["link", "log"])
  }
}
