import ZombiesCore

extension Question.Kind {
  /// The kinds that are generated, in the order of a quiz.
  public static let generated: [Self] = [
    .firstMoves, .nextStep, .rooms, .policies, .par, .solution,
  ]

  /// The number of questions of this kind in a quiz.
  fileprivate var usualCount: Int { self == .policies ? 2 : 3 }

  /// The number of the kind in the random stream, which must never change; nil for a kind that is
  /// not generated.
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
    case .policies: "Two players"
    case .own: "Questions"
    }
  }
}

extension Question {
  /// The maximum number of tries to generate a question.
  static let mostAttempts = 1000

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

  /// The first questions of a kind, as many as a quiz has, without repeats. There may be fewer, if many
  /// of them would be repeats.
  fileprivate static func first(_ kind: Kind, seed: UInt64, rules: Rules) -> [Question] {
    var questions: [Question] = []
    var number: UInt64 = 0
    while questions.count < kind.usualCount, number < 2 * UInt64(kind.usualCount),
      let question = Question(kind, seed: seed, number: number, rules: rules)
    {
      if !questions.contains(question) { questions.append(question) }
      number += 1
    }
    return questions
  }

  /// An answer of a closed question.
  struct Choice {
    let text: String
    let isValid: Bool
    /// Why it is valid.
    let reason: Reason?

    init(_ text: String, _ isValid: Bool, _ reason: Reason? = nil) {
      self.text = text
      self.isValid = isValid
      self.reason = isValid ? reason : nil
    }
  }

  /// A closed question with its answers in random order.
  static func shuffled(
    _ kind: Kind, _ prompt: [String], _ rooms: [Level],
    _ answers: [Choice], _ draws: inout QuestionDraws,
    marked: Square? = nil
  ) -> Question {
    let answers = draws.shuffled(answers)
    return Question(
      unchecked: kind, prompt + sentences(draws.rules), rooms,
      .closed(
        answers: answers.map { $0.text }, valid: answers.indices.filter { answers[$0].isValid }),
      marked: marked, reasons: answers.map { $0.reason })
  }

  /// Sentences about the rules that differ from the defaults.
  static func sentences(_ rules: Rules) -> [String] {
    Rules.Variant.allCases.compactMap { variant in
      switch variant {
      case .catchingDistance:
        return rules.catchingDistance == 0
          ? "Here a zombie catches you only on your own square." : nil
      case .chase:
        switch rules.chase {
        case .longest: return nil
        case .vertical: return "Here zombies try to step up or down first."
        case .horizontal: return "Here zombies try to step left or right first."
        }
      case .zombieSpeed:
        return rules.zombieSpeed > 1
          ? "Here a zombie takes up to \(rules.zombieSpeed) steps after each move." : nil
      case .hearingDistance:
        // No question depends on it.
        return nil
      }
    }
  }
}

extension Quiz {
  /// Generates a quiz, which depends only on the seed and the rules.
  ///
  /// Each chapter has the first questions of its kind and seed, without repeats.
  ///
  /// - Throws: ``QuestionError/nothingFound`` in the unlikely case that there is nothing to ask
  ///   under the rules.
  public static func generated(
    seed: UInt64, rules: Rules = .standard
  ) throws(QuestionError) -> Quiz {
    var chapters: [Chapter] = []
    for kind in Question.Kind.generated {
      let questions = Question.first(kind, seed: seed, rules: rules)
      if !questions.isEmpty { chapters.append(try Chapter(kind.title, questions)) }
    }
    guard !chapters.isEmpty else { throw .nothingFound }
    return try Quiz(chapters)
  }
}
