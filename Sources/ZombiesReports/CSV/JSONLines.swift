import ZombiesCore
import ZombiesText

/// Turns the rows of a CSV file of the toolkit into JSON lines (jsonlines.org): one object per row, whose members are
/// the columns.
///
/// Integers, numbers and `true` or `false` are written as JSON has them, empty cells as `null`, and all other cells as
/// strings. Names have no guard against spreadsheets, because no spreadsheet reads them.
public struct JSONLines {
  private let columns: [(name: [UInt8], kind: TableSchema.Kind)]
  private var isHeader = true

  /// The beginning of a row whose end is not known yet.
  private var begun: [UInt8] = []

  /// Creates a converter of a CSV with the given columns.
  public init(_ schema: TableSchema) {
    columns = schema.columns.map { (Array("\($0.name.inJSON()):".utf8), $0.kind) }
  }

  /// The JSON lines of a whole CSV, including its header row.
  public static func text(_ csv: String, _ schema: TableSchema) -> String {
    var lines = JSONLines(schema)
    return String(decoding: lines.converting(Array(csv.utf8)), as: UTF8.self)
  }

  /// Converts the next part of a CSV. The first row is the header, which has no line.
  ///
  /// - Returns: The lines of the rows that end in this part, as UTF-8.
  /// - Complexity: O(bytes).
  package mutating func converting(_ bytes: [UInt8]) -> [UInt8] {
    var lines: [UInt8] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      begun += rest[..<end]
      rest = rest[(end + 1)...]
      if !isHeader { append(begun, to: &lines) }
      (begun, isHeader) = ([], false)
    }
    begun += rest
    return lines
  }

  private func append(_ row: [UInt8], to lines: inout [UInt8]) {
    var rest = row[...]
    for (place, column) in columns.enumerated() {
      lines.append(UInt8(ascii: place == 0 ? "{" : ","))
      lines += column.name
      append(Self.cell(&rest), column.kind, to: &lines)
    }
    lines += "}\n".utf8
  }

  private func append(
    _ cell: [UInt8], _ kind: TableSchema.Kind, to lines: inout [UInt8]
  ) {
    if cell.isEmpty {
      lines += "null".utf8
      return
    }
    switch kind {
    case .integer, .number, .boolean: lines += cell
    case .word, .text: lines += String(decoding: cell, as: UTF8.self).inJSON().utf8
    case .name:
      let text = String(decoding: cell, as: UTF8.self)
      lines += String(FormulaGuard.text(ofCell: text[...])).inJSON().utf8
    }
  }

  /// Takes the next cell off a row, without its quotes and its comma.
  private static func cell(_ row: inout ArraySlice<UInt8>) -> [UInt8] {
    let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
    guard row.first == quote else {
      let cell = row.prefix { $0 != comma }
      row = row[cell.endIndex...].dropFirst()
      return Array(cell)
    }
    var cell: [UInt8] = []
    row = row.dropFirst()
    while let end = row.firstIndex(of: quote) {
      cell += row[..<end]
      row = row[(end + 1)...]
      // A doubled quote is a literal quote.
      guard row.first == quote else { break }
      cell.append(quote)
      row = row.dropFirst()
    }
    row = row.dropFirst()
    return cell
  }
}
