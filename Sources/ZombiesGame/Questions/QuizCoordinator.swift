import ZombiesCore

/// Moves through a quiz: a chapter's title, its questions in order, the next chapter, and the end.
///
///     var state = QuizCoordinator.start
///     state = QuizCoordinator.state(after: .goOn, in: state, of: quiz)
///
/// Everything depends only on the state, the event and the quiz. A state that does not belong to the
/// quiz never changes.
public enum QuizCoordinator {
  /// The player's position in a quiz.
  public enum State: Hashable, Sendable {
    /// At the title of a chapter.
    case chapter(Int)
    /// At a question.
    case question(Place)
    /// At the end.
    case end
  }

  /// A question of a quiz, and its answer so far.
  public struct Place: Hashable, Sendable {
    /// The index of the chapter.
    public let chapter: Int
    /// The index of the question in the chapter.
    public let question: Int
    /// The answer so far.
    public var reply: Reply

    /// Creates a place in a quiz.
    public init(chapter: Int, question: Int, reply: Reply) {
      self.chapter = chapter
      self.question = question
      self.reply = reply
    }
  }

  /// An answer that has not been validated yet.
  public enum Reply: Hashable, Sendable {
    /// The index of the answer that the cursor is on, in a closed question.
    case cursor(Int)
    /// The text typed so far, in an open question.
    case typed(String)
  }

  /// Something that the player does.
  public enum Event: Hashable, Sendable {
    /// Leaves the title of a chapter for its first question.
    case goOn
    /// Moves the cursor to the previous answer.
    case previous
    /// Moves the cursor to the next answer.
    case next
    /// Moves the cursor to an answer, by its index.
    case point(Int)
    /// Adds to the typed text.
    case type(String)
    /// Removes the last character.
    case erase
    /// Validates the answer.
    case validate
  }

  /// The maximum length of a typed answer, in characters; the rest is dropped.
  public static let longestAnswer = 1000

  /// The initial state: the title of the first chapter.
  public static let start = State.chapter(0)

  /// The current question; nil at a title, at the end, and in a state that does not belong to the
  /// quiz.
  public static func question(in state: State, of quiz: Quiz) -> Question? {
    guard case .question(let place) = state, quiz.chapters.indices.contains(place.chapter),
      quiz.chapters[place.chapter].questions.indices.contains(place.question)
    else { return nil }
    return quiz.chapters[place.chapter].questions[place.question]
  }

  /// Whether a state belongs to a quiz.
  static func isState(_ state: State, of quiz: Quiz) -> Bool {
    switch state {
    case .chapter(let chapter): return quiz.chapters.indices.contains(chapter)
    case .end: return true
    case .question(let place):
      guard let question = question(in: state, of: quiz) else { return false }
      switch place.reply {
      case .cursor(let cursor):
        return question.form.isClosed && question.answers.indices.contains(cursor)
      case .typed: return !question.form.isClosed
      }
    }
  }

  /// The state after an event. A wrong answer changes nothing, and neither does an event that is not
  /// allowed.
  public static func state(after event: Event, in state: State, of quiz: Quiz) -> State {
    guard isState(state, of: quiz) else { return state }
    switch state {
    case .chapter(let chapter): return event == .goOn ? unanswered(chapter, 0, in: quiz) : state
    case .question(var place):
      let questions = quiz.chapters[place.chapter].questions
      let question = questions[place.question]
      if event != .validate {
        place.reply = reply(after: event, place.reply, to: question)
        return .question(place)
      }
      let isValid =
        switch place.reply {
        case .cursor(let cursor): question.accepts(answer: cursor)
        case .typed(let text): question.accepts(text)
        }
      guard isValid else { return state }
      if place.question + 1 < questions.count {
        return unanswered(place.chapter, place.question + 1, in: quiz)
      }
      return place.chapter + 1 < quiz.chapters.count ? .chapter(place.chapter + 1) : .end
    case .end: return state
    }
  }

  /// Whether an event is allowed in a state. An event that can change nothing, such as moving to the
  /// previous answer from the first one, is not allowed. Validating a wrong answer is allowed,
  /// because only the question knows that it is wrong.
  public static func allows(_ event: Event, in state: State, of quiz: Quiz) -> Bool {
    guard event == .validate else { return self.state(after: event, in: state, of: quiz) != state }
    guard case .question(let place) = state, isState(state, of: quiz) else { return false }
    if case .typed(let text) = place.reply { return !AnswerText(text).isEmpty }
    return true
  }

  private static func unanswered(_ chapter: Int, _ question: Int, in quiz: Quiz) -> State {
    let reply: Reply = quiz.chapters[chapter].isClosed ? .cursor(0) : .typed("")
    return .question(Place(chapter: chapter, question: question, reply: reply))
  }

  private static func reply(after event: Event, _ reply: Reply, to question: Question) -> Reply {
    switch (reply, event) {
    case (.cursor(let cursor), .previous): .cursor(max(cursor, 1) - 1)
    case (.cursor(let cursor), .next): .cursor(min(cursor + 1, question.answers.count - 1))
    case (.cursor, .point(let place)) where question.answers.indices.contains(place):
      .cursor(place)
    case (.typed(let text), .type(let more)):
      .typed(shownText(text + more, atMost: longestAnswer))
    case (.typed(let text), .erase): .typed(String(text.dropLast()))
    default: reply
    }
  }
}
