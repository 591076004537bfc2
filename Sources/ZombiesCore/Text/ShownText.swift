// Text from outside, such as a name in a file, that will be shown.

extension Unicode.Scalar {
  /// Whether the character would control a terminal or reverse the text around it instead of being
  /// shown. These are the control characters of ASCII and Latin 1, the line and paragraph
  /// separators, and the controls and marks of writing direction.
  package var steers: Bool {
    switch value {
    case 0x00..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  // The standard library knows these properties too, but its tables would be 3% of the page.

  /// Whether the character has the property White_Space of the Unicode Character Database.
  package var isWhiteSpace: Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }

  /// Whether the character shows nothing alone: a control character, white space, or one with the
  /// property Default_Ignorable_Code_Point of the Unicode Character Database.
  var isInvisible: Bool {
    switch value {
    case 0x00..<0x20, 0x7F..<0xA0, 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5,
      0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F,
      0xFEFF, 0xFFA0, 0xFFF0...0xFFF8, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      true
    default: isWhiteSpace
    }
  }

  /// The code point in its usual form, such as U+001B.
  package var number: String { "U+" + hexadecimal(value, digits: 4, uppercase: true) }

  /// The character as an escape in a Swift string: `\n`, `\u{1B}`, `\u{202E}`.
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
  /// The first character that would control a terminal; nil if there is none.
  package var steeringCharacter: Unicode.Scalar? { unicodeScalars.first { $0.steers } }

  /// The text in a form that is safe to show: every character that ``Swift/Unicode/Scalar/steers``
  /// is escaped, except newlines.
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
  /// The text as a JSON string (RFC 8259) in quotes, which JavaScript can read as well.
  ///
  /// - Parameter isInScript: Whether the string is inside a script element, which it must not end.
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

/// A count with its noun: "1 move", "3 lives".
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// A list of words: "up, left and right", or with another word in front of the last one.
package func listed(_ words: [String], _ conjunction: String = "and") -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

/// A number in hexadecimal, padded with zeros to at least `count` digits.
package func hexadecimal(
  _ value: some BinaryInteger, digits count: Int, uppercase: Bool = false
) -> String {
  let digits = String(value, radix: 16, uppercase: uppercase)
  return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
}

/// A 64-bit hash that never changes between versions (FNV-1a; Fowler, Noll and Vo). Changing one
/// byte always changes the hash, because each step can be undone.
package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// A count with a comma every three digits, and its noun: "1 move", "1,000 moves".
package func grouped(_ count: some BinaryInteger, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// An integer with a comma every three digits, for people.
package func grouped(_ value: some BinaryInteger) -> String {
  let digits = String(value)
  if digits.utf8.count <= 3 { return digits }
  var result = ""
  for (place, digit) in digits.enumerated() {
    if place > 0, (digits.count - place) % 3 == 0 { result += "," }
    result.append(digit)
  }
  return result
}
