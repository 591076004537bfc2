import ZombiesCore
import ZombiesText

/// A CSV file: the name, type and meaning of each column, and its value in a row.
///
/// The same declaration produces the header, the rows and the description that `zombies schema`
/// prints, so they cannot disagree.
///
///     CSVTable<Level>("rooms", "the rooms of some levels") { columns in
///       columns.text("level", pattern: "[SPZ#F0-9/+lit]+", "the code") { $0.code }
///       columns.integer("rows", from: 1, "rows of the room") { $0.size.rows }
///     }
struct CSVTable<Row>: Sendable {
  /// The columns' names, types and meanings.
  let schema: TableSchema

  private let cells: [CSVColumns<Row>.Cell]

  /// Creates a table with the columns that a closure adds, in order.
  ///
  /// - Parameters:
  ///   - name: The file's name in `zombies schema`.
  ///   - summary: The contents of the file, in one line.
  ///   - key: The columns that together identify a row; empty if rows may be equal.
  ///   - add: Adds the columns.
  init(
    _ name: String, _ summary: String, key: [String] = [],
    _ add: (inout CSVColumns<Row>) -> Void
  ) {
    var columns = CSVColumns<Row>()
    add(&columns)
    columns.addLast()
    schema = TableSchema(name, summary, key: key, columns.columns)
    cells = columns.cells
  }

