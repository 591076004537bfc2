import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesAnalysis
@testable import ZombiesGrading
@testable import ZombiesReports
@testable import ZombiesSimulator

/// Only these tests find a page or table whose width, axis, order, bound or rank depends on the first, last or
/// smallest of several values instead of the largest, or on only one of the things that decide it.
@Suite struct ExtremesTests {
  private static func room(_ rows: Int, _ columns: Int) throws -> Level {
    try Level(
      size: RoomSize(rows: rows, columns: columns),
      start: Square(row: rows - 1, column: columns - 1),
      signpost: Square(row: 0, column: 0))
  }

  private static func row(
    _ level: Level? = nil, par: Int = 5, states: Int? = nil, rules: Rules? = nil
  ) throws -> WorldsRow {
    var report = LevelReport()
    report.solved = SolverResult(verdict: .solvable, par: par)
    report.reachableStates = states
    return WorldsRow(
      world: 1, worldName: "W", lock: .all, number: 1, name: nil, line: nil,
      level: try level ?? room(1, 2), report: report, rules: rules)
  }

  // MARK: Tables

  /// Each table has as many columns as fit, for every width: one that is exactly full is not split.
  @Test func tablesAreAsWideAsFits() {
    let widths = [3, 1, 5, 2, 4, 1]
    let row = widths.enumerated().map { String(repeating: "\($0)", count: $1) }
    for names in 1...2 {
      let fixed = widths.prefix(names).reduce(-2) { $0 + $1 + 2 }
      for width in fixed + 7...28 {
        var lines: [String] = []
        for word in row.dropFirst(names) {
          if let last = lines.last, last.count + 2 + word.count <= width {
            lines[lines.count - 1] = last + "  " + word
          } else {
            lines.append((row.prefix(names) + [word]).joined(separator: "  "))
          }
        }
        let text = SimulateTable.aligned([row], width: width, names: names)
        expectEqual(text, lines.joined(separator: "\n\n") + "\n", "\(width)")
      }
    }
  }

  /// The rules above the table are those of its levels.
  @Test func rulesOfAWorld() throws {
    let all = try [Rules.standard, Rules(zombieSpeed: 2), Rules(catchingDistance: 0)]
    for own in [nil] + all {
      for rules in all {
        let rows = try [1, 2].map { try Self.row(par: $0, rules: own) }
        let title = WorldsTable.text(rows, rules).prefix { $0 != "\n" }
        let named = ["zombie speed 2", "catching distance 0"].map { title.contains($0) }
        let effective = own ?? rules
        expectEqual(named, [effective == all[1], effective == all[2]], "\(title)")
      }
    }
  }

  /// Part of a census does not say what the best player wins in the whole family.
  @Test func theDarkIsOnlyInTheWholeCensus() throws {
    let census = try Census(.classic, top: 1)
    let whole = census.placements.upperBound
    let counts = [
      LevelKind(verdict: .solvable, par: 8, shortestSolutions: 1, grade: .easy):
        CensusResult.Count(levels: 1, placements: 1)
    ]
    for counted in [0..<0, 0..<1, 1..<whole, 0..<whole - 1, 0..<whole] {
      let result = CensusResult(
        census, counted: RangeSet(counted), counts: counts, hardest: HardestLevels(capacity: 1))
      expectEqual(
        CensusTable.text(result).contains("in the dark"), (counted == 0..<whole), "\(counted)")
    }
  }

  // MARK: Pictures

  /// The widest card decides the width of all, wherever it is in the sheet.
  @Test func theWidestCardOfASheet() throws {
    let rooms = try [Self.room(2, 3), Self.room(9, 12), Self.room(4, 8)]
    func widths(_ levels: [Level]) -> [String] {
      var sheet = LevelSheet(title: "t", format: .svg, across: 2)
      for level in levels { sheet.add(LevelCard(level, name: "n")) }
      return Drawn.shapes(of: sheet.text).filter { $0.style == "card" }.map { $0["width"] }
    }
    let widest = try require(widths([rooms[1]]).first)
    expect(widths([rooms[0]]) != [widest] && widths([rooms[2]]) != [widest])
    for order in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
      expectEqual(widths(order.map { rooms[$0] }), [widest, widest, widest])
    }
  }

  // MARK: Pages

  /// Numbers are in the order of their values, not of their digits, and the widest interval is found anywhere.
  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func valuesOfASweep(order: [Int]) throws {
    for (families, name) in [
      (["6x6z2", "6x6z9", "6x6z10"], "zombies 2,9,10"), (["3x3", "9x9", "12x12"], "side 3,9,12"),
    ] {
      let sweep: SweepPage.Combinations = try order.map { place in
        let batch = Batch(
          LevelGenerator(try Family(families[place]), seed: 0), policies: [.edge], trials: 0..<9)
        var played = tally(.won, moves: 3, count: UInt64(2 * place))
        played += tally(.caught, moves: 3, count: UInt64(9 - 2 * place))
        return (BatchResult(batch, [played]), [:])
      }
      let axes = SweptAxis.all(of: sweep.map(\.result.settings)).map { axis in
        "\(axis.name) \(axis.distinct.map(\.label).joined(separator: ","))"
      }
      expectEqual(axes, [name])
      let widest = Interval(wilson: 4, of: 9)
      expectEqual(SweptMeasure.wins(sweep, [.edge]).widest, 100 * widest.high - 100 * widest.low)
    }
  }

  /// Levels that are undecided may all be solvable: the upper bound counts them.
  @Test(arguments: [1, 8, 20, 1_000_000]) func theBoundsOfSolvableLevels(limit: Int) throws {
    let generator = LevelGenerator(try Family("4x4z1b3+lit"), seed: 3, selection: .any)
    let sample = try LevelSample(of: generator, count: 60, stateLimit: limit, top: 1)
    let good = Double(sample.sum { $0.verdict == .solvable })
    let most = 60 - Double(sample.sum { $0.verdict == .unsolvable })
    let batch = BatchResult(batch([.edge]), [Tally()])
    let report = FamilyReport(batch, levels: .sample(sample))
    let interval = try require(report.solvable?.interval)
    // A bound of Wilson solves (hits / n − p)² = z² p (1 − p) / n.
    for (hits, bound, sign) in [(good, interval.low, 1.0), (most, interval.high, -1)] {
      let gap = sign * (hits / 60 - bound)
      let spread = 1.959963984540054 * (bound * (1 - bound) / 60).squareRoot()
      expect(abs(gap - spread) < 1e-9, "\(limit): \(interval), \(good) to \(most)")
    }
  }

  /// The axis is long enough for the policy with the longest rounds, whichever that is.
  @Test(arguments: [(3, 19), (19, 3), (3, 3), (0, 19), (5, 11)])
  func theLongestRoundsAreOnTheAxis(first: Int, second: Int) throws {
    let tallies = [first, second].map { tally(.caught, moves: $0, count: 20) }
    let report = try FamilyReport(
      BatchResult(batch([.edge, .random], trials: 0..<20), tallies),
      levels: .sample(
        LevelSample(of: LevelGenerator(.classic, seed: 7), count: 0, stateLimit: 1, top: 1)))
    let page = String(decoding: report.html, as: UTF8.self)
    let table = page.split(separator: "<caption>Rounds by number of moves<").last ?? ""
    expect(!table.contains(" or more<"))
    for moves in [first, second] { expect(table.contains(">\(moves)</th>")) }
  }
}
