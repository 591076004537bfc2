import ZombiesCore

/// All that somebody who plays is shown, in reading order; a front end turns it into a terminal,
/// into sentences or into a page, and decides nothing.
public struct Screen {
  /// What kind of screen it is.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A room of the first steps is played.
    case firstSteps
    /// A round is played.
    case round
    /// Something is thought out that takes a while: the plan that a hint needs, a solution, a level.
    case planning
    /// The solution is shown.
    case showing
    /// A round is over, and the message stands.
    case message
    /// A round is over, and its room is looked at.
    case looking
    /// The rules in short and the keys.
    case help
    /// The settings.
    case settings
    /// The text screen.
    case text
    /// The player has left.
    case farewell
    /// The menu.
    case menu
    /// The worlds, one at a time.
    case worlds
    /// The levels of a world.
    case world
    /// The title of a chapter of questions.
    case chapter
    /// A question with its answers.
    case question
    /// A question whose answer is typed.
    case openQuestion
    /// The end of the questions.
    case quizEnd
    /// The board is set up.
    case settingUp
    /// The board, while a game is played.
    case board
    /// The board, when the game is over.
    case gameOver
    /// Something is typed at the board, such as a name.
    case naming
    /// The moves of a player who is not a person are awaited.
    case awaiting
    /// A level is made.
    case workshop
  }

  /// What is in the middle.
  public enum Content {
    /// The room, with the arrows under it.
    case room(RoomView)
    /// A message that covers everything.
    case message(MessageBox)
    /// Lines of help.
    case help([HelpLine])
    /// The settings.
    case settings([SettingRow])
    /// The log and the command line.
    case text(TextLog)
    /// Sentences and rows.
    case panel(Panel)
  }

  /// A message at the end of a round.
  public struct MessageBox: Hashable, Sendable {
    /// "You won! 🥳" and its like.
    public let headline: String
    /// Why, and what it counts for.
    public let reasons: [String]
    /// The round told to others: a sentence and a line of symbols; empty after first steps.
    public let share: [String]
  }

  /// A line of help: a heading, or something with what it means.
  public enum HelpLine: Hashable, Sendable {
    /// The title of what follows.
    case heading(String)
    /// A paragraph.
    case text(String)
    /// A paragraph about the signs by which a picture of letters or emoji shows what was seen.
    case signs(String)
    /// Keys, and what they do.
    case entry(String, String)
  }

  /// A setting on its page.
  public struct SettingRow: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// Its value.
    public let value: String
    /// What it means.
    public let summary: String
    /// Whether the arrow points to it.
    public let isCurrent: Bool
  }

  /// A number that is always in sight.
  public struct Counter: Hashable, Sendable {
    /// What it counts, such as "wins".
    public let name: String
    /// What is shown, such as "W 3".
    public let text: String
    /// The number.
    public let count: Int

    /// The counter for somebody who does not see it: "lives: 2".
    public var spoken: String { "\(name): \(count)" }
  }

  /// Something that can be done, or that is greyed now.
  public struct Control: Hashable, Sendable {
    /// What it does.
    public let action: Action
    /// Its label.
    public let label: String
    /// The keys for it, the one that is shown first.
    public let keys: [Key]
    /// Whether it does something now; otherwise it is greyed.
    public let isEnabled: Bool
  }

  /// What kind of screen it is.
  public let kind: Kind
  /// The name of the level: its seed reference or code.
  public let heading: String
  /// What is special about the round: a lesson, the daily level, practice, the rules.
  public let notes: [String]
  /// The lives, the wins and the losses, and what else is counted.
  public let counters: [Counter]
  /// What is in the middle.
  public let content: Content
  /// The four arrows, in the order up, left, down, right; empty where there is no room.
  public let arrows: [Control]
  /// What was done last, in sentences.
  public let told: [String]
  /// Everything else that can be done, and, in a round, what is greyed.
  public let controls: [Control]
  /// Emoji or letters.
  public let style: PictureStyle
}

extension Session {
  /// The kind of screen that the session shows.
  public var screenKind: Screen.Kind {
    switch (page, stage) {
    case (.text, _): .text
    case (_, .left): .farewell
    case (.help, _): .help
    case (.settings, _): .settings
    case (.menu, _): .menu
    case (nil, _): placeKind
    }
  }

