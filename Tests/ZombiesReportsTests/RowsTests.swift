import Synchronization
import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// Rows of levels, rounds and squares that are wrong, or that a fast writer writes differently.
@Suite struct RowsTests {
  /// A spreadsheet evaluates cells that begin with certain characters. Names are read back
  /// unchanged.
  @Test func namesAreNoFormulasAndAreReadBack() throws {
    let level = try Level("S4/5/5/5/4P")
    let report = Grader().report(level, [.grade, .thingsThatMatter, .blindChance])
    for name in [
      "=1+1", "+1", "-2", "@A1", "=HYPERLINK(\"x\",\"y\")", "'=1", "''-", "＝1", "＠x", "'quoted'",
      "a=1", "Zoë, \"one\"", "'", "1-2",
    ] {
      let row = WorldsRow(
        world: 1, worldName: name, lock: .all, number: 1, name: name, line: 2,
        level: level, report: report)
      let text = WorldsCSV.row(row, .standard)
      let cell = text.dropFirst(2).drop { $0 == "\"" }
      let first = try require(cell.first)
      expect(!"=+-@＝＋－＠\t".contains(first), "\(text)")
      var reader = LevelReader(WorldsCSV.schema.header + text)
      let entry = try require(reader.next())
      expect(entry.name == name && entry.level == level)
    }
    // Names are quoted if they would otherwise end a cell or a row.
    for (source, cell) in [
      ("a b:1", "a b:1"), ("a,b:1", "\"a,b:1\""), ("\"a\":1", "\"\"\"a\"\":1\""),
      ("a\nb:1", "\"a\nb:1\""), ("a\rb:1", "\"a\rb:1\""), ("a\r\nb", "\"a\r\nb\""),
      ("é'\\;\t🧟", "é'\\;\t🧟"), ("", ""),
    ] {
      let row = SolveCSV.row(
        try Level("SP"), Solver().solve(try Level("SP")), .standard, source: source)
      expectEqual(row, "SP,solvable,1,L,1,1,1,2,0,0,0,false,1,longest,1,\(cell),0,,\n")
    }
  }

  @Test func rowsByHand() throws {
    let shut = try Level("S#/#P")
    // JSON lines have numbers as numbers, `null` for empty cells, and names without their guard and quotes.
    let title = LevelTitle(name: "=1, \"a\"")
    let row = SolveCSV.row(shut, Solver().solve(shut), .standard, source: "a,b:1", title: title)
    try expectHandMade("a JSON line", JSONLines.text(SolveCSV.header + row, SolveCSV.schema))
    let levels = try [Level("S1P"), Level("SZP"), Level("S#P")]
    let batch = Batch(
      LevelList(levels), policies: [.edge, .clairvoyant], trials: 1..<5, seed: 0)
    let rounds = try PlayedBatch(batch).rows.map { $0 + "\n" }.joined()
    let squares = SquaresCSV.text(try Simulator(batch, countsSquares: true).run())
    try expectHandMade("rounds and squares", rounds + squares)
    // A tally without counted squares has no rows.
    expectEqual(SquaresCSV.text(BatchResult(batch, [Tally(), Tally()])), SquaresCSV.header)
  }

  /// Whether threads write the rows of a batch as they are written record by record.
  private static func check(_ batch: Batch, rows count: Int? = nil) throws {
    let plain = try PlayedBatch(batch).rows
    let fast = Mutex<[UInt8]>([])
    _ = try Simulator(batch, threads: 2).play(
      from: BatchProgress(batch), writer: { RoundRows(batch) },
      deliver: { chunk in
        fast.withLock { bytes in
          bytes += chunk.text
          return UInt64(bytes.count)
        }
      }, every: 1)
    let found = String(decoding: fast.withLock { $0 }, as: UTF8.self)
    expectEqual(found, plain.map { $0 + "\n" }.joined(), "\(batch.levels)")
    expect(count.map { $0 == plain.count } ?? (found.utf8.count > 500))
  }

  @Test("Rows of rounds in every shape, and in families with and without numbered placements")
  func rowsOfRounds() throws {
    var random = NaiveRandom(seed: 0x2035)
    for shape in (0..<8).flatMap(NaiveShape.part) {
      for _ in 0..<cases(1, long: 20) {
        let family = try Family(random.family(of: shape))
        let batch = Batch(
          LevelGenerator(family, seed: 9, selection: .any), policies: [.edge, .beeline],
          trials: 8..<11, maxMoves: 50)
        try Self.check(batch, rows: 6)
      }
    }
    // One room has more than eight columns, one has a single row, and one is too large for the fast form.
    let own = try Policy("a-policy-with-a-long-name") { RandomMoves($0.key) }
    for name in [
      "classic", "5x5z1b1f1", "8x8z3b8f1", "6x6z1b5+lit", "3x21z2b2", "1x40b3", "12x7z2b3f1",
    ] {
      for (unit, moves) in [(.rounds, nil), (.games, nil), (.games, 3)] as [(Batch.Unit, Int?)] {
        let batch = Batch(
          LevelGenerator(try Family(name), seed: 9, selection: .any),
          policies: [.random, own, .clairvoyant], unit: unit, trials: 97..<103, maxMoves: moves)
        try Self.check(batch)
      }
    }
  }

  /// Rows of a census in every shape, with things anywhere, numbers of any length, and reports of solvable and
  /// unsolvable levels: the fast writer writes them as the table.
  @Test func rowsOfACensus() throws {
    var random = NaiveRandom(seed: 33)
    var reports = [LevelReport()]
    for name in ["classic", "6x6z1b5+lit", "5x5z1b1f1", "4x4b2"] {
      for number in stride(from: 0, to: 300, by: 30) as StrideTo<UInt64> {
        guard let level = PlacementReference(try Family(name), number: number)?.level else {
          continue
        }
        reports.append(Grader().report(level, .grade))
      }
    }
    for _ in 0..<cases(1, long: 100) {
      for shape in NaiveShape.all {
        let level = random.level(of: shape)
        let small = try require(SmallLevel(try Level(level)))
        let numbers: [UInt64] = [0, 9, 10, 12_345, .max, UInt64(random.below(1 << 40))]
        let entry = CensusLevel(
          number: random.one(of: numbers), small: small, placements: 1 + random.below(4),
          report: random.one(of: reports))
        // The settings are those of the census, so its room has the same shape and light.
        let isLarge = min(shape.rows, shape.columns) >= 5 && random.below(2) == 0
        let family = try Family("\(shape)\(isLarge ? "z1b2" : "")\(level.lit ? "+lit" : "")")
        let rules = try Rules(chase: .vertical, zombieSpeed: 1 + random.below(16))
        let census = try Census(family, rules: rules)
        var bytes: [UInt8] = []
        CensusLevelsCSV.writer(of: census)(entry, &bytes)
        func cells(_ row: String) -> [Substring] {
          row.split(separator: ",", omittingEmptySubsequences: false)
        }
        let fast = cells(String(decoding: bytes, as: UTF8.self))
        let plain = cells(CensusLevelsCSV.plainRow(entry, of: census))
        expectEqual(fast.count, plain.count)
        // The things of the level are not those of the family here.
        for place in fast.indices where !(10...12).contains(place) {
          expectEqual(fast[place], plain[place], "\(level.code), column \(place)")
        }
      }
    }
  }
}
