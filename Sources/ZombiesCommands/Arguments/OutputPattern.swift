import ZombiesCore
import ZombiesSystem

/// The names of several output files: a path with one placeholder.
///
/// `%s` stands for a name, and `%d` for a number, which `%04d` fills with zeros to four digits. `%%` is a
/// percent sign.
struct OutputPattern {
  /// What the placeholder stands for.
  enum Placeholder: Character {
    case name = "s"
    case number = "d"
  }

  private var before: [UInt8] = []
  private var after: [UInt8] = []
  private var digits = 0

  /// Reads a pattern; nil if the path does not have exactly one such placeholder.
  init?(_ path: FilePath, _ placeholder: Placeholder) {
    let percent = UInt8(ascii: "%")
    var isFound = false
    var rest = path.bytes[...]
    while let byte = rest.popFirst() {
      if byte != percent {
        if isFound { after.append(byte) } else { before.append(byte) }
        continue
      }
      if rest.first == percent {
        rest.removeFirst()
        if isFound { after.append(percent) } else { before.append(percent) }
        continue
      }
      var width: [UInt8] = []
      if placeholder == .number, rest.first == UInt8(ascii: "0") {
        width = Array(rest.prefix { $0.decimalDigit != nil })
        rest = rest.dropFirst(width.count)
      }
      guard !isFound, rest.popFirst() == placeholder.rawValue.asciiValue, width.count < 3 else {
        return nil
      }
      digits = Int(UInt64(decimalDigits: width) ?? 0)
      isFound = true
    }
    guard isFound else { return nil }
  }

  /// The path for a name.
  func path(_ name: String) -> FilePath { FilePath(bytes: before + Array(name.utf8) + after) }

  /// The path for a number.
  func path(_ number: UInt64) -> FilePath {
    let text = String(number)
    return path(String(repeating: "0", count: max(0, digits - text.utf8.count)) + text)
  }
}
