import ZombiesCore

/// A key of a keyboard, as far as the game uses it.
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

extension Direction {
  /// The arrow on what leads there.
  public func arrow(_ style: PictureStyle) -> String {
    switch self {
    case .up: style == .emoji ? "↑" : "^"
    case .down: style == .emoji ? "↓" : "v"
    case .left: style == .emoji ? "←" : "<"
    case .right: style == .emoji ? "→" : ">"
    }
  }
}

/// What a key does: the one table of keys, for those who handle them, for help and for documents.
public struct KeyBinding: Sendable {
  /// The keys, the one that is shown first.
  public let keys: [Key]
  /// What they do.
  public let action: Action
  /// The label on the screen, in a word or two.
  public let label: String
  /// What it does, in a sentence.
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

  /// The keys by which the player walks: arrows, WASD and those of vi.
  public static let moves: [KeyBinding] = [
    walk(.up, "wk"), walk(.left, "ah"), walk(.down, "sj"), walk(.right, "dl"),
  ]

  private static func walk(_ direction: Direction, _ letters: String) -> KeyBinding {
    KeyBinding(
      [.arrow(direction)] + letters.map { .character($0) }, .move(direction), direction.word,
      "go \(direction.word)")
  }

  /// The keys besides those for walking, when no page covers the room.
  public static let room: [KeyBinding] = [
    KeyBinding([.enter, .character(" ")], .dismiss, "go on", "put the message away and go on"),
    KeyBinding("v", .look, "look", "look at the whole room when the round is over, and back"),
    KeyBinding("i", .hint, "hint", "the best move for somebody who has seen what you have seen"),
    KeyBinding("u", .undo, "undo", "take the last move back; from then on it is practice"),
    KeyBinding("r", .restart, "restart", "begin the same level again, as practice"),
    KeyBinding("m", .showMe, "show me", "have the solution played; what follows is practice"),
    KeyBinding("x", .stop, "stop", "stop what is being shown or worked out"),
    KeyBinding("n", .newRound, "new round", "leave practice for a new level"),
    KeyBinding("e", .share, "share", "tell the last finished round without giving it away"),
    KeyBinding("g", .skip, "skip", "skip the first steps"),
    KeyBinding("t", .open(.text), "text", "the text screen: type what you want, and read"),
    KeyBinding(
      "c", .open(.menu), "menu", "what there is to play: rounds, worlds, questions, a board"),
    KeyBinding("o", .open(.settings), "options", "levels, rules, and how the room is shown"),
    KeyBinding("?", .open(.help), "help", "the page of help"),
    KeyBinding("q", .leave, "quit", "leave; the score is told"),
  ]

  /// The keys in a level of a world, besides.
  public static let level: [KeyBinding] = [
    KeyBinding([.escape], .back, "levels", "back to the levels of the world")
  ]

  /// The keys in a turn of a player of the board, besides.
  public static let turn: [KeyBinding] = [
    KeyBinding("z", .sitOut, "sit out", "the player whose turn it is leaves the game")
  ]

  /// The keys before the worlds.
  public static let carousel: [KeyBinding] =
    [
      KeyBinding(
        [.arrow(.left), .character("a"), .character("h")], .previous, "before", "the world before"),
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

  /// The keys of a question with answers, and of the title of a chapter.
  public static let question: [KeyBinding] =
    [
      KeyBinding(
        [.arrow(.up), .arrow(.left)] + "wkah".map { .character($0) }, .previous, "up",
        "the answer before"),
      KeyBinding(
        [.arrow(.down), .arrow(.right)] + "sjdl".map { .character($0) }, .next, "down",
        "the next answer"),
      KeyBinding([.enter, .character(" ")], .choose, "go on", "validate the answer; go on"),
    ] + common

  /// The keys of a question whose answer is typed; any other character is typed.
  public static let answer: [KeyBinding] = [
    KeyBinding([.enter], .choose, "validate", "validate the answer"),
    KeyBinding([.backspace], .erase, "erase", "remove the last character"),
    KeyBinding([.escape], .open(.menu), "menu", "what there is to play"),
  ]

  /// The keys of the board.
  public static let board: [KeyBinding] =
    rows("row") + [
      KeyBinding(
        [.arrow(.right), .character("d"), .character("l")], .change(forward: true), "more",
        "raise a score; the next value"),
      KeyBinding(
        [.arrow(.left), .character("a"), .character("h")], .change(forward: false), "less",
        "lower a score; the value before"),
      KeyBinding(
        [.enter, .character(" ")], .choose, "choose",
        "begin the next turn; while setting up, change what the cursor is on"),
      KeyBinding("n", .add, "add", "add a player"),
      KeyBinding("x", .remove, "remove", "take the player off the board"),
      KeyBinding("z", .sitOut, "sit out", "the player who is next leaves the game"),
      KeyBinding("g", .button(.start), Action.Button.start.label, "start the game"),
      KeyBinding("f", .button(.end), Action.Button.end.label, "end the game: who has won?"),
      KeyBinding("r", .button(.reset), Action.Button.reset.label, "set up another game"),
    ] + common

  /// The keys while something is typed; any other character is typed.
  public static let field: [KeyBinding] = [
    KeyBinding([.enter], .choose, "done", "take what was typed"),
    KeyBinding([.backspace], .erase, "erase", "remove the last character"),
    KeyBinding([.escape], .back, "cancel", "leave it as it was"),
  ]

  /// The keys in a level of the workshop that is tried, besides.
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
      KeyBinding("u", .undo, "undo", "take the last change back"),
      KeyBinding("y", .redo, "redo", "make it again"),
      KeyBinding("n", .edit(.clear), "clear", "take all things out"),
      KeyBinding([.enter, .character(" ")], .choose, "play", "try the level"),
      KeyBinding("v", .keep, "keep", "keep the level in the list"),
    ]
    + common(
      text: "size, lit, rule, generate, paste …",
      "type what has no key: size 6 8, lit, rule speed 2, generate block hard, paste CODE, name WORDS, "
        + "kept or file; help tells all words")

