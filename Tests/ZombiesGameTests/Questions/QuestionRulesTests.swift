import Testing
import ZombiesCore
import ZombiesTestSupport

@testable import ZombiesGame

/// Questions and quizzes that break a numbered rule of section 3, by example.
@Suite struct QuestionRulesTests {
  /// A closed question whose second and fourth answers are valid.
  static func closed() throws -> Question {
    try Question(["Which are even?"], answers: ["one", "two", "three", "four"], valid: [3, 1])
  }

  static func open() throws -> Question {
    try Question(["Which month has 28 days?"], typed: ["Février", "each of them"])
  }

  static func quiz() throws -> Quiz {
    let chapters = try [
      Chapter("Typed", [open(), open()]), Chapter("First", [closed(), closed()]),
      Chapter("Second", [closed()]),
    ]
    return try Quiz(chapters)
  }

  /// The state after some events.
  static func state(
    _ events: [QuizCoordinator.Event], in quiz: Quiz,
    from start: QuizCoordinator.State = QuizCoordinator.start
  ) -> QuizCoordinator.State {
    events.reduce(start) { QuizCoordinator.state(after: $1, in: $0, of: quiz) }
  }

  private func cursor(_ state: QuizCoordinator.State) -> Int? {
    guard case .question(let place) = state, case .cursor(let cursor) = place.reply else {
      return nil
    }
    return cursor
  }

  @Test("3.1 A closed question has answers, some valid, and says when several are")
  func closedQuestions() throws {
    let question = try Self.closed()
    expectEqual(question.answers, ["one", "two", "three", "four"])
    expectEqual((0..<5).filter { question.accepts(answer: $0) }, [1, 3])
    expectEqual(question.severalAreValid, "Several answers are valid. Choose any one of them.")
    let single = try Question(["Which is even?"], answers: ["one", "two"], valid: [1])
    expectNil(single.severalAreValid)
    try expectNil(Self.open().severalAreValid)
  }

  @Test("3.1 A cursor moves through the answers, and stops at the ends")
  func cursors() throws {
    let quiz = try Self.quiz()
    var state = Self.state([.goOn], in: quiz)
    var seen = [cursor(state)]
    for event: QuizCoordinator.Event in [.previous, .next, .next, .next, .next, .previous] {
      let isAllowed = QuizCoordinator.allows(event, in: state, of: quiz)
      let after = QuizCoordinator.state(after: event, in: state, of: quiz)
      expectEqual(isAllowed, (after != state))
      state = after
      seen.append(cursor(state))
    }
    expectEqual(seen, [0, 0, 1, 2, 3, 3, 2])
    expectEqual(cursor(Self.state([.point(1)], in: quiz, from: state)), 1)
    for place in [-1, 4, 2, .max, .min] {
      expect(!QuizCoordinator.allows(.point(place), in: state, of: quiz))
      expectEqual(Self.state([.point(place)], in: quiz, from: state), state)
    }
  }

  @Test("3.1 A wrong answer changes nothing, and any valid one leads to the next question")
  func validating() throws {
    let quiz = try Self.quiz()
    for place in 0..<4 {
      let asked = Self.state([.goOn, .point(place)], in: quiz)
      let after = Self.state([.validate], in: quiz, from: asked)
      expect(QuizCoordinator.allows(.validate, in: asked, of: quiz))
      if place % 2 == 0 {
        expectEqual(after, asked)
      } else {
        expectEqual(after, .question(.init(chapter: 0, question: 1, reply: .cursor(0))))
      }
    }
  }

  @Test("3.2 A typed answer is trimmed and compared, ignoring case and Latin accents")
  func openQuestions() throws {
    let question = try Self.open()
    for text in ["Février", "FEVRIER", " fe\u{301}vrier\t", "EACH  of\u{A0}them", "each of THEM"] {
      expect(question.accepts(text), "\(text)")
    }
    for text in ["", "fevrie", "fevrier.", "eachofthem", "février each of them"] {
      expect(!question.accepts(text), "\(text)")
    }
    expect(!question.accepts(answer: 0))
  }

