import ZombiesCore
import ZombiesGrading

// The quiz in a session: what an action does, and what is told and shown.

extension Session {
  mutating func goToQuestions() {
    if quizRun == nil { beginQuiz() }
    place = .questions
    tellQuiz()
  }

  /// Begins the designer's own quiz if there is one; otherwise looks for the kept quiz, or for the next one
  /// of the seed. Until it is found, the last quiz stays.
  mutating func beginQuiz() {
    // From a pipe, nothing can stop the search.
    if ownQuiz != nil || isPiped {
      take(nextQuizFound)
    } else {
      looksForQuiz = true
    }
  }

  /// The number of the quiz to look for, from 0.
  private var nextQuiz: UInt64 {
    keptQuestions.map { $0.count - 1 } ?? quizRun?.position.count ?? 0
  }

  /// The seed of the quiz to look for.
  var quizSeed: UInt64 { seed &+ nextQuiz }

  /// The rules of the quiz to look for. A kept quiz goes on under its own rules, unless the player has asked for
  /// others.
  var quizRules: Rules { continuesRounds ? keptQuestions?.rules ?? worldRules : worldRules }

  /// Takes the quiz that was found, at the kept question if it is the kept one.
  private mutating func take(_ quiz: Quiz) {
    let beginning = QuizCoordinator(quiz, count: nextQuiz &+ 1, rules: quizRules)
    quizRun =
      keptQuestions == nil ? beginning : keptQuestions.flatMap { QuizCoordinator(quiz, at: $0) }
    (looksForQuiz, keptQuestions) = (false, nil)
    // Another version may ask other questions.
    if quizRun == nil { beginQuiz() }
  }

  /// The next quiz, which may take a while to find.
  var nextQuizFound: Quiz { ownQuiz ?? Quiz(seed: quizSeed, rules: quizRules) }

  /// Ends the search for the questions with its result.
  mutating func finishQuizSearch(_ quiz: Quiz) {
    take(quiz)
    tellQuiz()
  }

  /// Says what the quiz asks, or how to stop the search for it.
  private mutating func tellQuiz() {
    if looksForQuiz {
      announceThinking(Self.looking)
    } else {
      tell(quizWords)
    }
  }

  /// The effect of an action at the questions.
  func deedAtQuestions(_ action: Action) -> Deed {
    switch action {
    case .share: return .noRound
    case .hint, .showMe: return .refused("There are no hints for questions.")
    case .proceed where looksForQuiz: return .does { $0.finishQuizSearch($0.nextQuizFound) }
    case .stop where looksForQuiz:
      return .does {
        $0.looksForQuiz = false
        $0.tellQuiz()
      }
    case .choose where looksForQuiz, .dismiss where looksForQuiz:
      return .refused("Still looking for questions.")
    case .dismiss:
      guard let question = quizRun?.question else { return .meaningless }
      let answer =
        question.isClosed
        ? "its number, from 1 to \(question.answers.count), or its words" : "a line"
      return .refused(
        "This question needs an answer: \(answer). Type rounds, worlds or quit to leave.")
    case .choose:
      guard let run = quizRun, run.question != nil else { return .does { $0.goOnInQuiz() } }
      if case .typed(let text) = run.position.reply, AnswerText(text).isEmpty {
        return .meaningless
      }
      return .does { $0.submit(run.position.reply) }
    case .type(let text):
      if let row = quizRun?.question?.row(text) { return .does { $0.submit(.cursor(row)) } }
    default: break
    }
    if let question = quizRun?.question, let reply = reply(after: action), question.takes(reply) {
      return .does {
        $0.quizRun?.position.reply = reply
        if case .cursor(let row) = reply { $0.tell([question.spokenAnswers[row]]) }
      }
    }
    return action == .previous || action == .next
      ? .refused("There are no more answers in that direction.") : .meaningless
  }

  /// The answer so far after an action; nil if that does not change it.
  private func reply(after action: Action) -> Question.Reply? {
    guard let reply = quizRun?.position.reply else { return nil }
    let changed: Question.Reply? =
      switch (reply, action) {
      case (.cursor(let row), .previous): .cursor(row - 1)
      case (.cursor(let row), .next): .cursor(row + 1)
      case (.cursor, .point(let row)): .cursor(row)
      case (.typed(let text), .type(let more)):
        .typed(shownText(text + more, atMost: Question.longestReply))
      case (.typed(let text), .erase): .typed(String(text.dropLast()))
      default: nil
      }
    return changed == reply ? nil : changed
  }

  /// Answers the question with a typed line: an answer or its number, or the answer to an open question.
  mutating func answer(_ line: String) {
    guard let question = quizRun?.question else {
      tell([misunderstood(line)])
      return
    }
    if !question.isClosed {
      submit(.typed(shownText(line, atMost: Question.longestReply)))
      // An answer may itself be a number.
    } else if let row = question.row(saying: line) ?? question.row(line.trimmedBlanks) {
      submit(.cursor(row))
    } else {
      tell([
        "Type the number of an answer, from 1 to \(question.answers.count), or its words; or look, "
          + "rules or help."
      ])
    }
  }

