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

  /// The effect of an action at the questions.
  func deedAtQuestions(_ action: Action) -> Deed {
    let (run, isLooking) = (quizRun, quizSearch == .running)
    let event: QuizCoordinator.Event
    switch action {
    case .open(let page): return .opens(page)
    case .leave: return .leaves
    case .visit(let mode): return .visits(mode, if: mode != .questions)
    case .share: return .noRound
    case .hint, .showMe: return .refused("There are no hints for questions.")
    case .proceed where isLooking: return .does { $0.finishQuizSearch($0.nextQuizFound) }
    case .stop where isLooking:
      return .does {
        $0.quizSearch = .stopped
        $0.tellQuiz()
      }
    case .choose where isLooking, .dismiss where isLooking:
      return .refused("Still looking for questions.")
    case .dismiss:
      guard let question = run?.question else { return .meaningless }
      let answer =
        question.form.isClosed
        ? "its number, from 1 to \(question.answers.count), or its words" : "a line"
      return .refused(
        "This question needs an answer: \(answer). Type rounds, worlds or quit to leave.")
    case .choose where run?.answered != nil:
      return .does {
        $0.quizRun?.answered = nil
        $0.tellQuiz()
      }
    case _ where run?.answered != nil: return .meaningless
    case .choose where quizSearch == .stopped || run?.state == .end:
      return .does {
        $0.beginQuiz()
        $0.tellQuiz()
      }
    case .choose: if case .chapter = run?.state { event = .goOn } else { event = .validate }
    case .previous: event = .previous
    case .next: event = .next
    case .point(let row): event = .point(row)
    case .type(let text):
      if let row = row(ofNumber: text) {
        return .does { $0.submit(.cursor(row), movesCursor: true) }
      }
      event = .type(text)
    case .erase: event = .erase
    default: return .meaningless
    }
    if let run, QuizCoordinator.allows(event, in: run.state, of: run.quiz) {
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
    if event == .validate, case .question(let place) = run.state {
      submit(place.reply)
      return
    }
    quizRun?.state = QuizCoordinator.state(after: event, in: run.state, of: run.quiz)
    if event == .goOn {
      tell(quizWords)
    } else if case .question(let place) = quizRun?.state, case .cursor(let cursor) = place.reply {
      tell(run.question.map { [$0.spokenAnswers[cursor]] } ?? [])
    }
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
      let number = row(ofNumber: line.trimmedBlanks)
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

  /// Validates an answer, and says whether it is right, and why. A wrong one changes nothing, except that the
  /// cursor may move to it.
  private mutating func submit(_ reply: QuizCoordinator.Reply, movesCursor: Bool = false) {
    guard case .question(var place) = quizRun?.state else { return }
    place.reply = reply
    if movesCursor { quizRun?.state = .question(place) }
    guard quizRun?.validate(place) == true else {
      announce(["Not that one."])
      return
    }
    let hasReason = quizRun?.answered != nil
    if !hasReason { announce(["Right."]) }
    tell(quizWords)
    // The text screen shows no picture, and continues at once.
    guard hasReason, page == .text else { return }
    quizRun?.answered = nil
    tell(quizWords)
  }

  /// The row of a typed number in the list of answers, from 0; nil if there is no such answer.
  func row(ofNumber text: String) -> Int? {
    guard let question = quizRun?.question, question.form.isClosed else { return nil }
    return question.answers.indices.first { String($0 + 1) == text }
  }

  /// The quiz in words.
  var quizWords: [String] {
    switch quizSearch {
    case .running: return [Self.looking]
    case .stopped:
      return [
        "Stopped: there are no questions yet.",
        page == .text ? "Type next to look for them again." : "Continue to look for them again.",
      ]
    case .inVain: return ["There are no questions for these rules."]
    case nil: break
    }
    guard let run = quizRun else { return [] }
    if let reason = run.reason {
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
    let (counts, all) = (run.counts, run.counts.reduce(0, +))
    let answered =
      switch run.state {
      case .chapter(let chapter): counts[..<chapter].reduce(0, +)
      case .question(let place): counts[..<place.chapter].reduce(place.question, +)
      case .end: all
      }
    return "\(answered) of \(counted(all, "question")) answered, "
      + "\(run.firstTries.reduce(0, +)) right at the first try."
  }

  /// The end of a quiz: how many questions were right at the first try, also by chapter.
  private func results(_ run: QuizRun) -> [String] {
    func sentence(_ right: Int, _ all: Int) -> String {
      "\(right) of \(all) right at the first try"
    }
    let all = sentence(run.firstTries.reduce(0, +), run.counts.reduce(0, +))
    let chapters = zip(run.quiz.chapters, run.firstTries).map { chapter, tries in
      "\(chapter.title): \(sentence(tries, chapter.questions.count))."
    }
    return ["You have answered all the questions.", "\(all)."]
      + (chapters.count > 1 ? chapters : [])
  }

  private static let looking = "Looking for questions."

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
    case _ where quizSearch != nil || quizRun?.answered != nil, .chapter, nil: .chapter
    case .question: typesAnswer ? .openQuestion : .question
    case .end: .quizEnd
    }
  }

  var quizPanel: Panel {
    func panel(_ title: String, _ lines: [String]) -> Panel {
      var panel = Panel(title, isWhiteOnBlack: true)
      panel.lines = lines
      return panel
    }
    guard quizSearch == nil, let run = quizRun else { return panel("Questions", quizWords) }
    switch run.shown {
    case .chapter(let number):
      let chapter = run.quiz.chapters[number]
      return panel(
        chapterHeading(number), [chapter.title, counted(chapter.questions.count, "question")])
    case .question(let place):
      let chapter = run.quiz.chapters[place.chapter]
      let question = chapter.questions[place.question]
      var panel = panel("\(chapter.title) · \(questionHeading(place))", [])
      if let reason = run.reason {
        panel.lines = [reason.sentence]
        var signs: [Square: RoomView.Cell.Sign] = [:]
        for square in reason.path { signs[square] = .way }
        panel.rooms =
          reason.room.map { [question.picture($0, signs, reason.pathInWords)] } ?? []
        return panel
      }
      panel.lines = question.prompt + (question.severalAreValid.map { [$0] } ?? [])
      panel.rooms = question.rooms.indices.map {
        question.picture($0, question.signs, question.markInWords)
      }
      switch place.reply {
      case .cursor(let cursor):
        panel.rows = zip(question.answers, question.spokenAnswers).enumerated().map { row, answer in
          Panel.Row("\(row + 1). \(answer.0)", isCurrent: row == cursor, spoken: answer.1)
        }
      case .typed(let text): panel.field = ("Type the answer", text)
      }
      return panel
    case .end: return panel("The end", quizWords)
    }
  }
}

extension Question {
  /// One of its rooms, with what the signs mean in words.
  fileprivate func picture(
    _ place: Int, _ signs: [Square: RoomView.Cell.Sign], _ meaning: String?
  ) -> Panel.Picture {
    Panel.Picture(
      name: rooms.count == 1 ? "" : roomNames[place],
      room: RoomView(picture: rooms[place], signs: signs),
      spoken: "\(roomNames[place]): \(rooms[place].spoken)" + (meaning.map { " \($0)" } ?? ""))
  }
}

extension String {
  /// The text without surrounding blanks.
  var trimmedBlanks: String { String(Substring(Substring(self).utf8.trimmed)) }
}
