import ZombiesCore
import ZombiesGenerator
import ZombiesText

extension Quiz {
  /// The maximum length of a text, in bytes, which is more than any quiz needs.
  static let longestText = 1 << 26

  /// Reads a designer's own questions (<doc:Questions>).
  ///
  /// - Throws: ``/ZombiesCore/LevelError`` with the line, the column and what was expected.
  public init(text: String) throws(LevelError) {
    var place = TextPosition(line: 1, column: 1)
    try expect(
      text.utf8.count <= Self.longestText,
      "the text is longer than \(Self.longestText) bytes, too long for questions", at: place)
    var reader = QuestionReader()
    for line in PictureLine.lines(of: text) {
      try reader.read(line)
      place.line = line.number
    }
    try reader.endChapter()
    try expect(
      !reader.chapters.isEmpty, "there are no questions, expected 'question: TEXT'", at: place)
    self.init(reader.chapters)
  }
}

/// Throws an error with a position unless a condition holds.
private func expect(
  _ holds: Bool, _ problem: @autoclosure () -> String, at place: TextPosition
) throws(LevelError) {
  guard holds else { throw LevelError(problem(), at: place) }
}

/// Reads a designer's own questions line by line.
struct QuestionReader {
  /// The chapters so far. The last one is being read.
  private(set) var chapters: [Chapter] = []

  /// The position of the last chapter's title.
  private var titlePlace = TextPosition(line: 1, column: 1)

  /// The question whose lines are being read, and the position of its first line.
  private var draft: (question: Question, place: TextPosition)?

  /// Reads a line.
  mutating func read(_ line: PictureLine) throws(LevelError) {
    try expect(
      line.text.utf8.count <= 4096, "the line is longer than 4096 bytes",
      at: TextPosition(line: line.number, column: 1))
    if line.isComment { return }
    if line.isBlank { return try endQuestion() }
    let line = try QuestionLine(line)
    if line.key == .chapter {
      try endChapter()
      try expect(chapters.count < 100, "more than 100 chapters", at: line.place)
      let title = try line.checked(ifEmpty: "the chapter has no title")
      chapters.append(Chapter(title: title))
      titlePlace = line.place
      return
    }
    if draft == nil, line.key == .question { draft = (Question(kind: .own), line.start) }
    try expect(
      draft != nil, "expected 'question: TEXT' before '\(line.key.rawValue)'", at: line.start)
    try draft?.question.add(line)
  }

  /// Ends the current question, if there is one.
  private mutating func endQuestion() throws(LevelError) {
    guard let (question, place) = draft else { return }
    draft = nil
    // Questions before the first title are a chapter too.
    if chapters.isEmpty { chapters.append(Chapter(title: "Questions")) }
    let last = chapters.count - 1
    try expect(
      chapters.reduce(0) { $0 + $1.questions.count } < 1000, "more than 1000 questions", at: place)
    try expect(
      !question.answers.isEmpty,
      "the question has no answers, expected lines with + and -, or with =, directly below it",
      at: place)
    try expect(
      question.answers.contains { $0.isValid },
      "the question has no valid answer, expected a line with +", at: place)
    try expect(
      !question.isClosed || question.answers.count > 1,
      "the question has only one answer, expected at least two to choose from", at: place)
    try expect(
      chapters[last].questions.allSatisfy { $0.isClosed == question.isClosed },
      "the chapter mixes closed questions (answers with + and -) and open questions (answers with =), "
        + "expected only one kind", at: place)
    chapters[last].questions.append(question)
  }

  /// Ends the current question and the current chapter, if there are any.
  mutating func endChapter() throws(LevelError) {
    try endQuestion()
    try expect(
      chapters.last?.questions.isEmpty != true, "the chapter has no question", at: titlePlace)
  }
}

