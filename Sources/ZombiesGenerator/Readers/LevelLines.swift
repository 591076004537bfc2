import ZombiesCore

/// The lines of a text that comes in pieces.
struct LevelLines {
  /// Returns the next piece; nil once there is none.
  private var source: (() -> [UInt8]?)?
  private var bytes: ArraySlice<UInt8> = []
  private var number = 0

  init(_ source: @escaping () -> [UInt8]?) { self.source = source }

  /// The next line, without its newline; nil at the end.
  ///
  /// - Parameter isInTable: Whether a carriage return may be in a cell.
  /// - Throws: ``LevelError`` for a line that is too long or not UTF-8, or for lines that end with a carriage
  ///   return alone.
  mutating func next(inTable isInTable: Bool) throws(LevelError) -> PictureLine? {
    // The start of the line, from earlier pieces.
    var begun: [UInt8] = []
    var line: ArraySlice<UInt8>
    while true {
      if let end = bytes.firstIndex(of: 0x0A) {
        line = bytes[..<end]
        bytes = bytes[(end + 1)...]
        break
      }
      begun += bytes
      (bytes, line) = ([], [])
      guard begun.count <= LevelReader.longestLine else { break }
      guard let piece = source?() else {
        source = nil
        if begun.isEmpty { return nil }
        break
      }
      bytes = piece[...]
    }
    if !begun.isEmpty {
      begun += line
      line = begun[...]
    }
    number += 1
    guard line.count <= LevelReader.longestLine else {
      #if !hasFeature(Embedded)
        if line.contains(0x0D) { throw carriageReturns(1) }
      #endif
      throw LevelError(
        "a line of more than \(LevelReader.longestLine) bytes; expected a level",
        at: TextPosition(line: number, column: 1))
    }
    if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    let found = PictureLine(text: String(decoding: line, as: UTF8.self), number: number)
    #if !hasFeature(Embedded)
      try checkEncoding(line, found.text)
      if !isInTable, let place = found.content.utf8.firstIndex(of: 0x0D) {
        throw carriageReturns(found.contentStart.column + found.content[..<place].count)
      }
    #endif
    return found
  }

  #if !hasFeature(Embedded)
    /// Checks that a line is UTF-8, and that the first does not begin as UTF-16 does.
    private func checkEncoding(_ line: ArraySlice<UInt8>, _ text: String) throws(LevelError) {
      // UTF-16 and UTF-32 have a NUL beside a Latin letter.
      let hasNUL = number == 1 && line.prefix(2).contains(0)
      guard hasNUL || !text.utf8.elementsEqual(line) else { return }
      let start = TextPosition(line: number, column: 1)
      let marks: [(bytes: [UInt8], name: String)] = [
        ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF], "UTF-32"),
        ([0xFF, 0xFE], "UTF-16"), ([0xFE, 0xFF], "UTF-16"),
      ]
      if number == 1, let mark = marks.first(where: { line.starts(with: $0.bytes) }) {
        throw LevelError("the file is in \(mark.name), expected UTF-8", at: start)
      }
      if hasNUL {
        throw LevelError(
          "a NUL byte, as in UTF-16 or a file that is not text; expected UTF-8", at: start)
      }
      // In the text, U+FFFD stands for bad bytes. It begins with bytes with which a line can end too early.
      var valid = zip(text.utf8, line).lazy.prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
      while String(validating: line.prefix(valid), as: UTF8.self) == nil { valid -= 1 }
      let before = String(decoding: line.prefix(valid), as: UTF8.self).count
      throw LevelError(
        "bytes that are not UTF-8; save the file as UTF-8",
        at: TextPosition(line: number, column: before + 1))
    }

    private func carriageReturns(_ column: Int) -> LevelError {
      LevelError(
        "lines that end with a carriage return alone (CR), expected LF or CR LF",
        at: TextPosition(line: number, column: column))
    }
  #endif
}
