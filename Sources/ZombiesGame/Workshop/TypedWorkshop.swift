import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// Typed commands of the workshop.

extension Session {
  /// What a line typed in the workshop does; nil if it has no special meaning there.
  func deedInWorkshop(_ line: TypedLine) throws(TypedLine.Problem) -> Deed? {
    // "put a zombie on 2 2"
    let isPut = line.words.count > 1 && ["edit", "put", "add"].contains(line.words[0])
    let edit = isPut ? TypedLine(line.rest()) : line
    let hasArticle = ["a", "an", "the"].contains(edit.words.first)
    return try deedOfEdit(hasArticle ? TypedLine(edit.rest()) : edit)
  }

  private func deedOfEdit(_ line: TypedLine) throws(TypedLine.Problem) -> Deed? {
    guard let first = line.words.first else { return nil }
    let key = first == "wall" ? "block" : first == "sign" ? "signpost" : first
    let words = Array(line.words.dropFirst())
    let rest = line.rest()
    if let row = Self.things.first(where: { $0.word == key }) {
      if rest.isEmpty || words == ["here"] { return typed(.put(row.thing)) }
      return typed(.edit(.put(row.thing, try Self.square(words, after: key))))
    }
    switch (key, words.count) {
    case ("size", _): return typed(.edit(try Self.size(words)))
    case ("rule", 2):
      let rules = Settings(rules: bench.workshop.draft.rules).changing(try Self.rule(words))?.rules
      return typed(.edit(.rules(rules ?? .standard)))
    case ("paste", 1...), ("level", 1...): return typed(.edit(.paste(Self.pasted(rest))))
    case ("generate", 1...): return typed(try Self.generate(words))
    case ("name", _): return typed(.edit(.name(rest.isEmpty ? nil : rest)))
    case ("world", _): return typed(.edit(.world(rest.isEmpty ? nil : rest)))
    case ("file", 1...): return .does { $0.want(file: rest) }
    case ("take", 1): return typed(.edit(.takeUp(try Self.number(words[0]) - 1)))
    case ("remove", 1): return typed(.removeKept(try Self.number(words[0]) - 1))
    // These two have no row of their own in the table.
    case ("take", _), ("remove", _):
      throw TypedLine.Problem(text: "Type: \(key) 2, with the number of a saved level.")
    // Too few or too many words.
    case ("rule", _), ("paste", _), ("level", _), ("generate", _):
      return try deed(named: key, in: Command.workshop)
    case ("up", 0), ("down", 0), ("left", 0), ("right", 0):
      return try deed(named: key, in: Command.room)
    default: return try deed(named: line.text, in: Command.workshop)
    }
  }

  /// Adds rows and columns, or removes them.
  func resizing(by count: Int) -> Deed {
    let size = bench.level.size
    return typed(.edit(.resize(rows: size.rows + count, columns: size.columns + count)))
  }

  private static let things: [(word: String, thing: Thing?)] =
    Workshop.things.map { ($0.noun, $0) } + [("floor", nil)]

  /// A typed number, from 1.
  private static func number(_ word: String) throws(TypedLine.Problem) -> Int {
    // The limit does not depend on the size of an Int.
    let largestNumber = 999_999
    guard let number = Int(word), (1...largestNumber).contains(number) else {
      throw TypedLine.Problem(
        text:
          "'\(shownText(word, atMost: 40))' is not a number from 1 to \(largestNumber).")
    }
    return number
  }

  /// A square by its row and column, from 1.
  private static func square(_ words: [String], after key: String) throws(TypedLine.Problem)
    -> Square
  {
    let numbers = pair(words)
    guard numbers.count == 2, numbers.allSatisfy({ Int($0) != nil }) else {
      throw TypedLine.Problem(text: "Type: \(key) ROW COLUMN, such as \(key) 2 3.")
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
  private static func size(_ words: [String]) throws(TypedLine.Problem) -> Workshop.Edit {
    let sides = pair(words)
    guard sides.count == 2 else {
      throw TypedLine.Problem(text: "Type: size ROWS COLUMNS, such as size 6 8.")
    }
    return .resize(rows: try number(sides[0]), columns: try number(sides[1]))
  }

  /// The pasted text. The line ends of a picture have become blanks.
  private static func pasted(_ text: String) -> String {
    let isPicture = !text.utf8.contains { (0x30...0x39).contains($0) || $0 == 0x2F || $0 == 0x40 }
    return isPicture ? text.split(separator: " ").joined(separator: "\n") : text
  }

  private static let ruleKinds = Rules.Variant.allCases.map { Setting.Kind($0) }

  private static func rule(_ words: [String]) throws(TypedLine.Problem) -> Setting {
    guard let kind = ruleKinds.first(where: { $0.name == words[0] }) else {
      throw TypedLine.Problem(
        text: "There is no rule '\(shownText(words[0], atMost: 40))'. The rules are "
          + "\(listed(ruleKinds.map { $0.name })).")
    }
    return try TypedLine.setting(kind, words[1], shows: 40)
  }

  private static func generate(_ words: [String]) throws(TypedLine.Problem) -> Action {
    if Grade(rawValue: words[0]) != nil {
      throw TypedLine.Problem(
        text: "Type: generate FAMILY \(words[0]), such as generate block \(words[0]).")
    }
    let family: Family
    do throws(NameError) { family = try Family(words[0]) } catch {
      throw TypedLine.Problem(text: "Not a family: \(error).")
    }
    guard words.count > 1 else { return .generate(family, nil) }
    guard words.count == 2, let grade = Grade(rawValue: words[1]) else {
      throw TypedLine.Problem(
        text:
          "Type: generate FAMILY GRADE. The grades are \(listed(Grade.allCases.map { $0.rawValue }))."
      )
    }
    return .generate(family, grade)
  }
}
