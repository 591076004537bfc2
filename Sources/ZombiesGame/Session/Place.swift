import ZombiesCore

/// A place of the game, where the player can be. A page, such as the menu, may cover it.
enum Place: Hashable {
  // Rooms, each with the attempt that is played there:

  /// A round of the player's rounds, on a level that was drawn or given.
  case rounds
  /// A level that a link or the player has named. The rounds go on afterwards.
  case named
  /// A round of the original game.
  case original
  /// The daily level of a day.
  case daily(Day)
  /// A level of the campaign.
  case level(Campaign.Place)
  /// A turn of a player of the board, by identity.
  case turn(Int)
  /// A level from the workshop that the player tries.
  case trial
  /// A room of the first steps, from 0.
  case lesson(Int)

  // Places without a room:

  /// The carousel of worlds.
  case carousel
  /// The levels of a world.
  case world
  /// The questions.
  case questions
  /// The board.
  case board
  /// The workshop.
  case workshop

  /// Whether the place is a room with a level.
  var isRoom: Bool {
    switch self {
    case .rounds, .named, .original, .daily, .level, .turn, .trial, .lesson: true
    case .carousel, .world, .questions, .board, .workshop: false
    }
  }

  /// The mode that the place belongs to; nil for the first steps, which are played over a place of any mode.
  var mode: Mode? {
    switch self {
    case .rounds, .named: .rounds
    case .original: .original
    case .daily: .daily
    case .level, .carousel, .world: .worlds
    case .questions: .questions
    case .turn, .board: .board
    case .trial, .workshop: .workshop
    case .lesson: nil
    }
  }

  /// The name in a kept session, in one word.
  var word: String {
    switch self {
    case .daily(let day): "daily/\(day)"
    case .level(let place): "level/\(place.world)/\(place.level)"
    case .turn(let player): "turn/\(player)"
    case .lesson(let number): "lesson/\(number)"
    default: Self.words[Self.simple.firstIndex(of: self) ?? 0]
    }
  }

  /// The places that need no more than their name. The first of each mode is the place where the mode begins.
  static let simple: [Place] = [
    .rounds, .named, .original, .carousel, .world, .questions, .board, .workshop, .trial,
  ]

  /// The names of the simple places, in their order.
  private static let words = [
    "rounds", "named", "original", "carousel", "world", "questions", "board", "workshop", "trial",
  ]

  /// Reads the name in a kept session.
  init?(word: String) {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    if parts.count == 2, parts[0] == "daily", let day = Day(parts[1]) {
      self = .daily(day)
      return
    }
    let numbers = parts.dropFirst().compactMap { $0.count() }
    guard numbers.count == parts.count - 1 else { return nil }
    switch (parts[0], numbers.count) {
    case ("level", 2): self = .level(Campaign.Place(world: numbers[0], level: numbers[1]))
    case ("turn", 1): self = .turn(numbers[0])
    case ("lesson", 1) where numbers[0] < FirstSteps.count: self = .lesson(numbers[0])
    case (let name, 0):
      guard let place = Self.words.firstIndex(of: name) else { return nil }
      self = Self.simple[place]
    default: return nil
    }
  }
}
