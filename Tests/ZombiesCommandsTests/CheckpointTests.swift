import Foundation
import Testing
import ZombiesTestSupport

/// Why a checkpoint is refused: other settings, damage, or another run at the same time. Only here
/// is each setting changed between a run and the one that resumes it.
@Suite(.waits) struct CheckpointTests {
  private let batch = InterruptedRun.batch

  @Test func nothingToResume() throws {
    let folder = try TemporaryFolder()
    let batch = BatchOfRounds(levels: [], options: ["--policy", "edge,random"], count: 50)
    try batch.play(as: "one", in: folder)
    try folder.writePart(String(repeating: "stale\n", count: 9999), to: "new.rounds.part")
    let run = try batch.play(["--checkpoint", "c", "--resume"], as: "new", in: folder)
    expect(run.errors.contains("'c' has no saved state: starting from the beginning"), "\(run)")
    batch.expectSameFiles("new", "one", "nothing to resume", in: folder, but: ["txt"])
    expect(!folder.names.contains("c") && !folder.names.contains("new.rounds.part"))
  }

  @Test func aCheckpointIsNotOverwritten() throws {
    let folder = try InterruptedRun(of: batch, by: SIGTERM).folder
    let before = ["a checkpoint", "new.rounds.part"].map { folder.read($0) }
    let names = folder.names
    for line in [
      "simulate --rounds 5 --format csv -o new.csv",
      "simulate --rounds 16000 -o t --rounds-csv new.rounds",
      "sweep --rounds 5 -o new.csv",
    ] {
      let run = try shell("zombies \(line) --checkpoint 'a checkpoint'", in: folder)
      expectEqual(run.ending, .exit(73), "\(run)")
      expect(run.errors.contains("'a checkpoint'") && run.errors.contains("--resume"), "\(run)")
      expectEqual(folder.names, names, "\(run)")
      expectEqual(["a checkpoint", "new.rounds.part"].map { folder.read($0) }, before, "\(run)")
    }
  }

  /// Each setting that differs is named and nothing is changed; the threads and file names may
  /// differ.
  @Test func resumedWithOtherSettings() throws {
    let interrupted = try InterruptedRun(of: batch, by: SIGTERM)
    let (folder, names) = (interrupted.folder, interrupted.folder.names)
    let command = try require(interrupted.command)
    let kept = ["a checkpoint", "new.rounds.part"].map { folder.read($0) }
    for (old, new, message) in [
      ("--seed 0", "--seed 1", "level-seed 0, not 1"),
      ("--rounds 16000", "--games 16000", "unit rounds, not games"),
      ("--rounds 16000", "--rounds 16001", "trials 0-15999, not 0-16000"),
      ("--first 0", "--first 1", "trials 0-15999, not 1-16000"),
      ("--policy edge,random", "--policy edge", "policies edge,random, not edge"),
      ("--policy edge,random", "--policy random,edge", "policies edge,random, not random,edge"),
      ("--seed 0", "--seed 0 --family block", "family classic, not block"),
      ("--seed 0", "--seed 0 --levels any", "levels solvable, not any"),
      ("--seed 0", "--seed 0 --max-moves 9", "max-moves 100, not 9"),
      ("--seed 0", "--seed 0 --zombie-speed 2", "level-rules 1 longest 1, not 1 longest 2"),
      ("--seed 0", "--seed 0 SP", "family classic, not given 1 "),
      ("--seed 0", "--seed 0 --shard 2/2", "not the first ones of 8000-15999"),
      ("--squares-csv new.squares", "", "squares counted, not -"),
      ("--rounds-csv new.rounds", "", "it has --rounds-csv, but there is none here"),
    ] {
      expect(command.contains(old), "\(command)")
      let run = try shell(command.replacing(old, with: new), in: folder)
      expectEqual(run.ending, .exit(65), "\(run)")
      expect(run.errors.contains("'a checkpoint'") && run.errors.contains(message), "\(run)")
      expectEqual(folder.names, names, "\(run)")
      expectEqual(["a checkpoint", "new.rounds.part"].map { folder.read($0) }, kept, "\(run)")
    }
    let other = command.replacing("--format csv", with: "--format table --threads 3")
      .replacing("--output new.csv", with: "--output other.txt")
    try shellDone(other, in: folder)
    try batch.playWhole(as: "one", in: folder)
    expectSame(folder.read("other.txt") ?? "", folder.read("one.txt") ?? "", "another table")
    batch.expectSameFiles("new", "one", "other names", in: folder, but: ["csv", "txt"])
  }

