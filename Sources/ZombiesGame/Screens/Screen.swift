import ZombiesCore

/// Everything that the player sees, in reading order. A front end turns it into a terminal screen,
/// sentences or a page, and decides nothing.
public struct Screen {
  /// A kind of screen.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A room of the first steps.
    case firstSteps
    /// A round in progress.
    case round
    /// A computation that takes a while: the plan for a hint, a solution, a level.
    case planning
    /// The solution, played move by move.
    case showing
    /// The message at the end of a round.
    case message
    /// The room after a round, without the message.
    case looking
    /// The rules in short and the keys.
    case help
    /// The settings.
    case settings
    /// The text screen.
    case text
    /// The last screen, after the player has left.
    case farewell
    /// The menu.
    case menu
    /// The worlds, one at a time.
    case worlds
    /// The levels of a world.
    case world
    /// The title of a chapter of questions.
    case chapter
    /// A question with a list of answers.
    case question
    /// A question with a typed answer.
    case openQuestion
    /// The end of the questions.
    case quizEnd
    /// The board, while it is being set up.
    case settingUp
    /// The board, during a game.
    case board
    /// The board, after a game.
    case gameOver
    /// A field at the board, such as the name of a player.
    case naming
    /// The board, while the program plays a policy's turn.
    case awaiting
    /// The workshop.
    case workshop
  }

  /// The main part of a screen.
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
    /// A result of a round.
    public enum Result: String, Hashable, Sendable {
      /// The round was won.
      case won
      /// A life was lost.
      case tryAgain
      /// The last life was lost.
      case lost
      /// The solution was shown to its end.
      case shown
    }

    /// The headline, such as "You won! 🥳".
    public let headline: String
    /// The reason, and what the result counts for.
    public let reasons: [String]
    /// The result.
    public let result: Result
    /// The stars that the round has won; nil outside of the worlds and after a loss.
    public let stars: GameProgress.Stars?
    /// The summary of the round for sharing: a sentence and a line of symbols. Empty after a room of
    /// the first steps.
    public let share: [String]
  }

  /// A line of help.
  public enum HelpLine: Hashable, Sendable {
    /// A heading.
    case heading(String)
    /// A paragraph.
    case text(String)
    /// A paragraph about the marks in a picture of letters or emoji.
    case signs(String)
    /// Keys and their effect.
    case entry(String, String)
  }

  /// A row of the settings page.
  public struct SettingRow: Hashable, Sendable {
    /// The name of the setting.
    public let name: String
    /// The value of the setting.
    public let value: String
    /// The meaning of the setting.
    public let summary: String
    /// Whether the cursor is on the row.
    public let isCurrent: Bool
  }

  /// A number that is always in sight.
  public struct Counter: Hashable, Sendable {
    /// The name of the number, such as "wins".
    public let name: String
    /// The text on the screen, such as "W 3".
    public let text: String
    /// The number.
    public let count: Int

    /// The counter for a screen reader: "lives: 2".
    public var spoken: String { "\(name): \(count)" }
  }

  /// A button or key on the screen, possibly greyed.
  public struct Control: Hashable, Sendable {
    /// The action.
    public let action: Action
    /// The label.
    public let label: String
    /// The keys; the first one is shown on the screen.
    public let keys: [Key]
    /// Whether the control does something now; otherwise it is greyed.
    public let isEnabled: Bool
  }

  /// The kind of the screen.
  public let kind: Kind
  /// The name of the level (its seed reference or code), or the title of the place.
  public let heading: String
  /// Notes about the round: what a dark room with hearing contains, a lesson, the daily level, practice,
  /// the rules.
  public let notes: [String]
  /// The lives, the wins, the losses and the moves.
  public let counters: [Counter]
  /// The main part of the screen.
  public let content: Content
  /// The four arrows, in the order up, left, down, right; empty if there is no room.
  public let arrows: [Control]
  /// The effect of the last action, in sentences.
  public let told: [String]
  /// The title for players who see the picture, such as the name of the level. It is never a code.
  public let title: String
  /// The effect of the last action for players who see the picture: short sentences without
  /// coordinates, the most important first.
  public let caption: [String]
  /// The state of the round in a few words each.
  public let status: [String]
  /// All other controls. In a round, the worlds, a world, a game at the board and the workshop, they
  /// include greyed ones.
  public let controls: [Control]
  /// Emoji or letters.
  public let style: PictureStyle
}

extension Session {
  /// The kind of the current screen.
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

