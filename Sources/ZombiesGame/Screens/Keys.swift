import ZombiesCore

/// A key that the game uses.
public enum Key: Hashable, Sendable {
  /// A key that types a character.
  case character(Character)
  /// An arrow key.
  case arrow(Direction)
  /// Return or Enter.
  case enter
  /// Escape.
  case escape
  /// Backspace or Delete.
  case backspace
  /// Page up and page down.
  case pageUp, pageDown

  /// The keys that type nothing and the space bar, each with its sign and its name in help.
  private static let named: [(sign: Character, key: Key, name: String)] = [
    ("↑", .arrow(.up), "Up"), ("↓", .arrow(.down), "Down"), ("←", .arrow(.left), "Left"),
    ("→", .arrow(.right), "Right"), ("⏎", .enter, "Return"), ("⎋", .escape, "Esc"),
    ("⌫", .backspace, "Backspace"), ("⇞", .pageUp, "Page up"), ("⇟", .pageDown, "Page down"),
    (" ", .character(" "), "Space"),
  ]

  /// The key's name in help.
  public var name: String {
    if let row = Self.named.first(where: { $0.key == self }) { return row.name }
    return if case .character(let character) = self { String(character) } else { "" }
  }

  /// The key with a sign: that of the table, or the character that the key types.
  init(_ sign: Character) {
    self = Self.named.first { $0.sign == sign }?.key ?? .character(sign)
  }
}

extension Key {
  /// The key with its Latin lowercase letter, whatever it types because of Caps Lock or another alphabet.
  ///
  /// - Parameter letter: The letter that was typed last. It shows whether a sign may be on the key of a letter, as
  ///   the apostrophe is on a Hebrew `w`.
  func plain(after letter: Character?) -> Key {
    guard case .character(let character) = self, let typed = character.small else { return self }
    if ("a"..."z").contains(typed) { return .character(Character(typed)) }
    #if !hasFeature(Embedded)
      for keyboard in Self.keyboards {
        guard !typed.isASCII || letter?.small.map(keyboard.contains) == true else { continue }
        for (own, latin) in zip(keyboard, Self.latin) where own == typed {
          return .character(latin)
        }
      }
    #endif
    return self
  }

  // On the page, the browser names the place of a key, so these tables would only make it larger.
  #if !hasFeature(Embedded)
    private static let latin = "qwertyuiopasdfghjklzxcvbnm"

    /// What the keys of ``latin`` type on a Russian, Ukrainian, Greek, Hebrew and Arabic keyboard. If several have a
    /// letter, the first one counts.
    private static let keyboards = [
      "йцукенгшщзфывапролдячсмить",
      "йцукенгшўзфівапролдячсмить",
      ";ςερτυθιοπασδφγηξκλζχψωβνμ",
      "/'קראטוןםפשדגכעיחלךזסבהנמצ",
      "ضصثقفغعهخحشسيبلاتنمئءؤرﻻىة",
    ].map { Array($0.unicodeScalars) }
  #endif
}

extension Character {
  /// The lowercase letter, without accents that follow it. The page needs only Latin ones.
  fileprivate var small: Unicode.Scalar? {
    #if hasFeature(Embedded)
      unicodeScalars.first.map { letter in
        ("A"..."Z").contains(letter) ? Unicode.Scalar(UInt8(letter.value) + 0x20) : letter
      }
    #else
      lowercased().unicodeScalars.first
    #endif
  }
}

extension Direction {
  /// The arrow that points in this direction.
  public func arrow(_ style: PictureStyle) -> String {
    switch self {
    case .up: style == .emoji ? "↑" : "^"
    case .down: style == .emoji ? "↓" : "v"
    case .left: style == .emoji ? "←" : "<"
    case .right: style == .emoji ? "→" : ">"
    }
  }
}

/// The action of a key. The tables below feed the key handler, the help page and the documentation.
public struct KeyBinding: Sendable {
  /// The keys; the first one is shown on the screen.
  public let keys: [Key]
  /// The action of the keys.
  public let action: Action
  /// The label on the screen, in one or two words.
  public let label: String
  /// A short description for help.
  public let summary: String

  private init(_ keys: [Key], _ action: Action, _ label: String, _ summary: String) {
    self.keys = keys
    self.action = action
    self.label = label
    self.summary = summary
  }

  /// A binding of keys by their signs.
  init(_ signs: String, _ action: Action, _ label: String, _ summary: String) {
    self.init(signs.map { Key($0) }, action, label, summary)
  }

  /// The keys for walking: arrows, WASD and vi keys.
  public static let moves = Array(Command.room.keys.prefix(Direction.allCases.count))

  /// The other keys in a room, when no page covers it.
  public static let room = Command.room.keys.dropFirst(moves.count) + everywhere

  /// The keys of every place.
  private static let everywhere =
    [KeyBinding("t", .open(.text), "text", "the text screen: play by typing commands")]
    + Command.everywhere.keys

