import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesSolver

/// A page on which many levels are sorted, filtered and looked at, each with its picture, its solution and its
/// measures. It is a single HTML file that loads nothing from elsewhere.
///
/// The page contains the table that ``SolveCSV`` writes, by columns, and the moves of the zombies during each
/// solution. So the script of the page knows no rule of the game.
///
///     var atlas = LevelAtlas(title: "My levels")
///     let report = Grader(Solver(rules: .standard)).report(level, LevelAtlas.parts)
///     atlas.add(level, report, LevelClass(of: level))
///     print(atlas.text)
public struct LevelAtlas {
  /// The parts of a report that the page shows.
  public static let parts: LevelReport.Parts = [
    .solution, .grade, .measures, .thingsThatMatter,
  ]

  /// The maximum number of levels. Firefox cannot show a table that is much higher.
  public static let mostLevels = 300_000

  private let title: String
  private var columns = SolveCSV.levelsSchema.columns.map(Column.init)
  private var points = Column(
    TableSchema.Column("points", .integer(from: 0), "the points of difficulty", mayBeEmpty: true))
  private var chases = Column(
    TableSchema.Column(
      "chases", .text(pattern: "([0-9]+:[UDLR.]*)?"),
      "the moves of the zombies during the solution",
      mayBeEmpty: true))

  /// The number of levels so far.
  public private(set) var count = 0

  /// The family and seed of the reference above.
  private var family: [UInt8] = []

  /// A row of the table, for which memory is reserved once.
  private var row: [UInt8] = []

  /// Creates a page without levels.
  public init(title: String) { self.title = title }

  /// Adds a level behind the others.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - report: Its report, with ``parts``.
  ///   - levelClass: The class of the level.
  ///   - rules: Its rules.
  ///   - title: What the level is called.
  public mutating func add(
    _ level: Level, _ report: LevelReport, _ levelClass: LevelClass, rules: Rules = .standard,
    title: LevelTitle = LevelTitle()
  ) {
    count += 1
    row.removeAll(keepingCapacity: true)
    SolveCSV.append(
      level, report, rules, levelClass, source: .named(""), title: title, to: &row)
    var rest = row.dropLast()
    let code = Array(level.code.utf8)
    for place in columns.indices {
      let cell = JSONLines.cell(&rest)
      switch columns[place].name {
      case "reference": columns[place].append(shortened(cell))
      // Most often, a level represents its class, or all of its things matter.
      case "class", "things_that_matter": columns[place].append(cell == code ? Self.same : cell)
      default: columns[place].append(cell)
      }
    }
    points.append(report.points.map { Array("\($0)".utf8) } ?? [])
    chases.append(Self.chases(level, report.solution?.moves ?? [], rules))
  }

  /// Stands for the code of the level itself.
  private static let same = [UInt8(ascii: "=")]

  /// A reference without what it has in common with the one above: `classic@42#8` is `#8` below
  /// `classic@42#7`.
  private mutating func shortened(_ reference: [UInt8]) -> [UInt8] {
    guard let end = reference.firstIndex(of: UInt8(ascii: "#")) else { return reference }
    guard family != Array(reference[..<end]) else { return Array(reference[end...]) }
    family = Array(reference[..<end])
    return reference
  }

  /// The moves of the zombies during a solution: the number of moves after which the room is lit, a colon, and
  /// for each further move and each zombie, in the order of the level, as many letters as a zombie has steps. A
  /// step that is not made is a dot. Dots at the end are left out. Empty if the room stays dark.
  private static func chases(_ level: Level, _ moves: [Direction], _ rules: Rules) -> [UInt8] {
    var round = Round(level, rules: rules)
    var zombies = level.zombies
    let still = UInt8(ascii: ".")
    var text: [UInt8] = round.isLit ? [UInt8(ascii: "0"), UInt8(ascii: ":")] : []
    for (place, move) in moves.enumerated() {
      guard let events = try? round.move(move) else { break }
      for event in events {
        switch event {
        case .chased(let moves):
          var steps = [[UInt8]](repeating: [], count: zombies.count)
          for move in moves {
            // Zombies never share a square, and each has moved only once.
            guard
              let zombie = zombies.indices.first(where: {
                zombies[$0] == move.from && steps[$0].isEmpty
              })
            else { continue }
            for square in move.path {
              let step = Direction.allCases.first { zombies[zombie].stepped($0) == square }
              steps[zombie].append(step?.letter ?? still)
              zombies[zombie] = square
            }
          }
          for zombie in steps {
            text += zombie
            text += [UInt8](repeating: still, count: max(0, rules.zombieSpeed - zombie.count))
          }
        case .lit:
          text.append(decimal: UInt64(place + 1))
          text.append(UInt8(ascii: ":"))
        case .stepped, .ended: break
        }
      }
    }
    while text.last == still { text.removeLast() }
    return text
  }

