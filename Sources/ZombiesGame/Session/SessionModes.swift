import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// The modes of the game, and switching between them.

extension Session {
  /// Switches to a mode.
  ///
  /// - Parameter isNew: Whether the session begins with this mode.
  mutating func take(up mode: Mode, isNew: Bool) {
    // Switching to the current mode does nothing, except that "worlds" leads from a world back to the
    // carousel.
    guard isNew || mode != self.mode || place == .world || mode == .daily else { return }
    if !isNew { park() }
    self.mode = mode
    page = page == .text ? .text : nil
    switch mode {
    case .daily: takeUpDaily()
    case .original, .rounds: takeUpRounds(isNew: isNew)
    case .worlds: takeUpWorlds(isNew: isNew)
    case .questions: goToQuestions()
    case .board: goToBoard()
    case .workshop: goToWorkshop()
    }
  }

  /// Keeps the round in progress, which continues when the player comes back to its mode.
  private mutating func park() {
    guard place == .room else { return }
    switch mode {
    case .original, .rounds:
      parked = aside ?? stage
      aside = nil
    case .daily: if !dailyRuns.isEmpty { dailyRuns[dailyRuns.count - 1].parked = stage }
    case .worlds: if tour.isPlayingLevel { tour.parked = stage }
    // A turn at the board cannot be left, and a level from the workshop is only tried.
    case .questions, .board, .workshop: break
    }
  }

  /// Continues the level that was left, or shows the worlds.
  private mutating func takeUpWorlds(isNew: Bool) {
    if isNew || !continueLevel() { goToCarousel() }
  }

  /// Continues the level that was left; returns false if there is none.
  mutating func continueLevel() -> Bool {
    guard let parked = takeParkedLevel() else { return false }
    (place, stage) = (.room, parked)
    tellRoom(isBack: true)
    return true
  }

  /// Goes to the level that was left.
  mutating func takeParkedLevel() -> Stage? {
    guard let parked = tour.parked, let place = parked.attempt.place else { return nil }
    (tour.world, tour.level, tour.parked) = (place.world, place.level, nil)
    return parked
  }

  /// Continues the round that was left, or begins a new one.
  private mutating func takeUpRounds(isNew: Bool) {
    place = .room
    if let parked {
      stage = parked
      self.parked = nil
      tellRoom(isBack: true)
      return
    }
    newRound()
  }

  /// The final results of everything that was played.
  var standings: [String] {
    var sentences: [String] = []
    let teller = Teller(self)
    if mode == .daily, let day = daily?.day, days[day] != nil { sentences.append(dailyWords) }
    if mode.hasRounds || game != Game() { sentences.append(teller.score) }
    let isOriginal = mode == .original
    if game(isOriginal: !isOriginal) != Game() {
      sentences.append(
        "\(isOriginal ? "Other rounds" : "The original game"): "
          + teller.score(of: game(isOriginal: !isOriginal)))
    }
    if mode == .worlds || worlds.starCount > 0 {
      let all = worlds.campaign.worlds.reduce(0) { $0 + $1.levels.count }
      let done = worlds.campaign.worlds.indices.reduce(0) { $0 + worlds.completed(in: $1) }
      sentences.append(
        "\(done) of \(counted(all, "level")) completed in the worlds, \(worlds.starCount) of \(3 * all) stars."
      )
    }
    if mode == .board || seats.board.state != .settingUp { sentences += BoardTeller(self).about }
    return sentences
  }

  // MARK: Waiting

  /// Something that a session can wait for.
  public enum Awaited: Hashable, Sendable {
    /// The next move of the solution. The player can stop it.
    case move
    /// A computation that takes a while: the plan for a hint, a solution, a level, a quiz.
    case thought
    /// The moves of a policy whose turn it is; see ``Session/turn`` and ``Action/plays(_:)``.
    case player
    /// The rest of the report on the level in the workshop, or a level that the workshop is looking for.
    case answer
  }

  /// The work or the move that the session is waiting for; nil for none. A front end shows the screen,
  /// and then performs ``Action/proceed``, or ``Action/plays(_:)`` for a policy.
  public var awaits: Awaited? {
    if turn != nil { return .player }
    if place == .workshop {
      // Nothing continues while a page covers the level.
      guard page == nil || page == .text else { return nil }
      let isUnsure = bench.workshop.isUnsure && bench.workshop.draft != bench.abandoned
      return isLookingForLevel || isUnsure ? .answer : nil
    }
    if place == .questions { return quizSearch == .running ? .thought : nil }
    guard place == .room else { return nil }
    switch stage {
    case .thinking: return .thought
    case .showing: return .move
    default: return nil
    }
  }

  /// Finishes the awaited work, however long it takes. A built-in policy plays its turn.
  ///
  /// - Returns: Whether the session was waiting for something.
  @discardableResult
  public mutating func finishAwaited() -> Bool {
    guard awaits == .player else { return perform(.proceed) }
    playForPolicy()
    return true
  }

  /// Gives up the awaited work, because it failed. It is not started again.
  public mutating func abandon() {
    switch awaits {
    case .thought, .move: perform(.stop)
    case .player: perform(.sitOut)
    case .answer:
      if isLookingForLevel { perform(.aim(bench.cursor)) }
      bench.abandoned = bench.workshop.draft
    case nil: break
    }
  }