  /// The additional keys in a level of a world.
  static let level = [KeyBinding("⎋", .back, "levels", "back to the levels of the world")]

  /// The additional keys in a daily level.
  static let daily = [
    KeyBinding("y", .day(nil), "yesterday", "the daily level of the day before today")
  ]

  /// The additional keys in a turn at the board.
  static let turn = [
    KeyBinding("z", .sitOut, "sit out", "the player whose turn it is leaves the game")
  ]

  /// The keys of the carousel of worlds.
  static let carousel = Command.carousel.keys + everywhere

  /// The keys in a world.
  static let world = Command.world.keys + everywhere

  /// The keys of a question with a list of answers, and of a chapter title.
  static let question =
    Command.questions.keys
    + [KeyBinding("x", .stop, "stop", "stop the search for questions")] + everywhere

  /// The keys of a question with a typed answer. Any other character is added to the answer.
  static let answer = [
    KeyBinding("⏎", .choose, "submit", "submit the answer"), erase,
    KeyBinding("⎋", .open(.menu), "menu", "the menu"),
  ]

  /// The keys of the board.
  static let board =
    rows("row") + [
      KeyBinding("→dl", .change(forward: true), "more", "raise a score, or choose the next value"),
      KeyBinding(
        "←ah", .change(forward: false), "less", "lower a score, or choose the previous value"),
    ] + Command.board.keys + everywhere

  /// The keys while a field is filled in. Any other character is added to the field.
  static let field = [
    KeyBinding("⏎", .choose, "done", "accept the text"), erase,
    KeyBinding("⎋", .back, "cancel", "cancel and change nothing"),
  ]

  /// The additional keys while a level from the workshop is tried.
  static let trial = [KeyBinding("⎋", .back, "workshop", "back to the workshop")]

  /// The keys of the workshop.
  static let workshop =
    [
      KeyBinding("↑k", .move(.up), "up", "the square above"),
      KeyBinding("←h", .move(.left), "left", "the square to the left"),
      KeyBinding("↓j", .move(.down), "down", "the square below"),
      KeyBinding("→l", .move(.right), "right", "the square to the right"),
      KeyBinding("z", .put(.zombie), "zombie", "put a zombie on the square"),
      KeyBinding("b", .put(.block), "block", "put a block there"),
      KeyBinding("f", .put(.flashlight), "flashlight", "put a flashlight there"),
      KeyBinding("p", .put(.start), "start", "put the start there"),
      KeyBinding("s", .put(.signpost), "signpost", "put the signpost there"),
      KeyBinding("⌫x", .put(nil), "floor", "clear the square"),
    ] + Command.workshop.keys
    + [
      KeyBinding("e", .share, "share", "the level's name, code and link"),
      KeyBinding(
        "t", .open(.text), "size, lit, rule, generate …",
        "type other commands: size 6 8, lit, rule speed 2, generate block hard, paste CODE, name "
          + "WORDS, kept or file; help lists the commands"),
    ] + everywhere.filter { $0.action != .share && $0.action != .open(.text) }

  /// The keys of the menu.
  static let menu =
    rows("row") + [
      KeyBinding("⏎ ", .choose, "play", "play the selected row"),
      KeyBinding("⎋c", .close, "back", "back to where you were"),
    ] + everywhere.filter { $0.action == .leave }

  private static func rows(_ noun: String) -> [KeyBinding] {
    [
      KeyBinding("↑wk", .previous, "up", "the \(noun) above"),
      KeyBinding("↓sj", .next, "down", "the \(noun) below"),
    ]
  }

  /// This binding without letters, digits and signs; nil if it has no other key. The space bar stays.
  var withoutLetters: KeyBinding? {
    let others = keys.filter { key in
      if case .character(let character) = key { character == " " } else { true }
    }
    return others.isEmpty ? nil : KeyBinding(others, action, label, summary)
  }

  private static let erase = KeyBinding("⌫", .erase, "erase", "remove the last character")

  /// The keys of the help page.
  public static let help = [
    KeyBinding("⎋⏎ ?q", .close, "back", "back to where you were"),
    KeyBinding("↑⇞wk", .scroll(older: true), "up", "scroll up"),
    KeyBinding("↓⇟sj", .scroll(older: false), "down", "scroll down"),
  ]

  /// The keys of the settings page.
  public static let settings =
    rows("setting") + [
      KeyBinding("→dl⏎ ", .change(forward: true), "change", "the next value"),
      KeyBinding("←ah", .change(forward: false), "change back", "the previous value"),
      KeyBinding("⎋oq", .close, "back", "back to where you were"),
    ]

  /// The keys of the text screen. Any other character is added to the command line.
  public static let text = [
    KeyBinding("⏎", .enter, "run", "run the command"), erase,
    KeyBinding("↑⇞", .scroll(older: true), "older", "scroll back to older messages"),
    KeyBinding("↓⇟", .scroll(older: false), "newer", "scroll to newer messages"),
    KeyBinding("⎋", .close, "room", "back to the room"),
  ]
}

