import Foundation
import Testing
import ZombiesReports
import ZombiesTestSupport

/// The game through a pseudo-terminal: keys go in, and the screen comes out as a terminal's model
/// sees it (`Tests/Outside/play/terminal.py`).
///
/// Each script in `Golden/Play` contains its steps with the recorded answers: a transcript.
@Suite struct PlayTerminalTests {
  /// The scripts, by the names of their files.
  private static let scripts = [
    "bad-input", "bad-terminals", "board", "chase", "closed", "daily", "emoji", "first-steps",
    "full-disk", "hearing", "hint-undo", "hot-seat", "kept", "large", "letter-keys", "lost", "menu",
    "over-at-once", "pages", "paste",
    "plain", "programs", "programs-text",
    "resize", "scroll", "signals", "steady", "suspend", "text", "text-101", "typed-ahead", "won",
    "workshop",
    "workshop-text", "worlds", "worlds-plain", "worlds-text",
  ]

  /// A Python that has the terminal's model, which `Tests/Outside/install` installs.
  private static let python: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return (path.split(separator: ":").map(String.init) + ["/usr/bin"]).map { $0 + "/python3" }
      .first {
        FileManager.default.isExecutableFile(atPath: $0)
          && (try? shell("'\($0)' -c 'import pyte'").ending) == .exit(0)
      }
  }()

  private static let isMissing: Comment = "python3 has no pyte; Tests/Outside/install installs it"

  /// Six games at a time, because they mostly wait.
  private static let places = DispatchSemaphore(value: 6)

  /// Plays a script and returns it with the answers of this run, on a thread of its own, so that
  /// other tests run meanwhile.
  private func play(_ script: String) async throws -> Finished {
    try await drive("terminal.py", script)
  }

  /// Runs a script of `Tests/Outside/play` with the game and a word; the environment of the tests comes last.
  private func drive(_ driver: String, _ word: String) async throws -> Finished {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        Self.places.wait()
        defer { Self.places.signal() }
        continuation.resume(with: Result { try Self.drive(driver, word) })
      }
    }
  }

  private static func drive(_ driver: String, _ word: String) throws -> Finished {
    let path = Golden.package.appendingPathComponent("Tests/Outside/play/\(driver)").path
    var words = [path, try Executable.path, word]
    let needed = ["LLVM_PROFILE_FILE", "ASAN_OPTIONS", "TSAN_OPTIONS", "LD_LIBRARY_PATH"]
    for name in needed + ["ZOMBIES_DEFECT"] {
      if let value = ProcessInfo.processInfo.environment[name] { words.append("\(name)=\(value)") }
    }
    var run = try CommandLineRun(words)
    run.program = try require(python)
    run.environment = ["PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"]
    run.timeout = 900
    return try run.run()
  }

  /// Plays the given steps and returns the answers.
  private func play(steps: [String], in folder: TemporaryFolder) async throws -> [String] {
    try folder.write(steps.map { $0 + "\n" }.joined(), to: "script")
    let run = try await play(folder.file("script"))
    expectEqual(run.ending, .exit(0), "\(run)")
    return run.lines.filter { $0.hasPrefix("  ") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test(
    "What a terminal shows, step by step", .enabled(if: python != nil, isMissing),
    arguments: scripts)
  func transcripts(name: String) async throws {
    let file = Golden.package
      .appendingPathComponent("Tests/ZombiesCommandsTests/Golden/Play/\(name).txt")
    let run = try await play(file.path)
    expectEqual(run.ending, .exit(0), "\(run)")
    try Golden.check(run.output, is: "Play/\(name).txt")
  }

  @Test("2.9 The four behaviours that the source names are in the transcript of the worlds")
  func behaviours() throws {
    let lines = try require(Page(path: "Tests/ZombiesCommandsTests/Golden/Play/worlds.txt")).text
      .split(separator: "\n")
    for name in [
      "I can navigate through to all worlds", "First world is selectable by default",
      "I can select world 2 if all levels in world 1 completed",
      "World 2 is locked if only some levels in world 1 completed",
    ] {
      expect(lines.contains("# \(name)"))
    }
  }

  @Test func noScriptIsForgotten() throws {
    let folder = Golden.package.appendingPathComponent("Tests/ZombiesCommandsTests/Golden/Play")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    expectEqual(Set(files), Set(Self.scripts.map { $0 + ".txt" }))
  }

  /// The keys of a random player: 10⁴ keys with `ZOMBIES_LONG=1`. A seed repeats them.
  private static let keys =
    ProcessInfo.processInfo.environment["ZOMBIES_LONG"] == "1" ? 10_000 : 300

  private static let hasPlayed =
    "file data/zombies/progress: zombies-progress 3\\nfirst-steps done\\nend 37b09ca559c4ca79\\n"

  @Test(
    "Random keys: the game continues, and the terminal is restored",
    .enabled(if: python != nil, isMissing),
    arguments: [("flashlight", 1), ("6x6z2b3f1", 8), ("classic", 3)])
  func randomKeys(family: String, seed: Int) async throws {
    let answers = try await play(
      steps: [
        Self.hasPlayed, "zombies play --family \(family) --seed \(seed)", "until [q] quit",
        "random \(Self.keys) \(seed)", "keys Ctrl-D", "ends",
      ], in: try TemporaryFolder())
    expectEqual(
      answers.prefix(2),
      [
        "\(Self.keys) keys, and the game goes on", "exit 0; the terminal is as it was",
      ], "seed \(seed): \(answers)")
  }

  @Test(
    "1.16 Keys that were typed ahead take effect during a search for a level",
    .enabled(if: python != nil, isMissing))
  func typedAhead() async throws {
    let answers = try await play(
      steps: [
        Self.hasPlayed, "zombies play --seed 1",
        "send tlevel 24x40z8b20+lit@1#0\\nstop\\nwhere\\n", "until Stopped: no level was found.",
        "until > where", "send Ctrl-D", "ends",
      ], in: try TemporaryFolder())
    expectEqual(answers.first, "exit 0; the terminal is as it was", "\(answers)")
  }

  /// 300 moments with `ZOMBIES_LONG=1`.
  @Test(
    "1.15 Killed at random moments, a game continues with the same place, lives, moves and lists",
    .enabled(if: python != nil, isMissing))
  func killed() async throws {
    let run = try await drive("moments.py", isLong ? "300" : "4")
    expectEqual(run.ending, .exit(0), "\(run)")
  }

  /// The options page is not opened, because it can change the rules, and `replay` is run without
  /// them.
  @Test(
    "'replay' plays each recorded round to the same end, also after Ctrl-C",
    .enabled(if: python != nil, isMissing))
  func recordedRounds() async throws {
    let folder = try TemporaryFolder()
    let answers = try await play(
      steps: [
        Self.hasPlayed,
        "zombies play S2/3/Z1P S2/1Z1/2P --seed 3 --players ann --record \(folder.file("rounds"))",
        "until [q] quit", "keys Left", "until Try again!", "keys Return", "until S2/1Z1/2P",
        "keys Up", "until Try again!", "keys Return", "until [q] quit",
        "random \(Self.keys) 3 without oc", "keys Ctrl-C", "ends",
      ], in: folder)
    expectEqual(
      answers.dropFirst().first, "died of SIGINT; the terminal is as it was", "\(answers)")
    let rows = try require(folder.read("rounds")).split(separator: "\n")
    expectEqual(rows.first.map { $0 + "\n" }, RecordCSV.header)
    // Two rounds are certain. The number of rounds that random keys finish depends on the machine's
    // speed.
    expect(rows.count > 2)
    for row in rows.dropFirst().prefix(20) {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      try require(cells.count == 16)
      expect(cells[1] == "0" && cells[2] == "ann" && cells[5] == String(cells[6].count), "\(row)")
      let replay = try zombies("replay", cells[3], "--moves", cells[6])
      expectEqual(replay.ending, .exit(0), "\(replay)")
      expect(replay.lines.contains { $0.contains("; \(cells[4]): ") }, "\(row)\n\(replay)")
    }
  }

  @Test(
    "However a game ends while a program plays, the program ends too",
    .enabled(if: python != nil, isMissing),
    arguments: ["keys Ctrl-C", "signal TERM", "send qq", "close"], ["", " --plain"])
  func endsPrograms(ending: String, plain: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(PlayerProgramTests.slow, to: "slow.sh")
    let isPlain = !plain.isEmpty
    let answers = try await play(
      steps: [
        Self.hasPlayed,
        "zombies play --players Ann,slow --seed 3 --policy 'slow=sh \(folder.file("slow.sh")) "
          + "\(folder.file("pid"))'\(plain)",
        isPlain ? "until >" : "until [q] quit", isPlain ? "type start\\nsit out\\n" : "keys g z",
        "until slow's turn", isPlain ? "send play\\n" : "send Return", "until slow is playing",
        isPlain && ending == "send qq" ? "send quit\\n" : ending, "ends",
      ], in: folder)
    expectEqual(
      answers.first,
      [
        "keys Ctrl-C": "died of SIGINT; the terminal is as it was",
        "signal TERM": "died of SIGTERM; the terminal is as it was",
        "send qq": "exit 0; the terminal is as it was", "close": "the game is gone",
      ][ending], "\(answers)")
    try PlayerProgramTests.expectNoProcess(in: folder)
  }

  @Test("Closed standard input is an error, and a pipe creates no file of progress")
  func withoutATerminal() throws {
    let folder = try TemporaryFolder()
    var run = try CommandLineRun(["play", "--seed", "1"], in: folder)
    run.environment = ["XDG_DATA_HOME": folder.path]
    run.input = .closed
    let closed = try run.run()
    expectEqual(closed.ending, .exit(74), "\(closed)")
    expectEqual(closed.errors, "Error: cannot read standard input: Bad file descriptor\n")
    run.input = .text("skip\nup\n")
    let piped = try run.run()
    expect(piped.ending == .exit(0) && piped.errors == "", "\(piped)")
    expect(piped.output.hasPrefix("A new round: classic@1#0.\n"))
    expect(folder.names.isEmpty)
  }
}
