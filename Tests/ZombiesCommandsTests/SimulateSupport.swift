import Foundation
import Testing
import ZombiesTestSupport

/// The rows of a CSV text, by column. Cells may be quoted.
struct Table {
  let header: String
  let rows: [[String: String]]

  init(_ text: String, file: String = #fileID, line place: Int = #line) {
    var (lines, cells, cell, isQuoted) = ([[String]](), [String](), "", false)
    var last: Character = ","
    for letter in text {
      defer { last = letter }
      switch letter {
      case "\"":
        isQuoted.toggle()
        // The second of a pair of quotation marks is one of the cell.
        if isQuoted, last == "\"" { cell.append(letter) }
      case "," where !isQuoted: (cells, cell) = (cells + [cell], "")
      case "\n" where !isQuoted: (lines, cells, cell) = (lines + [cells + [cell]], [], "")
      default: cell.append(letter)
      }
    }
    expect(cells.isEmpty && cell.isEmpty, "a last newline", file: file, line: place)
    let names = lines.first ?? []
    header = names.joined(separator: ",")
    rows = lines.dropFirst().map { cells in
      expectEqual(cells.count, names.count, "\(cells)", file: file, line: place)
      return Dictionary(zip(names, cells)) { $1 }
    }
  }

  /// A column.
  func column(_ name: String) -> [String] { rows.map { $0[name] ?? "" } }
}

/// Wilson's score interval, from the roots of (p − h)² = z² p (1 − p) / n.
func wilson(_ hits: Int, _ trials: Int) -> (low: Double, high: Double) {
  let (n, h, z) = (Double(trials), Double(hits) / Double(trials), 1.959963984540054)
  let (a, b, c) = (1 + z * z / n, -(2 * h + z * z / n), h * h)
  let root = max(0, b * b - 4 * a * c).squareRoot()
  return ((-b - root) / (2 * a), (-b + root) / (2 * a))
}

/// Whether a cell contains a number, up to a unit of its ninth decimal.
func says(_ cell: String?, _ value: Double) -> Bool {
  guard let cell, let number = Double(cell), cell.split(separator: ".").last?.count == 9 else {
    return false
  }
  return abs(number - value) < 1.6e-9
}
