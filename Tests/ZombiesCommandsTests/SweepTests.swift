import Foundation
import Testing
import ZombiesTestSupport

/// `zombies sweep`: rows in another order or with other values than those of `simulate`, and no
/// word about combinations without results.
@Suite(.waits) struct SweepTests {
  /// A sweep, and the settings of its rows in order, as `simulate` takes them.
  static let sweeps: [(sweep: String, settings: [String])] = [
    ("", [""]),
    (
      "--size 5,6 --zombies 1..2",
      ["--size 5x5 --zombies 1", "--size 5x5", "--size 6x6 --zombies 1", "--size 6x6"]
    ),
    ("--size 3x4,4..5,6", ["--size 3x4", "--size 4x4", "--size 5x5", "--size 6x6"]),
    (
      "--family block,6x6z1,4x4z1+lit --levels any",
      ["--family block", "--family 6x6z1", "--family 4x4z1+lit"].map { "\($0) --levels any" }
    ),
    (
      "--rows 4,5 --columns 6,7 --lit --zombies 1 --levels any",
      ["4x6", "4x7", "5x6", "5x7"].map { "--size \($0) --lit --zombies 1 --levels any" }
    ),
    (
      "--chase longest,vertical --catching-distance 0..1 --zombie-speed 1,2 --levels any,solvable",
      ["0", "1"].flatMap { distance in
        ["longest", "vertical"].flatMap { chase in
          ["1", "2"].flatMap { speed in
            ["any", "solvable"].map { levels in
              "--catching-distance \(distance) --chase \(chase) --zombie-speed \(speed) "
                + "--levels \(levels)"
            }
          }
        }
      }
    ),
    (
      "--size 4..8:2 --blocks 0..5:2 --zombies 1",
      [4, 6, 8].flatMap { side in
        [0, 2, 4].map { "--size \(side)x\(side) --blocks \($0) --zombies 1" }
      }
    ),
    (
      "--rows 4..6:2,3 --zombie-speed 1..16:15",
      [4, 6, 3].flatMap { rows in [1, 16].map { "--rows \(rows) --zombie-speed \($0)" } }
    ),
    (
      "--flashlights 0,2 --blocks 1..2 --zombies 1,0",
      ["1", "0"].flatMap { zombies in
        ["1", "2"].flatMap { blocks in
          ["0", "2"].map { "--zombies \(zombies) --blocks \(blocks) --flashlights \($0)" }
        }
      }
    ),
  ]

  /// The same for given levels.
  private static let sweepsOfLevels = ["9x9z2f2@1#1 --input levels", "SP - < levels"].map {
    levels -> (sweep: String, settings: [String]) in
    let settings = ["longest", "vertical"].flatMap { chase in
      [1, 3].map { "--chase \(chase) --zombie-speed \($0) \(levels)" }
    }
    return ("--chase longest,vertical --zombie-speed 1..3:2 \(levels)", settings)
  }

  private static let levels =
    "; some rooms\nS4/5/2Z2/5/4P+lit\nclassic@42#7\n\nS..\n.Z.\n..P\n\nSP\n6x6z1b5+lit@0#2\n"

  @Test(arguments: sampled(sweeps, every: 3) + sweepsOfLevels)
  func rowsAreThoseOfSimulate(sweep: String, settings: [String]) throws {
    let rests = [
      "--rounds 30 --policy edge,random",
      "--games 9 --first 5 --seed 6 --max-moves 17 --policy random,edge,beeline,clairvoyant",
    ]
    let folder = try TemporaryFolder()
    try folder.write(Self.levels, to: "levels")
    let areGiven = sweep.contains("levels")
    for rest in isLong || areGiven ? rests : [rests[settings.count == 9 ? 0 : 1]] {
      let run = try shell("zombies sweep \(sweep) \(rest)", in: folder)
      expectEqual(run.ending, .exit(0), "\(run)")
      expectEqual(run.errors, (rest.contains("--seed") ? "seed 6\n" : "seed 0\n"), "\(run)")
      var expected = ""
      for (place, setting) in settings.enumerated() {
        let single = try shell("zombies simulate \(setting) \(rest) --format csv", in: folder)
        expectEqual(single.ending, .exit(0), "\(single)")
        let newline = single.output.firstIndex(of: "\n") ?? single.output.startIndex
        expected += place == 0 ? single.output : String(single.output[newline...].dropFirst())
      }
      expectSame(run.output, expected, "sweep \(sweep) \(rest)")
      // Threads do not matter.
      let threads = try shell("zombies sweep \(sweep) \(rest) --threads 7", in: folder)
      expectEqual(threads.output, run.output, "\(sweep)")
    }
  }

