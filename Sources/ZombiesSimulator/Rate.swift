// Rates of a batch, and how precisely they are known.

import ZombiesCore
import ZombiesPolicies

/// A rate in a batch: rounds won of rounds, or games won of games.
///
/// A rate is *exact* if a policy that plays a level in one way
/// (``/ZombiesPolicies/Policy/playsInOneWay``) plays given levels: replaying the same trials wins
/// the same ones, so there is no sampling error, and more replays add no precision. The trials of a
/// family are a sample of its levels, and the rounds of `random` are a sample in any case.
public struct Rate: Sendable {
  /// The number won, and the number played.
  public let hits, trials: UInt64

  /// Whether the rate has no sampling error.
  public let isExact: Bool

  /// The rate as a fraction. If given levels were played in turn, equally often, it is that of
  /// playing each once.
  public let fraction: (hits: UInt64, trials: UInt64)

  /// A rate.
  ///
  /// - Parameter repeats: How many times an exact rate's trials were played.
  init(_ hits: UInt64, of trials: UInt64, isExact: Bool, repeats: UInt64) {
    self.hits = hits
    self.trials = trials
    self.isExact = isExact
    let isWhole = isExact && repeats > 0 && hits % repeats == 0 && trials % repeats == 0
    fraction = isWhole ? (hits / repeats, trials / repeats) : (hits, trials)
  }

  /// The rate; nil if nothing was played.
  public var value: Double? { trials == 0 ? nil : Double(hits) / Double(trials) }

  /// The 95% interval: Wilson's or, for an exact rate, the rate itself; nil if nothing was played.
  public var interval: Interval? {
    guard let value else { return nil }
    return isExact ? Interval(low: value, high: value) : Interval(wilson: hits, of: trials)
  }
}

extension BatchSettings {
  /// The number of trials after which given levels repeat; nil for a family's levels.
  public var period: UInt64? {
    guard case .given(let count, _) = levels, count > 0 else { return nil }
    let levels = UInt64(count)
    // The rounds of game t play levels 3t, 3t + 1 and 3t + 2.
    let rounds = UInt64(unit.roundsPerTrial)
    return levels % rounds == 0 ? levels / rounds : levels
  }

  /// Whether the rates of a policy have no sampling error.
  public func isExact(_ policy: Policy) -> Bool { period != nil && policy.playsInOneWay }
}

extension BatchResult {
  /// How many times the given levels were played in turn, equally often; 0 if some were played more
  /// often than others.
  private var repeats: UInt64 {
    guard let period = settings.period, played.ranges.count == 1, played.count % period == 0
    else { return 0 }
    return played.count / period
  }

  /// The rate of rounds won by the policy at an index.
  public func roundRate(at index: Int) -> Rate {
    let rounds = tallies[index].rounds
    return Rate(
      rounds[.won], of: rounds.total, isExact: settings.isExact(settings.policies[index]),
      repeats: repeats)
  }

  /// The rate of games won by the policy at an index.
  public func gameRate(at index: Int) -> Rate {
    let tally = tallies[index]
    return Rate(
      tally.gamesWon, of: tally.gamesWon + tally.gamesLost,
      isExact: settings.isExact(settings.policies[index]), repeats: repeats)
  }

  /// The rate of trials won by the policy at an index.
  public func rate(at index: Int) -> Rate {
    settings.unit == .games ? gameRate(at: index) : roundRate(at: index)
  }

  /// The width of the 95% interval for a policy's rate of trials won. It is 1 until something is
  /// known: until the first trial or, for an exact rate, until each given level was played.
  public func width(at index: Int) -> Double {
    let rate = rate(at: index)
    guard let interval = rate.interval else { return 1 }
    if rate.isExact, let period = settings.period, played.count < period { return 1 }
    return interval.high - interval.low
  }
}
