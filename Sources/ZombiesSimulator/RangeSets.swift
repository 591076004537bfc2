// Which trials or placements a result covers, as the standard library's sets of ranges.

extension RangeSet<UInt64> {
  /// How many numbers there are.
  package var count: UInt64 { ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } }

  /// The numbers of a range that are missing here, as ranges in ascending order.
  package func gaps(in whole: Range<UInt64>) -> [Range<UInt64>] {
    Array(RangeSet(whole).subtracting(self).ranges)
  }

  /// Adds numbers, unless some of them are already present.
  ///
  /// - Returns: Nil, or the first numbers already present, in which case nothing is added.
  package mutating func insert(new range: Range<UInt64>) -> Range<UInt64>? {
    if let shared = ranges.first(where: { $0.overlaps(range) }) { return shared.clamped(to: range) }
    insert(contentsOf: range)
    return nil
  }
}
