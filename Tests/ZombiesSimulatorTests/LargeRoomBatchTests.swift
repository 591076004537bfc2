import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestSupport

/// Batches in rooms so large that a chunk of work is a single trial: rooms of more than 65,536
/// squares, of exactly that many, and of slightly more than half. Only here are the portions of
/// such batches counted.
@Suite struct LargeRoomBatchTests {
  private static let policies: [Policy] = [.random, .edge]

  /// A chunk has 65,536 / squares trials, but at least one.
  @Test(arguments: [
    ("257x256z3b9", 1), ("256x256z3", 1), ("181x182z2f1", 1), ("181x181z2+lit", 2), ("8x8z1", 3),
    ("5x13z1", 3),
  ])
  func trialsAreCutAndPlayedAlike(name: String, portion: Int) throws {
    for unit in portion > 1 || isLong ? [Batch.Unit.rounds, .games] : [.rounds] {
      let batch = try Batch(
        family: name, .any, policies: Self.policies, unit: unit, trials: 7..<10, maxMoves: 4)
      let whole = try RecordedRun(batch, countsSquares: true)
      let trials = Set(whole.records.map(\.trial))
      expectEqual(trials, Set(7..<10), "\(name)")
      if unit == .rounds {
        // Two policies per trial.
        var portions = [Int](repeating: 2 * portion, count: 3 / portion)
        if 3 % portion > 0 { portions.append(2 * (3 % portion)) }
        expectEqual(whole.portions, portions, "\(name)")
      }
      let threaded = try RecordedRun(batch, threads: 3, countsSquares: true)
      expect(threaded.records == whole.records && threaded.tallies == whole.tallies, "\(name)")
      try expectEqual(
        Simulator(batch, threads: 2, countsSquares: true).run().tallies, whole.tallies)
    }
  }

  /// The largest room of a list decides how the work is split, wherever it is in the list.
  @Test func aListIsCutByItsLargestRoom() throws {
    let large = try LevelGenerator(Family("257x256z3b9"), seed: 4, selection: .any).level(
      at: 0)
    for levels in [["S3P", large.code, "S/1/P"], [large.code, "S3P"], ["S3P", large.code]] {
      let batch = try Batch(codes: levels, policies: Self.policies, trials: 0..<6, maxMoves: 3)
      let run = try RecordedRun(batch, threads: 2)
      expectEqual(run.portions, [Int](repeating: 2, count: 6))
      for record in run.records {
        expectEqual(record.level, levels[Int(record.trial) % levels.count], "\(record)")
      }
    }
  }
}
