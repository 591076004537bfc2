import ZombiesCore
import ZombiesGenerator
import ZombiesText

/// A line of a question file that is neither blank nor a comment: its key and the text after it.
struct QuestionLine {
  /// The start of a line.
  enum Key: String, CaseIterable {
    case chapter = "chapter:"
    case question = "question:"
    case room = "room:"
    case valid = "+"
    case wrong = "-"
    case typed = "="

    /// The key as written in a file, with a placeholder for its text.
    var form: String {
      switch self {
      case .chapter: "chapter: TITLE"
      case .question: "question: TEXT"
      case .room: "room: CODE"
      case .valid: "+ VALID ANSWER"
      case .wrong: "- WRONG ANSWER"
      case .typed: "= ANSWER TO TYPE"
      }
    }

    /// The key without its colon; nil if it is a symbol.
    var word: String? {
      rawValue.utf8.last == UInt8(ascii: ":") ? String(rawValue.dropLast()) : nil
    }
  }

  /// The key.
  let key: Key

  /// The position of the key.
  let start: TextPosition

  /// The text after the key, without surrounding blanks.
  let text: String

  /// The position of the text, or the position after the key if there is no text.
  let place: TextPosition

  /// Reads a line that is neither blank nor a comment.
  init(_ line: PictureLine) throws(LevelError) {
    start = line.contentStart
    let bytes = line.content.utf8
    guard let key = Key.allCases.first(where: { bytes.starts(with: $0.rawValue.utf8) }) else {
      throw Self.unexpected(line)
    }
    self.key = key
    let rest = bytes.dropFirst(key.rawValue.utf8.count)
    let text = rest.trimmed
    // The key and the blanks after it have one byte per character.
    place = TextPosition(
      line: start.line,
      column: start.column + bytes.distance(from: bytes.startIndex, to: text.startIndex))
    self.text = String(Substring(text))
    if key.word == nil, let next = rest.first, next != 0x20, next != 0x09 {
      throw LevelError("expected a space after '\(key.rawValue)'", at: place)
    }
  }

  /// The error for a line without a key, with a suggestion if it nearly has one.
  private static func unexpected(_ line: PictureLine) -> LevelError {
    let bytes = line.content.utf8
    let isEnd = { (byte: UInt8) in byte == UInt8(ascii: ":") || byte == 0x20 || byte == 0x09 }
    let head = bytes[..<(bytes.firstIndex(where: isEnd) ?? bytes.endIndex)]
    for key in Key.allCases {
      if let word = key.word, isNear(head, word) {
        return LevelError(
          "unknown key '\(Substring(head))', expected '\(key.form)'",
          at: line.contentStart)
      }
    }
    return LevelError(
      "expected 'chapter:', 'question:', 'room:', '+', '-', '=', or a comment starting with ';'",
      at: line.contentStart)
  }

  /// The room named by the text, which is a code or a reference.
  func room() throws(LevelError) -> Level {
    guard text.utf8.contains(UInt8(ascii: "@")) else {
      return try Level(codeOrPlacement: text[...], at: place)
    }
    let reference: SeedReference
    do throws(NameError) { reference = try SeedReference(text) } catch {
      throw LevelError(error, at: place)
    }
    // Check before drawing anything: a room this large could take minutes.
    let size = reference.family.size
    guard max(size.rows, size.columns) <= Question.longestSide else {
      throw LevelError("\(QuestionError.roomTooLarge(0))", at: place)
    }
    let levels = LevelGenerator(
      reference.family, seed: reference.seed, selection: reference.selection,
      drawLimit: 1000, stateLimit: 1 << 16)
    do throws(GenerationError) { return try levels.level(at: reference.index) } catch {
      throw LevelError("\(reference): \(error)", at: place)
    }
  }
}
