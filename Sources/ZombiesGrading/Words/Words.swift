import ZombiesCore

// The standard wording for squares.

extension Square {
  /// The square in words: "row 5, column 1", both counted from 1.
  package var place: String { "row \(row &+ 1), column \(column &+ 1)" }
}

extension String {
  /// The text with its first letter capitalized, if it is ASCII.
  package var capitalisedASCII: String {
    var bytes = Array(utf8)
    if let first = bytes.first, (0x61...0x7A).contains(first) { bytes[0] = first & ~0x20 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
