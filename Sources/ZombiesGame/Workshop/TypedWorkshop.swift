import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

// Typed commands of the workshop.

extension Session {
  /// What a line typed in the workshop does; nil if it has no special meaning there.
  func deedInWorkshop(_ line: TypedLine) throws(Refusal) -> Deed? {
    var line = line
    // "put a zombie on 2 2"
    for needless in [["edit", "put", "add"], ["a", "an", "the"]] {
      if line.words.count > 1, needless.contains(line.words[0]) { line = TypedLine(line.rest()) }
    }
    guard let first = line.words.first else { return nil }
    let key = first == "wall" ? "block" : first == "sign" ? "signpost" : first
    let (words, rest) = (Array(line.words.dropFirst()), line.rest())
    let numbers = Self.numbers(words)
    if let row = Self.things.first(where: { $0.word == key }) {
      if rest.isEmpty || words == ["here"] { return typed(.put(row.thing)) }
      guard numbers.count == 2 else { return try deed(named: "zombie", in: Command.workshop) }
      let square = Square(row: numbers[0] - 1, column: numbers[1] - 1)
      return typed(.edit(.put(row.thing, square)))
    }
    switch (key, words.count, numbers.count) {
    case ("size", _, 2): return typed(.edit(.resize(rows: numbers[0], columns: numbers[1])))
    case ("rule", 2, _):
      guard let kind = Self.ruleKinds.first(where: { $0.name == words[0] }) else { break }
      let setting = try TypedLine.setting(kind, words[1], shows: 40)
      var settings = Settings(rules: bench.draft.rules)
      settings.set(setting)
      return typed(.edit(.rules(settings.rules)))
    case ("paste", 1..., _), ("level", 1..., _): return typed(.edit(.paste(Self.pasted(rest))))
    case ("generate", 1...2, _):
      let grade = words.count > 1 ? Grade(rawValue: words[1]) : nil
      guard Grade(rawValue: words[0]) == nil, words.count == 1 || grade != nil else { break }
      do throws(NameError) { return typed(.generate(try Family(words[0]), grade)) } catch {
        throw Refusal("Not a family: \(error).")
      }
    case ("name", _, _): return typed(.edit(.name(rest.isEmpty ? nil : rest)))
    case ("world", _, _): return typed(.edit(.world(rest.isEmpty ? nil : rest)))
    case ("file", 1..., _): return .does { $0.want(file: rest) }
    case ("take", _, 1): return typed(.edit(.takeUp(numbers[0] - 1)))
    case ("remove", _, 1): return typed(.edit(.remove(numbers[0] - 1)))
    // These two have no row of their own in the table.
    case ("take", _, _), ("remove", _, _):
      throw Refusal("Type: \(key) 2, with the number of a saved level.")
    case ("up", _, _), ("down", _, _), ("left", _, _), ("right", _, _):
      return try deed(named: line.text, in: Command.room)
    default: break
    }
    // A command without the words that it needs explains itself.
    let command = Command.workshop.first { $0.words.contains(key) }
    let needsMore = command.map { $0.deed(in: self) == nil } ?? false
    return try deed(named: needsMore ? key : line.text, in: Command.workshop)
  }

  /// Adds rows and columns, or removes them.
  func resizing(by count: Int) -> Deed {
    let size = bench.draft.level.size
    return typed(.edit(.resize(rows: size.rows + count, columns: size.columns + count)))
  }

  private static let things: [(word: String, thing: Thing?)] =
    Workshop.things.map { ($0.noun, $0) } + [("floor", nil)]

  private static let ruleKinds = Rules.Variant.allCases.map { Setting.Kind($0) }

  /// Numbers from 1: "6 8", "6x8", "6, 8", "row 6 column 8" or "6 rows by 8 columns"; empty if there is
  /// anything else.
  private static func numbers(_ words: [String]) -> [Int] {
    let between = ["row", "column", "rows", "columns", "by", "on", "at", "in", "and", "square"]
    let parts = words.filter { !between.contains($0) }.joined(separator: "x")
      .split { $0 == "x" || $0 == "," }
    // The limit does not depend on the size of an Int.
    let numbers = parts.compactMap { Int($0) }.filter { (1...999_999).contains($0) }
    return numbers.count == parts.count ? numbers : []
  }

  /// The pasted text. The line ends of a picture have become blanks.
  private static func pasted(_ text: String) -> String {
    let isPicture = !text.utf8.contains { (0x30...0x39).contains($0) || $0 == 0x2F || $0 == 0x40 }
    return isPicture ? text.split(separator: " ").joined(separator: "\n") : text
  }
}
