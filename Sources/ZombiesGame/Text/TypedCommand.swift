import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

/// What somebody types on the text screen.
enum TypedCommand: Equatable {
  /// Something that is done in the room.
  case action(Action)
  /// What is seen, in words.
  case look
  /// Where the player is.
  case place
  /// Lives, wins and losses.
  case score
  /// The settings, or one of them.
  case settings
  /// What can be typed.
  case help
  /// The rules in short.
  case rules
  /// Moves, one after another.
  case moves([Direction])
  /// An answer to a question.
  case answer(String)
  /// The level of a row of a world.
  case pick(Int)
  /// At the board: a player is taken off.
  case removePlayer(String)
  /// At the board: a player gets another name.
  case rename(String, to: String)
  /// At the board: a player gets points.
  case give(String, Int)
  /// At the board: the score at the start.
  case startingScore(Int)
  /// At the board: whose score wins.
  case winning(Scoreboard.Winning)
  /// In the workshop: the kept levels, or the file of them.
  case kept(isFile: Bool)
  /// In the workshop: the kept levels are written to a file of this name.
  case writeFile(String)
  /// In the workshop: the level's code and link.
  case code
  /// In the workshop: rows and columns are added or taken away.
  case resizing(Int)
  /// In the workshop: a rule is changed.
  case rule(Setting)

  /// Why a line means nothing, in a sentence.
  struct Problem: Error, Equatable {
    let text: String
  }

  /// A line of the help: what can be typed, the usual word first, and what it does.
  static let table: [(words: [String], meaning: String)] = [
    (["up", "u", "north", "n", "go north"], "go up; up 3, or up up left, for several moves"),
    (["down", "d", "south", "s", "go south"], "go down"),
    (["left", "l", "west", "w", "go west"], "go left"),
    (["right", "r", "east", "e", "go east"], "go right"),
    (["next", "ok", "continue"], "go on after a message"),
    (["look", "x", "examine", "look around"], "what you see; after a round, all of the room"),
    (["where", "where am i"], "where you are"),
    (["hint"], "the best move for somebody who has seen what you have seen"),
    (["undo", "back"], "take the last move back; from then on it is practice"),
    (["restart", "again"], "begin the same level again, as practice"),
    (["show", "show me", "solution"], "have the solution played; what follows is practice"),
    (["new"], "leave practice for a new level"),
    (["level"], "level CODE plays a level that you name, as practice"),
    (["stop"], "stop what is being shown or worked out"),
    (["skip"], "skip the first steps"),
    (["score"], "lives, wins and losses"),
    (["share"], "tell the last finished round without giving it away"),
    (["worlds"], "the worlds: levels in order, with stars; in a level, back to its world"),
    (["questions", "quiz"], "questions about rooms"),
    (["board", "scoreboard"], "the scoreboard: several players on the same levels"),
    (["workshop", "edit"], "the workshop: make levels of your own"),
    (["rounds"], "back to the rounds of the game"),
    (["settings", "options"], "the settings; set NAME VALUE changes one"),
    (["rules"], "the rules in short"),
    (["help", "?", "commands"], "what you can type"),
    (["quit", "q", "exit", "bye"], "leave"),
  ]

  /// Reads a line, which is not blank; nil if it means nothing.
  init?(_ line: String) throws(Problem) {
    let words = line.lowercasedASCII.split(separator: " ").map { String($0) }
    var text = words.joined(separator: " ")
    if text.utf8.starts(with: "set ".utf8) {
      self = .action(.set(try Self.setting(words)))
      return
    }
    if words.count == 2, words[0] == "level" {
      // The code as it was typed: its letters are capitals.
      self = .action(try Self.level(line.split(separator: " ").last.map { String($0) } ?? ""))
      return
    }
    for prefix in ["go ", "walk ", "move ", "step "] where text.utf8.starts(with: prefix.utf8) {
      text = String(text.dropFirst(prefix.count))
      break
    }
    guard let row = Self.table.firstIndex(where: { $0.words.contains(text) }) else {
      guard let moves = try Self.moves(text) else { return nil }
      self = .moves(moves)
      return
    }
    switch Self.table[row].words[0] {
    case "up": self = .action(.move(.up))
    case "down": self = .action(.move(.down))
    case "left": self = .action(.move(.left))
    case "right": self = .action(.move(.right))
    case "next": self = .action(.dismiss)
    case "look": self = .look
    case "where": self = .place
    case "hint": self = .action(.hint)
    case "undo": self = .action(.undo)
    case "restart": self = .action(.restart)
    case "show": self = .action(.showMe)
    case "new": self = .action(.newRound)
    case "level": throw Problem(text: "Type: level CODE, such as level S4/5/Z1#2/2F2/4P.")
    case "stop": self = .action(.stop)
    case "skip": self = .action(.skip)
    case "score": self = .score
    case "share": self = .action(.share)
    case "worlds": self = .action(.visit(.worlds))
    case "questions": self = .action(.visit(.questions))
    case "board": self = .action(.visit(.board))
    case "workshop": self = .action(.visit(.workshop))
    case "rounds": self = .action(.visit(.rounds))
    case "settings": self = .settings
    case "rules": self = .rules
    case "help": self = .help
    default: self = .action(.leave)
    }
  }

