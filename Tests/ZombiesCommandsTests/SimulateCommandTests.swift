import Foundation
import Testing
import ZombiesTestSupport

/// `zombies simulate`: files that depend on the threads or the other policies.
/// ColumnValuesRoundsTests plays the rounds again.
@Suite(.waits) struct SimulateCommandTests {
  /// Two policies. In the long form, all.
  private static let two = isLong ? [] : ["--policy", "edge,random"]

  /// The same bytes in every file, on every run, with any number of threads.
  @Test(arguments: [
    BatchOfRounds(levels: ["--family", "classic"], count: 1030, seed: 5),
    BatchOfRounds(
      levels: ["--family", "block"], options: two, unit: "--games", count: 1030, first: 9),
    BatchOfRounds(levels: ["--family", "flashlight"], options: two, count: 1030, first: 1 << 40),
    BatchOfRounds(levels: ["--family", "20x30z9b40"], options: two, count: 112),
    BatchOfRounds(
      levels: ["4x4z1b1@1#1", "4x4z1@1#1", "S3/4/4/Z2P"], options: two, unit: "--games",
      count: 1030),
  ])
  func bytesDoNotDependOnThreads(batch: BatchOfRounds) throws {
    let one = try batch.outputs(["--threads", "1"], squares: true)
    expect(one.rounds.utf8.count { $0 == UInt8(ascii: "\n") } > 2 * batch.count)
    for threads in isLong ? ["2", "3", "8"] : [] {
      try expectEqual(batch.outputs(["--threads", threads], squares: true), one, "\(threads)")
    }
    // The files asked for do not matter either: without them, other code plays the rounds.
    let words = batch.words + ["--quiet"]
    let plain = try zombies(words + ["--format", "csv", "--threads", "3"])
    expectSame(plain.output, one.table, "the table alone")
    let eight = try batch.outputs(["--threads", "8"], format: "table", squares: true)
    expectSame(eight.rounds, one.rounds, "the rounds with 8 threads")
    expectSame(eight.squares, one.squares, "the squares with 8 threads")
    expectSame(try zombies(words + ["--threads", "1"]).output, eight.table, "for people")
  }

  /// A policy's row does not depend on the other policies; rows have the order of the names.
  @Test(arguments: sampled(BatchOfRounds.all, every: 6))
  func rowsDoNotDependOnOtherPolicies(batch: BatchOfRounds) throws {
    func lines(_ policies: String) throws -> [Substring] {
      let run = try zombies(batch.words + ["--format", "csv", "--policy", policies])
      expectEqual(run.ending, .exit(0), "\(run)")
      return run.output.split(separator: "\n").dropFirst().map { $0 }
    }
    let all = try lines("all")
    let names = all.compactMap { $0.split(separator: ",").first.map(String.init) }
    try expectEqual(lines(names.reversed().joined(separator: ",")), all.reversed())
    for (name, line) in zip(names, all) { try expectEqual(lines(name), [line]) }
  }
}
