import Foundation
import Testing
import ZombiesTestSupport

/// Runs that are killed at any moment and resumed: only here is the moment random, and all bytes
/// those of an uninterrupted run.
@Suite(.waits) struct KilledRunTests {
  /// Presets in rounds and games, given levels, a room whose trials are saved by the dozen, and a
  /// run that stops by itself. Each is long enough for several saves.
  static let batches: [BatchOfRounds] =
    ["classic", "block", "flashlight"].flatMap { family in
      [
        BatchOfRounds(
          levels: ["--family", family], options: policies, count: isLong ? 60_000 : 4100, first: 3),
        BatchOfRounds(
          levels: ["--family", family], options: policies, unit: "--games",
          count: isLong ? 20_000 : 2200, seed: 4),
      ]
    } + [
      BatchOfRounds(
        levels: BatchOfRounds.list, options: policies, count: isLong ? 60_000 : 4100, seed: 9),
      BatchOfRounds(
        levels: ["--family", "30x30z9b20"], unit: "--games", count: isLong ? 500 : 60),
      BatchOfRounds(
        levels: ["--levels", "any"], options: policies, count: isLong ? 60_000 : 4100, seed: 2),
    ]

  private static let policies = isLong ? [] : ["--policy", "edge,random"]

  static let kills = isLong ? 50 : 2