  /// The keys of the menu.
  public static let menu: [KeyBinding] =
    rows("row") + [
      KeyBinding([.enter, .character(" ")], .choose, "play", "play it"),
      KeyBinding([.escape, .character("c")], .close, "back", "back to where you were"),
      KeyBinding("q", .leave, "quit", "leave"),
    ]

  private static func rows(_ noun: String) -> [KeyBinding] {
    [
      KeyBinding(
        [.arrow(.up), .character("w"), .character("k")], .previous, "up", "the \(noun) above"),
      KeyBinding(
        [.arrow(.down), .character("s"), .character("j")], .next, "down", "the \(noun) below"),
    ]
  }

  /// The keys of every place that is no room.
  private static let common = common(text: "text", "the text screen")

  private static func common(text: String, _ summary: String) -> [KeyBinding] {
    [
      KeyBinding("e", .share, "share", "tell the last finished round without giving it away"),
      KeyBinding("c", .open(.menu), "menu", "what there is to play"),
      KeyBinding("t", .open(.text), text, summary),
      KeyBinding("o", .open(.settings), "options", "levels, rules, and how the room is shown"),
      KeyBinding("?", .open(.help), "help", "the page of help"),
      KeyBinding("q", .leave, "quit", "leave"),
    ]
  }

  /// The keys of the page of help.
  public static let help: [KeyBinding] = [
    KeyBinding(
      [.escape, .enter, .character(" "), .character("?")], .close, "back", "back to the room"),
    KeyBinding("q", .leave, "quit", "leave"),
  ]

  /// The keys of the page of settings.
  public static let settings: [KeyBinding] = [
    KeyBinding(
      [.arrow(.up), .character("w"), .character("k")], .previous, "up", "the setting above"),
    KeyBinding(
      [.arrow(.down), .character("s"), .character("j")], .next, "down", "the setting below"),
    KeyBinding(
      [.arrow(.right), .character("d"), .character("l"), .enter, .character(" ")],
      .change(forward: true), "change", "the next value"),
    KeyBinding(
      [.arrow(.left), .character("a"), .character("h")], .change(forward: false), "change back",
      "the value before"),
    KeyBinding([.escape, .character("o")], .close, "back", "back to the room"),
    KeyBinding("q", .leave, "quit", "leave"),
  ]

  /// The keys of the text screen; any other character is typed.
  public static let text: [KeyBinding] = [
    KeyBinding([.enter], .enter, "say it", "carry out the command line"),
    KeyBinding([.backspace], .erase, "erase", "remove the last character"),
    KeyBinding(
      [.arrow(.up), .pageUp], .scroll(older: true), "older", "scroll back to older messages"),
    KeyBinding(
      [.arrow(.down), .pageDown], .scroll(older: false), "newer", "scroll to newer messages"),
    KeyBinding([.escape], .close, "room", "to the room"),
  ]
}

extension Session {
  /// What keys do now, allowed or not, in the order in which they are shown.
  public var keys: [KeyBinding] {
    switch page {
    case nil: placeKeys
    case .menu: KeyBinding.menu
    case .help: KeyBinding.help
    case .settings: KeyBinding.settings
    case .text: KeyBinding.text
    }
  }

  /// The action of a key now, allowed or not; nil if it has none.
  public func action(of key: Key) -> Action? {
    if let binding = keys.first(where: { $0.keys.contains(key) }) { return binding.action }
    if isTyping, case .character(let character) = key { return .type(String(character)) }
    return nil
  }

  /// Whether characters are typed now, instead of being keys for something.
  public var isTyping: Bool {
    page == .text || page == nil && (typesAnswer || place == .board && seats.field != nil)
  }

  /// The keys of the place.
  var placeKeys: [KeyBinding] {
    switch place {
    case .room:
      KeyBinding.moves + KeyBinding.room + (attempt.place == nil ? [] : KeyBinding.level)
        + (attempt.turn == nil ? [] : KeyBinding.turn)
        + (attempt.isTrial ? KeyBinding.trial : [])
    case .carousel: KeyBinding.carousel
    case .world: KeyBinding.world
    case .questions: typesAnswer ? KeyBinding.answer : KeyBinding.question
    case .board: seats.field == nil ? KeyBinding.board : KeyBinding.field
    case .workshop: KeyBinding.workshop
    }
  }
}
