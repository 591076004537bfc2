import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

@testable import ZombiesGame

/// What follows an answer in a session, if it is wrong: the reason, its picture, and the score
/// (3.7).
@Suite struct QuizSessionTests {
  /// A session at the first chapter. Generating the questions takes longest.
  nonisolated(unsafe) private static let begun = Result {
    var setup = Session.Setup(seed: 3)
    setup.mode = .questions
    var session = try Session(setup)
    session.finishAwaited()
    return session
  }

  private static func session() throws -> Session { try begun.get() }

  @Test("1.16 Looking for questions can be stopped, and blocks nothing")
  func search() throws {
    var setup = Session.Setup(seed: 3)
    setup.mode = .questions
    var session = try Session(setup)
    expect(session.awaits == .thought && session.work != nil && session.screenKind == .planning)
    expectEqual(session.shownPanel?.lines, ["Looking for questions."])
    expect(session.told.joined().contains("stop"))
    expect(!session.allows(.choose) && session.allows(.stop) && session.allows(.open(.menu)))
    let found = try require(session.apart.found())
    // The search goes on while the player is elsewhere.
    var elsewhere = session
    elsewhere.perform(.visit(.worlds))
    expectNil(elsewhere.awaits)
    elsewhere.perform(.visit(.questions))
    expectEqual(elsewhere.work, session.work)
    // Stopped, it can begin again.
    session.perform(.stop)
    expect(session.awaits == nil && session.shownPanel?.lines[0].hasPrefix("Stopped") == true)
    session.perform(.choose)
    expectEqual(session.awaits, .thought)
    session.proceed(with: found)
    expect(session.quizRun?.state == .chapter(0) && session.awaits == nil)
    try expectEqual(session.quizRun?.quiz, (try Quiz.generated(seed: 3)))
    try expectEqual(Self.session().quizRun, session.quizRun)
  }

  @Test("1.16 Under the next search, the last quiz stays")
  func nextSearch() throws {
    var session = try Self.session()
    session.quizRun?.state = .end
    session.perform(.choose)
    expect(session.awaits == .thought && session.quizRun?.state == .end)
    let kept = KeptSession().joined(with: session)
    var setup = Session.Setup(seed: 3)
    setup.mode = .questions
    var other = try Session(setup, continuing: try KeptSession(text: kept.text))
    other.finishAwaited()
    expectEqual(other.quizRun, session.quizRun)
    session.finishAwaited()
    try expectEqual(session.quizRun?.quiz, (try Quiz.generated(seed: 4)))
    expectEqual(session.quizRun?.state, .chapter(0))
  }

  /// The reply that is right.
  private static func rightReply(_ question: Question) throws -> QuizCoordinator.Reply {
    switch question.form {
    case .closed(_, let valid): return .cursor(valid[0])
    case .open(.texts(let texts)): return .typed(texts[0])
    case .open(.solution(let solution)):
      let reason = try require(Question.solutionLetters(of: solution))
      return .typed(reason)
    }
  }

  @Test("3.7 A right answer says why, with the room and the path, and the next action continues")
  func everyKind() throws {
    var session = try Self.session()
    let quiz = try require(session.quizRun).quiz
    var kinds: Set<Question.Kind> = []
    session.perform(.choose)
    while session.quizRun?.state != .end {
      if session.quizRun?.question == nil { session.perform(.choose) }
      let question = try require(session.quizRun?.question)
      let reply = try Self.rightReply(question)
      switch reply {
      case .cursor(let answer): session.perform(.point(answer))
      case .typed(let text): session.perform(.type(text))
      }
      session.perform(.choose)
      let reason = try require(question.reason(for: reply))
      let panel = try require(session.shownPanel)
      expect(panel.lines == [reason.sentence] && panel.rows.isEmpty && panel.field == nil)
      expect(session.told.first == reason.sentence && session.screenKind == .chapter)
      expect(!session.typesAnswer && panel.rooms.count == (question.rooms.isEmpty ? 0 : 1))
      if let picture = panel.rooms.first, let place = reason.room {
        let level = question.rooms[place]
        expectEqual(picture.room.size, level.size)
        for place in 0..<level.size.squareCount {
          let columns = level.size.columns
          let square = Square(row: place / columns, column: place % columns)
          expectEqual((picture.room[square].sign == .way), reason.path.contains(square))
        }
        if let words = reason.pathInWords { expect(picture.spoken.hasSuffix(words)) }
      }
      // Nothing but going on is possible.
      for action in [Action.next, .previous, .point(0), .type("x"), .erase] {
        expect(!session.allows(action))
      }
      kinds.insert(question.kind)
      session.perform(.choose)
      expectNil(session.quizRun?.answered)
    }
    expectEqual(kinds.count, Question.Kind.allCases.count - 1)
    let all = quiz.chapters.reduce(0) { $0 + $1.questions.count }
    expectEqual(session.shownPanel?.lines[1], "\(all) of \(all) right at the first try.")
  }

