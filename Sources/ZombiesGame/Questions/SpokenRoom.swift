// Rooms and questions in words, for players who cannot see them.

import ZombiesCore
import ZombiesGrading

extension Level {
  /// The room in words: its size, its light, the player's square, and the position of everything
  /// else relative to it. The nearest things of a kind come first. If there are very many, the rest
  /// are only counted.
  ///
  ///     5 by 5, lit. You are on row 5, column 5; the signpost is 4 up and 4 left; a zombie 2 up and 1 left.
  public var spoken: String {
    var parts = ["You are on \(start.place)", "the signpost is \(signpost.seen(from: start))"]
    for (squares, name) in [
      (zombies, "a zombie"), (blocks, "a block"), (flashlights, "a flashlight"),
    ] {
      let nearest = squares.sorted {
        ($0.distance(to: start), $0) < ($1.distance(to: start), $1)
      }
      parts += nearest.prefix(Self.mostSpoken).map { "\(name) \($0.seen(from: start))" }
      let others = nearest.count - Self.mostSpoken
      if others > 0 { parts.append(counted(others, "more \(name.dropFirst(2))")) }
    }
    return "\(size.rows) by \(size.columns), \(isLit ? "lit" : "dark"). "
      + parts.joined(separator: "; ") + "."
  }
}

extension Level {
  /// The maximum number of things of a kind to list one by one, enough for a room of 64 squares.
  private static let mostSpoken = 64
}

extension Question {
  /// The names of the rooms in words: "The room", or "Room A", "Room B" and so on.
  public var roomNames: [String] {
    rooms.count == 1 ? ["The room"] : rooms.indices.map { Self.roomName($0) }
  }

  /// The marks of the picture.
  var signs: [Square: RoomView.Cell.Sign] { marked.map { [$0: .cursor] } ?? [:] }

  /// The place of the marked zombie, if there are others; nil if there is none.
  var markInWords: String? {
    guard let marked, let room = rooms.first, room.zombies.count > 1 else { return nil }
    return "The marked zombie is \(marked.seen(from: room.start))."
  }

  /// The answers in words, with their numbers: "Answer 2 of 4: up."
  public var spokenAnswers: [String] {
    answers.enumerated().map { "Answer \($0.offset + 1) of \(answers.count): \($0.element)." }
  }

  /// Everything in words, in reading order: the question, a note if several answers are valid, the
  /// rooms, and the answers or a request to type one.
  public var spoken: [String] {
    var spoken = prompt
    if let severalAreValid { spoken.append(severalAreValid) }
    for (name, room) in zip(roomNames, rooms) {
      spoken.append("\(name): \(room.spoken)")
    }
    if let markInWords { spoken.append(markInWords) }
    return spoken + (form.isClosed ? spokenAnswers : ["Type the answer."])
  }
}
