import ZombiesCore
import ZombiesGenerator

// What takes a while to think out: a plan, a solution, a level. It is announced, it can be stopped, and
// meanwhile everything else can be done; a front end lets it be finished by `Action.proceed`.

extension Session {
  /// What is thought out.
  enum Thought: Equatable {
    /// A hint.
    case hint
    /// The solution that is to be shown.
    case solution
    /// The level of the next round.
    case round
    /// The level of the next turns at the board.
    case turn
    /// A level that the player has named.
    case named(SeedReference)

    /// Whether a level is drawn.
    var isLevel: Bool {
      switch self {
      case .hint, .solution: false
      case .round, .turn, .named: true
      }
    }
  }

  /// Announces what is thought out, and how to stop it.
  mutating func think(_ thought: Thought, _ announcement: String) {
    stage = .thinking(stage, thought)
    tell([announcement, page == .text ? "Type stop to stop it." : "Press x to stop it."])
  }

  /// Finishes what is thought out.
  mutating func finish(_ thought: Thought, _ before: Stage) {
    stage = before
    switch (thought, before) {
    case (.hint, .playing(let attempt)): makePlan(attempt)
    case (.solution, .playing(let attempt)): showSolution(attempt)
    case (.hint, _), (.solution, _): assertionFailure("help in a round")
    case (.round, _), (.turn, _), (.named, _): draw(thought, isPatient: true)
    }
  }

  /// Stops thinking; everything is as it was before.
  mutating func stopThinking(_ thought: Thought, _ before: Stage) {
    stage = before
    switch thought {
    case .hint: tell(["Stopped: there is no hint."])
    case .solution: tell(["Stopped: there is no solution to show."])
    case .round, .turn, .named: giveUpLevel(thought, ["Stopped: no level was found."])
    }
  }

  // MARK: Levels

  /// Plays a level that is to be drawn, at once if that takes a moment.
  mutating func begin(_ thought: Thought) {
    if draw(thought, isPatient: false) { return }
    // The last round is over, and nothing of its level is shown to those who play next.
    if !isPlaying || place != .room { stage = .playing(Attempt(emptyRoomOf: settings)) }
    place = .room
    let family = family(of: thought).map { " of \($0)" } ?? ""
    think(thought, "Looking for a level\(family) that can be won.")
  }

  private func family(of thought: Thought) -> Family? {
    if case .named(let reference) = thought { return reference.family }
    if case .family(let family) = settings.supply { return family }
    return nil
  }

  /// Draws a level and plays it, or tells why there is none.
  ///
  /// - Returns: False if it takes longer, and nobody waits.
  @discardableResult
  private mutating func draw(_ thought: Thought, isPatient: Bool) -> Bool {
    do throws(GenerationError) {
      switch thought {
      case .hint, .solution: assertionFailure("a level is drawn")
      case .named(let reference):
        guard let level = try reference.level(isPatient: isPatient) else { return false }
        play(NamedLevel(level, name: reference.description))
      case .round, .turn:
        guard
          let attempt = try Self.attempt(
            settings, seed: seed, trial: nextTrial, isPatient: isPatient)
        else { return false }
        nextTrial &+= 1
        if thought == .turn {
          beginTurns(in: attempt)
        } else {
          stage = .playing(attempt)
          begin()
        }
      }
    } catch {
      giveUpLevel(thought, [family(of: thought).map(error.told) ?? "No level: \(error)."])
    }
    return true
  }

  /// Tells that there is no level, where it can be read.
  private mutating func giveUpLevel(_ thought: Thought, _ sentences: [String]) {
    if thought == .turn {
      goToBoard()
      announce(sentences)
      return
    }
    if !isPlaying { stage = .playing(Attempt(emptyRoomOf: settings)) }
    tell(sentences)
  }

  private var isPlaying: Bool { if case .playing = stage { true } else { false } }
}

extension Attempt {
  /// A room without anything in it, which is shown as long as no level was found.
  init(emptyRoomOf settings: Settings) {
    var size = Family.classic.size
    if case .family(let family) = settings.supply { size = family.size }
    let level = Level(
      unchecked: size, start: size.bottomRight, signpost: size.topLeft, zombies: [], blocks: [],
      flashlights: [], isLit: false)
    self.init(
      NamedLevel(level, name: level.code), rules: settings.rules, trial: 0, standing: .practice)
  }

  /// Whether a search for the solution may take longer than nobody notices.
  var isSearchedSlowly: Bool {
    level.size.squareCount > SmallRoom.limit && (round.isLit || knowledge.isComplete || isShown)
  }
}

extension Action {
  /// Whether it helps somebody who plays.
  var isHelpful: Bool {
    switch self {
    case .undo, .restart, .hint, .showMe: true
    default: false
    }
  }

  /// Whether it plays a level that the player has named.
  var namesLevel: Bool {
    switch self {
    case .play, .draw: true
    default: false
    }
  }
}
