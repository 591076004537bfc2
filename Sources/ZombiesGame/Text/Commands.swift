import ZombiesCore

/// A command of the player: the words for it on the text screen, what they do, and its keys.
///
/// The tables below feed the text screen with its help, and the tables of keys.
struct Command: Sendable {
  /// What the words do in a session.
  typealias Typed = @Sendable (Session) -> Deed

  /// The names of the command, the usual one first.
  private(set) var words: [String]
  /// The effect of the command when it is typed.
  let meaning: String
  /// The action of the words; nil if they do something else.
  private(set) var action: Action?
  /// What the words do, if it is not an action; nil if the command needs more words or is only explained.
  private var typed: Typed?
  /// The keys of the command, with their own action, label and summary; nil if it has none.
  private(set) var key: KeyBinding?
  /// Whether the list has the command in a session.
  private(set) var isListed: @Sendable (Session) -> Bool = { _ in true }

  /// A command by its line of the list: "quit (q, exit, bye): leave the game".
  ///
  /// - Parameters:
  ///   - line: The words and their meaning.
  ///   - action: The action of the words and of the keys.
  ///   - signs: The signs of the keys; empty for none.
  ///   - label: The label of the keys.
  ///   - summary: The effect of the keys, if it is not described as that of the words is.
  ///   - key: The keys, if they do something else.
  ///   - typed: What the words do, if it is not an action.
  init(
    _ line: String, _ action: Action? = nil, _ signs: String = "", _ label: String = "",
    _ summary: String? = nil, key: KeyBinding? = nil, typed: Typed? = nil
  ) {
    let names = line.prefix { $0 != ":" }
    words = names.split { "(,)".contains($0) }.map { String($0).trimmedBlanks }
    meaning = String(line.dropFirst(names.count + 1)).trimmedBlanks
    (self.action, self.typed, self.key) = (action, typed, key)
    if let action, !signs.isEmpty {
      self.key = KeyBinding(signs, action, label, summary ?? meaning)
    }
  }

  /// The command with some of its words; nil if it has none of them.
  func only(_ isMeant: (String) -> Bool) -> Command? {
    var command = self
    command.words = words.filter(isMeant)
    return command.words.isEmpty ? nil : command
  }

  /// The command, in the list of some sessions only.
  func listed(if isListed: @escaping @Sendable (Session) -> Bool) -> Command {
    var command = self
    command.isListed = isListed
    return command
  }

  /// The line of the list.
  var text: String {
    let others = words.count > 1 ? " (\(words.dropFirst().joined(separator: ", ")))" : ""
    return "\(words[0])\(others): \(meaning)"
  }

  /// Whether the command leads to another mode.
  var isWay: Bool { if case .visit = action { true } else { false } }

  /// What the words do in a session; nil if the command needs more words or is only explained.
  func deed(in session: Session) -> Deed? { action.map { session.typed($0) } ?? typed?(session) }
}

// MARK: The commands of the places

extension Command {
  /// The commands that belong to a place, in addition to those that work everywhere.
  static func table(at place: Place) -> [Command] {
    switch place {
    case .rounds, .named, .original, .daily, .level, .turn, .trial, .lesson: room
    case .carousel: carousel
    case .world: world
    case .questions: questions
    case .board: board
    case .workshop: workshop
    }
  }

  /// The commands in a room.
  static let room: [Command] = [
    Command(
      "up (u, north, n, go north): go up; type up 3, uul or up up left for several moves",
      .move(.up), "↑wk", "up", "go up"),
    Command("left (l, west, w, go west): go left", .move(.left), "←ah", "left"),
    Command("down (d, south, s, go south): go down", .move(.down), "↓sj", "down"),
    Command("right (r, east, e, go east): go right", .move(.right), "→dl", "right"),
    Command(
      "next (ok, continue, pass): continue after a message", .dismiss, "⏎ ", "continue",
      "close the message and continue"),
    Command(
      "look (x, examine, look around): what you see; after a round, the whole room",
      key: KeyBinding("v", .look, "look", "after a round, switch between the room and the message")
    ) { $0.looking },
    Command("where (where am i): where you are") { _ in .tells { $0.position } },
    Command("hint (i): the best move, given what you have seen", .hint, "i", "hint"),
    Command(
      "listen (ears): mark the squares that the number counts; type listen 3 2 for the number on row 3, column 2",
      .listen(nil), "f", "listen", "mark the squares that your number counts, until the next move"
    ).listed { $0.attempt.hasHearing },
    Command("undo: undo the last move; the rest of the round is practice", .undo, "u⌫", "undo"),
    Command(
      "back: undo the last move; before the first one, back to where the level comes from", .back),
    Command(
      "restart (again, reset): start the same level again, as practice", .restart, "r", "restart"),
    Command(
      "show (show me, solution, solve): watch the solution; the rest of the round is practice",
      .showMe, "m", "show me"),
    Command("new: leave practice and play a new level", .newRound, "n", "new round"),
    Command("level: level CODE, such as level S4/5/Z1#2/2F2/4P, to play that level, as practice"),
    Command("stop: stop a solution or a search", .stop, "x", "stop"),
    Command("skip: skip the first steps", .skip, "g", "skip"),
  ]

