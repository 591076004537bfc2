import ZombiesSystem

/// The numbers of a list item: a single number, a range such as 1..4, or a range with a step such as
/// 0..12:3.
struct NumberSpan {
  let first: UInt64

  /// The end of the range. It is one of the numbers only if the step divides the range evenly.
  private let end: UInt64

  /// The step, at least 1.
  private let step: UInt64

  /// A single number.
  init(_ number: UInt64) {
    (first, end, step) = (number, number, 1)
  }

  /// Reads an item; nil if it has none of these forms, its end is below its start, or its step is 0.
  init?(_ item: some StringProtocol) {
    if let number = decimal(item) {
      (first, end, step) = (number, number, 1)
      return
    }
    let parts = item.split(separator: ":", omittingEmptySubsequences: false)
    let ends = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, ends.count == 3, ends[1].isEmpty, let first = decimal(ends[0]),
      let end = decimal(ends[2]), first <= end
    else { return nil }
    guard let step = parts.count == 2 ? decimal(parts[1]) : 1, step > 0 else { return nil }
    (self.first, self.end, self.step) = (first, end, step)
  }

  /// Whether both ends are in a range.
  func isWithin(_ range: ClosedRange<UInt64>) -> Bool {
    range.contains(first) && range.contains(end)
  }

  /// The number of numbers after the first.
  private var steps: UInt64 { (end - first) / step }

  /// The number of numbers, or the largest integer if there are more.
  var count: Int {
    let (count, overflow) = Int(clamping: steps).addingReportingOverflow(1)
    return overflow ? .max : count
  }

  /// The numbers, in ascending order.
  var numbers: some Sequence<UInt64> {
    // A multiple of the step that is no larger than the distance of the ends does not overflow.
    (0...steps).lazy.map { [first, step] in first + $0 * step }
  }
}
