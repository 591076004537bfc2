import Testing
import ZombiesCore
import ZombiesGame
import ZombiesTestSupport

/// A player's own quizzes that are read, asked, answered or counted otherwise than "Questions" says. What is shown of
/// them stands in Examples.
@Suite struct QuizModelTests {
  private struct Question {
    let prompt: [String]
    /// The answers to choose from, or the valid ones to type.
    let answers: [String]
    /// The valid answers to choose from; nil if the answer is typed.
    let valid: Set<Int>?

    /// The lines that answer it rightly or wrongly.
    func lines(_ isRight: Bool) -> [String] {
      guard let valid else {
        return isRight
          ? answers.flatMap { [$0, $0.uppercased(), "  \($0)\t"] } : ["x", "0", answers[0] + "s"]
      }
      return answers.indices.filter { valid.contains($0) == isRight }.map { "\($0 + 1)" }
    }

    /// The question in words, in reading order.
    var spoken: [String] {
      guard let valid else { return prompt + ["Type the answer."] }
      let several = "Several answers are valid. Choose any one of them."
      return prompt + (valid.count > 1 ? [several] : [])
        + answers.enumerated().map { "Answer \($0.offset + 1) of \(answers.count): \($0.element)." }
    }
  }

  private typealias Chapter = (title: String, questions: [Question])

  private static func chapters(_ random: inout NaiveRandom) -> [Chapter] {
    (0...random.below(3)).map { chapter in
      let isClosed = random.below(3) > 0
      let questions = (0...random.below(3)).map { number in
        let words = ["one", "Été", "no. 3", "seven", "five six", "Ω"]
        let count = (isClosed ? 2 : 1) + random.below(4)
        let answers = random.choose(count, of: Array(words.indices)).map { words[$0] }
        let valid = answers.indices.filter { _ in random.below(2) == 0 }
        return Question(
          prompt: (0...random.below(2)).map { "Sentence \($0) of \(number)?" }, answers: answers,
          valid: isClosed ? Set(valid.isEmpty ? [count - 1] : valid) : nil)
      }
      return ("Chapter \(chapter)", questions)
    }
  }

  private static func text(_ chapters: [Chapter]) -> String {
    chapters.map { chapter in
      "chapter: \(chapter.title)\n\n"
        + chapter.questions.map { question in
          let answers = question.answers.enumerated().map { place, answer in
            (question.valid.map { $0.contains(place) ? "+ " : "- " } ?? "= ") + answer
          }
          return (question.prompt.map { "question: \($0)" } + answers).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }.joined(separator: "\n\n")
  }

  @Test("3.1, 3.2, 3.3, 3.7 Random quizzes are asked in order, and their first tries counted")
  func randomQuizzes() throws {
    for seed in 0..<UInt64(cases(30, long: 1000)) {
      var random = NaiveRandom(seed: seed)
      let text = Self.chapters(&random)
      // The closed chapters are played first.
      let chapters =
        text.filter { $0.questions[0].valid != nil } + text.filter { $0.questions[0].valid == nil }
      var session = try session(["SP"], at: .questions) {
        $0.quiz = try Quiz(text: Self.text(text))
      }
      var told = session.told
      func expectTold(_ expected: [String]) {
        expect(told == expected, "seed \(seed): \(told), expected \(expected)")
      }
      func say(_ line: String) {
        let answer = session.say(line).dropFirst().joined(separator: "\n")
        told = answer.split(separator: "\n").map(String.init)
      }
      var right: [Int] = []
      var answer: [String] = []
      for (number, chapter) in chapters.enumerated() {
        let count = chapter.questions.count
        let counted = count == 1 ? "1 question" : "\(count) questions"
        expectTold(
          answer + ["Chapter \(number + 1) of \(chapters.count): \(chapter.title). \(counted)."])
        right.append(0)
        answer = []
        say("next")
        for (place, question) in chapter.questions.enumerated() {
          expectTold(answer + ["Question \(place + 1) of \(count)."] + question.spoken)
          let wrong = random.below(2) == 0 ? question.lines(false).first : nil
          if let wrong {
            say(wrong)
            expectTold(["Not that one."])
          }
          right[number] += wrong == nil ? 1 : 0
          say(random.one(of: question.lines(true)))
          answer = ["Right."]
        }
      }
      let counts = chapters.map { $0.questions.count }
      func counted(_ right: Int, _ all: Int) -> String {
        "\(right) of \(all) right at the first try."
      }
      let each = chapters.indices.map { "\(chapters[$0].title): \(counted(right[$0], counts[$0]))" }
      expectTold(
        answer + ["You have answered all the questions."]
          + [counted(right.reduce(0, +), counts.reduce(0, +))] + (each.count > 1 ? each : []))
    }
  }
}
