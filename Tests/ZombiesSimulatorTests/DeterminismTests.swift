import Testing
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// A result depends only on the seed and the settings ("Batches, tallies and intervals",
/// "Determinism"): only here must batches of several chunks deliver the same records in the same
/// portions with any number of threads.
@Suite struct DeterminismTests {
  /// Batches of several chunks: small rooms have 1024 trials per chunk, larger rooms fewer.
  private static func batches() throws -> [(name: String, batch: Batch)] {
    let codes = ["S3/Z1#1/1F2/3P", "S3/4/2Z1/3P", "S298P", "S1#/3/2P+lit"]
    let plans = ["S3/4/Z1F1/3P", "S3/4/2Z1/3P", "S4/5/2Z2/5/4P"]
    let most = isLong ? nil : 8
    return [
      (
        "classic",
        try Batch(
          family: "classic", policies: [.random, .edge, .clairvoyant], trials: 5..<1040,
          maxMoves: most)
      ),
      ("walk", try Batch(family: "classic", .any, policies: [.random], trials: 0..<1100)),
      (
        "games",
        try Batch(
          family: "block", .any, policies: [.random, .edge], unit: .games, trials: 1000..<2030,
          maxMoves: most)
      ),
      (
        "lit",
        try Batch(
          family: "4x6z1b3+lit", .any, policies: [.beeline], trials: 7..<1040, maxMoves: most)
      ),
      (
        "wide",
        try Batch(
          family: "5x200z4b20", .any, policies: [.random, .edge], trials: 3..<75, maxMoves: most)
      ),
      (
        "wide games",
        try Batch(
          family: "3x100z3b30f1", .any, policies: [.random, .beeline], unit: .games,
          trials: 0..<230, maxMoves: most)
      ),
      (
        "list",
        try Batch(
          codes: codes, policies: Policy.withoutPlan, unit: .games, trials: 0..<230, maxMoves: most)
      ),
      (
        "plans",
        try Batch(family: "4x4z1b1", .any, policies: [.optimal], trials: 0..<1030, maxMoves: most)
      ),
      (
        "plans of a list",
        try Batch(
          codes: plans, policies: [.optimal, .edge], unit: .games, trials: 0..<1030, maxMoves: most)
      ),
    ]
  }

  @Test func tallyAndRecordsAreTheSameForAnyNumberOfThreads() throws {
    let failure = try firstFailure(of: Self.batches()) { name, batch in
      let expected = try RecordedRun(batch)
      guard expected.portions.count > 1 else { return "\(name): only one chunk" }
      return try firstFailure(of: isLong ? [2, 3, 8] : [3]) { threads in
        let run = try RecordedRun(batch, threads: threads)
        guard run.tallies == expected.tallies else { return "\(name), \(threads): tallies" }
        guard run.records == expected.records else { return "\(name), \(threads): records" }
        guard run.portions == expected.portions else { return "\(name), \(threads): portions" }
        let tallies = try Simulator(batch, threads: threads).run().tallies
        return tallies == expected.tallies ? nil : "\(name), \(threads): without records"
      }
    }
    expectNil(failure)
  }

  @Test func noPolicyAtAllIsABatchWithoutRows() throws {
    let batch = try Batch(family: "classic", policies: [], trials: 0..<10)
    try expect(Simulator(batch).run().tallies.isEmpty)
    try expect(RecordedRun(batch).records.isEmpty)
  }

  @Test func aBatchWithoutTrialsIsEmpty() throws {
    let batch = try Batch(family: "classic", policies: [.random, .edge], trials: 5..<5)
    let run = try RecordedRun(batch, threads: 3)
    expect(run.records.isEmpty && run.tallies == [Tally(), Tally()])
    try expectEqual(Simulator(batch, threads: 2).run().tallies, [Tally(), Tally()])
  }

  /// The last trials whose level indices, plus one for the upper bound of a range, fit 64 bits.
  /// With games 3 · 6148914691236517204 + 2 = 2⁶⁴ − 2, and the next game would have no third index.
  private static let lastTrials: [(unit: Batch.Unit, last: UInt64)] = [
    (.rounds, .max - 1), (.games, 6_148_914_691_236_517_204),
  ]

  @Test func theLastTrialsThatThereAreCanBePlayed() throws {
    for (unit, last) in Self.lastTrials {
      for name in ["classic", "9x9z3"] {
        var batch = try Batch(
          family: name, .any, policies: [.edge, .random], unit: unit, trials: last - 3..<last + 1)
        let trials = Set(try RecordedRun(batch).records.map(\.trial))
        expectEqual(batch.trialCount, 4)
        expectEqual(trials, Set((last - 3)...last))
        batch.trials = last..<last + 1
        try expectEqual(Simulator(batch).run().tallies, RecordedRun(batch).tallies)
      }
    }
  }

  @Test func batchesWithoutLevelsCannotBePlayed() throws {
    var batch = try Batch(codes: ["SP"], policies: [.edge], unit: .games, trials: 0..<5)
    _ = try Simulator(batch)
    let last = Self.lastTrials[1].last
    batch.trials = 0..<last + 2
    #expect(throws: SimulationError.tooManyTrials(last + 1, largest: last)) {
      try Simulator(batch)
    }
    batch.unit = .rounds
    _ = try Simulator(batch)
    batch.trials = .max..<(.max)
    try expectEqual(Simulator(batch).batch.trialCount, 0)
    batch.levels = .list(LevelList())
    #expect(throws: SimulationError.noLevels) { try Simulator(batch) }
  }

  @Test func seedsMakeDifferentRounds() throws {
    var batch = try Batch(family: "classic", policies: [.random, .edge], trials: 0..<200, seed: 1)
    let first = try RecordedRun(batch)
    // Another seed for the policies: the same levels, and only `random` plays differently.
    batch.seed = 2
    let second = try RecordedRun(batch)
    expectEqual(first.records.map(\.level), second.records.map(\.level))
    expect(first.records.map(\.path) != second.records.map(\.path))
    expectEqual(first.tallies[1], second.tallies[1])
    let ofEdge = [first, second].map { run in run.records.filter { $0.policy == .edge } }
    expectEqual(ofEdge[0], ofEdge[1])
  }
}
