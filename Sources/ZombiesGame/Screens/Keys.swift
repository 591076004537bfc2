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

  /// The key's name in help.
  public var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .arrow(.up): "Up"
    case .arrow(.down): "Down"
    case .arrow(.left): "Left"
    case .arrow(.right): "Right"
    case .enter: "Return"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .pageUp: "Page up"
    case .pageDown: "Page down"
    }
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

  private init(_ letters: String, _ action: Action, _ label: String, _ summary: String) {
    self.init(letters.map { .character($0) }, action, label, summary)
  }

  /// The keys for walking: arrows, WASD and vi keys.
  public static let moves: [KeyBinding] = [
    walk(.up, "wk"), walk(.left, "ah"), walk(.down, "sj"), walk(.right, "dl"),
  ]

  private static func walk(_ direction: Direction, _ letters: String) -> KeyBinding {
    KeyBinding(
      [.arrow(direction)] + letters.map { .character($0) }, .move(direction), direction.word,
      "go \(direction.word)")
  }

  /// The other keys in a room, when no page covers it.
  public static let room: [KeyBinding] = [
    KeyBinding([.enter, .character(" ")], .dismiss, "continue", "close the message and continue"),
    KeyBinding("v", .look, "look", "after a round, switch between the room and the message"),
    KeyBinding("i", .hint, "hint", "the best move, given what you have seen"),
    KeyBinding(
      [.character("u"), .backspace], .undo, "undo",
      "undo the last move; the rest of the round is practice"),
    KeyBinding("r", .restart, "restart", "start the same level again, as practice"),
    KeyBinding("m", .showMe, "show me", "watch the solution; the rest of the round is practice"),
    KeyBinding("x", .stop, "stop", "stop a solution or a search"),
    KeyBinding("n", .newRound, "new round", "leave practice and play a new level"),
    KeyBinding("e", .share, "share", "sum up the last finished round, without spoilers"),
    KeyBinding("g", .skip, "skip", "skip the first steps"),
    KeyBinding("t", .open(.text), "text", "the text screen: play by typing commands"),
    KeyBinding(
      "c", .open(.menu), "menu", "the menu: rounds, worlds, questions, scoreboard, workshop"),
    KeyBinding("o", .open(.settings), "options", "the settings: levels, rules, symbols"),
    KeyBinding("?", .open(.help), "help", "the help page"),
    KeyBinding("q", .leave, "quit", "leave the game and show the score"),
  ]

  /// The additional keys in a room where the player hears zombies.
  public static let hearing: [KeyBinding] = [
    KeyBinding(
      "f", .listen(nil), "listen",
      "mark the squares that your number counts, until the next move")
  ]

  /// The additional keys in a level of a world.
  public static let level: [KeyBinding] = [
    KeyBinding([.escape], .back, "levels", "back to the levels of the world")
  ]

  /// The additional keys in a daily level.
  public static let daily: [KeyBinding] = [
    KeyBinding("y", .day(nil), "yesterday", "the daily level of the day before today")
  ]

  /// The additional keys in a turn at the board.
  public static let turn: [KeyBinding] = [
    KeyBinding("z", .sitOut, "sit out", "the player whose turn it is leaves the game")
  ]

  /// The keys of the carousel of worlds.
  public static let carousel: [KeyBinding] =
    [
      KeyBinding(
        [.arrow(.left), .character("a"), .character("h")], .previous, "previous",
        "the previous world"),
      KeyBinding(
        [.arrow(.right), .character("d"), .character("l")], .next, "next", "the next world"),
      KeyBinding([.enter, .character(" ")], .choose, "enter", "enter the world"),
      KeyBinding("b", .buy, "buy", "pay for a locked world"),
    ] + common

  /// The keys in a world.
  public static let world: [KeyBinding] =
    rows("level") + [
      KeyBinding([.enter, .character(" ")], .choose, "play", "play the level"),
      KeyBinding([.escape], .back, "worlds", "back to the worlds"),
    ] + common

  /// The keys of a question with a list of answers, and of a chapter title.
  public static let question: [KeyBinding] =
    [
      KeyBinding(
        [.arrow(.up), .arrow(.left)] + "wkah".map { .character($0) }, .previous, "up",
        "the previous answer"),
      KeyBinding(
        [.arrow(.down), .arrow(.right)] + "sjdl".map { .character($0) }, .next, "down",
        "the next answer"),
      KeyBinding(
        [.enter, .character(" ")], .choose, "continue",
        "submit the answer, or continue; a digit submits the answer with that number"),
      KeyBinding("x", .stop, "stop", "stop the search for questions"),
    ] + common

  /// The keys of a question with a typed answer. Any other character is added to the answer.
  public static let answer: [KeyBinding] = [
    KeyBinding([.enter], .choose, "submit", "submit the answer"),
    KeyBinding([.backspace], .erase, "erase", "remove the last character"),
    KeyBinding([.escape], .open(.menu), "menu", "the menu"),
  ]

  /// The keys of the board.
  public static let board: [KeyBinding] =
    rows("row") + [
      KeyBinding(
        [.arrow(.right), .character("d"), .character("l")], .change(forward: true), "more",
        "raise a score, or choose the next value"),
      KeyBinding(
        [.arrow(.left), .character("a"), .character("h")], .change(forward: false), "less",
        "lower a score, or choose the previous value"),
      KeyBinding(
        [.enter, .character(" ")], .choose, "choose",
        "begin the next turn; while setting up, change the row at the cursor"),
      KeyBinding("n", .add, "add", "add a player"),
      KeyBinding("x", .remove, "remove", "remove the player"),
      KeyBinding("z", .sitOut, "sit out", "the next player leaves the game"),
      KeyBinding("g", .button(.start), Action.Button.start.label, "start the game"),
      KeyBinding("f", .button(.end), Action.Button.end.label, "end the game and show who won"),
      KeyBinding("r", .button(.reset), Action.Button.reset.label, "set up another game"),
    ] + common

  /// The keys while a field is filled in. Any other character is added to the field.
  public static let field: [KeyBinding] = [
    KeyBinding([.enter], .choose, "done", "accept the text"),
    KeyBinding([.backspace], .erase, "erase", "remove the last character"),
    KeyBinding([.escape], .back, "cancel", "cancel and change nothing"),
  ]

  /// The additional keys while a level from the workshop is tried.
  public static let trial: [KeyBinding] = [
    KeyBinding([.escape], .back, "workshop", "back to the workshop")
  ]

  /// The keys of the workshop.
  public static let workshop: [KeyBinding] =
    [
      KeyBinding([.arrow(.up), .character("k")], .move(.up), "up", "the square above"),
      KeyBinding([.arrow(.left), .character("h")], .move(.left), "left", "the square to the left"),
      KeyBinding([.arrow(.down), .character("j")], .move(.down), "down", "the square below"),
      KeyBinding(
        [.arrow(.right), .character("l")], .move(.right), "right", "the square to the right"),
      KeyBinding("z", .put(.zombie), "zombie", "put a zombie on the square"),
      KeyBinding("b", .put(.block), "block", "put a block there"),
      KeyBinding("f", .put(.flashlight), "flashlight", "put a flashlight there"),
      KeyBinding("p", .put(.start), "start", "put the start there"),
      KeyBinding("s", .put(.signpost), "signpost", "put the signpost there"),
      KeyBinding([.backspace, .character("x")], .put(nil), "floor", "clear the square"),
      KeyBinding("u", .undo, "undo", "undo the last change"),
      KeyBinding("y", .redo, "redo", "redo the last undone change"),
      KeyBinding("n", .edit(.clear), "clear", "remove all zombies, blocks and flashlights"),
      KeyBinding([.enter, .character(" ")], .choose, "play", "try the level"),
      KeyBinding("v", .keep, "keep", "save the level in the list"),
    ]
    + common(
      text: "size, lit, rule, generate …",
      "type other commands: size 6 8, lit, rule speed 2, generate block hard, paste CODE, name WORDS, "
        + "kept or file; help lists the commands", share: "the level's name, code and link")

  /// The keys of the menu.
  public static let menu: [KeyBinding] =
    rows("row") + [
      KeyBinding([.enter, .character(" ")], .choose, "play", "play the selected row"),
      KeyBinding([.escape, .character("c")], .close, "back", "back to where you were"),
      KeyBinding("q", .leave, "quit", "leave the game"),
    ]

  private static func rows(_ noun: String) -> [KeyBinding] {
    [
      KeyBinding(
        [.arrow(.up), .character("w"), .character("k")], .previous, "up", "the \(noun) above"),
      KeyBinding(
        [.arrow(.down), .character("s"), .character("j")], .next, "down", "the \(noun) below"),
    ]
  }

  /// This binding without letters, digits and signs; nil if it has no other key. The space bar stays.
  var withoutLetters: KeyBinding? {
    let others = keys.filter { key in
      if case .character(let character) = key { character == " " } else { true }
    }
    return others.isEmpty ? nil : KeyBinding(others, action, label, summary)
  }

  /// The key for the text screen, if letter keys are switched off.
  static let typeByEscape = KeyBinding(
    [.escape], .open(.text), "type", "the text screen: type help, menu, settings or quit")

  /// The key that stops the solution, if letter keys are switched off.
  static let stopByEscape = KeyBinding([.escape], .stop, "stop", "stop the solution")

  /// The key for the room after a round, if letter keys are switched off.
  static let lookByEscape = KeyBinding(
    [.escape], .look, "look", "switch between the room and the message")

  /// The keys of every place other than a room.
  private static let common = common(
    text: "text", "the text screen", share: "sum up the last finished round, without spoilers")

  private static func common(text: String, _ summary: String, share: String) -> [KeyBinding] {
    [
      KeyBinding("e", .share, "share", share),
      KeyBinding("c", .open(.menu), "menu", "the menu"),
      KeyBinding("t", .open(.text), text, summary),
      KeyBinding("o", .open(.settings), "options", "the settings: levels, rules, symbols"),
      KeyBinding("?", .open(.help), "help", "the help page"),
      KeyBinding("q", .leave, "quit", "leave the game"),
    ]
  }

  /// The keys of the help page.
  public static let help: [KeyBinding] = [
    KeyBinding(
      [.escape, .enter, .character(" "), .character("?"), .character("q")], .close, "back",
      "back to where you were"),
    KeyBinding(
      [.arrow(.up), .pageUp, .character("w"), .character("k")], .scroll(older: true), "up",
      "scroll up"),
    KeyBinding(
      [.arrow(.down), .pageDown, .character("s"), .character("j")], .scroll(older: false), "down",
      "scroll down"),
  ]

  /// The keys of the settings page.
  public static let settings: [KeyBinding] =
    rows("setting") + [
      KeyBinding(
        [.arrow(.right), .character("d"), .character("l"), .enter, .character(" ")],
        .change(forward: true), "change", "the next value"),
      KeyBinding(
        [.arrow(.left), .character("a"), .character("h")], .change(forward: false), "change back",
        "the previous value"),
      KeyBinding(
        [.escape, .character("o"), .character("q")], .close, "back", "back to where you were"),
    ]

  /// The keys of the text screen. Any other character is added to the command line.
  public static let text: [KeyBinding] = [
    KeyBinding([.enter], .enter, "run", "run the command"),
    KeyBinding([.backspace], .erase, "erase", "remove the last character"),
    KeyBinding(
      [.arrow(.up), .pageUp], .scroll(older: true), "older", "scroll back to older messages"),
    KeyBinding(
      [.arrow(.down), .pageDown], .scroll(older: false), "newer", "scroll to newer messages"),
    KeyBinding([.escape], .close, "room", "back to the room"),
  ]
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
      && row(ofNumber: String(character)) != nil
    return isTyping || isDigit ? .type(String(character)) : nil
  }

  /// Whether characters are typed into a field instead of being commands.
  public var isTyping: Bool {
    page == .text || page == nil && (typesAnswer || place == .board && seats.field != nil)
  }

  /// The keys of the place, ignoring any page that covers it.
  ///
  /// Without letter keys, Esc always opens the text screen, where everything can be typed. While that
  /// cannot be opened, Esc shows the room after a round, or stops the solution.
  var placeKeys: [KeyBinding] {
    if settings.hasLetterKeys || typesAnswer || place == .board && seats.field != nil {
      return allPlaceKeys
    }
    let escape: KeyBinding =
      switch stage {
      case .over where isInRoom: .lookByEscape
      case .showing where isInRoom: .stopByEscape
      default: .typeByEscape
      }
    return allPlaceKeys.compactMap { $0.withoutLetters }.filter { $0.keys != [.escape] } + [escape]
  }

  private var allPlaceKeys: [KeyBinding] {
    switch place {
    case .rounds, .named, .original, .daily, .level, .turn, .trial, .lesson:
      KeyBinding.moves + (attempt.hasHearing ? KeyBinding.hearing : []) + KeyBinding.room
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
