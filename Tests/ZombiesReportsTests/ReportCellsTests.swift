import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesAnalysis
@testable import ZombiesGrading
@testable import ZombiesPolicies
@testable import ZombiesReports
@testable import ZombiesSimulator

/// Only these tests find a page that shows the value of another policy, level, square or setting in
/// a cell, a column of a chart or a map, or that sorts its rows otherwise. All counts differ.
@Suite struct ReportCellsTests {
  /// The rows of the table with a caption, with bars between cells.
  private static func table(_ caption: String, of page: String) throws -> String {
    let begin = try require(page.firstRange(of: "<caption>\(caption)<")).upperBound
    let end = try require(page[begin...].firstRange(of: "</table>")).lowerBound
    return page[begin..<end].split(separator: "<tr>").dropFirst().map { row in
      row.split(separator: "<").filter { $0.hasPrefix("th ") || $0.hasPrefix("td>") }.map {
        String($0.drop { $0 != ">" }.dropFirst())
      }.joined(separator: "|")
    }.joined(separator: "\n")
  }

  /// The shapes of a chart.
  private static func chart(_ id: String, of page: String) throws -> [Drawn] {
    let begin = try require(page.firstRange(of: "id=\"\(id)-t\"")).upperBound
    let end = try require(page[begin...].firstRange(of: "</svg>")).lowerBound
    return Drawn.shapes(of: page[begin..<end])
  }

  /// The numbers of a map with their shades and places.
  private static func cells(_ id: String, of page: String) throws -> String {
    try chart(id, of: page).filter { $0.tag == "text" && $0.style.contains("mid t") }
      .map { $0.label.replacing("mid ", with: "") }.joined(separator: "|")
  }

  /// The cells of a table, with bars between them. All columns except the first are right-aligned.
  private static func columns(_ text: some StringProtocol) -> [String] {
    let lines = String(text).split(separator: "\n").map { Array($0) }
    guard let header = lines.first else { return [] }
    func isEnd(_ line: [Character], _ place: Int) -> Bool {
      line[place...].prefix(2).allSatisfy { $0 == " " }
    }
    var ends = (1...header.count).filter {
      header[$0 - 1] != " " && ($0 == header.count || isEnd(header, $0))
    }
    if header[0] == " " { ends.insert(0, at: 0) }
    return lines.map { line in
      var begin = line.indices.first { isEnd(line, $0) } ?? line.count
      var cells = [String(line[..<begin])]
      for end in ends.dropFirst() {
        let end = max(begin, min(end, line.count))
        cells.append(String(line[begin..<end].drop { $0 == " " }))
        begin = end
      }
      return cells.joined(separator: "|")
    }
  }

  /// The cells below the title, a line for each row.
  private static func below(_ text: some StringProtocol) -> String {
    columns(text.drop { $0 != "\n" }).joined(separator: "\n")
  }

  private static func report(par: Int, ways: UInt64, dead: Int, loses: Bool, matters: String) throws
    -> LevelReport
  {
    var report = LevelReport()
    report.solved = SolverResult(verdict: .solvable, par: par)
    (report.shortestSolutions, report.excessMoves) = (ways, 4)
    (report.deadPerMille, report.directWayLoses) = (dead, loses)
    report.levelOfThingsThatMatter = try Level(matters)
    return report
  }

  // MARK: A family

  /// Two policies on rooms of 3 × 4 squares. `edge` wins 3 of 20 rounds, `random` 1 of 20.
  private static func family() throws -> String {
    let size = try RoomSize(rows: 3, columns: 4)
    var tallies = [Tally(countingSquaresOf: size), Tally(countingSquaresOf: size)]
    for (policy, outcome, moves, times) in [
      (0, .won, 5, 2), (0, .won, 8, 1), (0, .caught, 1, 10), (0, .stuck, 0, 4),
      (0, .outOfMoves, 9, 3), (1, .won, 11, 1), (1, .caught, 2, 13), (1, .outOfMoves, 12, 6),
    ] as [(Int, Outcome, Int, UInt64)] {
      tallies[policy].count(outcome, moves: moves, times: times)
    }
    for (policy, square, visits, captures) in [
      (0, 11, 20, 0), (0, 10, 9, 1), (0, 7, 8, 7), (0, 2, 1, 2), (1, 11, 30, 0), (1, 6, 60, 13),
    ] as [(Int, Int, UInt64, UInt64)] {
      tallies[policy].count(visits: visits, captures: captures, at: square)
    }
    let generator = LevelGenerator(try Family("3x4z1"), seed: 5)
    let batch = BatchSettings(Batch(generator, policies: [.edge, .random], trials: 0..<20))
    let settings = BatchSettings(
      levels: batch.levels, size: batch.size, policies: batch.policies, unit: batch.unit,
      rules: batch.rules, maxMoves: batch.maxMoves, seed: batch.seed, countsSquares: true)
    let counts: [(Int?, UInt64?, Grade?, UInt64)] = [
      (5, 1, .easy, 2), (5, 2, .hard, 3), (7, 1, .easy, 10), (9, 1, .fiendish, 1),
      (nil, nil, nil, 4),
    ]
    let kinds = counts.map { par, ways, grade, count in
      let verdict = par == nil ? Verdict.unsolvable : .solvable
      let kind = LevelKind(verdict: verdict, par: par, shortestSolutions: ways, grade: grade)
      return (kind, CensusResult.Count(levels: 1, placements: count))
    }
    let census = CensusResult(
      try Census(try Family("3x4z1"), top: 1), counted: RangeSet(0..<20),
      counts: Dictionary(uniqueKeysWithValues: kinds), hardest: HardestLevels(capacity: 1))
    let report = FamilyReport(
      BatchResult(settings, whole: 0..<20, played: RangeSet(0..<20), tallies: tallies),
      levels: .census(census))
    return String(decoding: report.html, as: UTF8.self)
  }

