import ZombiesCore
import ZombiesGenerator

/// The four rooms that show the rules to first-time players: see, avoid, hear, be chased.
enum FirstSteps {
  /// A room and its lesson.
  struct Lesson {
    let name: String
    let code: String
    /// The sentences at the beginning.
    let text: [String]
    /// The lesson in one sentence, for players who see the picture.
    let caption: String
    /// Whether the room is shown completely, although it is dark.
    var isShown = false
    /// Whether the player hears zombies.
    var hears = false
  }

  static let lessons = [
    Lesson(
      name: "See", code: "S3/1#2/4/2#P",
      text: [
        "It is dark. You see your square and the four next to it; the signpost always shines.",
        "Walk to the signpost. You cannot walk through blocks, so go around them.",
      ], caption: "Walk to the SOS signpost. Blocks are in the way."),
    Lesson(
      name: "Avoid", code: "S4/5/2Z2/5/4P",
      text: [
        "A zombie catches you as soon as you are next to it. In the dark it sleeps, and you see it "
          + "only when it catches you. In this room you can see it.",
        "Walk to the signpost and stay at least 2 squares away from the zombie.",
      ], caption: "A zombie next to you catches you. Keep away from it.",
      isShown: true),
    Lesson(
      name: "Hear", code: "S3/4/1Z2/4/3P",
      text: [
        "In the dark you hear how many zombies are within 2 steps, but not where.",
        "Where you hear none, every step is safe. Where you hear one, step back and go around.",
      ], caption: "The number counts the zombies within 2 steps. 0 means safe.",
      hears: true),
    Lesson(
      name: "Be chased", code: "S4/5/#4/2#2/Z3P+lit",
      text: [
        "In the light you see everything, and zombies chase you: after each of your moves, each "
          + "comes a square closer.",
        "Do not walk towards it. Keep away, and be at the signpost first. Blocks stop it too.",
      ], caption: "In the light, the zombie comes a square closer after each move."),
  ]

  static var count: Int { lessons.count }

  /// The round of a lesson.
  static func attempt(_ number: Int) -> Attempt {
    guard let level = try? Level(code: lessons[number].code) else {
      preconditionFailure("the code of a lesson must be a level")
    }
    // The code would reveal the room.
    let hearing = lessons[number].hears ? Rules.usualHearing : 0
    return Attempt(
      NamedLevel(level, name: lessons[number].name), rules: .standard.hearing(within: hearing),
      at: .lesson(number))
  }
}

extension Session {
  /// Whether the player is in the first steps.
  var isInFirstSteps: Bool { place.isLesson }

  /// Plays the first steps again. After them, the player is back here.
  mutating func beginFirstSteps() {
    beneath = place
    removeLessons()
    start(FirstSteps.attempt(0))
  }

  /// Forgets the rooms of the first steps.
  mutating func removeLessons() { attempts.removeAll { $0.lesson != nil } }

  /// Leaves the first steps, without going elsewhere.
  mutating func endFirstSteps() {
    worlds.finishFirstSteps()
    removeLessons()
    place = beneath ?? .rounds
    beneath = nil
    if attempts.isEmpty { attempts = [Attempt(emptyRoomOf: settingsInForce)] }
  }

  /// Ends the first steps, and goes to the place beneath them: where the player was, or where the session leads.
  mutating func finishFirstSteps() {
    endFirstSteps()
    enter(place)
    announce([notice].compactMap { $0 })
    notice = nil
  }

  /// What comes after the first steps, for the last message.
  var afterFirstSteps: String {
    if hasFinishedFirstSteps { return "back to where you were" }
    switch beneath ?? .rounds {
    case .rounds, .original: return "your first round"
    case .named: return "the level of the link"
    case .daily: return "the daily level"
    case .level(let place):
      let name = worlds.campaign.worlds[place.world].name
      return "\(place.level == 0 ? "the first level" : "level \(place.level + 1)") of \(name)"
    default: return "the \(mode.name.lowercasedASCII)"
    }
  }
}