extension Question {
  /// Adds what a line says.
  fileprivate mutating func add(_ line: QuestionLine) throws(LevelError) {
    try expect(
      answers.isEmpty || line.key.isAnswer,
      "'\(line.key.rawValue)' after an answer, expected a blank line before the next question",
      at: line.start)
    switch line.key {
    case .chapter: break
    case .question:
      try expect(prompt.count < 20, "more than 20 sentences in a question", at: line.start)
      prompt.append(
        try line.checked(ifEmpty: "the sentence is empty, expected the text of the question"))
    case .room:
      try expect(rooms.count < 8, "more than 8 rooms with a question", at: line.start)
      rooms.append(try line.room())
    case .valid, .wrong, .typed:
      try expect(
        answers.isEmpty || isClosed == (line.key != .typed),
        "'=' mixed with '+' or '-', expected only answers to choose from (+ and -) or to type (=)",
        at: line.start)
      form = line.key == .typed ? .open : .closed
      try expect(answers.count < 20, "more than 20 answers to a question", at: line.start)
      let text = try line.checked(ifEmpty: "the answer is empty, expected letters or digits")
      let same = row(saying: text)
      try expect(
        same == nil,
        "answers \((same ?? 0) + 1) and \(answers.count + 1) are the same, ignoring case and accents",
        at: line.place)
      answers.append(Answer(text, line.key != .wrong))
    }
  }
}

/// A line of a question file that is neither blank nor a comment: its key and the text after it.
private struct QuestionLine {
  /// The start of a line.
  enum Key: String, CaseIterable {
    case chapter = "chapter:"
    case question = "question:"
    case room = "room:"
    case valid = "+"
    case wrong = "-"
    case typed = "="

    /// Whether an answer follows, after a symbol.
    var isAnswer: Bool { rawValue.utf8.count == 1 }
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
    let isApart = rest.first.map { $0 == 0x20 || $0 == 0x09 } ?? true
    try expect(isApart || !key.isAnswer, "expected a space after '\(key.rawValue)'", at: place)
  }

  /// The error for a line without a key, with a suggestion if it nearly has one.
  private static func unexpected(_ line: PictureLine) -> LevelError {
    let head = line.content.utf8.prefix { !":\t ".utf8.contains($0) }
    let keys = [("chapter", "TITLE"), ("question", "TEXT"), ("room", "CODE")]
    let near = keys.first { isNear(head, $0.0) }
    return LevelError(
      near.map { "unknown key '\(Substring(head))', expected '\($0.0): \($0.1)'" }
        ?? "expected 'chapter:', 'question:', 'room:', '+', '-', '=', or a comment starting with ';'",
      at: line.contentStart)
  }

  /// The text, if it is neither empty nor too long and has no control characters.
  func checked(ifEmpty problem: String) throws(LevelError) -> String {
    try expect(text.utf8.count <= 1000, "the text is longer than 1000 bytes", at: place)
    if let scalar = text.steeringCharacter {
      let before = text.prefix { $0.unicodeScalars.allSatisfy { !$0.steers } }
      throw LevelError(
        "\(quoted(Character(scalar))) is a control character, expected text",
        at: TextPosition(line: place.line, column: place.column + before.count))
    }
    try expect(!AnswerText(text).isEmpty, problem, at: place)
    return text
  }

  /// The room named by the text, which is a code or a reference.
  func room() throws(LevelError) -> Level {
    guard text.utf8.contains(UInt8(ascii: "@")) else {
      let room = try Level(codeOrPlacement: text[...], at: place)
      try check(room.size)
      return room
    }
    let reference: SeedReference
    do throws(NameError) { reference = try SeedReference(text) } catch {
      throw LevelError(error, at: place)
    }
    // Check before drawing anything: a room this large could take minutes.
    try check(reference.family.size)
    let levels = LevelGenerator(
      reference.family, seed: reference.seed, selection: reference.selection,
      drawLimit: 1000, stateLimit: 1 << 16)
    do throws(GenerationError) { return try levels.level(at: reference.index) } catch {
      throw LevelError("\(reference): \(error)", at: place)
    }
  }

  /// Checks that a room of this size can be shown with its question.
  private func check(_ size: RoomSize) throws(LevelError) {
    let longest = max(size.rows, size.columns)
    try expect(longest <= 16, "a side of the room is longer than 16 squares", at: place)
  }
}
