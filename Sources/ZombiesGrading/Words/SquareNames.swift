import ZombiesCore

/// Short names for sets of squares, grouped into rectangles and diagonals.
///
///     rows 1 to 3, column 5; row 5, columns 1 and 2; and row 5, column 4
package struct SquareNames {
  /// The groups in words, in reading order of their first squares.
  package private(set) var names: [String] = []
  /// The number of squares that are not in a group.
  package private(set) var rest: Int

  /// The minimum number of squares in a diagonal.
  private static let shortestDiagonal = 3

  /// Names squares in at most a given number of groups.
  package init(_ squares: [Square], in size: RoomSize, atMost most: Int) {
    var left = SquareSet(size, squares)
    rest = left.count
    while let first = left.first, names.count < most {
      let group = Self.group(from: first, left, size)
      names.append(Self.name(group))
      for square in group { left.remove(square) }
      rest -= group.count
    }
  }

  /// The groups in a list.
  package var text: String {
    series(names + (rest > 0 ? [counted(rest, "more square")] : []))
  }

  /// The largest group that starts on a square, in reading order.
  private static func group(
    from first: Square, _ left: SquareSet, _ size: RoomSize
  ) -> [Square] {
    func isLeft(_ row: Int, _ column: Int) -> Bool {
      let square = Square(row: first.row + row, column: first.column + column)
      return size.contains(square) && left.contains(square)
    }
    func squares(_ rows: Int, _ columns: Int) -> [Square] {
      (0..<rows).flatMap { row in
        (0..<columns).map { Square(row: first.row + row, column: first.column + $0) }
      }
    }
    // One rectangle as wide as possible and then as high, and one the other way round.
    var wide = (rows: 1, columns: 1)
    while isLeft(0, wide.columns) { wide.columns += 1 }
    while (0..<wide.columns).allSatisfy({ isLeft(wide.rows, $0) }) { wide.rows += 1 }
    var high = (rows: 1, columns: 1)
    while isLeft(high.rows, 0) { high.rows += 1 }
    while (0..<high.rows).allSatisfy({ isLeft($0, high.columns) }) { high.columns += 1 }
    var group =
      wide.rows * wide.columns >= high.rows * high.columns
      ? squares(wide.rows, wide.columns) : squares(high.rows, high.columns)
    for step in [-1, 1] {
      var length = 1
      while isLeft(length, step * length) { length += 1 }
      if length >= shortestDiagonal, length > group.count {
        group = (0..<length).map {
          Square(row: first.row + $0, column: first.column + step * $0)
        }
      }
    }
    return group
  }

  /// A group in words.
  private static func name(_ group: [Square]) -> String {
    guard let first = group.first, let last = group.last else { return "" }
    let rows = last.row - first.row + 1
    let columns = last.column - first.column + 1
    guard columns > 0, rows * columns == group.count else {
      return "the diagonal from \(first.place) to \(last.place)"
    }
    return range("row", first.row, last.row) + ", " + range("column", first.column, last.column)
  }

  /// "row 3", "rows 1 and 2" or "rows 1 to 3", from indices.
  private static func range(_ noun: String, _ first: Int, _ last: Int) -> String {
    first == last
      ? "\(noun) \(first + 1)"
      : "\(noun)s \(first + 1) \(last == first + 1 ? "and" : "to") \(last + 1)"
  }
}

/// A list of parts that may contain commas or lists themselves: "a; b; and c".
package func series(_ parts: [String]) -> String {
  guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
  if parts.count == 2, parts.allSatisfy({ !$0.split(separator: " ").contains("and") }) {
    return parts[0] + " and " + last
  }
  return parts.dropLast().joined(separator: "; ") + "; and " + last
}
