import ZombiesCore

// Squares and numbers in words, in the one form in which they are always told.

extension Square {
  /// Where the square is, seen from another: "2 up and 1 left"; "here" if it is the same.
  func seen(from other: Square) -> String {
    let (rows, columns) = (row - other.row, column - other.column)
    var parts: [String] = []
    if rows != 0 { parts.append("\(abs(rows)) \(rows < 0 ? "up" : "down")") }
    if columns != 0 { parts.append("\(abs(columns)) \(columns < 0 ? "left" : "right")") }
    return parts.isEmpty ? "here" : parts.joined(separator: " and ")
  }
}

/// A share in per cent with one decimal, by integers alone: "61.3%".
func percent(_ part: UInt64, of whole: UInt64) -> String {
  guard whole > 0 else { return "0.0%" }
  // Rounded half up, in tenths of a per cent; the numbers of levels are small.
  let tenths = (part * 2000 + whole) / (2 * whole)
  return "\(tenths / 10).\(tenths % 10)%"
}
