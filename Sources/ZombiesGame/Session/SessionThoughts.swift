import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// Computations that take a while: a plan, a solution, a level. A session announces them, the player can
// stop them and do other things meanwhile, and a front end finishes them by `Action.proceed`.

extension Session {
  /// A computation.
  enum Thought: Equatable {
    /// A hint.
    case hint
    /// The solution to show.
    case solution
    /// The level of the next round.
    case round
    /// The level of the next turns at the board.
    case turn
    /// A level that the player has named.
    case named(SeedReference, Rules)

    /// Whether the computation draws a level.
    var isLevel: Bool {
      switch self {
      case .hint, .solution: false
      case .round, .turn, .named: true
      }
    }
  }

  /// Begins a computation and announces it.
  mutating func think(_ thought: Thought, _ announcement: String) {
    stage = .thinking(stage, thought)
    announceThinking(announcement)
  }

  /// Announces a computation and how to stop it, unless nothing can stop it.
  mutating func announceThinking(_ announcement: String) {
    if isPiped { return }
    let stop =
      page == .text
      ? "Type" : settings.hasLetterKeys ? "Press x to stop it." : "Press Esc, then type"
    tell([announcement, stop.last == "." ? stop : "\(stop) stop to stop it."])
  }

  /// Finishes a computation.
  ///
  /// - Parameter answer: The result, if it is already known; nil to compute it now.
  mutating func finish(_ thought: Thought, _ before: Stage, _ answer: Found.Answer? = nil) {
    stage = before
    switch answer ?? self.answer(to: thought, before) {
    case .hint(let adviser):
      self.adviser = adviser
      takeHint(attempt)
    case .solution(let found): show(found, attempt)
    case .level(let drawn): take(drawn, for: thought)
    case .survey, .quiz: assertionFailure("a thought in a room")
    }
  }

  /// Stops a computation and restores the stage before it.
  mutating func stopThinking(_ thought: Thought, _ before: Stage) {
    stage = before
    switch thought {
    case .hint: tell(["Stopped: there is no hint."])
    case .solution: tell(["Stopped: there is no solution to show."])
    case .round, .turn, .named: giveUpLevel(thought, ["Stopped: no level was found."])
    }
  }

  // MARK: Levels

  /// Draws a level and plays it, at once if that takes only a moment.
  mutating func begin(_ thought: Thought) {
    if let drawn = drawn(thought, isPatient: false) {
      take(drawn, for: thought)
      return
    }
    // The last round is over, and the next players must not see its level.
    if !isPlaying || place != .room || attempt.isEmptyRoom {
      stage = .playing(Attempt(emptyRoomOf: settingsInForce))
    }
    place = .room
    let family = family(of: thought).map { " of \($0)" } ?? ""
    think(thought, "Looking for a level\(family) that can be won.")
  }

  private func family(of thought: Thought) -> Family? {
    if case .named(let reference, _) = thought { return reference.family }
    if case .family(let family) = settingsInForce.supply { return family }
    return nil
  }

  /// The result of looking for a level.
  enum Drawn: Equatable {
    /// A level that the player has named.
    case named(NamedLevel, Rules)
    /// A level drawn by the settings.
    case attempt(Attempt)
    /// No level, and the reason.
    case nothing(String)
  }

  /// Looks for a level.
  ///
  /// - Returns: Nil if `isPatient` is false and the search takes longer.
  func drawn(_ thought: Thought, isPatient: Bool) -> Drawn? {
    do throws(GenerationError) {
      if case .named(let reference, let rules) = thought {
        return try reference.level(isPatient: isPatient).map {
          .named(NamedLevel($0, name: reference.description), rules)
        }
      }
      return try Self.attempt(
        settingsInForce, seed: seed, trial: nextTrial, isPatient: isPatient
      )
      .map { .attempt($0) }
    } catch {
      return .nothing(family(of: thought).map(error.told) ?? "Not a level: \(error).")
    }
  }

