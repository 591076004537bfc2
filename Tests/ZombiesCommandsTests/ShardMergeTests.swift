import Foundation
import Testing
import ZombiesFiles
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestSupport

@testable import ZombiesCommands

/// Merged parts of a batch or sweep that give other bytes than one run, and files that are not
/// parts of one batch and are merged all the same.
@Suite(.waits) struct ShardMergeTests {
  /// The options for policies: two in the short form, because the others only take longer.
  private static let policies = isLong ? [] : ["--policy", "edge,random"]

  /// Presets in rounds and games, given levels of mixed sizes and of one, lit rooms, other rules.
  static let batches: [BatchOfRounds] =
    ["classic", "block", "flashlight"].flatMap { family in
      ["--rounds", "--games"].map { unit in
        BatchOfRounds(
          levels: ["--family", family], options: policies, unit: unit, count: 60, seed: 5)
      }
    } + [
      BatchOfRounds(levels: BatchOfRounds.list, options: policies, count: 61, first: 5, seed: 9),
      BatchOfRounds(levels: BatchOfRounds.list, options: policies, unit: "--games", first: 3),
      BatchOfRounds(levels: ["S#/#P", "SZ/1P", "#S/1P"], unit: "--games", count: 30),
      BatchOfRounds(
        levels: ["--family", "6x5z1b4+lit", "--levels", "any"],
        options: ["--chase", "vertical", "--max-moves", "9"], unit: "--games", first: 1 << 50),
      BatchOfRounds(
        levels: ["--size", "1x8", "--zombies", "0"], options: ["--zombie-speed", "2"], count: 20,
        seed: .max),
    ]

  /// An order of seven shards that is neither up nor down.
  private static let shuffled = [4, 1, 7, 3, 6, 2, 5]

  @Test(arguments: sampled(batches, every: 7))
  func sevenShardsAreTheOneRun(batch: BatchOfRounds) throws {
    let folder = try TemporaryFolder()
    try batch.playWhole(as: "one", in: folder)
    try batch.play(["--threads", "8"], as: "eight", in: folder)
    batch.expectSameFiles("eight", "one", "8 threads", in: folder, but: ["txt"])

    for shard in Self.shuffled {
      try batch.play(["--shard", "\(shard)/7"], as: "\(shard)", in: folder)
    }
    try batch.merge(Self.shuffled.map(String.init), as: "merged", in: folder)
    batch.expectSameFiles("merged", "one", "7 shards", in: folder)

    // Merging a single whole tally does not change it.
    let tally = try zombies("merge", "--tally", "-", "-o", "t", "one.tally", in: folder)
    expectEqual(tally.output, folder.read("one.tally"), "\(tally)")

    // Rounds alone go to the output, in any order of the shards.
    let rounds = try zombies(["merge"] + Self.shuffled.map { "\($0).rounds" }, in: folder)
    expectEqual(rounds.ending, .exit(0), "\(rounds)")
    expectSame(rounds.output, folder.read("one.rounds") ?? "", "\(batch.testDescription), rounds")

    // The merge of a merge: the middle five, then that and the rest.
    try batch.merge(["4", "2", "6", "5", "3"], as: "five", ["--partial"], in: folder)
    try batch.merge(["7", "five", "1"], as: "again", in: folder)
    batch.expectSameFiles("again", "one", "a merge of a merge", in: folder)
  }

  /// Sweeps whose combinations differ in everything, with exact values and without levels.
  private static let sweeps = [
    "--family 1x2z1,4x4z1,5x5z2+lit,9x9z8 --levels any,solvable --policy edge,optimal,random "
      + "--hearing-distance 0..1 --exact --rounds 30",
    "--size 3x4,4..5 --zombies 0..1 --games 20 --first 5 --seed 7 --policy random,beeline",
    "S4/5/2Z2/5/4P SP --chase longest,vertical --rounds 4 --policy edge,random",
  ]

