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

    /// The right answer, if there is a reason why it is right, until the player continues. The state is the one
    /// after it.
    var answered: QuizCoordinator.Place?

    /// The number of questions of each chapter that were right at the first try.
    var firstTries: [Int]

    /// Whether an answer to the current question was wrong.
    var hasMissed = false

    init(_ quiz: Quiz, rules: Rules) {
      (self.quiz, self.rules) = (quiz, rules)
      hash = quiz.hash
      firstTries = quiz.chapters.map { _ in 0 }
    }

    /// The number of questions of each chapter.
    var counts: [Int] { quiz.chapters.map { $0.questions.count } }

    /// Goes to the kept question.
    ///
    /// - Returns: False if another quiz was kept, or its state cannot be one of this quiz.
    mutating func goOn(with kept: KeptSession.Questions) -> Bool {
      guard hash == kept.quiz, QuizCoordinator.isState(kept.state, of: quiz),
        kept.firstTries.count == counts.count,
        zip(kept.firstTries, counts).allSatisfy({ $0 <= $1 })
      else { return false }
      (state, firstTries, hasMissed) = (kept.state, kept.firstTries, kept.hasMissed)
      return true
    }

    /// The state that the screen shows.
    var shown: QuizCoordinator.State { answered.map { .question($0) } ?? state }

    /// The question that is asked now.
    var question: Question? {
      answered == nil ? QuizCoordinator.question(in: state, of: quiz) : nil
    }

    /// Why the answer is right, until the player continues.
    var reason: Question.Reason? {
      answered.flatMap { QuizCoordinator.question(in: shown, of: quiz)?.reason(for: $0.reply) }
    }

    /// Validates an answer, and goes on if it is right.
    ///
    /// - Returns: Whether it is right.
    mutating func validate(_ place: QuizCoordinator.Place) -> Bool {
      let next = QuizCoordinator.state(after: .validate, in: .question(place), of: quiz)
      guard next != .question(place) else {
        hasMissed = true
        return false
      }
      answered = question?.reason(for: place.reply) == nil ? nil : place
      if !hasMissed { firstTries[place.chapter] += 1 }
      (state, hasMissed) = (next, false)
      return true
    }
  }
}