  @Test("3.2 A typed answer has 1 to 1,000 characters")
  func typing() throws {
    let quiz = try Self.quiz()
    let first = QuizCoordinator.State.question(.init(chapter: 2, question: 0, reply: .typed("")))
    expect(!QuizCoordinator.allows(.erase, in: first, of: quiz))
    expect(!QuizCoordinator.allows(.validate, in: first, of: quiz))
    expect(!QuizCoordinator.allows(.type(""), in: first, of: quiz))
    func typed(_ events: [QuizCoordinator.Event]) -> String? {
      guard case .question(let place) = Self.state(events, in: quiz, from: first),
        case .typed(let text) = place.reply
      else { return nil }
      return text
    }
    expectEqual(typed([.type("a\u{1B}b\n\u{202E}\r\nc")]), "a b   c")
    expectEqual(typed([.type("fév"), .erase, .erase]), "f")
    let long = String(repeating: "é", count: 999)
    expectEqual(typed([.type(long), .type("xyz")]), long + "x")
    let full = Self.state([.type(long + "x")], in: quiz, from: first)
    expect(!QuizCoordinator.allows(.type("y"), in: full, of: quiz))
    let blank = Self.state([.type("  ")], in: quiz, from: first)
    expect(blank != first && !QuizCoordinator.allows(.validate, in: blank, of: quiz))
    expectEqual(typed([.type("mars"), .validate]), "mars")
    expectEqual(
      Self.state([.type("fevrier"), .validate], in: quiz, from: first),
      .question(.init(chapter: 2, question: 1, reply: .typed(""))))
  }

  @Test(
    "3.2 Moves may be typed in any of the usual ways",
    arguments: ["UULL", "uull", "u u l l", "up, up, left, left", "Up-up-l-L", "uu left l", "üull"])
  func moves(text: String) throws {
    let solution = try ShortestSolution(level: Level("S2/3/2P"), rules: .standard, par: 4)
    expect(solution.accepts(text))
    for other in ["", "UUL", "UULLL", "UULR", "DULL", "UUXL", "upp left left", "ull u u"] {
      let isOther = other == "ull u u" ? !solution.accepts("ULLUU") : !solution.accepts(other)
      expect(isOther, "\(other)")
    }
    expect(solution.accepts("ulul") && solution.accepts("LLUU"))
  }

