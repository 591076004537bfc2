import ZombiesCore
import ZombiesGame

// The texts of examples that are read: by each reader of the game, and with characters that cannot stand in a line.

extension ExamplePlayer {
  /// Reads a text as a file of some kind, and returns how it is written again.
  ///
  /// - Parameter words: The kind, and a text with escapes in place of the one that was given line by line.
  static func read(_ words: String, _ text: String) throws -> String {
    let parts = words.split(separator: " ", maxSplits: 1).map(String.init)
    var (kind, text) = (parts[0], parts.count > 1 ? parts[1].unescaped : text)
    // One line of progress, in a file that is whole otherwise.
    if kind == "progress-line" {
      (kind, text) = ("progress", NaiveProgress.sealed(["zombies-progress 3", text]))
    }
    let written = try written(kind, text)
    if try self.written(kind, written) != written { return "Error: not read as it was written" }
    let count = written.split(separator: "\n").count
    return count > 60 ? "\(count) lines" : written
  }

  private static func written(_ kind: String, _ text: String) throws -> String {
    switch kind {
    case "campaign": return try Campaign(text: text).text
    case "quiz": return try Quiz(text: text).written
    case "progress": return try GameProgress(text: text).text
    case "levels": return try KeptLevels(text: text).text
    default: return "Error: '\(kind)' is no kind"
    }
  }
}

extension String {
  /// The text with its escapes as in Swift, and with `\{TEXT*COUNT}` for a text that is repeated.
  var unescaped: String {
    var text = ""
    var rest = self[...]
    func taken(until end: Character) -> Substring {
      let part = rest.prefix { $0 != end }
      rest = rest.dropFirst(part.count + 1)
      return part
    }
    while let character = rest.popFirst() {
      guard character == "\\", let escaped = rest.popFirst() else {
        text.append(character)
        continue
      }
      switch escaped {
      case "n": text += "\n"
      case "r": text += "\r"
      case "t": text += "\t"
      case "0": text += "\0"
      case "u":
        rest = rest.dropFirst()
        text.unicodeScalars +=
          UInt32(taken(until: "}"), radix: 16).flatMap { Unicode.Scalar($0) }.map { [$0] } ?? []
      case "{":
        let repeated = String(taken(until: "*")).unescaped
        text += String(repeating: repeated, count: Int(taken(until: "}")) ?? 0)
      default: text.append(escaped)
      }
    }
    return text
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
        for answer in question.answers {
          text += "\(question.isClosed ? answer.isValid ? "+" : "-" : "=") \(answer.text)\n"
        }
      }
      text += "\n"
    }
    return text
  }
}
