import Testing
import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGame

/// Lists of answers that are incomplete or wrong, and generated questions that differ when written
/// as a designer's own.
@Suite struct AnswerListTests {
  private static func questions(_ kind: Question.Kind, _ count: Int) -> [Question] {
    var questions: [Question] = []
    Question.generate(kind, count: count, seed: 11) { question, _ in questions.append(question) }
    return questions
  }

  /// The number of shortest solutions that the naive reference counts.
  private static func solutionCount(_ question: Question) -> Int? {
    NaiveLevel(question.rooms[0]).flatMap { naiveSolve($0).shortestSolutions.map { Int($0) } }
  }

  @Test("3.5 Listed answers are valid or wrong as they say", arguments: Question.Kind.generated)
  func answersAreAsListed(kind: Question.Kind) {
    var proof = QuestionProof()
    let failure = firstFailure(
      of: Self.questions(kind, cases(exactly: kind == .policies ? 1 : 2, long: 300))
    ) { question in
      let (answers, isComplete) = question.answerList()
      guard Set(answers.map(\.text)).count == answers.count, answers.contains(where: \.isValid),
        answers.contains(where: { !$0.isValid })
      else { return "\(answers)" }
      if let complaint = proof.complaint(question) { return complaint }
      for (place, answer) in answers.enumerated() {
        let isAccepted =
          question.form.isClosed
          ? question.accepts(answer: place) : question.accepts(answer.text)
        guard answer.isValid == isAccepted, answer.isValid == (answer.reason != nil) else {
          return "\(answer)"
        }
      }
      guard kind == .solution else { return isComplete ? nil : "not complete" }
      // The solutions come in order, and all of them if they are few.
      let valid = answers.filter(\.isValid).map(\.text)
      let order: [Character] = ["U", "D", "L", "R"]
      let places = valid.map { $0.map { order.firstIndex(of: $0)! } }
      guard zip(places, places.dropFirst()).allSatisfy({ $0.lexicographicallyPrecedes($1) }) else {
        return "order: \(valid)"
      }
      let count = Self.solutionCount(question)
      return count.map { min($0, 100) } == valid.count && isComplete == (valid.count == count)
        ? nil : "\(valid.count) of \(String(describing: count))"
    }
    #expect(failure == nil)
  }

  @Test("3.6 A generated question can be written as one's own", arguments: Question.Kind.generated)
  func ownQuestionsAskTheSame(kind: Question.Kind) throws {
    for question in Self.questions(kind, cases(exactly: 2, long: 30)) {
      guard let own = question.own else {
        #expect(kind == .solution && Self.solutionCount(question)! > Question.mostLines)
        continue
      }
      let text = try #require(Quiz([Chapter("Title", [own])]).text)
      let read = try Quiz(text: text).chapters[0].questions[0]
      #expect(read == own && own.answers == question.answers)
      for place in question.answers.indices {
        #expect(own.accepts(answer: place) == question.accepts(answer: place))
      }
      if !question.form.isClosed {
        for answer in question.answerList().answers {
          #expect(own.accepts(answer.text) == answer.isValid, "\(answer)")
        }
      }
      // What the player does not see is not in the file.
      #expect((question.walk == nil) == (own.rooms == question.rooms))
    }
  }

  /// Under rules by which a zombie may be next to the player, what is seen of it is told.
  @Test("3.4 A zombie seen on a walk is told") func seenZombiesAreTold() throws {
    let level = try Level("S2/3/1ZP")
    let rules = try Rules(catchingDistance: 0)
    let walk = Question.Walk(squares: [level.start], rules: rules.hearing(within: 2))
    #expect(walk.spoken(in: level).contains("a zombie 1 left"))
    #expect(walk.seen(in: level).map(\.thing) == [.zombie])
    #expect(walk.heard(in: level).map(\.count) == [1])
  }
}