  @Test("3.3 Chapters of one form, the closed ones first, otherwise in their order")
  func chapters() throws {
    let quiz = try Self.quiz()
    expectEqual(quiz.chapters.map { $0.title }, ["First", "Second", "Typed"])
    #expect(throws: QuestionError.mixedForms(1)) {
      try Chapter("Both", [Self.closed(), Self.open()])
    }
    #expect(throws: QuestionError.noQuestion) { try Chapter("None", []) }
    #expect(throws: QuestionError.noTitle) { try Chapter(" \t", [Self.open()]) }
    #expect(throws: QuestionError.noChapter) { try Quiz([]) }
  }

  @Test("3.3 The coordinator: chapter screen, its questions, the next chapter's screen, the end")
  func flow() throws {
    let quiz = try Self.quiz()
    var state = QuizCoordinator.start
    var titles: [String] = []
    var asked = 0
    for _ in 0..<20 {
      switch state {
      case .chapter(let chapter):
        titles.append(quiz.chapters[chapter].title)
        expectNil(QuizCoordinator.question(in: state, of: quiz))
        expect(!QuizCoordinator.allows(.validate, in: state, of: quiz))
        state = Self.state([.goOn], in: quiz, from: state)
      case .question(let place):
        asked += 1
        expect(!QuizCoordinator.allows(.goOn, in: state, of: quiz))
        let question = try require(QuizCoordinator.question(in: state, of: quiz))
        expectEqual(question, quiz.chapters[place.chapter].questions[place.question])
        let answer: QuizCoordinator.Event =
          question.form.isClosed ? .next : .type("Each of them ")
        state = Self.state([answer, .validate], in: quiz, from: state)
      case .end: break
      }
    }
    expect(state == .end && titles == ["First", "Second", "Typed"] && asked == 5)
    for event: QuizCoordinator.Event in [.goOn, .validate, .next, .type("x")] {
      expect(!QuizCoordinator.allows(event, in: .end, of: quiz))
    }
  }

  @Test("3.4 A room in words")
  func spokenRooms() throws {
    try expectEqual(
      Level("S4/5/3Z1/5/4P+lit").spoken,
      "5 by 5, lit. You are on row 5, column 5; the signpost is 4 up and 4 left; "
        + "a zombie 2 up and 1 left.")
    try expectEqual(
      Level("FZ#/1P1/SZ1").spoken,
      "3 by 3, dark. You are on row 2, column 2; the signpost is 1 down and 1 left; "
        + "a zombie 1 up; a zombie 1 down; a block 1 up and 1 right; "
        + "a flashlight 1 up and 1 left.")
  }

  @Test("3.4 Everything is spoken, in reading order")
  func spokenQuestions() throws {
    let rooms = try [Level("S1/1P"), Level("SZ/1P+lit")]
    let question = try Question(
      ["Look.", "Which is lit?"], rooms: rooms, answers: ["A", "B", "the second"], valid: [1, 2])
    expectEqual(
      question.spoken,
      [
        "Look.", "Which is lit?", "Several answers are valid. Choose any one of them.",
        "Room A: " + rooms[0].spoken, "Room B: " + rooms[1].spoken, "Answer 1 of 3: A.",
        "Answer 2 of 3: B.", "Answer 3 of 3: the second.",
      ])
    let open = try Question(["How far?"], rooms: [rooms[0]], typed: ["2"])
    expectEqual(open.spoken, ["How far?", "The room: " + rooms[0].spoken, "Type the answer."])
    // The spoken text contains each answer, also of generated questions.
    for kind in GeneratedQuestionTests.kinds {
      let question = try require(Question(kind, seed: 1, number: 1))
      let spoken = question.spoken
      expectEqual(Array(spoken.prefix(question.prompt.count)), question.prompt)
      expectEqual(spoken.filter { $0.hasPrefix("Answer ") }, question.spokenAnswers)
      for room in question.rooms {
        expect(spoken.contains { $0.hasSuffix(room.spoken) })
      }
    }
  }

  @Test("3.6 Invalid questions are refused")
  func refused() throws {
    func error(_ make: () throws -> Question) -> QuestionError? {
      do { _ = try make() } catch { return error as? QuestionError }
      return nil
    }
    func closed(_ answers: [String], _ valid: [Int], prompt: [String] = ["?"]) -> QuestionError? {
      error { try Question(prompt, answers: answers, valid: valid) }
    }
    expectEqual(closed(["a", "b"], []), .noValidAnswer)
    expectEqual(closed(["a", "b"], [2]), .noSuchAnswer(2))
    expectEqual(closed(["a", "b"], [-1]), .noSuchAnswer(-1))
    expectEqual(closed(["a"], [0]), .tooFewAnswers)
    expectEqual(closed(["é", "b", "E\u{301} "], [0]), .sameAnswers(0, 2))
    expectEqual(closed(["a", " \u{3000}"], [0]), .emptyAnswer(1))
    expectEqual(closed(["a", "b"], [0], prompt: []), .noPrompt)
    expectEqual(closed(["a", "b"], [0], prompt: ["a", " "]), .emptySentence(1))
    expectEqual(error { try Question(["?"], typed: []) }, .noValidAnswer)
    expectEqual(error { try Question(["?"], typed: ["a", "A"]) }, .sameAnswers(0, 1))
    let long = String(repeating: "é", count: 501)
    expectEqual(closed(["a", long], [0]), .tooLong(.answer(1)))
    expectEqual(
      closed((0...20).map { "\($0)" }, [0]), .tooMany("answers to a question", limit: 20))
    let wide = try Level("S15P")
    expectEqual(error { try Question(["?"], rooms: [wide], typed: ["x"]) }, .roomTooLarge(0))
    let steering: [UInt32] = [
      0, 7, 0x1B, 0x1F, 0x7F, 0x80, 0x85, 0x9F, 0x61C, 0x200E, 0x200F, 0x2028, 0x2029,
      0x202A, 0x202E, 0x2066, 0x2069,
    ]
    for value in steering {
      let scalar = try require(Unicode.Scalar(value))
      let text = "a\(Character(scalar))b"
      expectEqual(closed(["x", text], [0]), .steeringCharacter(.answer(1), scalar))
      expectEqual(
        closed(["x", "y"], [0], prompt: [text]), .steeringCharacter(.sentence(0), scalar))
      #expect(throws: QuestionError.steeringCharacter(.title, scalar)) {
        try Chapter(text, [Self.open()])
      }
    }
  }
}
