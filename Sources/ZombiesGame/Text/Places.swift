import ZombiesCore

// Squares and numbers in words, always in the same form.

extension Square {
  /// The position of the square relative to another: "2 up and 1 left"; "here" for the same square.
  func seen(from other: Square) -> String {
    let (rows, columns) = (row - other.row, column - other.column)
    var parts: [String] = []
    if rows != 0 { parts.append("\(abs(rows)) \(rows < 0 ? "up" : "down")") }
    if columns != 0 { parts.append("\(abs(columns)) \(columns < 0 ? "left" : "right")") }
    return parts.isEmpty ? "here" : parts.joined(separator: " and ")
  }

  /// The position of a neighbouring square: "above you", "to your left".
  func beside(_ player: Square) -> String {
    if self == player { return "on your square" }
    if column == player.column { return row < player.row ? "above you" : "below you" }
    return column < player.column ? "to your left" : "to your right"
  }
}

/// A number with its noun: "1 star", "2 stars". On a page, an Int may be too small for it.
func counted(_ count: UInt64, _ noun: String) -> String {
  "\(count) \(count == 1 ? noun : noun + "s")"
}

/// A share in per cent with one decimal: "61.3%". It uses integers only.
func percent(_ part: UInt64, of whole: UInt64) -> String {
  guard whole > 0 else { return "0.0%" }
  // Rounds half up, in tenths of a per cent. The numbers of levels are small, so nothing overflows.
  let tenths = (part * 2000 + whole) / (2 * whole)
  return "\(tenths / 10).\(tenths % 10)%"
}