  /// The commands that work everywhere.
  static let everywhere: [Command] = [
    Command("look (x, examine, look around): what you see") { $0.looking }
      .listed { !$0.isInRoom },
    Command("first steps: play the first steps again, and then go back", .firstSteps),
    Command("score (lives, points, stars): lives, wins and losses") { _ in .tells { $0.score } },
    Command("share: sum up the last finished round, without spoilers", .share, "e", "share")
      .listed { $0.place != .workshop },
    Command(
      "daily (today): today's level; type daily 2026-11-22 for that of another day",
      .visit(.daily)),
    Command("yesterday: the daily level of the day before today", .day(nil)),
    Command(
      "worlds: the worlds: levels in order, with stars. In a level, this goes back to its world",
      .visit(.worlds)),
    Command("questions (quiz): questions about rooms", .visit(.questions)),
    Command(
      "board (scoreboard): the scoreboard: several players on the same levels", .visit(.board)
    ),
    Command("workshop (edit): the workshop: make levels of your own", .visit(.workshop)),
    Command("rounds: rounds on new levels, 3 lives per game", .visit(.rounds)),
    Command(
      "original: the original game: nothing to hear, nothing remembered, some levels unfair",
      .visit(.original)),
    Command(
      "menu: what you can play",
      key: KeyBinding(
        "c", .open(.menu), "menu", "the menu: rounds, worlds, questions, scoreboard, workshop")
    ) { _ in
      .tells {
        ["You can play:"] + everywhere.filter { $0.isWay }.map { $0.text } + [
          "Now: \($0.mode.name)."
        ]
      }
    },
    Command(
      "settings (options): the settings; type set NAME VALUE to change one",
      key: KeyBinding("o", .open(.settings), "options", "the settings: levels, rules, symbols")
    ) { _ in .tells { $0.settingsInWords } },
    Command(
      "plays: export the rounds that you played, with times, as a file for the maker of the levels"
    ) { $0.exporting(removes: false) }.listed { $0.storesPlays },
    Command(
      "remove plays: export the rounds that you played, and remove them from this browser"
    ) { $0.exporting(removes: true) }.listed { $0.storesPlays },
    Command("rules (instructions): the rules in short") { _ in
      .tells { Session.rules($0.settings.style, hearing: $0.hearingDistance) }
    },
    Command("legend (signs, symbols, marks): the symbols and the marks of the room") { _ in
      .tells { $0.legend }
    },
    Command(
      "help (?, commands, help me): the list of commands; type help hint for one of them",
      key: KeyBinding("?", .open(.help), "help", "the help page")
    ) { _ in .lists { $0.helpRows.map { $0.text } } },
    Command("quit (q, exit, bye): leave the game", .leave, "q", "quit"),
  ]

  /// The commands that have no other meaning in most places.
  static let common = room + everywhere

  /// The commands of the carousel of worlds.
  static let carousel: [Command] = [
    Command("left (l, previous, p): the previous world", .previous, "←ah", "previous"),
    Command("right (r, next, n): the next world", .next, "→dl", "next"),
    Command("world: world 2 to show that world"),
    Command(
      "enter (open, play, ok, choose): enter the world; type open 2 or just 2 for world 2", .choose,
      "⏎ ", "enter", "enter the world"),
    Command("list (levels): all worlds") { _ in .lists { WorldTeller($0).list } },
    Command("buy (pay, unlock): pay for a locked world", .buy, "b", "buy"),
  ]

  /// The commands in a world.
  static let world: [Command] = [
    Command(
      "left (l, previous, p, up, u): the previous level", .previous, "↑wk", "up",
      "the level above"),
    Command("right (r, next, n, down, d): the next level", .next, "↓sj", "down", "the level below"),
    Command(
      "play (enter, open, ok, choose): play the level; type play 3 or just 3 for level 3", .choose,
      "⏎ ", "play", "play the level"),
    Command("list (levels): all levels of the world; look lists them too") { $0.looking },
    Command("back (b, leave): back to the worlds", .back, "⎋", "worlds"),
  ]

