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
    self.thought = thought
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

  /// Stops a computation.
  mutating func stopThinking(_ thought: Thought) {
    self.thought = nil
    switch thought {
    case .hint: tell(["Stopped: there is no hint."])
    case .solution: tell(["Stopped: there is no solution to show."])
    case .round, .turn, .named: giveUpLevel(thought, ["Stopped: no level was found."])
    }
  }

  // MARK: Levels

  /// Draws a level and plays it, at once if that takes only a moment.
  mutating func begin(_ thought: Thought) {
    self.thought = nil
    if let found = drawn(thought, isPatient: false) {
      take(found, for: thought)
      return
    }
    // The last round is over, and the next players must not see its level.
    if !isInRoom { place = thought == .turn ? .turn(seats.next?.id ?? 0) : .rounds }
    if attempt.isOver || attempt.isEmptyRoom || attempt.place != place { emptyRoom() }
    let family = family(of: thought).map { " of \($0)" } ?? ""
    think(thought, "Looking for a level\(family) that can be won.")
  }

  /// Shows an empty room, because there is no level yet.
  private mutating func emptyRoom() {
    attempts.removeAll { $0.isEmptyRoom || $0.turn != nil }
    attempts.append(
      Attempt(
        emptyRoomOf: settingsInForce, at: place.mode == .board ? .rounds : place, lives: game.lives)
    )
  }

  private func family(of thought: Thought) -> Family? {
    if case .named(let reference, _) = thought { return reference.family }
    if case .family(let family) = settingsInForce.supply { return family }
    return nil
  }

  /// A level that was found for a round.
  struct Drawn: Equatable {
    var named: NamedLevel
    var rules: Rules
    /// The levels of the family that it was drawn from; nil for a given level.
    var selection: LevelSelection?
  }

  /// The result of looking for a level: the level, or the reason why there is none.
  enum Search: Equatable {
    case found(Drawn)
    case nothing(String)
  }

  /// Looks for a level.
  ///
  /// - Returns: Nil if `isPatient` is false and the search takes longer.
  func drawn(_ thought: Thought, isPatient: Bool) -> Search? {
    do throws(GenerationError) {
      if case .named(let reference, let rules) = thought {
        return try reference.level(isPatient: isPatient).map {
          .found(Drawn($0, of: reference, rules))
        }
      }
      return try Self.level(settingsInForce, seed: seed, trial: nextTrial, isPatient: isPatient)
        .map { .found($0) }
    } catch {
      return .nothing(family(of: thought).map(error.told) ?? "Not a level: \(error).")
    }
  }

  /// Plays the level that was found, or says why none was found.
  private mutating func take(_ search: Search, for thought: Thought) {
    guard case .found(let drawn) = search else {
      if case .nothing(let sentence) = search { giveUpLevel(thought, [sentence]) }
      return
    }
    if case .named = thought {
      // The level of a link counts; one that the player has typed is practice.
      if sought == nil { practise(drawn) } else { playSought(drawn) }
      return
    }
    let trial = nextTrial
    nextTrial &+= 1
    if thought == .turn {
      beginTurns(in: drawn, trial: trial)
    } else {
      start(
        Attempt(drawn.named, rules: drawn.rules, at: place, selection: drawn.selection),
        trial: trial, lives: game.lives)
    }
  }

  /// Says that there is no level, in the place where the player can read it.
  private mutating func giveUpLevel(_ thought: Thought, _ sentences: [String]) {
    sought = nil
    if thought == .turn {
      goToBoard()
      announce(sentences)
      return
    }
    if attempt.isOver || attempt.place != place { emptyRoom() }
    tell(sentences)
  }
}

// MARK: Computing, perhaps on another thread

extension Session {
  /// The awaited work: everything that its result depends on.
  package struct Work: Equatable {
    fileprivate let place: Place
    fileprivate let thought: Thought?
    fileprivate let attempt: Attempt
    fileprivate let settings: Settings
    fileprivate let draft: Workshop.Draft
    fileprivate let quiz: UInt64
  }

  /// The awaited work that another thread can do. Its result stays valid as long as this property does
  /// not change. Nil if there is none, or if it needs the whole session.
  package var work: Work? {
    guard awaits == .thought || awaits == .answer && bench.wanted == nil else { return nil }
    return Work(
      place: place, thought: thought, attempt: attempt, settings: settingsInForce,
      draft: bench.draft, quiz: quizSeed)
  }

  /// What changes in the session when its awaited work is done.
  package typealias Found = (inout Session) -> Void

  /// Does the awaited ``work``; nil if there is none. Call it on a copy made by ``apart``.
  package func found() -> Found? {
    guard work != nil else { return nil }
    if let thought, isInRoom { return found(thought) }
    if place == .questions {
      let quiz = nextQuizFound
      return { $0.finishQuizSearch(quiz) }
    }
    let survey = bench.longerSurvey
    return {
      $0.bench.survey = survey
      $0.tell(WorkshopTeller($0.bench).answer)
    }
  }

  /// Continues with a result, as ``Action/proceed`` would.
  ///
  /// - Precondition: The result belongs to this session's ``work``.
  package mutating func proceed(with found: Found) {
    guard allows(.proceed) else { return }
    (told, news) = ([], [])
    lastMove = nil
    found(&self)
  }

  /// Does a computation.
  func found(_ thought: Thought) -> Found {
    switch thought {
    case .hint:
      let adviser = adviser
      if let topic = adviser.topic(of: attempt) { adviser.prepare(topic) }
      return {
        ($0.thought, $0.adviser) = (nil, adviser)
        $0.takeHint()
      }
    case .solution:
      let found = solution(of: attempt)
      return {
        $0.thought = nil
        $0.show(found)
      }
    case .round, .turn, .named:
      let found = drawn(thought, isPatient: true) ?? .nothing("No level was found.")
      return {
        $0.thought = nil
        $0.take(found, for: thought)
      }
    }
  }
}

extension Attempt {
  /// Creates an empty room, the placeholder when no level was found.
  init(
    emptyRoomOf settings: Settings, at place: Place = .rounds, lives: Int = Game.standardLives
  ) {
    var size = Family.classic.size
    if case .family(let family) = settings.supply { size = family.size }
    let level = Level(emptyRoom: size)
    self.init(NamedLevel(level, name: ""), rules: settings.rules, at: place)
    begin(lives: lives, counts: false)
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
