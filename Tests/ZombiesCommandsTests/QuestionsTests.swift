import Foundation
import Testing
import ZombiesCore
import ZombiesGame
import ZombiesTestSupport

/// `zombies questions`: data that differ from the questions of the game, and answers to open
/// questions that the naive reference does not prove.
@Suite(.waits) struct QuestionsTests {
  private struct Row: Decodable {
    struct Answer: Decodable {
      let text: String
      let valid: Bool
      let reason: String?
      let room: Int?
      let path: [[Int]]
    }
    struct Walk: Decodable {
      struct Heard: Decodable {
        let square: [Int]
        let zombies: Int
      }
      let squares: [[Int]]
      let heard: [Heard]
    }
    let kind, chapter, form, judgedBy: String
    let seed, number: UInt64
    let prompt, spoken, rooms: [String]
    let family: String?
    let marked: [Int]?
    let walk: Walk?
    let answers: [Answer]
    let allValidListed: Bool

    var valid: [String] { answers.filter(\.valid).map(\.text) }
    var wrong: [String] { answers.filter { !$0.valid }.map(\.text) }
  }

  private func rows(_ words: String) throws -> [Row] {
    let run = try shell("zombies questions --format jsonl \(words)")
    #expect(run.ending == .exit(0), "\(run)")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try run.output.split(separator: "\n").map {
      try decoder.decode(Row.self, from: Data($0.utf8))
    }
  }

  /// Whether moves win a level.
  private func wins(_ moves: String, _ level: NaiveLevel) -> Bool {
    var round = NaiveRound(level)
    for move in moves {
      guard let direction = ["U", "D", "L", "R"].firstIndex(of: move), round.outcome == nil,
        round.isLegal(direction)
      else { return false }
      round.move(direction)
    }
    return round.outcome == .won
  }

  /// Why a row is wrong; nil if the naive reference proves it.
  private func complaint(_ row: Row) throws -> String? {
    let levels = try row.rooms.map { try #require(NaiveLevel(code: $0)) }
    let solved = levels.map { naiveSolve($0) }
    guard !row.valid.isEmpty, !row.wrong.isEmpty else { return "no choice" }
    switch row.kind {
    case "par":
      let par = String(solved[0].par ?? -1)
      return row.valid == [par, "\(par) moves"] && !row.wrong.contains(par) ? nil : "par \(par)"
    case "solution":
      let par = solved[0].par ?? -1
      guard row.valid.allSatisfy({ $0.count == par && wins($0, levels[0]) }) else { return "loses" }
      guard row.wrong.allSatisfy({ $0.count != par || !wins($0, levels[0]) }) else { return "wins" }
      let count = Int(solved[0].shortestSolutions ?? 0)
      return row.valid.count == min(count, 100) && row.allValidListed == (count <= 100)
        ? nil : "\(count) solutions"
    default:
      // The answers are those of the question, which `GeneratedQuestionTests` prove.
      return nil
    }
  }

  @Test func answersAreProvedFromTheData() throws {
    let count = isLong ? 100 : 2
    let rows = try rows("--seed 5 --count \(count)")
    #expect(Set(rows.map(\.kind)) == Set(Question.Kind.generated.map(\.name)))
    #expect(isLong || rows.count == 7 * count)
    for row in rows {
      #expect(try complaint(row) == nil, "\(row)")
      let kind = try #require(Question.Kind.generated.first { $0.name == row.kind })
      let question = try #require(Question(kind, seed: row.seed, number: row.number))
      #expect(row.seed == 5 && row.chapter == kind.title && row.prompt == question.prompt)
      #expect(row.spoken == question.spoken && row.rooms == question.rooms.map(\.code))
      #expect((row.form == "closed") == question.form.isClosed)
      #expect((row.family != nil) == (["policies", "safe-squares"].contains(row.kind)))
      #expect((row.walk != nil) == (row.kind == "safe-squares"))
      if question.form.isClosed {
        #expect(row.answers.map(\.text) == question.answers && row.judgedBy == "choice")
        for (place, answer) in row.answers.enumerated() {
          #expect(answer.valid == question.accepts(answer: place))
          #expect(answer.reason == question.reason(for: .cursor(place))?.sentence)
        }
      }
      for answer in row.answers where answer.room != nil {
        #expect(!answer.path.isEmpty && answer.path.allSatisfy { $0.count == 2 }, "\(answer)")
      }
      if let walk = row.walk, let level = NaiveLevel(code: row.rooms[0]) {
        for heard in walk.heard {
          let count = level.zombies.count {
            abs($0 / level.columns - heard.square[0]) + abs($0 % level.columns - heard.square[1])
              <= 2
          }
          #expect(count == heard.zombies && walk.squares.contains(heard.square), "\(row)")
        }
      }
    }
  }

  /// The text is a file for the game, with the same questions.
  @Test func textIsAFileOfQuestions() throws {
    let folder = try TemporaryFolder()
    let run = try shell("zombies questions --seed 9 -o q.txt && cp q.txt again.txt", in: folder)
    #expect(run.ending == .exit(0), "\(run)")
    let quiz = try Quiz(text: folder.read("q.txt") ?? "")
    let rows = try rows("--seed 9")
    let leftOut = rows.count { $0.kind == "solution" && ($0.valid.count > 20) }
    #expect(run.errors.contains("\(leftOut) left out") == (leftOut > 0), "\(run)")
    #expect(quiz.chapters.reduce(0) { $0 + $1.questions.count } == rows.count - leftOut)
    let played = try shell("zombies play --questions again.txt --text < /dev/null", in: folder)
    #expect(played.ending == .exit(0) && played.output.contains("First moves"), "\(played)")
  }

  @Test func chaptersAndSeedsChoose() throws {
    let par = try shell("zombies questions --chapter par,first-moves --count 2 --format jsonl")
      .output
    #expect(
      try shell("zombies questions --chapter first-moves,par --count 2 --format jsonl").output
        == par)
    let kinds = try rows("--chapter par,first-moves --count 2").map(\.kind)
    #expect(kinds == ["first-moves", "first-moves", "par", "par"])
    #expect(try shell("zombies questions --count 2 --chapter par --seed 1").output != par)
    // Fewer questions are the first ones.
    let more = try rows("--chapter rooms --count 3").map(\.rooms)
    #expect(try rows("--chapter rooms --count 2").map(\.rooms) == Array(more.prefix(2)))
  }

  @Test(arguments: [
    ("SP", "takes no operands"), ("--chapter rooms,rooms", "rooms is named twice"),
    ("--chapter all,rooms", "'all' cannot be combined"), ("--chapter room", "rooms"),
    ("--count 0", "--count"), ("--count 200", "at most 1,000 questions"),
    ("--format csv", "--format"), ("-o q.csv", "q.csv"),
  ])
  func badUsage(words: String, message: String) {
    expectRefusal("questions \(words)", saying: message)
  }
}
