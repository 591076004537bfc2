import ZombiesCore
import ZombiesGrading

// The quiz in a session: actions become events of the coordinator, which holds the state.

extension Session {
  /// The search for the questions of the next quiz, which takes a while.
  enum QuizSearch: Equatable {
    case running
    /// The player has stopped it.
    case stopped
    /// There are no questions for the rules.
    case inVain
  }

  mutating func goToQuestions() {
    if quizRun == nil, quizSearch == nil { beginQuiz() }
    place = .questions
    tellQuiz()
  }

  /// Begins the designer's own quiz if there is one; otherwise looks for the kept quiz, or for the next one
  /// of the seed. Until it is found, the last quiz stays.
  mutating func beginQuiz() {
    if let ownQuiz {
      take(ownQuiz)
    } else if isPiped {
      // Nothing can stop it.
      take(nextQuizFound)
    } else {
      quizSearch = .running
    }
  }

  /// The number of the quiz to look for, from 0.
  private var nextQuiz: UInt64 {
    if let kept = keptQuestions, kept.count > 0 { kept.count - 1 } else { quizCount }
  }

  /// The seed of the quiz to look for.
  var quizSeed: UInt64 { seed &+ nextQuiz }

  /// The rules of the quiz to look for. A kept quiz goes on under its own rules, unless the player has asked for
  /// others.
  var quizRules: Rules { continuesRounds ? keptQuestions?.rules ?? worldRules : worldRules }

  /// Takes the quiz that was found, at the kept question if it is the kept one; nil if there is none.
  mutating func take(_ quiz: Quiz?) {
    let (number, rules, kept) = (nextQuiz, quizRules, keptQuestions)
    (quizSearch, keptQuestions) = (nil, nil)
    guard let quiz else {
      quizSearch = .inVain
      return
    }
    var run = QuizRun(quiz, rules: rules)
    // Another version may ask other questions.
    if let kept, !run.goOn(with: kept), number != nextQuiz || rules != quizRules, ownQuiz == nil {
      beginQuiz()
      return
    }
    (quizRun, quizCount) = (run, number + 1)
  }

  /// Says what the quiz asks, or how to stop the search for it.
  mutating func tellQuiz() {
    if quizSearch == .running {
      announceThinking(Self.looking)
    } else {
      tell(quizWords)
    }
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
    case .proceed where quizSearch == .running:
      return .does { $0.finishQuizSearch($0.nextQuizFound) }
    case .stop where quizSearch == .running:
      return .does {
        $0.quizSearch = .stopped
        $0.tell($0.quizWords)
      }
    case .choose where quizSearch == .running, .dismiss where quizSearch == .running:
      return .refused("Still looking for questions.")
    case .choose where quizSearch == .stopped:
      return .does {
        $0.beginQuiz()
        $0.tellQuiz()
      }
    case .open(let page): return .opens(page)
    case .leave: return .leaves
    case .visit(let mode): return .visits(mode, if: mode != .questions)
    case .choose where quizRun?.state == .end && quizRun?.answered == nil:
      return .does {
        $0.beginQuiz()
        $0.tellQuiz()
      }
    case .share: return .noRound
    case .type(let text) where row(ofNumber: text) != nil:
      let row = row(ofNumber: text) ?? 0
      return .does { $0.submit(.cursor(row), movesCursor: true) }
    case .hint, .showMe: return .refused("There are no hints for questions.")
    case .dismiss:
      guard let question = quizRun?.question else { return .meaningless }
      let answer =
        question.form.isClosed
        ? "its number, from 1 to \(question.answers.count), or its words" : "a line"
      return .refused(
        "This question needs an answer: \(answer). Type rounds, worlds or quit to leave.")
    case .choose where quizRun?.answered != nil:
      return .does {
        $0.quizRun?.answered = nil
        $0.tell($0.quizWords)
      }
    case _ where quizRun?.answered != nil: return .meaningless
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

  /// The next quiz; nil if there are no questions for the rules.
  var nextQuizFound: Quiz? { try? Quiz.generated(seed: quizSeed, rules: quizRules) }

  /// Ends the search for the questions with its result.
  mutating func finishQuizSearch(_ quiz: Quiz?) {
    take(quiz)
    tellQuiz()
  }

  private mutating func take(_ event: QuizCoordinator.Event, in run: QuizRun) {
    let state = QuizCoordinator.state(after: event, in: run.state, of: run.quiz)
    if event == .validate, case .question(let place) = run.state {
      take(state, validated: place)
      return
    }
    quizRun?.state = state
    switch event {
    case .goOn, .validate: tell(quizWords)
    case .previous, .next, .point:
      if case .question(let place) = state, case .cursor(let cursor) = place.reply,
        let question = quizRun?.question
      {
        tell([question.spokenAnswers[cursor]])
      }
    case .type, .erase: break
    }
  }

  /// Takes the state after an answer was validated, and says whether it was right, and why.
  private mutating func take(_ next: QuizCoordinator.State, validated place: QuizCoordinator.Place)
  {
    guard quizRun?.take(next, validated: place) == true else {
      announce([Self.wrong])
      return
    }
    guard let reason = quizRun?.answered?.reason else {
      announce(["Right."])
      tell(quizWords)
      return
    }
    tell([reason.sentence] + (reason.pathInWords.map { [$0] } ?? []))
    // The text screen shows no picture, and continues at once.
    guard page == .text else { return }
    quizRun?.answered = nil
    tell(quizWords)
  }

  /// Answers the question with a typed line: the number of an answer, its text, or the answer to an
  /// open question. A wrong answer changes nothing.
  mutating func answer(_ line: String) {
    guard let question = quizRun?.question else {
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
        tell([
          "Type the number of an answer, from 1 to \(question.answers.count), or its words; or look, "
            + "rules or help."
        ])
        return
      }
      submit(.cursor(answer))
    } else {
      submit(.typed(shownText(line, atMost: QuizCoordinator.longestAnswer)))
    }
  }

