import ZombiesCore
import ZombiesGenerator

/// A line that was typed on the text screen.
struct TypedLine {
  /// The line with all its blanks.
  let line: String
  /// The words as they were typed, because names and codes have capital letters.
  private let typed: [String]
  /// The words in lower case.
  let words: [String]

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

  /// The line without punctuation at the ends of its words, and without words that change nothing: "a hint, please!" is
  /// "hint".
  var plain: TypedLine {
    let needless = ["please", "a", "an", "the", "now", "thanks", "to"]
    return TypedLine(
      typed.map { word in
        var bytes = word.utf8[...]
        while let last = bytes.last, ".!?,;:".utf8.contains(last) { bytes.removeLast() }
        return String(Substring(bytes))
      }.filter { !$0.isEmpty && !needless.contains($0.lowercasedASCII) }.joined(separator: " "))
  }
}

// MARK: The deed of a line

extension Session {
  /// What a line does in the current place; nil if it means nothing there.
  func deed(ofLine line: String) throws(Refusal) -> Deed? {
    let line = TypedLine(line)
    let plain = try? deed(of: line.plain)
    do throws(Refusal) {
      return try deed(of: line) ?? plain
    } catch {
      guard let plain else { throw error }
      return plain
    }
  }

  /// What a typed action does in the current place, or why it is refused.
  func typed(_ action: Action) -> Deed { deedHere(meaning(of: action), isTyped: true) }

  private func deed(of line: TypedLine) throws(Refusal) -> Deed? {
    // The ways to another place are the same in all of them.
    if let way = Command.everywhere.first(where: { $0.words.contains(line.text) }), way.isWay {
      return way.deed(in: self)
    }
    if let deed = try deedOfPlace(line) { return deed }
    if let deed = try deed(named: line.text, in: Command.table(at: place)) { return deed }
    let words = line.words
    switch (words.first, words.count) {
    case ("set", 3...) where words[1] == "name":
      return typed(.set(try TypedLine.setting(["set", "name", line.rest(after: 2)])))
    case ("set", 2...): return typed(.set(try TypedLine.setting(words)))
    case ("daily", 2):
      guard let day = Day(words[1]) else {
        throw Refusal("Type: daily DATE, such as daily 2026-11-22.")
      }
      return typed(.day(day))
    case ("level", 2):
      guard Int(words[1]) == nil else {
        throw Refusal(
          "Numbers of levels work in the worlds. Elsewhere, type level CODE, such as level S4/5/Z1#2/2F2/4P."
        )
      }
      return typed(try TypedLine.level(line.rest()))
    case ("listen", 3), ("ears", 3):
      if let row = Int(words[1]), let column = Int(words[2]), row > 0, column > 0 {
        return typed(.listen(Square(row: row - 1, column: column - 1)))
      }
    case ("help", 2...), ("?", 2...):
      let topic = TypedLine(line.rest()).plain.text
      if topic.isEmpty || topic == "me" { break }
      return .tells { [$0.explanation(of: topic)] }
    default: break
    }
    let walks = ["go", "walk", "move", "step", "turn", "run"]
    let isWalk = words.count > 1 && walks.contains(words[0])
    let text = words.dropFirst(isWalk ? 1 : 0).joined(separator: " ")
    if let deed = try deed(named: text, in: Command.common) { return deed }
    return try TypedLine.moves(text).map(walking)
  }

  /// What the command of a table with a name does; nil if there is none.
  func deed(named name: String, in table: [Command]) throws(Refusal) -> Deed? {
    guard let command = table.first(where: { $0.words.contains(name) }) else { return nil }
    guard let deed = command.deed(in: self) else {
      throw Refusal("Type: \(command.meaning).")
    }
    return deed
  }

