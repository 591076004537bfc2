import Foundation
import Testing
import ZombiesTestSupport

/// `zombies census`, also with `--search`: only here are its files split, stopped, merged and
/// refused. CensusTests and HardestTests check what is counted.
@Suite(.waits) struct CensusCommandTests {
  private static let kinds = ["csv", "top", "tally", "levels"]

  /// Options that write all files under a name.
  private static func files(_ name: String) -> String {
    "--format csv -o \(name).csv --top-csv \(name).top --tally \(name).tally "
      + "--levels-csv \(name).levels"
  }

  private func expectSameFiles(
    _ name: String, _ expected: String, _ what: String, in folder: TemporaryFolder
  ) {
    for kind in Self.kinds {
      expectEqual(folder.read("\(expected).\(kind)")?.isEmpty, false)
      expectSame(
        folder.read("\(name).\(kind)") ?? "no file", folder.read("\(expected).\(kind)") ?? "",
        "\(what): \(name).\(kind)")
    }
  }

  /// Any number of threads, shards merged in any order, and merges of merges give the same files.
  @Test(
    arguments: ["--family 4x5z1b2+lit", "--difficulty --top 1000"]
      + (isLong ? ["--family 4x4z1b1f1 --chase vertical --difficulty"] : []))
  func anySplitIsTheOneRun(options: String) throws {
    let folder = try TemporaryFolder()
    func census(_ more: String, as name: String) throws {
      try shellDone("zombies census \(options) \(more) \(Self.files(name))", in: folder)
    }
    try census("--threads 1", as: "one")
    for threads in isLong ? [2, 3, 8] : [3] {
      try census("--threads \(threads)", as: "other")
      expectSameFiles("other", "one", "\(threads) threads", in: folder)
    }
    for shard in 1...5 { try census("--shard \(shard)/5", as: "\(shard)") }
    try shellDone(
      "zombies merge 4.tally 1.tally 5.tally 3.tally 2.tally [1-5].levels \(Self.files("merged"))",
      in: folder)
    expectSameFiles("merged", "one", "5 shards", in: folder)
    try shellDone(
      "zombies merge --partial 4.tally 2.tally 4.levels 2.levels \(Self.files("two"))", in: folder)
    try shellDone(
      "zombies merge 5.tally two.tally 1.tally 3.tally [1-5].levels \(Self.files("again"))",
      in: folder)
    try shellDone("zombies merge 3.levels [1245].levels -o joined", in: folder)
    expectEqual(folder.read("joined"), folder.read("one.levels"))
    expectSameFiles("again", "one", "a merge of a merge", in: folder)
    // The text tables are the same too.
    let options = options.replacing("--difficulty", with: "")
    try shellDone("zombies census \(options) > a; zombies merge again.tally > b", in: folder)
    expectEqual(folder.read("a"), folder.read("b"))
  }

  /// The last lines of a complete census of a small dark family: what can be won without seeing the level.
  @Test func whatIsWonInTheDarkIsSaid() throws {
    func last(_ words: String) throws -> Substring {
      try shell("zombies census --top 1 \(words)").output.split(
        separator: "\n", omittingEmptySubsequences: false
      ).drop { !$0.hasPrefix("hardest") }.dropFirst(2).joined(separator: "\n")[...]
    }
    let chance = "\nbest player in the dark: wins 36 of 105 solvable placements (34.286%)\n"
    try expect(last("") == chance)
    try expectEqual(
      last("--family classic --hearing-distance 2"),
      """

      best player in the dark: wins 79 of 105 solvable placements (75.238%)
      reasoning alone wins: 50 of 105

      """)
    // In a lit family everything is visible; without danger every solvable level is won.
    for words in ["--family 4x4z1b1+lit", "--family 5x5b1", "--family 7x7z2", "--shard 1/2"] {
      try expectEqual(last(words), "", "\(words)")
    }
  }