  private var placeKind: Screen.Kind {
    switch (place, stage) {
    case (.carousel, _): return .worlds
    case (.world, _): return .world
    case (.questions, _): return quizKind
    case (.workshop, _): return .workshop
    case (.board, _):
      if turn != nil { return .awaiting }
      if seats.field != nil { return .naming }
      switch seats.board.state {
      case .settingUp: return .settingUp
      case .playing: return .board
      case .gameOver: return .gameOver
      }
    case (.room, .playing(let attempt)): return attempt.lesson == nil ? .round : .firstSteps
    case (.room, .thinking): return .planning
    case (.room, .showing): return .showing
    case (.room, .over(_, let ending)): return ending.looks ? .looking : .message
    case (.room, .left): return .farewell
    }
  }

  /// What is shown.
  public var screen: Screen {
    let kind = screenKind
    if page == .menu || page == nil && place != .room {
      let panel = page == .menu ? menuPanel : panel ?? menuPanel
      return Screen(
        kind: kind, heading: panel.title, notes: [], counters: [], content: .panel(panel),
        arrows: [], told: page == nil ? news : [], controls: controls(kind), style: settings.style)
    }
    let attempt = attempt
    let teller = Teller(self)
    // On a page, what stays in the room of the last round is not told where no room is.
    let isRoom = place == .room
    return Screen(
      kind: kind,
      heading: isRoom
        ? (attempt.isEmptyRoom ? "No level" : attempt.named.name) : panel?.title ?? "",
      notes: isRoom ? notes(attempt, teller) : [], counters: isRoom ? counters(attempt) : [],
      content: content(kind, attempt, teller),
      arrows: page == nil ? KeyBinding.moves.map(control) : [], told: told(attempt),
      controls: controls(kind), style: settings.style)
  }

  /// What was done last; in a room of the first steps, below what it teaches.
  private func told(_ attempt: Attempt) -> [String] {
    guard page == nil, let lesson = attempt.lesson, attempt.round.outcome == nil,
      !attempt.path.isEmpty
    else { return told }
    return FirstSteps.lessons[lesson].text + told
  }

  /// The room as the player may see it, whatever covers it.
  public var room: RoomView { RoomView(self) }

  /// The screen of the room, whatever covers it: for the moment before a message stands.
  public var roomScreen: Screen {
    let screen = screen
    return Screen(
      kind: screen.kind, heading: screen.heading, notes: screen.notes, counters: screen.counters,
      content: .room(room), arrows: KeyBinding.moves.map(control), told: [],
      controls: screen.controls, style: screen.style)
  }

  private func content(_ kind: Screen.Kind, _ attempt: Attempt, _ teller: Teller) -> Screen.Content
  {
    switch kind {
    case .text: return .text(log)
    case .help: return .help(help)
    case .settings: return .settings(rows)
    case .message:
      guard case .over(_, let ending) = stage else { break }
      var reasons = teller.ending
      reasons.removeFirst()
      return .message(
        Screen.MessageBox(
          headline: teller.headline(ending.message), reasons: reasons + reports,
          share: attempt.lesson == nil && !attempt.isShown
            ? lastOver?.share(settings.style) ?? [] : []))
    default: break
    }
    return .room(RoomView(self))
  }

  private func notes(_ attempt: Attempt, _ teller: Teller) -> [String] {
    var notes: [String] = []
    if let lesson = attempt.lesson {
      let name = FirstSteps.lessons[lesson].name
      notes.append("first steps \(lesson + 1) of \(FirstSteps.count): \(name)")
    }
    if let note = teller.purpose { notes.append(note) }
    if let day = teller.day { notes.append("the daily level of \(day)") }
    if attempt.standing == .practice, attempt.round.outcome == nil {
      notes.append("practice: counts for nothing")
    }
    if teller.isUnfair { notes.append("any level, which may be unfair") }
    if attempt.takenBack > 0 { notes.append("taken back in the dark: \(attempt.takenBack)") }
    if attempt.round.outcome == nil, let lost = teller.lost { notes.append(lost) }
    if let rules = teller.rules { notes.append(rules) }
    return notes
  }

