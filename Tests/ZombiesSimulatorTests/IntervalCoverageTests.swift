import Foundation
import Testing
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestSupport

/// The 95% intervals cover exactly known rates as often as they should.
///
/// Wilson's interval of n trials covers a rate p with a probability that is a sum of binomial terms
/// and goes up and down with n. The tests use numbers of trials at which it is nearest to 95%, so
/// they measure the program and not the interval.
///
/// With `ZOMBIES_LONG=1` the real simulator plays 2,000 seeds, and covers the rate in 95% ± 1.5% of
/// them, three standard errors of √(0.95 · 0.05 / 2000) = 0.487%. Otherwise there are 200 seeds,
/// for which three standard errors are 3 · √(0.95 · 0.05 / 200) = 4.6%. The seeds are fixed, so the
/// result is too.
@Suite struct IntervalCoverageTests {
  private static let seeds: Range<UInt64> = 1..<(isLong ? 2001 : 201)
  private static let tolerance = isLong ? 0.015 : 0.046

  /// The probability that Wilson's interval for a number of trials covers a rate.
  private static func coverage(_ rate: Double, _ trials: Int) -> Double {
    // p(k) = p(k − 1) · (n − k + 1)/k · p/(1 − p).
    var (probability, sum) = (pow(1 - rate, Double(trials)), 0.0)
    for hits in 0...trials {
      let interval = Interval(wilson: UInt64(hits), of: UInt64(trials))
      if interval.low <= rate, rate <= interval.high { sum += probability }
      probability *= Double(trials - hits) / Double(hits + 1) * rate / (1 - rate)
    }
    return sum
  }

  /// The number of trials at which the coverage is nearest to 95%.
  private static func trials(_ rate: Double, _ range: ClosedRange<Int>) throws -> UInt64 {
    let distances = range.map { (trials: $0, distance: abs(coverage(rate, $0) - 0.95)) }
    let best = try #require(distances.min { $0.distance < $1.distance })
    #expect(best.distance < 0.001, "\(rate): \(best)")
    return UInt64(best.trials)
  }

  /// The share of the seeds whose interval covers a rate.
  private static func covered(
    _ rate: Double, _ name: String, _ policy: Policy, _ unit: Batch.Unit, trials: UInt64
  ) throws -> Double {
    var covered = 0
    for seed in seeds {
      let batch = try Batch(
        family: name, .any, policies: [policy], unit: unit, trials: 0..<trials, seed: seed)
      let tally = try Simulator(batch).run().tallies[0]
      let (hits, all) =
        unit == .games
        ? (tally.gamesWon, tally.gamesWon + tally.gamesLost)
        : (tally.rounds[.won], tally.rounds.total)
      #expect(all == trials)
      let interval = Interval(wilson: hits, of: all)
      if interval.low <= rate, rate <= interval.high { covered += 1 }
    }
    let share = Double(covered) / Double(seeds.count)
    if isLong { print("measured: \(name) \(policy) \(unit), \(trials) trials: \(share) covered") }
    return share
  }

  /// The exact rate of `edge`: the share of placements that it wins.
  private static func edgeRate(_ family: NaiveFamily) -> Double {
    var won = 0
    family.forEachPlacement { level in
      if naivePlay(.edge, level, maxMoves: 4 * level.squareCount).outcome == .won { won += 1 }
    }
    return Double(won) / Double(family.placementCount)
  }

  /// The exact rate of `random`.
  private static func randomRate(_ family: NaiveFamily) -> Double {
    var won = 0.0
    family.forEachPlacement { won += naiveExactRandom($0, maxMoves: 4 * $0.squareCount).won }
    return won / Double(family.placementCount)
  }

  /// A game is won unless all three of its rounds are lost. Their levels are independent.
  private static func rate(_ round: Double, _ unit: Batch.Unit) -> Double {
    unit == .games ? 1 - pow(1 - round, 3) : round
  }

  @Test(arguments: [Batch.Unit.rounds, .games])
  func ratesOfEdgeAreCovered(unit: Batch.Unit) throws {
    let round = Self.edgeRate(.classic)
    let expected: Double = 36 / 171
    #expect(round == expected)
    let rate = Self.rate(round, unit)
    let trials = try Self.trials(rate, 80...160)
    let share = try Self.covered(rate, "classic", .edge, unit, trials: trials)
    #expect(abs(share - 0.95) <= Self.tolerance, "\(share)")
  }

  @Test(arguments: [Batch.Unit.rounds, .games])
  func ratesOfRandomAreCovered(unit: Batch.Unit) throws {
    let rate = Self.rate(Self.randomRate(.block), unit)
    #expect(rate > 0.05 && rate < 0.3)
    let trials = try Self.trials(rate, 100...200)
    let share = try Self.covered(rate, "block", .random, unit, trials: trials)
    #expect(abs(share - 0.95) <= Self.tolerance, "\(share)")
  }
}
