import ZombiesCore

extension Question {
  /// Draws a question; nil if the draws lead to nothing worth asking.
  fileprivate typealias Draw = @Sendable (inout QuestionDraws) -> Question?

  /// The chapters of a generated quiz, in order.
  fileprivate static let chapters: [(kind: Kind, title: String, count: Int, draw: Draw)] = [
    (.firstMoves, "First moves", 3, firstMoves),
    (.nextStep, "The zombie's next step", 3, nextStep),
    (.rooms, "Rooms", 3, rooms),
    (.policies, "Two players", 2, policies),
    (.par, "The fewest moves", 3, par),
    (.solution, "Solutions", 3, solution),
  ]

  /// Generates a question whose valid answers are proved.
  ///
  /// The question depends only on its kind, the seed, the number and the rules. Nil for the kind
  /// `own`, and if many tries gave nothing worth asking.
  ///
  /// - Parameters:
  ///   - kind: The subject of the question.
  ///   - seed: The seed.
  ///   - number: The index among the questions of this kind and seed.
  ///   - rules: The rules in force.
  public init?(_ kind: Kind, seed: UInt64, number: UInt64, rules: Rules = .standard) {
    guard let chapter = Self.chapters.first(where: { $0.kind == kind }) else { return nil }
    var draws = QuestionDraws(kind, seed: seed, number: number, rules: rules)
    for _ in 0..<1000 {
      guard var question = chapter.draw(&draws) else { continue }
      if let words = Teller.words(for: rules) { question.prompt.append(words) }
      let answers = question.answers
      assert(Set(answers.map { AnswerText($0.text) }).count == answers.count, "no equal answers")
      assert(answers.contains { $0.isValid }, "a valid answer")
      self = question
      return
    }
    return nil
  }
}

extension Quiz {
  /// Generates a quiz, which depends only on the seed and the rules.
  ///
  /// Each chapter has the first questions of its kind and seed, without repeats. There may be fewer than usual,
  /// if many of them would be repeats. In the unlikely case that there is nothing to ask under the rules, the quiz is
  /// empty.
  public init(seed: UInt64, rules: Rules = .standard) {
    var chapters: [Chapter] = []
    for (kind, title, count, _) in Question.chapters {
      var questions: [Question] = []
      for number in 0..<2 * UInt64(count) where questions.count < count {
        guard let question = Question(kind, seed: seed, number: number, rules: rules) else { break }
        if !questions.contains(question) { questions.append(question) }
      }
      if !questions.isEmpty { chapters.append(Chapter(title: title, questions: questions)) }
    }
    self.init(chapters)
  }
}
