import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesReports  // What varies in a sweep.

/// Charts and tables of a sweep's page that do not fit its results.
@Suite struct SweepPageTests {
  /// The results of a sweep over families and chase axes. In each next combination, each policy wins one round
  /// more of a hundred.
  private static func sweep(
    _ families: [String], _ chases: [Rules.ChaseAxis] = [.longest], hearing: Range<Int> = 0..<1,
    policies: [Policy] = [.edge, .random], exact: [String]? = nil, unit: Batch.Unit = .rounds
  ) throws -> SweepPage.Combinations {
    var sweep: SweepPage.Combinations = []
    for family in families {
      for chase in chases {
        for distance in hearing {
          let won = sweep.count
          let rules = try Rules(chase: chase, hearingDistance: distance)
          let generator = LevelGenerator(
            try Family(family), seed: 0, rules: rules, selection: .any)
          let batch = Batch(generator, policies: policies, unit: unit, trials: 0..<100)
          let tallies = policies.map { _ in
            var tally = Tally()
            tally.count(.won, moves: 6, times: UInt64(won))
            tally.count(.caught, moves: 2, times: UInt64(100 - won))
            if unit == .games { tally.countGames(won: 50, lost: 50) }
            return tally
          }
          let values = exact.map { SimulateCSV.Exact(won: $0[won], meanMoves: "3.25") }
          sweep.append(
            (BatchResult(batch, tallies), values.map { [policies[0]: $0] } ?? [:]))
        }
      }
    }
    return sweep
  }

  private static let sixFamilies = ["4x4z1", "4x4z2", "5x5z1", "5x5z2", "6x6z1", "6x6z2"]

  /// A combination without levels, one that a policy does not play, and one of both.
  private static func unplayed() throws -> SweepPage.Combinations {
    let all = try sweep(["4x4z1", "4x4z2", "4x4z3"])
    let generator = LevelGenerator(try Family("4x4z1"), seed: 0, selection: .any)
    let none = BatchResult(
      BatchSettings(Batch(generator, policies: [], trials: 0..<100)), whole: 0..<100)
    return [(none, [:]), try sweep(["4x4z2"], policies: [.random])[0], all[2]]
  }

  /// Sweeps of every kind, whose pages are kept in files.
  static func sweeps() throws -> [SweepPage.Combinations] {
    try [
      sweep(sixFamilies), sweep(["4x4z1", "5x5z2"], [.longest, .vertical]),
      sweep(sixFamilies, policies: [.edge], exact: ["0.5", "0.25", "0", "1", "0.1", "0.031"]),
      sweep(["4x4z1", "5x5z1"], exact: ["0.5", "0.25"], unit: .games),
      sweep((1...9).map { "6x6z\($0)" }, hearing: 0..<4, policies: [.edge]),
      sweep(["classic", "block"], exact: ["0.5", "0.125"]), [],
    ]
  }

  private static func page(
    _ sweep: SweepPage.Combinations, _ policies: [Policy]? = nil
  ) -> String {
    let policies = policies ?? sweep.first?.result.settings.policies ?? []
    let page = SweepPage(sweep, policies: policies, command: "zombies sweep", version: "1")
    return String(decoding: page.html, as: UTF8.self)
  }

  private static func axes(_ sweep: SweepPage.Combinations) -> [String] {
    SweptAxis.all(of: sweep.map(\.result.settings)).map { axis in
      "\(axis.name) \(axis.distinct.map(\.label).joined(separator: ","))"
    }
  }

