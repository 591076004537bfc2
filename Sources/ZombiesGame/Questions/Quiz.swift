import ZombiesCore

/// A titled group of questions, all closed or all open.
public struct Chapter: Hashable, Sendable {
  /// The title.
  public let title: String

  /// The questions, in order.
  public internal(set) var questions: [Question] = []

  /// Whether the questions are closed.
  public var isClosed: Bool { questions[0].isClosed }
}

/// A series of chapters: the closed ones first, then the open ones, otherwise in the given order.
public struct Quiz: Hashable, Sendable {
  /// The chapters, in playing order.
  public let chapters: [Chapter]

  init(_ chapters: [Chapter]) {
    self.chapters = chapters.filter { $0.isClosed } + chapters.filter { !$0.isClosed }
  }

  /// The hash of the questions, in order.
  var hash: String {
    var text = ""
    for chapter in chapters {
      text += chapter.title + "\n"
      for question in chapter.questions {
        for sentence in question.prompt { text += sentence + "\n" }
        for room in question.rooms { text += room.code + "\n" }
        for answer in question.answers where question.isClosed { text += answer.text + "\n" }
      }
    }
    return checksum(text.utf8)
  }
}

/// The position in a quiz, which is kept between sessions.
struct QuizPosition: Hashable {
  /// The hash of the questions.
  var hash = ""
  /// The number of quizzes that were begun, with this one.
  var count: UInt64 = 0
  /// The rules that the questions are about.
  var rules = Rules.standard
  /// The number of questions of each chapter that were right at the first try.
  var firstTries: [Int] = []
  /// Whether an answer to the current question was wrong.
  var hasMissed = false
  /// The index of the chapter; at the end, the number of chapters.
  var chapter = 0
  /// The index of the question in the chapter; nil at the title of the chapter and at the end.
  var question: Int?
  /// The answer to the question so far.
  var reply = Question.Reply.cursor(0)
  /// Whether the answer is right, and the player reads why.
  var isAnswered = false

  /// Whether the quiz is over.
  var isAtEnd: Bool { chapter == firstTries.count }
}

/// Leads through a quiz: the title of a chapter, its questions in order, the next chapter, and the end.
///
///     var coordinator = QuizCoordinator(quiz)
///     coordinator.goOn()
///     coordinator.validate(.cursor(0))
public struct QuizCoordinator: Equatable {
  /// The quiz.
  public let quiz: Quiz

  /// The player's position.
  var position: QuizPosition

  /// Begins at the title of the first chapter.
  ///
  /// - Parameters:
  ///   - quiz: The quiz.
  ///   - count: The number of quizzes that were begun, with this one.
  ///   - rules: The rules that the questions are about.
  public init(_ quiz: Quiz, count: UInt64 = 1, rules: Rules = .standard) {
    self.quiz = quiz
    position = QuizPosition(
      hash: quiz.hash, count: count, rules: rules, firstTries: quiz.chapters.map { _ in 0 })
  }

  /// Continues at a kept position; nil if another quiz was kept, or if it has no such position.
  init?(_ quiz: Quiz, at position: QuizPosition) {
    self.init(quiz)
    guard position.hash == self.position.hash, position.firstTries.count == quiz.chapters.count,
      zip(position.firstTries, quiz.chapters).allSatisfy({ $0 <= $1.questions.count })
    else { return nil }
    self.position = position
    let isRight = position.isAnswered ? reason != nil : question?.takes(position.reply)
    if position.question != nil, isRight != true { return nil }
  }

  /// Why the answer is right, until the player continues.
  public var reason: Question.Reason? {
    position.isAnswered ? shownQuestion?.answer(position.reply)?.reason : nil
  }

  /// The question that is asked or was answered; nil at a title and at the end.
  var shownQuestion: Question? {
    guard let number = position.question, !position.isAtEnd else { return nil }
    let questions = quiz.chapters[position.chapter].questions
    return questions.indices.contains(number) ? questions[number] : nil
  }

  /// The question that is asked now; nil at a title, at the end and under the reason of an answer.
  public var question: Question? { position.isAnswered ? nil : shownQuestion }

  /// Goes from the title of a chapter to its first question, and from an answered question to the next one, the title
  /// of the next chapter or the end.
  public mutating func goOn() {
    guard !position.isAtEnd else { return }
    let chapter = quiz.chapters[position.chapter]
    let next = position.question.map { $0 + 1 } ?? 0
    position.question = next < chapter.questions.count ? next : nil
    position.reply = position.question == nil || chapter.isClosed ? .cursor(0) : .typed("")
    (position.hasMissed, position.isAnswered) = (false, false)
    if position.question == nil { position.chapter += 1 }
  }

  /// Answers the question, and goes on if the answer is right.
  ///
  /// - Returns: Whether it is right.
  public mutating func validate(_ reply: Question.Reply) -> Bool {
    guard let question else { return false }
    guard let answer = question.answer(reply) else {
      position.hasMissed = true
      return false
    }
    (position.reply, position.isAnswered) = (reply, true)
    if !position.hasMissed { position.firstTries[position.chapter] += 1 }
    if answer.reason == nil { goOn() }
    return true
  }
}
