import Foundation
import Testing
import ZombiesTestSupport

/// Results, messages and statuses of `solve`, `verify`, `generate`, `draw` and `worlds` that depend
/// on the number of threads, and levels from a pipe that wait for others.
@Suite(.waits) struct ThreadsTests {
  private static let levels = [
    "S4/5/5/3Z1/4P", "S4/2ZZ1/5/5/4P", "S3Z/4Z/5/5/4P", "S4/5/Z1#2/2F2/4P", "SZP", "S1Z1Z/5/5/5/4P",
    "S4/5/Z1#2/5/4P+lit", "S4/1#3/1#Z2/5/4P",
  ]

  /// A folder with a file of levels, and one with a line that is not a level in the middle.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let lines = (levels + levels + levels)
    try folder.write(lines.joined(separator: "\n") + "\n", to: "levels")
    try folder.write((lines.prefix(20) + ["S?"] + levels).joined(separator: "\n"), to: "bad")
    return folder
  }

  @Test(arguments: [
    "solve --input levels --difficulty --why",
    "solve --input bad --format csv --certificate c",
    "solve --input levels --chase longest,vertical --zombie-speed 1,2",
    "verify --input levels --format csv --max-states 20",
    "verify --input bad",
    "generate --count 12 --distinct --format csv",
    "generate --family flashlight --grade easy:2,hard:1 --sort --format csv",
    "generate --family classic --grade easy:2,hard:2 --distinct --max-tries 60 --format csv",
    "generate --family 3x3z1 --min-par 4 --distinct --count 50 --max-tries 40",
    "generate --family 6x6z6 --count 10 --max-draws 3",
    "generate --first 18446744073709551613 --min-par 9 --count 3 --format code",
    "draw --input levels --solution --why",
    "draw --input bad",
    "worlds worlds --format csv",
  ])
  func resultsAreTheSame(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    var first: (run: Finished, files: [String: [UInt8]])?
    for threads in ["1", "2", "3", "8"] {
      let folder = try Self.folder()
      try folder.write(
        "; world: One\n" + Self.levels.prefix(3).joined(separator: "\n") + "\n; world: Two\n"
          + Self.levels[5] + "\n", to: "worlds")
      let run = try zombies(words + ["--threads", threads], in: folder)
      let files = folder.contents
      guard let first else {
        expect(run.ending != .exit(64), "\(run)")
        first = (run, files)
        continue
      }
      expectEqual(run.ending, first.run.ending, "\(run)")
      expectEqual(run.outputBytes, first.run.outputBytes, "\(run)")
      expectEqual(run.errorBytes, first.run.errorBytes, "\(run)")
      expectEqual(files, first.files, "\(run)")
    }
  }

  /// A level from a pipe that stays open is answered before the next one comes, also if only a part
  /// of the next line is there.
  @Test(arguments: ["1", "8"]) func aLevelIsAnsweredAtOnce(threads: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    expectEqual(mkfifo(path, 0o600), 0)
    // Opened for both, so that neither end waits for the other.
    let pipe = open(path, O_RDWR | O_CLOEXEC)
    defer { close(pipe) }
    func send(_ text: String) { expectEqual(write(pipe, text, text.utf8.count), text.utf8.count) }
    var run = try CommandLineRun(["solve", "-", "--quiet", "--threads", threads])
    run.input = .path(path)
    let running = try run.start()
    defer { running.send(SIGKILL) }
    send("S4/5/5/1Z3/Z3P\n")
    expect(running.wait { running.output.contains("standard input:1: solvable") })
    send("SZP\nS4/5/5/1Z3/Z3P\nS4/5/5/1Z3/Z3P\nS4/5")
    expect(running.wait { running.output.contains("standard input:4: solvable") })
    send("/5/1Z3/Z3P\n")
    expect(running.wait { running.output.contains("standard input:5: solvable") })
    expect(running.output.contains("standard input:2: unsolvable"))
    running.send(SIGINT)
    expectEqual(running.wait().ending, .signal(SIGINT))
  }

  /// A run whose reader leaves does not wait for levels that are still being solved: the second one
  /// takes minutes.
  @Test func aReaderThatLeavesEndsTheRun() throws {
    let folder = try TemporaryFolder()
    let quick = Array(repeating: "S4/5/5/1Z3/Z3P", count: 3000).joined(separator: "\n")
    try folder.write(quick + "\n\(Self.slow)\n", to: "levels")
    var run = CommandLineRun(
      shell: "zombies solve --input levels --threads 3 --quiet --max-states 1e9 | head -n 1",
      in: folder)
    run.timeout = 60
    let finished = try run.run()
    expectEqual(finished.ending, .exit(0))
    expectEqual(finished.lines, ["levels:1: solvable, par 8, 26 shortest solutions, 17 states"])
  }

  /// A lit level with many states.
  private static let slow =
    "S1#5##6#3/1##3#2Z2##1#4/#6##9#1/Z1#10#5#/1##1#4#7#1#/##2#6#1#4#1/4#4#1####2#2/3#1#3#5##3/"
    + "3#4##1#7#/Z#2#7#####2#/#3##2##Z4##1#1/3#7#1##5/2###6##7/#3#4######1##1Z/1#4#3##4##2/"
    + "#2#1##2###5#2/2#2##1#11/####1#1##1#2##2#1#/2#7#7#1/#1#2#3#1#1#5P+lit"
}
