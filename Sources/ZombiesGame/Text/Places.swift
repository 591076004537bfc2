import ZombiesCore

// Squares and numbers in words, in the one form in which they are always told.

extension Square {
  /// The square as people count: "row 5, column 1", both from 1.
  var place: String { "row \(row &+ 1), column \(column &+ 1)" }

  /// Where the square is, seen from another: "2 up and 1 left"; "here" if it is the same.
  func seen(from other: Square) -> String {
    let (rows, columns) = (row - other.row, column - other.column)
    var parts: [String] = []
    if rows != 0 { parts.append("\(abs(rows)) \(rows < 0 ? "up" : "down")") }
    if columns != 0 { parts.append("\(abs(columns)) \(columns < 0 ? "left" : "right")") }
    return parts.isEmpty ? "here" : parts.joined(separator: " and ")
  }
}

extension Direction {
  /// The direction in a word.
  public var word: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    }
  }
}

/// A number with a noun: "1 move", "3 lives".
func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// Words in a list: "up, left and right".
func listed(_ words: [String]) -> String {
  guard words.count > 1, let last = words.last else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " and " + last
}

/// A share in per cent with one decimal, by integers alone: "61.3%".
func percent(_ part: UInt64, of whole: UInt64) -> String {
  guard whole > 0 else { return "0.0%" }
  // Rounded half up, in tenths of a per cent; the numbers of levels are small.
  let tenths = (part * 2000 + whole) / (2 * whole)
  return "\(tenths / 10).\(tenths % 10)%"
}
