import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// Typed commands of the workshop.

extension TypedCommand {
  /// Reads a line typed in the workshop; nil if it has no special meaning there.
  static func workshop(_ line: TypedLine) throws(Problem) -> TypedCommand? {
    // "put a zombie on 2 2"
    let isPut = line.words.count > 1 && ["edit", "put", "add"].contains(line.words[0])
    let edit = isPut ? TypedLine(line.rest()) : line
    let hasArticle = ["a", "an", "the"].contains(edit.words.first)
    return try workshopEdit(hasArticle ? TypedLine(edit.rest()) : edit)
  }

  private static func workshopEdit(_ line: TypedLine) throws(Problem) -> TypedCommand? {
    guard let first = line.words.first else { return nil }
    let key = first == "wall" ? "block" : first == "sign" ? "signpost" : first
    let words = Array(line.words.dropFirst())
    let rest = line.rest()
    if let row = things.first(where: { $0.word == key }) {
      if rest.isEmpty || words == ["here"] { return .action(.put(row.thing)) }
      return .action(.edit(.put(row.thing, try square(words, after: key))))
    }
    switch (key, words.count) {
    case ("size", _): return .action(.edit(try size(words)))
    case ("rule", 2): return .rule(try rule(words))
    case ("paste", 1...), ("level", 1...): return .action(.edit(.paste(pasted(rest))))
    case ("generate", 1...): return try generate(words)
    case ("name", _): return .action(.edit(.name(rest.isEmpty ? nil : rest)))
    case ("world", _): return .action(.edit(.world(rest.isEmpty ? nil : rest)))
    case ("file", 1...): return .writeFile(rest)
    case ("take", 1): return .action(.edit(.takeUp(try number(words[0]) - 1)))
    case ("remove", 1): return .action(.removeKept(try number(words[0]) - 1))
    // These two have no row of their own in the table.
    case ("take", _), ("remove", _):
      throw Problem(text: "Type: \(key) 2, with the number of a saved level.")
    // Too few or too many words.
    case ("rule", _), ("paste", _), ("level", _), ("generate", _):
      return try named(key, in: Command.workshop)
    // Directions are read elsewhere, for all places.
    case ("up", 0), ("down", 0), ("left", 0), ("right", 0): return nil
    default: return try named(line.text, in: Command.workshop)
    }
  }

  private static let things: [(word: String, thing: Thing?)] =
    Workshop.things.map { ($0.noun, $0) } + [("floor", nil)]

  /// A typed number, from 1.
  private static func number(_ word: String) throws(Problem) -> Int {
    // The limit does not depend on the size of an Int.
    let largestNumber = 999_999
    guard let number = Int(word), (1...largestNumber).contains(number) else {
      throw Problem(
        text:
          "'\(shownText(word, atMost: 40))' is not a number from 1 to \(largestNumber).")
    }
    return number
  }

  /// A square by its row and column, from 1.
  private static func square(_ words: [String], after key: String) throws(Problem) -> Square {
    let numbers = pair(words)
    guard numbers.count == 2, numbers.allSatisfy({ Int($0) != nil }) else {
      throw Problem(text: "Type: \(key) ROW COLUMN, such as \(key) 2 3.")
    }
    return Square(row: try number(numbers[0]) - 1, column: try number(numbers[1]) - 1)
  }

  /// Two numbers: "6 8", "6x8", "6, 8", "row 6 column 8" or "6 rows by 8 columns".
  private static func pair(_ words: [String]) -> [String] {
    let between = ["row", "column", "rows", "columns", "by", "on", "at", "in", "and", "square"]
    return words.filter { !between.contains($0) }.joined(separator: "x")
      .split { $0 == "x" || $0 == "," }.map { String($0) }
  }

  /// The sides of the room.
  private static func size(_ words: [String]) throws(Problem) -> Workshop.Edit {
    let sides = pair(words)
    guard sides.count == 2 else {
      throw Problem(text: "Type: size ROWS COLUMNS, such as size 6 8.")
    }
    return .resize(rows: try number(sides[0]), columns: try number(sides[1]))
  }

  /// The pasted text. The line ends of a picture have become blanks.
  private static func pasted(_ text: String) -> String {
    let isPicture = !text.utf8.contains { (0x30...0x39).contains($0) || $0 == 0x2F || $0 == 0x40 }
    return isPicture ? text.split(separator: " ").joined(separator: "\n") : text
  }

  private static let ruleKinds = Rules.Variant.allCases.map { Setting.Kind($0) }

  private static func rule(_ words: [String]) throws(Problem) -> Setting {
    guard let kind = ruleKinds.first(where: { $0.name == words[0] }) else {
      throw Problem(
        text: "There is no rule '\(shownText(words[0], atMost: 40))'. The rules are "
          + "\(listed(ruleKinds.map { $0.name })).")
    }
    return try setting(kind, words[1], shows: 40)
  }

  private static func generate(_ words: [String]) throws(Problem) -> TypedCommand {
    if Grade(rawValue: words[0]) != nil {
      throw Problem(
        text: "Type: generate FAMILY \(words[0]), such as generate block \(words[0]).")
    }
    let family: Family
    do throws(NameError) { family = try Family(words[0]) } catch {
      throw Problem(text: "Not a family: \(error).")
    }
    guard words.count > 1 else { return .action(.generate(family, nil)) }
    guard words.count == 2, let grade = Grade(rawValue: words[1]) else {
      throw Problem(
        text:
          "Type: generate FAMILY GRADE. The grades are \(listed(Grade.allCases.map { $0.rawValue }))."
      )
    }
    return .action(.generate(family, grade))
  }
}