  // MARK: Progress

  /// Combines stored progress with the progress of this session.
  ///
  /// Progress in the worlds is added only if the player is there or the session has more stars, and
  /// only under the default rules.
  ///
  /// - Parameter known: The stored progress.
  /// - Returns: The progress to store next.
  public func progress(beyond known: GameProgress) -> GameProgress {
    if worldRules.withoutHearing == .standard,
      mode == .worlds || worlds.progress.starCount > known.starCount
    {
      return worlds.progress
    }
    var kept = known
    kept.hasFinishedFirstSteps = kept.hasFinishedFirstSteps || hasFinishedFirstSteps
    return kept
  }

  /// Adds progress from elsewhere, such as from another program that runs at the same time.
  public mutating func learn(_ progress: GameProgress) { worlds.join(progress) }

  /// Whether the first steps are done or skipped.
  public var hasFinishedFirstSteps: Bool { worlds.progress.hasFinishedFirstSteps }

  // MARK: The menu

  /// A row of the menu.
  enum MenuRow: Equatable {
    case mode(Mode)
    /// The first steps, which lead back to where the player was.
    case firstSteps

    var name: String {
      switch self {
      case .mode(let mode): mode.name
      case .firstSteps: "First steps"
      }
    }

    var summary: String {
      switch self {
      case .mode(let mode): mode.summary
      case .firstSteps: "the rules in 4 small rooms"
      }
    }
  }

  /// The rows of the menu.
  static let menuRows: [MenuRow] = Mode.allCases.map { .mode($0) } + [.firstSteps]

  /// The deed of an action in the menu.
  func deedInMenu(_ action: Action) -> Deed {
    switch action {
    case .close: return .does { $0.page = nil }
    case .leave: return .leaves
    case .previous where menuRow > 0: return .does { $0.menuRow -= 1 }
    case .next where menuRow < Self.menuRows.count - 1: return .does { $0.menuRow += 1 }
    case .point(let row) where Self.menuRows.indices.contains(row):
      return .does { $0.menuRow = row }
    case .choose:
      switch Self.menuRows[menuRow] {
      case .mode(let mode): return deedInMenu(.visit(mode))
      case .firstSteps: return deedInMenu(.firstSteps)
      }
    case .visit(.daily):
      if let why = refusal(of: today) { return .refused(why) }
      return .does { $0.visit(.daily) }
    case .visit(let mode): return .does { $0.visit(mode) }
    case .day(let day):
      let day = day ?? today?.before
      if let why = refusal(of: day) { return .refused(why) }
      return .does {
        $0.askedDay = day
        $0.visit(.daily)
      }
    case .firstSteps:
      return .does {
        $0.closeMenu()
        if $0.attempt.lesson == nil || $0.place != .room { $0.beginFirstSteps() }
      }
    default: return .meaningless
    }
  }

  private mutating func closeMenu() {
    page = nil
    (told, news) = ([], [])
    lastMove = nil
  }

  /// Closes the menu and switches to a mode. The current mode just continues.
  private mutating func visit(_ mode: Mode) {
    let asked = askedDay ?? today
    let isLesson = place == .room && attempt.lesson != nil
    let isThere = mode == .daily ? mode == self.mode && daily?.day == asked : mode == self.mode
    if isThere, !isLesson || mode == .rounds {
      (page, askedDay) = (nil, nil)
      if !isLesson, aside != nil { resumeAside() }
      return
    }
    closeMenu()
    if isLesson { endFirstSteps() }
    take(up: mode, isNew: isLesson)
  }

  /// The menu of everything that can be played.
  var menuPanel: Panel {
    var panel = Panel("Zombies")
    panel.rows = Self.menuRows.enumerated().map { row, menuRow in
      let isCurrent = row == self.menuRow
      guard case .mode(let mode) = menuRow else {
        return Panel.Row(menuRow.name, summary: menuRow.summary, isCurrent: isCurrent)
      }
      let now = mode == self.mode ? "now" : ""
      let detail = mode == .daily ? dailyDetail : now
      return Panel.Row(
        mode.name, detail: detail, summary: mode.summary, isCurrent: isCurrent,
        isEnabled: mode != .daily || today != nil)
    }
    panel.notes = [Self.menuRows[menuRow].summary]
    return panel
  }
}

extension Mode {
  /// Whether the mode is about rounds on new levels.
  var hasRounds: Bool { self == .original || self == .rounds }

  /// The name in the menu.
  public var name: String {
    switch self {
    case .daily: "The daily level"
    case .original: "The original game"
    case .rounds: "Rounds"
    case .worlds: "Worlds"
    case .questions: "Questions"
    case .board: "Scoreboard"
    case .workshop: "Workshop"
    }
  }

  /// The description in the menu.
  public var summary: String {
    switch self {
    case .daily: "the same level for everyone today, 3 lives, and days in a row"
    case .original: "nothing to hear, nothing remembered, and some levels are unfair"
    case .rounds: "new levels, 3 lives per game"
    case .worlds: "levels in order, with stars to earn and worlds to unlock"
    case .questions: "what do you know about zombies?"
    case .board: "several players take turns on the same levels"
    case .workshop: "make levels and see at once whether they can be won"
    }
  }
}
