import ZombiesCore

// How a session makes the screen of its place.

extension Session {
  /// The kind of the current screen.
  public var screenKind: Screen.Kind {
    switch page {
    case .text: .text
    case _ where hasLeft: .farewell
    case .help: .help
    case .settings: .settings
    case .menu: .menu
    case nil: placeKind
    }
  }

  private var placeKind: Screen.Kind {
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
    let kind = screenKind
    let panel: Panel? =
      switch page {
      case .menu: menuPanel
      case .settings: settingsPanel
      case nil: self.panel
      case .help, .text: nil
      }
    if let panel {
      // The settings do not repeat what was told before they were opened.
      let told = page == nil ? news : page == .settings && hasChanged ? told : []
      return Screen(
        kind: kind, heading: panel.title, notes: [], counters: [], content: .panel(panel),
        arrows: [], told: told, title: kind == .workshop ? Mode.workshop.name : panel.title,
        caption: page == nil ? caption(of: kind) : told, status: [], controls: controls(kind),
        style: settings.style)
    }
    let attempt = attempt
    let teller = Teller(self)
    // A page can cover a place without a room. Then the last round is not mentioned.
    let isRoom = isInRoom
    return Screen(
      kind: kind,
      heading: isRoom
        ? (attempt.isEmptyRoom ? "No level" : attempt.named.name) : self.panel?.title ?? "",
      notes: isRoom ? notes(attempt, teller) : [], counters: isRoom ? counters(attempt) : [],
      content: content(kind, attempt, teller),
      arrows: page == nil ? KeyBinding.moves.map(control) : [], told: told(attempt),
      title: title(kind, teller), caption: page == nil ? caption(attempt, teller) : [],
      status: isRoom && page == nil ? teller.status : [], controls: controls(kind),
      style: settings.style)
  }

  private func title(_ kind: Screen.Kind, _ teller: Teller) -> String {
    switch page {
    case .help: "Help"
    case .text: "Text screen"
    case .settings, .menu, nil: kind == .farewell ? "Goodbye" : teller.title
    }
  }

  /// The caption of a place without a round. In the workshop, it is whether the level can be won.
  private func caption(of kind: Screen.Kind) -> [String] {
    kind == .workshop && news.isEmpty ? WorkshopTeller(bench).caption : news
  }

  /// The caption of the room. The warning that it can no longer be won comes first after the move that
  /// has lost it. Later only the status mentions it.
  private func caption(_ attempt: Attempt, _ teller: Teller) -> [String] {
    guard attempt.round.outcome == nil else { return caption }
    if let lesson = attempt.lesson {
      // The sentence of the lesson stays on the screen.
      let words = FirstSteps.lessons[lesson].caption
      return [words] + caption.filter { $0 != words }
    }
    guard let lost = teller.lost, teller.isJustLost || caption.isEmpty else { return caption }
    return [lost] + caption
  }

  /// The effect of the last action; in a room of the first steps, after the text of the lesson.
  private func told(_ attempt: Attempt) -> [String] {
    guard page == nil, let lesson = attempt.lesson, attempt.round.outcome == nil,
      !attempt.path.isEmpty
    else { return told }
    return FirstSteps.lessons[lesson].text + told
  }

  /// The room as the player may see it, ignoring anything that covers it.
  public var room: RoomView { RoomView(self) }

  /// The screen of the room, ignoring anything that covers it, for the moment before a message appears.
  public var roomScreen: Screen {
    let screen = screen
    return Screen(
      kind: screen.kind, heading: screen.heading, notes: screen.notes, counters: screen.counters,
      content: .room(room), arrows: KeyBinding.moves.map(control), told: [], title: screen.title,
      caption: [], status: screen.status, controls: screen.controls, style: screen.style)
  }

