/// Some trials, by number: what a tally covers.
public struct TrialSet: Hashable, Sendable {
  /// The trials as ranges: none empty, in increasing order, with a gap between any two.
  public private(set) var ranges: [Range<UInt64>] = []

  /// No trials.
  public init() {}

  /// The trials of a range.
  public init(_ range: Range<UInt64>) { if !range.isEmpty { ranges = [range] } }

  /// Whether there are none.
  public var isEmpty: Bool { ranges.isEmpty }

  /// The number of trials.
  public var count: UInt64 { ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } }

  /// Adds trials, unless some of them are there already.
  ///
  /// - Returns: Nil, or the first trials that are there already; nothing is added then.
  /// - Complexity: O(ranges).
  @discardableResult
  public mutating func insert(_ range: Range<UInt64>) -> Range<UInt64>? {
    guard !range.isEmpty else { return nil }
    let place = ranges.firstIndex { $0.upperBound >= range.lowerBound } ?? ranges.endIndex
    var (end, joined) = (place, range)
    while end < ranges.endIndex, ranges[end].lowerBound <= range.upperBound {
      let shared = ranges[end].clamped(to: range)
      guard shared.isEmpty else { return shared }
      joined =
        min(
          joined.lowerBound, ranges[end].lowerBound)..<max(
          joined.upperBound, ranges[end].upperBound)
      end += 1
    }
    ranges.replaceSubrange(place..<end, with: [joined])
    return nil
  }

  /// The trials of a range that are missing here, in increasing order.
  public func gaps(in whole: Range<UInt64>) -> [Range<UInt64>] {
    var gaps: [Range<UInt64>] = []
    var begin = whole.lowerBound
    for range in ranges {
      let range = range.clamped(to: whole)
      if range.isEmpty { continue }
      if range.lowerBound > begin { gaps.append(begin..<range.lowerBound) }
      begin = range.upperBound
    }
    if begin < whole.upperBound { gaps.append(begin..<whole.upperBound) }
    return gaps
  }
}
