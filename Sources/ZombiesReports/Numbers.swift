// Numbers in the form that tables print, the same on every machine and in every locale.

import ZombiesAnalysis
import ZombiesGrading

/// A quotient with nine decimals, exactly rounded, half up; empty if the denominator is zero.
func nineDecimals(_ numerator: UInt128, over denominator: UInt128) -> String {
  guard denominator > 0 else { return "" }
  let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
  // The remainder is below the denominator, which is at most 2⁶⁴ here, so this does not overflow.
  let scaled = (rest * 1_000_000_000 * 2 + denominator) / (2 * denominator)
  return decimals(UInt128(whole) * 1_000_000_000 + scaled, places: 9)
}

/// A number with nine decimals; empty for nil, and if the number is negative or at least 9 · 10⁹.
func nineDecimals(_ value: Double?) -> String {
  guard let value, value.isFinite, value >= 0, value < 9e9 else { return "" }
  return decimals(UInt128((value * 1e9).rounded()), places: 9)
}

/// A number with nine decimals, with a minus sign if it is negative.
func signedDecimals(_ value: Double) -> String {
  let text = nineDecimals(abs(value))
  return value < 0 && text != nineDecimals(0) ? "-" + text : text
}

/// A number with a given number of decimals, for people.
func fixed(_ value: Double?, places: Int) -> String {
  guard let value, value.isFinite, value >= 0, value < 9e15 else { return "" }
  let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
  return decimals(UInt128((value * scale).rounded()), places: places)
}

/// An exact value with twelve decimals, exactly rounded, half up.
func twelveDecimals(_ value: ExactValue) -> String {
  let denominator = value.denominator
  var (whole, rest) = value.numerator.quotientAndRemainder(dividingBy: denominator)
  // One digit at a time, because multiplying a large fraction further might overflow.
  for _ in 0..<12 {
    let digit = (rest * 10).quotientAndRemainder(dividingBy: denominator)
    whole = whole * 10 + digit.quotient
    rest = digit.remainder
  }
  return decimals(whole + (rest * 2 >= denominator ? 1 : 0), places: 12)
}

/// A quotient of at most 1 with eighteen decimals, exactly rounded, half up.
func eighteenDecimals(_ numerator: UInt64, over denominator: UInt64) -> String {
  let (ones, whole) = (UInt128(1_000_000_000_000_000_000), UInt128(denominator))
  return decimals((UInt128(numerator) * ones * 2 + whole) / (2 * whole), places: 18)
}

/// The maximum error of a value with twelve decimals, including rounding. The error is rounded up to
/// twelve decimals.
func twelveDecimalsError(_ value: ExactValue) -> String {
  let units = ((value.errorBound + 0.5e-12) * 1e12).rounded(.up)
  return units < 1e30 ? decimals(UInt128(units), places: 12) : ""
}

private func decimals(_ scaled: UInt128, places: Int) -> String {
  var digits = String(scaled)
  while digits.utf8.count <= places { digits = "0" + digits }
  let split = digits.index(digits.endIndex, offsetBy: -places)
  return places == 0 ? digits : digits[..<split] + "." + digits[split...]
}

/// A share as a percentage with three decimals, for people.
package func percent(_ share: Double) -> String { fixed(100 * share, places: 3) + "%" }

/// A number with two decimals, with a minus sign if it is negative, for people.
package func signed(_ value: Double) -> String {
  let text = fixed(abs(value), places: 2)
  return value < 0 && text != "0.00" ? "−" + text : text
}
