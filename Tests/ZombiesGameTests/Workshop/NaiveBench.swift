import ZombiesTestSupport

/// A level as rows of letters, edited by writing letters: a simple version of the workshop.
struct NaiveBench: Equatable {
  var rows: [[Character]]
  var lit: Bool

  init(_ level: NaiveLevel) {
    rows = level.picture.split(separator: "\n").filter { !$0.hasPrefix(";") }.map { Array($0) }
    lit = level.lit
  }

  func place(of letter: Character) -> (row: Int, column: Int)? {
    for (row, letters) in rows.enumerated() {
      if let column = letters.firstIndex(of: letter) { return (row, column) }
    }
    return nil
  }

  /// The bench with a letter on a square; nil if that is refused.
  func putting(_ letter: Character, row: Int, column: Int) -> NaiveBench? {
    guard rows.indices.contains(row), rows[0].indices.contains(column) else { return nil }
    let former = rows[row][column]
    if former == letter || former == "S" || former == "P" { return nil }
    var next = self
    if letter == "S" || letter == "P", let old = place(of: letter) {
      next.rows[old.row][old.column] = "."
    }
    next.rows[row][column] = letter
    return next
  }

  /// The bench with other sides; nil if that is refused.
  func resized(_ count: Int, _ columns: Int) -> NaiveBench? {
    guard (1...1024).contains(count), (1...1024).contains(columns), count * columns > 1,
      var start = place(of: "P"), var signpost = place(of: "S")
    else { return nil }
    let isInCorner = start == (rows.count - 1, rows[0].count - 1)
    start = (min(start.row, count - 1), min(start.column, columns - 1))
    if isInCorner { start = (count - 1, columns - 1) }
    signpost = (min(signpost.row, count - 1), min(signpost.column, columns - 1))
    if start == signpost || count == rows.count && columns == rows[0].count { return nil }
    var next = self
    next.rows = (0..<count).map { row in
      (0..<columns).map { column in
        let isOld = row < rows.count && column < rows[0].count
        let letter = isOld ? rows[row][column] : "."
        return letter == "S" || letter == "P" ? "." : letter
      }
    }
    next.rows[start.row][start.column] = "P"
    next.rows[signpost.row][signpost.column] = "S"
    return next
  }

  /// The bench in another light; nil if it is the same.
  func relit(_ isLit: Bool) -> NaiveBench? {
    var next = self
    next.lit = isLit
    return next == self ? nil : next
  }

  /// The bench without its things; nil if there are none.
  func cleared() -> NaiveBench? {
    var next = self
    next.rows = rows.map { $0.map { "SP".contains($0) ? $0 : "." } }
    return next == self ? nil : next
  }
}
