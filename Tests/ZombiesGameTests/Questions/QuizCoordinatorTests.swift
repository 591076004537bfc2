import Testing
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGame

/// Events that trap a quiz, or change it although they are forbidden, in any state, also of another
/// quiz.
@Suite struct QuizCoordinatorTests {
  typealias Coordinator = QuizCoordinator

  private struct Somebody {
    var random: NaiveRandom

    mutating func place() -> Int {
      random.one(of: [0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 5, 7, -1, .max, .min])
    }

    mutating func text() -> String {
      random.one(of: ["", " ", "8", "x", "each of them", "UULL", "\u{301}", "\u{1B}[2J", "é"])
    }

    mutating func state() -> Coordinator.State {
      switch random.below(6) {
      case 0: return .chapter(place())
      case 1: return .end
      default:
        let reply: Coordinator.Reply =
          random.below(2) == 0
          ? .cursor(place()) : .typed(random.below(2) == 0 ? text() : text() + text())
        return .question(.init(chapter: place(), question: place(), reply: reply))
      }
    }

    mutating func event() -> Coordinator.Event {
      random.one(of: [
        .goOn, .previous, .next, .point(place()), .type(text()), .erase, .validate, .validate,
      ])
    }
  }

  @Test("3.3 The coordinator is a total, pure function; forbidden events change nothing")
  func randomEvents() throws {
    var somebody = Somebody(random: NaiveRandom(seed: 33))
    let quizzes = try [QuestionRulesTests.quiz(), Quiz.generated(seed: 3)]
    var wrong = 0
    var right = 0
    let failure = firstFailure(of: 0..<cases(exactly: 6000, long: 1_000_000)) { _ -> String? in
      let quiz = quizzes[somebody.random.below(2)]
      let (state, event) = (somebody.state(), somebody.event())
      let after = Coordinator.state(after: event, in: state, of: quiz)
      let isAllowed = Coordinator.allows(event, in: state, of: quiz)
      let found = "\(state) \(event) \(after)"
      if Coordinator.state(after: event, in: state, of: quiz) != after { return "\(found): impure" }
      if event == .validate {
        if isAllowed { if after == state { wrong += 1 } else { right += 1 } }
        if !isAllowed, after != state { return "\(found): not allowed" }
      } else if isAllowed != (after != state) {
        return "\(found): allowed \(isAllowed)"
      }
      if isAllowed, Coordinator.question(in: state, of: quiz) == nil, event != .goOn {
        return "\(found): no question"
      }
      // A new state belongs to the quiz.
      let isThere: Bool
      switch after {
      case .chapter(let chapter): isThere = quiz.chapters.indices.contains(chapter)
      case .question: isThere = Coordinator.question(in: after, of: quiz) != nil
      case .end: isThere = true
      }
      return after == state || isThere ? nil : "\(found): nowhere"
    }
    expectNil(failure)
    expect(wrong > 10 && right > 3)
  }
}