  @Test(arguments: sampled(sweeps, every: 3))
  func sevenPartsAreTheOneSweep(sweep: String) throws {
    let folder = try TemporaryFolder()
    try shellDone("zombies sweep \(sweep) -o one --html one.html --tally one.tally", in: folder)
    for part in Self.shuffled {
      try shellDone("zombies sweep \(sweep) --shard \(part)/7 -o t --tally \(part)", in: folder)
    }
    let files = "--format csv -o merged --html merged.html --tally merged.tally"
    try shellDone("zombies merge 4 1 7 3 6 2 5 \(files)", in: folder)
    func expectSameFiles(_ what: String) {
      for end in ["", ".html", ".tally"] {
        expectSame(
          folder.read("merged\(end)") ?? "no file", folder.read("one\(end)") ?? "", "\(what)\(end)")
      }
    }
    expectSameFiles(sweep)
    // The merge of a merge, and parts of other sizes.
    try shellDone(
      """
      zombies sweep \(sweep) --shard 1/2 -o t --tally half
      zombies sweep \(sweep) --shard 2/2 -o t --tally other --checkpoint c
      zombies merge --partial half -o t --tally again
      zombies merge other again \(files)
      """, in: folder)
    expectSameFiles("\(sweep), halves")
    let missing = try zombies("merge", "1", "2", "3", "4", "5", "6", in: folder)
    expect(missing.ending == .exit(65) && missing.output == "", "\(missing)")
    expect(missing.errors.contains("in none of 1, 2, 3, 4, 5, 6. Use --partial"), "\(missing)")
    let twice = try zombies("merge", "1", "half", in: folder)
    // A part without trials can be merged twice.
    expect(
      sweep.contains("--rounds 4 ") || twice.errors.contains("are in 1 and in half"), "\(twice)")
    expectEqual(twice.ending, .exit(65), "\(twice)")
  }

  @Test func sweepsAreNotMergedWithOthers() throws {
    let folder = try TemporaryFolder()
    try shellDone(
      """
      zombies sweep --rounds 4 --policy edge --shard 1/2 -o t --tally part
      zombies sweep --rounds 4 --policy edge --shard 2/2 -o t --tally other --seed 1
      zombies simulate --rounds 4 --policy edge -o t --tally batch
      zombies census --family 3x3 -o t --tally census
      sed 's/rounds edge/rounds  edge/' part > damaged
      """, in: folder)
    for (line, status, message) in [
      ("part other", 65, "other is from a different sweep than part"),
      ("part batch", 65, "part is from a sweep, but batch is from a batch: they cannot be merged"),
      ("census part", 65, "census is from a census, but part is from a sweep"),
      ("part damaged", 65, "damaged, line "),
      ("part --format table", 64, "--format: a sweep has rows only"),
      ("part --squares-csv s", 64, "--squares-csv cannot be used with tallies of a sweep"),
      ("batch --html h", 64, "--html needs tallies of a sweep"),
      ("census --html h", 64, "--html needs tallies of a sweep"),
    ] {
      let run = try shell("zombies merge \(line)", in: folder)
      expect(run.ending == .exit(Int32(status)) && run.output == "", "\(line): \(run)")
      expect(run.errors.contains(message), "\(line): \(run)")
    }
    let partial = try zombies("merge", "--partial", "part", "--format", "jsonl", in: folder)
    expect(partial.output.contains("\"policy\":\"edge\",\"rounds\":2,"), "\(partial)")
  }

  /// A part may lack the levels of a combination. Its rows are there, and empty.
  @Test func rowsOfACombinationWithoutLevels() throws {
    var saved = SavedSweep(
      grid: "abc", command: "a", policies: [.edge, .random], hasExact: true, count: 2)
    for family in ["classic", "block"] {
      var tally = Tally()
      tally.count(.won, moves: 8, times: 10)
      let result = BatchResult(
        Batch(
          LevelGenerator(try Family(family), seed: 0), policies: saved.policies, trials: 0..<10),
        [tally, tally])
      saved.combinations.append(
        SavedSweep.Combination(
          family == "block" ? result.withoutPolicies : result,
          exact: [.edge: SavedSweep.Exact(won: "0.5", meanMoves: nil)]))
    }
    let rows = saved.table.split(separator: "\n")
    expect(rows.count == 5 && rows[1].hasPrefix("edge,10,10,") && rows[1].hasSuffix(",0.5,"))
    expect(rows[2].hasPrefix("random,10,10,") && rows[2].hasSuffix(",,"))
    expect(rows[3].hasPrefix("edge,,,") && rows[4].hasPrefix("random,,,"))
  }

