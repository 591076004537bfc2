import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

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
  ///
  /// - Parameter answer: What was worked out already; nil if it is worked out now.
  mutating func finish(_ thought: Thought, _ before: Stage, _ answer: Found.Answer? = nil) {
    stage = before
    switch answer ?? self.answer(to: thought, before) {
    case .hint(let adviser):
      self.adviser = adviser
      takeHint(attempt)
    case .solution(let found): show(found, attempt)
    case .level(let drawn): take(drawn, for: thought)
    case .survey: assertionFailure("a thought in a room")
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
    if let drawn = drawn(thought, isPatient: false) {
      take(drawn, for: thought)
      return
    }
    // The last round is over, and nothing of its level is shown to those who play next.
    if !isPlaying || place != .room || attempt.isEmptyRoom {
      stage = .playing(Attempt(emptyRoomOf: settings))
    }
    place = .room
    let family = family(of: thought).map { " of \($0)" } ?? ""
    think(thought, "Looking for a level\(family) that can be won.")
  }

  private func family(of thought: Thought) -> Family? {
    if case .named(let reference) = thought { return reference.family }
    if case .family(let family) = settings.supply { return family }
    return nil
  }

  /// What comes of looking for a level.
  enum Drawn: Equatable {
    /// A level that the player has named.
    case named(NamedLevel)
    /// A level of the settings.
    case attempt(Attempt)
    /// Why there is none.
    case nothing(String)
  }

  /// Looks for a level.
  ///
  /// - Returns: Nil if it takes longer, and nobody waits.
  func drawn(_ thought: Thought, isPatient: Bool) -> Drawn? {
    do throws(GenerationError) {
      if case .named(let reference) = thought {
        return try reference.level(isPatient: isPatient).map {
          .named(NamedLevel($0, name: reference.description))
        }
      }
      return try Self.attempt(settings, seed: seed, trial: nextTrial, isPatient: isPatient)
        .map { .attempt($0) }
    } catch {
      return .nothing(family(of: thought).map(error.told) ?? "No level: \(error).")
    }
  }

  /// Plays the level that was looked for, or tells why there is none.
  mutating func take(_ drawn: Drawn, for thought: Thought) {
    switch drawn {
    case .named(let level): play(level)
    case .attempt(let attempt):
      nextTrial &+= 1
      if thought == .turn {
        beginTurns(in: attempt)
      } else {
        stage = .playing(attempt)
        begin()
      }
    case .nothing(let sentence): giveUpLevel(thought, [sentence])
    }
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

// MARK: Working it out elsewhere

extension Session {
  /// What a session awaits, with all that the answer depends on.
  package struct Work: Equatable {
    enum Kind: Equatable {
      /// A thought with what was done before, and what levels are drawn from.
      case thought(Thought, Stage, Supply, Rules, LevelSelection)
      case survey(Workshop.Draft)
    }

    let kind: Kind
  }

  /// What was worked out.
  package struct Found {
    enum Answer {
      case hint(Adviser)
      case solution(FoundSolution)
      case level(Drawn)
      case survey(LevelReport)
    }

    let answer: Answer
  }

  /// What is awaited and can be worked out on another thread, whatever is done here meanwhile that does
  /// not change it; nil if nothing is, or only the whole session can go on.
  package var work: Work? {
    switch awaits {
    case .thought:
      guard case .thinking(let before, let thought) = stage else { return nil }
      return Work(
        kind: .thought(thought, before, settings.supply, settings.rules, settings.selection))
    case .answer where bench.wanted == nil: return Work(kind: .survey(bench.workshop.draft))
    default: return nil
    }
  }

  /// Works out what is awaited; nil if there is no such ``work``. The session is one of its own
  /// (``apart``).
  package func found() -> Found? {
    guard let work else { return nil }
    switch work.kind {
    case .thought(let thought, let before, _, _, _):
      return Found(answer: answer(to: thought, before))
    case .survey: return Found(answer: .survey(bench.workshop.longerSurvey))
    }
  }

  /// Goes on with what was worked out, as ``Action/proceed`` would.
  ///
  /// - Precondition: It was worked out for this session's ``work``.
  package mutating func proceed(with found: Found) {
    guard allows(.proceed) else { return }
    (told, news) = ([], [])
    lastMove = nil
    switch (found.answer, stage) {
    case (.survey(let survey), _):
      bench.workshop.take(survey)
      tell(WorkshopTeller(bench.workshop).answer)
    case (_, .thinking(let before, let thought)):
      finish(thought, before, found.answer)
      memory.keep(attempt)
    default: assertionFailure("an answer to what is awaited")
    }
  }

  private func answer(to thought: Thought, _ before: Stage) -> Found.Answer {
    let attempt = before.attempt
    switch thought {
    case .hint:
      if let topic = adviser.topic(of: attempt) { adviser.prepare(topic) }
      return .hint(adviser)
    case .solution: return .solution(solution(of: attempt))
    case .round, .turn, .named:
      return .level(drawn(thought, isPatient: true) ?? .nothing("No level was found."))
    }
  }
}

extension Attempt {
  /// A room without anything in it, which stands where no level was found.
  init(emptyRoomOf settings: Settings) {
    var size = Family.classic.size
    if case .family(let family) = settings.supply { size = family.size }
    let level = Level(emptyRoom: size)
    self.init(
      NamedLevel(level, name: ""), rules: settings.rules, trial: 0, standing: .practice)
  }

  /// Whether it only stands where no level was found, so that there is nothing to play.
  var isEmptyRoom: Bool { named.name.isEmpty }

  /// Whether a search for the solution may take longer than nobody notices.
  var isSearchedSlowly: Bool {
    level.size.squareCount > SmallRoom.limit && (round.isLit || knowledge.isComplete || isShown)
  }
}

extension Level {
  /// A dark room without anything in it.
  init(emptyRoom size: RoomSize) {
    self.init(
      unchecked: size, start: size.bottomRight, signpost: size.topLeft, zombies: [], blocks: [],
      flashlights: [], isLit: false)
  }
}
