// The rates of a batch, with their precision.

import ZombiesCore
import ZombiesPolicies

/// A rate in a batch: the share of rounds or games won.
///
/// A rate is *exact* if given levels are played by a policy that always plays a level the same way
/// (``/ZombiesPolicies/Policy/playsInOneWay``). Playing the same trials again gives the same wins,
/// so there is no sampling error, and more trials add no precision. The trials of a family are a
/// sample of its levels, and the rounds of `random` are always a sample.
public struct Rate: Sendable {
  /// The number won, and the number played.
  public let hits, trials: UInt64

  /// Whether the rate has no sampling error.
  public let isExact: Bool

  /// The rate as a fraction. If all given levels were played equally often, this is the rate for
  /// playing each level once.
  public let fraction: (hits: UInt64, trials: UInt64)

  /// Creates a rate.
  ///
  /// - Parameter repeats: The number of times that the trials of an exact rate were played.
  init(_ hits: UInt64, of trials: UInt64, isExact: Bool, repeats: UInt64) {
    self.hits = hits
    self.trials = trials
    self.isExact = isExact
    let isWhole = isExact && repeats > 0 && hits % repeats == 0 && trials % repeats == 0
    fraction = isWhole ? (hits / repeats, trials / repeats) : (hits, trials)
  }

  /// The rate as a number; nil if nothing was played.
  public var value: Double? { trials == 0 ? nil : Double(hits) / Double(trials) }

  /// The 95% interval: Wilson's interval or, for an exact rate, just the rate. Nil if nothing was
  /// played.
  public var interval: Interval? {
    guard let value else { return nil }
    return isExact ? Interval(low: value, high: value) : Interval(wilson: hits, of: trials)
  }
}

extension BatchSettings {
  /// The number of trials after which given levels repeat; nil for generated levels.
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
  /// The number of times that each given level was played; 0 if some levels were played more often
  /// than others.
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
}
