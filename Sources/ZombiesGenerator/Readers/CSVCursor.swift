import ZombiesCore

/// A cell of a CSV row (RFC 4180).
struct CSVCell {
  /// The lines, with their positions; several only in a quoted cell.
  let lines: [PictureLine]

  fileprivate let isQuoted: Bool

  /// The text of a cell of one line; nil if the cell has several lines, or nothing and no quotes.
  var text: Substring? {
    guard lines.count == 1, isQuoted || !lines[0].isBlank else { return nil }
    return lines[0].content
  }
}

/// A position in a CSV row.
struct CSVCursor {
  /// The position of the line's first byte.
  private let origin: TextPosition
  private let bytes: Substring.UTF8View
  private var index: Substring.Index

  private static let quote = UInt8(ascii: "\"")
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
  var position: TextPosition { position(of: index) }

  private func position(of index: Substring.Index) -> TextPosition {
    var place = origin
    let before = bytes[..<index]
    // Counting characters takes extra time only if some have more than one byte.
    // Same: a byte of 0x80 is never the largest one of a character.
    place.column += before.allSatisfy { $0 < 0x80 } ? before.count : Substring(before).count
    return place
  }

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
    guard isNeeded else { return nil }
    return CSVCell(lines: [line(at: start, bytes[start..<index])], isQuoted: false)
  }

  private mutating func quotedCell(
    isNeeded: Bool, _ next: () throws(LevelError) -> PictureLine?
  ) throws(LevelError) -> CSVCell? {
    let begin = self
    index = bytes.index(after: index)
    var (lines, size) = ([PictureLine](), 0)
    while true {
      let start = index
      var end: Substring.Index?
      while end == nil, let quote = bytes[index...].firstIndex(of: Self.quote) {
        index = bytes.index(after: quote)
        if byte == Self.quote { index = bytes.index(after: index) } else { end = quote }
      }
      if isNeeded {
        // A doubled quote is a literal quote. No other quotes are left.
        var isFirst = false
        let text = bytes[start..<(end ?? bytes.endIndex)].filter { byte in
          isFirst = byte == Self.quote && !isFirst
          return !isFirst
        }
        lines.append(line(at: start, text))
      }
      if end != nil { return isNeeded ? CSVCell(lines: lines, isQuoted: true) : nil }
      size += bytes[start...].count + 1
      guard lines.count < Self.mostLines else {
        throw LevelError(
          "a cell of more than \(Self.mostLines) lines; expected a level", at: begin.position)
      }
      guard size <= LevelReader.longestLine, let line = try next() else {
        throw LevelError("a quoted cell has no closing quote", at: begin.position)
      }
      self = CSVCursor(line, isInCell: true)
    }
  }

  /// A part of the line as a line of its own.
  private func line(at start: Substring.Index, _ text: some Collection<UInt8>) -> PictureLine {
    let place = position(of: start)
    return PictureLine(
      text: String(decoding: text, as: UTF8.self), number: place.line, column: place.column)
  }
}
