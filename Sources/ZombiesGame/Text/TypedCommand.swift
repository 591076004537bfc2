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

  /// Reads a line in a place; nil if it means nothing there.
  static func read(_ line: String, at place: Place) throws(Problem) -> TypedCommand? {
    let line = TypedLine(line)
    // The ways to another place are the same in all of them.
    let way = Command.everywhere.first { $0.words.contains(line.text) }?.typed
    if case .action(.visit) = way { return way }
    if let command = try read(line, at: place) { return command }
    return try read(line)
  }

  /// The command of a table with this name; nil if there is none.
  static func named(_ name: String, in table: [Command]) throws(Problem) -> TypedCommand? {
    guard let command = table.first(where: { $0.words.contains(name) }) else { return nil }
    guard let typed = command.typed else { throw Problem(text: "Type: \(command.meaning).") }
    return typed
  }

  /// Reads a line that has the same meaning in all places, unless a place has another one for it.
  private static func read(_ line: TypedLine) throws(Problem) -> TypedCommand? {
    let words = line.words
    switch (words.first, words.count) {
    case ("set", 3...) where words[1] == "name":
      return .action(.set(try setting(["set", "name", line.rest(after: 2)])))
    case ("set", 2...): return .action(.set(try setting(words)))
    case ("daily", 2):
      guard let day = Day(words[1]) else {
        throw Problem(text: "Type: daily DATE, such as daily 2026-11-22.")
      }
      return .action(.day(day))
    case ("level", 2):
      guard Int(words[1]) == nil else {
        throw Problem(text: "Numbers of levels work in the worlds. Elsewhere, type \(levelForm)")
      }
      return .action(try level(line.rest()))
    case ("listen", 3), ("ears", 3):
      if let row = Int(words[1]), let column = Int(words[2]), row > 0, column > 0 {
        return .action(.listen(Square(row: row - 1, column: column - 1)))
      }
    case ("help", 2...), ("?", 2...):
      let topic = plain(words.dropFirst().joined(separator: " "))
      return topic.isEmpty || topic == "me" ? .help : .explain(topic)
    default: break
    }
    let walks = ["go", "walk", "move", "step", "turn", "run"]
    let isWalk = words.count > 1 && walks.contains(words[0])
    let text = words.dropFirst(isWalk ? 1 : 0).joined(separator: " ")
    guard text != "level" else { throw Problem(text: "Type: \(levelForm)") }
    if let command = try named(text, in: Command.everywhere) { return command }
    return try moves(text)
  }

  private static let levelForm = "level CODE, such as level S4/5/Z1#2/2F2/4P."

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
      let row = Command.everywhere.first { $0.words.contains(word) }
      return if case .action(.move(let direction)) = row?.typed { direction } else { nil }
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
    return try setting(kind, words[2], shows: 80)
  }

  /// The setting of a kind with a typed value, of which an error shows at most so many characters.
  static func setting(
    _ kind: Setting.Kind, _ value: String, shows length: Int
  ) throws(Problem) -> Setting {
    guard let setting = Setting(kind, value) else {
      throw Problem(
        text: "'\(shownText(value, atMost: length))' is not a value of \(kind.name): expected "
          + "\(kind.values).")
    }
    return setting
  }
}

/// The words of a typed line.
struct TypedLine {
  /// The words as they were typed, because names and codes have capital letters.
  private let typed: [String]
  /// The words in lower case.
  let words: [String]

  /// The line with all its blanks.
  let line: String

  init(_ line: String) {
    self.line = line
    typed = line.split(separator: " ").map { String($0) }
    words = typed.map { $0.lowercasedASCII }
  }

  /// The words in lower case, with one blank between them.
  var text: String { words.joined(separator: " ") }

  /// The number at the end, from 1; nil if there is none.
  var number: Int? { words.last.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }

  /// What was typed after the first words, and before the last ones.
  func rest(after count: Int = 1, butLast last: Int = 0) -> String {
    typed.dropFirst(count).dropLast(last).joined(separator: " ")
  }
}

extension String {
  /// The text with ASCII letters in lower case.
  var lowercasedASCII: String {
    String(
      decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
