// A room and a question in words, for somebody who does not see them.

import ZombiesCore
import ZombiesGrading

extension Level {
  /// The room in words: its size, its light, where the player is, and where everything else is,
  /// seen from there, the nearest things of a kind first; of very many, the others are counted.
  ///
  ///     5 by 5, lit. You are on row 5, column 5; the signpost 4 up and 4 left; a zombie 2 up and 1 left.
  public var spoken: String {
    var parts = ["You are on \(start.place)", "the signpost \(signpost.seen(from: start))"]
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
  /// The most things of a kind that are told one by one: more than a room of 64 squares has.
  private static let mostSpoken = 64
}

extension Question {
  /// The names of the rooms in words: "The room", or "Room A", "Room B" and so on.
  public var roomNames: [String] {
    rooms.count == 1 ? ["The room"] : rooms.indices.map { Self.roomName($0) }
  }

  /// The answers in words, with their numbers: "Answer 2 of 4: up."
  public var spokenAnswers: [String] {
    answers.enumerated().map { "Answer \($0.offset + 1) of \(answers.count): \($0.element)." }
  }

  /// Everything in words, in reading order: the question, whether several answers are valid, the
  /// rooms, and the answers, or that an answer is typed.
  public var spoken: [String] {
    var spoken = prompt
    if let severalAreValid { spoken.append(severalAreValid) }
    for (name, room) in zip(roomNames, rooms) { spoken.append("\(name): \(room.spoken)") }
    return spoken + (form.isClosed ? spokenAnswers : ["Type the answer."])
  }
}