  @Test func whatVariesIsFound() throws {
    for (families, axes) in [
      ("classic", []), ("6x6z3 6x6z1 6x6", ["zombies 0,1,3"]),
      // A preset's name does not show its settings.
      ("5x5z1 classic", ["zombies 1,2"]), ("4x4z1 6x6z1", ["side 4,6"]),
      ("4x5z1 6x5z1", ["rows 4,6"]), ("6x6z1 6x6z1+lit", ["light dark,lit"]),
      ("4x5z1 4x6z1 6x5z1 6x6z1", ["rows 4,6", "columns 5,6"]),
      ("4x4z1 4x4z2 5x5z1 5x5z2 6x6z1 6x6z2", ["side 4,5,6", "zombies 1,2"]),
      // Some combinations are missing.
      ("4x5z1 6x6z1", ["family 4x5z1,6x6z1"]),
      ("4x4z1 4x4z2 5x5z1", ["family 4x4z1,4x4z2,5x5z1"]),
      // Numbers are in the order of their values, not of their digits.
      ("12x12 3x3 9x9", ["side 3,9,12"]), ("6x6z10 6x6z9 6x6z2", ["zombies 2,9,10"]),
      ("6x6b1 6x6b3", ["blocks 1,3"]), ("6x6z1f1 6x6z1f2", ["flashlights 1,2"]),
    ] as [(String, [String])] {
      let names = families.split(separator: " ").map(String.init)
      try expectEqual(Self.axes(Self.sweep(names)), axes, families)
    }
    try expectEqual(
      Self.axes(Self.sweep(["6x6z1", "6x6z2"], [.vertical, .longest])),
      ["zombies 1,2", "chase vertical,longest"])
    // Given levels have no family.
    let list = LevelList([try Level("SP")])
    let settings = try [Rules.ChaseAxis.longest, .vertical].map { chase in
      BatchSettings(
        Batch(list, policies: [.edge], trials: 0..<1, rules: try Rules(chase: chase)))
    }
    expectEqual(SweptAxis.all(of: settings).map(\.name), ["chase"])
    // The widest interval is found anywhere.
    for order in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
      let sweep: SweepPage.Combinations = order.map { place in
        let won = tally(.won, moves: 3, count: UInt64(2 * place))
        let all = sum(won, tally(.caught, moves: 3, count: UInt64(9 - 2 * place)))
        return (BatchResult(batch([.edge], trials: 0..<9), [all]), [:])
      }
      let widest = Interval(wilson: 4, of: 9)
      let found = SweptMeasure.wins(sweep, [.edge]).widest
      expectEqual(found, 100 * widest.high - 100 * widest.low)
    }
  }

  private static func charts(_ page: String) -> [Substring] {
    page.split(separator: "<figure>").dropFirst().map { part in
      part.firstRange(of: "</figure>").map { part[..<$0.lowerBound] } ?? part
    }
  }

  /// The number of shapes of a class in each chart.
  private static func counts(_ style: String, _ charts: [Substring]) -> [Int] {
    charts.map { $0.ranges(of: "class=\"\(style)\"").count }
  }

  private static func texts(_ chart: Substring) -> [String] {
    Drawn.shapes(of: chart).filter { $0.tag == "text" }.map(\.text)
  }

  @Test func aNumberIsALineAndWordsAreBars() throws {
    // A chart for the wins, and one for the moves, each with a line for each policy.
    let line = Self.charts(Self.page(try Self.sweep(["6x6z1", "6x6z2", "6x6z3"])))
    expect(Self.counts("curve", line) == [2, 2] && Self.counts("mark", line) == [6, 6])
    // A chart for each value of the second setting.
    let page = Self.page(try Self.sweep(Self.sixFamilies))
    let lines = Self.charts(page)
    expectEqual(Self.counts("curve", lines), [2, 2, 2, 2])
    for place in 0..<4 {
      expect(lines[place].hasPrefix(place % 2 == 0 ? "<h3>1 zombie</h3>" : "<h3>2 zombies</h3>"))
    }
    expect(page.contains("<h1>A sweep over side and zombies</h1>"))
    expect(page.contains("<p>6 settings: 100 rounds each, played by edge and random.</p>"))
    let bars = Self.charts(Self.page(try Self.sweep(["4x4z1", "5x5z2"], [.longest, .vertical])))
    expectEqual(Self.counts("bar", bars), Array(repeating: 2, count: 8))
    expect(bars[1].hasPrefix("<h3>4x4z1, chase vertical</h3>"))
    expect(bars[1].contains(">1.00% (0.18–5.45%)<") && bars[5].contains(">2.04<"))
    // A policy alone has a chart with all settings.
    let alone = Self.charts(Self.page(try Self.sweep(Self.sixFamilies, policies: [.edge])))
    expectEqual(Self.counts("curve", alone), [2, 2])
    expectEqual(Self.texts(alone[0]).suffix(2), ["2 zombies", "1 zombie"])
    // Names that are too long are above charts of their own.
    let long = Self.charts(
      Self.page(
        try Self.sweep(["4x4z1", "5x5z2b1f1"], [.longest, .vertical], policies: [.edge])))
    expect(long.count == 8 && long[3].hasPrefix("<h3>5x5z2b1f1, chase vertical</h3>"))
    // All charts of a measure have the scale of its largest value. Only shares are in percent.
    let scaled = Self.charts(
      Self.page(try Self.sweep(["classic", "block", "flashlight"], hearing: 0..<5)))
    expectEqual(scaled.count, 6)
    for (place, chart) in scaled.enumerated() {
      // 14 of 100 rounds are won in the last combination, and the upper bound is 22.14%.
      let ticks = place < 3 ? ["0", "5", "10", "15", "20", "25%"] : ["0", "1", "2", "3"]
      expect(Self.texts(chart).starts(with: ticks + ["0", "1", "2", "3", "4"]), "\(place)")
    }
  }

  @Test func exactValuesAreBesideTheEstimates() throws {
    func check(_ page: String, _ sentences: String...) {
      for sentence in sentences { expect(page.contains(sentence), sentence) }
    }
    let bars = Self.page(
      try Self.sweep(["4x4z1", "5x5z2"], exact: ["0.500000000000", "0.031400000000"]))
    expectEqual(bars.ranges(of: "class=\"exact\"").count, 4)
    check(
      bars, "Bars show what was played, and diamonds the exact values.",
      "<th scope=\"row\">classic</th><td>edge</td><td>1.00% (0.18–5.45%)</td><td>3.14%</td>"
        + "<td>2.04</td><td>3.25</td>",
      // Only edge has exact values.
      "<td>random</td><td>1.00% (0.18–5.45%)</td><td>–</td><td>2.04</td><td>–</td>")
    check(
      Self.page(try Self.sweep(["4x4z1", "5x5z1"], exact: ["0.5", "0.25"])),
      "Markers show what was played, and lines the exact values.")
    let played = Self.page(try Self.sweep(["4x4z1", "5x5z1"]))
    expect(!played.contains("exact values") && !played.contains(">exactly<"))
    check(played, "95% intervals are at most 5.27 percentage points wide.")
    // Exact shares of games follow from those of rounds.
    check(
      Self.page(try Self.sweep(["4x4z1", "5x5z1"], exact: ["0.5", "0.25"], unit: .games)),
      "<td>50.00% (40.38–59.62%)</td><td>87.50%</td>", "<td>57.81%</td>",
      "2 settings: 100 games each", ">games won<")
    let unplayed = try Self.unplayed()
    let some = Self.page(unplayed, [.edge, .random])
    check(
      some, "<th scope=\"row\">1</th><td>edge</td><td>–</td><td>–</td>",
      "<th scope=\"row\">2</th><td>edge</td><td>–</td><td>–</td>",
      "<th scope=\"row\">2</th><td>random</td><td>0% (")
    expectEqual(Self.counts("mark", Self.charts(some)), [3, 3])
    // Families of different shapes have charts of their own, of which 60 are drawn.
    let shapes = (2...9).flatMap { rows in (rows...9).map { "\(rows)x\($0)" } }
    let many = Self.page(try Self.sweep(shapes, [.longest, .vertical]))
    check(many, "The table has the numbers of 12 more charts that are not drawn.", "<details>")
    expectEqual(Self.charts(many).count, 120)
    let none = Self.page([unplayed[0]], [.edge, .random])
    expectEqual(none.ranges(of: ">not played<").count, 4)
  }
}