extension [Command] {
  /// The keys of the commands, in their order.
  fileprivate var keys: [KeyBinding] { compactMap { $0.key } }
}

extension Session {
  /// The keys of the current screen, allowed or not, in display order.
  public var keys: [KeyBinding] {
    switch page {
    case nil: placeKeys
    case .menu: usable(KeyBinding.menu)
    case .help: usable(KeyBinding.help)
    case .settings: usable(KeyBinding.settings)
    case .text: KeyBinding.text
    }
  }

  /// The bindings without letters, digits and signs, if the player has switched those off (7.10).
  private func usable(_ bindings: [KeyBinding]) -> [KeyBinding] {
    settings.hasLetterKeys ? bindings : bindings.compactMap { $0.withoutLetters }
  }

  /// The current action of a key, allowed or not; nil if it has none.
  ///
  /// A letter that is typed into a field is taken as it is. Anywhere else, Caps Lock and the alphabet of the keyboard
  /// make no difference.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - letter: The letter that was typed last, if known.
  public func action(of key: Key, after letter: Character? = nil) -> Action? {
    let plain = isTyping ? key : key.plain(after: letter)
    if let binding = keys.first(where: { $0.keys.contains(plain) }) { return binding.action }
    guard case .character(let character) = key else { return nil }
    // In a list of answers, a digit is a key.
    let isDigit =
      place == .questions && page == nil && settings.hasLetterKeys
      && quizRun?.question?.row(String(character)) != nil
    return isTyping || isDigit ? .type(String(character)) : nil
  }

  /// Whether characters are typed into a field instead of being commands.
  public var isTyping: Bool {
    page == .text || page == nil && fillsField
  }

  /// Whether the place has a field that takes what is typed.
  private var fillsField: Bool { typesAnswer || place == .board && seats.field != nil }

  /// The keys of the place, ignoring any page that covers it.
  ///
  /// Without letter keys, Esc always opens the text screen, where everything can be typed. While that
  /// cannot be opened, Esc shows the room after a round, or stops the solution.
  var placeKeys: [KeyBinding] {
    if settings.hasLetterKeys || fillsField { return allPlaceKeys }
    let escape: KeyBinding =
      switch stage {
      case .over where isInRoom:
        KeyBinding("⎋", .look, "look", "switch between the room and the message")
      case .showing where isInRoom: KeyBinding("⎋", .stop, "stop", "stop the solution")
      default:
        KeyBinding(
          "⎋", .open(.text), "type", "the text screen: type help, menu, settings or quit")
      }
    return allPlaceKeys.compactMap { $0.withoutLetters }.filter { $0.keys != [.escape] } + [escape]
  }

  private var allPlaceKeys: [KeyBinding] {
    switch place {
    case .rounds, .named, .original, .daily, .level, .turn, .trial, .lesson:
      KeyBinding.moves
        + KeyBinding.room.filter { $0.action != .listen(nil) || attempt.hasHearing }
        + (attempt.campaignPlace == nil ? [] : KeyBinding.level)
        + (attempt.day == nil ? [] : KeyBinding.daily)
        + (attempt.turn == nil ? [] : KeyBinding.turn)
        + (attempt.isTrial ? KeyBinding.trial : [])
    case .carousel: KeyBinding.carousel
    case .world: KeyBinding.world
    case .questions: typesAnswer ? KeyBinding.answer : KeyBinding.question
    case .board: seats.field == nil ? KeyBinding.board : KeyBinding.field
    case .workshop: KeyBinding.workshop
    }
  }

  // MARK: Keys that do nothing now

  /// The reason why a key does nothing now, if the player needs to know it; nil if there is none.
  ///
  /// A greyed control changes nothing. Its reason is for a front end that can show a sentence beside the
  /// screen.
  public func refusal(of action: Action) -> String? {
    guard page == nil, screenKind != .message else { return nil }
    switch action {
    case .move, .hint, .undo, .restart, .showMe, .listen, .newRound, .buy,
      .choose where place == .board || place == .world || place == .carousel:
      if isInRoom {
        guard case .playing = stage else { return nil }
      }
      guard case .refused(let why) = deedHere(action), !why.hasPrefix("That does nothing") else {
        return nil
      }
      return why
    default: return nil
    }
  }

  /// Whether the screen of the place shows a sentence anyway.
  public func shows(_ sentence: String) -> Bool {
    page == nil && panel?.lines.contains(sentence) ?? false
  }

  /// The question before the game is left by a key; nil if nobody else would be interrupted.
  public var leavingQuestion: String? {
    let isTurn = isInRoom && attempt.turn != nil
    guard mode == .board, place == .board || isTurn, seats.board.state == .playing else {
      return nil
    }
    return "Several players are in a game. Press q again to leave it."
  }
}