  /// The most moves in a line: what they tell fits into the log.
  private static let mostMoves = 30

  /// Several moves: "up up", "up 3", "d, l l", "uuu"; nil if any word is none.
  private static func moves(_ text: String) throws(Problem) -> [Direction]? {
    var moves: [Direction] = []
    let separators: [Character] = [" ", ",", ".", ";", "!"]
    for word in text.split(whereSeparator: { separators.contains($0) }) {
      if let run = run(of: word) {
        moves += run
      } else if let last = moves.last, word.utf8.allSatisfy({ $0.decimalDigit != nil }) {
        guard let count = Int(word), (1...mostMoves).contains(count) else {
          throw Problem(text: tooManyMoves)
        }
        moves += [Direction](repeating: last, count: count - 1)
      } else if !["and", "then", "please"].contains(word) {
        return nil
      }
    }
    guard moves.count <= mostMoves else { throw Problem(text: tooManyMoves) }
    return moves.isEmpty ? nil : moves
  }

  private static let tooManyMoves = "A line has 1 to \(mostMoves) moves."

  /// A word for a direction, or letters for moves, as in "uuu" or "uul"; nil for any other word.
  private static func run(of word: Substring) -> [Direction]? {
    func direction(_ word: String) -> Direction? {
      let row = table.prefix(4).firstIndex { $0.words.contains(word) }
      return row.map { [.up, .down, .left, .right][$0] }
    }
    if let move = direction(String(word)) { return [move] }
    // Letters of the compass make words, such as "seen", unless all are the same.
    guard let first = word.first, word.allSatisfy({ $0 == first || "udlr".contains($0) }),
      "udlr".contains(first) || word.allSatisfy({ $0 == first })
    else { return nil }
    let moves = word.compactMap { direction(String($0)) }
    return moves.count == word.count ? moves : nil
  }

  private static func level(_ text: String) throws(Problem) -> Action {
    if text.utf8.contains(UInt8(ascii: "@")) {
      do throws(NameError) { return .draw(try SeedReference(text)) } catch {
        throw Problem(text: "No level: \(error).")
      }
    }
    do throws(LevelError) {
      return .play(NamedLevel(try Level(code: text), name: text))
    } catch {
      throw Problem(text: "No level: \(error).")
    }
  }

  private static func setting(_ words: [String]) throws(Problem) -> Setting {
    let names = Setting.Kind.allCases.map { $0.name }
    if words.count == 2, let kind = Setting.Kind.allCases.first(where: { $0.name == words[1] }) {
      throw Problem(text: "\(kind.name) can be \(kind.values): \(kind.summary).")
    }
    guard words.count == 3 else {
      throw Problem(text: "Type: set NAME VALUE. The names are \(listed(names)).")
    }
    guard let kind = Setting.Kind.allCases.first(where: { $0.name == words[1] }) else {
      let advice =
        nearest(words[1], in: names).map { "Did you mean \($0)?" }
        ?? "The names are \(listed(names))."
      throw Problem(text: "There is no setting '\(words[1])'. \(advice)")
    }
    guard let setting = Setting(kind, words[2]) else {
      throw Problem(text: "'\(words[2])' is not a value of \(kind.name): \(kind.values).")
    }
    return setting
  }
}

