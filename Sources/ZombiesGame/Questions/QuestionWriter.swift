import ZombiesCore

extension Quiz {
  /// The quiz in the text form, which reads back as the same quiz (<doc:Questions>); nil if it
  /// contains a generated question.
  public var text: String? {
    var blocks: [String] = []
    for chapter in chapters {
      blocks.append("chapter: \(chapter.title)\n")
      for question in chapter.questions {
        guard question.kind == .own, let text = question.text else { return nil }
        blocks.append(text)
      }
    }
    return blocks.joined(separator: "\n")
  }
}

extension Question {
  /// The lines of the question; nil if its valid answers cannot be listed.
  fileprivate var text: String? {
    var lines = prompt.map { "question: \($0)" } + rooms.map { "room: \($0.code)" }
    switch form {
    case .closed(let answers, let valid):
      lines += answers.enumerated().map {
        "\(valid.contains($0.offset) ? "+" : "-") \($0.element)"
      }
    case .open(.texts(let texts)): lines += texts.map { "= \($0)" }
    case .open(.solution): return nil
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