  /// A run that was stopped by a signal or killed resumes from its last save.
  @Test(arguments: isLong ? [SIGTERM, SIGKILL] : [SIGTERM])
  func interruptedAndResumed(signal: Int32) throws {
    let words =
      "census --family 4x5z1b3+lit \(Self.files("new")) --checkpoint c --checkpoint-every 0"
    let run = try InterruptedRun(
      by: signal,
      once: { folder in
        folder.read("c") != nil
          && folder.names.allSatisfy { $0 == "c" || $0.contains(".part") }
      },
      run: { try CommandLineRun(words.split(separator: " ").map(String.init), in: $0) })
    let folder = run.folder
    expectEqual(folder.names.filter { !$0.contains(".part") }, ["c"], "\(run.finished)")
    let saved = try require(folder.read("c"))
    expect(saved.hasPrefix("zombies-census 2\nfamily 4x5z1b3+lit\n"))

    // A checkpoint of another run is refused and not changed.
    for (old, new, message) in [
      ("4x5z1b3+lit", "4x5z1b2+lit", "family 4x5z1b3+lit, not 4x5z1b2+lit"),
      ("4x5z1b3+lit", "4x5z1b3+lit --top 3", "top 10, not 3"),
      ("4x5z1b3+lit", "4x5z1b3+lit --zombie-speed 2", "rules 1 longest 1, not 1 longest 2"),
      ("4x5z1b3+lit", "4x5z1b3+lit --max-states 9", "max-states -, not 9"),
      ("4x5z1b3+lit", "4x5z1b3+lit --shard 3/3", "belongs to another run: it counts placements "),
      ("4x5z1b3+lit", "4x5z1b3+lit --difficulty", "it has no --difficulty, but there is one here"),
      ("--levels-csv new.levels", "", "it has --levels-csv, but there is none here"),
    ] where saved.contains("\ncounted 0-") {
      let other = try shell("zombies \(words.replacing(old, with: new)) --resume", in: folder)
      expect(other.ending == .exit(65) && other.errors.contains(message), "\(other)")
    }
    let again = try shell("zombies \(words)", in: folder)
    expect(again.ending == .exit(73) && again.errors.contains("--resume"), "\(again)")
    expectEqual(folder.read("c"), saved)

    // The saved counts cover only a part, unless the signal came just before the end.
    if saved.contains("\ncounted 0-"), !saved.contains("\ncounted 0-4003\n") {
      let merged = try zombies("merge", "c", in: folder)
      expect(merged.ending == .exit(65) && merged.errors.contains("placements"), "\(merged)")
      try shellDone("zombies merge --partial c", in: folder)
    }
    try shellDone(run.command ?? "zombies \(words) --resume", in: folder)
    expectEqual(folder.names, ["new.csv", "new.levels", "new.tally", "new.top"])
    try shellDone("zombies census --family 4x5z1b3+lit \(Self.files("one"))", in: folder)
    expectSameFiles("new", "one", "resumed", in: folder)
  }

  /// Files that do not fit together are refused by name, and nothing is written.
  @Test func whatIsNotMerged() throws {
    let folder = try TemporaryFolder()
    try shellDone(
      """
      for i in 1 2 3; do zombies census --family 4x4z1 --lit --shard $i/3 --tally t$i -o x; done
      zombies census --family 4x4z1 --lit --top 3 --tally top -o x
      zombies simulate --rounds 9 --tally s --rounds-csv r -o x
      sed 's/placements/x/;s/family 4x4z1/family 4x4z2/' t1 > bad
      for i in 1 2; do
        zombies census --family 4x4z1 --lit --shard $i/2 --tally u$i --levels-csv l$i -o x
      done
      sed 2d l1 > less; sed '2s/,1,/,2,/' l1 > many; zombies census --levels-csv dark -o x
      rm x
      """, in: folder)
    for (words, status, messages) in [
      ("t1 t2", 65, ["Error: placements ", "are in none of t1, t2", "--partial"]),
      ("t1 t2 t3 t2", 65, ["are in t2 and in t2"]),
      ("t1 top", 65, ["top is from a different census than t1: top 3, not 10"]),
      ("t1 s", 65, ["t1 is from a census", "s is from a batch"]),
      ("s t1", 65, ["t1 is from a census", "s is from a batch"]),
      ("r t1", 65, ["t1 is from a census", "r is from a batch"]),
      ("t1 bad", 65, ["Error: bad, line "]), ("t1 x", 66, ["cannot open 'x'"]),
      ("t1 t2 t3 --rounds-csv y", 64, ["--rounds-csv is for batches"]),
      ("t1 t2 t3 --squares-csv y", 64, ["--squares-csv is for batches"]),
      ("s --top-csv y", 64, ["--top-csv needs files of a census"]),
      ("s --levels-csv y", 64, ["--levels-csv needs files of a census"]),
      ("u1 u2 l1 l2", 64, ["use --levels-csv FILE"]),
      ("u1 u2 --levels-csv y", 64, ["none of the files is of levels"]),
      ("l1 l2", 64, ["--tally needs tallies"]),
      ("u1 u2 l1 --levels-csv y", 65, ["the levels are not those that the tallies counted: l1"]),
      ("u1 u2 less l2 --levels-csv y", 65, ["the levels are not those", "less, l2"]),
      ("u1 l2 --partial --levels-csv y", 65, ["l2, line 2: no tally counts"]),
      ("u1 u2 l1 l1 --levels-csv y", 65, ["l1, line 2: ", "expected increasing"]),
      ("u1 u2 many l2 --levels-csv y", 65, ["the levels are not those", "many, l2"]),
      ("u1 u2 l1 dark --levels-csv y", 65, ["dark, line 2: expected a level of 4x4z1+lit"]),
      ("l1 s", 65, ["l1 is from a census", "s is from a batch"]),
    ] as [(String, Int32, [String])] {
      let run = try shell("zombies merge \(words) --tally z", in: folder)
      expect(run.ending == .exit(status) && run.output == "", "\(run)")
      for message in messages { expect(run.errors.contains(message), "\(message): \(run)") }
      expect(!folder.names.contains("y") && !folder.names.contains("z"), "\(run)")
    }
  }