  private func counters(_ attempt: Attempt) -> [Screen.Counter] {
    var counters: [Screen.Counter] = []
    if attempt.turn == nil, !attempt.isTrial {
      var lives = livesLeft(in: attempt)
      if case .over(_, let ending) = stage { lives = ending.lives }
      let hearts =
        settings.style == .emoji
        ? String(repeating: "❤️", count: lives)
          + String(repeating: "🖤", count: game.firstLives - lives)
        : "lives \(lives)"
      counters.append(Screen.Counter(name: "lives", text: hearts, count: lives))
    }
    if case .round = attempt.purpose {
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

  /// The controls besides the arrows. Those that can never be of use on such a screen are left out.
  private func controls(_ kind: Screen.Kind) -> [Screen.Control] {
    let isRoom = page == nil && place == .room
    // Those for walking are shown as arrows.
    let bindings = isRoom ? Array(keys.dropFirst(KeyBinding.moves.count)) : keys
    let all = bindings.map(control).map { control in
      let label =
        switch (kind, control.action) {
        // Looking again leads back to the message.
        case (.looking, .look): "message"
        case (.board, .choose): "begin turn"
        default: control.label
        }
      return Screen.Control(
        action: control.action, label: label, keys: control.keys, isEnabled: control.isEnabled)
    }
    switch kind {
    case .round:
      // Greyed ones keep their place, so that nothing jumps.
      return all.filter {
        switch $0.action {
        case .dismiss, .look, .stop, .skip: false
        default: true
        }
      }
    case .worlds, .world, .board:
      // So do those of the places that are gone to again and again.
      return all.filter {
        switch $0.action {
        case .add, .remove, .button, .share, .buy: $0.isEnabled
        default: true
        }
      }
    case .workshop:
      // Those for walking are known from the room.
      return all.filter {
        if case .move = $0.action { false } else { $0.action != .share || $0.isEnabled }
      }
    default: return all.filter { $0.isEnabled }
    }
  }

  private var rows: [Screen.SettingRow] {
    Setting.Kind.allCases.map { kind in
      Screen.SettingRow(
        name: kind.name, value: settings.setting(kind)?.value ?? "the given levels",
        summary: kind.summary, isCurrent: kind == settingKind)
    }
  }

  /// The rules in short.
  static func rules(_ style: PictureStyle) -> [String] {
    func symbol(_ thing: Thing) -> String { style.symbol(thing) }
    return [
      "You are \(symbol(.start)). Walk to the signpost \(symbol(.signpost)).",
      "A zombie \(symbol(.zombie)) catches you as soon as you stand on a square beside it.",
      "In the dark you see your square and the four beside it, and nothing moves.",
      "A flashlight \(symbol(.flashlight)) beside you lights the room: from then on each zombie "
        + "comes a square nearer after each of your moves.",
      "Nobody walks through blocks \(symbol(.block)).",
      "Three lives; a win, or the loss of the third, begins a new game.",
    ]
  }

  /// The page of help: the rules, the signs, the keys.
  private var help: [Screen.HelpLine] {
    let style = settings.style
    func symbol(_ thing: Thing?) -> String { style.symbol(thing) }
    func cell(_ thing: Thing?, _ light: RoomView.Cell.Light) -> String {
      let (symbol, mark) = RoomView.Cell(thing: thing, light: light, catches: false).symbols(style)
      return mark == " " ? symbol : symbol + mark
    }
    let keys = placeKeys
    let hasCursor = place == .workshop
    // Those for walking are told in a line.
    let count = place == .room || hasCursor ? KeyBinding.moves.count : 0
    let walking = keys.prefix(count).map { $0.keys.map { $0.name }.joined(separator: " ") }
    let signs: [Screen.HelpLine] =
      hasCursor
      ? [
        .heading("The signs"),
        .signs(
          "* marks the way of the solution, x a square from which nothing can be won any more, and < "
            + "the cursor."),
      ]
      : [
        .heading("The rules"),
        .text(Self.rules(style).joined(separator: " ")),
        .signs(
          "\(cell(nil, .dark)) is dark, \(cell(nil, .remembered)) was seen before, and ' marks "
            + "what was seen there, such as \(cell(.block, .remembered))."),
      ]
    let verb = hasCursor ? "Move the cursor with " : "Walk with "
    var lines = signs + [.heading("Keys")]
    if count > 0 { lines.append(.text(verb + walking.joined(separator: ", ") + ".")) }
    for binding in keys.dropFirst(count) {
      lines.append(
        .entry(binding.keys.map { $0.name }.joined(separator: " "), binding.summary))
    }
    return lines
  }
}
