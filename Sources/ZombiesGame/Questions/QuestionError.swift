import ZombiesCore

/// Why something is not a question, a chapter or a quiz.
public enum QuestionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The question has no sentence.
  case noPrompt
  /// A sentence of the question, by its place, is empty.
  case emptySentence(Int)
  /// An answer, by its place, is empty, or is nothing but marks and blanks.
  case emptyAnswer(Int)
  /// A closed question has fewer than two answers.
  case tooFewAnswers
  /// No answer is valid.
  case noValidAnswer
  /// There is no answer at a place that is said to be valid.
  case noSuchAnswer(Int)
  /// Two answers are the same when they are compared.
  case sameAnswers(Int, Int)
  /// A text contains a character that would steer a terminal, or turn a line round.
  case steeringCharacter(Part, Unicode.Scalar)
  /// A text is longer than ``Question/longestText`` bytes.
  case tooLong(Part)
  /// There are more than the limit of something.
  case tooMany(String, limit: Int)
  /// A room, by its place, has a side longer than ``Question/longestSide``.
  case roomTooLarge(Int)
  /// A chapter has no title.
  case noTitle
  /// A chapter has no question.
  case noQuestion
  /// A chapter has closed and open questions; the first of another form, by its place.
  case mixedForms(Int)
  /// A quiz has no chapter.
  case noChapter
  /// No question could be generated under these rules.
  case nothingFound

  /// A text of a question or a chapter.
  public enum Part: Hashable, Sendable {
    /// A sentence of the question, by its place.
    case sentence(Int)
    /// An answer, by its place.
    case answer(Int)
    /// The title of a chapter.
    case title
  }

  static let sentences = (what: "sentences in a question", limit: Question.mostLines)
  static let answers = (what: "answers to a question", limit: Question.mostLines)
  static let rooms = (what: "rooms with a question", limit: Question.mostRooms)

  /// Checks a number of things against what a question may have.
  static func check(_ count: Int, _ most: (what: String, limit: Int)) throws(QuestionError) {
    guard count <= most.limit else { throw .tooMany(most.what, limit: most.limit) }
  }

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .noPrompt: "the question has no text"
    case .emptySentence: "an empty sentence, expected the text of the question"
    case .emptyAnswer: "an empty answer, expected letters or digits"
    case .tooFewAnswers: "a question with one answer, expected two or more to choose from"
    case .noValidAnswer: "the question has no valid answer"
    case .noSuchAnswer(let place): "there is no answer number \(place + 1)"
    case .sameAnswers(let one, let other):
      "answers \(one + 1) and \(other + 1) are the same, without regard to case and accents"
    case .steeringCharacter(_, let scalar):
      "\(quoted(Character(scalar))) is a control character, expected text"
    case .tooLong: "a text of more than \(Question.longestText) bytes"
    case .tooMany(let what, let limit): "more than \(limit) \(what)"
    case .roomTooLarge: "a side of a room is longer than \(Question.longestSide) squares"
    case .noTitle: "the chapter has no title"
    case .noQuestion: "the chapter has no question"
    case .mixedForms:
      "closed and open questions in one chapter, expected one kind: closed ones have answers with "
        + "+ and -, open ones with ="
    case .noChapter: "there is no question"
    case .nothingFound: "no question was found under these rules"
    }
  }
}
