import Foundation
import Testing
import ZombiesTestSupport

/// A run that a signal stops saves its rounds, and prints the command that resumes it: only here are
/// the quotes and the shard of this command those of the run, and signals counted.
@Suite(.waits) struct InterruptedRunTests {
  private let batch = InterruptedRun.batch

  /// The options for policies: two in the short form.
  private static let two = isLong ? [] : ["--policy", "edge,random"]

  private static let interruptions: [(Int32, BatchOfRounds)] = [
    (
      SIGINT, BatchOfRounds(levels: [], options: two, count: cases(9000, long: 8000), first: 9)
    ),
    (
      SIGTERM,
      BatchOfRounds(
        levels: ["S4/5/2Z2/5/4P", "S4/2#2/2F2/5/Z3P"], options: two,
        count: cases(9000, long: 10_000))
    ),
  ]

  /// The rounds are saved, the old files are not changed, and the printed command resumes the run,
  /// twice.
  @Test(arguments: interruptions)
  func interruptedAndResumed(signal: Int32, batch: BatchOfRounds) throws {
    let interrupted = try InterruptedRun(of: batch, by: signal)
    let folder = interrupted.folder
    let command = try require(interrupted.command, "\(interrupted.errors)")
    expect(command.contains("zombies simulate ") && command.contains(" --resume"))
    expect(command.contains("'a checkpoint'"), "\(command)")

    // Trials in flight were finished, so the file ends with a complete trial, the last one played.
    let rounds = folder.read("new.rounds.part") ?? ""
    let played = trials(in: rounds)
    expectEqual(played, Array(batch.first..<batch.first + UInt64(played.count)))
    expectEqual(
      folder.read("a checkpoint")?.contains("\nplayed \(batch.first)-\(played.last!)\n"), true)

    // A second interruption prints the same command, unless the run was over before.
    let again = CommandLineRun(shell: "exec \(command)", in: folder)
    let second = try again.interrupted(by: signal) {
      InterruptedRun.hasRounds("new.rounds.part", beyond: rounds.utf8.count, in: folder)
    }
    if let second {
      expectEqual(InterruptedRun.command(in: second), command, "\(second)")
      expect(second.errors.contains("resuming after "), "\(second)")
      let last = try shell(command, in: folder)
      expect(last.ending == .exit(0) && last.output == "", "\(last)")
    }
    try batch.play(as: "one", in: folder)
    batch.expectSameFiles("new", "one", "interrupted", in: folder, but: ["txt"])
    expectEqual(folder.names.filter { !$0.hasPrefix("one.") && !$0.hasPrefix("new.") }, [])
    expectEqual(folder.names.filter { $0.contains(".part") }, [])
  }

  /// The command contains the shard that SLURM assigned, because its variables are not set elsewhere.
  @Test func anInterruptedTaskOfAnArray() throws {
    let interrupted = try InterruptedRun(
      of: batch, by: SIGTERM, ["--shard", "auto"],
      variables: ["SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "2"]
    )
    let command = try require(interrupted.command, "\(interrupted.errors)")
    expect(command.contains(" --shard 2/2 ") && !command.contains("auto"), "\(command)")
    let folder = interrupted.folder
    try shellDone(command, in: folder)
    try batch.play(["--shard", "2/2"], as: "one", in: folder)
    batch.expectSameFiles("new", "one", "a task", in: folder, but: ["txt"])
  }

  /// Levels that are read from a file, and arguments that need quoting.
  @Test func theCommandIsQuoted() throws {
    let words = [
      "simulate", "--input=-it's $HOME", "--rounds", isLong ? "3e4" : "8000", "-oa b",
      "--rounds-csv", "r*", "--policy", "edge,random",
      "--checkpoint=c\"c\"",
    ]
    let run = try InterruptedRun(
      by: SIGINT, once: { InterruptedRun.hasRounds("r*.part", in: $0) },
      run: { folder in
        try folder.write("SP\nS4/5/2Z2/5/4P\n", to: "-it's $HOME")
        return try CommandLineRun(words, in: folder)
      })
    let command = try require(run.command, "\(run.errors)")
    try shellDone(command, in: run.folder)
    expectEqual(run.folder.names, ["-it's $HOME", "a b", "r*"], "\(command)")
  }

  /// The first signal waits for the trials in flight; a later one does not.
  @Test func anotherSignalKills() throws {
    let folder = try TemporaryFolder()
    // A chunk of short rounds, then a round that takes hours.
    try folder.write(String(repeating: "SP\n", count: 1024) + "S#1P\n", to: "levels")
    try folder.write("old\n", to: "t")
    let words = [
      "simulate", "--input", "levels", "--policy", "random", "--max-moves", "2e9", "--rounds",
      "2000", "--threads", "1", "-o", "t", "--checkpoint", "c", "--checkpoint-every", "0",
    ]
    var line = try CommandLineRun(words, in: folder)
    line.timeout = 120
    let run = try line.start()
    expect(run.wait { folder.read("c")?.contains("\nplayed 0-1023\n") == true })
    run.send(SIGTERM)
    expect(
      run.wait {
        usleep(100_000)
        run.send(SIGINT)
        return run.isOver
      })
    let finished = run.wait()
    expectEqual(finished.ending, .signal(SIGINT), "\(finished)")
    expect(!finished.errors.contains("To resume"), "\(finished)")
    expect(folder.names == ["c", "levels", "t"] && folder.read("t") == "old\n")
  }

  /// As timeout(1) sends it: to the process, and to its group.
  @Test func signalsThatComeTwiceAtATime() throws {
    // On a busy machine the signals may come so far apart that they count as two; then the test
    // tries again.
    var asOne = 0
    let wanted = isLong ? 4 : 2
    for signal in Array(repeating: [SIGINT, SIGTERM, SIGTERM, SIGTERM], count: 5).joined()
    where asOne < wanted {
      let folder = try TemporaryFolder()
      let words = [
        "simulate", "--rounds", "1e9", "-o", "t", "--checkpoint", "c", "--rounds-csv", "r",
        "--policy", "edge",
      ]
      let run = try CommandLineRun(words, in: folder).start()
      expect(run.wait { InterruptedRun.hasRounds("r.part", in: folder) })
      run.send(signal)
      kill(-run.process, signal)
      let finished = run.wait()
      expectEqual(finished.ending, .signal(signal), "\(finished)")
      guard finished.errors.contains("To resume, run:") else { continue }
      asOne += 1
      expectEqual(folder.names, ["c", "r.part", "r.part.checkpoint"], "\(finished)")
    }
    expectEqual(asOne, wanted)
  }
}
