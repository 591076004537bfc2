/// Keeps spreadsheets from taking a name in a CSV for a formula.
///
/// They evaluate a cell that begins with `=`, `+`, `-`, `@`, a tab or the end of a line, quotes or not, and
/// some do so for the full-width forms of these characters. An apostrophe in front makes it text. A name that
/// has apostrophes before such a character gets one more, so that a reader always drops exactly one.
package enum FormulaGuard {
  /// What stands in front of a guarded text.
  package static let mark = UInt8(ascii: "'")

  /// Whether a text is guarded when it is written; and, if it begins with the mark, whether it was.
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

  /// The text of a cell, without the mark if it was guarded.
  package static func text(ofCell cell: Substring) -> Substring {
    cell.utf8.first == mark && isNeeded(cell.utf8) ? cell.dropFirst() : cell
  }
}
