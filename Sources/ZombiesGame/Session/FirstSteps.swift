import ZombiesCore
import ZombiesGenerator

/// The three rooms that show the rules to somebody who has never played: see, avoid, be chased.
enum FirstSteps {
  /// A room and what it teaches.
  struct Lesson {
    let name: String
    let code: String
    /// What is said at its beginning.
    let text: [String]
    /// Whether everything is shown, though the room is dark.
    let isShown: Bool
  }

  static let lessons = [
    Lesson(
      name: "See", code: "S3/1#2/4/2#P",
      text: [
        "It is dark. You see the square you stand on and the four beside it; the signpost always "
          + "shines.",
        "Walk to the signpost. Blocks are in the way, and you cannot walk through them.",
      ], isShown: false),
    Lesson(
      name: "Avoid", code: "S4/5/2Z2/5/4P",
      text: [
        "A zombie catches you as soon as you stand on a square beside it. In the dark it sleeps, "
          + "and you would see it only when it catches you; here it is shown.",
        "Walk to the signpost and stay two squares away from the zombie.",
      ], isShown: true),
    Lesson(
      name: "Be chased", code: "S4/5/Z1#2/5/4P+lit",
      text: [
        "In the light you see everything, and zombies come: after each of your moves each goes one "
          + "square nearer.",
        "Walk to the signpost before the zombie is beside you. Blocks are in its way too.",
      ], isShown: false),
  ]

  static var count: Int { lessons.count }

  /// The round of a lesson.
  static func attempt(_ number: Int) -> Attempt {
    guard let level = try? Level(code: lessons[number].code) else {
      preconditionFailure("the code of a lesson is a level's")
    }
    var attempt = Attempt(
      NamedLevel(level, name: level.code), rules: .standard, trial: 0, standing: .lesson(number))
    if lessons[number].isShown { attempt.lookEverywhere() }
    return attempt
  }
}
