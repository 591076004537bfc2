import Testing
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestSupport

/// Rates without sampling error, and how they are reported.
@Suite struct RateTests {
  private static func result(
    _ levels: BatchSettings.Levels, _ policy: Policy, _ unit: Batch.Unit, won: UInt64, lost: UInt64,
    played: [Range<UInt64>]
  ) throws -> BatchResult {
    var tally = Tally()
    tally.count(.won, moves: 4, times: won)
    tally.count(.caught, moves: 3, times: lost)
    let trials = RangeSet(played)
    let settings = BatchSettings(
      levels: levels, size: nil, policies: [policy], unit: unit, rules: .standard, maxMoves: nil,
      seed: 0, countsSquares: false)
    return BatchResult(settings, whole: 0..<1000, played: trials, tallies: [tally])
  }

  @Test func randomAloneIsSampledOnGivenLevels() throws {
    for policy in Policy.builtIn {
      expectEqual(policy.playsInOneWay, (policy != .random))
      for levels in [
        BatchSettings.Levels.given(count: 20, fingerprint: "x"),
        .generated(.classic, .any, seed: 0, rules: .standard),
      ] {
        let result = try Self.result(levels, policy, .rounds, won: 30, lost: 70, played: [0..<100])
        let rate = result.roundRate(at: 0)
        let isGiven = if case .given = levels { true } else { false }
        expectEqual(rate.isExact, (isGiven && policy != .random), "\(policy)")
        let interval = try require(rate.interval)
        let expected =
          rate.isExact ? Interval(low: 0.3, high: 0.3) : Interval(wilson: 30, of: 100)
        expectEqual(interval, expected, "\(policy)")
      }
    }
    for (count, unit, period) in [
      (1, .rounds, 1), (6, .rounds, 6), (1, .games, 1), (2, .games, 2), (3, .games, 1),
      (20, .games, 20), (21, .games, 7),
    ] as [(Int, Batch.Unit, UInt64)] {
      let result = try Self.result(
        .given(count: count, fingerprint: "x"), .edge, unit, won: 0, lost: 0, played: [])
      expectEqual(result.settings.period, period)
      // Nothing is known before the first trial.
      expectNil(result.roundRate(at: 0).interval)
      // By going through the levels of the rounds.
      let rounds = UInt64(unit.roundsPerTrial)
      let levels = { (trial: UInt64) in (0..<rounds).map { (rounds * trial + $0) % UInt64(count) } }
      expectEqual((1...50).first { levels($0) == levels(0) }, period)
    }
  }

  @Test(
    arguments: [
      // Each of 20 levels five times; unevenly; 100 trials in ranges that are not whole turns.
      (20, 30, 70, [0..<100], 6, 20), (20, 31, 70, [0..<101], 31, 101),
      (20, 30, 70, [0..<50, 60..<110], 30, 100), (20, 6, 14, [7..<27], 6, 20),
      (20, 3, 7, [0..<10], 3, 10),
      // 31 of 100 is impossible with five equal rounds per level, so the fraction is not reduced.
      (20, 31, 69, [0..<100], 31, 100),
    ] as [(Int, UInt64, UInt64, [Range<UInt64>], UInt64, UInt64)])
  func fractions(
    count: Int, won: UInt64, lost: UInt64, played: [Range<UInt64>], hits: UInt64, trials: UInt64
  ) throws {
    let rate = try Self.result(
      .given(count: count, fingerprint: "x"), .edge, .rounds, won: won, lost: lost, played: played
    ).roundRate(at: 0)
    expect(rate.fraction == (hits, trials))
    expectEqual(rate.value, Double(won) / Double(won + lost))
  }
}
