import Foundation
import Testing
import ZombiesTestSupport

/// The game through a pseudo-terminal: keys go in, and the screen comes out as a terminal's model sees it.
///
/// Each script in `Golden/Play` contains its steps with the recorded answers: a transcript. `Tests/Outside/play/terminal.py`
/// plays them. `ZOMBIES_RECORD=1` writes them again.
@Suite(.waits, .enabled(if: hasPython, "python3, which plays the scripts, is not installed"))
struct PlayTerminalTests {
  /// Runs a script of `Tests/Outside/play` with the game and some words.
  private static func drive(_ driver: String, _ words: [String]) throws -> Finished {
    let path = packageFolder.appendingPathComponent("Tests/Outside/play/\(driver)").path
    var words = ["python3", path, try Executable.path] + words
    // The game gets only the variables that are named.
    let needed = ["LLVM_PROFILE_FILE", "ASAN_OPTIONS", "TSAN_OPTIONS", "LD_LIBRARY_PATH"]
    for name in needed + ["ZOMBIES_MUTANT"] {
      if let value = ProcessInfo.processInfo.environment[name] { words.append("\(name)=\(value)") }
    }
    var run = try CommandLineRun(words)
    run.program = "/usr/bin/env"
    run.environment = [
      "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8",
      "ZOMBIES_LONG": isLong ? "1" : "0",
    ]
    run.timeout = 900
    return try run.run()
  }

  @Test("7.1 What a terminal shows, step by step")
  func transcripts() throws {
    let folder = try TemporaryFolder()
    let place = packageFolder.appendingPathComponent("Tests/ZombiesCommandsTests/Golden/Play").path
    let names = try FileManager.default.contentsOfDirectory(atPath: place).sorted()
    expect(names.count > 30)
    let run = try Self.drive(
      "terminal.py", ["--into", folder.path] + names.map { "\(place)/\($0)" })
    for name in names {
      try TextFile("Golden/Play/\(name)").check(folder.read(name) ?? "not played: \(run)")
    }
    expectEqual(run.ending, .exit(0), "\(run)")
  }

  /// 300 moments with `ZOMBIES_LONG=1`.
  @Test(
    "1.15 Killed at random moments, a game continues with the same place, lives, moves and lists")
  func killed() throws {
    let run = try Self.drive("moments.py", [isLong ? "300" : "4"])
    expectEqual(run.ending, .exit(0), "\(run)")
  }
}
