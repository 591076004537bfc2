import Foundation
import Testing
import ZombiesTestSupport

/// What a run leaves behind that is interrupted or killed, or whose reader closes the pipe, and
/// what in its way stops it: old outputs lost, unfinished files left.
@Suite(.waits) struct SignalTests {
  /// A run that is long enough to be interrupted, with all its outputs.
  private static let words = [
    "simulate", "--rounds", "1e12", "--policy", "random", "--quiet", "-o", "old", "--rounds-csv",
    "rounds", "--squares-csv", "squares",
  ]

  private static func start(in folder: TemporaryFolder) throws -> Running {
    try folder.write("old\n", to: "old")
    let run = try CommandLineRun(words, in: folder).start()
    // The first rounds were written.
    let isPlayingLevel = run.wait {
      var status = stat()
      return stat(folder.file("rounds.part"), &status) == 0 && status.st_size > 0
    }
    expect(isPlayingLevel)
    return run
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupted(signal: Int32) throws {
    let folder = try TemporaryFolder()
    let run = try Self.start(in: folder)
    run.send(signal)
    let finished = run.wait()
    expectEqual(finished.ending, .signal(signal), "\(finished)")
    expectEqual(folder.names, ["old"])
    expectEqual(folder.read("old"), "old\n")
  }

  /// The levels come from a pipe that stays open.
  @Test func moreOutputsThanCanBeOpen() throws {
    let folder = try TemporaryFolder()
    let parts = (1...25).map { "p\($0)=0.04" }.joined(separator: ",")
    let line = "zombies levels pipe --split \(parts) -q"
    try shellDone(
      "mkfifo pipe; zombies generate --family 8x8z3b4 -n 600 -q --format code -o all", in: folder)
    let stopped = try shell(
      """
      ulimit -n 40
      \(line) -o '%s' & run=$!
      exec 3> pipe; cat all >&3
      while [ ! -e p25.part ]; do sleep 0.01; done
      kill -TERM $run; wait $run
      """, in: folder)
    expectEqual(stopped.ending, .exit(143), "\(stopped)")
    expectEqual(folder.names, ["all", "pipe"], "\(folder.names)")
    // All levels are in the parts, and each part has its own.
    let done = try shell(
      """
      ulimit -n 40; cat all > pipe & \(line) -o '%s'
      sort all > a; cut -d" " -f1 p[0-9]* | sort | cmp - a
      """, in: folder)
    expect(done.ending == .exit(0) && done.errors.isEmpty, "\(done)")
    expect(folder.names.count == 28 && !folder.names.contains { $0.hasSuffix(".part") })
    // A run that takes the name of a part that is closed is noticed.
    let taken = try shell(
      """
      \(line) -o '%s' & run=$!
      exec 3> pipe; cat all >&3
      while [ ! -e p25.part ]; do sleep 0.01; done
      rm p25.part; exec 3>&-; wait $run
      """, in: folder)
    expectEqual(taken.ending, .exit(74), "\(taken)")
    expectEqual(taken.errors, "Error: another run has removed 'p25.part', or replaced it\n")
    expectEqual(folder.names.count, 28, "\(folder.names)")
  }

  @Test func killedThenClearedByTheNextRun() throws {
    let folder = try TemporaryFolder()
    let run = try Self.start(in: folder)
    run.send(SIGKILL)
    expectEqual(run.wait().ending, .signal(SIGKILL))
    expectEqual(folder.read("old"), "old\n")
    expectEqual(folder.names, ["old", "old.part", "rounds.part", "squares.part"])
    let again = try zombies(
      "simulate", "--rounds", "5", "--policy", "random,edge", "-o", "old", "--rounds-csv", "rounds",
      "--squares-csv", "squares", in: folder)
    expectEqual(again.ending, .exit(0), "\(again)")
    expectEqual(folder.names, ["old", "rounds", "squares"])
    expectEqual(folder.read("rounds")?.split(separator: "\n").count, 11)
  }

  /// The second run is refused and does not disturb the first.
  @Test func twoRunsAtATime() throws {
    let folder = try TemporaryFolder()
    let first = try Self.start(in: folder)
    let second = try zombies("simulate", "--rounds", "5", "-o", "old", in: folder)
    expectEqual(second.ending, .exit(73), "\(second)")
    expectEqual(folder.names, ["old", "old.part", "rounds.part", "squares.part"])
    first.send(SIGTERM)
    expectEqual(first.wait().ending, .signal(SIGTERM))
    expectEqual(folder.names, ["old"])
  }

  /// Anything else with the name of the unfinished file is not changed.
  @Test(arguments: ["mkdir f.part", "ln -s elsewhere f.part", "mkfifo f.part"])
  func somethingInThePartsPlace(line: String) throws {
    let folder = try TemporaryFolder()
    try expectEqual(shell(line, in: folder).ending, .exit(0))
    let run = try zombies("solve", "SP", "-o", "f", in: folder)
    expectEqual(run.ending, .exit(73), "\(run)")
    expect(run.errors.contains("f.part"), "\(run)")
    expectEqual(folder.names, ["f.part"])
  }

  /// If the reader closes the pipe early, the program stops without an error message.
  @Test(arguments: [
    "generate --count 1e12 --format code --quiet", "generate --count 1e12 --format csv --quiet",
    "simulate --rounds 1e12 --policy random --quiet --rounds-csv - -o table",
    "simulate --games 1e12 --policy edge --quiet --rounds-csv - -o table", "solve --input levels",
  ])
  func theReaderLeaves(line: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "S4/5/5/5/4P\n", count: 20_000), to: "levels")
    let run = try shell("(zombies \(line); echo $? > status) | head -n 1", in: folder)
    expectEqual(run.ending, .exit(0), "\(run)")
    expectEqual(run.lines.count, 1, "\(run)")
    expect(!run.errors.contains("Error") && !run.errors.contains("ipe"), "\(run)")
    // The program may be stopped by the signal or end normally.
    expect(["141\n", "0\n"].contains(folder.read("status")), "\(folder.read("status") ?? "")")
    expectEqual(folder.names, ["levels", "status"])
  }

  /// As `nohup` does it. The run waits for a pipe that the test holds open, so that it is still
  /// running when the signal comes. A run that does not ignore the signal is stopped by it there.
  @Test(arguments: [("HUP", 129), ("TERM", 143), ("USR1", 138)])
  func ignoredSignalsStayIgnored(name: String, status: Int32) throws {
    for (trap, expected, names) in [
      ("trap '' \(name)", 0, ["f", "pipe"]), ("", status, ["pipe"]),
    ] as [(String, Int32, [String])] {
      let folder = try TemporaryFolder()
      let run = try shell(
        """
        mkfifo pipe
        \(trap)
        zombies solve --format csv --input pipe -o f & run=$!
        exec 3> pipe
        while [ ! -e f.part ]; do sleep 0.01; done
        kill -\(name) $run || exit 99
        \(trap.isEmpty ? "wait $run; exit" : "")
        printf 'SP\\n\\nPS\\n' >&3; exec 3>&-
        wait $run
        """, in: folder)
      expectEqual(run.ending, .exit(expected), "\(run)")
      expectEqual(folder.names, names, "\(run)")
      if expected == 0 { expectEqual(Table(folder.read("f") ?? "").rows.count, 2, "\(run)") }
    }
  }
}
