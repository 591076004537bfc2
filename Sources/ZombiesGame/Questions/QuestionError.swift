import ZombiesCore

/// The reason why a question, a chapter or a quiz is refused.
public enum QuestionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The question has no sentence.
  case noPrompt
  /// The sentence with this index is empty.
  case emptySentence(Int)
  /// The answer with this index is empty, or contains only marks and blanks.
  case emptyAnswer(Int)
  /// A closed question has fewer than two answers.
  case tooFewAnswers
  /// No answer is valid.
  case noValidAnswer
  /// A valid answer has this index, but there is no such answer.
  case noSuchAnswer(Int)
  /// Two answers, by their indices, are equal when compared.
  case sameAnswers(Int, Int)
  /// A text contains a character that would control a terminal or reverse the direction of a line.
  case steeringCharacter(Part, Unicode.Scalar)
  /// A text is longer than ``Question/longestText`` bytes.
  case tooLong(Part)
  /// There are more items of some kind than the limit.
  case tooMany(String, limit: Int)
  /// The room with this index has a side longer than ``Question/longestSide``.
  case roomTooLarge(Int)
  /// A chapter has no title.
  case noTitle
  /// A chapter has no question.
  case noQuestion
  /// A chapter mixes closed and open questions; the index is that of the first question whose form
  /// differs.
  case mixedForms(Int)
  /// A quiz has no chapter.
  case noChapter
  /// No question could be generated under these rules.
  case nothingFound

  /// A text of a question or a chapter.
  public enum Part: Hashable, Sendable {
    /// A sentence of the question, by its index.
    case sentence(Int)
    /// An answer, by its index.
    case answer(Int)
    /// The title of a chapter.
    case title
  }

  static let sentences = (what: "sentences in a question", limit: Question.mostLines)
  static let answers = (what: "answers to a question", limit: Question.mostLines)
  static let rooms = (what: "rooms with a question", limit: Question.mostRooms)

  /// Checks a number of items against the limit for a question.
  static func check(_ count: Int, _ most: (what: String, limit: Int)) throws(QuestionError) {
    guard count <= most.limit else { throw .tooMany(most.what, limit: most.limit) }
  }

  /// The reason, as an error message.
  public var description: String {
    switch self {
    case .noPrompt: "the question has no text"
    case .emptySentence: "the sentence is empty, expected the text of the question"
    case .emptyAnswer: "the answer is empty, expected letters or digits"
    case .tooFewAnswers: "the question has only one answer, expected at least two to choose from"
    case .noValidAnswer: "the question has no valid answer"
    case .noSuchAnswer(let place): "there is no answer \(place + 1)"
    case .sameAnswers(let one, let other):
      "answers \(one + 1) and \(other + 1) are the same, ignoring case and accents"
    case .steeringCharacter(_, let scalar):
      "\(quoted(Character(scalar))) is a control character, expected text"
    case .tooLong: "the text is longer than \(Question.longestText) bytes"
    case .tooMany(let what, let limit): "more than \(limit) \(what)"
    case .roomTooLarge: "a side of the room is longer than \(Question.longestSide) squares"
    case .noTitle: "the chapter has no title"
    case .noQuestion: "the chapter has no question"
    case .mixedForms:
      "the chapter mixes closed questions (answers with + and -) and open questions (answers with =), "
        + "expected only one kind"
    case .noChapter: "there are no questions"
    case .nothingFound: "no questions could be generated under these rules"
    }
  }
}
