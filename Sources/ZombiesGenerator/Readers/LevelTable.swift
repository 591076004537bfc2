import ZombiesCore

/// The columns of a CSV with a column of levels (RFC 4180; <doc:/ZombiesCore/TextForms>, "Files").
struct LevelTable {
  /// The name of the column with the levels.
  private static let name = "level"

  /// What a column has.
  private enum Column {
    case level, name, reference
    /// The value of a variant of the rules; and its default, as bytes.
    case rule(Rules.Variant, [UInt8])
    case other
  }

  private let columns: [Column]

  /// What is read of a row.
  struct Row {
    /// The lines of the level's cell.
    var level: [PictureLine] = []
    /// The level's name; nil if it has none.
    var name: String?
    /// The cell of the reference; nil without one.
    var reference: Substring?
    /// The rules; nil if no column says them, or if they are the default ones.
    var rules: NamedRules?
  }

  /// Reads a header; nil if the line is not a header.
  ///
  /// - Throws: ``LevelError`` if a header has no column of levels, or more than one, or no commas.
  init?(header: PictureLine) throws(LevelError) {
    if header.content.utf8.prefix(4).map({ $0 | 0x20 }).elementsEqual("sep=".utf8) {
      throw LevelError(
        "a line for spreadsheets; remove it, because the header must come first",
        at: header.contentStart)
    }
    for (separator, name) in [(UInt8(ascii: ";"), "semicolons"), (0x09, "tabs")] {
      // The beginning is enough, and a long line would take memory.
      let cells = header.content.utf8.prefix(1000).split(separator: separator).map { cell in
        cell.filter { $0 != 0x20 && $0 != UInt8(ascii: "\"") }
      }
      // What is no name may be a code or a reference, and 'level' its comment.
      if cells.count > 1, cells[0].allSatisfy(Self.isOfNames),
        cells[0].contains(where: Self.isSmallLetter),
        cells.contains(where: { $0.elementsEqual(Self.name.utf8) })
      {
        throw LevelError(
          "the columns are separated by \(name), expected commas", at: header.contentStart)
      }
    }
    var cursor = LevelTableCursor(header)
    var names: [Substring] = []
    do throws(LevelError) {
      while true {
        let cell = try cursor.cell(.text) { () throws(LevelError) in nil }
        names.append(cell.first?.content ?? "")
        if cursor.isAtEnd { break }
        try cursor.skipComma()
      }
    } catch {
      return nil
    }
    let columns = names.indices.filter { names[$0].utf8.elementsEqual(Self.name.utf8) }
    if columns.isEmpty {
      guard names.count > 1, names.allSatisfy({ $0.utf8.allSatisfy(Self.isOfNames) }),
        names.contains(where: { $0.utf8.contains(where: Self.isSmallLetter) })
      else { return nil }
      throw LevelError(
        "the CSV header has no column '\(Self.name)'",
        at: header.contentStart)
    }
    guard columns.count == 1 else {
      throw LevelError(
        "\(columns.count) columns named '\(Self.name)', expected 1", at: header.contentStart)
    }
    self.columns = names.map { name in
      switch name {
      case Self.name: return .level
      case "name": return .name
      case "reference": return .reference
      default:
        let variant = Rules.Variant.allCases.first { name == $0.name(joinedBy: "_") }
        guard let variant else { return .other }
        return .rule(variant, Array(Rules.standard.value(of: variant).utf8))
      }
    }
  }

  private static func isSmallLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

  private static func isOfNames(_ byte: UInt8) -> Bool {
    byte.decimalDigit != nil || isSmallLetter(byte | 0x20) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ")
  }

  /// The row that begins on a given line.
  ///
  /// - Parameters:
  ///   - line: The first line of the row.
  ///   - next: Reads the next line, for a quoted cell that spans lines; nil at the end.
  /// - Throws: ``LevelError`` if the row and the header have different numbers of cells, or if a rule does
  ///   not have the value in its column.
  func row(
    _ line: PictureLine, next: () throws(LevelError) -> PictureLine?
  ) throws(LevelError) -> Row {
    var cursor = LevelTableCursor(line)
    var row = Row()
    var rules = Rules.standard
    var count = 0
    while true {
      switch count < columns.count ? columns[count] : .other {
      case .other: _ = try cursor.cell(.nothing, next)
      case .level: row.level = try cursor.cell(.place, next)
      case .name:
        if let content = try cursor.text(next) {
          let text = FormulaGuard.text(ofCell: content)
          if Self.isName(text) { row.name = String(text) }
        }
      case .reference: row.reference = try cursor.text(next)
      case .rule(let variant, let standard):
        guard let content = try cursor.text(next), !content.utf8.elementsEqual(standard) else {
          break
        }
        guard let changed = rules.changing(variant, to: content) else {
          throw LevelError(
            "expected \(variant.name(joinedBy: "_")) \(variant.values), found '\(content.prefix(40))'",
            at: line.contentStart)
        }
        rules = changed
      }
      count += 1
      if cursor.isAtEnd { break }
      try cursor.skipComma()
    }
    guard count == columns.count else {
      throw LevelError(
        "a row of \(counted(count, "cell")), expected \(columns.count) as in the header",
        at: cursor.position)
    }
    if rules != .standard { row.rules = NamedRules(changesOf: rules) }
    return row
  }

