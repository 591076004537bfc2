import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

/// A command on the text screen.
enum TypedCommand: Equatable, Sendable {
  /// Performs an action.
  case action(Action)
  /// Describes the room or the place.
  case look
  /// Shows the square of the player.
  case place
  /// Shows the lives, the wins and the losses.
  case score
  /// Lists the settings.
  case settings
  /// Asks for the file of the rounds that were played, and may remove them afterwards.
  case plays(removes: Bool)
  /// Lists the commands.
  case help
  /// Explains a command.
  case explain(String)
  /// Lists what can be played.
  case menu
  /// Shows the rules in short.
  case rules
  /// Explains the symbols and the marks of the room.
  case legend
  /// Makes several moves. A counted walk, such as "left 5", stops when something happens.
  case moves([Direction], isCounted: Bool)
  /// Answers a question.
  case answer(String)
  /// Opens the world or the level in a row.
  case pick(Int)
  /// Lists the worlds, or the levels of a world.
  case list
  /// In the worlds, in a world or in a level of it: opens the level with a number.
  case pickLevel(Int)
  /// In the worlds or in a world: shows another world.
  case world(Action)
  /// At the board: removes a player.
  case removePlayer(String)
  /// At the board: renames a player.
  case rename(String, to: String)
  /// At the board: gives points to a player.
  case give(String, Int)
  /// At the board: sets the starting score.
  case startingScore(Int)
  /// At the board: sets whether the highest or the lowest score wins.
  case winning(Scoreboard.Winning)
  /// In the workshop: shows the list of saved levels, or the text of their file.
  case kept(isFile: Bool)
  /// In the workshop: writes the saved levels to a file of this name.
  case writeFile(String)
  /// In the workshop: shows the code and the link of the level.
  case code
  /// In the workshop: adds or removes rows and columns.
  case resizing(Int)
  /// In the workshop: changes a rule.
  case rule(Setting)

  /// The reason why a line is not a command, in a sentence.
  struct Problem: Error, Equatable {
    let text: String
  }

  /// A line of the list of commands.
  struct Row {
    /// The names of the command, the usual one first.
    let words: [String]
    /// The effect of the command.
    let meaning: String
    /// The command itself; nil if it needs more words or is only explained.
    let command: TypedCommand?

    init(_ words: [String], _ meaning: String) {
      (self.words, self.meaning, command) = (words, meaning, nil)
    }

    init(_ words: [String], _ meaning: String, _ command: TypedCommand) {
      (self.words, self.meaning, self.command) = (words, meaning, command)
    }

    init(_ words: [String], _ meaning: String, _ action: Action) {
      self.init(words, meaning, .action(action))
    }

    /// The line of the list: "quit (q, exit, bye): leave the game".
    var text: String {
      let others = words.count > 1 ? " (\(words.dropFirst().joined(separator: ", ")))" : ""
      return "\(words[0])\(others): \(meaning)"
    }
  }

