import Foundation
import Testing
import ZombiesCore
import ZombiesTestSupport

// The positions in a quiz are those of kept sessions.
@testable import ZombiesGame

/// A designer's quiz and a player in it, written from "Questions" and not from the code.
private struct NaiveQuiz {
  struct Question {
    var prompt: [String]
    /// The answers to choose from, or the valid ones to type.
    var answers: [String]
    /// The valid answers to choose from; nil if the answer is typed.
    var valid: Set<Int>?

    /// All answers in words, in reading order.
    var spoken: [String] {
      guard let valid else { return prompt + ["Type the answer."] }
      let several = "Several answers are valid. Choose any one of them."
      return prompt + (valid.count > 1 ? [several] : []) + answers.indices.map { spoken($0) }
    }

    func spoken(_ answer: Int) -> String {
      "Answer \(answer + 1) of \(answers.count): \(answers[answer])."
    }

    func accepts(_ text: String) -> Bool {
      answers.contains { Self.folded($0) == Self.folded(text) }
    }

    static func folded(_ text: String) -> String {
      text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        .split { $0.isWhitespace }.joined(separator: " ")
    }
  }

  struct Chapter {
    var title: String
    var questions: [Question]
  }

  var chapters: [Chapter]
  var chapter = 0
  /// The question; nil at the title of a chapter and at the end.
  var number: Int?
  var cursor = 0
  var typed = ""
  var hasMissed = false
  var right: [Int]
  var told: [String] = []

  /// A quiz in the order of its text: the closed chapters are played first.
  init(_ text: [Chapter]) {
    chapters = text.filter { $0.questions[0].valid != nil }
    chapters += text.filter { $0.questions[0].valid == nil }
    right = chapters.map { _ in 0 }
    told = words
  }

  /// The text of a quiz.
  static func text(_ chapters: [Chapter]) -> String {
    var text = ""
    for chapter in chapters {
      text += "chapter: \(chapter.title)\n\n"
      for question in chapter.questions {
        text += question.prompt.map { "question: \($0)\n" }.joined()
        for (place, answer) in question.answers.enumerated() {
          let mark = question.valid.map { $0.contains(place) ? "+" : "-" } ?? "="
          text += "\(mark) \(answer)\n"
        }
        text += "\n"
      }
    }
    return text
  }

  var isAtEnd: Bool { chapter == chapters.count }
  var question: Question? { number.map { chapters[chapter].questions[$0] } }

  /// What is told at a place.
  var words: [String] {
    func counted(_ count: Int) -> String { count == 1 ? "1 question" : "\(count) questions" }
    if isAtEnd {
      let counts = chapters.map { $0.questions.count }
      let all = "\(right.reduce(0, +)) of \(counts.reduce(0, +)) right at the first try."
      let each = zip(chapters, right).map {
        "\($0.title): \($1) of \($0.questions.count) right at the first try."
      }
      return ["You have answered all the questions.", all] + (each.count > 1 ? each : [])
    }
    let all = chapters[chapter].questions.count
    guard let number, let question else {
      let title = chapters[chapter].title
      return ["Chapter \(chapter + 1) of \(chapters.count): \(title). \(counted(all))."]
    }
    return ["Question \(number + 1) of \(all)."] + question.spoken
  }

  /// Performs an action; returns whether it is allowed.
  mutating func perform(_ action: Action) -> Bool {
    if action == .choose, number == nil {
      if isAtEnd { (chapter, right) = (0, chapters.map { _ in 0 }) } else { ask(0) }
      told = words
      return true
    }
    guard let question else { return false }
    let isClosed = question.valid != nil
    switch action {
    case .previous: return isClosed && point(cursor - 1)
    case .next: return isClosed && point(cursor + 1)
    case .point(let answer): return isClosed && answer != cursor && point(answer)
    case .type(let text):
      if isClosed {
        guard let answer = Int(text), question.answers.indices.contains(answer - 1) else {
          return false
        }
        cursor = answer - 1
        validate(question.valid?.contains(cursor) == true)
        return true
      }
      // A character that steers a terminal becomes a blank.
      let shown = text.map { "\u{1B}\t\n\u{202E}\r\n".contains($0) ? " " : $0 }
      let longer = String((typed + shown).prefix(1000))
      defer { (typed, told) = (longer, typed == longer ? told : []) }
      return typed != longer
    case .erase:
      guard !typed.isEmpty else { return false }
      (typed, told) = (String(typed.dropLast()), [])
      return true
    case .choose:
      if !isClosed, Question.folded(typed).isEmpty { return false }
      validate(question.valid?.contains(cursor) ?? question.accepts(typed))
      return true
    default: return false
    }
  }

  private mutating func point(_ answer: Int) -> Bool {
    guard let question, question.answers.indices.contains(answer) else { return false }
    cursor = answer
    told = [question.spoken(answer)]
    return true
  }

  private mutating func ask(_ number: Int?) {
    (self.number, cursor, typed, hasMissed) = (number, 0, "", false)
  }

  private mutating func validate(_ isRight: Bool) {
    guard isRight, let number else {
      hasMissed = true
      told = ["Not that one."]
      return
    }
    if !hasMissed { right[chapter] += 1 }
    if number + 1 < chapters[chapter].questions.count {
      ask(number + 1)
    } else {
      ask(nil)
      chapter += 1
    }
    told = ["Right."] + words
  }
}

