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
  /// The question as a designer's own, which asks the same without pictures of what a player does not see;
  /// nil if its valid answers are too many to list.
  public var own: Question? {
    var prompt = prompt
    for (room, name) in zip(rooms, roomNames) {
      if let walk { prompt.append("\(name): \(walk.spoken(in: room))") }
    }
    if let markInWords { prompt.append(markInWords) }
    var form = form
    if case .open(.solution(let solution)) = form {
      let moves = solution.first(Self.mostLines + 1)
      guard moves.count <= Self.mostLines else { return nil }
      form = .open(.texts(moves.map { $0.letters }))
    }
    return Question(unchecked: .own, prompt, walk == nil ? rooms : [], form)
  }

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
