import Testing
import ZombiesTestSupport

/// Decimal numbers, as all text forms write them, up to 2⁶⁴ − 1 and not beyond.
@Suite struct DecimalTests {
  @Test("Numbers up to 2⁶⁴ − 1 and no larger ones, with or without leading zeros")
  func theLargestNumbers() {
    for number in [0, 1, 9, 10, 18_446_744_073_709_551_609, UInt64.max - 1, .max] {
      for zeros in ["", "0", "0000000000000000000000"] {
        expectEqual(UInt64(decimalDigits: "\(zeros)\(number)".utf8), number)
        expectEqual(
          UInt64(canonicalDigits: "\(zeros)\(number)".utf8), (zeros.isEmpty ? number : nil))
      }
    }
    // Numbers above 2⁶⁴ − 1: larger in the last digit, in the tens, or by one more digit.
    for text in [
      "18446744073709551616", "18446744073709551617", "18446744073709551619",
      "18446744073709551620", "18446744073709551625", "20000000000000000000",
      "99999999999999999999", "184467440737095516150", "100000000000000000000",
      "018446744073709551616",
    ] {
      expectNil(UInt64(decimalDigits: text.utf8), "\(text)")
      expectNil(UInt64(canonicalDigits: text.utf8), "\(text)")
    }
  }

  @Test(
    "Digits and nothing else",
    arguments: ["", "+5", "-1", " 5", "5 ", "1_0", "0x1", "1e3", "٣", "½"])
  func whatIsNoNumber(text: String) {
    expectNil(UInt64(decimalDigits: text.utf8))
    expectNil(UInt64(canonicalDigits: text.utf8))
  }
}
