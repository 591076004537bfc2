import ZombiesCore

/// A writer of JSON (RFC 8259) without blanks. It keeps the order of an object's members.
struct JSONText {
  private(set) var text = ""

  /// Whether the next value or member needs a comma before it.
  private var needsComma = false

  /// Writes a value.
  private mutating func put(_ value: String) {
    if needsComma { text += "," }
    text += value
    needsComma = true
  }

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
    put(open)
    needsComma = false
    body(&self)
    text += close
    needsComma = true
  }

  /// Begins a member of an object. Its value must follow.
  mutating func key(_ name: String) {
    put(name.inJSON() + ":")
    needsComma = false
  }

  /// Writes a square as an array of its row and its column.
  mutating func square(_ square: Square) { put("[\(square.row),\(square.column)]") }

  mutating func member(_ name: String, _ value: String) {
    key(name)
    put(value.inJSON())
  }

  mutating func member(_ name: String, _ value: Int) {
    key(name)
    put("\(value)")
  }

  mutating func member(_ name: String, _ value: Bool) {
    key(name)
    put(value ? "true" : "false")
  }

  mutating func member(_ name: String, _ values: [String]) {
    key(name)
    array(values) { json, value in json.put(value.inJSON()) }
  }

  mutating func member(_ name: String, _ squares: [Square]) {
    key(name)
    array(squares) { json, square in json.square(square) }
  }

  /// Writes a member that is an object.
  mutating func object(_ name: String, _ members: (inout JSONText) -> Void) {
    key(name)
    object(members)
  }

  /// Writes a member that is an array with an object for each element.
  mutating func objects<Element>(
    _ name: String, _ elements: [Element], _ members: (inout JSONText, Element) -> Void
  ) {
    key(name)
    array(elements) { json, element in json.object { members(&$0, element) } }
  }
}