extension String {
  /// The text with ASCII letters in lower case.
  var lowercasedASCII: String {
    String(
      decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

// MARK: Carrying it out

extension Session {
  /// Carries out the command line of the text screen.
  mutating func enter() {
    let isTooLong = log.isTooLong
    let line = log.take()
    guard line.utf8.contains(where: { $0 != 0x20 }) else { return }
    (told, news) = ([], [])
    log.add("\n> \(line)")
    guard !isTooLong else {
      tell(["The line is too long: at most \(TextLog.longestLine) characters are read."])
      return
    }
    do throws(TypedCommand.Problem) {
      if answersQuestion(line) {
        answer(line)
      } else if let command = try understood(line) {
        carryOut(command)
      } else if place == .questions, quizRun?.question != nil, advice(on: line) == nil {
        answer(line)
      } else {
        tell([misunderstood(line)])
      }
    } catch {
      tell([error.text])
    }
  }

  /// What a line means where the player is; nil if nothing.
  func understood(_ line: String) throws(TypedCommand.Problem) -> TypedCommand? {
    if let command = try TypedCommand(line, at: place) { return command }
    return try TypedCommand(line)
  }

  mutating func carryOut(_ command: TypedCommand) {
    let teller = Teller(self)
    switch command {
    case .settings, .rules, .help: break
    case _ where place != .room:
      carryOutAtPlace(command)
      return
    default: break
    }
    switch command {
    case .action(.visit(.worlds)) where attempt.place != nil && !isTurn: tellWorld()
    case .action(.visit(.workshop)) where attempt.isTrial: goToWorkshop()
    case .action(let action):
      if case .over = stage, case .set(let setting) = action {
        change(setting)
      } else if case .over(let attempt, _) = stage, attempt.lesson == nil, !isTurn,
        case .visit(let mode) = action, mode != self.mode
      {
        told = []
        take(up: mode, isNew: false)
      } else if case .over(let attempt, _) = stage, attempt.lesson == nil, !isTurn,
        attempt.place == nil, case .play(let level) = action
      {
        told = []
        play(level)
      } else if case .over(let attempt, _) = stage, attempt.lesson == nil, !isTurn,
        attempt.place == nil, case .draw(let reference) = action
      {
        told = []
        begin(.named(reference))
      } else if case .over = stage, action == .share, let lastOver {
        // Words do not cover the room, so that what is only told can be told now.
        tell(lastOver.share(settings.style))
      } else if allowsHere(action) {
        performHere(action)
      } else {
        tell([refusal(of: action)])
      }
    case .look:
      // When the round is over, this shows the room; a second time, it tells it again.
      if attempt.isEmptyRoom {
        tell([noLevel])
      } else if case .over(_, let ending) = stage, !ending.looks, allowsHere(.look) {
        performHere(.look)
      } else {
        tell(teller.room)
      }
    case .place: tell([attempt.isEmptyRoom ? noLevel : teller.place])
    case .score:
      let isPractice = attempt.standing == .practice && !attempt.isEmptyRoom
      tell(teller.standing + (isPractice ? ["This round is practice."] : []))
    case .settings:
      tell(
        Setting.Kind.allCases.map { kind in
          "\(kind.name): \(settings.setting(kind)?.value ?? "the given levels")"
        } + ["Type set NAME VALUE to change one."])
    case .moves(let moves): walk(moves)
    case .pick, .answer, .removePlayer, .rename, .give, .startingScore, .winning, .kept,
      .writeFile, .code, .resizing, .rule:
      assertionFailure("these are typed where no room is played")
    case .rules: tell(Self.rules(settings.style))
    case .help:
      let rows = helpRows.map { row in
        "\(row.words[0])\(row.words.count > 1 ? " (\(row.words.dropFirst().joined(separator: ", ")))" : ""): \(row.meaning)"
      }
      // In several messages: of one that is longer than the screen, the beginning cannot be scrolled to.
      for first in stride(from: 0, to: rows.count, by: 5) {
        tell(Array(rows[first..<min(first + 5, rows.count)]))
      }
    }
  }

  /// Whether a line answers the question: it is one of the answers; or, where the answer is typed, it
  /// is anything but the words for leaving it, for seeing it again and for help.
  private func answersQuestion(_ line: String) -> Bool {
    if place == .questions, let question = quizRun?.question, question.form.isClosed {
      // An answer may be a word that means something else elsewhere, such as 'left'.
      return question.answers.contains { AnswerText($0) == AnswerText(line) }
    }
    guard typesAnswer else { return false }
    let text = line.lowercasedASCII.split(separator: " ").joined(separator: " ")
    return !Self.besideAnswers.contains(text) && !text.utf8.starts(with: "answer ".utf8)
      && !text.utf8.starts(with: "set ".utf8)
  }

  /// What can be typed where anything else is an answer.
  private static let besideAnswers = [
    "answer", "look", "help", "quit", "exit", "bye", "worlds", "board", "rounds", "workshop",
    "settings", "rules",
  ]

  /// What can be typed where the player is.
  private var helpRows: [(words: [String], meaning: String)] {
    let rows = TypedCommand.table(at: place) + TypedCommand.table.filter(isOfUse)
    guard typesAnswer else { return rows }
    return rows.map { ($0.words.filter(Self.besideAnswers.contains), $0.meaning) }.filter {
      !$0.words.isEmpty
    }
  }

  /// Whether a word of the table means something where the player is.
  func isOfUse(_ row: (words: [String], meaning: String)) -> Bool {
    guard place != .room else { return true }
    return [
      "look", "score", "share", "worlds", "questions", "board", "workshop", "rounds", "settings",
      "rules", "help", "quit",
    ].contains(row.words[0])
  }

  /// Whether a turn of a player of the board is played.
  private var isTurn: Bool { attempt.turn != nil }

  /// Goes back to the world of a level.
  private mutating func tellWorld() {
    if case .over(let attempt, _) = stage, attempt.place != nil {
      leaveLevel()
    } else if allowsHere(.back) {
      performHere(.back)
    } else {
      tell([refusal(of: .back)])
    }
  }

  /// Makes moves until one is refused or the round is over.
  private mutating func walk(_ moves: [Direction]) {
    for direction in moves {
      guard allowsHere(.move(direction)) else {
        tell([refusal(of: .move(direction))])
        return
      }
      performHere(.move(direction))
      if case .over = stage { return }
    }
  }

  /// Why there is no level to play.
  private var noLevel: String {
    awaits == .thought
      ? "A level is being looked for. Type stop to stop it."
      : "There is no level here. Type new for one, or set family to choose another one."
  }

  /// Why an action that was typed does nothing now.
  private func refusal(of action: Action) -> String {
    if case .thinking(_, let thought) = stage, thought.isLevel {
      switch action {
      case .newRound, .dismiss, .play, .draw: return noLevel
      default: break
      }
    }
    if attempt.isEmptyRoom {
      switch action {
      case .move, .undo, .restart, .hint, .showMe: return noLevel
      default: break
      }
    }
    if case .showing = stage { return "The solution is being shown. Type stop to stop it." }
    if action.namesLevel, attempt.place != nil {
      return "A world has its own levels. Type rounds, and then level with the code or the name."
    }
    if case .over = stage {
      if isTurn { return "The round is over. Type next for the board, or look." }
      let next =
        attempt.isTrial
        ? "next for the workshop"
        : attempt.lesson == nil && attempt.place == nil ? "next for a new one" : "next to go on"
      // Whoever was caught at the start has made no move.
      let undo = attempt.path.isEmpty ? "" : ", undo"
      return "The round is over. Type \(next), look\(undo) or quit."
    }
    if action.isHelpful, isTurn {
      return "In a turn, nobody helps, and no move is taken back. Play it to its end."
    }
    if attempt.isTrial, action == .newRound || action.namesLevel {
      return "You try the level of the workshop. Type workshop to go back to it."
    }
    if attempt.lesson != nil, case .visit = action {
      return "These are the first steps. Type skip to leave them."
    }
    if case .move(let direction) = action, case .playing(let attempt) = stage {
      return attempt.level.size.exit(from: attempt.round.player, direction) == nil
        ? "You cannot go \(direction.word): the room ends there."
        : "You cannot go \(direction.word): a block is there."
    }
    switch action {
    case .dismiss: return "There is no message: the round goes on."
    case .undo, .restart: return "There is no move to take back."
    case .newRound, .play, .draw:
      return attempt.lesson == nil
        ? "This round counts, and has begun. Play it to its end, or quit."
        : "These are the first steps. Type skip to leave them."
    case .stop: return "There is nothing to stop."
    case .skip: return "These are not the first steps."
    case .visit: return "You are there already."
    case .share: return "No round is finished yet."
    case .hint, .showMe: return "The first steps are yours to find. Type skip to leave them."
    default: return "That does nothing now."
    }
  }
}
