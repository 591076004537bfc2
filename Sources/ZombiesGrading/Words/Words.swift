import ZombiesCore

// Squares and numbers in words, in the one form in which they are always told.

extension Square {
  /// The square as people count: "row 5, column 1", both from 1.
  package var place: String { "row \(row &+ 1), column \(column &+ 1)" }
}

extension String {
  /// The text with its first letter, if it is an ASCII one, as a capital.
  package var capitalisedASCII: String {
    var bytes = Array(utf8)
    if let first = bytes.first, (0x61...0x7A).contains(first) { bytes[0] = first & ~0x20 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
