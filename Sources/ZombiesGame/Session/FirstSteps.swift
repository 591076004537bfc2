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
      ], caption: "Walk to the SOS signpost. Blocks are in the way.",
      isShown: false),
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
      isShown: false, hears: true),
    Lesson(
      name: "Be chased", code: "S4/5/#4/2#2/Z3P+lit",
      text: [
        "In the light you see everything, and zombies chase you: after each of your moves, each "
          + "comes a square closer.",
        "Do not walk towards it. Keep away, and be at the signpost first. Blocks stop it too.",
      ], caption: "In the light, the zombie comes a square closer after each move.",
      isShown: false),
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

extension Session {
  /// The place and the stage that the first steps have interrupted.
  struct Interlude: Equatable {
    let place: Place
    let stage: Stage
  }

  /// Plays the first steps again. After them, the player is back here.
  mutating func beginFirstSteps() {
    interlude = Interlude(place: place, stage: stage)
    place = .room
    leftFirstSteps = nil
    stage = .playing(FirstSteps.attempt(0))
    begin()
  }

  /// Continues the first steps that the player has left by going back.
  mutating func resumeFirstSteps(_ stage: Stage) {
    interlude = Interlude(place: place, stage: self.stage)
    (place, self.stage, leftFirstSteps) = (.room, stage, nil)
    tellRoom(isBack: true)
  }

  /// Ends the first steps. If they have interrupted something, the player is back there.
  mutating func endFirstSteps() {
    worlds.finishFirstSteps()
    if let interlude { (place, stage) = (interlude.place, interlude.stage) }
    interlude = nil
  }

  /// Ends the first steps, and continues with what they have interrupted or what the session was started
  /// for. A player who has asked for nothing else goes to the first level of the worlds.
  mutating func finishFirstSteps() {
    let isAgain = interlude != nil
    endFirstSteps()
    if isAgain {
      if place == .room, case .over = stage { tell(Teller(self).ending) } else { tell(about) }
    } else if leadsToWorlds, mode == .rounds {
      mode = .worlds
      tour.level = worlds.nextLevel(of: tour.world) ?? 0
      beginAttempt()
    } else {
      take(up: mode, isNew: true)
    }
  }

  /// What comes after the first steps, for the last message.
  var afterFirstSteps: String {
    if interlude != nil { return "back to where you were" }
    if leadsToWorlds, mode == .rounds {
      return "the first level of \(worlds.campaign.worlds[tour.world].name)"
    }
    return switch mode {
    case .rounds, .original: "your first round"
    case .daily: "the daily level"
    case .worlds: "the worlds"
    case .questions: "the questions"
    case .board: "the scoreboard"
    case .workshop: "the workshop"
    }
  }
}
