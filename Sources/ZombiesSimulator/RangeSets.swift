// The trials or placements that a result covers, as range sets of the standard library.

extension RangeSet<UInt64> {
  /// The number of elements.
  package var count: UInt64 { ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } }

  /// The numbers in a range that are missing from the set, as ranges in ascending order.
  package func gaps(in whole: Range<UInt64>) -> [Range<UInt64>] {
    Array(RangeSet(whole).subtracting(self).ranges)
  }

  /// Adds numbers, unless some of them are present already.
  ///
  /// - Returns: Nil on success. Otherwise the first numbers that were present; nothing is then
  ///   added.
  package mutating func insert(new range: Range<UInt64>) -> Range<UInt64>? {
    if let shared = ranges.first(where: { $0.overlaps(range) }) { return shared.clamped(to: range) }
    insert(contentsOf: range)
    return nil
  }
}
