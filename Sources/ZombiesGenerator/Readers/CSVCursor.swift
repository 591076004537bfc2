import ZombiesCore

/// A cell of a CSV row (RFC 4180). Its text and its position are found when they are asked for: a
/// position counts the characters before it, and most cells of a row are not needed.
struct CSVCell {
  /// Where the cell begins and ends in a line.
  fileprivate typealias Part = (start: CSVCursor, end: Substring.Index)

  /// The part in the first line, and those in the other lines of a quoted cell.
  fileprivate let first: Part
  fileprivate var others: [Part] = []
  fileprivate let isQuoted: Bool

  /// The text of a cell of one line; nil if the cell has several lines, or nothing and no quotes.
  var text: Substring? {
    guard others.isEmpty else { return nil }
    if isQuoted { return Substring(text(of: first)[...].utf8.trimmed) }
    let text = first.start.bytes(until: first.end).trimmed
    return text.isEmpty ? nil : Substring(text)
  }

  /// The lines, with their positions.
  var lines: [PictureLine] {
    var lines = [line(of: first)]
    for part in others { lines.append(line(of: part)) }
    return lines
  }

  private func line(of part: Part) -> PictureLine {
    let place = part.start.position
    return PictureLine(text: text(of: part), number: place.line, column: place.column)
  }

  private func text(of part: Part) -> String {
    let bytes = part.start.bytes(until: part.end)
    guard isQuoted else { return String(Substring(bytes)) }
    // A doubled quote is a literal quote. No other quotes are left.
    var isFirst = false
    return String(
      decoding: bytes.filter { byte in
        isFirst = byte == CSVCursor.quote && !isFirst
        return !isFirst
      }, as: UTF8.self)
  }
}

/// A position in a CSV row.
struct CSVCursor {
  /// The position of the line's first byte.
  private let origin: TextPosition
  private let bytes: Substring.UTF8View
  private var index: Substring.Index

  fileprivate static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")

  /// The maximum number of lines in a cell that contains a picture.
  private static let mostLines = 4096

  /// - Parameter isInCell: Whether the line begins inside a quoted cell, whose blanks matter.
  init(_ line: PictureLine, isInCell: Bool = false) {
    origin = isInCell ? TextPosition(line: line.number, column: line.column) : line.contentStart
    bytes = isInCell ? line.text[..<line.content.endIndex].utf8 : line.content.utf8
    index = bytes.startIndex
  }

  /// The next byte; nil at the end.
  private var byte: UInt8? { index == bytes.endIndex ? nil : bytes[index] }

  /// The position of the next character.
  var position: TextPosition {
    var place = origin
    let before = bytes[..<index]
    // Counting characters takes extra time only if some have more than one byte.
    // Same: a byte of 0x80 is never the largest one of a character.
    place.column += before.allSatisfy { $0 < 0x80 } ? before.count : Substring(before).count
    return place
  }

  /// The bytes from here to a place in the same line.
  fileprivate func bytes(until end: Substring.Index) -> Substring.UTF8View { bytes[index..<end] }

  /// Skips the comma after a cell; returns false at the end of the row.
  mutating func skipComma() throws(LevelError) -> Bool {
    guard let byte else { return false }
    guard byte == Self.comma else {
      throw LevelError("expected a comma after a quoted cell", at: position)
    }
    index = bytes.index(after: index)
    return true
  }

  /// Reads a cell.
  ///
  /// - Parameters:
  ///   - isNeeded: Whether the caller needs the cell.
  ///   - next: Reads the next line, for a quoted cell that spans lines; nil at the end.
  /// - Returns: The cell; nil if it is not needed.
  mutating func cell(
    isNeeded: Bool = true, _ next: () throws(LevelError) -> PictureLine?
  ) throws(LevelError) -> CSVCell? {
    if byte == Self.quote { return try quotedCell(isNeeded: isNeeded, next) }
    let start = index
    while let byte, byte != Self.comma {
      guard byte != Self.quote else {
        throw LevelError("a quote inside a cell that does not begin with one", at: position)
      }
      index = bytes.index(after: index)
    }
    return isNeeded ? CSVCell(first: part(start..<index), isQuoted: false) : nil
  }

  private mutating func quotedCell(
    isNeeded: Bool, _ next: () throws(LevelError) -> PictureLine?
  ) throws(LevelError) -> CSVCell? {
    let begin = self
    index = bytes.index(after: index)
    var (parts, size) = ([CSVCell.Part](), 0)
    while true {
      let start = index
      var end: Substring.Index?
      while end == nil, let quote = bytes[index...].firstIndex(of: Self.quote) {
        index = bytes.index(after: quote)
        if byte == Self.quote { index = bytes.index(after: index) } else { end = quote }
      }
      if isNeeded { parts.append(part(start..<(end ?? bytes.endIndex))) }
      if end != nil {
        return parts.first.map {
          CSVCell(first: $0, others: Array(parts.dropFirst()), isQuoted: true)
        }
      }
      size += bytes[start...].count + 1
      guard parts.count < Self.mostLines else {
        throw LevelError(
          "a cell of more than \(Self.mostLines) lines; expected a level", at: begin.position)
      }
      guard size <= LevelReader.longestLine, let line = try next() else {
        throw LevelError("a quoted cell has no closing quote", at: begin.position)
      }
      self = CSVCursor(line, isInCell: true)
    }
  }

  private func part(_ range: Range<Substring.Index>) -> CSVCell.Part {
    var start = self
    start.index = range.lowerBound
    return (start, range.upperBound)
  }
}
