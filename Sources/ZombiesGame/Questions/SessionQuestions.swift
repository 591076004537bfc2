import ZombiesCore
import ZombiesGrading

// The quiz in a session: actions become events of the coordinator, which holds the state.

extension Session {
  /// A quiz being played.
  struct QuizRun: Equatable {
    let quiz: Quiz
    /// The hash of the questions.
    let hash: String
    var state = QuizCoordinator.start

    init(quiz: Quiz) {
      self.quiz = quiz
      hash = quiz.hash
    }

    var question: Question? { QuizCoordinator.question(in: state, of: quiz) }
  }

  mutating func goToQuestions() {
    if quizRun == nil { takeUpQuiz() }
    if quizRun == nil { beginQuiz() }
    place = .questions
    tell(quizWords)
  }

  /// Begins the designer's own quiz if there is one, otherwise the next quiz of the seed.
  mutating func beginQuiz() {
    let made = ownQuiz ?? (try? Quiz.generated(seed: seed &+ quizCount, rules: worldRules))
    quizRun = made.map { QuizRun(quiz: $0) }
    quizCount += 1
  }

  /// The coordinator's event for an action; nil if there is none.
  private func event(of action: Action, in run: QuizRun) -> QuizCoordinator.Event? {
    switch action {
    case .previous: .previous
    case .next: .next
    case .point(let row): .point(row)
    case .type(let text): .type(text)
    case .erase: .erase
    case .choose: if case .chapter = run.state { .goOn } else { .validate }
    default: nil
    }
  }

  /// The effect of an action at the questions.
  func deedAtQuestions(_ action: Action) -> Deed {
    switch action {
    case .open(let page): return .opens(page)
    case .leave: return .leaves
    case .visit(let mode): return .visits(mode, if: mode != .questions)
    case .choose where quizRun?.state == .end:
      return .does {
        $0.beginQuiz()
        $0.tell($0.quizWords)
      }
    case .share: return .noRound
    default: break
    }
    if let run = quizRun, let event = event(of: action, in: run),
      QuizCoordinator.allows(event, in: run.state, of: run.quiz)
    {
      return .does { $0.take(event, in: run) }
    }
    return action == .previous || action == .next
      ? .refused("There are no more answers in that direction.") : .meaningless
  }

  private mutating func take(_ event: QuizCoordinator.Event, in run: QuizRun) {
    let state = QuizCoordinator.state(after: event, in: run.state, of: run.quiz)
    quizRun?.state = state
    switch event {
    case .goOn, .validate:
      if state == run.state { announce([Self.wrong]) } else { tell(quizWords) }
    case .previous, .next, .point:
      if case .question(let place) = state, case .cursor(let cursor) = place.reply,
        let question = quizRun?.question
      {
        tell([question.spokenAnswers[cursor]])
      }
    case .type, .erase: break
    }
  }

  /// Answers the question with a typed line: the number of an answer, its text, or the answer to an
  /// open question. A wrong answer changes nothing.
  mutating func answer(_ line: String) {
    guard let run = quizRun, let question = run.question, case .question(var place) = run.state
    else {
      tell([misunderstood(line)])
      return
    }
    if question.form.isClosed {
      // An answer may itself be a number.
      let typed = AnswerText(line)
      let number = question.answers.indices.first { String($0 + 1) == line.trimmedBlanks }
      guard
        let answer = question.answers.firstIndex(where: { AnswerText($0) == typed }) ?? number
      else {
        tell(["Type the number of an answer, from 1 to \(question.answers.count)."])
        return
      }
      place.reply = .cursor(answer)
    } else {
      place.reply = .typed(shownText(line, atMost: QuizCoordinator.longestAnswer))
    }
    let asked = QuizCoordinator.State.question(place)
    let next = QuizCoordinator.state(after: .validate, in: asked, of: run.quiz)
    guard next != asked else {
      announce([Self.wrong])
      return
    }
    quizRun?.state = next
    tell(quizWords)
  }

  /// The quiz in words.
  var quizWords: [String] {
    guard let run = quizRun else { return [Self.noQuestions] }
    switch run.state {
    case .chapter(let number):
      let chapter = run.quiz.chapters[number]
      return [
        "\(chapterHeading(number)): \(chapter.title). "
          + "\(counted(chapter.questions.count, "question"))."
      ]
    case .question(let place):
      return ["\(questionHeading(place))."] + (run.question?.spoken ?? [])
    case .end: return ["You have answered all the questions."]
    }
  }

  /// The message after a wrong answer.
  private static let wrong = "Not that one."

  /// The message if no question can be generated under the rules.
  private static let noQuestions = "There are no questions for these rules."

  private func chapterHeading(_ number: Int) -> String {
    "Chapter \(number + 1) of \(quizRun?.quiz.chapters.count ?? 0)"
  }

  private func questionHeading(_ place: QuizCoordinator.Place) -> String {
    let count = quizRun?.quiz.chapters[place.chapter].questions.count ?? 0
    return "Question \(place.question + 1) of \(count)"
  }

  /// Whether the answer to an open question is typed.
  var typesAnswer: Bool {
    guard place == .questions, let question = quizRun?.question else { return false }
    return !question.form.isClosed
  }

  // MARK: The screen

  /// The kind of screen of the questions.
  var quizKind: Screen.Kind {
    switch quizRun?.state {
    case .chapter, nil: .chapter
    case .question: typesAnswer ? .openQuestion : .question
    case .end: .quizEnd
    }
  }

  var quizPanel: Panel {
    guard let run = quizRun else {
      var panel = Panel("Questions", isWhiteOnBlack: true)
      panel.lines = [Self.noQuestions]
      return panel
    }
    switch run.state {
    case .chapter(let number):
      var panel = Panel(chapterHeading(number), isWhiteOnBlack: true)
      let chapter = run.quiz.chapters[number]
      panel.lines = [chapter.title, counted(chapter.questions.count, "question")]
      return panel
    case .question(let place):
      let title = run.quiz.chapters[place.chapter].title
      var panel = Panel("\(title) · \(questionHeading(place))", isWhiteOnBlack: true)
      guard let question = run.question else { return panel }
      panel.lines = question.prompt + (question.severalAreValid.map { [$0] } ?? [])
      panel.rooms = zip(question.roomNames, question.rooms).map { name, level in
        Panel.Picture(
          name: question.rooms.count == 1 ? "" : name,
          room: question.walk.map { RoomView(level, after: $0) } ?? RoomView(picture: level),
          spoken: "\(name): \(question.walk?.spoken(in: level) ?? level.spoken)")
      }
      switch place.reply {
      case .cursor(let cursor):
        panel.rows = zip(question.answers, question.spokenAnswers).enumerated().map { row, answer in
          Panel.Row(
            "\(row + 1). \(answer.0)", isCurrent: row == cursor, spoken: answer.1)
        }
      case .typed(let text): panel.field = ("Type the answer", text)
      }
      return panel
    case .end:
      var panel = Panel("The end", isWhiteOnBlack: true)
      panel.lines = ["You have answered all the questions."]
      return panel
    }
  }
}

extension String {
  /// The text without surrounding blanks.
  var trimmedBlanks: String { String(Substring(Substring(self).utf8.trimmed)) }
}
