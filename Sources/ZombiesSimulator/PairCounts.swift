/// The results of two policies on the same trials: the basis of a paired comparison.
public struct PairCounts: Hashable, Sendable {
  /// The number of trials won by both policies.
  public var both: UInt64 = 0
  /// The number of trials won only by the first policy.
  public var firstOnly: UInt64 = 0
  /// The number of trials won only by the second policy.
  public var secondOnly: UInt64 = 0
  /// The number of trials won by neither policy.
  public var neither: UInt64 = 0

  /// Creates the counts of no trials.
  public init() {}

  /// The number of trials, at most 2⁶⁴ − 1.
  public var total: UInt64 {
    UInt64(
      clamping: UInt128(both) + UInt128(firstOnly) + UInt128(secondOnly) + UInt128(neither))
  }

  /// The win rate of the first policy minus that of the second; nil if nothing was played.
  public var difference: Double? {
    let (first, second, all) = numbers
    return all == 0 ? nil : (first - second) / all
  }

  /// The 95% interval for the difference of the win rates; nil if nothing was played.
  ///
  /// This is Tango's score interval (Tango, "Equivalence test and confidence interval for the
  /// difference in proportions for the paired-sample design", 1998) with a continuity correction of
  /// one trial (Edwards, "Note on the correction for continuity in testing the significance of the
  /// difference between correlated proportions", 1948). It consists of the differences that the
  /// score test does not reject at 5%. So it leaves out 0 exactly if McNemar's test with Edwards's
  /// correction rejects that the policies are equal. Without the correction, it would be too short
  /// if the policies rarely differ, or almost always differ.
  ///
  /// It covers the true difference in at least 95% of comparisons whose number of trials was chosen
  /// in advance. If you look at it after every few trials and stop when you like it, it does not:
  /// use ``SequentialTest`` for that. It is not meant for exact rates
  /// (``BatchSettings/isExact(_:)``), whose difference has no sampling error.
  ///
  /// The computation uses only operations that IEEE 754 rounds correctly, so all machines agree.
  public var interval: Interval? { interval(correction: 1) }

  /// The score interval; nil if nothing was played.
  ///
  /// - Parameter correction: The number of trials by which the observed difference moves towards
  ///   the tested one. Tango's own interval has none.
  func interval(correction: Double) -> Interval? {
    let (first, second, all) = numbers
    guard all > 0 else { return nil }
    // Swapping the policies mirrors the interval.
    return Interval(
      low: Self.lowerBound(first, second, of: all, correction),
      high: -Self.lowerBound(second, first, of: all, correction))
  }

  /// The trials that only the first or only the second policy won, and all trials.
  private var numbers: (first: Double, second: Double, all: Double) {
    let (first, second) = (Double(firstOnly), Double(secondOnly))
    return (first, second, first + second + Double(both) + Double(neither))
  }

  /// The smallest difference that the score test does not reject.
  private static func lowerBound(
    _ first: Double, _ second: Double, of all: Double, _ correction: Double
  ) -> Double {
    func isRejected(_ difference: Double) -> Bool {
      let excess = first - second - all * difference - correction
      guard excess > 0 else { return false }
      let share = likeliestShare(first, second, of: all, difference: difference)
      return excess * excess > zOf95 * zOf95 * all * (share - difference * difference)
    }
    guard isRejected(-1) else { return -1 }
    // All differences below the bound are rejected, and none from there to the observed one.
    var (low, high) = (-1.0, (first - second) / all)
    while true {
      let middle = low + (high - low) / 2
      guard low < middle, middle < high else { return high }
      if isRejected(middle) { low = middle } else { high = middle }
    }
  }

  /// Counts a trial.
  public mutating func count(first: Bool, second: Bool) {
    switch (first, second) {
    case (true, true): both += 1
    case (true, false): firstOnly += 1
    case (false, true): secondOnly += 1
    case (false, false): neither += 1
    }
  }

  static func += (left: inout PairCounts, right: PairCounts) {
    left.both += right.both
    left.firstOnly += right.firstOnly
    left.secondOnly += right.secondOnly
    left.neither += right.neither
  }
}

/// The most likely share of the trials on which two policies differ, under the condition that the
/// difference of their win rates is a given one.
///
/// - Parameters:
///   - a: The number of trials that only the first policy won.
///   - b: The number of trials that only the second policy won.
///   - n: The number of trials, above 0.
///   - d: The difference, from −1 to 1.
func likeliestShare(_ a: Double, _ b: Double, of n: Double, difference d: Double) -> Double {
  // Let p and q be the probabilities that only the first or only the second policy wins, with s =
  // p + q and p − q = d. The most likely s satisfies a/(s + d) + b/(s − d) = rest/(1 − s): the
  // larger root of n s² − u s − v = 0.
  let u = a + b + d * (a - b)
  let v = (n - a - b) * d * d - d * (a - b)
  // Rounding may make the value under a double root slightly negative.
  let root = (u + max(0, u * u + 4 * n * v).squareRoot()) / (2 * n)
  return max(abs(d), min(1, root))
}
