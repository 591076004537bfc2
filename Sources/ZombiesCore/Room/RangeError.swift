/// A setting outside its permitted range.
public struct RangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the setting, such as "rows".
  public let setting: String

  /// The value found.
  public let value: Int

  /// The permitted values.
  public let range: ClosedRange<Int>

  /// Checks a setting.
  ///
  /// - Throws: ``RangeError`` if the value is outside the range.
  package static func check(
    _ setting: String, _ value: Int, in range: ClosedRange<Int>
  ) throws(RangeError) {
    if !range.contains(value) { throw RangeError(setting: setting, value: value, range: range) }
  }

  /// The error as a sentence.
  public var description: String {
    "\(setting) must be between \(range.lowerBound) and \(range.upperBound), found \(value)"
  }
}
