import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// Typed commands of the workshop.

extension TypedCommand {
  /// The commands of the workshop, each with the usual form first.
  static let workshopTable: [Row] = [
    Row(
      things.map { $0.word },
      "zombie 2 3 puts a zombie on row 2, column 3; floor 2 3 clears that square; without numbers, they act on the square at the cursor"
    ),
    Row(["up", "down", "left", "right"], "move the cursor; up 3 for several squares"),
    Row(["size"], "size 6 8 makes the room 6 rows by 8 columns"),
    Row(["lit"], "light the room", .edit(.light(true))),
    Row(["dark"], "make the room dark", .edit(.light(false))),
    Row(["larger"], "add a row and a column", .resizing(1)),
    Row(["smaller"], "remove a row and a column", .resizing(-1)),
    Row(["rule"], "rule distance 0, rule chase vertical or rule speed 2 to change a rule"),
    Row(["undo", "back"], "undo the last change", .undo),
    Row(["redo"], "redo the last undone change", .redo),
    Row(["clear"], "remove all zombies, blocks and flashlights", .edit(.clear)),
    Row(["paste", "level"], "paste CODE to replace this level with one in any text form"),
    Row(
      ["generate"],
      "generate FAMILY to draw a level, or generate FAMILY hard to draw one of that grade"),
    Row(["name"], "name WORDS names the level; name alone removes the name"),
    Row(["world"], "world WORDS puts the level in that world; world alone puts it in Workshop"),
    Row(["keep", "save"], "save the level in the list", .keep),
    Row(
      ["kept", "list"], "list the saved levels; take 2 opens level 2, remove 2 removes it",
      .kept(isFile: false)),
    Row(
      ["file"],
      "file NAME writes the saved levels to a file that all zombies commands can read; file alone shows them",
      .kept(isFile: true)),
    Row(["code", "link", "share"], "show the level's name, code and link", .code),
    Row(["play", "try"], "try the level; practice, not counted", .choose),
    Row(
      ["edit", "put", "add"],
      "edit zombie 2 3 or put a zombie on 2 3; edit can come before any of these commands"),
  ]

  /// Reads a line typed in the workshop; nil if it has no special meaning there.
  static func workshop(_ line: String, _ words: [String]) throws(Problem) -> TypedCommand? {
    var words = words
    // The line as typed, because codes have capital letters.
    var typed = line.split(separator: " ").map { String($0) }
    if words.count > 1, ["edit", "put", "add"].contains(words[0]) {
      words.removeFirst()
      typed.removeFirst()
    }
    // "put a zombie on 2 2"
    if let first = words.first, ["a", "an", "the"].contains(first) {
      words.removeFirst()
      typed.removeFirst()
    }
    guard let first = words.first else { return nil }
    let key = first == "wall" ? "block" : first == "sign" ? "signpost" : first
    let rest = Array(words.dropFirst())
    if let row = things.first(where: { $0.word == key }) {
      if rest.isEmpty || rest == ["here"] { return .action(.put(row.thing)) }
      return .action(.edit(.put(row.thing, try square(rest, after: key))))
    }
    switch key {
    case "size": return .action(.edit(try size(rest)))
    case "rule" where rest.count == 2: return .rule(try rule(rest))
    case "paste" where !rest.isEmpty, "level" where !rest.isEmpty:
      return .action(.edit(.paste(pasted(typed.dropFirst().map { $0 }))))
    case "generate" where !rest.isEmpty: return try generate(rest)
    case "name":
      let name = typed.dropFirst().joined(separator: " ")
      return .action(.edit(.name(name.isEmpty ? nil : name)))
    case "world":
      let name = typed.dropFirst().joined(separator: " ")
      return .action(.edit(.world(name.isEmpty ? nil : name)))
    case "file" where !rest.isEmpty: return .writeFile(typed.dropFirst().joined(separator: " "))
    case "take" where rest.count == 1: return .action(.edit(.takeUp(try number(rest[0]) - 1)))
    case "remove" where rest.count == 1: return .action(.removeKept(try number(rest[0]) - 1))
    default: break
    }
    let text = words.joined(separator: " ")
    // A command with too few or too many arguments.
    let alone = ["rule", "paste", "level", "generate", "take", "remove"].contains(key) ? key : text
    guard let row = workshopTable.first(where: { $0.words.contains(alone) }) else {
      // These two have no row of their own in the table.
      if alone == "take" || alone == "remove" {
        throw Problem(text: "Type: \(alone) 2, with the number of a saved level.")
      }
      return nil
    }
    // Directions are read elsewhere, for all places.
    if row.words.contains("up") { return nil }
    guard let command = row.command else { throw Problem(text: "Type: \(row.meaning).") }
    return command
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
  private static func pasted(_ words: [String]) -> String {
    let isPicture =
      words.count > 1
      && words.allSatisfy { word in
        word.utf8.allSatisfy { !(0x30...0x39).contains($0) && $0 != 0x2F && $0 != 0x40 }
      }
    return words.joined(separator: isPicture ? "\n" : " ")
  }

  private static let ruleKinds = Rules.Variant.allCases.map { Setting.Kind($0) }

  private static func rule(_ words: [String]) throws(Problem) -> Setting {
    guard let kind = ruleKinds.first(where: { $0.name == words[0] }) else {
      throw Problem(
        text: "There is no rule '\(shownText(words[0], atMost: 40))'. The rules are "
          + "\(listed(ruleKinds.map { $0.name })).")
    }
    guard let setting = Setting(kind, words[1]) else {
      throw Problem(
        text: "'\(shownText(words[1], atMost: 40))' is not a value of \(kind.name): expected "
          + "\(kind.values).")
    }
    return setting
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
