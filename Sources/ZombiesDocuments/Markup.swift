import ZombiesCore

/// SVG or HTML under construction, as UTF-8.
///
/// A literal in the source is markup. An interpolated value is a number, other markup, or a text, which is
/// escaped. No other values are accepted, so no text can become markup.
///
///     var svg = Markup()
///     svg += #"<text x="\#(24)" class="\#(attribute: style)">\#("3 < 4")</text>"#
package struct Markup: ExpressibleByStringInterpolation, Sendable {
  /// The bytes so far.
  package private(set) var bytes: [UInt8] = []

  /// Creates empty markup.
  package init() {}

  /// Creates empty markup with reserved capacity, in bytes.
  package init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Creates markup from a literal in the source.
  package init(stringLiteral literal: StaticString) { append(literal) }

  /// Creates markup from a literal with interpolated values.
  package init(stringInterpolation interpolation: Interpolation) { self = interpolation.markup }

  /// A literal with interpolated values under construction.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var markup = Markup()

    /// Creates an empty interpolation with reserved capacity.
    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    /// Appends a part of the literal.
    package mutating func appendLiteral(_ literal: StaticString) { markup.append(literal) }

    /// Appends another literal of the source.
    package mutating func appendInterpolation(_ literal: StaticString) { markup.append(literal) }

    /// Appends text between tags, or the CSS of a style element.
    package mutating func appendInterpolation(_ text: String) { markup.text(text) }

    /// Appends the value of an attribute in double quotes, without the quotes.
    package mutating func appendInterpolation(attribute text: String) { markup.attribute(text) }

    /// Appends an integer.
    package mutating func appendInterpolation(_ number: Int) { markup.number(number) }

    /// Appends a number with at most three decimals, or 0 if it is not finite or beyond 10¹².
    package mutating func appendInterpolation(_ number: Double) { markup.decimal(number) }

    /// Appends a number of thousandths as a decimal without trailing zeros: 1500 is "1.5".
    package mutating func appendInterpolation(thousandths count: Int) { markup.thousandths(count) }

    /// Appends the coordinates of a point, with one decimal.
    package mutating func appendInterpolation(_ x: Double, _ y: Double) {
      markup.decimal((x * 10).rounded() / 10)
      markup.append(",")
      markup.decimal((y * 10).rounded() / 10)
    }

    /// Appends other markup.
    package mutating func appendInterpolation(_ other: Markup) { markup += other }
  }

  /// The bytes as text.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  private mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends other markup.
  package static func += (markup: inout Markup, other: Markup) { markup.bytes += other.bytes }

  /// Appends text between tags, or the CSS of a style element.
  ///
  /// Control characters, which XML forbids, and characters that change the direction of text become
  /// U+FFFD.
  private mutating func text(_ text: String) { escape(text, quotes: false) }

  /// Appends the value of an attribute in double quotes, without the quotes.
  private mutating func attribute(_ text: String) { escape(text, quotes: true) }

  /// Appends an integer.
  private mutating func number(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    append(number.magnitude)
  }

  private mutating func append(_ number: UInt) {
    // Same: the general way writes small numbers too, which are most.
    if number < 10 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number))
    } else {
      bytes.append(decimal: UInt64(number))
    }
  }

  /// Appends a number of thousandths as a decimal without trailing zeros: 1500 is "1.5".
  private mutating func thousandths(_ count: Int) {
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

  /// Appends a number with at most three decimals, or 0 if it is not finite or beyond 10¹².
  private mutating func decimal(_ value: Double) {
    let scaled = (value * 1000).rounded()
    thousandths(abs(scaled) < 1e15 ? Int(scaled) : 0)
  }

  private mutating func escape(_ text: String, quotes: Bool) {
    var text = text
    text.withUTF8 { units in
      // Nearly every text needs no escaping.
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