  /// Validates an answer, and says whether it is right, and why. The cursor moves to a wrong one.
  private mutating func submit(_ reply: Question.Reply) {
    if case .cursor = reply { quizRun?.position.reply = reply }
    guard quizRun?.validate(reply) == true else {
      announce(["Not that one."])
      return
    }
    let hasReason = quizRun?.reason != nil
    if !hasReason { announce(["Right."]) }
    tell(quizWords)
    // The text screen shows no picture, and continues at once.
    if hasReason, page == .text { goOnInQuiz() }
  }

  /// Goes on after the reason of an answer, from the title of a chapter, or with the next quiz.
  private mutating func goOnInQuiz() {
    if quizRun?.position.isAtEnd ?? true {
      beginQuiz()
    } else {
      quizRun?.goOn()
    }
    tellQuiz()
  }

  /// Whether the answer to an open question is typed.
  var typesAnswer: Bool { place == .questions && quizRun?.question?.isClosed == false }

  // MARK: Words

  private static let looking = "Looking for questions."

  /// The quiz in words.
  var quizWords: [String] {
    if looksForQuiz { return [Self.looking] }
    guard let run = quizRun else {
      return [
        "Stopped: there are no questions yet.",
        page == .text ? "Type next to look for them again." : "Continue to look for them again.",
      ]
    }
    if let reason = run.reason {
      return [reason.sentence] + (reason.pathInWords.map { [$0] } ?? [])
    }
    if let question = run.question { return ["\(run.heading)."] + question.spoken }
    let panel = run.panel
    guard !run.position.isAtEnd else { return panel.lines }
    return ["\(panel.title): \(panel.lines.joined(separator: ". "))."]
      + (page == .text ? ["Type next to begin."] : [])
  }

  /// The number of questions that were answered so far, and that were right at the first try.
  var quizScore: String {
    guard let run = quizRun else { return "No question has been asked yet." }
    let counts = run.quiz.chapters.map { $0.questions.count }
    let isAnswered = run.position.isAnswered ? 1 : 0
    let answered = counts[..<run.position.chapter].reduce(
      (run.position.question ?? 0) + isAnswered, +)
    return "\(answered) of \(counted(counts.reduce(0, +), "question")) answered, "
      + "\(run.position.firstTries.reduce(0, +)) right at the first try."
  }

  // MARK: The screen

  /// The kind of screen of the questions.
  var quizKind: Screen.Kind {
    if looksForQuiz { return .planning }
    if let question = quizRun?.question { return question.isClosed ? .question : .openQuestion }
    return quizRun?.position.isAtEnd == true ? .quizEnd : .chapter
  }

  var quizPanel: Panel {
    if !looksForQuiz, let quizRun { return quizRun.panel }
    return Panel("Questions", quizWords, isWhiteOnBlack: true)
  }
}

extension QuizCoordinator {
  /// The number of the question that was answered or is asked: "Question 1 of 3".
  fileprivate var heading: String {
    let count = quiz.chapters[position.chapter].questions.count
    return "Question \((position.question ?? 0) + 1) of \(count)"
  }

  fileprivate var panel: Panel {
    guard !position.isAtEnd else { return Panel("The end", results, isWhiteOnBlack: true) }
    let chapter = quiz.chapters[position.chapter]
    guard let question = shownQuestion else {
      return Panel(
        "Chapter \(position.chapter + 1) of \(quiz.chapters.count)",
        [chapter.title, counted(chapter.questions.count, "question")], isWhiteOnBlack: true)
    }
    var panel = Panel("\(chapter.title) · \(heading)", question.sentences, isWhiteOnBlack: true)
    if let reason {
      panel.lines = [reason.sentence]
      let signs = reason.path.reduce(into: [:]) { $0[$1] = RoomView.Cell.Sign.way }
      panel.rooms = reason.room.map { [question.picture($0, signs, reason.pathInWords)] } ?? []
      return panel
    }
    let signs = question.marked.map { [$0: RoomView.Cell.Sign.cursor] } ?? [:]
    panel.rooms = question.rooms.indices.map { question.picture($0, signs, question.markInWords) }
    switch position.reply {
    case .cursor(let cursor):
      panel.rows = zip(question.answers, question.spokenAnswers).enumerated().map { row, answer in
        Panel.Row(
          "\(row + 1). \(answer.0.text)", isCurrent: row == cursor, spoken: answer.1)
      }
    case .typed(let text): panel.field = ("Type the answer", text)
    }
    return panel
  }

  /// The end of a quiz: how many questions were right at the first try, also by chapter.
  private var results: [String] {
    if quiz.chapters.isEmpty { return ["There are no questions for these rules."] }
    func sentence(_ right: Int, _ questions: [Question]) -> String {
      "\(right) of \(questions.count) right at the first try."
    }
    let all = sentence(position.firstTries.reduce(0, +), quiz.chapters.flatMap { $0.questions })
    let chapters = zip(quiz.chapters, position.firstTries).map { chapter, tries in
      "\(chapter.title): \(sentence(tries, chapter.questions))"
    }
    return ["You have answered all the questions.", all] + (chapters.count > 1 ? chapters : [])
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
