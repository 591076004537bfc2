import Testing
import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestSupport

/// The results of batches by level: only here are these compared with the records of the rounds.
@Suite struct LevelTalliesTests {
  /// Small and wide rooms. The first and the fourth level are the same.
  private static let codes = [
    "S4/5/Z1#2/2F2/4P", "S8/9/9/3Z5/9/2#6/9/1#7/8P", "S#/#P", "S4/5/Z1#2/2F2/4P", "S98P",
    "S5/6/2Z3/1Z4/6/5P+lit", "S12/13/4#8/5Z7/13/6F6/13/12P",
  ]

  private static func tallies(_ batch: Batch, threads: Int) throws -> LevelTallies {
    let start = BatchProgress(batch, countsLevels: true)
    let end = try Simulator(batch, threads: threads).play(from: start)
    return try #require(end.levels)
  }

  private static let trials: [(first: UInt64, count: UInt64)] = [
    (0, isLong ? 3000 : 80), (5, 2), (1 << 63 + 3, isLong ? 1500 : 40), (0, 0),
  ]

  /// The rounds of a level, counted from records.
  @Test(arguments: trials)
  func roundsAreThoseOfTheRecords(first: UInt64, count: UInt64) throws {
    let policies: [Policy] = [.edge, .random, .clairvoyant]
    let batch = try Batch(
      codes: Self.codes, policies: policies, trials: first..<first + count,
      maxMoves: isLong ? 300 : 60)
    let tallies = try Self.tallies(batch, threads: 3)
    #expect(tallies.levelCount == Self.codes.count && tallies.policies == policies)
    #expect(try Self.tallies(batch, threads: 1) == tallies)
    let records = try RecordedRun(batch, threads: 2).records
    var sum = policies.map { _ in Tally() }
    for level in Self.codes.indices {
      for (place, policy) in policies.enumerated() {
        var expected = Tally()
        for record in records
        where record.policy == policy && record.trial % UInt64(Self.codes.count) == UInt64(level) {
          expected.count(record.outcome, moves: record.path.utf8.count)
        }
        let rounds = tallies.rounds(onLevel: level, ofPolicy: place)
        #expect(rounds.outcomes == expected.rounds, "level \(level), \(policy)")
        #expect(rounds.winRate.hits == expected.rounds[.won])
        #expect(rounds.winRate.trials == expected.rounds.total)
        #expect(rounds.winRate.isExact == (policy != .random))
        for entry in rounds.outcomes.entries {
          sum[place].count(entry.outcome, moves: entry.moves, times: entry.count)
        }
      }
    }
    #expect(try Simulator(batch).run().tallies == sum)
  }

  /// With records, which are delivered as usual.
  @Test func besideRecords() throws {
    let batch = try Batch(codes: Self.codes, policies: [.beeline, .random], trials: 0..<40)
    let end = try Simulator(batch, threads: 2).play(
      from: BatchProgress(batch, countsLevels: true), onRounds: { UInt64($0.count) })
    let (levels, tallies) = try (Self.tallies(batch, threads: 1), Simulator(batch).run().tallies)
    #expect(end.levels == levels)
    #expect(end.result.tallies == tallies)
  }

  /// A batch stopped at some chunk and resumed from there.
  @Test func resumed() throws {
    let batch = try Batch(
      codes: Self.codes, policies: [.edge, .random],
      trials: 2..<UInt64(cases(exactly: 502, long: 5002)), maxMoves: isLong ? nil : 20)
    var progress = BatchProgress(batch, countsLevels: true)
    var turns = 0
    while progress.next < batch.trials.upperBound {
      progress = try Simulator(batch).play(
        from: progress, isEnough: { [done = progress.trialCount] in $0.trialCount > done })
      turns += 1
    }
    #expect(turns > cases(exactly: 3, long: 10))
    let levels = try Self.tallies(batch, threads: 2)
    #expect(progress.levels == levels)
  }

  /// Levels of a family and games have no results by level.
  @Test func notOfFamiliesNorOfGames() throws {
    let family = try Batch(family: "classic", policies: [.edge], trials: 0..<9)
    #expect(BatchProgress(family, countsLevels: true).levels == nil)
    let games = try Batch(codes: Self.codes, policies: [.edge], unit: .games, trials: 0..<9)
    #expect(BatchProgress(games, countsLevels: true).levels == nil)
    let rounds = try Batch(codes: Self.codes, policies: [.edge], trials: 0..<9)
    #expect(BatchProgress(rounds).levels == nil)
    #expect(try Simulator(rounds).play(from: BatchProgress(rounds)).levels == nil)
  }
}
