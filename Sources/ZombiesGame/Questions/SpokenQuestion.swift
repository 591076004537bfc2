// Rooms and questions in words, for players who cannot see them.

import ZombiesCore
import ZombiesGrading

extension Level {
  /// The maximum number of things of a kind to list one by one, enough for a room of 64 squares.
  private static let mostSpoken = 64

  /// The room in words: its size, its light, the player's square, and the position of everything
  /// else relative to it. The nearest things of a kind come first. If there are very many, the rest
  /// are only counted.
  ///
  ///     5 by 5, lit. You are on row 5, column 5; the signpost is 4 up and 4 left; a zombie 2 up and 1 left.
  public var spoken: String {
    var parts = ["You are on \(start.place)", "the signpost is \(signpost.seen(from: start))"]
    for thing in Thing.several {
      let nearest = squares(of: thing).sorted {
        ($0.distance(to: start), $0) < ($1.distance(to: start), $1)
      }
      parts += nearest.prefix(Self.mostSpoken).map { "a \(thing.noun) \($0.seen(from: start))" }
      let others = nearest.count - Self.mostSpoken
      if others > 0 { parts.append(counted(others, "more \(thing.noun)")) }
    }
    return "\(size.rows) by \(size.columns), \(isLit ? "lit" : "dark"). "
      + parts.joined(separator: "; ") + "."
  }
}

extension Square {
  /// The way to another square in words: "up" for a step, "2 up and 1 left" for more.
  func way(to other: Square) -> String {
    Direction.allCases.first { stepped($0) == other }?.word ?? other.seen(from: self)
  }
}

extension Question {
  /// The name of a room, if there are several.
  static func roomName(_ place: Int) -> String {
    "Room \(Unicode.Scalar(UInt8(ascii: "A") + UInt8(place)))"
  }

  /// The names of the rooms in words: "The room", or "Room A", "Room B" and so on.
  var roomNames: [String] {
    rooms.count == 1 ? ["The room"] : rooms.indices.map { Self.roomName($0) }
  }

  /// The sentences of the question, and one that says if several answers are valid.
  var sentences: [String] {
    let isOneValid = !isClosed || answers.count { $0.isValid } == 1
    return prompt + (isOneValid ? [] : ["Several answers are valid. Choose any one of them."])
  }

  /// The place of the marked zombie; nil if none is marked, because there is only one.
  var markInWords: String? {
    marked.map { "The marked zombie is \($0.seen(from: rooms[0].start))." }
  }

  /// The answers in words, with their numbers: "Answer 2 of 4: up."
  var spokenAnswers: [String] {
    answers.enumerated().map { "Answer \($0.offset + 1) of \(answers.count): \($0.element.text)." }
  }

  /// Everything in words, in reading order: the question, a note if several answers are valid, the
  /// rooms, and the answers or a request to type one.
  public var spoken: [String] {
    sentences + zip(roomNames, rooms).map { "\($0): \($1.spoken)" }
      + (markInWords.map { [$0] } ?? []) + (isClosed ? spokenAnswers : ["Type the answer."])
  }
}

extension Question.Reason {
  /// The path in words: "The path: up, up, left."; nil if there is none.
  var pathInWords: String? {
    guard path.count > 1 else { return nil }
    let moves = zip(path, path.dropFirst()).map { $0.way(to: $1) }
    return "The path: \(moves.joined(separator: ", "))."
  }
}
