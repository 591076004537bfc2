// Text that somebody else has written, such as a name from a file, and that will be shown.

extension Unicode.Scalar {
  /// Whether the character would steer a terminal or turn the text around it, instead of being
  /// shown: the control characters of ASCII and Latin 1, the separators of lines and paragraphs, and
  /// the controls and marks of writing direction.
  package var steers: Bool {
    switch value {
    case 0x00..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The character's number as it is usually written, such as U+001B.
  package var number: String { "U+" + hexDigits(atLeast: 4) }

  /// The character as Swift writes it in a string: `\n`, `\u{1B}`, `\u{202E}`.
  fileprivate var asEscape: String {
    switch self {
    case "\0": "\\0"
    case "\t": "\\t"
    case "\n": "\\n"
    case "\r": "\\r"
    default: "\\u{" + hexDigits(atLeast: isASCII ? 2 : 4) + "}"
    }
  }

  private func hexDigits(atLeast count: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}

extension StringProtocol {
  /// The first character that would steer a terminal; nil if there is none.
  package var steeringCharacter: Unicode.Scalar? { unicodeScalars.first { $0.steers } }

  /// The text as it can be shown: each character that ``Swift/Unicode/Scalar/steers`` is escaped, except
  /// newlines.
  package var shown: String {
    guard unicodeScalars.contains(where: { $0.steers && $0 != "\n" }) else { return String(self) }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.steers, scalar != "\n" {
        text += scalar.asEscape
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

/// A number with a noun: "1 move", "3 lives".
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}