  /// Writes the page as UTF-8, in pieces.
  public func write(_ piece: ([UInt8]) throws -> Void) rethrows {
    var head = HTMLPage.head(
      title: title,
      description:
        "\(grouped(count)) \(count == 1 ? "level" : "levels") of the Zombies puzzle, to sort, filter and look at.",
      style: LevelDrawing.style + HTMLPage.code(PackageResources.atlas_css))
    LevelSheet.appendSigns(to: &head)
    head += "<header>\n<h1>\(title)</h1>\n"
    try piece(head.bytes)
    try piece(PackageResources.atlas_html)
    try piece(
      Array(#"<script type="application/json" id="data">{"count":\#(count),"rules":{"#.utf8))
    let rules = Rules.Variant.allCases.map { variant in
      "\(variant.name(joinedBy: "_").inJSON()):\(Rules.standard.value(of: variant).inJSON())"
    }
    try piece(Array((rules.joined(separator: ",") + #"},"columns":["#).utf8))
    for column in columns + [points] where !Self.hidden.contains(column.name) {
      try column.write(piece)
      try piece([UInt8(ascii: ",")])
    }
    try chases.write(piece)
    try piece(
      Array("]}</script>\n<script>\n\(HTMLPage.code(PackageResources.atlas_js))</script>\n".utf8))
    try piece(HTMLPage.tail.bytes)
  }

  /// The columns of the table that the page does not show: the place of the level in a file that its reader
  /// does not have, and the quotient of two other columns.
  private static let hidden = ["source", "dead_states_share"]

  /// The whole page.
  public var text: String {
    var bytes: [UInt8] = []
    write { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A column of the table.
  private struct Column {
    let name: String
    private let kind: TableSchema.Kind
    private let summary: String
    /// The cells as JSON: texts in quotes for names, else without quotes, and a comma before each.
    private var cells: [UInt8] = []
    /// The first cell, and whether all others are equal to it.
    private var first: [UInt8]?
    private var isConstant = true

    init(_ column: TableSchema.Column) {
      (name, kind, summary) = (column.name, column.kind, column.summary)
    }

    mutating func append(_ cell: [UInt8]) {
      let cell = short(cell)
      if first == nil { first = cell }
      if isConstant { isConstant = cell == first }
      cells.append(UInt8(ascii: ","))
      cells += cell
    }

    /// A cell in fewer bytes.
    private func short(_ cell: [UInt8]) -> [UInt8] {
      switch kind {
      case .integer, .text: return cell
      // No leading zero, and no zeros at the end: 0.500000000 is .5.
      case .number:
        guard cell.contains(UInt8(ascii: ".")) else { return cell }
        let zero = UInt8(ascii: "0")
        let digits = cell.drop { $0 == zero }
        let end = digits.lastIndex { $0 != zero } ?? digits.startIndex
        let short = digits[...end]
        if short.last == UInt8(ascii: ".") {
          return short.count == 1 ? [zero] : Array(short.dropLast())
        }
        return Array(short)
      case .boolean: return cell.isEmpty ? [] : cell.first == UInt8(ascii: "t") ? [0x31] : [0x30]
      case .word(let words):
        let word = String(decoding: cell, as: UTF8.self)
        return words.firstIndex(of: word).map { Array("\($0)".utf8) } ?? []
      case .name:
        let text = String(decoding: cell, as: UTF8.self)
        return Array(
          String(FormulaGuard.text(ofCell: text[...])).shown.inJSON(isInScript: true).utf8)
      }
    }

    /// Writes the column as JSON. A column with a single cell has that cell in all rows.
    func write(_ piece: ([UInt8]) throws -> Void) rethrows {
      let word: String
      var words = ""
      var (begin, end) = ("\"", "\"")
      switch kind {
      case .integer: word = "integer"
      case .number: word = "share"
      case .boolean: word = "boolean"
      case .word(let list):
        word = "word"
        words = #""words":[\#(list.map { $0.inJSON() }.joined(separator: ","))],"#
      case .text: word = "text"
      case .name:
        word = "name"
        (begin, end) = ("[", "]")
      }
      let head =
        #"{"name":"\#(name)","kind":"\#(word)","summary":\#(summary.inJSON(isInScript: true)),\#(words)"#
      try piece(Array((head + #""cells":\#(begin)"#).utf8))
      if isConstant { try piece(first ?? []) } else { try piece(Array(cells.dropFirst())) }
      try piece(Array("\(end)}".utf8))
    }
  }
}
