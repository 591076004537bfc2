import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSimulator

/// A comparison of simulated results with exact values, which check each other.
public struct SimulationCheck: Sendable {
  /// The exact values.
  public let analysis: PolicyAnalysis

  /// The seed of the levels and of the policies.
  public let seed: UInt64

  /// The rounds simulated, one per trial.
  public let rounds: Histogram

  /// The games simulated, one per trial.
  public let gamesWon, gamesLost: UInt64

  /// An estimate with its 95% interval.
  public struct Estimate: Sendable {
    /// The estimate.
    public let value: Double
    /// The Wilson interval of a rate, or the normal interval of a mean.
    public let interval: Interval
    /// Whether the interval contains the exact value, as is expected in 95 of 100 checks.
    public let covers: Bool
    /// The signed distance of the estimate from the exact value, in standard errors.
    public let deviation: Double

    init?(_ value: Double?, _ interval: Interval, _ exact: ExactValue?, standardError: Double) {
      guard let value, let exact else { return nil }
      assert(interval.low <= interval.high, "an interval")
      self.value = value
      self.interval = interval
      let difference = value - exact.approximate
      let isRounding = abs(difference) <= exact.errorBound + 1e-12 * exact.approximate
      deviation = isRounding ? 0 : difference / standardError
      // If all rounds have the same length, the interval is a point.
      let slack = exact.errorBound + 1e-12 * exact.approximate
      covers =
        interval.low - slack <= exact.approximate && exact.approximate <= interval.high + slack
    }
  }

  /// The rate of rounds won; nil if nothing was played.
  public var winRate: Estimate? {
    Self.rate(rounds[.won], of: rounds.total, analysis.won)
  }

  /// The mean moves of a round; nil if nothing was played, or if rounds may never end.
  public var meanMoves: Estimate? {
    guard let mean = rounds.meanMoves else { return nil }
    let error = (rounds.movesDeviation ?? 0) / Double(rounds.total).squareRoot()
    let interval = Interval(low: mean - zOf95 * error, high: mean + zOf95 * error)
    return Estimate(mean, interval, analysis.meanMoves, standardError: error)
  }

  /// The rate of games won; nil if nothing was played.
  public var gameWinRate: Estimate? {
    Self.rate(gamesWon, of: gamesWon + gamesLost, analysis.gameWon)
  }

  private static func rate(
    _ hits: UInt64, of trials: UInt64, _ exact: ExactValue?
  ) -> Estimate? {
    guard trials > 0 else { return nil }
    let interval = Interval(wilson: hits, of: trials)
    let p = exact?.approximate ?? 0
    let error = (max(0, p * (1 - p)) / Double(trials)).squareRoot()
    return Estimate(Double(hits) / Double(trials), interval, exact, standardError: error)
  }
}

extension FamilyAnalysis {
  /// Simulates the same number of rounds and of games for each policy, on all levels and on solvable
  /// levels.
  ///
  /// - Parameters:
  ///   - trials: The number of rounds, and of games, for each policy and selection of levels.
  ///   - seed: The seed of the levels and of the policies.
  ///   - threads: The number of threads.
  ///   - onProgress: Receives the number of trials done, out of `4 * trials`, at intervals.
  /// - Returns: A check for each of ``policies``, in that order. A check has no rounds if there are no
  ///   levels, or if moves are not limited.
  /// - Throws: ``/ZombiesSimulator/SimulationError``.
  public func check(
    trials: UInt64, seed: UInt64, threads: Int = 1, onProgress: ((UInt64) -> Void)? = nil
  ) throws(SimulationError) -> [SimulationCheck] {
    try check(trials: trials, seed: seed, threads: threads, outside: [:], onProgress: onProgress)
  }

  /// Simulates rounds and games, as ``check(trials:seed:threads:onProgress:)`` does.
  ///
  /// - Parameter outside: The programs that play policies.
  package func check(
    trials: UInt64, seed: UInt64, threads: Int, outside: [Policy: any OutsidePolicy],
    onProgress: ((UInt64) -> Void)?
  ) throws(SimulationError) -> [SimulationCheck] {
    var checks: [[SimulationCheck]] = []
    var done: UInt64 = 0
    for selection in [LevelSelection.any, .solvable] {
      let analyses = policies.filter { $0.levels == selection }
      let none = analyses.map { _ in Tally() }
      var (rounds, games) = (none, none)
      if let moveLimit = settings.moveLimit, analyses.contains(where: { $0.placements > 0 }) {
        let generator = LevelGenerator(
          settings.family, seed: seed, rules: settings.rules, selection: selection,
          stateLimit: settings.stateLimit)
        var batch = Batch(
          generator, policies: analyses.map(\.policy), trials: 0..<trials, maxMoves: moveLimit)
        batch.outside = outside
        let watch = onProgress.map { onProgress in
          { (progress: BatchProgress) in onProgress(done + progress.trialCount) }
        }
        rounds = try Simulator(batch, threads: threads).run(onProgress: watch).tallies
        done += trials
        batch.unit = .games
        games = try Simulator(batch, threads: threads).run(onProgress: watch).tallies
        done += trials
      }
      assert(rounds.count == analyses.count && games.count == rounds.count, "one of each policy")
      checks.append(
        analyses.indices.map { index in
          SimulationCheck(
            analysis: analyses[index], seed: seed, rounds: rounds[index].rounds,
            gamesWon: games[index].gamesWon, gamesLost: games[index].gamesLost)
        })
    }
    // Sorted by policy first, in the order of the analyses.
    return zip(checks[0], checks[1]).flatMap { [$0, $1] }
  }
}