/// A player's own quizzes that are read, asked, answered or counted otherwise than in a naive one.
@Suite struct QuizModelTests {
  private static func chapters(_ random: inout NaiveRandom) -> [NaiveQuiz.Chapter] {
    (0...random.below(3)).map { chapter in
      let isClosed = random.below(3) > 0
      let questions = (0...random.below(3)).map { number in
        let words = ["one", "Été", "no. 3", "4", "five six", "Ω"]
        let count = (isClosed ? 2 : 1) + random.below(4)
        let answers = random.choose(count, of: Array(words.indices)).map { words[$0] }
        let valid = answers.indices.filter { _ in random.below(2) == 0 }
        return NaiveQuiz.Question(
          prompt: (0...random.below(2)).map { "Sentence \($0) of \(number)?" }, answers: answers,
          valid: isClosed ? Set(valid.isEmpty ? [count - 1] : valid) : nil)
      }
      return NaiveQuiz.Chapter(title: "Chapter \(chapter)", questions: questions)
    }
  }

  /// An action, often the right one.
  private static func action(_ quiz: NaiveQuiz, _ random: inout NaiveRandom) -> Action {
    switch random.below(12) {
    case 0...3: return .choose
    case 4: return .previous
    case 5: return .next
    case 6: return .point(random.below(6) - 1)
    case 7: return .erase
    case 8: return .type(String(random.below(6)))
    default:
      guard let question = quiz.question else {
        return random.one(of: [.type("x"), .next, .choose])
      }
      if let valid = question.valid { return .point(random.one(of: valid.sorted())) }
      let right = random.one(of: question.answers)
      let changed = [
        right, right.uppercased(), " \(right)\t", "e\u{301}TE", "a\u{1B}\u{202E}\r\nb",
      ]
      return .type(random.one(of: changed + ["", " ", String(repeating: "é", count: 600)]))
    }
  }

  private static func complaint(_ session: Session, _ quiz: NaiveQuiz) -> String? {
    if session.told != quiz.told { return "\(session.told), expected \(quiz.told)" }
    guard let panel = session.panel else { return "no panel" }
    let kind: Screen.Kind =
      quiz.isAtEnd
      ? .quizEnd
      : quiz.question.map { $0.valid == nil ? .openQuestion : .question } ?? .chapter
    if session.screenKind != kind || !panel.isWhiteOnBlack { return "\(session.screenKind)" }
    guard let question = quiz.question, let number = quiz.number else {
      return panel.rows.isEmpty && panel.field == nil ? nil : "answers without a question"
    }
    let all = quiz.chapters[quiz.chapter].questions.count
    let title = "\(quiz.chapters[quiz.chapter].title) · Question \(number + 1) of \(all)"
    let rows = question.valid == nil ? [] : question.answers.enumerated().map { "\($0 + 1). \($1)" }
    let current = rows.isEmpty ? [] : [quiz.cursor]
    if panel.title != title || panel.rows.map(\.text) != rows
      || panel.rows.indices.filter({ panel.rows[$0].isCurrent }) != current
      || panel.field?.text != (rows.isEmpty ? quiz.typed : nil)
    {
      return "\(panel)"
    }
    let spoken =
      panel.lines + panel.rooms.map(\.spoken) + panel.rows.map(\.spoken) + panel.notes
    return spoken == question.spoken.filter { $0 != "Type the answer." } ? nil : "\(spoken)"
  }

  @Test("3.1, 3.2, 3.3, 3.7 Random quizzes, compared to a naive one")
  func randomQuizzes() throws {
    var (ends, misses) = (0, 0)
    let failure = try firstFailure(of: 0..<cases(30, long: 3000)) { seed in
      var random = NaiveRandom(seed: UInt64(seed))
      let chapters = Self.chapters(&random)
      var setup = Session.Setup()
      setup.mode = .questions
      setup.quiz = try Quiz(text: NaiveQuiz.text(chapters))
      var session = try Session(setup)
      var quiz = NaiveQuiz(chapters)
      for step in 0..<60 {
        let action = Self.action(quiz, &random)
        let isAllowed = quiz.perform(action)
        let complaint =
          session.complaint(performing: action, if: isAllowed) ?? Self.complaint(session, quiz)
        if let complaint { return "seed \(seed), step \(step), \(action): \(complaint)" }
        ends += quiz.isAtEnd ? 1 : 0
        misses += quiz.hasMissed ? 1 : 0
      }
      return nil
    }
    expectNil(failure)
    expect(ends > 20 && misses > 20, "\(ends) ends, \(misses) misses")
  }

  @Test("3.3 A position that belongs to another quiz, or to none, is not continued")
  func otherPositions() throws {
    let text = "question: a\n+ b\n- c\n\nquestion: d\n+ e\n+ f\nchapter: B\nquestion: g\n= h"
    let quiz = try Quiz(text: text)
    let other = try Quiz(text: text + "\n\nquestion: i\n= j")
    var found = 0
    for chapter in 0...2 {
      for question in [nil, 0, 1, 2, .max] as [Int?] {
        for reply in [.cursor(0), .cursor(1), .cursor(2), .typed(""), .typed("h")]
          as [Question.Reply]
        {
          var position = QuizCoordinator(quiz).position
          (position.chapter, position.question, position.reply) = (chapter, question, reply)
          let isThere =
            switch (chapter, question, reply) {
            case (_, nil, _), (0, 0?, .cursor(0...1)), (0, 1?, .cursor(0...1)), (1, 0?, .typed):
              true
            default: false
            }
          expectEqual(QuizCoordinator(quiz, at: position)?.position == position, isThere)
          expectNil(QuizCoordinator(other, at: position))
          position.firstTries[1] = 2
          expectNil(QuizCoordinator(quiz, at: position))
          found += isThere ? 1 : 0
        }
      }
    }
    expect(found > 10)
  }
}
