import Foundation
import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesReports
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// An atlas whose data differ from the table, whose zombies break the rules, or that a name turns
/// into markup.
@Suite struct LevelAtlasTests {
  /// The data of a page, read as its script reads it.
  private struct Data {
    let count: Int
    /// The cells of each column, as they are in the page.
    private(set) var columns: [String: [String]] = [:]
    private let words: [String: [String]]

    init(_ page: String) throws {
      let begin = try #require(page.range(of: #"<script type="application/json" id="data">"#))
      let end = try #require(page[begin.upperBound...].range(of: "</script>"))
      let json = try JSONSerialization.jsonObject(
        with: Foundation.Data(page[begin.upperBound..<end.lowerBound].utf8))
      let data = try #require(json as? [String: Any])
      let all = try #require(data["columns"] as? [[String: Any]])
      count = try #require(data["count"] as? Int)
      var (columns, words) = ([String: [String]](), [String: [String]]())
      for column in all {
        let name = try #require(column["name"] as? String)
        var cells = column["cells"] as? [String] ?? []
        if let text = column["cells"] as? String { cells = text.components(separatedBy: ",") }
        #expect(cells.count == count || cells.count == 1, "\(name)")
        columns[name] = cells.count == count ? cells : Array(repeating: cells[0], count: count)
        words[name] = column["words"] as? [String]
      }
      (self.columns, self.words) = (columns, words)
    }

    /// The cells of a column as a CSV has them.
    func cells(_ column: TableSchema.Column) throws -> [String] {
      let cells = try #require(columns[column.name], "\(column.name)")
      let levels = columns["level"] ?? []
      var family = ""
      return cells.enumerated().map { row, cell in
        if cell.isEmpty { return "" }
        switch column.kind {
        case .integer, .name: return cell
        case .number: return String(format: "%.9f", Double(cell) ?? -1)
        case .boolean: return ["0": "false", "1": "true"][cell] ?? cell
        case .word: return Int(cell).flatMap { words[column.name]?[$0] } ?? cell
        case .text:
          if cell == "=" { return levels[row] }
          guard column.name == "reference" else { return cell }
          if !cell.hasPrefix("#") { family = cell.components(separatedBy: "#")[0] }
          return family + cell.dropFirst(cell.hasPrefix("#") ? 0 : family.count)
        }
      }
    }
  }

  private static func page(
    _ levels: [(level: Level, rules: Rules, title: LevelTitle)], title: String = "Levels",
    parts: LevelReport.Parts = LevelAtlas.parts
  ) -> (page: String, csv: String) {
    var atlas = LevelAtlas(title: title)
    var csv: [UInt8] = []
    for (level, rules, title) in levels {
      let report = Grader(Solver(rules: rules)).report(level, parts)
      let levelClass = LevelClass(of: level, under: rules)
      atlas.add(level, report, levelClass, rules: rules, title: title)
      SolveCSV.append(
        level, report, rules, levelClass, source: .named("x"), title: title, to: &csv)
    }
    #expect(atlas.count == levels.count)
    return (atlas.text, String(decoding: csv, as: UTF8.self))
  }

  private static func randomLevels(
    _ count: Int, _ random: inout NaiveRandom, maxThings: Int = 5
  ) throws -> [(level: Level, rules: Rules, title: LevelTitle)] {
    try (0..<count).map { turn in
      let naive = random.level(maxRows: 5, maxColumns: 5, maxThings: maxThings)
      let reference = ["classic@1#\(turn)", "classic@1#\(turn + 7)", "6x6z1#18", nil][
        random.below(4)]
      return (
        try Level(naive), try Rules(NaiveRules.variant(turn)),
        LevelTitle(name: random.below(3) == 0 ? "level \(turn), \"it\"" : nil, reference: reference)
      )
    }
  }