  private func content(_ kind: Screen.Kind, _ attempt: Attempt, _ teller: Teller) -> Screen.Content
  {
    switch kind {
    case .text: return .text(log)
    case .help: return .help(help)
    case .message:
      guard let ending = attempt.ending else { break }
      var reasons = teller.ending
      let headline = reasons.removeFirst()
      let result: Screen.MessageBox.Result =
        switch ending.message {
        case _ where attempt.isShown: .shown
        case .won: .won
        case .tryAgain: .tryAgain
        case .lost: .lost
        }
      return .message(
        Screen.MessageBox(
          headline: headline, reasons: reasons + reports, result: result,
          stars: attempt.campaignPlace != nil && result == .won
            ? ending.counted ? stars(of: attempt) : [] : nil,
          share: attempt.lesson == nil && !attempt.isShown
            ? lastOver.map { summary(of: $0) } ?? [] : []))
    default: break
    }
    return .room(RoomView(self))
  }

  private func notes(_ attempt: Attempt, _ teller: Teller) -> [String] {
    var notes: [String] = []
    // What the room contains comes first, because a small screen cuts off the rest.
    if let holdings = teller.holdings { notes.append(holdings) }
    if let lesson = attempt.lesson {
      let name = FirstSteps.lessons[lesson].name
      notes.append("first steps \(lesson + 1) of \(FirstSteps.count): \(name)")
    }
    if place == .original { notes.append("the original game") }
    if let note = teller.purpose { notes.append(note) }
    if let day = teller.day { notes.append("the daily level of \(day)") }
    if attempt.standing == .practice, attempt.round.outcome == nil {
      notes.append("practice: not counted")
    }
    if teller.isUnfair { notes.append("any level, even an unfair one") }
    if attempt.takenBack > 0 { notes.append("undone in the dark: \(attempt.takenBack)") }
    if attempt.round.outcome == nil, let lost = teller.lost { notes.append(lost) }
    if let rules = teller.rules { notes.append(rules) }
    return notes
  }

  private func counters(_ attempt: Attempt) -> [Screen.Counter] {
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
    counters.append(Screen.Counter(name: "moves", text: "move \(moves)", count: moves))
    return counters
  }

  private func control(_ binding: KeyBinding) -> Screen.Control {
    Screen.Control(
      action: binding.action, label: binding.label, keys: binding.keys,
      isEnabled: allows(binding.action))
  }

  /// The label for what follows a level of a world; nil elsewhere.
  private var nextLabel: String? {
    guard isInRoom, attempt.isOver, let place = attempt.campaignPlace else { return nil }
    return WorldTeller(self).next(attempt, at: place).label
  }

  /// The controls other than the arrows, without those that are never useful on this kind of screen.
  private func controls(_ kind: Screen.Kind) -> [Screen.Control] {
    let isRoom = page == nil && isInRoom
    // The keys for walking are shown as arrows.
    let bindings = isRoom ? Array(keys.dropFirst(KeyBinding.moves.count)) : keys
    let all = bindings.map(control).map { control in
      let label =
        switch (kind, control.action) {
        // Pressing the key again leads back to the message.
        case (.looking, .look): "message"
        case (.board, .choose): "begin turn"
        case (.message, .dismiss), (.looking, .dismiss): nextLabel ?? control.label
        default: control.label
        }
      return Screen.Control(
        action: control.action, label: label, keys: control.keys, isEnabled: control.isEnabled)
    }
    switch kind {
    case .round:
      // Greyed controls stay, so that nothing jumps.
      return all.filter {
        switch $0.action {
        case .dismiss, .look, .stop, .skip: false
        default: true
        }
      }
    case .worlds, .world, .board:
      // Greyed controls stay here too, except those that are rarely used.
      return all.filter {
        switch $0.action {
        case .add, .remove, .button, .share, .buy: $0.isEnabled
        default: true
        }
      }
    case .workshop:
      // The player knows the keys for walking from the room.
      return all.filter {
        if case .move = $0.action { false } else { $0.action != .share || $0.isEnabled }
      }
    default: return all.filter { $0.isEnabled }
    }
  }

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