  /// A merge with gaps inside can be merged again with the missing parts.
  @Test(arguments: ["--rounds", "--games"])
  func talliesWithGapsInsideMergeAgain(unit: String) throws {
    let folder = try TemporaryFolder()
    let batch = BatchOfRounds(
      levels: [], options: Self.policies, unit: unit, count: 50, first: 7)
    try batch.playWhole(as: "one", in: folder)
    for part in 1...5 { try batch.play(["--shard", "\(part)/5"], as: "\(part)", in: folder) }
    for (name, parts) in [("odd", "5.tally 1.tally 3.tally"), ("even", "2.tally 4.tally")] {
      try shellDone(
        "zombies merge --partial \(parts) --tally \(name) --squares-csv s -o table", in: folder)
    }
    for order in ["odd even", "even odd"] {
      try shellDone("zombies merge \(order) --tally whole -o whole.txt", in: folder)
      expectEqual(folder.read("whole"), folder.read("one.tally"), "\(order)")
      expectEqual(folder.read("whole.txt"), folder.read("one.txt"), "\(order)")
    }
  }

  /// Rounds are joined in one pass over each piece, so a piece must not have a gap.
  @Test func roundsWithGapsInsideDoNot() throws {
    let folder = try TemporaryFolder()
    let batch = BatchOfRounds(levels: [], options: Self.policies, count: 50, first: 7)
    for part in 1...3 { try batch.play(["--shard", "\(part)/3"], as: "\(part)", in: folder) }
    try shellDone("zombies merge --partial 3.rounds 1.rounds -o joined", in: folder)
    let run = try zombies("merge", "joined", "2.rounds", in: folder)
    expect(run.ending == .exit(65) && run.output == "", "\(run)")
    expect(run.errors.contains("Error: joined, line "), "\(run)")
    expect(run.errors.contains("joined with a gap"), "\(run)")
  }

  /// Batches with some empty shards, a single shard, shards that do not begin with trial 0, and the
  /// last possible trials.
  @Test(
    arguments: [
      (3, 7, 0), (4, 1, 9), (10, 3, 1 << 40), (6, 2, UInt64.max - 6),
    ] + (isLong ? [(1, 4, 0), (5, 5, 1000), (2, 1_000_000, 0)] : []))
  func unevenAndEmptyShards(trials: Int, shards: Int, first: UInt64) throws {
    let units = ["--rounds", "--games"]
    // In the short form, most have one of the two.
    for unit in isLong || shards == 3 ? units : [units[trials % 2]] {
      let batch = BatchOfRounds(
        levels: [], options: Self.policies, unit: unit, count: trials, first: first, seed: 2)
      let folder = try TemporaryFolder()
      try batch.playWhole(as: "one", in: folder)
      let all = Array(first..<first + UInt64(trials))
      expectEqual(ZombiesCommandsTests.trials(in: folder.read("one.rounds")), all)
      // Of a million shards, those that have a trial, and one that has none.
      let numbers = shards < 100 ? Array(1...shards) : [1, shards / 2, shards]
      var sizes: [Int] = []
      for number in numbers.reversed() {
        try batch.play(["--shard", "\(number)/\(shards)"], as: "\(number)", in: folder)
        sizes.append(ZombiesCommandsTests.trials(in: folder.read("\(number).rounds")).count)
      }
      expectEqual(sizes.reduce(0, +), trials, "\(sizes)")
      expect(sizes.max()! - sizes.min()! <= 1, "\(sizes)")
      try batch.merge(numbers.map(String.init), as: "merged", in: folder)
      batch.expectSameFiles("merged", "one", "\(shards) shards of \(trials)", in: folder)
    }
  }

