import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

@testable import ZombiesGame

/// Questions of a designer that are read wrongly, and errors without line, column or advice (3.6).
@Suite struct QuestionReaderTests {
  /// The error of a text, as it is shown; nil if the text is a quiz.
  static func error(_ text: String) -> String? {
    do throws(LevelError) { _ = try Quiz(text: text) } catch {
      return error.position == nil ? "no place: \(error)" : error.description
    }
    return nil
  }

  private static let text = """
    ; Two chapters.
    chapter: Rooms
    question: Look at these rooms.
    question: Which can be won?
    room: S4/5/3Z1/5/4P
    room: classic@42#7
    - Room A
    + Room B

    question: Is a zombie fast?
    + no
    - yes

    chapter: Words

    question: Which letter stands for a block?
    = #
    = the hash
    """

  @Test("3.6 A designer's questions are read from a text")
  func reading() throws {
    let quiz = try Quiz(text: Self.text)
    let expected = try Quiz([
      Chapter(
        "Rooms",
        [
          Question(
            ["Look at these rooms.", "Which can be won?"],
            rooms: [Level("S4/5/3Z1/5/4P"), LevelGenerator(.classic, seed: 42)[7]],
            answers: ["Room A", "Room B"], valid: [1]),
          Question(["Is a zombie fast?"], answers: ["no", "yes"], valid: [0]),
        ]),
      Chapter(
        "Words", [Question(["Which letter stands for a block?"], typed: ["#", "the hash"])]),
    ])
    expectEqual(quiz, expected)
    expect(quiz.chapters.allSatisfy { $0.questions.allSatisfy { $0.kind == .own } })
  }

  @Test("3.6 A byte-order mark, carriage returns, blanks and a missing last newline are allowed")
  func welcome() throws {
    let quiz = try Quiz(text: Self.text)
    let lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
    try expectEqual(Quiz(text: "\u{FEFF}" + lines.joined(separator: "\r\n") + "\r\n\r\n"), quiz)
    try expectEqual(Quiz(text: lines.map { "\t \($0) \t" }.joined(separator: "\n")), quiz)
    try expectEqual(Quiz(text: "\n\n" + Self.text + "\n\n;"), quiz)
    let untitled = try Quiz(text: "question: 1 + 1?\n= 2")
    expectEqual(untitled.chapters.map { $0.title }, ["Questions"])
  }

