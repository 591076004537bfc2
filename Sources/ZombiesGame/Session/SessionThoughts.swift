import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSolver

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
    var isLevel: Bool { self != .hint && self != .solution }
  }

  /// Begins a computation, and finishes it at once if that takes only a moment.
  mutating func begin(_ thought: Thought) {
    self.thought = nil
    if let found = found(thought, isPatient: false) {
      found(&self)
      return
    }
    if thought.isLevel {
      // The last round is over, and the next players must not see its level.
      if !isInRoom { place = thought == .turn ? .turn(seats.next?.id ?? 0) : .rounds }
      if attempt.isOver || attempt.isEmptyRoom || attempt.place != place { emptyRoom() }
    }
    self.thought = thought
    announceThinking(announcement(of: thought))
  }

  private func announcement(of thought: Thought) -> String {
    if thought.isLevel {
      let family = family(of: thought).map { " of \($0)" } ?? ""
      return "Looking for a level\(family) that can be won."
    }
    guard thought == .hint, let topic = adviser.topic(of: attempt) else {
      return "Looking for a shortest path."
    }
    return "Computing the best play for \(topic.family)."
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
    case .round, .turn, .named: giveUpLevel(thought, "Stopped: no level was found.")
    }
  }

  // MARK: Results

  /// What changes in the session when its awaited work is done.
  package typealias Found = (inout Session) -> Void

  /// Does a computation.
  ///
  /// - Returns: What changes then; nil if `isPatient` is false and the computation takes longer than a moment.
  func found(_ thought: Thought, isPatient: Bool = true) -> Found? {
    let body: Found?
    switch thought {
    case .hint: body = foundHint(isPatient)
    case .solution: body = isPatient || !attempt.isSearchedSlowly ? foundSolution() : nil
    case .round, .turn, .named: body = foundLevel(thought, isPatient)
    }
    return body.map { body in
      {
        $0.thought = nil
        body(&$0)
      }
    }
  }

  private func foundHint(_ isPatient: Bool) -> Found? {
    let (adviser, topic) = (adviser, adviser.topic(of: attempt))
    let isQuick =
      topic.map { adviser.covers($0, after: planned) } ?? !attempt.isSearchedSlowly
    guard isPatient || isQuick else { return nil }
    let hint = adviser.hint(for: attempt)
    return {
      $0.adviser = adviser
      if isPatient, let topic { (adviser.announced, $0.planned) = (topic, topic) }
      $0.attempt.take(.hint)
      $0.lastHint = hint
      $0.tell(Teller($0).hint(hint))
    }
  }

  /// Looks for the solution from the current position; if that is lost, from the start.
  private func foundSolution() -> Found {
    let solver = Solver(rules: attempt.rules, stateLimit: Adviser.states(in: attempt.level))
    let here = solver.solve(attempt.position ?? attempt.level)
    let fromStart =
      here.verdict == .unsolvable && !attempt.path.isEmpty
      ? solver.solve(attempt.level).solution : nil
    guard let solution = fromStart ?? here.solution else {
      let why =
        here.verdict == .gaveUp
        ? "The solution is unknown: the search gave up after \(here.states) states."
        : "There is no solution: this level cannot be won."
      return { $0.tell([why]) }
    }
    return {
      if fromStart != nil { $0.attempt.take(.restart) }
      $0.attempt.take(.show(solution.moves))
      $0.note()
      let beginning = $0.attempt.path.isEmpty ? "the start" : "here"
      $0.tell(["The solution from \(beginning) takes \(counted(solution.par, "move"))."])
    }
  }

  private func foundLevel(_ thought: Thought, _ isPatient: Bool) -> Found? {
    do throws(GenerationError) {
      guard let drawn = try drawn(thought, isPatient) else { return nil }
      return { $0.play(drawn, for: thought) }
    } catch {
      let why = family(of: thought).map(error.told) ?? "\(error)."
      return { $0.giveUpLevel(thought, why) }
    }
  }

  // MARK: Levels

  /// A level that was found for a round.
  struct Drawn: Equatable {
    var named: NamedLevel
    var rules: Rules
    /// The levels of the family that it was drawn from; nil for a given level.
    var selection: LevelSelection?
  }

  private func drawn(_ thought: Thought, _ isPatient: Bool) throws(GenerationError) -> Drawn? {
    guard case .named(let reference, let rules) = thought else {
      return try Self.level(
        settingsInForce, seed: seed, trial: series.nextTrial, isPatient: isPatient)
    }
    return try reference.level(isPatient: isPatient).map { Drawn($0, of: reference, rules) }
  }

  private func family(of thought: Thought) -> Family? {
    if case .named(let reference, _) = thought { return reference.family }
    if case .family(let family) = settingsInForce.supply { return family }
    return nil
  }

  /// Plays the level that was found.
  private mutating func play(_ drawn: Drawn, for thought: Thought) {
    if case .named = thought {
      // The level of a link counts; one that the player has typed is practice.
      if sought == nil { practise(drawn) } else { playSought(drawn) }
      return
    }
    let trial = series.nextTrial
    series.nextTrial &+= 1
    if thought == .turn {
      beginTurns(in: drawn, trial: trial)
    } else {
      start(
        Attempt(drawn.named, rules: drawn.rules, at: place, selection: drawn.selection),
        trial: trial, lives: game.lives)
    }
  }

  /// Says why there is no level, in the place where the player can read it.
  private mutating func giveUpLevel(_ thought: Thought, _ why: String) {
    sought = nil
    if thought == .turn {
      goToBoard()
      announce([why])
      return
    }
    if attempt.isOver || attempt.place != place { emptyRoom() }
    tell([why])
  }

  /// Shows an empty room, because there is no level yet.
  private mutating func emptyRoom() {
    attempts.removeAll { $0.isEmptyRoom || $0.turn != nil }
    attempts.append(
      Attempt(
        emptyRoomOf: settingsInForce, at: place.mode == .board ? .rounds : place, lives: game.lives)
    )
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
