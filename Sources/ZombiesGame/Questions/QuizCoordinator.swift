import ZombiesCore

/// Drives a quiz: chapter screen, its questions in order, the next chapter's screen, the end.
///
///     var state = QuizCoordinator.start
///     state = QuizCoordinator.state(after: .goOn, in: state, of: quiz)
///
/// Everything is a function of the state, the event and the quiz. A state that is none of the quiz
/// stays as it is.
public enum QuizCoordinator {
  /// Where somebody is in a quiz.
  public enum State: Hashable, Sendable {
    /// At the title of a chapter.
    case chapter(Int)
    /// At a question.
    case question(Place)
    /// At the end.
    case end
  }

  /// A question of a quiz, and what its answer is so far.
  public struct Place: Hashable, Sendable {
    /// The chapter.
    public let chapter: Int
    /// The question's place in the chapter.
    public let question: Int
    /// The answer so far.
    public var reply: Reply

    /// Creates a place.
    public init(chapter: Int, question: Int, reply: Reply) {
      self.chapter = chapter
      self.question = question
      self.reply = reply
    }
  }

  /// An answer that is not validated yet.
  public enum Reply: Hashable, Sendable {
    /// The place of the cursor among the answers of a closed question.
    case cursor(Int)
    /// What was typed to an open question.
    case typed(String)
  }

  /// What somebody does.
  public enum Event: Hashable, Sendable {
    /// Leaves the title of a chapter for its first question.
    case goOn
    /// Moves the cursor to the previous answer.
    case previous
    /// Moves the cursor to the next answer.
    case next
    /// Moves the cursor to an answer, by its place.
    case point(Int)
    /// Adds to what is typed.
    case type(String)
    /// Removes the last character.
    case erase
    /// Validates the answer.
    case validate
  }

  /// The longest answer that can be typed, in characters; what is typed beyond it is dropped.
  public static let longestAnswer = 1000

  /// The title of the first chapter.
  public static let start = State.chapter(0)

  /// The question at which somebody is; nil at a title, at the end, and in a state that is none of
  /// the quiz.
  public static func question(in state: State, of quiz: Quiz) -> Question? {
    guard case .question(let place) = state, quiz.chapters.indices.contains(place.chapter),
      quiz.chapters[place.chapter].questions.indices.contains(place.question)
    else { return nil }
    return quiz.chapters[place.chapter].questions[place.question]
  }

  /// The state after an event. Validating a wrong answer changes nothing; neither does an event
  /// that is not allowed.
  public static func state(after event: Event, in state: State, of quiz: Quiz) -> State {
    if case .chapter(let chapter) = state {
      guard event == .goOn, quiz.chapters.indices.contains(chapter) else { return state }
      return first(ofChapter: chapter, in: quiz)
    }
    guard case .question(var place) = state, let question = question(in: state, of: quiz) else {
      return state
    }
    if event == .validate {
      return isValid(place.reply, for: question) ? self.state(behind: place, in: quiz) : state
    }
    place.reply = reply(after: event, place.reply, to: question)
    return .question(place)
  }

  /// Whether an event means something in a state. What would change nothing because of what it is
  /// (the previous answer at the first one) is not allowed. Validating a wrong answer is: only the
  /// question knows that it is wrong.
  public static func allows(_ event: Event, in state: State, of quiz: Quiz) -> Bool {
    guard event == .validate else { return self.state(after: event, in: state, of: quiz) != state }
    guard case .question(let place) = state, let question = question(in: state, of: quiz) else {
      return false
    }
    switch place.reply {
    case .cursor(let cursor): return question.answers.indices.contains(cursor)
    case .typed(let text): return !question.form.isClosed && !AnswerText(text).isEmpty
    }
  }

  // MARK: Steps

  private static func isValid(_ reply: Reply, for question: Question) -> Bool {
    switch reply {
    case .cursor(let cursor): question.accepts(answer: cursor)
    case .typed(let text): question.accepts(text)
    }
  }

  private static func first(ofChapter chapter: Int, in quiz: Quiz) -> State {
    unanswered(chapter, 0, in: quiz)
  }

  private static func unanswered(_ chapter: Int, _ question: Int, in quiz: Quiz) -> State {
    let reply: Reply = quiz.chapters[chapter].isClosed ? .cursor(0) : .typed("")
    return .question(Place(chapter: chapter, question: question, reply: reply))
  }

  /// What follows a question that is answered.
  private static func state(behind place: Place, in quiz: Quiz) -> State {
    if place.question + 1 < quiz.chapters[place.chapter].questions.count {
      return unanswered(place.chapter, place.question + 1, in: quiz)
    }
    return place.chapter + 1 < quiz.chapters.count ? .chapter(place.chapter + 1) : .end
  }

  private static func reply(after event: Event, _ reply: Reply, to question: Question) -> Reply {
    switch reply {
    case .cursor(let cursor):
      let target: Int
      switch event {
      case .previous: target = max(cursor, 1) - 1
      case .next: target = min(cursor, question.answers.count - 2) + 1
      case .point(let place): target = place
      default: return reply
      }
      let isThere =
        question.answers.indices.contains(cursor) && question.answers.indices.contains(target)
      return isThere ? .cursor(target) : reply
    case .typed(let text):
      guard !question.form.isClosed else { return reply }
      switch event {
      case .type(let more): return .typed(shownText(text + more, atMost: longestAnswer))
      case .erase: return .typed(String(text.dropLast()))
      default: return reply
      }
    }
  }
}