  /// Plays the level that was found, or says why none was found.
  mutating func take(_ drawn: Drawn, for thought: Thought) {
    switch drawn {
    case .named(let level, let rules): play(level, rules)
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

  /// Says that there is no level, in the place where the player can read it.
  private mutating func giveUpLevel(_ thought: Thought, _ sentences: [String]) {
    if thought == .turn {
      goToBoard()
      announce(sentences)
      return
    }
    if !isPlaying { stage = .playing(Attempt(emptyRoomOf: settingsInForce)) }
    tell(sentences)
  }

  private var isPlaying: Bool { if case .playing = stage { true } else { false } }
}

// MARK: Computing on another thread

extension Session {
  /// The awaited work with everything that its result depends on.
  package struct Work: Equatable {
    enum Kind: Equatable {
      /// A computation, the stage before it, and the settings that levels are drawn from.
      case thought(Thought, Stage, Supply, Rules, LevelSelection)
      case survey(Workshop.Draft)
      /// The search for the quiz of a seed and rules.
      case quiz(UInt64, Rules)
    }

    let kind: Kind
  }

  /// The result of awaited work.
  package struct Found {
    enum Answer {
      case hint(Adviser)
      case solution(FoundSolution)
      case level(Drawn)
      case survey(LevelReport)
      case quiz(Quiz?)
    }

    let answer: Answer
  }

  /// The awaited work that another thread can do. Its result stays valid as long as this property does
  /// not change. Nil if there is none, or if it needs the whole session.
  package var work: Work? {
    switch awaits {
    case .thought where place == .questions: return Work(kind: .quiz(quizSeed, quizRules))
    case .thought:
      guard case .thinking(let before, let thought) = stage else { return nil }
      let drawing = settingsInForce
      return Work(
        kind: .thought(thought, before, drawing.supply, drawing.rules, drawing.selection))
    case .answer where bench.wanted == nil: return Work(kind: .survey(bench.workshop.draft))
    default: return nil
    }
  }

  /// Does the awaited ``work``; nil if there is none. Call it on a copy made by ``apart``.
  package func found() -> Found? {
    guard let work else { return nil }
    switch work.kind {
    case .thought(let thought, let before, _, _, _):
      return Found(answer: answer(to: thought, before))
    case .survey: return Found(answer: .survey(bench.workshop.longerSurvey))
    case .quiz: return Found(answer: .quiz(nextQuizFound))
    }
  }

  /// Continues with a result, as ``Action/proceed`` would.
  ///
  /// - Precondition: The result belongs to this session's ``work``.
  package mutating func proceed(with found: Found) {
    guard allows(.proceed) else { return }
    (told, news) = ([], [])
    lastMove = nil
    switch (found.answer, stage) {
    case (.survey(let survey), _):
      bench.workshop.take(survey)
      tell(WorkshopTeller(bench.workshop).answer)
    case (.quiz(let quiz), _): finishQuizSearch(quiz)
    case (_, .thinking(let before, let thought)):
      finish(thought, before, found.answer)
      memory.keep(attempt)
    default: assertionFailure("the result does not belong to the awaited work")
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
  /// Creates an empty room, the placeholder when no level was found.
  init(emptyRoomOf settings: Settings) {
    var size = Family.classic.size
    if case .family(let family) = settings.supply { size = family.size }
    let level = Level(emptyRoom: size)
    self.init(
      NamedLevel(level, name: ""), rules: settings.rules, trial: 0, standing: .practice)
  }

  /// Whether this is the placeholder when no level was found, so that there is nothing to play.
  var isEmptyRoom: Bool { named.name.isEmpty }

  /// Whether a search for the solution may take noticeably long.
  var isSearchedSlowly: Bool {
    level.size.squareCount > SmallRoom.limit && (round.isLit || knowledge.isComplete || isShown)
  }
}

extension Level {
  /// Creates a dark room without things.
  init(emptyRoom size: RoomSize) {
    self.init(
      unchecked: size, start: size.bottomRight, signpost: size.topLeft, zombies: [], blocks: [],
      flashlights: [], isLit: false)
  }
}
