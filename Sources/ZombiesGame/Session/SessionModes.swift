import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// What there is to play, and going from one to another.

extension Session {
  /// Takes up rounds, worlds, questions or the board.
  ///
  /// - Parameter isNew: Whether the session begins with it.
  mutating func take(up mode: Mode, isNew: Bool) {
    // What is being played continues; but from a world, this leads back to all of them.
    guard isNew || mode != self.mode || place == .world else { return }
    if self.mode == .rounds, !isNew { parked = stage }
    self.mode = mode
    page = page == .text ? .text : nil
    switch mode {
    case .rounds: takeUpRounds(isNew: isNew)
    case .worlds: goToCarousel()
    case .questions: goToQuestions()
    case .board: goToBoard()
    case .workshop: goToWorkshop()
    }
  }

  /// Goes on with the round that was left, or begins one.
  private mutating func takeUpRounds(isNew: Bool) {
    place = .room
    if let parked {
      stage = parked
      self.parked = nil
      tell(Teller(self).room)
      return
    }
    newRound()
  }

  /// How everything stands that was played, at the end.
  var standings: [String] {
    var sentences: [String] = []
    let teller = Teller(self)
    if mode == .rounds || game != Game() { sentences.append(teller.score) }
    if mode == .worlds || worlds.starCount > 0 {
      let all = worlds.campaign.worlds.reduce(0) { $0 + $1.levels.count }
      let done = worlds.campaign.worlds.indices.reduce(0) { $0 + worlds.completed(in: $1) }
      sentences.append(
        "\(done) of \(counted(all, "level")) of the worlds completed, \(worlds.starCount) of \(3 * all) stars."
      )
    }
    if mode == .board || seats.board.state != .settingUp { sentences += BoardTeller(self).about }
    return sentences
  }

  // MARK: Waiting

  /// What the session is waiting for before anything else can be done.
  public enum Awaited: Hashable, Sendable {
    /// The next move of the solution that is being shown, which may be stopped.
    case move
    /// Something that takes a while to think out: the plan that a hint needs, a solution, a level.
    case thought
    /// The moves of the player whose turn it is and who is not a person: see ``Session/turn`` and
    /// ``Action/plays(_:)``.
    case player
    /// What is not yet known of the level in the workshop, or a level that is looked for there.
    case answer
  }

  /// What the session is waiting for: a front end shows the screen, and then performs
  /// ``Action/proceed``.
  public var awaits: Awaited? {
    if turn != nil { return .player }
    if place == .workshop {
      let isUnsure = bench.workshop.isUnsure && bench.workshop.draft != bench.abandoned
      return isLookingForLevel || isUnsure ? .answer : nil
    }
    guard place == .room else { return nil }
    switch stage {
    case .thinking: return .thought
    case .showing: return .move
    default: return nil
    }
  }

  /// Finishes what is awaited, however long it takes; a built-in policy plays its turn.
  ///
  /// - Returns: Whether something was awaited.
  @discardableResult
  public mutating func finishAwaited() -> Bool {
    guard awaits == .player else { return perform(.proceed) }
    playForPolicy()
    return true
  }

  /// Gives up what is awaited, because it failed; it is not begun again.
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

  /// What is to be kept, where something is kept already. Who has not yet been to the worlds has
  /// opened nothing in them, and what is won under other rules than the default ones is not kept.
  public func progress(beyond known: GameProgress) -> GameProgress {
    if worldRules == .standard,
      mode == .worlds || worlds.progress.starCount > known.starCount
    {
      return worlds.progress
    }
    var kept = known
    kept.hasFinishedFirstSteps = kept.hasFinishedFirstSteps || hasFinishedFirstSteps
    return kept
  }

  /// Adds what is known from elsewhere, such as from another program that plays at the same time.
  public mutating func learn(_ progress: GameProgress) { worlds.join(progress) }

  /// Whether the first steps are done or skipped.
  public var hasFinishedFirstSteps: Bool { worlds.progress.hasFinishedFirstSteps }

  // MARK: The menu

  /// What can be played, in the order of the menu.
  static let modes = Mode.allCases

  /// What comes of an action in the menu.
  func deedInMenu(_ action: Action) -> Deed {
    switch action {
    case .close: .does { $0.page = nil }
    case .leave: .leaves
    case .previous where menuRow > 0: .does { $0.menuRow -= 1 }
    case .next where menuRow < Self.modes.count - 1: .does { $0.menuRow += 1 }
    case .point(let row) where Self.modes.indices.contains(row): .does { $0.menuRow = row }
    case .choose: .does { $0.visit(Self.modes[$0.menuRow]) }
    case .visit(let mode): .does { $0.visit(mode) }
    default: .meaningless
    }
  }

  /// Takes up what the menu leads to; what is being played already continues.
  private mutating func visit(_ mode: Mode) {
    page = nil
    guard mode != self.mode else { return }
    (told, news) = ([], [])
    lastMove = nil
    take(up: mode, isNew: false)
  }
}

extension Mode {
  /// The name in the menu.
  public var name: String {
    switch self {
    case .rounds: "Rounds"
    case .worlds: "Worlds"
    case .questions: "Questions"
    case .board: "Scoreboard"
    case .workshop: "Workshop"
    }
  }

  /// What it is, in a line.
  public var summary: String {
    switch self {
    case .rounds: "levels that are drawn for you, three lives a game"
    case .worlds: "levels in order, with stars, and worlds to unlock"
    case .questions: "what do you know about zombies?"
    case .board: "several players, the same levels in turn"
    case .workshop: "make levels, and see at once whether they can be won"
    }
  }
}