  @Test("3.7 At the end stands how many were right at the first try, by chapter")
  func results() throws {
    let questions = try [
      Question(["Which?"], answers: ["one", "two"], valid: [1]),
      Question(["And now?"], answers: ["one", "two"], valid: [0]),
    ]
    let own = try Quiz([
      Chapter("Numbers", questions), Chapter("Words", [Question(["What?"], typed: ["mars"])]),
    ])
    var setup = Session.Setup()
    (setup.mode, setup.quiz) = (.questions, own)
    var session = try Session(setup)
    session.perform(.choose)
    // A wrong answer leaves everything, and counts once.
    let before = session.shownPanel?.rows
    session.perform(.choose)
    expect(session.told == ["Not that one."] && session.shownPanel?.rows == before)
    session.perform(.choose)
    session.perform(.next)
    session.perform(.choose)
    // A designer's own question has no reason, and the quiz continues at once.
    expect(session.told.first == "Right." && session.quizRun?.question == questions[1])
    session.perform(.choose)
    expectEqual(session.screen.heading, "Chapter 2 of 2")
    session.perform(.choose)
    session.perform(.type("mars"))
    session.perform(.choose)
    expectEqual(
      session.shownPanel?.lines,
      [
        "You have answered all the questions.", "2 of 3 right at the first try.",
        "Numbers: 1 of 2 right at the first try.", "Words: 1 of 1 right at the first try.",
      ])
    // Another quiz counts again.
    session.perform(.choose)
    expectEqual(session.quizRun?.firstTries, [0, 0])
  }

  @Test("3.7 On the text screen the reason and the next question follow at once")
  func words() throws {
    var session = try Self.session()
    _ = session.say("next")
    let question = try require(session.quizRun?.question)
    let reply = try Self.rightReply(question)
    let reason = try require(question.reason(for: reply))
    guard case .cursor(let answer) = reply else {
      Issue.record("an open question first")
      return
    }
    let told = session.say("\(answer + 1)").joined(separator: "\n")
    expect(told.contains(reason.sentence + "\n" + (reason.pathInWords ?? "")))
    expect(session.quizRun?.answered == nil && session.quizRun?.question != question)
  }

  @Test("3.7 Questions are in a player's words", arguments: GeneratedQuestionTests.kinds)
  func plainWords(kind: Question.Kind) throws {
    for number in 0..<UInt64(cases(exactly: 3, long: 60)) {
      let question = try require(Question(kind, seed: 12, number: number))
      let sentences =
        question.prompt + question.answers
        + question.answers.indices.compactMap { question.reason(for: .cursor($0))?.sentence }
      for sentence in sentences {
        expect(!sentence.contains("<") && !sentence.contains("policy"), "\(sentence)")
        expect(!sentence.contains(/row \d+, column/), "\(sentence)")
        expect(!sentence.contains(/\dx\d/), "\(sentence)")
      }
      if kind == .policies {
        expectEqual(question.answers.filter { $0.contains(": takes ") }.count, 2)
      }
      // Of several zombies, the picture marks one, and the words name its place.
      if kind == .nextStep {
        let isMarked = question.rooms[0].zombies.count > 1
        expectEqual((question.marked != nil), isMarked)
        expectEqual(question.spoken.contains { $0.hasPrefix("The marked zombie is ") }, isMarked)
      }
    }
  }
}

extension Question {
  /// The letters of a shortest solution.
  fileprivate static func solutionLetters(of solution: ShortestSolution) -> String? {
    Solver(rules: solution.rules).solve(solution.level).solution?.moves.letters
  }
}
