import ZombiesCore

/// A JSON value (RFC 8259). The members of an object keep their order.
package enum JSON: Sendable {
  case string(String)
  /// An integer.
  case number(UInt64)
  case bool(Bool)
  case null
  case array([JSON])
  case object([(name: String, value: JSON)])

  /// The value as text, indented by two spaces per level. Values without members are on one line.
  package var text: String { text(indent: "") + "\n" }

  /// The value as text in one line.
  package var line: String {
    switch self {
    case .string, .number, .bool, .null: text(indent: "")
    case .array(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { $0.name.inJSON() + ":" + $0.value.line }.joined(separator: ",") + "}"
    }
  }

  private func text(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .string(let string): return string.inJSON()
    case .number(let number): return String(number)
    case .bool(let bool): return bool ? "true" : "false"
    case .null: return "null"
    case .array(let values):
      if values.allSatisfy({ !$0.isCompound }) {
        return "[" + values.map { $0.text(indent: inner) }.joined(separator: ", ") + "]"
      }
      let lines = values.map { inner + $0.text(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      let lines = members.map { inner + $0.name.inJSON() + ": " + $0.value.text(indent: inner) }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private var isCompound: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}
