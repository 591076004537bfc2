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
  package var number: String { "U+" + hexadecimal(value, digits: 4, uppercase: true) }

  /// The character as Swift writes it in a string: `\n`, `\u{1B}`, `\u{202E}`.
  fileprivate var asEscape: String {
    switch self {
    case "\0": "\\0"
    case "\t": "\\t"
    case "\n": "\\n"
    case "\r": "\\r"
    default: "\\u{" + hexadecimal(value, digits: isASCII ? 2 : 4, uppercase: true) + "}"
    }
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

extension StringProtocol {
  /// The text as a string of JSON (RFC 8259) with its quotes, which JavaScript reads as well.
  ///
  /// - Parameter isInScript: Whether it stands in a script element, which no text may end.
  package func inJSON(isInScript: Bool = false) -> String {
    var json = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": json += "\\\(scalar)"
      case "\n": json += "\\n"
      case "\t": json += "\\t"
      case "\u{0}"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
        json += "\\u" + hexadecimal(scalar.value, digits: 4)
      case "<" where isInScript, ">" where isInScript, "&" where isInScript:
        json += "\\u" + hexadecimal(scalar.value, digits: 4)
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}

/// A number with a noun: "1 move", "3 lives".
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// Words in a list: "up, left and right", or with another word before the last one.
package func listed(_ words: [String], _ conjunction: String = "and") -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

/// A number in hexadecimal digits, at least so many of them.
package func hexadecimal(
  _ value: some BinaryInteger, digits count: Int, uppercase: Bool = false
) -> String {
  let digits = String(value, radix: 16, uppercase: uppercase)
  return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
}

/// A hash of 64 bits that is the same for ever (FNV-1a; Fowler, Noll and Vo). A changed byte always changes
/// it, as each step can be undone.
package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
