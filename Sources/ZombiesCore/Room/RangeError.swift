/// A setting that is out of its range.
public struct RangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was set, such as "rows".
  public let setting: String

  /// The value.
  public let value: Int

  /// The permitted values.
  public let range: ClosedRange<Int>

  /// Checks a setting.
  ///
  /// - Throws: An error if the value is out of the range.
  package static func check(
    _ setting: String, _ value: Int, in range: ClosedRange<Int>
  ) throws(RangeError) {
    if !range.contains(value) { throw RangeError(setting: setting, value: value, range: range) }
  }

  /// The reason in a sentence.
  public var description: String {
    "\(setting): \(value) is not a whole number from \(range.lowerBound) to \(range.upperBound)"
  }
}