  /// Pieces that name their trials, with shards among them.
  @Test(arguments: ["--rounds", "--games"])
  func piecesByFirst(unit: String) throws {
    let folder = try TemporaryFolder()
    func piece(_ first: UInt64, _ count: Int) -> BatchOfRounds {
      BatchOfRounds(
        levels: ["--family", "block"], options: Self.policies, unit: unit, count: count,
        first: first, seed: 8)
    }
    let whole = piece(100, 40)
    try whole.playWhole(as: "one", in: folder)
    try piece(100, 1).play(as: "a", in: folder)
    try piece(101, 19).play(as: "b", in: folder)
    try piece(120, 20).play(["--shard", "1/2"], as: "c", in: folder)
    try piece(120, 20).play(["--shard", "2/2"], as: "d", in: folder)
    try whole.merge(["c", "a", "d", "b"], as: "merged", in: folder)
    whole.expectSameFiles("merged", "one", "pieces by --first", in: folder)
  }

  // MARK: Refused merges

  /// Expects a merge to be refused with a message that contains some texts, and to write nothing.
  private func expectRefused(
    _ words: [String], saying parts: [String], in folder: TemporaryFolder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let names = folder.names
    let run = try zombies(["merge"] + words, in: folder)
    #expect(run.ending == .exit(65), "\(run)", sourceLocation: sourceLocation)
    #expect(run.output == "", "\(run)", sourceLocation: sourceLocation)
    #expect(run.errors.hasPrefix("Error: "), "\(run)", sourceLocation: sourceLocation)
    for part in parts {
      #expect(run.errors.contains(part), "'\(part)': \(run)", sourceLocation: sourceLocation)
    }
    #expect(folder.names == names, "\(run)", sourceLocation: sourceLocation)
  }

  @Test(arguments: isLong ? ["--rounds", "--games"] : ["--games"])
  func overlapsAndGaps(unit: String) throws {
    let folder = try TemporaryFolder()
    let batch = BatchOfRounds(
      levels: [], options: Self.policies, unit: unit, count: 40, first: 100)
    for shard in 1...4 { try batch.play(["--shard", "\(shard)/4"], as: "\(shard)", in: folder) }
    try batch.play(["--shard", "2/3"], as: "third", in: folder)
    func tallies(_ names: String...) -> [String] { names.map { "\($0).tally" } }
    func rounds(_ names: String...) -> [String] { names.map { "\($0).rounds" } }

    // The same piece twice: under one name, and as a copy.
    try shellDone("cp 3.tally copy.tally; cp 3.rounds copy.rounds", in: folder)
    try expectRefused(
      tallies("1", "2", "3", "4", "3"), saying: ["120-129", "3.tally and in 3.tally"], in: folder)
    for more in [[], ["--partial"]] {
      try expectRefused(
        tallies("3", "1", "copy") + more, saying: ["120-129", "3.tally", "copy.tally"], in: folder)
      try expectRefused(
        tallies("1", "2", "3", "third") + more, saying: ["2.tally", "third.tally"], in: folder)
      try expectRefused(
        rounds("3", "1", "2", "copy") + more, saying: ["3.rounds", "copy.rounds"], in: folder)
      try expectRefused(
        rounds("1", "2", "third") + more, saying: ["2.rounds", "third.rounds"], in: folder)
    }

    // A gap in the middle, at the beginning, at the end.
    try expectRefused(
      tallies("4", "1", "2"), saying: ["120-129", "1.tally", "2.tally", "4.tally"], in: folder)
    try expectRefused(tallies("4", "2", "3"), saying: ["100-109", "100-139"], in: folder)
    try expectRefused(tallies("1", "2", "3"), saying: ["130-139", "100-139"], in: folder)
    try expectRefused(tallies("1", "3"), saying: ["110-119,130-139"], in: folder)
    try expectRefused(tallies("2"), saying: ["100-109,120-139", "2.tally"], in: folder)
    try expectRefused(
      rounds("4", "1", "2"), saying: ["120-129", "2.rounds", "4.rounds"], in: folder)
    // The tallies show what the rounds alone cannot.
    try expectRefused(
      tallies("1", "2", "3", "4") + rounds("1", "2", "3")
        + ["--rounds-csv", "joined", "-o", "table"],
      saying: ["1.rounds", "3.rounds", "100-129"], in: folder)
    // With --partial all of these are merged.
    for pieces in [tallies("4", "1", "2"), tallies("2"), rounds("4", "1", "2")] {
      let run = try zombies(["merge", "--partial"] + pieces, in: folder)
      expect(run.ending == .exit(0) && !run.output.isEmpty, "\(run)")
    }
  }

