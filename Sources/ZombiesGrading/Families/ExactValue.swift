/// A number that is known exactly as a fraction, or within an error bound.
public struct ExactValue: Hashable, Sendable {
  /// The fraction, not reduced; the denominator is above 0.
  public let numerator, denominator: UInt128

  /// The maximum distance of the fraction from the value; 0 if they are equal.
  public let errorBound: Double

  /// Creates an exact fraction.
  public init(_ numerator: UInt128, over denominator: UInt128) {
    precondition(denominator > 0, "a denominator above 0")
    self.numerator = numerator
    self.denominator = denominator
    errorBound = 0
  }

  /// Creates a value from a number computed in floating point.
  ///
  /// - Precondition: 0 ≤ `value` < 2⁴⁰.
  public init(_ value: Double, errorBound: Double) {
    precondition(value >= 0 && value < 0x1p40, "a number from 0 to 2⁴⁰")
    numerator = UInt128(value * 0x1p80)
    denominator = 1 << 80
    self.errorBound = errorBound
  }

  /// Whether the fraction equals the value.
  public var isExact: Bool { errorBound == 0 }

  /// The nearest floating-point number, or one next to it.
  public var approximate: Double { Double(numerator) / Double(denominator) }

  /// The same fraction in lowest terms.
  public var reduced: (numerator: UInt128, denominator: UInt128) {
    var (a, b) = (numerator, denominator)
    while b > 0 { (a, b) = (b, a % b) }
    return (numerator / a, denominator / a)
  }
}