  /// Settings without a level still have rows, in order, and a note on standard error.
  @Test(arguments: ["--rounds 20", "--games 20"])
  func settingsWithoutLevels(unit: String) throws {
    // A room of two squares has no square for the zombie, and no level of 5x5z2+lit is solvable.
    // Both are known before a level is drawn. The other families have levels.
    let run = try shell(
      "zombies sweep --family 1x2z1,classic,5x5z2+lit,3x3 \(unit) --policy edge,random --seed 3 "
        + "--first 7")
    expectEqual(run.ending, .exit(0), "\(run)")
    let rows = Table(run.output).rows
    let names: [String] = rows.map { "\($0["family"]!) \($0["policy"]!)" }
    expectEqual(
      names,
      [
        "1x2z1 edge", "1x2z1 random", "classic edge", "classic random", "5x5z2+lit edge",
        "5x5z2+lit random", "3x3 edge", "3x3 random",
      ], "\(run)")
    let settings = [
      "policy", "family", "catching_distance", "chase", "zombie_speed", "levels", "max_moves",
      "seed", "first", "rows", "columns", "zombies", "blocks", "flashlights", "lit",
      "hearing_distance",
    ]
    for row in rows {
      let isEmpty = ["1x2z1", "5x5z2+lit"].contains(row["family"])
      for (column, cell) in row where !settings.contains(column) {
        let isOfGames = column.hasPrefix("game") && unit.hasPrefix("--rounds")
        expectEqual(cell.isEmpty, (isEmpty || isOfGames), "\(column): \(row)")
      }
      expect(row["seed"] == "3" && row["first"] == "7" && row["levels"] == "solvable", "\(row)")
      expectEqual(row["max_moves"]?.isEmpty, false, "\(row)")
    }
    let words = run.errors.split(separator: "\n")
    expect(words.count == 3 && words[0] == "seed 3", "\(run)")
    expect(words[1].hasPrefix("no levels: 1x2z1@3: "), "\(run)")
    expect(words[2].hasPrefix("no levels: 5x5z2+lit@3: "), "\(run)")
  }

  /// A family whose plan would be too large, which is found before the first round: for 8x8z8
  /// within seconds in a debug build, for 9x9z8 at once, because plans allow fewer squares.
  private static let large = isLong ? "8x8z8" : "9x9z8"

