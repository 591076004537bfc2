import Testing
import ZombiesCore
import ZombiesGame
import ZombiesTestSupport

/// Suggested commands, and examples in the help and in the words for keys, that do not work where they are shown (4.6).
@Suite struct SuggestionTests {
  /// Places in the game: the mode, and the lines that lead there.
  private static let places = """
    rounds:; rounds: up; rounds: up, undo; rounds: left 3, up 3; rounds: up 2, left 2; rounds: left 3, up 3, look
    worlds:; worlds: right; worlds: world 3; worlds: enter; worlds: enter, right; worlds: enter, play
    worlds: enter, play, left; questions:; questions: next; questions: next, 2, next; questions: next, 2, next, mars
    board:; board: add Ann, add Ben; board: add Ann, add Ben, start; board: add Ann, start, turn; board: start
    board: add Ann, start, turn, left 3, up 3; board: add Ann, start, end; workshop:; workshop: zombie 2 3
    workshop: play; workshop: size 1 2, play, left; steps:; steps: up; daily:; original: up
    """.split { "\n;".contains($0) }.map { trimmed($0) }

  private static func trimmed(_ text: Substring) -> String {
    text.split(separator: " ").joined(separator: " ")
  }

  /// A session at a place, with the text screen just opened.
  private static func at(_ place: String) throws -> Session {
    let parts = place.split(separator: ":", omittingEmptySubsequences: false)
    let isLesson = parts[0] == "steps"
    let mode = isLesson ? .rounds : try require(Mode(rawValue: String(parts[0])))
    var session = try session(["S3/4/2Z1/3P+lit"], at: mode) {
      ($0.showsFirstSteps, $0.today) = (isLesson, Day(year: 2026, month: 11, day: 22))
    }
    for line in parts[1].split(separator: ",") { session.say(trimmed(line)) }
    session.perform(.open(.text))
    return session
  }

  /// The lines that a message suggests.
  private static func suggested(in message: String) -> [String] {
    var lines: [String] = []
    for (start, end) in [("Type ", ". "), ("such as ", "; "), ("Did you mean ", "? ")] {
      var rest = Substring(message.replacing("\n", with: " ") + " ")
      while let range = rest.firstRange(of: start) {
        rest = rest[range.upperBound...]
        guard let stop = rest.firstRange(of: end) else { break }
        let list = rest[..<stop.lowerBound]
        lines += list.replacing(" or ", with: ", ").split(separator: ", ").map {
          // "next for a new one", "skip to leave them"
          String($0.split(separator: " for ")[0].split(separator: " to ")[0])
        }
      }
    }
    // These are forms, not lines to type.
    return lines.filter { line in
      !["a command", "set NAME", "such as ", "and then ", "then ", "the name"].contains {
        line.hasPrefix($0)
      }
        && !line.contains("; help")
    }
  }

  /// The beginnings of answers to lines that do nothing.
  private static let refusals = [
    "I do not understand", "That does nothing", "You cannot go", "There is no ",
    "There are no more", "No round",
    "These are", "The round is over", "This round has begun", "You are already there", "Type: ",
    "This is the first", "This is the last", "You can change players, names",
  ]

  /// Types a line in a copy of a session, and returns the answer; nil if the line ends the game or asks for a file.
  private static func told(_ line: String, _ before: Session) -> (answer: String?, after: Session) {
    var session = before
    let told = session.say(line).dropFirst().joined(separator: "\n")
    let isDone = told.isEmpty && (session.isOver || session.takeWantedFile() != nil)
    return (isDone ? nil : told, session)
  }

  /// A message over a room hides the text screen's keys, so nothing is typed while it stands.
  @Test(
    "4.6 What is suggested works where it is suggested: in answers, in the greeting, in the help and with the keys",
    arguments: places)
  func suggestions(place: String) throws {
    let before = try Self.at(place)
    guard before.page == .text else { return }
    var found = Set(Self.suggested(in: before.log.messages.last ?? ""))
    // All kinds of lines, including some that do nothing here.
    for line in [
      "xyzzy", "hnit", "up", "undo", "hint", "next", "play", "start", "reset", "add Ann", "skip",
      "buy", "enter", "level S1P", "new", "worlds", "look", "score", "settings", "back", "keep",
    ] {
      let (answer, after) = Self.told(line, before)
      // Suggestions after a change belong to another place.
      if after.whereabouts == before.whereabouts, after.digest == before.digest {
        found.formUnion(Self.suggested(in: answer ?? ""))
      }
    }
    expect(!found.isEmpty)
    // The words that the keys name for the text screen.
    var covered = before
    covered.perform(.close)
    for hasLetterKeys in [true, false] where covered.isInRoom || covered.mode == .workshop {
      covered.perform(typed: "set keys \(hasLetterKeys ? "all" : "arrows")")
      for binding in covered.keys where binding.action == .open(.text) {
        guard let words = binding.summary.split(separator: "type ", maxSplits: 1).dropFirst().first
        else { continue }
        found.formUnion(
          words.replacing("other commands: ", with: "").split(separator: ";")[0]
            .replacing(" or ", with: ", ").replacing("CODE", with: "S1P")
            .replacing("WORDS", with: "Mine").split(separator: ",").map { Self.trimmed($0) })
      }
    }
    for line in found {
      guard let answer = Self.told(line, before).answer else { continue }
      let isRefused = Self.refusals.contains { answer.hasPrefix($0) }
      expect(!isRefused && !answer.isEmpty, "'\(line)': \(answer)")
    }
    // The words and the examples of the help.
    let rows = (Self.told("help", before).answer ?? "").split(separator: "\n")
    for row in rows {
      let words = row.split(separator: ": ")[0].split { "(),".contains($0) }
      let examples = row.matches(of: /type ([a-z0-9 -]+?)(,| or | for | to |$)/).map(\.1)
      for word in (words + examples).map({ Self.trimmed($0) }) where !word.isEmpty {
        let answer = Self.told(word, before).answer ?? ""
        let isUnknown = ["I do not understand", "That does nothing"].contains {
          answer.hasPrefix($0)
        }
        expect(!isUnknown, "'\(word)': \(answer)")
      }
    }
    expect(rows.count > 3, "\(rows)")
  }
}
