/// How two policies fared on the same trials, one by one: the basis of a paired comparison.
public struct PairCounts: Hashable, Sendable {
  /// Trials that both won.
  public var both: UInt64 = 0
  /// Trials that only the first won.
  public var firstOnly: UInt64 = 0
  /// Trials that only the second won.
  public var secondOnly: UInt64 = 0
  /// Trials that neither won.
  public var neither: UInt64 = 0

  /// No trials.
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
