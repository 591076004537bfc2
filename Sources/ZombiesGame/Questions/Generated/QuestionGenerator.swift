import ZombiesCore

extension Question.Kind {
  /// The number of the kind in the random stream, which never changes; nil for what is not
  /// generated.
  var variant: UInt64? {
    switch self {
    case .firstMoves: 0
    case .rooms: 1
    case .nextStep: 2
    case .par: 3
    case .solution: 4
    case .policies: 5
    case .own: nil
    }
  }

  /// The title of a chapter of this kind.
  public var title: String {
    switch self {
    case .firstMoves: "First moves"
    case .rooms: "Rooms"
    case .nextStep: "The zombie's next step"
    case .par: "The fewest moves"
    case .solution: "Solutions"
    case .policies: "Policies"
    case .own: "Questions"
    }
  }
}

extension Question {
  /// The maximum number of attempts at a question.
  static let mostAttempts = 1000

  /// A generated question, whose valid answers are proved.
  ///
  /// It is a function of its kind, the seed, the number and the rules. Nil for the kind `own`, and
  /// if nothing worth asking was found in many attempts.
  ///
  /// - Parameters:
  ///   - kind: What the question is about.
  ///   - seed: The seed.
  ///   - number: The number among the questions of this kind and seed.
  ///   - rules: The rules in force.
  public init?(_ kind: Kind, seed: UInt64, number: UInt64, rules: Rules = .standard) {
    guard let variant = kind.variant else { return nil }
    var draws = QuestionDraws(seed, number: number, variant: variant, rules: rules)
    for _ in 0..<Self.mostAttempts {
      let question: Question? =
        switch kind {
        case .firstMoves: Self.firstMoves(&draws)
        case .rooms: Self.rooms(&draws)
        case .nextStep: Self.nextStep(&draws)
        case .par: Self.par(&draws)
        case .solution: Self.solution(&draws)
        case .policies: Self.policies(&draws)
        case .own: nil
        }
      if let question {
        self = question
        return
      }
    }
    return nil
  }

  /// An answer to choose.
  struct Choice {
    let text: String
    let isValid: Bool

    init(_ text: String, _ isValid: Bool) { (self.text, self.isValid) = (text, isValid) }
  }

  /// A closed question with its answers in random order.
  static func shuffled(
    _ kind: Kind, _ prompt: [String], _ rooms: [Level],
    _ answers: [Choice], _ draws: inout QuestionDraws
  ) -> Question {
    let answers = draws.shuffled(answers)
    return Question(
      unchecked: kind, prompt + sentences(draws.rules), rooms,
      .closed(
        answers: answers.map { $0.text }, valid: answers.indices.filter { answers[$0].isValid }))
  }

  /// What a question says of rules that are not the default ones.
  static func sentences(_ rules: Rules) -> [String] {
    Rules.Variant.allCases.compactMap { variant in
      switch variant {
      case .catchingDistance:
        return rules.catchingDistance == 0
          ? "Here a zombie catches you only on your own square." : nil
      case .chase:
        switch rules.chase {
        case .longest: return nil
        case .vertical: return "Here zombies try their step up or down first."
        case .horizontal: return "Here zombies try their step left or right first."
        }
      case .zombieSpeed:
        return rules.zombieSpeed > 1
          ? "Here a zombie takes up to \(rules.zombieSpeed) steps after each move." : nil
      }
    }
  }
}

extension Quiz {
  /// The kinds of generated chapters, in order, with how many questions each has.
  private static let generatedChapters: [(kind: Question.Kind, count: Int)] = [
    (.firstMoves, 3), (.nextStep, 3), (.rooms, 3), (.policies, 2), (.par, 3), (.solution, 3),
  ]

  /// A generated quiz, a function of the seed and the rules.
  ///
  /// A chapter has the first questions of its kind and seed, without repeats.
  ///
  /// - Throws: ``QuestionError/nothingFound`` in the unlikely case that there is nothing to ask
  ///   under the rules.
  public static func generated(
    seed: UInt64, rules: Rules = .standard
  ) throws(QuestionError) -> Quiz {
    var chapters: [Chapter] = []
    for (kind, count) in generatedChapters {
      var questions: [Question] = []
      var number: UInt64 = 0
      while questions.count < count, number < 2 * UInt64(count),
        let question = Question(kind, seed: seed, number: number, rules: rules)
      {
        if !questions.contains(question) { questions.append(question) }
        number += 1
      }
      if !questions.isEmpty { chapters.append(try Chapter(kind.title, questions)) }
    }
    guard !chapters.isEmpty else { throw .nothingFound }
    return try Quiz(chapters)
  }
}
