import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// A result depends only on the seed and the settings ("Batches, tallies and intervals",
/// "Determinism"): here for the last trials and for the portions of rooms of any size. `PlainBatchTests` and
/// `ResumeTests` play batches of several chunks with several numbers of threads.
@Suite struct DeterminismTests {
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
    // Batches without policies, trials or levels.
    let none = try RecordedRun(Batch(family: "classic", policies: [], trials: 0..<10))
    expect(none.tallies.isEmpty && none.records.isEmpty)
    let empty = try RecordedRun(
      Batch(family: "classic", policies: [.random, .edge], trials: 5..<5), threads: 3)
    expect(empty.records.isEmpty && empty.tallies == [Tally(), Tally()])
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

  /// A chunk has 65,536 / squares trials, but at least one, and at most 1,024; the largest room of a list decides,
  /// wherever it is.
  @Test func trialsAreCutByTheSizeOfRooms() throws {
    for (name, portion) in [
      ("257x256z3b9", 1), ("256x256z3", 1), ("181x182z2f1", 1), ("181x181z2+lit", 2), ("8x8z1", 3),
      ("5x13z1", 3),
    ] {
      let batch = try Batch(
        family: name, .any, policies: [.random, .edge], trials: 7..<10, maxMoves: 4)
      let whole = try RecordedRun(batch, countsSquares: true)
      let trials = Set(whole.records.map(\.trial))
      expectEqual(trials, Set(7..<10), "\(name)")
      // Two policies per trial.
      var portions = [Int](repeating: 2 * portion, count: 3 / portion)
      if 3 % portion > 0 { portions.append(2 * (3 % portion)) }
      expectEqual(whole.portions, portions, "\(name)")
      let threaded = try RecordedRun(batch, threads: 3, countsSquares: true)
      expect(threaded.records == whole.records && threaded.tallies == whole.tallies, "\(name)")
      expectEqual(threaded.portions, portions, "\(name)")
    }
    let large = try LevelGenerator(Family("257x256z3b9"), seed: 4, selection: .any).level(at: 0)
    for levels in [["S3P", large.code, "S/1/P"], [large.code, "S3P"], ["S3P", large.code]] {
      let batch = try Batch(codes: levels, policies: [.random, .edge], trials: 0..<6, maxMoves: 3)
      let run = try RecordedRun(batch, threads: 2)
      expectEqual(run.portions, [Int](repeating: 2, count: 6))
      for record in run.records {
        expectEqual(record.level, levels[Int(record.trial) % levels.count], "\(record)")
      }
    }
  }
}