  /// The command that an interrupted sweep prints resumes it. A sweep with other settings does not.
  @Test func aSweepResumedWithOtherSettings() throws {
    let words = ["sweep", "--zombies", "0..3", "--rounds", "9000", "--policy", "edge,random"]
    let more = ["-o", "t", "--checkpoint", "c", "--checkpoint-every", "0"]
    let run = try InterruptedRun(
      by: SIGTERM,
      once: { $0.read("c")?.hasFinishedCombination ?? false && $0.read("t") == "old\n" },
      run: { folder in
        try folder.write("old\n", to: "t")
        return try CommandLineRun(words + more, in: folder)
      })
    let folder = run.folder
    let kept = try require(folder.read("c"))
    expectEqual(folder.names, ["c", "t"], "\(run.finished)")
    let changes = [
      ("0..3", "0..2"), ("0..3", "3,0..2"), ("9000", "9001"), ("edge,random", "random,edge"),
      ("edge,random", "edge"), ("sweep", "sweep --seed 1"), ("sweep", "sweep --first 1"),
      ("sweep", "sweep --chase vertical"), ("sweep", "sweep --lit"), ("--rounds", "--games"),
      ("sweep", "sweep --max-moves 99"), ("sweep", "sweep --levels any"),
    ]
    for (old, new) in sampled(changes, every: 3) {
      let line = words.joined(separator: " ").replacing(old, with: new)
      let run = try shell("zombies \(line) -o t --checkpoint c --resume", in: folder)
      expectEqual(run.ending, .exit(65), "\(run)")
      expect(run.errors.contains("'c' belongs to another sweep"), "\(run)")
      expect(folder.read("c") == kept && folder.read("t") == "old\n", "\(run)")
    }
    // So is a part.
    let part = try zombies(words + ["--shard", "2/2", "--checkpoint", "c", "--resume"], in: folder)
    expect(part.ending == .exit(65) && part.errors.contains("belongs to another part"), "\(part)")
    try shellDone(try require(run.command, "\(run.finished)"), in: folder)
    try shellDone("zombies \(words.joined(separator: " ")) -o one", in: folder)
    expectSame(folder.read("t") ?? "", folder.read("one") ?? "", "sweep")
    expectEqual(folder.names, ["one", "t"])
    // Checkpoints of one command are refused by the other.
    try folder.write(kept, to: "c")
    let simulate = try zombies("simulate", "--checkpoint", "c", "--resume", in: folder)
    expect(simulate.ending == .exit(65) && simulate.errors.contains("c, line 1"), "\(simulate)")
    try shellDone("zombies simulate --rounds 9 --policy edge --tally t -o c", in: folder)
    try shellDone("cp t c", in: folder)
    let sweep = try zombies(words + ["--checkpoint", "c", "--resume"], in: folder)
    expect(sweep.ending == .exit(65) && sweep.errors.contains("c, line 1"), "\(sweep)")
    expectEqual(folder.read("c"), folder.read("t"))
  }

  // MARK: Damage

  @Test func damagedCheckpoints() throws {
    let interrupted = try InterruptedRun(of: batch, by: SIGTERM)
    let folder = interrupted.folder
    let command = try require(interrupted.command)
    let whole = folder.read("a checkpoint") ?? ""
    let bytes = Array(whole.utf8)
    var changed = bytes
    changed[bytes.count / 3] ^= 1
    let files: [(what: String, bytes: [UInt8])] = [
      ("cut in two", Array(bytes[..<(bytes.count / 2)])), ("no newline", bytes.dropLast()),
      ("a byte more", bytes + [10]), ("text", Array("text\n".utf8)), ("a byte changed", changed),
    ]
    for file in files {
      try folder.write(file.bytes, to: "a checkpoint")
      let run = try shell(command, in: folder)
      expectEqual(run.ending, .exit(65), "\(file.what): \(run)")
      expect(run.errors.contains("Error: a checkpoint, line "), "\(file.what): \(run)")
      expectEqual(folder.read("new.csv"), "old\n", "\(file.what): \(run)")
      expectEqual(Array((folder.read("a checkpoint") ?? "").utf8).count, file.bytes.count)
    }
    // A tally of other trials of the batch is not a checkpoint of it.
    try shellDone(
      "zombies simulate --policy edge,random --rounds 5 --first 3 --tally 'a checkpoint' --squares-csv s -o t",
      in: folder)
    let run = try shell(command, in: folder)
    expect(run.ending == .exit(65) && run.errors.contains("trials 3-7, not 0-15999"), "\(run)")
    try folder.write(bytes, to: "a checkpoint")
    try shellDone(command, in: folder)
  }