  /// Makes moves until a move is refused or the round is over. A counted walk also stops when something
  /// happens that the player would want to think about.
  private func walking(_ moves: [Direction], isCounted: Bool) -> Deed {
    let first = typed(.move(moves[0]))
    guard first.isAllowed else { return first }
    return .does { session in
      for (count, direction) in moves.enumerated() {
        let before = session.attempt
        guard session.carryOut(.move(direction)) else { return }
        guard session.isInRoom else { continue }
        if session.attempt.isOver { return }
        let steps = count + 1
        if isCounted, steps < moves.count, let event = Teller(session).event(since: before) {
          session.tell(["You stop after \(counted(steps, "step")): \(event)."])
          return
        }
      }
    }
  }
}

// MARK: Parts of a line

extension TypedLine {
  /// The most moves in a line, so that all their messages fit into the log.
  static let mostMoves = 30

  /// Several moves: "up up", "up 3", "up3", "d, l l", "uuu"; nil if any word is not a move. A number repeats the
  /// direction before it.
  static func moves(
    _ text: String
  ) throws(Refusal) -> (moves: [Direction], isCounted: Bool)? {
    let separators: [Character] = [" ", ",", ".", ";", "!"]
    var moves: [Direction] = []
    var isCounted = false
    for word in text.split(whereSeparator: { separators.contains($0) }).flatMap({ apart($0) }) {
      if word.utf8.allSatisfy({ $0.decimalDigit != nil }) {
        guard let last = moves.last else { return nil }
        guard let number = Int(word), (1...mostMoves).contains(number) else {
          throw Refusal(tooManyMoves)
        }
        isCounted = true
        moves += [Direction](repeating: last, count: number - 1)
      } else {
        guard let run = run(of: word) else { return nil }
        moves += run
      }
    }
    guard moves.count <= mostMoves else { throw Refusal(tooManyMoves) }
    return moves.isEmpty ? nil : (moves, isCounted)
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
      let row = Command.room.first { $0.words.contains(word) }
      return if case .move(let direction) = row?.action { direction } else { nil }
    }
    if let move = direction(String(word)) { return [move] }
    // The letters n, e, s and w make words such as "seen", so they count only if all are the same.
    guard let first = word.first, word.allSatisfy({ $0 == first || "udlr".contains($0) }),
      "udlr".contains(first) || word.allSatisfy({ $0 == first })
    else { return nil }
    let moves = word.compactMap { direction(String($0)) }
    return moves.count == word.count ? moves : nil
  }

  fileprivate static func level(_ text: String) throws(Refusal) -> Action {
    if text.utf8.contains(UInt8(ascii: "@")) {
      do throws(NameError) { return .draw(try SeedReference(text)) } catch {
        throw Refusal("Not a level: \(error).")
      }
    }
    do throws(LevelError) {
      return .play(NamedLevel(try Level(codeOrPlacement: text[...]), name: text))
    } catch {
      throw Refusal("Not a level: \(error).")
    }
  }

  /// Reads "set", a name and a value.
  static func setting(_ words: [String]) throws(Refusal) -> Setting {
    let names = Setting.Kind.allCases.filter { !$0.isOfPage }.map { $0.name }
    if words.count == 2, let kind = Setting.Kind.allCases.first(where: { $0.name == words[1] }) {
      throw Refusal("\(kind.name) can be \(kind.values): \(kind.summary).")
    }
    guard words.count == 3 else {
      throw Refusal(
        "Type: set NAME VALUE, such as set tell off; set NAME shows its values. The names are "
          + "\(listed(names)).")
    }
    guard let kind = Setting.Kind.allCases.first(where: { $0.name == words[1] }) else {
      let advice =
        nearest(words[1], in: names).map { "Did you mean \($0)?" }
        ?? "The settings are \(listed(names))."
      throw Refusal("There is no setting '\(words[1])'. \(advice)")
    }
    return try setting(kind, words[2], shows: 80)
  }

  /// The setting of a kind with a typed value, of which an error shows at most so many characters.
  static func setting(
    _ kind: Setting.Kind, _ value: String, shows length: Int
  ) throws(Refusal) -> Setting {
    guard let setting = Setting(kind, value) else {
      throw Refusal(
        "'\(shownText(value, atMost: length))' is not a value of \(kind.name): expected "
          + "\(kind.values).")
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
