import Synchronization
import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// Rows of levels, rounds and squares that are wrong, or that threads write differently.
@Suite struct RowsTests {
  /// A spreadsheet evaluates cells that begin with certain characters. Names are read back
  /// unchanged.
  @Test(arguments: [
    "=1+1", "+1", "-2", "@A1", "=HYPERLINK(\"x\",\"y\")", "'=1", "''-", "＝1", "＠x", "'quoted'",
    "a=1", "Zoë, \"one\"", "'", "1-2",
  ])
  func namesAreNoFormulasAndAreReadBack(name: String) throws {
    let level = try Level("S4/5/5/5/4P")
    let report = Grader().report(level, [.grade, .thingsThatMatter, .blindChance])
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

  @Test func whatDoesNotApplyIsEmpty() throws {
    let rules = try Rules(
      catchingDistance: 0, chase: .horizontal, zombieSpeed: 3, hearingDistance: 16)
    let shut = try Level("S#/#P")
    expectEqual(
      SolveCSV.row(shut, Solver(rules: rules).solve(shut), rules, source: "classic@42#7"),
      "S#/#P,unsolvable,,,,1,2,2,0,2,0,false,0,horizontal,3,classic@42#7,16,,\n")
    let lit = try Level("S4/5/2Z2/5/4P+lit")
    let gaveUp = Solver(stateLimit: 1).solve(lit)
    expectEqual(
      SolveCSV.row(lit, gaveUp, .standard, source: "levels.txt:3"),
      "\(lit.code),gave-up,,,,1,5,5,1,0,0,true,1,longest,1,levels.txt:3,0,,\n")
    let unknown = Grader(stateLimit: 1).report(lit, .grade)
    expectEqual(GenerateCSV.row(lit, nil, unknown), ",\(lit.code),,,,,1,longest,1,0,\n")
    // Two zombies, so that the states are explored one by one, and there is more than one state.
    let large = try Level("S3#/3Z1/4Z/1#3/4P+lit")
    let ungraded = Grader(Solver(), stateLimit: 1).report(large, .grade)
    expectEqual(GenerateCSV.row(large, nil, ungraded), ",\(large.code),8,1,,,1,longest,1,0,\n")
  }

  /// Names are quoted if they would otherwise end a cell or a row.
  @Test(arguments: [
    ("a b:1", "a b:1"), ("a,b:1", "\"a,b:1\""), ("\"a\":1", "\"\"\"a\"\":1\""),
    ("a\nb:1", "\"a\nb:1\""), ("a\rb:1", "\"a\rb:1\""), ("a\r\nb", "\"a\r\nb\""),
    ("é'\\;\t🧟", "é'\\;\t🧟"), ("", ""),
  ])
  func namesAreQuoted(source: String, cell: String) throws {
    let level = try Level("SP")
    let row = SolveCSV.row(level, Solver().solve(level), .standard, source: source)
    expectEqual(row, "SP,solvable,1,L,1,1,1,2,0,0,0,false,1,longest,1,\(cell),0,,\n")
  }

  /// JSON lines have numbers as numbers, `null` for empty cells, and names without their guard and quotes.
  @Test func rowsAsJSONLines() throws {
    let level = try Level("S#/#P")
    let title = LevelTitle(name: "=1, \"a\"")
    let row = SolveCSV.row(level, Solver().solve(level), .standard, source: "a,b:1", title: title)
    expectEqual(
      JSONLines.text(SolveCSV.header + row, SolveCSV.schema),
      #"""
      {"level":"S#/#P","verdict":"unsolvable","par":null,"solution":null,"shortest_solutions":null,\#
      "states":1,"rows":2,"columns":2,"zombies":0,"blocks":2,"flashlights":0,"lit":false,\#
      "catching_distance":1,"chase":"longest","zombie_speed":1,"source":"a,b:1",\#
      "hearing_distance":0,"name":"=1, \"a\"","reference":null}

      """#)
  }

  @Test func roundsAndSquares() throws {
    let levels = try [Level("S1P"), Level("SZP"), Level("S#P")]
    let batch = Batch(
      LevelList(levels), policies: [.edge, .clairvoyant], trials: 1..<5, seed: 0)
    let rows = Mutex("")
    let result = try Simulator(batch, countsSquares: true).run(onRounds: { records in
      rows.withLock { $0 += records.map(RoundsCSV.row).joined() }
      return true
    })
    expectEqual(
      rows.withLock { $0 },
      """
      1,0,edge,SZP,caught,0,
      1,0,clairvoyant,SZP,caught,0,
      2,0,edge,S#P,stuck,0,
      2,0,clairvoyant,S#P,stuck,0,
      3,0,edge,S1P,won,2,LL
      3,0,clairvoyant,S1P,won,2,LL
      4,0,edge,SZP,caught,0,
      4,0,clairvoyant,SZP,caught,0,

      """)
    expectEqual(
      SquaresCSV.text(result),
      """
      policy,row,column,visits,captures
      edge,0,0,1,0
      edge,0,1,1,0
      edge,0,2,4,2
      clairvoyant,0,0,1,0
      clairvoyant,0,1,1,0
      clairvoyant,0,2,4,2

      """)
    // A tally without counted squares has no rows.
    expectEqual(SquaresCSV.text(BatchResult(batch, [Tally(), Tally()])), SquaresCSV.header)
  }

  /// The rows of a batch as threads write them, and as the same rows are written record by record.
  private static func rows(of batch: Batch) throws -> (found: String, expected: String) {
    let plain = Mutex<[UInt8]>([])
    let fast = Mutex<[UInt8]>([])
    _ = try Simulator(batch).run(onRounds: { records in
      plain.withLock { bytes in
        for record in records { RoundsCSV.append(record, to: &bytes) }
      }
      return true
    })
    _ = try Simulator(batch, threads: 2).play(
      from: BatchProgress(batch), writer: { RoundRows(batch) },
      onText: { text in
        fast.withLock { bytes in
          bytes += text
          return UInt64(bytes.count)
        }
      }, every: 1)
    return (
      String(decoding: fast.withLock { $0 }, as: UTF8.self),
      String(decoding: plain.withLock { $0 }, as: UTF8.self)
    )
  }

  @Test("Rows of levels of every shape", arguments: 0..<8)
  func rowsOfEveryShape(part: Int) throws {
    var random = NaiveRandom(seed: 0x2035 + UInt64(part))
    for shape in NaiveShape.part(part) {
      for _ in 0..<cases(1, long: 20) {
        let family = try Family(random.family(of: shape))
        let batch = Batch(
          LevelGenerator(family, seed: 9, selection: .any), policies: [.edge, .beeline],
          trials: 8..<11, maxMoves: 50)
        let (found, expected) = try Self.rows(of: batch)
        try require(found == expected, "\(family)")
        expectEqual(expected.split(separator: "\n").count, 6)
      }
    }
  }

  /// Families with and without numbered placements, blocks, light and flashlights. One room has
  /// more than eight columns, one has a single row, and one is too large for the fast form.
  @Test(arguments: [
    "classic", "block", "5x5z1b1f1", "8x8z3", "8x8z3b8f1", "6x6z1b5+lit", "3x21z2b2", "1x40b3",
    "12x7z2b3f1",
  ])
  func rowsWrittenByThreadsAreThoseOfTheRecords(family: String) throws {
    let own = try Policy("a-policy-with-a-long-name") { RandomMoves($0.key) }
    for unit in [Batch.Unit.rounds, .games] {
      for moves in [nil, 3] {
        let batch = Batch(
          LevelGenerator(try Family(family), seed: 9, selection: .any),
          policies: [.random, own, .clairvoyant], unit: unit, trials: 95..<106, maxMoves: moves)
        let (found, expected) = try Self.rows(of: batch)
        expectEqual(found, expected)
        expect(expected.utf8.count > 500)
      }
    }
  }

  @Test func solutionsAreDrawn() throws {
    let level = try Level("P1#/2F/S#Z+lit")
    let solved = Solver().solve(level)
    expectEqual(solved.verdict, .solvable)
    let text = SolveText.text(level, solved)
    expectEqual(
      text,
      """
      solvable, par 2, 1 shortest solution, \(solved.states) \
      \(solved.states == 1 ? "state" : "states")
      P.#
      ↓.F
      S#Z
      ; lit
      DD

      """)
    let painted = SolveText.text(level, solved) { symbol, thing in
      thing.map { "<\($0)\(symbol)>" } ?? "[\(symbol)]"
    }
    expect(painted.contains("[↓]") && !painted.contains("[P]") && painted.hasSuffix("DD\n"))
  }

  @Test func saturatedNumbersSaySo() throws {
    // An open room of 40 × 40 has C(78, 39) shortest solutions, over 2⁶⁴.
    let level = try Level("S39/" + String(repeating: "40/", count: 38) + "39P")
    let text = SolveText.text(level, Solver().solve(level))
    expect(text.contains("18,446,744,073,709,551,615 or more shortest solutions"))
  }
}