  /// The commands in a room. Many of them work elsewhere too.
  static let table: [Row] = [
    Row(
      ["up", "u", "north", "n", "go north"],
      "go up; type up 3, uul or up up left for several moves", .move(.up)),
    Row(["down", "d", "south", "s", "go south"], "go down", .move(.down)),
    Row(["left", "l", "west", "w", "go west"], "go left", .move(.left)),
    Row(["right", "r", "east", "e", "go east"], "go right", .move(.right)),
    Row(["next", "ok", "continue", "pass"], "continue after a message", .dismiss),
    Row(
      ["look", "x", "examine", "look around"], "what you see; after a round, the whole room",
      TypedCommand.look),
    Row(["where", "where am i"], "where you are", .place),
    Row(["hint", "i"], "the best move, given what you have seen", .hint),
    Row(
      ["listen", "ears"],
      "mark the squares that the number counts; type listen 3 2 for the number on row 3, column 2",
      .listen(nil)),
    Row(["undo"], "undo the last move; the rest of the round is practice", .undo),
    Row(
      ["back"], "undo the last move; before the first one, back to where the level comes from",
      .back),
    Row(["restart", "again", "reset"], "start the same level again, as practice", .restart),
    Row(
      ["show", "show me", "solution", "solve"],
      "watch the solution; the rest of the round is practice",
      .showMe),
    Row(["new"], "leave practice and play a new level", .newRound),
    Row(["level"], "level CODE to play that level, as practice"),
    Row(["stop"], "stop a solution or a search", .stop),
    Row(["skip"], "skip the first steps", .skip),
    Row(["first steps"], "play the first steps again, and then go back", .firstSteps),
    Row(["score", "lives", "points", "stars"], "lives, wins and losses", .score),
    Row(["share"], "sum up the last finished round, without spoilers", .share),
    Row(
      ["daily", "today"], "today's level; type daily 2026-11-22 for that of another day",
      .visit(.daily)),
    Row(["yesterday"], "the daily level of the day before today", .day(nil)),
    Row(
      ["worlds"],
      "the worlds: levels in order, with stars. In a level, this goes back to its world",
      .visit(.worlds)),
    Row(["questions", "quiz"], "questions about rooms", .visit(.questions)),
    Row(
      ["board", "scoreboard"], "the scoreboard: several players on the same levels",
      .visit(.board)),
    Row(["workshop", "edit"], "the workshop: make levels of your own", .visit(.workshop)),
    Row(["rounds"], "rounds on new levels, 3 lives per game", .visit(.rounds)),
    Row(
      ["original"], "the original game: nothing to hear, nothing remembered, some levels unfair",
      .visit(.original)),
    Row(["menu"], "what you can play", .menu),
    Row(["settings", "options"], "the settings; type set NAME VALUE to change one", .settings),
    Row(
      ["plays"],
      "export the rounds that you played, with times, as a file for the maker of the levels",
      .plays(removes: false)),
    Row(
      ["remove plays"], "export the rounds that you played, and remove them from this browser",
      .plays(removes: true)),
    Row(["rules", "instructions"], "the rules in short", .rules),
    Row(["legend", "signs", "symbols", "marks"], "the symbols and the marks of the room", .legend),
    Row(
      ["help", "?", "commands", "help me"], "the list of commands; type help hint for one of them",
      .help),
    Row(["quit", "q", "exit", "bye"], "leave the game", .leave),
  ]

  /// Reads a line that is not blank; nil if it means nothing.
  init?(_ line: String) throws(Problem) {
    let words = line.lowercasedASCII.split(separator: " ").map { String($0) }
    var text = words.joined(separator: " ")
    if text.utf8.starts(with: "set name ".utf8) {
      // A name is kept as it was typed.
      let name = line.split(separator: " ").dropFirst(2).joined(separator: " ")
      self = .action(.set(try Self.setting(["set", "name", name])))
      return
    }
    if text.utf8.starts(with: "set ".utf8) {
      self = .action(.set(try Self.setting(words)))
      return
    }
    if words.count == 2, words[0] == "daily" {
      guard let day = Day(words[1]) else {
        throw Problem(text: "Type: daily DATE, such as daily 2026-11-22.")
      }
      self = .action(.day(day))
      return
    }
    if words.count == 2, words[0] == "level" {
      if Int(text.dropFirst("level ".count)) != nil {
        throw Problem(
          text: "Numbers of levels work in the worlds. Elsewhere, type level CODE, such as level "
            + "S4/5/Z1#2/2F2/4P.")
      }
      // A code has capital letters, so it is read as it was typed.
      self = .action(try Self.level(line.split(separator: " ").last.map { String($0) } ?? ""))
      return
    }
    if words.count == 3, let row = Int(words[1]), let column = Int(words[2]), row > 0, column > 0,
      words[0] == "listen" || words[0] == "ears"
    {
      self = .action(.listen(Square(row: row - 1, column: column - 1)))
      return
    }
    if words.count > 1, words[0] == "help" || words[0] == "?" {
      let topic = Self.plain(words.dropFirst().joined(separator: " "))
      self = topic.isEmpty || topic == "me" ? .help : .explain(topic)
      return
    }
    for prefix in ["go ", "walk ", "move ", "step ", "turn ", "run "]
    where text.utf8.starts(with: prefix.utf8) {
      text = String(text.dropFirst(prefix.count))
      break
    }
    if let row = Self.table.first(where: { $0.words.contains(text) }) {
      guard let command = row.command else {
        throw Problem(text: "Type: level CODE, such as level S4/5/Z1#2/2F2/4P.")
      }
      self = command
    } else {
      guard let moves = try Self.moves(text) else { return nil }
      self = moves
    }
  }

