// Text that somebody else has written, such as a name from a file, and that will be shown.

extension Unicode.Scalar {
  /// Whether the character would steer a terminal or turn the text around it, instead of being
  /// shown: the control characters of ASCII and Latin 1, the separators of lines and paragraphs, and
  /// the controls of writing direction.
  package var steers: Bool {
    switch value {
    case 0x00..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The character's number as it is usually written, such as U+001B.
  package var number: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

extension StringProtocol {
  /// The first character that would steer a terminal; nil if there is none.
  package var steeringCharacter: Unicode.Scalar? { unicodeScalars.first { $0.steers } }
}
