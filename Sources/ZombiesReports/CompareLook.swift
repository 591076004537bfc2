import ZombiesPolicies
import ZombiesSimulator

/// An interim result of a comparison of two policies.
public struct CompareLook: Hashable, Sendable {
  /// The results so far.
  public let pairs: PairCounts
  /// The log-likelihood ratio for each policy; nil if there is no test because the difference is
  /// exact.
  public let ratios: [Double]?
  /// The decision; nil while undecided.
  public let decision: SequentialTest.Decision?

  /// Creates a look at a sequential test.
  public init(_ pairs: PairCounts, _ test: SequentialTest) {
    self.pairs = pairs
    let ratios = test.ratios(pairs)
    self.ratios = [ratios.first, ratios.second]
    decision = test.decision(pairs)
  }

  /// Creates a look at policies whose win rates are exact (``/ZombiesSimulator/Rate``): the result
  /// is final once each level has been played.
  ///
  /// - Parameters:
  ///   - pairs: The results so far.
  ///   - isWhole: Whether all levels were played equally often.
  ///   - test: The difference that matters.
  public init(exactly pairs: PairCounts, isWhole: Bool, _ test: SequentialTest) {
    self.pairs = pairs
    ratios = nil
    let more = Double(pairs.firstOnly) - Double(pairs.secondOnly)
    let needed = test.difference * Double(pairs.total)
    decision = !isWhole ? nil : more >= needed ? .first : -more >= needed ? .second : .neither
  }

  /// The difference of the win rates, the first policy's minus the second's; 0 if nothing was
  /// played.
  public var difference: Double { pairs.difference ?? 0 }

  /// The 95% interval for the difference or, for an exact one, just the difference; nil if nothing
  /// was played.
  public var interval: Interval? {
    guard ratios == nil else { return pairs.interval }
    return pairs.difference.map { Interval(low: $0, high: $0) }
  }
}
