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

/// A batch: its settings and the outputs of `simulate`.
struct BatchOfRounds: Sendable, CustomTestStringConvertible {
  /// The options and operands that choose the levels.
  let levels: [String]
  /// Rule options and limits, which `replay` takes too.
  var options: [String] = []
  /// `--rounds` or `--games`.
  var unit = "--rounds"
  var count = 40
  var first: UInt64 = 0
  var seed: UInt64 = 0

  var testDescription: String { words.joined(separator: " ") }

  var words: [String] {
    ["simulate"] + levels + options + [unit, "\(count)"]
      + ["--first", "\(first)", "--seed", "\(seed)"]
  }

  /// Given levels of several sizes: won at once, stuck, caught at the start, lit, large.
  static let list = [
    "SP", "S#/#P", "SZ/1P", "classic@42#7", "S#3/#4/5/5/4P", "S4/5/2Z2/5/4P+lit", "9x9z2f2@1#1",
    "Z2S/4/#1#1/P1F1", "P4/5/2#2/Z4/4S",
  ]
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