  /// The inode, which differs from one saved checkpoint to the next.
  private static func inode(_ path: String) -> ino_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_ino : nil
  }

  /// Kills a run at random moments, resumes it each time, and finally lets it finish.
  ///
  /// Moments are measured alternately from the first save of a run and from its start, as shares of
  /// the time of the whole run. A run that ends before its moment is started again.
  private func killAndResume(
    _ words: [String], _ what: String, by signals: [Int32] = [SIGKILL], in folder: TemporaryFolder,
    whole: Duration, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let checkpoint = folder.file("c")
    let words = words + ["--checkpoint", "c", "--checkpoint-every", "0", "--resume"]
    let seed = UInt64.random(in: 0 ..< .max)
    var random = NaiveRandom(seed: seed)
    let what = "\(what), moments of seed \(seed)"
    let microseconds = Int(whole / .microseconds(1))
    var resumed = 0
    func count(_ run: Finished) { if run.errors.contains("resuming after") { resumed += 1 } }
    var kill = 0
    // If every run was over before its moment, nothing was tested: try again, with an early kill.
    while kill < Self.kills || resumed == 0 && kill < Self.kills + 40 {
      defer { kill += 1 }
      let saved = Self.inode(checkpoint)
      let run = try CommandLineRun(words, in: folder).start()
      var span = microseconds
      if kill % 2 == 0 || kill >= Self.kills {
        expect(run.wait { Self.inode(checkpoint) != saved || run.isOver })
        span = microseconds / (kill + 4)
      }
      if kill < Self.kills {
        usleep(UInt32(random.below(max(1, span))))
        run.send(signals[random.below(signals.count)])
      } else {
        _ = run.send(SIGKILL) { ![nil, saved].contains(Self.inode(checkpoint)) }
      }
      let finished = run.wait()
      count(finished)
      #expect(
        (signals.map { .signal($0) } + [.signal(SIGKILL), .exit(0)]).contains(finished.ending),
        "\(what), kill \(kill): \(finished)",
        sourceLocation: sourceLocation)
    }
    let last = try zombies(words, in: folder)
    expect(last.ending == .exit(0) && last.output == "", "\(what): \(last)")
    count(last)
    #expect(resumed > 0, "\(what): never resumed", sourceLocation: sourceLocation)
  }

  @Test(arguments: sampled(batches, every: 5))
  func killedAndResumed(batch: BatchOfRounds) throws {
    let folder = try TemporaryFolder()
    let whole = try ContinuousClock().measure { try batch.play(as: "one", in: folder) }
    let names = folder.names
    let files = ["--format", "csv", "--rounds-csv", "cut.rounds"] + batch.files("cut")
    try killAndResume(
      batch.words + files, batch.testDescription, in: folder, whole: whole)
    batch.expectSameFiles("cut", "one", "killed", in: folder, but: ["txt"])
    expectEqual(folder.names, (names + names.map { $0.replacing("one.", with: "cut.") }).sorted())
  }

  /// The parts of a sweep, each killed by several signals. The long form kills 200 times.
  @Test func partsOfASweepKilledAndResumed() throws {
    let folder = try TemporaryFolder()
    let parts = isLong ? 4 : 1
    let words = [
      "sweep", "--zombies", "0..2", "--catching-distance", "0,1", "--policy", "edge,random",
      "--exact", "--rounds", isLong ? "60000" : "2500",
    ]
    let whole = try ContinuousClock().measure {
      try shellDone(
        "zombies \(words.joined(separator: " ")) -o one --html one.html --tally one.tally",
        in: folder)
    }
    for part in 1...parts {
      try killAndResume(
        words + ["--shard", "\(part)/\(parts)", "--tally", "\(part)", "-o", "t"],
        "part \(part) of a sweep", by: [SIGKILL, SIGKILL, SIGTERM, SIGINT, SIGHUP], in: folder,
        whole: whole / parts)
    }
    let tallies = (1...parts).reversed().map(String.init)
    expectEqual(folder.names, (tallies + ["one", "one.html", "one.tally", "t"]).sorted())
    let line = "zombies merge \(tallies.joined(separator: " ")) --format csv"
    try shellDone("\(line) -o cut --html cut.html --tally cut.tally", in: folder)
    for end in ["", ".html", ".tally"] {
      expectSame(
        folder.read("cut\(end)") ?? "no file", folder.read("one\(end)") ?? "", "sweep\(end)")
    }
  }

  @Test(arguments: isLong ? [[], ["--difficulty"]] : [["--difficulty"]])
  func aCensusKilledAndResumed(more: [String]) throws {
    let folder = try TemporaryFolder()
    // With the measures, a level takes a hundred times as long.
    let family = more.isEmpty ? "6x6z1b3+lit" : isLong ? "5x5z1b1f1" : "4x4z1b1f1"
    let words = ["census", "--family", family] + more
    func files(_ name: String) -> [String] {
      ["-o", name, "--levels-csv", "\(name).levels", "--tally", "\(name).tally"]
    }
    let whole = try ContinuousClock().measure {
      try shellDone("zombies \((words + files("one")).joined(separator: " "))", in: folder)
    }
    try killAndResume(words + files("cut"), "census", in: folder, whole: whole)
    for name in folder.names where name.hasPrefix("one") {
      let cut = name.replacing("one", with: "cut")
      expectSame(folder.read(cut) ?? "no file", folder.read(name) ?? "", name)
    }
    expectEqual(folder.names.count, 6)
  }

  /// Killed after all was played, when none of the files were renamed, or all except the
  /// checkpoint.
  @Test func killedAtTheVeryEnd() throws {
    let folder = try TemporaryFolder()
    let batch = BatchOfRounds(levels: [], options: ["--policy", "edge,random"], count: 3000)
    try batch.play(as: "one", in: folder)
    try shellDone("mkdir d", in: folder)
    let words =
      batch.words + ["--format", "csv", "-o", "d/t", "--rounds-csv", "r", "--checkpoint", "c"]
    // The unfinished table is removed, so the run plays everything, saves it and then fails. A run
    // has opened all its files by its first save, and is suspended while the file is removed. If it
    // has already renamed the table, another run is started.
    var ended: Finished?
    for _ in 0..<40 where ended == nil || ended?.ending == .exit(0) {
      let run = try CommandLineRun(words + ["--checkpoint-every", "0"], in: folder).start()
      expect(run.wait { folder.read("c") != nil || run.isOver })
      if run.suspend() {
        if folder.read("c") != nil { unlink(folder.file("d/t.part")) }
        run.send(SIGCONT)
      }
      ended = run.wait()
    }
    let failed = try require(ended)
    expectEqual(failed.ending, .exit(74), "\(failed)")
    expectEqual(folder.read("c")?.contains("\nplayed 0-2999\n"), true, "\(failed)")
    try shellDone("mkdir kept; cp c r.part kept", in: folder)

    let resumed = try zombies(words + ["--resume"], in: folder)
    expectEqual(resumed.ending, .exit(0), "\(resumed)")
    expect(resumed.errors.contains("resuming after 3,000 rounds"), "\(resumed)")
    expectSame(folder.read("d/t") ?? "", folder.read("one.csv") ?? "", "nothing renamed: table")
    expectSame(folder.read("r") ?? "", folder.read("one.rounds") ?? "", "nothing renamed: rounds")

    // Everything is renamed, but the checkpoint is not removed.
    for table in ["old table", folder.read("d/t") ?? ""] {
      try shellDone("cp kept/c c; cp kept/r.part r", in: folder)
      try folder.write(table, to: "d/t")
      let again = try zombies(words + ["--resume"], in: folder)
      expectEqual(again.ending, .exit(0), "\(again)")
      expectSame(folder.read("d/t") ?? "", folder.read("one.csv") ?? "", "renamed: table")
      expectSame(folder.read("r") ?? "", folder.read("one.rounds") ?? "", "renamed: rounds")
      expect(folder.read("c") == nil && folder.read("r.part") == nil)
    }
  }
}