  private static let refused: [(text: String, expected: String)] = [
    ("", "line 1, column 1: there are no questions, expected 'question: TEXT'"),
    ("; nothing\n\n", "line 3, column 1: there are no questions, expected 'question: TEXT'"),
    ("chapter: One\n; none\n", "line 1, column 10: the chapter has no question"),
    ("chapter:\nquestion: a\n= b", "line 1, column 9: the chapter has no title"),
    (
      "question: a\n+ b\n- c\n\nquestion: d\n= e",
      "line 5, column 1: the chapter mixes closed questions (answers with + and -) and open "
        + "questions (answers with =), expected only one kind"
    ),
    (
      "  Question: a\n= b",
      "line 1, column 3: unknown key 'Question', expected 'question: TEXT'"
    ),
    (
      "qestion: a\n= b",
      "line 1, column 1: unknown key 'qestion', expected 'question: TEXT'"
    ),
    (
      "question: a\nRoom: S1/1P\n= b",
      "line 2, column 1: unknown key 'Room', expected 'room: CODE'"
    ),
    (
      "chapter One\n",
      "line 1, column 1: unknown key 'chapter', expected 'chapter: TITLE'"
    ),
    (
      "question: a\n* b",
      "line 2, column 1: expected 'chapter:', 'question:', 'room:', '+', '-', '=', or a comment "
        + "starting with ';'"
    ),
    ("= b", "line 1, column 1: expected 'question: TEXT' before '='"),
    ("room: S1/1P", "line 1, column 1: expected 'question: TEXT' before 'room:'"),
    (
      "question: a\n\n= b\n",
      "line 1, column 1: the question has no answers, expected lines with + and -, or with =, "
        + "directly below it"
    ),
    (
      "question: a\n- b\n- c",
      "line 1, column 1: the question has no valid answer, expected a line with +"
    ),
    (
      "question: a\n+ b",
      "line 1, column 1: the question has only one answer, expected at least two to choose from"
    ),
    (
      "question: a\n= b\n+ c",
      "line 3, column 1: '=' mixed with '+' or '-', expected only answers to choose from (+ and -) "
        + "or to type (=)"
    ),
    (
      "question: a\n+ Été\n- b\n-  ETE",
      "line 4, column 4: answers 1 and 3 are the same, ignoring case and accents"
    ),
    ("question: a\n+\n- b", "line 2, column 2: the answer is empty, expected letters or digits"),
    ("question: a\n+b\n- c", "line 2, column 2: expected a space after '+'"),
    (
      "question: a\nquestion:  \n= c",
      "line 2, column 10: the sentence is empty, expected the text of the question"
    ),
    (
      "question: a\n= b\nquestion: c\n= d",
      "line 3, column 1: 'question:' after an answer, expected a blank line before the next "
        + "question"
    ),
    (
      "question: né\u{7}e\n= b",
      "line 1, column 13: the character U+0007 is a control character, expected text"
    ),
    (
      "chapter: 🧟\u{202E}\nquestion: a\n= b",
      "line 1, column 11: the character U+202E is a control character, expected text"
    ),
    (
      "question: a\n  room:  S1/2P\n= b",
      "line 2, column 15: a row of 3 squares, expected 2 as in the first row"
    ),
    (
      "question: a\nroom: S15P\n= b",
      "line 2, column 7: a side of the room is longer than 16 squares"
    ),
    (
      "question: a\nroom: 17x17z40+lit@0#0\n= b",
      "line 2, column 7: a side of the room is longer than 16 squares"
    ),
    (
      "question: a\nroom: 5x5z99@0#0\n= b",
      "line 2, column 7: 5x5z99@0#0: 99 things do not fit: the placement rule leaves 19 squares"
    ),
    (
      "question: a\nroom: classic@0#x\n= b",
      "line 2, column 17: expected the index (a decimal number), found 'x'"
    ),
  ]

  @Test(
    "3.6 Errors name the line and column, and what was expected", arguments: refused)
  func refusals(text: String, expected: String) { expectEqual(Self.error(text), expected) }

  @Test("3.6 Excessive sizes are refused")
  func sizes() {
    func repeated(_ text: String, _ count: Int) -> String {
      String(repeating: text, count: count)
    }
    let question = "question: a\n= b\n\n"
    expectNil(Self.error(repeated(question, 1000)))
    expectEqual(
      Self.error(repeated(question, 1001)), "line 3001, column 1: more than 1000 questions")
    expectNil(Self.error(repeated("chapter: c\n" + question, 100)))
    expectEqual(
      Self.error(repeated("chapter: c\n" + question, 101)),
      "line 401, column 10: more than 100 chapters")
    expectEqual(
      Self.error(repeated("question: a\n", 21)),
      "line 21, column 1: more than 20 sentences in a question")
    expectEqual(
      Self.error("question: a\n" + repeated("room: S1/1P\n", 9)),
      "line 10, column 1: more than 8 rooms with a question")
    expectEqual(
      Self.error("question: a\n" + (0..<21).map { "= \($0)\n" }.joined()),
      "line 22, column 1: more than 20 answers to a question")
    expectEqual(
      Self.error("question: " + repeated("a", 1001) + "\n= b"),
      "line 1, column 11: the text is longer than 1000 bytes")
    expectEqual(
      Self.error("; " + repeated("a", 4095)), "line 1, column 1: the line is longer than 4096 bytes"
    )
  }

  @Test("3.6 A written quiz is read back as the same quiz")
  func writing() throws {
    for quiz in try [Quiz(text: Self.text), QuestionRulesTests.quiz()] {
      let read = try Quiz(text: quiz.written)
      expect(read == quiz && read.written == quiz.written)
    }
  }
}