  /// The text of a row, including its newline.
  func row(_ row: Row) -> String {
    var bytes: [UInt8] = []
    append(row, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a row as UTF-8.
  ///
  /// Creates no strings, because there may be billions of rows.
  func append(_ row: Row, to bytes: inout [UInt8]) {
    var isFirst = true
    for cell in cells {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      cell(row, &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The header and the rows.
  func text(_ rows: some Sequence<Row>) -> String {
    var bytes = Array(schema.header.utf8)
    for row in rows { append(row, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The columns of a ``CSVTable`` while they are being added.
///
/// A column whose closure returns an optional may be empty; any other column always has a value.
struct CSVColumns<Row> {
  /// Appends the value in a row, as UTF-8.
  ///
  /// Only user-defined names and sentences may contain commas or quotes (``name(_:_:_:)``). No value
  /// contains a newline.
  typealias Cell = @Sendable (Row, inout [UInt8]) -> Void

  fileprivate var columns: [TableSchema.Column] = []
  fileprivate var cells: [Cell] = []

  /// Adds the columns that stand behind all others, whenever they were declared. A column that is new to a
  /// file goes there, so that programs that read the file still find the older ones.
  fileprivate mutating func addLast() {
    for add in last { add(&self) }
    last = []
  }

  private var last: [(inout CSVColumns<Row>) -> Void] = []

  /// Adds columns behind all others of the file.
  mutating func last(_ add: @escaping (inout CSVColumns<Row>) -> Void) { last.append(add) }

  /// Adds a column whose bytes a closure appends.
  mutating func bytes(
    _ name: String, _ kind: TableSchema.Kind, _ summary: String, mayBeEmpty: Bool = false,
    _ cell: @escaping Cell
  ) {
    columns.append(TableSchema.Column(name, kind, summary, mayBeEmpty: mayBeEmpty))
    cells.append(cell)
  }

  /// Adds columns of a part of each row. They are declared for the part alone, so that they are not compiled again
  /// for each table.
  mutating func part<Part>(
    _ value: @escaping @Sendable (Row) -> Part, _ add: (inout CSVColumns<Part>) -> Void
  ) {
    var part = CSVColumns<Part>()
    add(&part)
    columns += part.columns
    for cell in part.cells { cells.append { cell(value($0), &$1) } }
    for add in part.last { last { $0.part(value, add) } }
  }

  // Integers.

  mutating func integer<Number: BinaryInteger & Sendable>(
    _ name: String, from least: UInt64 = 0, _ summary: String,
    _ value: @escaping @Sendable (Row) -> Number
  ) {
    bytes(name, .integer(from: least), summary) { $1.append(decimal: UInt64(value($0))) }
  }

  mutating func integer<Number: BinaryInteger & Sendable>(
    _ name: String, from least: UInt64 = 0, _ summary: String,
    _ value: @escaping @Sendable (Row) -> Number?
  ) {
    bytes(name, .integer(from: least), summary, mayBeEmpty: true) {
      if let number = value($0) { $1.append(decimal: UInt64(number)) }
    }
  }

  // Numbers with decimals, in their printed form.

  mutating func number(
    _ name: String, _ range: TableSchema.Kind.Range, _ summary: String,
    _ value: @escaping @Sendable (Row) -> String
  ) {
    bytes(name, .number(range), summary) { $1.append(contentsOf: value($0).utf8) }
  }

  mutating func number(
    _ name: String, _ range: TableSchema.Kind.Range, _ summary: String,
    _ value: @escaping @Sendable (Row) -> String?
  ) {
    bytes(name, .number(range), summary, mayBeEmpty: true) {
      if let text = value($0) { $1.append(contentsOf: text.utf8) }
    }
  }

  // `true` and `false`.

  mutating func boolean(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Row) -> Bool
  ) {
    bytes(name, .boolean, summary) { $1.append(contentsOf: (value($0) ? "true" : "false").utf8) }
  }

  mutating func boolean(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Row) -> Bool?
  ) {
    bytes(name, .boolean, summary, mayBeEmpty: true) {
      if let flag = value($0) { $1.append(contentsOf: (flag ? "true" : "false").utf8) }
    }
  }

  // One of a set of words: the cases of a type, or a given list.

  mutating func word<Word: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Row) -> Word
  ) where Word.RawValue == String {
    word(name, of: Word.allCases.map(\.rawValue), summary) { value($0).rawValue }
  }

  mutating func word<Word: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Row) -> Word?
  ) where Word.RawValue == String {
    bytes(name, .word(Word.allCases.map(\.rawValue)), summary, mayBeEmpty: true) {
      if let word = value($0) { $1.append(contentsOf: word.rawValue.utf8) }
    }
  }

  mutating func word(
    _ name: String, of words: [String], _ summary: String,
    _ value: @escaping @Sendable (Row) -> String
  ) {
    bytes(name, .word(words), summary) { $1.append(contentsOf: value($0).utf8) }
  }

  // Texts that match a regular expression as a whole.

  mutating func text(
    _ name: String, pattern: String, _ summary: String,
    _ value: @escaping @Sendable (Row) -> String
  ) {
    bytes(name, .text(pattern: pattern), summary) { $1.append(contentsOf: value($0).utf8) }
  }

  mutating func text(
    _ name: String, pattern: String, _ summary: String,
    _ value: @escaping @Sendable (Row) -> String?
  ) {
    bytes(name, .text(pattern: pattern), summary, mayBeEmpty: true) {
      if let text = value($0) { $1.append(contentsOf: text.utf8) }
    }
  }
}

extension CSVColumns {
  // User-defined names and sentences: quoted if RFC 4180 requires it, and guarded so that a
  // spreadsheet does not read them as formulas.

  mutating func name(
    _ name: String, _ summary: String, mayBeEmpty: Bool = false, appending append: @escaping Cell
  ) {
    bytes(name, .name, summary, mayBeEmpty: mayBeEmpty) { row, bytes in
      let begin = bytes.count
      append(row, &bytes)
      if bytes.count == begin { return }
      if FormulaGuard.isNeeded(bytes[begin...]) { bytes.insert(FormulaGuard.mark, at: begin) }
      bytes.quote(from: begin)
    }
  }

  mutating func name(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Row) -> String
  ) {
    self.name(name, summary, appending: { $1 += value($0).utf8 })
  }

  mutating func name(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Row) -> String?
  ) {
    self.name(
      name, summary, mayBeEmpty: true, appending: { if let text = value($0) { $1 += text.utf8 } })
  }
}

extension [UInt8] {
  /// Quotes a cell if it contains a comma, a quote or a line break.
  fileprivate mutating func quote(from begin: Int) {
    let quote = UInt8(ascii: "\"")
    let needsQuotes = self[begin...].contains {
      $0 == quote || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
    guard needsQuotes else { return }
    let cell = self[begin...].flatMap { $0 == quote ? [quote, quote] : [$0] }
    replaceSubrange(begin..., with: [quote] + cell + [quote])
  }
}
