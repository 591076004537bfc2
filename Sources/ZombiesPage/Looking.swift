import ZombiesCore
import ZombiesGame
import ZombiesGrading

// Looking around without moving, a square at a time, for players who use a screen reader.

extension PageSession {
  /// Looks at the next square in a direction, at the square of the player ("here"), or at the whole room
  /// ("room"). The workshop has a cursor of its own, so only the whole level can be looked at there.
  mutating func look(_ word: String, in session: inout Session) -> Bool {
    if session.screenKind == .workshop, word == "room" {
      session.perform(typed: "look")
      return true
    }
    guard session.isInRoom else { return false }
    let view = session.room
    if word == "room" {
      looked = view.player
      whispers = session.roomInWords
      return true
    }
    let from = looked ?? view.player
    if word == "here" {
      looked = view.player
    } else {
      guard let direction = Direction.allCases.first(where: { $0.word == word }) else {
        return false
      }
      guard let next = view.size.exit(from: from, direction) else {
        whispers = ["The room ends there."]
        return true
      }
      looked = next
    }
    let square = looked ?? from
    whispers = ["\(view[square].words), row \(square.row + 1), column \(square.column + 1)."]
    return true
  }
}

extension RoomView.Cell {
  /// The display of the square in words.
  var words: String {
    let (floor, addition) =
      switch light {
      case .seen: ("Floor", "")
      case .remembered: ("Floor", ", seen before")
      case .dark: ("Dark", "")
      }
    let name = thing.map { $0 == .start ? "You" : $0.noun.capitalisedASCII } ?? floor
    let number = heard.map { ", heard \($0 == 0 ? "no zombies" : counted($0, "zombie"))" } ?? ""
    return name + addition + number + (isCounted ? ", within hearing" : "")
      + (catches ? ", which catches you" : "")
  }
}
