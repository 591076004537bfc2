// Numbers in text forms: ASCII digits, without a sign.

extension UInt8 {
  /// The value of a decimal digit in ASCII; nil for any other byte.
  @inlinable
  package var decimalDigit: Int? {
    self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") ? Int(self) - 48 : nil
  }
}

extension UInt64 {
  /// Reads one or more decimal digits; nil for other bytes and for 2⁶⁴ or more.
  @inlinable
  package init?(decimalDigits bytes: some Collection<UInt8>) {
    if bytes.isEmpty { return nil }
    var value: UInt64 = 0
    for byte in bytes {
      guard let digit = byte.decimalDigit else { return nil }
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carried) = tens.addingReportingOverflow(UInt64(digit))
      if overflow || carried { return nil }
      value = sum
    }
    self = value
  }

  /// Reads a number in the form that the toolkit writes, without leading zeros.
  @inlinable
  package init?(canonicalDigits bytes: some Collection<UInt8>) {
    guard bytes.first != UInt8(ascii: "0") || bytes.count == 1 else { return nil }
    self.init(decimalDigits: bytes)
  }
}

extension [UInt8] {
  /// Appends the digits of a number.
  @inlinable
  package mutating func append(decimal number: UInt64) {
    // Most numbers in tables have one digit.
    if number < 10 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
      return
    }
    let begin = count
    var rest = number
    repeat {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    self[begin...].reverse()
  }
}
