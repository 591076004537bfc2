// Reading a designer's own questions from a text (<doc:Questions>).

import ZombiesCore
import ZombiesGenerator

extension Quiz {
  /// The maximum length of a text, in bytes, which is more than any quiz needs.
  public static let longestText = 1 << 26

  /// Reads a designer's own questions (<doc:Questions>).
  ///
  /// - Throws: ``/ZombiesCore/LevelError`` with the line, the column and what was expected.
  public init(text: String) throws(LevelError) {
    guard text.utf8.count <= Self.longestText else {
      throw LevelError(
        "the text is longer than \(Self.longestText) bytes, too long for questions",
        at: TextPosition(line: 1, column: 1))
    }
    var reader = QuestionReader()
    var lineCount = 1
    for line in PictureLine.lines(of: text) {
      try reader.read(line)
      lineCount = line.number
    }
    self = try reader.quiz(at: TextPosition(line: lineCount, column: 1))
  }
}

/// Reads questions line by line.
struct QuestionReader {
  /// The longest line, in bytes.
  static let longestLine = 4096

  private var chapters: [Chapter] = []
  private var questionCount = 0

  /// The title and the questions of the current chapter, with their positions.
  private var title: (text: String, place: TextPosition)?
  private var questions: [(question: Question, place: TextPosition)] = []

  /// The current question.
  private var draft: QuestionDraft?

  /// Reads a line.
  mutating func read(_ line: PictureLine) throws(LevelError) {
    guard line.text.utf8.count <= Self.longestLine else {
      throw LevelError(
        "the line is longer than \(Self.longestLine) bytes",
        at: TextPosition(line: line.number, column: 1))
    }
    if line.isComment { return }
    if line.isBlank { return try endQuestion() }
    let entry = try QuestionLine(line)
    switch entry.key {
    case .chapter:
      try endQuestion()
      try endChapter()
      title = (entry.text, entry.place)
    case .question where draft == nil: draft = QuestionDraft(entry)
    default:
      guard draft != nil else {
        throw LevelError(
          "expected 'question: TEXT' before '\(entry.key.rawValue)'", at: entry.start)
      }
      try draft?.add(entry)
    }
  }

  /// The quiz, after the last line.
  mutating func quiz(at end: TextPosition) throws(LevelError) -> Quiz {
    try endQuestion()
    try endChapter()
    do throws(QuestionError) { return try Quiz(chapters) } catch {
      throw LevelError("\(error), expected 'question: TEXT'", at: end)
    }
  }

  private mutating func endQuestion() throws(LevelError) {
    guard let draft else { return }
    self.draft = nil
    guard questionCount < Quiz.mostQuestions else {
      throw LevelError("more than \(Quiz.mostQuestions) questions", at: draft.place)
    }
    questionCount += 1
    questions.append((try draft.question(), draft.place))
  }

  private mutating func endChapter() throws(LevelError) {
    defer { (title, questions) = (nil, []) }
    // Questions before the first title are a chapter too.
    guard let place = title?.place ?? questions.first?.place else { return }
    guard chapters.count < Quiz.mostChapters else {
      throw LevelError("more than \(Quiz.mostChapters) chapters", at: place)
    }
    do throws(QuestionError) {
      let title = title?.text ?? Question.Kind.own.title
      chapters.append(try Chapter(title, questions.map { $0.question }))
    } catch {
      if case .mixedForms(let number) = error {
        throw LevelError("\(error)", at: questions[number].place)
      }
      throw error.located(at: place, in: title?.text)
    }
  }
}

/// A question whose lines are still being read.
struct QuestionDraft {
  /// The position of its first line.
  let place: TextPosition

  private var prompt: [QuestionLine]
  private var rooms: [(level: Level, place: TextPosition)] = []
  private var answers: [QuestionLine] = []

  init(_ first: QuestionLine) {
    place = first.start
    prompt = [first]
  }

  mutating func add(_ line: QuestionLine) throws(LevelError) {
    switch line.key {
    case .chapter: break
    case .question, .room:
      guard answers.isEmpty else {
        throw LevelError(
          "'\(line.key.rawValue)' after an answer, expected a blank line before the next question",
          at: line.start)
      }
      if line.key == .question {
        try check(prompt.count, QuestionError.sentences, line)
        prompt.append(line)
      } else {
        try check(rooms.count, QuestionError.rooms, line)
        rooms.append((try line.room(), line.place))
      }
    case .valid, .wrong, .typed:
      if let first = answers.first, (first.key == .typed) != (line.key == .typed) {
        throw LevelError(
          "'=' mixed with '+' or '-', expected only answers to choose from (+ and -) or to type (=)",
          at: line.start)
      }
      try check(answers.count, QuestionError.answers, line)
      answers.append(line)
    }
  }

  /// Stops a question from growing beyond its limits.
  private func check(
    _ count: Int, _ most: (what: String, limit: Int), _ line: QuestionLine
  ) throws(LevelError) {
    guard count < most.limit else {
      throw LevelError(
        "\(QuestionError.tooMany(most.what, limit: most.limit))", at: line.start)
    }
  }

  /// The question, after its last line.
  func question() throws(LevelError) -> Question {
    let texts = answers.map { $0.text }
    do throws(QuestionError) {
      let (prompt, rooms) = (prompt.map { $0.text }, rooms.map { $0.level })
      if answers.first?.key == .typed { return try Question(prompt, rooms: rooms, typed: texts) }
      return try Question(
        prompt, rooms: rooms, answers: texts,
        valid: answers.indices.filter { answers[$0].key == .valid })
    } catch {
      throw located(error)
    }
  }

  private func located(_ error: QuestionError) -> LevelError {
    switch error {
    case .noValidAnswer where answers.isEmpty:
      return LevelError(
        "the question has no answers, expected lines with + and -, or with =, directly below it",
        at: place)
    case .noValidAnswer: return LevelError("\(error), expected a line with +", at: place)
    case .emptySentence(let number), .steeringCharacter(.sentence(let number), _),
      .tooLong(.sentence(let number)):
      return error.located(at: prompt[number].place, in: prompt[number].text)
    case .emptyAnswer(let number), .sameAnswers(_, let number),
      .steeringCharacter(.answer(let number), _), .tooLong(.answer(let number)):
      return error.located(at: answers[number].place, in: answers[number].text)
    case .roomTooLarge(let number): return LevelError("\(error)", at: rooms[number].place)
    default: return LevelError("\(error)", at: place)
    }
  }
}

extension QuestionError {
  /// The error at the position of a text, or of the invalid character in it.
  func located(at place: TextPosition, in text: String?) -> LevelError {
    var place = place
    if case .steeringCharacter = self, let text {
      let before = text.prefix { !$0.unicodeScalars.contains { $0.steers } }
      place.column += before.count
    }
    return LevelError("\(self)", at: place)
  }
}
