import ZombiesCore
import ZombiesGrading

extension Question {
  /// The reason why an answer is right, with what a picture of it shows (<doc:Questions>, 3.7).
  public struct Reason: Hashable, Sendable {
    /// The reason in one sentence, which begins with "Right: ".
    public let sentence: String
    /// The index of the room that shows it; nil for none.
    public let room: Int?
    /// The squares of the path in that room, in order; empty for none.
    public let path: [Square]

    init(_ reason: String, room: Int? = nil, path: [Square] = []) {
      sentence = "Right: \(reason)"
      self.room = room
      self.path = path
    }

    /// The path in words: "The path: up, up, left."; nil if there is none.
    var pathInWords: String? {
      let moves = zip(path, path.dropFirst()).map { here, next in
        Direction.allCases.first { here.stepped($0) == next }?.word ?? next.seen(from: here)
      }
      return moves.isEmpty ? nil : "The path: \(moves.joined(separator: ", "))."
    }
  }

  /// The reason why an answer is right; nil if it is wrong, or if the question has no reasons.
  ///
  /// A designer's own questions have none.
  public func reason(for reply: QuizCoordinator.Reply) -> Reason? {
    switch reply {
    case .cursor(let answer):
      return accepts(answer: answer) && reasons.indices.contains(answer) ? reasons[answer] : nil
    case .typed(let text):
      guard accepts(text), let reason = reasons.first.flatMap({ $0 }) else { return nil }
      guard case .open(.solution(let solution)) = form,
        let moves = ShortestSolution.moves(text)
      else { return reason }
      // The picture shows the moves that the player typed.
      var path = [solution.level.start]
      for move in moves { path.append(path[path.count - 1].stepped(move)) }
      return Reason(reason, path: path)
    }
  }
}

extension Question.Reason {
  /// A reason with another path.
  fileprivate init(_ other: Question.Reason, path: [Square]) {
    sentence = other.sentence
    room = other.room
    self.path = path
  }
}
