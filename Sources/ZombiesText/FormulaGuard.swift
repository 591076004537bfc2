/// Prevents spreadsheets from reading a name in a CSV file as a formula.
///
/// Spreadsheets evaluate a cell that begins with `=`, `+`, `-`, `@`, a tab or a line end, even in
/// quotes. Some also do so for the full-width forms of these characters. An apostrophe in front
/// makes the cell text. A name that has apostrophes in front of such a character gets one more, so
/// a reader always drops exactly one.
package enum FormulaGuard {
  /// The character in front of a guarded text.
  package static let mark = UInt8(ascii: "'")

  /// Whether a text needs the guard. For a text that begins with the mark: whether it has been
  /// guarded.
  package static func isNeeded(_ text: some Collection<UInt8>) -> Bool {
    let rest = text.drop { $0 == mark }.prefix(3)
    switch rest.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): return true
    case 0x09, 0x0A, 0x0D: return true
    case 0xEF:
      // Full-width: U+FF1D, U+FF0B, U+FF0D and U+FF20.
      return rest.elementsEqual([0xEF, 0xBC, 0x9D]) || rest.elementsEqual([0xEF, 0xBC, 0x8B])
        || rest.elementsEqual([0xEF, 0xBC, 0x8D]) || rest.elementsEqual([0xEF, 0xBC, 0xA0])
    default: return false
    }
  }

  /// The text of a cell, without the mark if the text was guarded.
  package static func text(ofCell cell: Substring) -> Substring {
    cell.utf8.first == mark && isNeeded(cell.utf8) ? cell.dropFirst() : cell
  }
}