  @Test func dataAreThoseOfTheTable() throws {
    var random = NaiveRandom(seed: 4)
    for count in [1, 2, cases(exactly: 20, long: 200)] {
      let levels = try Self.randomLevels(count, &random)
      let (page, csv) = Self.page(levels)
      let data = try Data(page)
      #expect(data.count == count)
      let lines = JSONLines.text(SolveCSV.levelsSchema.header + csv, SolveCSV.levelsSchema)
        .split(separator: "\n")
      let rows = try lines.map {
        try #require(JSONSerialization.jsonObject(with: Foundation.Data($0.utf8)) as? [String: Any])
      }
      let shown = SolveCSV.levelsSchema.columns.filter {
        $0.name != "source" && $0.name != "dead_states_share"
      }
      #expect(data.columns.count == shown.count + 2)
      for column in shown {
        for (row, cell) in zip(rows, try data.cells(column)) {
          let value = row[column.name]
          let text =
            switch (column.kind, value) {
            case (_, is NSNull): ""
            case (.number, let number as Double): String(format: "%.9f", number)
            case (.boolean, let flag as Bool): "\(flag)"
            case (_, let value?): "\(value)"
            case (_, nil): "missing"
            }
          #expect(cell == text, "\(column.name) of \(row["level"] ?? "")")
        }
      }
    }
  }

  /// The zombies are where the naive rules have them, after each move of each solution.
  @Test func zombiesMoveAsTheRulesSay() throws {
    var random = NaiveRandom(seed: 9)
    // Zombies move in lit rooms.
    let litCount = cases(exactly: 120, long: 5000)
    let levels =
      try Self.randomLevels(litCount, &random, maxThings: 6).map { level, rules, title in
        (level.isLit ? level : try Level(level.code + "+lit"), rules, title)
      } + Self.randomLevels(litCount / 5, &random)
    let data = try Data(Self.page(levels, parts: .solution).page)
    var chased = 0
    for (row, (level, rules, _)) in levels.enumerated() {
      let moves = data.columns["solution"]?[row] ?? ""
      let text = data.columns["chases"]?[row] ?? ""
      let speed = rules.zombieSpeed
      let naive = try #require(NaiveLevel(level))
      var round = NaiveRound(naive, NaiveRules.variant(row % litCount))
      var zombies = naive.zombies
      let parts = text.components(separatedBy: ":")
      let (lit, letters) = (Int(parts[0]), Array(parts.count == 2 ? parts[1] : ""))
      #expect(round.lit == (lit == 0), "\(level)")
      for (place, move) in moves.enumerated() {
        round.play(String(move))
        if let lit, place >= lit {
          for zombie in zombies.indices {
            let start = ((place - lit) * zombies.count + zombie) * speed
            for letter in letters.dropFirst(start).prefix(speed) {
              let step = ["U": -naive.columns, "D": naive.columns, "L": -1, "R": 1, ".": 0][letter]
              zombies[zombie] += try #require(step)
            }
          }
        }
        // The last move wins before any zombie moves.
        #expect(round.zombies == zombies.sorted(), "\(level), move \(place + 1)")
        #expect(round.lit == (lit.map { $0 <= place + 1 } ?? false), "\(level), move \(place + 1)")
        if zombies != naive.zombies { chased += 1 }
      }
    }
    #expect(chased > litCount / 10)
  }

  /// Names and titles never become markup or end the script.
  @Test(arguments: [
    "</script><script>alert(1)</script>", "<!--<script>", "\" & ' \\ =1+1", "]]> \u{2028} 🧟 שלום",
    "a\u{202E}b", "=1",
  ])
  func textsAreNoMarkup(text: String) throws {
    let level = try Level("S4/5/Z1#2/2F2/4P")
    let plain = Self.page([(level, .standard, LevelTitle(name: "x"))]).page
    let page = Self.page([(level, .standard, LevelTitle(name: text))], title: text).page
    for sign in ["<script", "</script", "<!--"] {
      #expect(
        page.components(separatedBy: sign).count == plain.components(separatedBy: sign).count)
    }
    #expect(try Data(page).columns["name"] == [text.shown])
    #expect(page.contains("\u{202E}") == false)
  }

  /// The page loads nothing: it has no address but those of namespaces, and it needs no more than these bytes.
  @Test func isOneFile() throws {
    var random = NaiveRandom(seed: 1)
    let page = Self.page(try Self.randomLevels(3, &random)).page
    for address in ["http", "src=", "url(", "@import", "fetch(", "import "] {
      let places = page.components(separatedBy: address).dropFirst()
      // Arrows at the ends of lines are in the page itself.
      #expect(places.allSatisfy { address == "url(" && $0.hasPrefix("#zm)") }, "\(address)")
    }
    #expect(page.utf8.count < 45_000)
    #expect(Self.page([]).page.contains(#""count":0"#))
  }
}
