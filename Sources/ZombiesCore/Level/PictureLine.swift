/// A numbered line of a text: a comment, a blank line, a code or a row of a picture.
package struct PictureLine: Sendable {
  /// The line without its newline.
  package let text: String

  /// The line number, from 1.
  package let number: Int

  /// The column of its first character, from 1; greater if the text is only part of a line.
  package let column: Int

  /// The line without surrounding blanks.
  package let content: Substring

  /// Creates a line.
  package init(text: String, number: Int, column: Int = 1) {
    self.text = text
    self.number = number
    self.column = column
    content = Substring(Substring(text).utf8.trimmed)
  }

  /// The lines of a text, without the byte-order mark at its beginning, if any.
  ///
  /// - Parameter first: The number of the first line.
  package static func lines(of text: String, from first: Int = 1) -> [PictureLine] {
    var bytes = Substring(text).utf8
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated().map {
      PictureLine(text: String(decoding: $0.element, as: UTF8.self), number: first + $0.offset)
    }
  }

  /// The blanks before the content.
  package var indent: Substring { text[..<content.startIndex] }

  /// Whether the line contains only blanks.
  package var isBlank: Bool { content.isEmpty }

  /// Whether the line begins with `;`.
  package var isComment: Bool { content.utf8.first == UInt8(ascii: ";") }

  /// The note that a comment contains; nil for any other comment and for other lines.
  ///
  /// - Throws: ``LevelError`` for a near miss.
  package func note() throws(LevelError) -> LevelNote? {
    isComment ? try LevelNote(content, at: contentStart) : nil
  }

  /// Whether the line is `; lit`.
  package var saysLit: Bool { (try? note()) == .lit }

  /// The error for a `; lit` line outside a picture.
  package var strayLit: LevelError {
    LevelError(
      "'; lit' must be among the rows of a picture, with no blank line between; "
        + "in a code, write +lit at the end", at: contentStart)
  }

  /// The position where the content begins.
  package var contentStart: TextPosition {
    TextPosition(line: number, column: column + indent.utf8.count)
  }

  /// The content without its trailing comment, which begins at the first `;` that follows a blank.
  /// For a comment line, this is the whole line.
  package var code: Substring { parted.code }

  /// The content without its trailing comment, and that comment, which begins with its `;`; nil if there is
  /// none.
  package var parted: (code: Substring, comment: Substring?) {
    guard let start = commentStart else { return (content, nil) }
    return (Substring(content[..<start].utf8.trimmed), content[start...])
  }

  /// Checks that the comment after a code, if any, is not a note: a note needs its own line.
  ///
  /// - Throws: ``LevelError`` for a note or a near miss.
  package func check(_ comment: Substring?) throws(LevelError) {
    guard let comment else { return }
    let place = TextPosition(
      line: number, column: contentStart.column + content[..<comment.startIndex].count)
    guard let note = try LevelNote(comment, at: place) else { return }
    throw LevelError(
      note == .lit
        ? "'; lit' is for pictures; in a code, write +lit at the end"
        : "'\(note.form)' must be on a line of its own, above its levels", at: place)
  }

  /// The text of a comment without its `;` and the blanks around it.
  package static func text(of comment: Substring) -> Substring {
    Substring(comment.utf8.dropFirst().trimmed)
  }

  private var commentStart: Substring.Index? {
    let bytes = content.utf8
    guard var place = bytes.firstIndex(of: UInt8(ascii: ";")), place > bytes.startIndex else {
      return nil
    }
    while true {
      let before = bytes[bytes.index(before: place)]
      if before == 0x20 || before == 0x09 { return place }
      let rest = bytes[bytes.index(after: place)...]
      guard let next = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
      place = next
    }
  }
}
