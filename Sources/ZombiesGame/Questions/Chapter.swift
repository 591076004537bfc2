/// A titled group of questions, all closed or all open.
public struct Chapter: Hashable, Sendable {
  /// The title.
  public let title: String

  /// The questions, in order.
  public let questions: [Question]

  /// Whether the questions are closed.
  public var isClosed: Bool { questions[0].form.isClosed }

  /// Creates a chapter.
  ///
  /// - Throws: ``QuestionError`` if there is no title or no question, or if closed and open
  ///   questions are mixed.
  public init(_ title: String, _ questions: [Question]) throws(QuestionError) {
    self.title = try Question.text(title, .title)
    guard !self.title.isEmpty else { throw .noTitle }
    guard let first = questions.first else { throw .noQuestion }
    if let place = questions.firstIndex(where: { $0.form.isClosed != first.form.isClosed }) {
      throw .mixedForms(place)
    }
    self.questions = questions
  }
}

/// A series of chapters: the closed ones first, then the open ones, otherwise in the given order.
public struct Quiz: Hashable, Sendable {
  /// The chapters, in playing order.
  public let chapters: [Chapter]

  /// The maximum number of chapters.
  public static let mostChapters = 100

  /// The maximum number of questions in all chapters together.
  public static let mostQuestions = 1000

  /// Creates a quiz.
  ///
  /// - Throws: ``QuestionError`` if there is no chapter, or too many chapters or questions.
  public init(_ chapters: [Chapter]) throws(QuestionError) {
    guard !chapters.isEmpty else { throw .noChapter }
    guard chapters.count <= Self.mostChapters else {
      throw .tooMany("chapters", limit: Self.mostChapters)
    }
    guard chapters.reduce(0, { $0 + $1.questions.count }) <= Self.mostQuestions else {
      throw .tooMany("questions", limit: Self.mostQuestions)
    }
    self.chapters = chapters.filter { $0.isClosed } + chapters.filter { !$0.isClosed }
  }
}
