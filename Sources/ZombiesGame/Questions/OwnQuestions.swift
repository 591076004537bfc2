// The checks of a designer's own questions, whether they come from a program or from a file.

import ZombiesCore

extension Question {
  /// The longest text of a question, in bytes: a sentence, an answer or a title.
  public static let longestText = 1000

  /// The maximum number of sentences, and the maximum number of answers.
  public static let mostLines = 20

  /// The maximum number of rooms.
  public static let mostRooms = 8

  /// The longest side of a room, so that it can be shown with its question.
  public static let longestSide = 16

  /// Creates a closed question of your own.
  ///
  /// - Parameters:
  ///   - prompt: The sentences of the question.
  ///   - rooms: The rooms to show with it.
  ///   - answers: The answers, two or more.
  ///   - valid: The indices of the valid answers, in any order.
  /// - Throws: ``QuestionError``.
  public init(
    _ prompt: [String], rooms: [Level] = [], answers: [String], valid: [Int]
  ) throws(QuestionError) {
    let prompt = try Self.checked(prompt: prompt, rooms)
    let answers = try Self.checked(answers: answers)
    if let place = valid.first(where: { !answers.indices.contains($0) }) {
      throw .noSuchAnswer(place)
    }
    guard !valid.isEmpty else { throw .noValidAnswer }
    guard answers.count > 1 else { throw .tooFewAnswers }
    self.init(
      unchecked: .own, prompt, rooms, .closed(answers: answers, valid: Set(valid).sorted()))
  }

  /// Creates an open question of your own.
  ///
  /// - Parameters:
  ///   - prompt: The sentences of the question.
  ///   - rooms: The rooms to show with it.
  ///   - valid: The valid answers, one or more.
  /// - Throws: ``QuestionError``.
  public init(_ prompt: [String], rooms: [Level] = [], typed valid: [String]) throws(QuestionError)
  {
    let prompt = try Self.checked(prompt: prompt, rooms)
    let valid = try Self.checked(answers: valid)
    guard !valid.isEmpty else { throw .noValidAnswer }
    self.init(unchecked: .own, prompt, rooms, .open(.texts(valid)))
  }

  /// The checked sentences, without surrounding blanks.
  private static func checked(
    prompt: [String], _ rooms: [Level]
  ) throws(QuestionError) -> [String] {
    guard !prompt.isEmpty else { throw .noPrompt }
    try QuestionError.check(prompt.count, QuestionError.sentences)
    try QuestionError.check(rooms.count, QuestionError.rooms)
    for (place, room) in rooms.enumerated()
    where max(room.size.rows, room.size.columns) > longestSide {
      throw .roomTooLarge(place)
    }
    var checked: [String] = []
    for (place, sentence) in prompt.enumerated() {
      let sentence = try text(sentence, .sentence(place))
      guard !sentence.isEmpty else { throw .emptySentence(place) }
      checked.append(sentence)
    }
    return checked
  }

  /// The checked answers, without surrounding blanks.
  private static func checked(answers: [String]) throws(QuestionError) -> [String] {
    try QuestionError.check(answers.count, QuestionError.answers)
    var checked: [String] = []
    var folded: [AnswerText] = []
    for (place, answer) in answers.enumerated() {
      let answer = try text(answer, .answer(place))
      let text = AnswerText(answer)
      guard !text.isEmpty else { throw .emptyAnswer(place) }
      if let other = folded.firstIndex(of: text) { throw .sameAnswers(other, place) }
      checked.append(answer)
      folded.append(text)
    }
    return checked
  }

  /// A checked text, without surrounding blanks.
  static func text(_ text: String, _ part: QuestionError.Part) throws(QuestionError) -> String {
    let text = text.trimmed
    guard text.utf8.count <= longestText else { throw .tooLong(part) }
    if let scalar = text.unicodeScalars.first(where: { $0.steers }) {
      throw .steeringCharacter(part, scalar)
    }
    return text
  }
}
