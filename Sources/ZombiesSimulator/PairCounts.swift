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

  /// The number of trials.
  public var total: UInt64 { both + firstOnly + secondOnly + neither }

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
