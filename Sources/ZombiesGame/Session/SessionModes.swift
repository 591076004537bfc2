import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// The modes of the game, and switching between them.

extension Session {
  /// The final results of everything that was played.
  var standings: [String] {
    var sentences: [String] = []
    let teller = Teller(self)
    if case .daily(let day) = place, days[day] != nil { sentences.append(dailyWords(day)) }
    if mode.hasRounds || game != Game() { sentences.append(teller.score) }
    let isOriginal = mode == .original
    let other = isOriginal ? rounds.game : originalRounds.game
    if other != Game() {
      sentences.append(
        "\(isOriginal ? "Other rounds" : "The original game"): \(teller.score(of: other))")
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
  public enum Awaited: String, Hashable, Sendable {
    /// The next move of the solution. The player can stop it.
    case move
    /// A computation that takes a while: the plan for a hint, a solution, a level, a quiz.
    case thought = "plan"
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
      let isUnsure = bench.isUnsure && bench.draft != bench.abandoned
      return isLookingForLevel || isUnsure ? .answer : nil
    }
    if place == .questions { return looksForQuiz ? .thought : nil }
    guard isInRoom else { return nil }
    return thought != nil ? .thought : attempt.solution != nil ? .move : nil
  }

  /// Finishes the awaited work, however long it takes. A built-in policy plays its turn.
  ///
  /// - Returns: Whether the session was waiting for something.
  @discardableResult
  public mutating func finishAwaited() -> Bool {
    guard let turn else { return perform(.proceed) }
    // A policy that is not built in, or cannot play the level, leaves the game.
    perform(turn.movesOfPolicy.map { .plays($0) } ?? .sitOut)
    return true
  }

  /// Gives up the awaited work, because it failed. It is not started again.
  public mutating func abandon() {
    switch awaits {
    case .thought, .move: perform(.stop)
    case .player: perform(.sitOut)
    case .answer:
      if isLookingForLevel { perform(.aim(bench.cursor)) }
      bench.abandoned = bench.draft
    case nil: break
    }
  }

  // MARK: Progress

  /// Adds progress from elsewhere, such as from another program that runs at the same time.
  public mutating func learn(_ progress: GameProgress) { worlds.join(progress) }

  /// Whether the first steps are done or skipped.
  public var hasFinishedFirstSteps: Bool { worlds.progress.hasFinishedFirstSteps }

  // MARK: The menu

  /// The rows of the menu: the modes, and nil for the first steps, which lead back to where the player was.
  static let menuRows: [Mode?] = Mode.allCases.map { Optional($0) } + [nil]

  /// The deed of an action in the menu.
  func deedInMenu(_ action: Action) -> Deed {
    switch action {
    case .close: return .does { $0.page = nil }
    case .leave: return .leaves
    case .previous where menuRow > 0: return .does { $0.menuRow -= 1 }
    case .next where menuRow < Self.menuRows.count - 1: return .does { $0.menuRow += 1 }
    case .point(let row) where Self.menuRows.indices.contains(row):
      return .does { $0.menuRow = row }
    case .choose: return deedInMenu(Self.menuRows[menuRow].map { .visit($0) } ?? .firstSteps)
    case .visit, .day, .firstSteps:
      let deed: Deed = isHere(action) ? .does { _ in } : deedHere(action, isTyped: true)
      return deed.after { $0.page = nil }
    default: return .meaningless
    }
  }

  /// Whether the player is where an action of the menu leads, so that only the menu is closed.
  private func isHere(_ action: Action) -> Bool {
    switch action {
    case .firstSteps: isInFirstSteps
    case .visit(.daily), .day: day(of: action).map { place == .daily($0) } ?? false
    case .visit(let mode): mode == self.mode && place != .named && !isInFirstSteps
    default: false
    }
  }

  /// The menu of everything that can be played.
  var menuPanel: Panel {
    var panel = Panel("Zombies")
    panel.rows = Self.menuRows.enumerated().map { row, mode in
      let isHere = mode != nil && mode == self.mode
      return Panel.Row(
        mode?.name ?? "First steps",
        detail: mode == .daily ? dailyDetail : isHere ? "now" : "",
        summary: mode?.summary ?? "the rules in 4 small rooms",
        isCurrent: row == menuRow, isEnabled: mode != .daily || today != nil)
    }
    panel.notes = [panel.rows[menuRow].summary]
    return panel
  }
}

extension Mode {
  /// Whether the mode is about rounds on new levels.
  var hasRounds: Bool { self == .original || self == .rounds }

  /// The name and the description in the menu.
  private var words: (name: String, summary: String) {
    switch self {
    case .daily:
      ("The daily level", "the same level for everyone today, 3 lives, and days in a row")
    case .original:
      ("The original game", "nothing to hear, nothing remembered, and some levels are unfair")
    case .rounds: ("Rounds", "new levels, 3 lives per game")
    case .worlds: ("Worlds", "levels in order, with stars to earn and worlds to unlock")
    case .questions: ("Questions", "what do you know about zombies?")
    case .board: ("Scoreboard", "several players take turns on the same levels")
    case .workshop: ("Workshop", "make levels and see at once whether they can be won")
    }
  }

  /// The name in the menu.
  public var name: String { words.name }

  /// The description in the menu.
  public var summary: String { words.summary }
}