  /// Whether a text is valid as a level's name, as in `; level: NAME`. Other texts are ignored.
  private static func isName(_ text: Substring) -> Bool {
    (1...LevelNote.longestName).contains(text.utf8.count)
      && String(text).steeringCharacter == nil
  }
}

/// A position in a CSV row.
private struct LevelTableCursor {
  private var line: PictureLine
  /// The position of the first byte.
  private var origin: TextPosition
  private var bytes: Substring.UTF8View
  private var index: Substring.Index

  private static let quote = UInt8(ascii: "\"")

  /// The maximum number of lines in a cell that contains a picture.
  private static let mostLines = 4096

  /// The part of a cell that the caller needs. Finding the position takes time, because it counts
  /// the whole line up to the cell. It is therefore requested for one cell per row.
  enum Want {
    case nothing
    /// The lines, with positions as if the cell began the row.
    case text
    /// The lines, with their positions.
    case place
  }

  /// - Parameter isInCell: Whether the line begins inside a quoted cell, whose blanks matter.
  init(_ line: PictureLine, isInCell: Bool = false) {
    self.line = line
    origin =
      isInCell ? TextPosition(line: line.number, column: line.column) : line.contentStart
    bytes = isInCell ? line.text[..<line.content.endIndex].utf8 : line.content.utf8
    index = bytes.startIndex
  }

  var isAtEnd: Bool { index == bytes.endIndex }

  var position: TextPosition {
    var place = origin
    let before = bytes[..<index]
    // Counting characters takes extra time only if some have more than one byte.
    // Same: a byte of 0x80 is never the largest one of a character.
    place.column += before.allSatisfy { $0 < 0x80 } ? before.count : Substring(before).count
    return place
  }

  mutating func skipComma() throws(LevelError) {
    guard bytes[index] == UInt8(ascii: ",") else {
      throw LevelError("expected a comma after a quoted cell", at: position)
    }
    index = bytes.index(after: index)
  }

  /// The position of the next character if the caller needs it; otherwise the start of the line.
  private func place(_ want: Want) -> TextPosition {
    want == .place ? position : origin
  }

  /// Reads a cell of one line; nil if it is empty or has several lines.
  mutating func text(
    _ next: () throws(LevelError) -> PictureLine?
  ) throws(LevelError) -> Substring? {
    guard isAtEnd || bytes[index] != Self.quote else {
      let lines = try quotedCell(.text, next)
      return lines.count == 1 ? lines.first?.content : nil
    }
    let start = index
    try skipPlainCell()
    let text = bytes[start..<index].trimmed
    return text.isEmpty ? nil : Substring(text)
  }

  /// Moves to the end of a cell without quotes.
  private mutating func skipPlainCell() throws(LevelError) {
    while index < bytes.endIndex, bytes[index] != UInt8(ascii: ",") {
      guard bytes[index] != Self.quote else {
        throw LevelError("a quote inside a cell that does not begin with one", at: position)
      }
      index = bytes.index(after: index)
    }
  }

  /// Reads a cell, and returns the part that the caller needs.
  mutating func cell(
    _ want: Want, _ next: () throws(LevelError) -> PictureLine?
  ) throws(LevelError) -> [PictureLine] {
    guard isAtEnd || bytes[index] != Self.quote else { return try quotedCell(want, next) }
    let start = index
    let place = self.place(want)
    try skipPlainCell()
    return want == .nothing ? [] : [Self.line(bytes[start..<index], place)]
  }

  private mutating func quotedCell(
    _ want: Want, _ next: () throws(LevelError) -> PictureLine?
  ) throws(LevelError) -> [PictureLine] {
    let begin = self
    index = bytes.index(after: index)
    var lines: [PictureLine] = []
    var (text, place) = ("", self.place(want))
    var (start, size) = (index, 0)
    while true {
      let end = bytes[index...].firstIndex(of: Self.quote) ?? bytes.endIndex
      size += bytes.distance(from: index, to: end) + 1
      if want != .nothing { text += Substring(bytes[start..<end]) }
      index = end
      if !isAtEnd {
        index = bytes.index(after: end)
        // A doubled quote is a literal quote.
        if !isAtEnd, bytes[index] == Self.quote {
          (start, index) = (index, bytes.index(after: index))
          continue
        }
      }
      if want != .nothing { lines.append(Self.line(text[...].utf8, place)) }
      if end < bytes.endIndex { return lines }
      guard lines.count < Self.mostLines else {
        throw LevelError(
          "a cell of more than \(Self.mostLines) lines; expected a level", at: begin.position)
      }
      guard size <= LevelReader.longestLine, let line = try next() else {
        throw LevelError("a quoted cell has no closing quote", at: begin.position)
      }
      self = LevelTableCursor(line, isInCell: true)
      (text, place, start) = ("", self.place(want), index)
    }
  }

  private static func line(_ text: Substring.UTF8View, _ place: TextPosition) -> PictureLine {
    PictureLine(text: String(Substring(text)), number: place.line, column: place.column)
  }
}
