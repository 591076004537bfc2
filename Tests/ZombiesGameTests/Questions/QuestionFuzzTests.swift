import Testing
import ZombiesCore
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGame

/// Texts of questions that trap, are refused without a place, or change when written and read
/// again.
@Suite struct QuestionFuzzTests {
  private struct Writer {
    var random: NaiveRandom

    private static let words = [
      "chapter: ", "question: ", "room: ", "+ ", "- ", "= ", "; ", "chapter:", "qestion: ",
      "Room: ",
      "S4/5/Z1#2/2F2/4P", "S1/1P+lit", "classic@1#2", "4x4z2@", "99999x9z9@0#0", "3x3z1+any@7#1",
      "a", "b", "É", "e\u{301}", "yes", "no", " ", "\t", "\r", "\u{0}", "\u{1B}[2J", "\u{202E}",
      "\u{2028}", "\u{FEFF}", "\u{301}", "🧟‍♂️", "\u{10FFFF}", "18446744073709551616", ":", "@#",
    ]

    mutating func line() -> String {
      let keys = ["question: ", "question: ", "+ ", "- ", "- ", "= ", "room: ", "chapter: ", ""]
      var line = random.one(of: keys)
      for _ in 0..<random.below(4) { line += random.one(of: Self.words) }
      return line
    }

    /// A text that is often nearly a quiz.
    mutating func text() -> String {
      var text = random.below(20) == 0 ? "\u{FEFF}" : ""
      for _ in 0..<random.below(8) {
        if random.below(4) == 0 { text += "chapter: \(random.below(9))\n" }
        let isOpen = random.below(5) == 0
        text += "question: What?\n"
        for number in 0..<2 + random.below(3) {
          text += isOpen ? "= \(number)\n" : "\(number == 0 ? "+" : "-") \(number)\n"
        }
        if random.below(12) == 0 { text += line() + "\n" }
        text += "\n"
      }
      return text
    }

    /// A text with some of its scalars changed, removed, doubled or inserted.
    mutating func damaged(_ text: String) -> String {
      var scalars = Array(text.unicodeScalars)
      for _ in 0..<1 + random.below(3) where !scalars.isEmpty {
        let place = random.below(scalars.count)
        let other = Array(random.one(of: Self.words).unicodeScalars)
        switch random.below(4) {
        case 0: scalars.remove(at: place)
        case 1: scalars.insert(contentsOf: other, at: place)
        case 2: scalars[place] = other[0]
        default: scalars.insert(contentsOf: scalars[place...].prefix(20), at: place)
        }
      }
      var damaged = String.UnicodeScalarView()
      damaged.append(contentsOf: scalars)
      return String(damaged)
    }
  }

  @Test("3.6 Random and damaged texts are read, or refused with a position")
  func fuzz() throws {
    var writer = Writer(random: NaiveRandom(seed: 36))
    var (read, refused) = (0, 0)
    let failure = firstFailure(of: 0..<cases(exactly: 400, long: 10_000)) { number -> String? in
      var text = ""
      switch number % 3 {
      case 0: for _ in 0..<writer.random.below(12) { text += writer.line() + "\n" }
      case 1: text = writer.text()
      default: text = writer.damaged(writer.text())
      }
      do throws(LevelError) {
        let quiz = try Quiz(text: text)
        read += 1
        guard let again = try? Quiz(text: quiz.written), again == quiz else {
          return "not read again: \(text.debugDescription)"
        }
      } catch {
        refused += 1
        // Only line feeds end a line.
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard let place = error.position, (1...lines.count).contains(place.line), place.column > 0,
          place.column <= String(Substring(lines[place.line - 1])).unicodeScalars.count + 1
        else { return "\(error): \(text.debugDescription)" }
      }
      return nil
    }
    expectNil(failure)
    expect(read > 40 && refused > 40, "\(read) read, \(refused) refused")
  }
}

extension Quiz {
  /// A quiz of a designer's own questions as a text, which must be read as the same quiz.
  var written: String {
    var text = ""
    for chapter in chapters {
      text += "chapter: \(chapter.title)\n"
      for question in chapter.questions {
        text += "\n" + question.prompt.map { "question: \($0)\n" }.joined()
        text += question.rooms.map { "room: \($0.code)\n" }.joined()
        switch question.form {
        case .closed(let answers, let valid):
          for (place, answer) in answers.enumerated() {
            text += "\(valid.contains(place) ? "+" : "-") \(answer)\n"
          }
        case .open(.texts(let texts)): text += texts.map { "= \($0)\n" }.joined()
        case .open(.solution): text += "a generated question\n"
        }
      }
      text += "\n"
    }
    return text
  }
}
