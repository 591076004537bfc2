import ZombiesCore

extension Session {
  /// A quiz being played.
  struct QuizRun: Equatable {
    let quiz: Quiz
    /// The rules that the questions are about.
    let rules: Rules
    /// The hash of the questions.
    let hash: String
    var state = QuizCoordinator.start

    /// The question that was answered, and why the answer is right, until the player continues. The state is
    /// the one after it.
    var answered: Answered?

    /// The number of questions of each chapter that were right at the first try.
    var firstTries: [Int]

    /// Whether an answer to the current question was wrong.
    var hasMissed = false

    init(_ quiz: Quiz, rules: Rules) {
      (self.quiz, self.rules) = (quiz, rules)
      hash = quiz.hash
      firstTries = quiz.chapters.map { _ in 0 }
    }

    /// Goes to the kept question.
    ///
    /// - Returns: False if another quiz was kept, or its state cannot be one of this quiz.
    mutating func goOn(with kept: KeptSession.Questions) -> Bool {
      guard hash == kept.quiz, QuizCoordinator.isState(kept.state, of: quiz),
        kept.firstTries.count == quiz.chapters.count,
        zip(kept.firstTries, quiz.chapters).allSatisfy({ $0 <= $1.questions.count })
      else { return false }
      (state, firstTries, hasMissed) = (kept.state, kept.firstTries, kept.hasMissed)
      return true
    }

    /// An answered question.
    struct Answered: Equatable {
      let question: Question
      let place: QuizCoordinator.Place
      let reason: Question.Reason
    }

    /// The question that is asked now.
    var question: Question? {
      answered == nil ? QuizCoordinator.question(in: state, of: quiz) : nil
    }

    /// Takes the state after an answer to a question was validated.
    ///
    /// - Returns: Whether the answer was right.
    mutating func take(_ next: QuizCoordinator.State, validated place: QuizCoordinator.Place)
      -> Bool
    {
      guard next != .question(place) else {
        hasMissed = true
        return false
      }
      answered = question.flatMap { question in
        question.reason(for: place.reply).map {
          Answered(question: question, place: place, reason: $0)
        }
      }
      if !hasMissed { firstTries[place.chapter] += 1 }
      (state, hasMissed) = (next, false)
      return true
    }
  }
}
