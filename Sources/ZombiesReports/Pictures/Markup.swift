import ZombiesCore

/// SVG or HTML under construction, as UTF-8.
///
/// Only what is written in the source as a literal, other markup and numbers are appended as they are. Every
/// string goes through ``text(_:)`` or ``attribute(_:)``, which escape it: there is no other way in.
///
///     var svg = Markup()
///     svg += "<text x=\""
///     svg.number(24)
///     svg += "\">"
///     svg.text("3 < 4")
///     svg += "</text>"
package struct Markup {
  /// The bytes so far.
  private(set) var bytes: [UInt8] = []

  /// Nothing yet.
  package init() {}

  /// Nothing yet, with room for so many bytes.
  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// The bytes as text.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends markup as it is.
  static func += (markup: inout Markup, text: StaticString) {
    text.withUTF8Buffer { markup.bytes.append(contentsOf: $0) }
  }

  /// Appends other markup.
  static func += (markup: inout Markup, other: Markup) { markup.bytes += other.bytes }

  /// Appends text between tags, or the CSS of a style element.
  ///
  /// Control characters, which XML forbids, and those that turn the text around them become U+FFFD.
  package mutating func text(_ text: String) { escape(text, quotes: false) }

  /// Appends the value of an attribute in double quotes, without the quotes.
  mutating func attribute(_ text: String) { escape(text, quotes: true) }

  /// Appends an integer.
  mutating func number(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    append(number.magnitude)
  }

  private mutating func append(_ number: UInt) {
    // Most numbers are small.
    if number < 10 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
    } else {
      bytes.append(decimal: UInt64(number))
    }
  }

  /// Appends a number of thousandths as a decimal, without zeros behind: 1500 is "1.5".
  mutating func thousandths(_ count: Int) {
    if count < 0 { bytes.append(UInt8(ascii: "-")) }
    append(count.magnitude / 1000)
    var rest = count.magnitude % 1000
    guard rest > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var place: UInt = 100
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / place))
      rest %= place
      place /= 10
    }
  }

  /// Appends a number with at most three decimals; 0 for what is not finite or beyond 10¹².
  mutating func decimal(_ value: Double) {
    let scaled = (value * 1000).rounded()
    thousandths(abs(scaled) < 1e15 ? Int(scaled) : 0)
  }

  private mutating func escape(_ text: String, quotes: Bool) {
    var text = text
    text.withUTF8 { units in
      // Nearly every text is plain.
      let isPlain = units.allSatisfy { unit in
        unit >= 0x20 && unit != 0x7F && unit != UInt8(ascii: "<") && unit != UInt8(ascii: ">")
          && unit != UInt8(ascii: "&") && unit != UInt8(ascii: "\"")
          && unit < 0xC2
      }
      if isPlain {
        bytes.append(contentsOf: units)
        return
      }
      for scalar in String(decoding: units, as: UTF8.self).unicodeScalars {
        switch scalar {
        case "<": self += "&lt;"
        case ">": self += "&gt;"
        case "&": self += "&amp;"
        case "\"" where quotes: self += "&quot;"
        case "\n" where !quotes: bytes.append(0x0A)
        case "\n": self += "&#10;"
        case "\t": self += "&#9;"
        case _ where scalar.steers, "\u{FFFE}", "\u{FFFF}": self += "\u{FFFD}"
        default: bytes.append(contentsOf: Character(scalar).utf8)
        }
      }
    }
  }
}
