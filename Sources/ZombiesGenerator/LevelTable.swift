import ZombiesCore

/// The columns of a CSV, one of which holds levels (RFC 4180; <doc:/ZombiesCore/TextForms>,
/// "Files").
struct LevelTable {
  /// The name of the column.
  private static let name = "level"

  /// The number of cells per row.
  private let width: Int

  /// The index of the cell that holds the level.
  private let levelColumn: Int

  /// The index of the cell that names the level: in the column `name`, or else `reference`; nil if there
  /// is no such column.
  private let nameColumn: Int?

  /// Reads a header; nil if the line is not one.
  ///
  /// - Throws: ``LevelError`` if a header has no column of levels, or two.
  init?(header: PictureLine) throws(LevelError) {
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
        "the header of a CSV without a column '\(Self.name)', expected one",
        at: header.contentStart)
    }
    guard columns.count == 1 else {
      throw LevelError(
        "\(columns.count) columns '\(Self.name)', expected one", at: header.contentStart)
    }
    (width, levelColumn) = (names.count, columns[0])
    nameColumn = names.firstIndex(of: "name") ?? names.firstIndex(of: "reference")
  }

  private static func isSmallLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

  private static func isOfNames(_ byte: UInt8) -> Bool {
    byte.decimalDigit != nil || isSmallLetter(byte | 0x20) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ")
  }

  /// The lines of the level's cell in the row that begins on a given line, and the level's name if the
  /// row has one.
  ///
  /// - Parameters:
  ///   - line: The first line of the row.
  ///   - next: Reads the next line, for a quoted cell that spans lines; nil at the end.
  /// - Throws: ``LevelError`` for a row with another number of cells than the header.
  func level(
    in line: PictureLine, next: () throws(LevelError) -> PictureLine?
  ) throws(LevelError) -> (level: [PictureLine], name: String?) {
    var cursor = LevelTableCursor(line)
    var found: [PictureLine] = []
    var name: String?
    var count = 0
    while true {
      let want: LevelTableCursor.Want =
        count == levelColumn ? .place : count == nameColumn ? .text : .nothing
      let cell = try cursor.cell(want, next)
      if count == levelColumn { found = cell }
      if count == nameColumn, cell.count == 1, let content = cell.first?.content {
        let text = FormulaGuard.text(ofCell: content)
        if Self.isName(text) { name = String(text) }
      }
      count += 1
      if cursor.isAtEnd { break }
      try cursor.skipComma()
    }
    guard count == width else {
      throw LevelError(
        "a row of \(counted(count, "cell")), expected \(width) as in the header",
        at: cursor.position)
    }
    return (found, name)
  }

  /// Whether a text can be the name of a level, as `; level: NAME` gives it; any other is not read.
  private static func isName(_ text: Substring) -> Bool {
    (1...LevelNote.longestName).contains(text.utf8.count)
      && String(text).steeringCharacter == nil
  }
}

/// A place in a CSV row.
private struct LevelTableCursor {
  private var line: PictureLine
  private var bytes: Substring.UTF8View
  private var index: Substring.Index

  private static let quote = UInt8(ascii: "\"")

  /// The maximum number of lines in a cell that holds a picture.
  private static let mostLines = 4096

  /// What is wanted of a cell. To find out its place, all of the line before it is counted, so that it is
  /// asked for once in a row and not in every cell.
  enum Want {
    case nothing
    /// Its lines, as if it began the row.
    case text
    /// Its lines, with their places.
    case place
  }

  init(_ line: PictureLine) {
    self.line = line
    bytes = line.content.utf8
    index = bytes.startIndex
  }

  var isAtEnd: Bool { index == bytes.endIndex }

  var position: TextPosition {
    var place = line.contentStart
    let before = bytes[..<index]
    // Characters need counting only if they are not all single bytes.
    place.column += before.allSatisfy { $0 < 0x80 } ? before.count : Substring(before).count
    return place
  }

  mutating func skipComma() throws(LevelError) {
    guard bytes[index] == UInt8(ascii: ",") else {
      throw LevelError("expected a comma after a quoted cell", at: position)
    }
    index = bytes.index(after: index)
  }

  /// The place of what comes next, where it is wanted.
  private func place(_ want: Want) -> TextPosition {
    want == .place ? position : line.contentStart
  }

  /// Parses a cell, and returns what is wanted of it.
  mutating func cell(
    _ want: Want, _ next: () throws(LevelError) -> PictureLine?
  ) throws(LevelError) -> [PictureLine] {
    guard isAtEnd || bytes[index] != Self.quote else { return try quotedCell(want, next) }
    let start = index
    let place = self.place(want)
    while index < bytes.endIndex, bytes[index] != UInt8(ascii: ",") {
      guard bytes[index] != Self.quote else {
        throw LevelError("a quote inside a cell that begins without one", at: position)
      }
      index = bytes.index(after: index)
    }
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
        // A doubled quote is a literal one.
        if !isAtEnd, bytes[index] == Self.quote {
          (start, index) = (index, bytes.index(after: index))
          continue
        }
      }
      if want != .nothing { lines.append(Self.line(text[...].utf8, place)) }
      if end < bytes.endIndex { return lines }
      guard lines.count < Self.mostLines else {
        throw LevelError(
          "a cell of more than \(Self.mostLines) lines, expected a level", at: begin.position)
      }
      guard size <= LevelReader.longestLine, let line = try next() else {
        throw LevelError("a cell in quotes that does not end, expected \"", at: begin.position)
      }
      self = LevelTableCursor(line)
      (text, place, start) = ("", self.place(want), index)
    }
  }

  private static func line(_ text: Substring.UTF8View, _ place: TextPosition) -> PictureLine {
    PictureLine(text: String(Substring(text)), number: place.line, column: place.column)
  }
}