  /// The current screen.
  public var screen: Screen {
    let kind = screenKind
    if page == .menu || page == nil && place != .room {
      let panel = page == .menu ? menuPanel : panel ?? menuPanel
      return Screen(
        kind: kind, heading: panel.title, notes: [], counters: [], content: .panel(panel),
        arrows: [], told: page == nil ? news : [],
        title: kind == .workshop ? Mode.workshop.name : panel.title,
        caption: page == nil ? news : [], status: [], controls: controls(kind),
        style: settings.style)
    }
    let attempt = attempt
    let teller = Teller(self)
    // A page can cover a place without a room. Then the last round is not mentioned.
    let isRoom = place == .room
    return Screen(
      kind: kind,
      heading: isRoom
        ? (attempt.isEmptyRoom ? "No level" : attempt.named.name) : panel?.title ?? "",
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
    case .settings: "Options"
    case .text: "Text screen"
    case .menu, nil: kind == .farewell ? "Goodbye" : teller.title
    }
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
    // The settings do not repeat what was told before they were opened.
    if page == .settings, !hasChanged { return [] }
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
    case .settings: return .settings(rows)
    case .message:
      guard case .over(_, let ending) = stage else { break }
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
          stars: attempt.place != nil && result == .won ? ending.stars : nil,
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
    if mode == .original { notes.append("the original game") }
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

  /// The label for what follows a level of a world that was won; nil elsewhere.
  private var nextLabel: String? {
    guard case .over(let attempt, let ending) = stage, let place = attempt.place else { return nil }
    return WorldTeller(self).nextLabel(ending, attempt, at: place)
  }

  /// The controls other than the arrows, without those that are never useful on this kind of screen.
  private func controls(_ kind: Screen.Kind) -> [Screen.Control] {
    let isRoom = page == nil && place == .room
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

  private var rows: [Screen.SettingRow] {
    settingKinds.map { kind in
      Screen.SettingRow(
        name: kind.name, value: settingsInForce.setting(kind)?.value ?? "the given levels",
        summary: kind.summary, isCurrent: kind == settingKind)
    }
  }

  /// The symbols and the marks of the room.
  var legend: [String] {
    func symbol(_ thing: Thing?) -> String { settings.style.symbol(thing) }
    return [
      "\(symbol(.start)) is you, \(symbol(.signpost)) the signpost, \(symbol(.zombie)) a zombie, "
        + "\(symbol(.block)) a block, \(symbol(.flashlight)) a flashlight and \(cell(nil, .seen)) a free "
        + "square.",
      darkness,
      "! marks a zombie that caught you, and ~ a square that a number counts. A digit is the number "
        + "of zombies that you heard there.",
    ] + (place == .workshop ? [Self.workshopSigns] : [])
  }

  /// A square in the current style, with its mark.
  private func cell(_ thing: Thing?, _ light: RoomView.Cell.Light) -> String {
    let cell = RoomView.Cell(thing: thing, light: light, catches: false)
    let (symbol, mark) = cell.symbols(settings.style)
    return mark == " " ? symbol : symbol + mark
  }

  /// The symbols of what the player does not see.
  private var darkness: String {
    "\(cell(nil, .dark)) is dark, \(cell(nil, .remembered)) was seen before, and ' marks "
      + "a thing seen before, such as \(cell(.block, .remembered))."
  }

  private static let workshopSigns =
    "* marks the solution, x a square from which the level can no longer be won, and < the cursor."

  /// The rules in short.
  ///
  /// - Parameter hearing: The hearing distance; 0 for none.
  static func rules(_ style: PictureStyle, hearing: Int) -> [String] {
    func symbol(_ thing: Thing) -> String { style.symbol(thing) }
    let heard =
      hearing > 0
      ? ["You also hear how many zombies are within \(counted(hearing, "step")), shown as a digit."]
      : []
    return [
      "You are \(symbol(.start)). Walk to the signpost \(symbol(.signpost)).",
      "A zombie \(symbol(.zombie)) catches you as soon as you are next to it. Diagonal squares are safe.",
      "In the dark you see your square and the four next to it, and nothing moves.",
    ] + heard + [
      "A flashlight \(symbol(.flashlight)) next to you lights the room. From then on, each zombie "
        + "comes a square closer after each of your moves. It takes the longer direction first, up or "
        + "down if both are equal, and the other one if that is blocked.",
      "Nobody can walk through blocks \(symbol(.block)). In drawn levels, nothing is next to the start or "
        + "the signpost.",
      "You have 3 lives. A new game begins when you win, or when you have lost all 3.",
    ]
  }

  /// The hearing distance of the rules in force, for the rules in short; 0 for none.
  var hearingDistance: Int {
    place == .room && !attempt.isEmptyRoom
      ? attempt.rules.hearingDistance : settingsInForce.rules.hearingDistance
  }

  /// The help page: the rules, the symbols, the keys.
  private var help: [Screen.HelpLine] {
    let style = settings.style
    let keys = placeKeys
    let hasCursor = place == .workshop
    // The keys for walking share a line.
    let count = place == .room || hasCursor ? KeyBinding.moves.count : 0
    let walking = keys.prefix(count).map { $0.keys.map { $0.name }.joined(separator: " ") }
    let signs: [Screen.HelpLine] =
      hasCursor
      ? [
        .heading("The symbols"),
        .signs(Self.workshopSigns),
      ]
      : [
        .heading("The rules"),
        .text(Self.rules(style, hearing: hearingDistance).joined(separator: " ")),
        .signs(darkness),
      ]
    let verb = hasCursor ? "Move the cursor with " : "Walk with "
    var lines = signs + [.heading("Keys")]
    if count > 0 { lines.append(.text(verb + walking.joined(separator: ", ") + ".")) }
    for binding in keys.dropFirst(count) where binding.action != .skip || attempt.lesson != nil {
      lines.append(
        .entry(binding.keys.map { $0.name }.joined(separator: " "), binding.summary))
    }
    return lines
  }
}
