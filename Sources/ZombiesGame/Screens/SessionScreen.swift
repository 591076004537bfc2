import ZombiesCore

// How a session makes the screen of its place.

extension Session {
  /// The kind of the current screen.
  public var screenKind: Screen.Kind {
    switch page {
    case .text: return .text
    case _ where isOver: return .farewell
    case .help: return .help
    case .settings: return .settings
    case .menu: return .menu
    case nil: break
    }
    switch place {
    case .carousel: return .worlds
    case .world: return .world
    case .questions: return quizKind
    case .workshop: return .workshop
    case .board:
      if turn != nil { return .awaiting }
      if seats.field != nil { return .naming }
      switch seats.board.state {
      case .settingUp: return .settingUp
      case .playing: return .board
      case .gameOver: return .gameOver
      }
    case .rounds, .named, .original, .daily, .level, .turn, .trial, .lesson:
      switch stage {
      case .playing: return attempt.lesson == nil ? .round : .firstSteps
      case .thinking: return .planning
      case .showing: return .showing
      case .over: return attempt.looks ? .looking : .message
      }
    }
  }

  /// The current screen.
  public var screen: Screen {
    switch page {
    case .help: return screen("Help", .help(help))
    case .text: return screen("Text screen", .text(log))
    case .menu: return screen(menuPanel, told: [])
    // The settings do not repeat what was told before they were opened.
    case .settings: return screen(settingsPanel, told: hasChanged ? told : [])
    case nil: break
    }
    if let panel {
      var screen = screen(panel, told: news)
      if screen.kind == .workshop, news.isEmpty {
        screen.caption = WorkshopTeller(bench).caption
      }
      return screen
    }
    var screen = roomScreen
    (screen.told, screen.caption) = (told, caption)
    if attempt.round.outcome == nil {
      let (lesson, teller) = (attempt.lesson.map { FirstSteps.lessons[$0] }, Teller(self))
      // The sentence of a lesson stays on the screen. The warning that the room can no longer be won comes first
      // after the move that has lost it. Later only the status mentions it.
      let first = lesson?.caption ?? (teller.isJustLost || caption.isEmpty ? teller.lost : nil)
      if let first { screen.caption = [first] + caption.filter { $0 != first } }
      if let lesson, !attempt.path.isEmpty { screen.told = lesson.text + told }
    }
    if screen.kind == .message { screen.message = message }
    return screen
  }

  /// The room as the player may see it, ignoring anything that covers it.
  public var room: RoomView { RoomView(self) }

  /// The screen of the room, ignoring anything that covers it, without the effect of the last action.
  public var roomScreen: Screen {
    let teller = Teller(self)
    var screen = screen(
      isOver ? "Goodbye" : teller.title, .room(room),
      heading: attempt.isEmptyRoom ? "No level" : attempt.named.name)
    screen.notes = notes(teller)
    screen.counters = counters
    screen.arrows = KeyBinding.moves.map(control)
    screen.status = teller.status
    return screen
  }

  private func screen(_ panel: Panel, told: [String]) -> Screen {
    var screen = screen(
      screenKind == .workshop ? Mode.workshop.name : panel.title, .panel(panel),
      heading: panel.title)
    (screen.told, screen.caption) = (told, told)
    return screen
  }

  private func screen(
    _ title: String, _ content: Screen.Content, heading: String? = nil
  ) -> Screen {
    let kind = screenKind
    return Screen(
      kind: kind, style: settings.style, heading: heading ?? title, title: title, content: content,
      controls: controls(kind))
  }

  private var message: Screen.MessageBox? {
    guard let ending = attempt.ending else { return nil }
    var reasons = Teller(self).ending
    let headline = reasons.removeFirst()
    let result: Screen.MessageBox.Result =
      switch ending.message {
      case _ where attempt.isShown: .shown
      case .won: .won
      case .tryAgain: .tryAgain
      case .lost: .lost
      }
    let hasStars = attempt.campaignPlace != nil && result == .won
    let isShared = attempt.lesson == nil && !attempt.isShown
    return Screen.MessageBox(
      headline: headline, reasons: reasons + reports, result: result,
      stars: hasStars ? ending.counted ? stars(of: attempt) : [] : nil,
      share: isShared ? lastOver.map { summary(of: $0) } ?? [] : [])
  }

  private func notes(_ teller: Teller) -> [String] {
    let notes: [String?] = [
      // What the room contains comes first, because a small screen cuts off the rest.
      teller.holdings, teller.purpose,
      attempt.isPractice && !attempt.isOver ? "practice: not counted" : nil,
      teller.isUnfair ? "any level, even an unfair one" : nil,
      attempt.takenBack > 0 ? "undone in the dark: \(attempt.takenBack)" : nil,
      attempt.isOver ? nil : teller.lost, teller.rules,
    ]
    return notes.compactMap { $0 }
  }

  private var counters: [Screen.Counter] {
    var counters: [Screen.Counter] = []
    if attempt.turn == nil, !attempt.isTrial {
      let lives = attempt.livesShown
      let hearts =
        settings.style == .emoji
        ? String(repeating: "❤️", count: lives)
          + String(repeating: "🖤", count: game.firstLives - lives)
        : "lives \(lives)"
      counters.append(Screen.Counter(name: "lives", text: hearts, count: lives))
    }
    if attempt.isRound || attempt.lesson != nil {
      counters.append(Screen.Counter(name: "wins", text: "W \(game.wins)", count: game.wins))
      counters.append(Screen.Counter(name: "losses", text: "L \(game.losses)", count: game.losses))
    }
    let moves = attempt.path.count
    return counters + [Screen.Counter(name: "moves", text: "move \(moves)", count: moves)]
  }

  private func control(_ binding: KeyBinding) -> Screen.Control {
    Screen.Control(
      action: binding.action, label: label(of: binding), keys: binding.keys,
      isEnabled: allows(binding.action))
  }

  /// The label of a control, which may say more than that of its key.
  private func label(of binding: KeyBinding) -> String {
    switch (screenKind, binding.action) {
    // Pressing the key again leads back to the message.
    case (.looking, .look): return "message"
    case (.board, .choose): return "begin turn"
    case (.message, .dismiss), (.looking, .dismiss):
      // What follows a level of a world that was won has a name.
      guard attempt.isOver, let place = attempt.campaignPlace else { return binding.label }
      return WorldTeller(self).next(attempt, at: place).label ?? binding.label
    default: return binding.label
    }
  }

  /// The controls other than the arrows. Where players look for a greyed control, it stays, so that nothing jumps.
  private func controls(_ kind: Screen.Kind) -> [Screen.Control] {
    let keepsGreyed = [.round, .worlds, .world, .board, .workshop].contains(kind)
    return keys.dropFirst(page == nil ? walkingKeys : 0).map(control).filter { control in
      switch control.action {
      case .dismiss, .look, .stop, .skip, .add, .remove, .button, .buy: control.isEnabled
      case .share: control.isEnabled || kind == .round
      default: control.isEnabled || keepsGreyed
      }
    }
  }

  /// The number of the place's keys for walking, which come first. They are shown as arrows, or known from the room.
  var walkingKeys: Int { isInRoom || place == .workshop ? KeyBinding.moves.count : 0 }

  /// The settings with their values.
  private var settingsPanel: Panel {
    var panel = Panel("Options")
    panel.rows = settingKinds.map { kind in
      Panel.Row(
        kind.name, detail: settingsInForce.setting(kind)?.value ?? "the given levels",
        summary: kind.summary, isCurrent: kind == settingKind)
    }
    panel.notes = [settingKind.summary]
    return panel
  }
}