  @Test func whoCannotPlayHasEmptyRows() throws {
    let folder = try TemporaryFolder()
    let run = try zombies(
      "sweep", "--family", "4x4z1,\(Self.large),4x4z2", "--policy", "edge,optimal", "--rounds",
      "20",
      "--manifest", "m", "--html", "h", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    let rows = Table(run.output).rows
    expectEqual(
      rows.map { "\($0["family"]!) \($0["policy"]!) \($0["rounds"]!)" },
      [
        "4x4z1 edge 20", "4x4z1 optimal 20", "\(Self.large) edge 20", "\(Self.large) optimal ",
        "4x4z2 edge 20",
        "4x4z2 optimal 20",
      ], "\(run)")
    let words = run.errors.split(separator: "\n")
    expect(words.count == 2 && words[0] == "seed 0", "\(run)")
    expect(
      words[1].hasPrefix(
        "optimal cannot play 1 of 3 combinations (\(Self.large)), so it has no results there; the "
          + "first: \(Self.large): "), "\(run)")
    let manifest = folder.read("m") ?? ""
    expect(manifest.contains("\"policies\": [\"edge\", \"optimal\"]"), "\(manifest)")
    expect(manifest.contains("\"combinations of optimal\": \"1-1,3-3\""), "\(manifest)")
    expect(!manifest.contains("combinations of edge"), "\(manifest)")
    let page = folder.read("h") ?? ""
    expect(page.contains("<td>optimal</td><td>–</td>"), "\(page.suffix(900))")
  }

  /// With all policies, `optimal` plays only where its plan takes a moment, `cautious` only in
  /// small rooms, and both have rows everywhere.
  @Test func allLeavesOutWhatWouldTakeLong() throws {
    let run = try zombies("sweep", "--family", "4x4z1,\(Self.large)", "--rounds", "2")
    expectEqual(run.ending, .exit(0), "\(run)")
    let empty = Table(run.output).rows.filter { $0["rounds"] == "" && $0["policy"] != "cautious" }
    expectEqual(
      empty.map { "\($0["family"]!) \($0["policy"]!)" }, ["\(Self.large) optimal"], "\(run)")
    expect(
      run.errors.contains("all omits optimal in 1 of 2 combinations (\(Self.large)), "), "\(run)")
    // If it plays nowhere it has no rows, as in 'simulate'.
    let none = try zombies("sweep", "--family", "\(Self.large),9x9z7", "--rounds", "2")
    expect(Table(none.output).rows.allSatisfy { $0["policy"] != "optimal" }, "\(none)")
    // If it is the only policy, nothing is played.
    let alone = try zombies("sweep", "--family", Self.large, "--rounds", "2", "--policy", "optimal")
    expectEqual(alone.ending, .exit(0), "\(alone)")
    expectEqual(Table(alone.output).rows.map { $0["rounds"] }, [""], "\(alone)")
  }

  // MARK: Given levels

  /// An interrupted sweep is refused on other levels.
  @Test func resumedWithOtherLevels() throws {
    let words = "sweep --input levels --zombie-speed 1..4 --rounds 4000 --policy edge,random"
    let run = try InterruptedRun(
      by: SIGTERM, once: { $0.read("c") != nil },
      run: { folder in
        try folder.write(Self.levels, to: "levels")
        let more = "-o new --checkpoint c --checkpoint-every 0"
        return CommandLineRun(shell: "exec zombies \(words) \(more)", in: folder)
      })
    let folder = run.folder
    let command = try require(run.command, "\(run.finished)")
    let kept = folder.read("c")
    try folder.write("SP\n" + Self.levels, to: "others")
    for line in [
      command.replacing("levels", with: "others"), command + " SP",
      command.replacing("--input levels", with: "--family classic"),
    ] {
      let other = try shell(line, in: folder)
      expectEqual(other.ending, .exit(65), "\(other)")
      expect(other.errors.contains("'c' belongs to another sweep"), "\(other)")
      expect(folder.read("c") == kept && folder.names == ["c", "levels", "others"], "\(other)")
    }
    try shellDone(command, in: folder)
    expectSame(
      folder.read("new") ?? "", try shell("zombies \(words)", in: folder).output, "given levels")
  }

  /// The manifest identifies the levels by their number and the SHA-256 of their codes.
  @Test func manifest() throws {
    let folder = try TemporaryFolder()
    try folder.write("S2/2Z/2P\nSP\n", to: "codes")
    let sum = try shell("sha256sum < codes", in: folder).output.prefix(64)
    for (levels, given) in [("S2/2Z/2P SP", "2 \(sum)"), ("--input codes", "2 \(sum)"), ("", nil)] {
      let line = "zombies sweep \(levels) --zombie-speed 1,2 --rounds 4 -o t --manifest m"
      try shellDone(line, in: folder)
      let manifest = try ManifestTests.Manifest(folder.read("m"))
      expectEqual(manifest.settings["given"], given, "\(manifest.text)")
      expectEqual(manifest.settings["combinations"], "2")
    }
  }

  @Test(arguments: [
    ("S4/5/5/5/5P", Int32(65), "argument 1, column 12: "), ("--input missing", 66, "missing"),
    ("--input /dev/null", 65, "/dev/null: no level found"), ("classic", 65, "--family classic"),
    ("absent", 66, "neither a file nor a level"),
  ])
  func badLevels(words: String, status: Int32, message: String) {
    expectRefusal("sweep \(words) --rounds 9", status, saying: message)
  }

  // MARK: Exact values

  /// With --exact, the rows are those of the sweep, and the two last cells those of 'analyze'.
  @Test func exactValuesAreThoseOfAnalyze() throws {
    let words = "--policy random,edge,optimal,cautious --max-moves 40"
    let sweep = "sweep --family 4x4z2,3x4z1b1+lit --hearing-distance 0,2 --levels any,solvable "
    let run = try shell("zombies \(sweep)\(words) --rounds 9 --exact")
    expect(run.ending == .exit(0) && run.errors == "seed 0\n", "\(run)")
    let plain = try shell("zombies \(sweep)\(words) --rounds 9").output.split(separator: "\n")
    let lines = run.output.split(separator: "\n")
    expectEqual(lines[0], plain[0] + ",exact_win_rate,exact_moves_mean")
    expect(lines.count == plain.count && zip(lines, plain).allSatisfy { $0.hasPrefix($1 + ",") })
    let rows = Table(run.output).rows
    expectEqual(rows.count, 32)
    let analyses = try ["--family 4x4z2", "--family 3x4z1b1+lit"].flatMap { family in
      try ["0", "2"].flatMap { distance in
        Table(
          try shell(
            "zombies analyze \(family) --hearing-distance \(distance) \(words) --format csv"
          ).output
        ).rows
      }
    }
    for row in rows {
      let values = try require(
        analyses.first { other in
          ["family", "hearing_distance", "policy", "levels"].allSatisfy { other[$0] == row[$0] }
        }, "\(row)")
      expectEqual(row["exact_win_rate"], values["win_probability"], "\(row)")
      expectEqual(row["exact_moves_mean"], values["moves_mean"], "\(row)")
    }
  }

  /// Where there are no exact values, the cells are empty, and a note comes before the first round.
  @Test func missingExactValuesAreExplained() throws {
    let folder = try TemporaryFolder()
    let run = try zombies(
      "sweep", "--family", "4x4z1,20x20z5,1x2z1", "--policy", "edge", "--rounds", "5", "--exact",
      "--manifest", "m", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    expectEqual(Table(run.output).rows.map { $0["exact_win_rate"]!.isEmpty }, [false, true, true])
    let notes = run.errors.split(separator: "\n")
    expectEqual(notes.count, 3, "\(run)")
    expect(
      notes[1].hasPrefix("--exact: no policy has exact values in 1 of 3 combinations; the first: "),
      "\(run)")
    expect(notes[1].contains("20x20z5 has "), "\(run)")
    let manifest = folder.read("m") ?? ""
    expect(manifest.contains("\"exact\": true"), "\(manifest)")
    expect(manifest.contains("\"sweep\""), "\(manifest)")
    let given = try zombies("sweep", "--exact", "--rounds", "3", "--policy", "edge", "SP")
    expect(given.ending == .exit(0) && given.errors.contains("levels are given"), "\(given)")
    expectEqual(Table(given.output).rows.map { $0["exact_win_rate"] }, [""], "\(given)")
  }

  /// Far more combinations than memory can hold.
  private static let manySides = Array(repeating: "1..1024", count: 1000).joined(separator: ",")

  /// Command lines that are refused, each with part of the message.
  private static let badWords: [(String, String)] = [
    ("--zombies 1,1", "named twice"), ("--zombies 1..3,2", "named twice"),
    ("--family classic,5x5z2", "named twice"), ("--size 5,5x5", "named twice"),
    ("--family classic,block --zombies 1 --blocks 0", "named twice"),
    ("--chase longest,longest", "named twice"), ("--levels any,any", "named twice"),
    ("--catching-distance 0..1,1", "named twice"), ("--zombie-speed 2,2", "named twice"),
    ("--lit --family 5x5z1,5x5z1+lit", "named twice"), ("--rows 5,5", "named twice"),
    ("--zombies 3..1", "--zombies"), ("--zombies ,1", "--zombies"), ("--zombies ''", "--zombies"),
    ("--size 5x", "--size"), ("--size 0", "--size"), ("--size 5x5x5", "--size"),
    ("--size 1025", "--size"), ("--size 1", "at least 2 squares"),
    ("--size 4 --rows 4", "--rows is given twice"), ("--rows 0..2", "--rows"),
    ("--chase longest,sideways", "'sideways'"), ("--chase ''", "--chase"),
    ("--levels solvable,some", "'some'"), ("--family classic,nothing", "'nothing'"),
    ("--family clasic", "classic"), ("--catching-distance 0..2", "--catching-distance"),
    ("--zombie-speed 0..2", "--zombie-speed"), ("--zombie-speed 17", "--zombie-speed"),
    ("--policy edge,edge", "edge"), ("--rounds 0", "--rounds"), ("--rounds 1 --games 1", "--games"),
    ("--size 1..1000 --zombies 0..1000", "100,000"), ("--zombies 0..1048576", "100,000"),
    ("--zombies 0..99999,0..99999", "100,000"), ("--size \(manySides)", "100,000"),
    ("--zombies 0..4:0", "a step of at least 1"), ("--zombies 4:2", "--zombies: '4:2'"),
    ("--zombies 0..4:2,2", "named twice: classic"), ("--size 4..8:0", "a step of at least 1"),
    ("--size 5x5:2", "--size: '5x5:2'"), ("--size 1000..2000:5000", "--size"),
    ("SP --zombies 2", "--zombies is for generated levels"),
    ("SP --size 4", "--size is for generated levels"), ("SP --lit", "--lit is for"),
    ("SP --family classic", "--family is for"), ("SP --levels any", "--levels is for"),
    ("SP --chase vertical,vertical", "named twice: catching distance 1, chase vertical"),
    ("- -", "- is given twice"), ("--format table", "--format"), ("--shard 3/2", "--shard"),
    ("--resume", "--checkpoint"), ("-o x --checkpoint x", "same file"),
  ]

  @Test(arguments: badWords)
  func badUsage(words: String, message: String) {
    expectRefusal("sweep \(words)", saying: message)
  }
}