  /// Settings that differ from those of the first half, and the message about them.
  /// BatchResultTests change every setting, and CheckpointTests.swift has the other messages.
  static let otherSettings: [(words: String, difference: String)] = [
    ("--seed 4", "level-seed 4, not 3"), ("--size 5x6", "family 5x6z2, not classic"),
    ("--lit --zombies 0", "family 5x5+lit, not classic"),
    ("--catching-distance 0", "level-rules 0 longest 1, not 1 longest 1"),
    ("--policy all", "policies random,edge,beeline,clairvoyant,optimal"),
    ("--games 40", "unit games, not rounds"), ("S4/5/2Z2/5/4P", "given 1 "),
  ]

  /// The tally of a half of a batch.
  private static func half(_ words: String, _ shard: String) throws -> String {
    let run = try shell(
      "zombies simulate \(words) --shard \(shard) --tally - -o /dev/null", in: TemporaryFolder())
    expectEqual(run.ending, .exit(0), "\(run)")
    return run.output
  }

  private static let settings = ["--policy edge,random", "--rounds 40", "--seed 3"]

  private static let firstHalf = Result { try half(settings.joined(separator: " "), "1/2") }

  @Test(arguments: otherSettings)
  func mixedSettings(words: String, difference: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(try Self.firstHalf.get(), to: "first.tally")
    let option = words.hasPrefix("--games") ? "--rounds" : words.prefix { $0 != " " }
    let rest = Self.settings.filter { !$0.hasPrefix(option) } + [words]
    try folder.write(try Self.half(rest.joined(separator: " "), "2/2"), to: "other.tally")
    // In the short form, one of the two for each order.
    for more in [[], ["--partial"]] {
      if isLong || more.isEmpty {
        try expectRefused(
          ["first.tally", "other.tally"] + more,
          saying: ["other.tally is from a different batch than first.tally", difference], in: folder
        )
      }
      if isLong || !more.isEmpty {
        try expectRefused(
          ["other.tally", "first.tally"] + more,
          saying: ["first.tally is from a different batch than other.tally"], in: folder)
      }
    }
  }

  private static let firstOfLevels = Result {
    try half("--rounds 10 --policy edge,random S4/5/1Z3/5/4P S4/5/Z4/5/4P", "1/2")
  }

  /// Given levels: one that differs, another order, one more, one less; and the seed of the
  /// policies.
  @Test(arguments: [
    "S4/5/2Z2/5/4P S4/5/Z4/5/4P", "S4/5/Z4/5/4P S4/5/1Z3/5/4P",
    "S4/5/1Z3/5/4P S4/5/Z4/5/4P S4/5/Z4/5/4P", "S4/5/1Z3/5/4P",
    "S4/5/1Z3/5/4P S4/5/Z4/5/4P --seed 1",
  ])
  func mixedLevels(levels: String) throws {
    let folder = try TemporaryFolder()
    let batch = "--rounds 10 --policy edge,random"
    try folder.write(try Self.firstOfLevels.get(), to: "first.tally")
    try folder.write(try Self.half("\(batch) \(levels)", "2/2"), to: "other.tally")
    try expectRefused(
      ["first.tally", "other.tally"], saying: ["first.tally", "other.tally"], in: folder)
  }

  /// The same levels under other names are the same batch.
  @Test func levelsByOtherNames() throws {
    let folder = try TemporaryFolder()
    try folder.write("; a picture\nS....\n.....\nZ....\nZ....\n....P\n", to: "levels")
    let line = "zombies simulate --rounds 10 --policy edge,random --format csv"
    try shellDone("\(line) classic@42#2 --shard 1/2 --tally 1.tally -o /dev/null", in: folder)
    try shellDone("\(line) --input levels --shard 2/2 --tally 2.tally -o /dev/null", in: folder)
    let run = try zombies("merge", "1.tally", "2.tally", "--format", "csv", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    try expectEqual(run.output, shell("\(line) S4/5/Z4/Z4/4P", in: folder).output)
  }
}
