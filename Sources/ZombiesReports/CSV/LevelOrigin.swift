import ZombiesCore

/// The source of a level, as tables and texts name it.
package enum LevelOrigin: Hashable, Sendable, CustomStringConvertible {
  /// A line of a file: "levels.txt:3".
  case line(Int, of: String)
  /// An argument of the command line: "argument 1".
  case argument(Int)
  /// A name, such as a seed reference.
  case named(String)

  /// Appends the name, as UTF-8.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .line(let line, let file):
      bytes += file.utf8
      bytes.append(UInt8(ascii: ":"))
      bytes.append(decimal: UInt64(line))
    case .argument(let number): bytes += "argument \(number)".utf8
    case .named(let name): bytes += name.utf8
    }
  }

  /// The name.
  package var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What a level is called: its name, and the reference that it was made from.
public struct LevelTitle: Hashable, Sendable {
  /// The name; nil if it has none.
  public var name: String?
  /// The seed reference or placement reference; nil if none is known.
  public var reference: String?

  /// Creates a title.
  public init(name: String? = nil, reference: String? = nil) {
    self.name = name
    self.reference = reference
  }
}
