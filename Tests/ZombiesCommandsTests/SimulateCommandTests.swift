import Foundation
import Testing
import ZombiesTestSupport

/// `zombies simulate`: rounds that a naive player would not play, and files that depend on the
/// threads or the other policies.
@Suite(.waits) struct SimulateCommandTests {
  /// Each round of the deterministic policies, move by move, as the reference implementation plays
  /// it; and the rounds of random, checked by its rules.
  @Test(arguments: sampled(BatchOfRounds.all, every: 3))
  func roundsAreThoseOfTheReference(batch: BatchOfRounds) throws {
    let rows = Table(try batch.outputs().rounds).rows
    for row in rows {
      let level = try #require(NaiveLevel(code: row["level"] ?? ""), "\(row)")
      var round = NaiveRound(level, batch.rules)
      round.play(row["path"] ?? "")
      let limit = batch.maxMoves(level)
      if round.outcome == nil { #expect(round.moves == limit, "\(row)") }
      #expect((round.outcome ?? .outOfMoves).rawValue == row["outcome"], "\(row)")
      #expect("\(round.moves)" == row["moves"] && row["path"]?.count == round.moves, "\(row)")
      guard let policy = NaivePolicy(rawValue: row["policy"] ?? "") else { continue }
      // The reference implementation searches all states of a lit room.
      if policy == .clairvoyant, level.squareCount > 50 { continue }
      let played = naivePlay(policy, level, batch.rules, maxMoves: limit)
      #expect(played.moves == row["path"], "\(row)")
    }
  }

  /// Trials, rounds, levels and policies are in the documented order, and games end correctly.
  @Test(arguments: sampled(BatchOfRounds.all, every: 3))
  func trialsPlayThePromisedLevels(batch: BatchOfRounds) throws {
    let policies = ["edge", "random", "clairvoyant"]
    let rows = Table(
      try batch.outputs(["--policy", policies.joined(separator: ",")]).rounds
    ).rows[...]
    let perTrial: UInt64 = batch.unit == "--games" ? 3 : 1
    let codes = try Self.codes(batch, perTrial * UInt64(batch.count))
    var next = rows.startIndex
    for offset in 0..<UInt64(batch.count) {
      for policy in policies {
        for round in 0..<perTrial {
          let row = try #require(rows.indices.contains(next) ? rows[next] : nil)
          next += 1
          #expect(row["trial"] == "\(batch.first + offset)", "\(row)")
          #expect(row["round"] == "\(round)" && row["policy"] == policy, "\(row)")
          #expect(row["level"] == codes[Int(perTrial * offset + round)], "\(row)")
          if row["outcome"] == "won" { break }
        }
      }
    }
    #expect(next == rows.endIndex)
  }

  /// The codes of the levels that trials play, one per round.
  private static func codes(_ batch: BatchOfRounds, _ count: UInt64) throws -> [String] {
    let perTrial = count / UInt64(batch.count)
    guard batch.levels.first?.hasPrefix("--") ?? true else {
      let given = Table(try zombies(["solve", "--format", "csv"] + batch.levels).output)
      let codes = given.column("level")
      let length = UInt64(codes.count)
      return (0..<count).map { codes[Int((perTrial * batch.first + $0) % length)] }
    }
    let rules = batch.options.prefix { $0 != "--max-moves" }
    let run = try zombies(
      ["generate", "--format", "code", "--seed", "\(batch.seed)", "--count", "\(count)"]
        + ["--first", "\(perTrial * batch.first)"] + batch.levels + rules)
    #expect(run.ending == .exit(0), "\(run)")
    return run.lines
  }

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
    #expect(one.rounds.utf8.count { $0 == UInt8(ascii: "\n") } > 2 * batch.count)
    for threads in isLong ? ["2", "3", "8"] : [] {
      #expect(try batch.outputs(["--threads", threads], squares: true) == one, "\(threads)")
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
      #expect(run.ending == .exit(0), "\(run)")
      return run.output.split(separator: "\n").dropFirst().map { $0 }
    }
    let all = try lines("all")
    let names = all.compactMap { $0.split(separator: ",").first.map(String.init) }
    #expect(try lines(names.reversed().joined(separator: ",")) == all.reversed())
    for (name, line) in zip(names, all) { #expect(try lines(name) == [line]) }
  }
}