  @Test(arguments: [
    ("census --family 8x8z3b9+lit", "placements, but the limit is 100,000,000"),
    ("census --family 4x4z1 --max-levels 9", "10 placements, but the limit is 9"),
    ("census --family 8x8z20b20", "2⁶⁴ placements or more"),
    ("census --family 9x8z1", "at most 64 squares"),
    ("census --search --family 9x8z1", "at most 64"),
    ("census --family 4x4z30", "do not fit"), ("census --search --family 4x4z30", "do not fit"),
    ("census S4/5/2Z2/5/4P", "takes no operands"),
    ("census --search classic@0#0", "takes no operands"),
    ("census --max-levels 0", "--max-placements"), ("census --seed 1", "--seed needs --search"),
    ("census --climbs 9", "--climbs needs --search"),
    ("census --steps 9", "--steps needs --search"),
    ("census --resume", "--checkpoint FILE"),
    ("census --search --checkpoint c", "--checkpoint cannot be combined with --search"),
    ("census --search --resume", "--resume cannot be combined with --search"),
    ("census --search --checkpoint-every 9", "--checkpoint-every cannot be combined with --search"),
    ("census --search --shard 1/2", "--shard cannot be combined with --search"),
    ("census --search --tally t", "--tally cannot be combined with --search"),
    ("census --search --top-csv t", "--top-csv cannot be combined with --search"),
    ("census --search --levels-csv t", "--levels-csv cannot be combined with --search"),
    ("census --search --difficulty", "--difficulty cannot be combined with --search"),
    ("census --search --max-levels 9", "--max-placements cannot be combined with --search"),
    ("census --top-csv - --tally x", "at most one output"),
    ("census --tally x --top-csv ./x", "same file"), ("census --shard 3/2", "--shard"),
  ])
  func badUsage(words: String, message: String) { expectRefusal(words, saying: message) }

  /// The manifest is correct, and a run fails at once if it cannot write an output.
  @Test func outputs() throws {
    let folder = try TemporaryFolder()
    try shellDone(
      "zombies census --shard 1/2 --tally t --top-csv h --manifest m -o /dev/null", in: folder)
    let manifest = try ManifestTests.Manifest(folder.read("m"))
    expect(manifest.trials("whole") == "0-170" && manifest.trials("trials") == "0-84")
    expectEqual(
      manifest.settings,
      [
        "family": "classic", "rules": "1 longest 1", "max-states": "-", "top": "10",
      ])
    expectEqual(
      manifest.outputs.compactMap { $0["name"] as? String }, ["table", "hardest", "tally"])
    // A room without things cannot be changed, so the 64 climbs of the default take no time.
    try shellDone("zombies census --search --family 2x2 --manifest n -o h2", in: folder)
    let search = try ManifestTests.Manifest(folder.read("n"))
    expectEqual(
      search.settings,
      [
        "family": "2x2", "rules": "1 longest 1", "seed": "0", "climbs": "64", "steps": "20000",
        "top": "10",
      ])
    for words in ["census --tally missing/t", "census --top-csv .", "census --search -o missing/t"]
    {
      let run = try shell("zombies \(words)", in: folder)
      expect(run.ending == .exit(73) && run.output == "", "\(run)")
    }
    for words in ["census", "census --search --climbs 1 --steps 0"] {
      let run = try shell("zombies \(words) > /dev/full", in: folder)
      expectEqual(run.ending, .exit(74), "\(run)")
    }
    expectEqual(folder.names, ["h", "h2", "m", "n", "t"])
  }

  /// The search finds the same levels as the census, and prints the same with any number of
  /// threads.
  @Test func hardest() throws {
    let folder = try TemporaryFolder()
    let words = "--family 4x4z1b2 --lit --top 4"
    try shellDone("zombies census \(words) --top-csv census -o x", in: folder)
    for threads in [1, 3] {
      let run = try shell(
        "zombies census --search \(words) --format csv --climbs 12 --steps 1e3 "
          + "--threads \(threads)",
        in: folder)
      expect(run.ending == .exit(0) && run.errors == "seed 0\n", "\(run)")
      expectSame(run.output, folder.read("census") ?? "", "\(run.line)")
    }
    let table = try shell(
      "zombies census --search \(words) --climbs 3 --steps 99 --seed 5", in: folder)
    expect(table.errors == "seed 5\n" && table.lines.first?.hasPrefix("hardest ") == true)
    let none = try shell("zombies census --search --family 3x3z3+lit --climbs 1", in: folder)
    expect(none.ending == .exit(65) && none.output == "", "\(none)")
    expect(none.errors.contains("3x3z3+lit: found no solvable level"), "\(none)")
  }
}