  @Test func tablesOfAFamily() throws {
    let page = try Self.family()
    try expectEqual(
      Self.table("How the rounds ended", of: page),
      """
      policy|won|95% interval|caught|stuck|out of moves
      edge|15.00%|5.24–36.04%|10|4|3
      random|5.00%|0.89–23.61%|13|0|6
      """)
    // edge: 2 · 5 + 8 + 10 + 27 = 55 moves; random: 11 + 26 + 72 = 109.
    let edge = [5, 5, 8] + [Double](repeating: 1, count: 10) + [0, 0, 0, 0, 9, 9, 9]
    let random = [11] + [Double](repeating: 2, count: 13) + [Double](repeating: 12, count: 6)
    func deviation(_ moves: [Double], _ mean: Double) -> String {
      let squares = moves.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
      return fixed((squares / 19).squareRoot(), places: 3)
    }
    try expectEqual(
      Self.table("Moves of a round, however it ended", of: page),
      """
      policy|mean|sd|median|90th percentile|longest|mean if won
      edge|2.750|\(deviation(edge, 2.75))|1|9|9|6.000
      random|5.450|\(deviation(random, 5.45))|2|12|12|11.000
      """)
    try expectEqual(
      Self.table("Rounds by number of moves", of: page),
      """
      moves|edge won|not won|random won|not won
      0|0|4|0|0
      1|0|10|0|0
      2|0|0|0|13
      5|2|0|0|0
      8|1|0|0|0
      9|0|3|0|0
      11|0|0|1|0
      12|0|0|0|6
      """)
    try expectEqual(
      Self.table("Solvable placements by par", of: page),
      "par|placements|share\n5|5|31.25%\n7|10|62.50%\n9|1|6.25%")
    for sentence in [
      "most often 7 (62.50% of the solvable placements). 25.00% of the solvable placements are hard",
      "2.75 moves on average. 50% of the rounds take at most 1 move, 90% at most 9.",
      "<dd>80.00%<small>exactly 16 of 20<", "<dd>edge<small>wins 15.00%</small>",
      "Most often on row 2, column 4 of 3 × 4: 35 per 100 rounds.",
    ] { expect(page.contains(sentence), "\(sentence)") }
  }

  @Test func chartsOfAFamily() throws {
    let page = try Self.family()
    // Squares are 60 wide, and the largest number of each map has the strongest shade.
    for (id, cells) in [
      ("stand-edge", "t1 210 37 5|t3 270 97 40|t3 210 157 45|t6 270 157 100"),
      ("caught-edge", "t2 210 37 10|t6 270 97 35|t1 210 157 5"),
      ("stand-random", "t6 210 97 300|t3 270 157 150"), ("caught-random", "t6 210 97 65"),
    ] { try expectEqual(Self.cells(id, of: page), cells) }
    let ends = try Self.chart("stand-edge", of: page).filter { ["from", "to"].contains($0.style) }
    expectEqual(
      ends.map { "\($0.style) \($0["x"]) \($0["y"])" }, ["from 241.5 123.5", "to 61.5 3.5"])
    let grades = try Self.chart("grades", of: page).filter { $0.style == "end" }.map(\.text)
    expectEqual(
      grades, ["0 · 0%", "12 · 60.00%", "0 · 0%", "3 · 15.00%", "1 · 5.00%", "4 · 20.00%"])
    // Pars are 5 to 9, with a free number on both sides: each is 306 / 7 wide.
    let pars = try Self.chart("pars", of: page).filter { $0.style == "bar" }
    expectEqual(pars.map { $0.number("x").rounded() }, [92, 179, 267])
    // The axis of edge ends at 60%. Of its rounds, 20%, 50% and 15% are lost after 0, 1 and 9.
    for (style, heights) in [("lost", [54.0, 135, 40.5]), ("won", [27, 13.5])] {
      let columns = try Self.chart("moves-edge", of: page).filter { $0.style == style }
      expectEqual(columns.dropFirst().map { $0.number("height") }, heights)
    }
  }

  @Test func measuresOfALevel() throws {
    var report = try Self.report(
      par: 21, ways: 2, dead: 380, loses: true, matters: "S4/5/Z1#2/5/4P")
    (report.reachableStates, report.deadStates, report.longestForcedRun) = (2000, 777, 3)
    (report.randomWinProbability, report.erringWinProbability) = (0.125, 0.0625)
    (report.movesAway, report.losingChoices, report.trapDepth) = (5, 6, 8)
    report.luck = Luck(3, over: 4, riskySteps: 9)
    try expectEqual(
      DifficultyText.text(try Level("S4/5/Z1#2/2F2/4P"), report),
      """
      grade                 fiendish, 13 points
      beyond the distance   4 moves
      dead states           777 of 2,000, 38.850%
      longest forced run    3 moves
      the direct way        loses
      things that matter    2 of 3: S4/5/Z1#2/5/4P
      luck                  75.000% with 9 risky steps
      random play wins      0.125000000
      away from signpost    5 moves
      losing choices        6 of 21 moves
      trap depth            8 moves
      erring player wins    0.062500000

      """)
  }
}