  /// The words of a line without punctuation at their ends, and without words that change nothing: "a
  /// hint, please!" is "hint".
  static func plain(_ line: String) -> String {
    let needless = ["please", "a", "an", "the", "now", "thanks", "to"]
    return line.split(separator: " ").map { word in
      var bytes = word.utf8
      while let last = bytes.last, ".!?,;:".utf8.contains(last) { bytes.removeLast() }
      return String(Substring(bytes))
    }.filter { !$0.isEmpty && !needless.contains($0.lowercasedASCII) }.joined(separator: " ")
  }

  /// The most moves in a line, so that all their messages fit into the log.
  static let mostMoves = 30

  /// Several moves: "up up", "up 3", "up3", "d, l l", "uuu"; nil if any word is not a move. A number repeats the
  /// direction before it.
  private static func moves(_ text: String) throws(Problem) -> TypedCommand? {
    let separators: [Character] = [" ", ",", ".", ";", "!"]
    var moves: [Direction] = []
    var isCounted = false
    for word in text.split(whereSeparator: { separators.contains($0) }).flatMap({ apart($0) }) {
      if word.utf8.allSatisfy({ $0.decimalDigit != nil }) {
        guard let last = moves.last else { return nil }
        guard let number = Int(word), (1...mostMoves).contains(number) else {
          throw Problem(text: tooManyMoves)
        }
        isCounted = true
        moves += [Direction](repeating: last, count: number - 1)
      } else {
        guard let run = run(of: word) else { return nil }
        moves += run
      }
    }
    guard moves.count <= mostMoves else { throw Problem(text: tooManyMoves) }
    return moves.isEmpty ? nil : .moves(moves, isCounted: isCounted)
  }

  /// The letters and the digits of a word such as "left3", apart.
  private static func apart(_ word: Substring) -> [Substring] {
    guard let first = word.utf8.first else { return [] }
    let isDigit = first.decimalDigit != nil
    let start = word.utf8.prefix { ($0.decimalDigit != nil) == isDigit }
    let rest = Substring(word.utf8.dropFirst(start.count))
    return [Substring(start)] + (rest.isEmpty ? [] : apart(rest))
  }

  private static let tooManyMoves = "A line can have 1 to \(mostMoves) moves."

  /// The moves of a direction, or of letters such as "uuu" or "uul"; nil for any other word.
  private static func run(of word: Substring) -> [Direction]? {
    func direction(_ word: String) -> Direction? {
      let row = table.first { $0.words.contains(word) }
      return if case .action(.move(let direction)) = row?.command { direction } else { nil }
    }
    if let move = direction(String(word)) { return [move] }
    // The letters n, e, s and w make words such as "seen", so they count only if all are the same.
    guard let first = word.first, word.allSatisfy({ $0 == first || "udlr".contains($0) }),
      "udlr".contains(first) || word.allSatisfy({ $0 == first })
    else { return nil }
    let moves = word.compactMap { direction(String($0)) }
    return moves.count == word.count ? moves : nil
  }

  private static func level(_ text: String) throws(Problem) -> Action {
    if text.utf8.contains(UInt8(ascii: "@")) {
      do throws(NameError) { return .draw(try SeedReference(text)) } catch {
        throw Problem(text: "Not a level: \(error).")
      }
    }
    do throws(LevelError) {
      return .play(NamedLevel(try Level(codeOrPlacement: text[...]), name: text))
    } catch {
      throw Problem(text: "Not a level: \(error).")
    }
  }

  /// Reads "set", a name and a value.
  static func setting(_ words: [String]) throws(Problem) -> Setting {
    let names = Setting.Kind.allCases.filter { !$0.isOfPage }.map { $0.name }
    if words.count == 2, let kind = Setting.Kind.allCases.first(where: { $0.name == words[1] }) {
      throw Problem(text: "\(kind.name) can be \(kind.values): \(kind.summary).")
    }
    guard words.count == 3 else {
      throw Problem(
        text:
          "Type: set NAME VALUE, such as set tell off; set NAME shows its values. The names are "
          + "\(listed(names)).")
    }
    guard let kind = Setting.Kind.allCases.first(where: { $0.name == words[1] }) else {
      let advice =
        nearest(words[1], in: names).map { "Did you mean \($0)?" }
        ?? "The settings are \(listed(names))."
      throw Problem(text: "There is no setting '\(words[1])'. \(advice)")
    }
    guard let setting = Setting(kind, words[2]) else {
      throw Problem(
        text:
          "'\(shownText(words[2], atMost: 80))' is not a value of \(kind.name): expected \(kind.values)."
      )
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
