/// Writes JSON (RFC 8259) without blanks, the members of an object in the order in which they are
/// written.
struct JSONText {
  private(set) var text = ""

  /// Whether the next value or member needs a comma before it.
  private var needsComma = false

  /// Writes an object.
  mutating func object(_ members: (inout JSONText) -> Void) { enclose("{", "}", members) }

  /// Writes an array with a value for each element.
  mutating func array<Element>(
    _ elements: [Element], _ value: (inout JSONText, Element) -> Void
  ) {
    enclose("[", "]") { json in
      for element in elements { value(&json, element) }
    }
  }

  private mutating func enclose(_ open: String, _ close: String, _ body: (inout JSONText) -> Void) {
    separate()
    text += open
    needsComma = false
    body(&self)
    text += close
    needsComma = true
  }

  /// Begins a member of an object; its value has to follow.
  mutating func key(_ name: String) {
    string(name)
    text += ":"
    needsComma = false
  }

  mutating func string(_ value: String) {
    separate()
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..<" ": text += Self.escaped(scalar.value)
      // Line ends of JavaScript, which are none in JSON.
      case "\u{2028}", "\u{2029}": text += Self.escaped(scalar.value)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
    needsComma = true
  }

  private static func escaped(_ code: UInt32) -> String {
    let digits = Array("0123456789abcdef".unicodeScalars)
    var text = "\\u"
    for shift in [12, 8, 4, 0] as [UInt32] {
      text.unicodeScalars.append(digits[Int(code >> shift & 15)])
    }
    return text
  }

  mutating func number(_ value: Int) {
    separate()
    text += "\(value)"
    needsComma = true
  }

  mutating func flag(_ value: Bool) {
    separate()
    text += value ? "true" : "false"
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { text += "," }
  }
}

extension JSONText {
  mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  mutating func member(_ name: String, _ value: Int) {
    key(name)
    number(value)
  }

  mutating func member(_ name: String, _ value: Bool) {
    key(name)
    flag(value)
  }

  mutating func member(_ name: String, _ values: [String]) {
    key(name)
    array(values) { json, value in json.string(value) }
  }
}
