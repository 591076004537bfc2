import Testing
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// A result depends only on the seed and the settings ("Batches, tallies and intervals",
/// "Determinism").
@Suite struct DeterminismTests {
  /// Batches of several chunks: small rooms have 1024 trials per chunk, larger rooms fewer.
  private static func batches() throws -> [(name: String, batch: Batch)] {
    let some: [Policy] = [.random, .edge, .clairvoyant]
    return [
      (
        "classic",
        try Batch(
          family: "classic", policies: some, trials: 5..<UInt64(cases(exactly: 1040, long: 1100)))
      ),
      (
        "walk",
        try Batch(
          family: "classic", .any, policies: [.random],
          trials: 0..<UInt64(cases(exactly: 1100, long: 2500)))
      ),
      (
        "games",
        try Batch(family: "block", .any, policies: some, unit: .games, trials: 1000..<2100)
      ),
      (
        "lit",
        try Batch(
          family: "4x6z1b3+lit", .any, policies: [.beeline],
          trials: 7..<UInt64(cases(exactly: 1040, long: 1300)))
      ),
      (
        "wide",
        try Batch(
          family: "5x200z4b150", policies: [.random, .edge], trials: 3..<75, maxMoves: 30)
      ),
      (
        "wide games",
        try Batch(
          family: "3x100z3b30f1", .any, policies: [.random, .beeline], unit: .games,
          trials: 0..<230, maxMoves: 20)
      ),
      (
        "list",
        try Batch(
          codes: ["S3/Z1#1/1F2/3P", "S3/4/2Z1/3P", "S298P", "S1#/3/2P+lit"],
          policies: Policy.withoutPlan, unit: .games, trials: 0..<230, maxMoves: 20)
      ),
      (
        "plans", try Batch(family: "4x4z1b1", .any, policies: [.optimal], trials: 0..<1100)
      ),
      (
        "plans of a list",
        try Batch(
          codes: ["S3/4/Z1F1/3P", "S3/4/2Z1/3P", "S4/5/2Z2/5/4P"],
          policies: [.optimal, .edge], unit: .games, trials: 0..<1100, maxMoves: 20)
      ),
    ]
  }

  /// Each batch, played by one thread, to compare everything else with.
  private static let whole = Result {
    try batches().map { (name: $0.name, batch: $0.batch, run: try RecordedRun($0.batch)) }
  }

  @Test func tallyAndRecordsAreTheSameForAnyNumberOfThreads() throws {
    let failure = try firstFailure(of: Self.whole.get()) { name, batch, expected in
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
    #expect(failure == nil)
  }

  @Test func countedSquaresAreTheSameForAnyNumberOfThreads() throws {
    let batches = try Self.whole.get().filter { $0.name != "list" }
    let failure = try firstFailure(of: batches) { name, batch, plain in
      let counted = try Simulator(batch, threads: 1, countsSquares: true).run().tallies
      for (with, without) in zip(counted, plain.tallies) where with.rounds != without.rounds {
        return "\(name): counting squares changes the rounds"
      }
      return try firstFailure(of: isLong ? [3, 8] : [3]) { threads in
        let tallies = try Simulator(batch, threads: threads, countsSquares: true).run().tallies
        return tallies == counted ? nil : "\(name), \(threads)"
      }
    }
    #expect(failure == nil)
  }

  @Test func aPolicysRowDoesNotDependOnTheOthers() throws {
    let lists: [[Policy]] =
      [
        [.clairvoyant, .random, .beeline], [.random, .random], Policy.withoutPlan.reversed(),
      ]
      + (isLong
        ? [[.edge, .random], [.random, .edge], [.beeline, .clairvoyant], Policy.withoutPlan] : [])
    let failure = try firstFailure(of: [Batch.Unit.rounds, .games]) { unit in
      try firstFailure(of: ["classic", "flashlight", "9x9z2b10"]) { name in
        var batch = try Batch(
          family: name, .any, policies: [], unit: unit,
          trials: 10..<UInt64(cases(exactly: 35, long: 70)))
        var alone: [Policy: (tally: Tally, records: [RecordLine])] = [:]
        for policy in Policy.withoutPlan {
          batch.policies = [policy]
          let run = try RecordedRun(batch)
          alone[policy] = (run.tallies[0], run.records)
        }
        return try firstFailure(of: lists) { policies in
          batch.policies = policies
          let run = try RecordedRun(batch)
          let tallies = try Simulator(batch).run().tallies
          return firstFailure(of: policies.indices) { place in
            let policy = policies[place]
            let records = run.records.filter { $0.policy == policy }
            guard run.tallies[place] == alone[policy]?.tally, tallies[place] == alone[policy]?.tally
            else { return "\(name) \(unit) \(policies): tally \(place)" }
            // A policy that is named twice plays twice.
            guard policies != [.random, .random] else { return nil }
            return records == alone[policy]?.records ? nil : "\(name) \(policies): records"
          }
        }
      }
    }
    #expect(failure == nil)
  }

  @Test func noPolicyAtAllIsABatchWithoutRows() throws {
    let batch = try Batch(family: "classic", policies: [], trials: 0..<10)
    #expect(try Simulator(batch).run().tallies.isEmpty)
    #expect(try RecordedRun(batch).records.isEmpty)
  }

  @Test func partsOfABatchAddUpToTheWhole() throws {
    let failure = try firstFailure(of: Self.whole.get()) { name, batch, whole in
      let (first, last) = (batch.trials.lowerBound, batch.trials.upperBound)
      for middle in [(first + last) / 2 + 1] + (isLong ? [first, first + 7] : []) {
        var (left, right) = (batch, batch)
        left.trials = first..<middle
        right.trials = middle..<last
        let (before, after) = (try RecordedRun(left), try RecordedRun(right))
        let sums = zip(before.tallies, after.tallies).map { tallies in
          var sum = tallies.0
          sum += tallies.1
          return sum
        }
        guard sums == whole.tallies else { return "\(name) cut at \(middle): tallies" }
        guard before.records + after.records == whole.records else {
          return "\(name) cut at \(middle): records"
        }
      }
      return nil
    }
    #expect(failure == nil)
  }

  @Test func aBatchWithoutTrialsIsEmpty() throws {
    let batch = try Batch(family: "classic", policies: [.random, .edge], trials: 5..<5)
    let run = try RecordedRun(batch, threads: 3)
    #expect(run.records.isEmpty && run.tallies == [Tally(), Tally()])
    #expect(try Simulator(batch, threads: 2).run().tallies == [Tally(), Tally()])
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
        #expect(batch.trialCount == 4)
        #expect(trials == Set((last - 3)...last))
        batch.trials = last..<last + 1
        #expect(try Simulator(batch).run().tallies == RecordedRun(batch).tallies)
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
    #expect(try Simulator(batch).batch.trialCount == 0)
    batch.levels = .list(LevelList())
    #expect(throws: SimulationError.noLevels) { try Simulator(batch) }
  }

  @Test func seedsMakeDifferentRounds() throws {
    var batch = try Batch(family: "classic", policies: [.random, .edge], trials: 0..<200, seed: 1)
    let first = try RecordedRun(batch)
    // Another seed for the policies: the same levels, and only `random` plays differently.
    batch.seed = 2
    let second = try RecordedRun(batch)
    #expect(first.records.map(\.level) == second.records.map(\.level))
    #expect(first.records.map(\.path) != second.records.map(\.path))
    #expect(first.tallies[1] == second.tallies[1])
    let ofEdge = [first, second].map { run in run.records.filter { $0.policy == .edge } }
    #expect(ofEdge[0] == ofEdge[1])
  }
}
