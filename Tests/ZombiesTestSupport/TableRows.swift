/// The rows of a table in a text, as cells: one row a line, with `|` between cells and blanks around them. Empty lines
/// and lines that begin with `//` are skipped.
///
/// In a cell, `⏎` is a newline, `⇥` a tab, `␍` a carriage return and `␣` a blank. What the keys of `parts` abbreviate is
/// written out.
public func tableRows(_ text: String, parts: [String: String] = [:]) -> [[String]] {
  // Bytes, because a character can consist of a blank and what combines with it.
  text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
    let cells = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map {
      var cell = $0
      while cell.first == UInt8(ascii: " ") { cell = cell.dropFirst() }
      while cell.last == UInt8(ascii: " ") { cell = cell.dropLast() }
      let scalars = Substring(cell).unicodeScalars.map { scalar -> Unicode.Scalar in
        switch scalar {
        case "⏎": "\n"
        case "⇥": "\t"
        case "␍": "\r"
        case "␣": " "
        default: scalar
        }
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      return parts.reduce(String(text)) { $0.replacing($1.key, with: $1.value) }
    }
    return cells[0].isEmpty && cells.count == 1 || cells[0].hasPrefix("//") ? nil : cells
  }
}