  /// The commands at a question.
  static let questions: [Command] = [
    Command("answer: the number of an answer, or the answer itself"),
    Command("next (go on): continue from a chapter title or from the end", .dismiss),
    Command("up (u, left, l): the previous answer", .previous, "↑←wkah", "up"),
    Command("down (d, right, r): the next answer", .next, "↓→sjdl", "down"),
    Command(
      "validate (submit, ok): submit the selected answer", .choose, "⏎ ", "continue",
      "submit the answer, or continue; a digit submits the answer with that number"),
  ]

  /// The commands of the board.
  static let board: [Command] = [
    Command(
      "turn (play, ok, next): begin the next player's turn", .choose, "⏎ ", "choose",
      "begin the next turn; while setting up, change the row at the cursor"),
    Command("add: add NAME to add a player", key: KeyBinding("n", .add, "add", "add a player")),
    Command(
      "remove: remove NAME to remove a player",
      key: KeyBinding("x", .remove, "remove", "remove the player")),
    Command("rename: rename NAME to OTHER to rename a player"),
    Command("start at: start at 10 to set the starting score to 10"),
    Command("highest: the highest score wins") { $0.changing { $0.setWinning(.highest) } },
    Command("lowest: the lowest score wins") { $0.changing { $0.setWinning(.lowest) } },
    Command(
      "start (start game): Start Game", .button(.start), "g", Action.Button.start.label,
      "start the game"),
    Command("give: give NAME 2 or give NAME -1 to change a score"),
    Command(
      "sit out (out): the next player leaves the game; the row stays", .sitOut, "z", "sit out",
      "the next player leaves the game"),
    Command(
      "end (end game): End Game: show the winners", .button(.end), "f", Action.Button.end.label,
      "end the game and show who won"),
    Command(
      "reset (reset game): Reset Game: set up another game", .button(.reset), "r",
      Action.Button.reset.label, "set up another game"),
  ]

  /// The commands of the workshop, each with the usual form first.
  static let workshop: [Command] = [
    Command(
      "zombie (block, flashlight, start, signpost, floor): zombie 2 3 puts a zombie on row 2, column 3; floor 2 3 clears that square; without numbers, they act on the square at the cursor"
    ),
    Command("up (down, left, right): move the cursor; up 3 for several squares"),
    Command("size: size 6 8 makes the room 6 rows by 8 columns"),
    Command("lit: light the room", .edit(.light(true))),
    Command("dark: make the room dark", .edit(.light(false))),
    Command("larger: add a row and a column") { $0.resizing(by: 1) },
    Command("smaller: remove a row and a column") { $0.resizing(by: -1) },
    Command(
      "rule: rule distance 0, rule chase vertical, rule speed 2 or rule hearing 3 to change a rule"),
    Command("undo (back): undo the last change", .undo, "u", "undo"),
    Command("redo: redo the last undone change", .edit(.redo), "y", "redo"),
    Command("clear: remove all zombies, blocks and flashlights", .edit(.clear), "n", "clear"),
    Command("paste (level): paste CODE to replace this level with one in any text form"),
    Command(
      "generate: generate FAMILY to draw a level, or generate FAMILY hard to draw one of that grade (gentle, easy, medium, hard or fiendish)"
    ),
    Command("name: name WORDS names the level; name alone removes the name"),
    Command("world: world WORDS puts the level in that world; world alone puts it in Workshop"),
    Command("keep (save): save the level in the list", .edit(.keep), "v", "keep"),
    Command(
      "kept (list): list the saved levels; take 2 opens level 2, remove 2 removes it"
    ) { _ in .tells { WorkshopTeller($0.bench).kept(isFile: false) } },
    Command(
      "file: file NAME writes the saved levels to a file that all zombies commands can read; file alone shows them"
    ) { _ in .tells { WorkshopTeller($0.bench).kept(isFile: true) } },
    Command("code (link, share): show the level's name, code and link") { _ in
      .tells { WorkshopTeller($0.bench).code }
    },
    Command(
      "play (try): try the level; practice, not counted", .choose, "⏎ ", "play", "try the level"),
    Command(
      "edit (put, add): edit zombie 2 3 or put a zombie on 2 3; edit can come before any of these commands"
    ),
  ]
}
