import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesDocuments  // The packed module of the page.
@testable import ZombiesReports  // Names broken into lines.

/// Whole tables, texts, pictures and pages, compared with files.
///
/// These files only notice a change. That they are right is shown elsewhere: levels, chances and counts by the tests
/// of the modules that compute them, rows by `TableSchemaTests`, charts by `ChartTests`, pictures by
/// `LevelPictureTests`, pages by `FamilyReportTests` and `SweepPageTests`. A change that is wanted is made with
/// `ZOMBIES_RECORD=1` and read as a difference.
@Suite struct OutputTests {
  /// Parts of a file, each under its name.
  private static func compare(_ parts: [(name: String, text: String)], with file: String) throws {
    let text = parts.map { "== \($0.name)\n\($0.text)" }.joined()
    try TextFile("Cases/\(file)").check(text)
  }

  /// A table, also as JSON lines if that is asked for, after its rows were checked against their description.
  private static func table(
    _ schema: TableSchema, _ rows: String, json: Bool = false
  ) throws -> (String, String) {
    try TableSchemaTests.check(schema.name, rows: rows)
    let csv = schema.header + rows
    return (schema.name, csv + (json ? JSONLines.text(csv, schema) : ""))
  }

  private static func rows(_ append: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    append(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Batches

  @Test func batches() throws {
    let rounds = BatchResult(
      batch([.random, .clairvoyant, .edge], trials: 0..<1_234_567),
      [
        tally(.caught, moves: 3, count: 1_234_567),
        sum(tally(.won, moves: 8, count: 1), tally(.stuck, moves: 12_345, count: 99)), Tally(),
      ])
    var won = sum(tally(.won, moves: 8, count: 1), tally(.outOfMoves, moves: 100, count: 3))
    won.countGames(won: 1, lost: 1)
    let games = BatchResult(batch(unit: .games, trials: 5..<7), [won])
    let levels = LevelList(try ["S1P", "SZP", "S#P"].map { try Level($0) })
    let given = Batch(levels, policies: [.edge, .random], trials: 0..<6, seed: 0)
    let one = Batch(LevelList([try Level("SP")]), policies: [.edge], trials: 2..<3, seed: 0)
    let any = Batch(
      LevelGenerator(try Family("6x6z2b1+lit"), seed: 7, selection: .any), policies: [.edge],
      unit: .games, trials: 0..<10_000)
    var parts: [(String, String)] = []
    for (name, result) in try [
      ("rounds", rounds), ("games", games), ("given levels", Simulator(given).run()),
      ("one level", Simulator(one).run()), ("no games yet", BatchResult(any, [Tally()])),
    ] {
      parts.append((name, SimulateTable.text(result) + SimulateTable.text(result, width: 50)))
      parts.append(try Self.table(SimulateCSV.schema, SimulateCSV.rows(result)))
    }
    let exact: [Policy: SimulateCSV.Exact] = [
      .edge: .init(won: "0.5", meanMoves: nil), .random: .init(won: nil, meanMoves: "4.25"),
    ]
    parts.append(
      try Self.table(SimulateCSV.exactSchema, SimulateCSV.rows(rounds, exact: exact), json: true))
    let played = PlayedRound(
      trial: 3, player: "=Zoë", level: "S1P", outcome: .won, path: [.left, .left],
      milliseconds: 12_045, firstMoveMilliseconds: 7, undos: 1, hints: 2, life: 3,
      rules: try Rules(zombieSpeed: 2, hearingDistance: 5))
    let unknown = PlayedRound(
      trial: 4, player: "a,b", level: "S#P", outcome: .stuck, path: [], milliseconds: nil,
      firstMoveMilliseconds: nil, undos: 0, hints: 0, life: 1, rules: .standard)
    let record = RecordCSV.header + RecordCSV.row(played) + RecordCSV.row(unknown)
    parts.append(("record", record + JSONLines.text(record, RecordCSV.schema)))
    let lists = BatchResult(
      BatchSettings(
        Batch(
          LevelList([try Level("S1P"), try Level("S#P")]), policies: [.edge, .beeline],
          unit: .games, trials: 0..<9, seed: 3)), whole: 0..<9)
    for (name, result, isExact) in [
      ("chance", BatchResult(batch([.edge, .random]), [Tally(), Tally()]), false),
      ("exact", lists, true),
    ] {
      let test = SequentialTest(difference: 0.0125, alpha: 0.02, beta: 0.1)
      let counts: [(both: Int, first: Int, second: Int, neither: Int)] = [
        (0, 0, 0, 0), (100, 0, 0, 0), (100, 10, 20, 10), (100, 20, 30, 40), (0, 9000, 10, 0),
        (0, 0, 9000, 10), (0, 0, 0, 100_000), (1 << 30, 1 << 30, 1 << 30, 1 << 30),
        (1 << 30, 1 << 30, 1 << 30, 5 << 28),
      ]
      let looks = counts.map { both, first, second, neither in
        var pairs = PairCounts()
        (pairs.both, pairs.firstOnly) = (UInt64(both), UInt64(first))
        (pairs.secondOnly, pairs.neither) = (UInt64(second), UInt64(neither))
        return isExact
          ? CompareLook(exactly: pairs, isWhole: first != 20, test) : CompareLook(pairs, test)
      }
      var text = CompareTable.title(result, test) + CompareTable.text(looks, result)
      text += CompareTable.text(looks, result, width: 40)
      for look in looks {
        text += CompareTable.interval(look, isPlanned: false)
        text += CompareTable.interval(look, isPlanned: true) + CompareTable.verdict(look, result)
      }
      parts.append((name, text))
      let rows = looks.map { CompareCSV.row($0, test, result) }
      for row in rows { try TableSchemaTests.check("compare", rows: row) }
      parts.append(("compare", CompareCSV.header + rows.joined()))
    }
    try Self.compare(parts, with: "batches.txt")
  }

  // MARK: Families

  @Test func families() throws {
    var parts: [(String, String)] = []
    for (name, rules, limit, policies) in [
      ("3x4z1", .standard, .standard, [.random, .edge, .optimal]),
      ("4x3z1b1", try Rules(zombieSpeed: 2), .moves(9), [.random, .edge, .optimal]),
      ("3x3", .standard, .none, [.edge]),
    ] as [(String, Rules, FamilyAnalysis.MoveLimit, [Policy])] {
      let analysis = try FamilyAnalysis(
        of: .init(
          Family(name), rules: rules, policies: policies, moveLimit: limit))
      let checks = try analysis.check(trials: name == "3x3" ? 1 : 40, seed: 4)
      let others = [rules, .standard]
      parts.append((name, AnalysisTable.text(analysis, checks: checks, among: others)))
      parts.append((name, AnalysisTable.text(analysis, checks: checks, width: 60)))
      let rows = AnalysisCSV.rows(analysis) + AnalysisCSV.rows(analysis, checks: checks)
      try TableSchemaTests.check("analyze", rows: AnalysisCSV.rows(analysis, checks: checks))
      parts.append((name, AnalysisCSV.header + rows + AnalysisCSV.rows(analysis, of: [.beeline])))
      parts.append(try Self.table(ParsCSV.schema, ParsCSV.rows(analysis)))
      let problem = AnalysisError.noPlacement(analysis.settings.family)
      parts.append((name, AnalysisTable.text(analysis.settings, problem, among: others)))
    }
    // A single round has no deviation of moves, so any difference from the mean is beyond all bounds.
    let random = try FamilyAnalysis(of: .init(Family("3x3"), policies: [.random]))
    let text = AnalysisTable.text(random, checks: try random.check(trials: 1, seed: 4))
    expect(text.contains("the largest deviation is ∞ standard errors, beyond the joint 99% bound"))
    for (name, rules, top) in [
      ("3x4z1f1", .standard, 2), ("4x4z1b1+lit", try Rules(chase: .vertical), 3),
      ("4x4z1", try Rules(hearingDistance: 2), 1), ("3x3b3", .standard, 0),
    ] as [(String, Rules, Int)] {
      let census = try Census(Family(name), rules: rules, top: top)
      let result = try census.count()
      let half = try census.count(in: 1..<census.placements.upperBound)
      parts.append((name, CensusTable.text(result) + CensusTable.text(half, width: 50)))
      expect(!CensusTable.text(half).contains("in the dark"))
      parts.append(
        try Self.table(
          CensusCSV.schema, String(CensusCSV.text(result).dropFirst(CensusCSV.header.count))))
      let hardest = HardestCSV.text(result.hardest, of: try Family(name), rules)
      parts.append((name, hardest + FamilyText.words(try Family(name)) + "\n"))
      var rows = ["", ""]
      let grader = Grader(rules)
      for number in (0..<census.placements.upperBound).prefix(6) {
        let level = try require(PlacementReference(try Family(name), number: number)?.level)
        let report = grader.report(level, .all)
        let entry = CensusLevel(
          number: number, small: try require(SmallLevel(level)), placements: 2, report: report)
        for (place, measures) in [false, true].enumerated() {
          rows[place] += Self.rows {
            CensusLevelsCSV.writer(of: census, measures: measures)(entry, &$0)
          }
        }
      }
      parts.append(try Self.table(CensusLevelsCSV.schema, rows[0]))
      parts.append(try Self.table(CensusLevelsCSV.difficultySchema, rows[1]))
    }
    try Self.compare(parts, with: "families.txt")
  }

  @Test func models() throws {
    var parts: [(String, String)] = []
    for (name, rules, view) in [
      ("2x4z1f1", try Rules(hearingDistance: 1), .player), ("3x3z1+lit", .standard, .none),
      ("4x2z1b1", try Rules(zombieSpeed: 2), .all),
    ] as [(String, Rules, RoundModel.View)] {
      let model = try RoundModel(.family(Family(name), .any), rules: rules, view: view)
      let csv = ModelTextTests.csv(model)
      try TableSchemaTests.check("model", rows: String(csv.drop { $0 != "\n" }.dropFirst()))
      parts += [
        (name, csv), (name, ModelTextTests.drn(model)), (name, ModelTextTests.pomdp(model)),
      ]
    }
    try Self.compare(parts, with: "models.txt")
  }

  // MARK: Levels

  private static let levels: [(code: String, rules: String)] = [
    ("S4/5/Z1#2/2F2/4P", ""), ("S4/5/5/3Z1/4P", ""), ("S#/#P", ""), ("SP", ""), ("SZ1P", ""),
    ("S5/6/2Z3/1Z4/6/5P+lit", ""), ("S5/5Z/6/4#1/3#2/2F2P", ""),
    ("S2#2/1Z#3/1#4/4#1/6/3#1P+lit", ""),
    ("S4/2Z2/5/2#2/4P", "hearing"), ("S4/Z4/5/5/4P+lit", "fast"),
    ("S12/13/4#8/5Z7/13/6F6/13/12P", ""),
  ]

  @Test func levels() throws {
    var (parts, tables) = ([(String, String)](), [String](repeating: "", count: 7))
    var worlds: [WorldsRow] = []
    for (number, (code, name)) in Self.levels.enumerated() {
      let level = try Level(code)
      let rules =
        try name == "hearing"
        ? Rules(hearingDistance: 2)
        : name == "fast" ? Rules(catchingDistance: 0, zombieSpeed: 2) : .standard
      let limit = number == 5 ? 5 : 100_000
      let (solver, grader) = (
        Solver(rules: rules, stateLimit: limit), Grader(rules, stateLimit: limit)
      )
      let (solved, report) = (solver.solve(level), grader.report(level, [.all, .blindChance]))
      parts.append(
        (
          code,
          SolveText.text(level, solved, rules: rules)
            + SolveText.text(level, solved, among: [.standard, rules])
            + SolveText.why(level, rules, stateLimit: limit) + DifficultyText.text(level, report)
        ))
      let title = LevelTitle(
        name: number % 2 == 0 ? "room \(number)" : nil, reference: number == 1 ? "classic#57" : nil)
      let origins: [LevelOrigin] = [
        .line(number, of: "a.txt"), .argument(3), .named("classic@1#2"),
      ]
      let source = origins[number % 3]
      tables[0] += SolveCSV.row(level, solved, rules, source: source.description, title: title)
      tables[1] += Self.rows {
        SolveCSV.append(level, solved, rules, report, source: source, title: title, to: &$0)
      }
      tables[2] += Self.rows {
        SolveCSV.append(
          level, report, rules, LevelClass(of: level, under: rules), source: source, title: title,
          to: &$0)
      }
      tables[3] += Self.rows {
        VerifyCSV.append(level, solved.verdict, rules, source: source, title: title, to: &$0)
      }
      let certificate = solver.certify(level).certificate
      let findings: [CheckFinding] = [
        .proved, .nothingClaimed, .flawed("a state is missing"), .otherRules(rules),
      ]
      tables[4] += Self.rows {
        CheckCSV.append(code, certificate, findings[number % 4], source: source, to: &$0)
      }
      let reference = SeedReference(.classic, seed: 42, index: UInt64(number))
      tables[5] += GenerateCSV.row(level, number == 3 ? nil : reference, report, rules)
      worlds.append(
        WorldsRow(
          world: 1 + number / 4, worldName: "W\(number / 4)",
          lock: [.all, .stars(7), .coins(1), .stars(1)][number / 4], number: 1 + number % 4,
          name: title.name,
          reference: title.reference, line: number == 2 ? nil : number + 1, level: level,
          report: report, rules: name.isEmpty ? nil : rules))
    }
    tables[6] = worlds.map { WorldsCSV.row($0, .standard) }.joined()
    let schemas = [
      SolveCSV.schema, SolveCSV.difficultySchema, SolveCSV.levelsSchema, VerifyCSV.schema,
      CheckCSV.schema, GenerateCSV.schema, WorldsCSV.schema,
    ]
    for (schema, rows) in zip(schemas, tables) {
      parts.append(try Self.table(schema, rows, json: schema.columns.count > 24))
    }
    for world in 1...4 {
      let rows = worlds.filter { $0.world == world }
      for rules in [.standard, try Rules(hearingDistance: 1)] {
        parts.append(("world \(world)", WorldsTable.text(rows, rules)))
      }
      let own = rows.map { row in
        var row = row
        row.rules = worlds[9].rules
        return row
      }
      parts.append(("own rules", WorldsTable.text(own, .standard, width: 60)))
    }
    try Self.compare(parts, with: "levels.txt")
  }

  @Test func pictures() throws {
    for (format, file) in [(LevelSheet.Format.svg, "sheet.txt"), (.html, "page-sheet.txt")] {
      var sheet = LevelSheet(title: "Some <levels>", format: format, across: 2)
      for (number, (code, _)) in Self.levels.enumerated() {
        let wishes: [LevelCardMaker.Wishes] = [
          [.solution, .solutions, .lost, .why], [], [.lost, .why], .solution,
        ]
        let maker = LevelCardMaker(wishes[number % 4], stateLimit: number == 7 ? 9 : nil)
        sheet.add(maker.card(of: try Level(code), name: "room \(number) & more words"))
      }
      try TextFile("Cases/\(file)").check(broken(sheet.text))
    }
    // Sheets of one card and of two, with each layer alone, and names as lines of any width.
    var parts: [(String, String)] = []
    for (number, wishes) in [LevelCardMaker.Wishes.solutions, .solution, .lost, .why, []]
      .enumerated()
    {
      let maker = LevelCardMaker(wishes)
      var sheet = LevelSheet(title: "two", format: .svg)
      for name in ["a room", "another"] {
        sheet.add(maker.card(of: try Level(number == 3 ? "S1Z/1Z1/2P" : "S2/Z2/2P"), name: name))
        parts.append(("\(number)", broken(sheet.text)))
      }
    }
    let name = "iil MWQ 0123 \u{10ff}\u{1100}가 🧟‍♀️ é\u{301} ..--__ unbreakable-word ZZ zz"
    for width in stride(from: 1, to: 420, by: 13) {
      let lines = LevelSheet.lines(of: name, width: width)
      parts.append(("\(width)", lines.map { $0 + "\n" }.joined()))
    }
    for (text, width) in [("ii ", 8), ("ab", 20), ("ab", 21), ("ab", 22), ("", 0)] {
      parts.append((text, LevelSheet.lines(of: text, width: width).joined(separator: "|") + "\n"))
    }
    try Self.compare(parts, with: "sheets.txt")
  }

  /// A page without its style, with a line for each element.
  private func broken(_ html: String) -> String {
    html.replacing(#/<style>[^<]*/#, with: "<style>").replacing("><", with: ">\n<") + "\n"
  }

  // MARK: Pages

  @Test func pages() throws {
    for (number, report) in try FamilyReportTests.reports().enumerated() {
      var page = broken(String(decoding: report.html, as: UTF8.self))
      if number > 0 {
        // The charts of these pages are drawn as those of the first, which is made by hand.
        page.replace(#/<(path|rect|text|use) [^\n]*\n/#, with: "")
      }
      try TextFile("Cases/family\(number).txt").check(page)
    }
    for (number, sweep) in try SweepPageTests.sweeps().enumerated() {
      let policies = sweep.first?.result.settings.policies ?? [.edge]
      let page = SweepPage(sweep, policies: policies, command: "zombies sweep", version: "1")
      let html = broken(String(decoding: page.html, as: UTF8.self))
      try TextFile("Cases/sweep\(number).txt").check(html)
      expectNil(malformed(String(decoding: page.html, as: UTF8.self)))
    }
    // The page of the game: its parts are tested in the browser, by Tests/Page.
    let page = PageFile(title: "<b>", events: ["a\"</script>", "{style}"]).html
    expect(page.contains("<title>&lt;b&gt;</title>") && !page.contains("{title}"))
    let events = "[\"a\\\"\\u003c/script\\u003e\",\"{style}\"]"
    expect(page.contains(events) && page.hasSuffix("</html>\n"))
    // A part may begin with a character that Swift joins to the sign before it.
    let start = Array("<script type=\"text/plain\">".unicodeScalars)
    let parts = Array(page.unicodeScalars).split(separator: start).dropFirst()
    let lines = PageParts.module.description.split(separator: "\n")
    expectEqual(parts.count, (lines.count + 49) / 50)
    let packed = parts.map { String(String.UnicodeScalarView($0.prefix { $0 != "<" })) }
    expect(packed.joined(separator: "\n").split(separator: "\n") == lines)
  }
}