  /// Validates an answer. A wrong one changes nothing, except that the cursor may move to it.
  private mutating func submit(_ reply: QuizCoordinator.Reply, movesCursor: Bool = false) {
    guard let run = quizRun, case .question(var place) = run.state else { return }
    place.reply = reply
    let asked = QuizCoordinator.State.question(place)
    if movesCursor { quizRun?.state = asked }
    take(QuizCoordinator.state(after: .validate, in: asked, of: run.quiz), validated: place)
  }

  /// The row of a typed number in the list of answers, from 0; nil if there is no such answer.
  func row(ofNumber text: String) -> Int? {
    guard let question = quizRun?.question, question.form.isClosed else { return nil }
    return question.answers.indices.first { String($0 + 1) == text }
  }

  /// The quiz in words.
  var quizWords: [String] {
    if let quizSearch { return words(quizSearch) }
    guard let run = quizRun else { return [] }
    if let reason = run.answered?.reason {
      return [reason.sentence] + (reason.pathInWords.map { [$0] } ?? [])
    }
    switch run.state {
    case .chapter(let number):
      let chapter = run.quiz.chapters[number]
      return [
        "\(chapterHeading(number)): \(chapter.title). "
          + "\(counted(chapter.questions.count, "question"))."
      ] + (page == .text ? ["Type next to begin."] : [])
    case .question(let place):
      return ["\(questionHeading(place))."] + (run.question?.spoken ?? [])
    case .end: return results(run)
    }
  }

  /// The number of questions that were answered so far, and that were right at the first try.
  var quizScore: String {
    guard let run = quizRun else { return "No question has been asked yet." }
    let counts = run.quiz.chapters.map { $0.questions.count }
    let answered =
      switch run.state {
      case .chapter(let chapter): counts[..<chapter].reduce(0, +)
      case .question(let place): counts[..<place.chapter].reduce(place.question, +)
      case .end: counts.reduce(0, +)
      }
    return "\(answered) of \(counted(counts.reduce(0, +), "question")) answered, "
      + "\(run.firstTries.reduce(0, +)) right at the first try."
  }

  /// The end of a quiz: how many questions were right at the first try, also by chapter.
  private func results(_ run: QuizRun) -> [String] {
    func sentence(_ right: Int, _ all: Int) -> String {
      "\(right) of \(all) right at the first try"
    }
    let counts = run.quiz.chapters.map { $0.questions.count }
    let all = sentence(run.firstTries.reduce(0, +), counts.reduce(0, +))
    var sentences = ["You have answered all the questions.", "\(all)."]
    guard counts.count > 1 else { return sentences }
    for (chapter, tries) in zip(run.quiz.chapters, run.firstTries) {
      sentences.append("\(chapter.title): \(sentence(tries, chapter.questions.count)).")
    }
    return sentences
  }

  /// The message after a wrong answer.
  private static let wrong = "Not that one."

  private static let looking = "Looking for questions."

  /// The search for questions, in sentences.
  private func words(_ search: QuizSearch) -> [String] {
    switch search {
    case .running: [Self.looking]
    case .stopped:
      [
        "Stopped: there are no questions yet.",
        page == .text ? "Type next to look for them again." : "Continue to look for them again.",
      ]
    case .inVain: ["There are no questions for these rules."]
    }
  }

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
    case _ where quizSearch == .running: .planning
    case _ where quizSearch != nil || quizRun?.answered != nil: .chapter
    case .chapter, nil: .chapter
    case .question: typesAnswer ? .openQuestion : .question
    case .end: .quizEnd
    }
  }

  var quizPanel: Panel {
    guard quizSearch == nil, let run = quizRun else {
      var panel = Panel("Questions", isWhiteOnBlack: true)
      panel.lines = quizWords
      return panel
    }
    if let answered = run.answered { return panel(answered, of: run) }
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
          room: RoomView(picture: level, signs: question.signs),
          spoken: "\(name): \(level.spoken)" + (question.markInWords.map { " \($0)" } ?? ""))
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
      panel.lines = results(run)
      return panel
    }
  }

  /// The screen after a right answer: the reason, and the room with the path.
  private func panel(_ answered: QuizRun.Answered, of run: QuizRun) -> Panel {
    let title = run.quiz.chapters[answered.place.chapter].title
    var panel = Panel("\(title) · \(questionHeading(answered.place))", isWhiteOnBlack: true)
    let (question, reason) = (answered.question, answered.reason)
    panel.lines = [reason.sentence]
    if let place = reason.room {
      var signs: [Square: RoomView.Cell.Sign] = [:]
      for square in reason.path { signs[square] = .way }
      let level = question.rooms[place]
      panel.rooms = [
        Panel.Picture(
          name: question.rooms.count == 1 ? "" : question.roomNames[place],
          room: RoomView(picture: level, signs: signs),
          spoken: "\(question.roomNames[place]): \(level.spoken)"
            + (reason.pathInWords.map { " \($0)" } ?? ""))
      ]
    }
    return panel
  }
}

extension String {
  /// The text without surrounding blanks.
  var trimmedBlanks: String { String(Substring(Substring(self).utf8.trimmed)) }
}
