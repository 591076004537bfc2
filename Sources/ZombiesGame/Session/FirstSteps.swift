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
    /// Whether the room is shown completely, although it is dark.
    let isShown: Bool
    /// Whether the player hears zombies.
    var hears = false
  }

  static let lessons = [
    Lesson(
      name: "See", code: "S3/1#2/4/2#P",
      text: [
        "It is dark. You see your square and the four next to it; the signpost always shines.",
        "Walk to the signpost. You cannot walk through blocks, so go around them.",
      ], isShown: false),
    Lesson(
      name: "Avoid", code: "S4/5/2Z2/5/4P",
      text: [
        "A zombie catches you as soon as you are next to it. In the dark it sleeps, and you see it "
          + "only when it catches you. In this room you can see it.",
        "Walk to the signpost and stay at least 2 squares away from the zombie.",
      ], isShown: true),
    Lesson(
      name: "Hear", code: "S1#1/4/Z3/3P",
      text: [
        "In the dark you hear how many zombies are within 2 steps, but not where.",
        "Where you hear none, every move is safe; where you hear one, compare the numbers.",
      ], isShown: false, hears: true),
    Lesson(
      name: "Be chased", code: "S4/5/Z1#2/5/4P+lit",
      text: [
        "In the light you see everything, and zombies chase you: after each of your moves, each "
          + "comes a square closer.",
        "Walk to the signpost before the zombie is next to you. Blocks stop it too.",
      ], isShown: false),
  ]

  static var count: Int { lessons.count }

  /// The round of a lesson.
  static func attempt(_ number: Int) -> Attempt {
    guard let level = try? Level(code: lessons[number].code) else {
      preconditionFailure("the code of a lesson must be a level")
    }
    // The code would reveal the room.
    let hearing = lessons[number].hears ? Settings.usualHearing : 0
    var attempt = Attempt(
      NamedLevel(level, name: lessons[number].name), rules: .standard.hearing(within: hearing),
      trial: 0, standing: .lesson(number))
    if lessons[number].isShown { attempt.lookEverywhere() }
    return attempt
  }
}