  /// Unfinished rounds that are missing, cut, changed or from another run are refused. Rows of
  /// trials that were written after the last save, as a killed run leaves them, are dropped.
  @Test func damagedRounds() throws {
    let interrupted = try InterruptedRun(of: batch, by: SIGTERM)
    let folder = interrupted.folder
    let command = try require(interrupted.command)
    let rows = Array((folder.read("new.rounds.part") ?? "").utf8)
    expect(rows.count > 9000)
    var changed = rows
    changed[rows.count - 2000] ^= 1
    var other = batch
    (other.count, other.seed) = (17_000, 1)
    try other.play(as: "other", in: folder)
    let foreign = Array((folder.read("other.rounds") ?? "").utf8)
    expect(foreign.count > rows.count || rows.count > 1_000_000)
    for (what, bytes) in [
      ("missing", nil), ("empty", []), ("a byte short", rows.dropLast()), ("changed", changed),
      ("another run's", foreign),
    ] as [(String, [UInt8]?)] {
      unlink(folder.file("new.rounds.part"))
      if let bytes { try folder.write(bytes, to: "new.rounds.part") }
      let checkpoint = folder.read("a checkpoint")
      let run = try shell(command, in: folder)
      expectEqual(run.ending, .exit(65), "\(what): \(run)")
      expect(run.errors.contains("new.rounds.part"), "\(what): \(run)")
      expectEqual(folder.read("a checkpoint"), checkpoint, "\(what): \(run)")
      expectEqual(folder.read("new.rounds"), "old\n", "\(what): \(run)")
      let left = folder.read("new.rounds.part").map { Array($0.utf8) }
      expectEqual(left, bytes, "\(what): the part was changed")
    }
    try folder.write(rows + Array("15000,0,edge,S4/5/".utf8), to: "new.rounds.part")
    try shellDone(command, in: folder)
    try batch.play(as: "one", in: folder)
    batch.expectSameFiles("new", "one", "rows behind", in: folder, but: ["txt"])
  }

  // MARK: Concurrent runs, and names

  /// A second run is refused and does not disturb the first, whenever it starts.
  @Test func twoRunsWithOneCheckpoint() throws {
    let folder = try TemporaryFolder()
    let words = [
      "simulate", "--rounds", "1e12", "--policy", "edge", "--quiet", "--checkpoint", "c",
    ]
    let first = try CommandLineRun(
      words + ["--checkpoint-every", "0", "--threads", "1", "-o", "t"], in: folder
    ).start()
    expect(first.wait { folder.read("c")?.contains("\nplayed 0-") == true })
    // Repeated, because there are moments while the first run saves when its unfinished file is
    // missing.
    for more in Array(repeating: [[], ["--resume"]], count: isLong ? 10 : 3).joined() {
      let second = try zombies(words + ["-o", "other"] + more, in: folder)
      expectEqual(second.ending, .exit(73), "\(second)")
      expect(second.errors.hasPrefix("Error: "), "\(second)")
    }
    first.send(SIGINT)
    let finished = first.wait()
    expectEqual(finished.ending, .signal(SIGINT), "\(finished)")
    expect(finished.errors.contains("To resume, run:"), "\(finished)")
    expectEqual(folder.names, ["c"])
  }

  @Test(arguments: [
    ("--checkpoint /dev/null", 64, "not a regular file"),
    ("--checkpoint pipe", 64, "not a regular file"),
    ("--checkpoint /dev/stdout", 64, "not a regular file"),
    ("--checkpoint -", 64, "not a regular file"), ("--checkpoint .", 73, "cannot create"),
    ("--checkpoint missing/c", 73, "missing/c"), ("--checkpoint ''", 73, "cannot create"),
    ("--checkpoint c --rounds-csv - -o t", 64, "--rounds-csv"),
    ("--checkpoint c --rounds-csv /dev/null", 64, "--rounds-csv"),
    ("--checkpoint c --resume --rounds-csv /dev/null", 64, "--rounds-csv"),
    ("--checkpoint c.part -o c", 64, "unfinished file"),
    ("--checkpoint c --tally c.part", 64, "unfinished file"),
    ("--checkpoint c --manifest ./c", 64, "same file"),
    ("--resume", 64, "--checkpoint FILE"), ("--checkpoint-every 5", 64, "--checkpoint FILE"),
    ("--checkpoint c --checkpoint-every 0.5", 64, "--checkpoint-every"),
  ])
  func badUsage(words: String, status: Int32, message: String) throws {
    let folder = try TemporaryFolder()
    try shellDone("mkfifo pipe", in: folder)
    let run = try shell(
      "sleep 9 < pipe & zombies simulate --rounds 5 \(words); s=$?; kill $!; exit $s", in: folder)
    expect(run.ending == .exit(status) && run.output == "", "\(run)")
    expect(run.errors.hasPrefix("Error: ") && run.errors.contains(message), "\(run)")
    expectEqual(folder.names, ["pipe"], "\(run)")
  }
}
