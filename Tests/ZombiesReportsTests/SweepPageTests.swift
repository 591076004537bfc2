import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestSupport

@testable import ZombiesReports

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

  private static func page(_ sweep: SweepPage.Combinations) -> String {
    let page = SweepPage(
      sweep, policies: sweep.first?.result.settings.policies ?? [], command: "zombies sweep",
      version: "1")
    return String(decoding: page.html, as: UTF8.self)
  }

  private static func axes(
    _ families: [String], _ chases: [Rules.ChaseAxis] = [.longest]
  ) throws -> [String] {
    SweptAxis.all(of: try sweep(families, chases).map(\.result.settings)).map { axis in
      "\(axis.name) \(axis.distinct.map(\.label).joined(separator: ","))"
    }
  }

  @Test func whatVariesIsFound() throws {
    try expectEqual(Self.axes(["classic"]), [])
    try expectEqual(Self.axes(["6x6z3", "6x6z1", "6x6"]), ["zombies 0,1,3"])
    // A preset's name does not show its settings.
    try expectEqual(Self.axes(["5x5z1", "classic"]), ["zombies 1,2"])
    try expectEqual(Self.axes(["4x4z1", "6x6z1"]), ["side 4,6"])
    try expectEqual(Self.axes(["4x5z1", "6x5z1"]), ["rows 4,6"])
    try expectEqual(Self.axes(["4x5z1", "4x6z1", "6x5z1", "6x6z1"]), ["rows 4,6", "columns 5,6"])
    try expectEqual(Self.axes(["6x6z1", "6x6z1+lit"]), ["light dark,lit"])
    try expectEqual(
      Self.axes(["4x4z1", "4x4z2", "5x5z1", "5x5z2", "6x6z1", "6x6z2"]),
      ["side 4,5,6", "zombies 1,2"])
    // Some combinations are missing.
    try expectEqual(Self.axes(["4x5z1", "6x6z1"]), ["family 4x5z1,6x6z1"])
    try expectEqual(Self.axes(["4x4z1", "4x4z2", "5x5z1"]), ["family 4x4z1,4x4z2,5x5z1"])
    try expectEqual(
      Self.axes(["6x6z1", "6x6z2"], [.vertical, .longest]),
      ["zombies 1,2", "chase vertical,longest"])
  }

  /// Given levels have no family.
  @Test func rulesVaryForGivenLevels() throws {
    let list = LevelList([try Level("SP")])
    let settings = try [Rules.ChaseAxis.longest, .vertical].map { chase in
      BatchSettings(
        Batch(list, policies: [.edge], trials: 0..<1, rules: try Rules(chase: chase)))
    }
    expectEqual(SweptAxis.all(of: settings).map(\.name), ["chase"])
  }

  private static func charts(_ page: String) -> [Substring] {
    page.split(separator: "<figure>").dropFirst().map { part in
      part.firstRange(of: "</figure>").map { part[..<$0.lowerBound] } ?? part
    }
  }

  private static func count(_ style: String, _ chart: Substring) -> Int {
    chart.ranges(of: "class=\"\(style)\"").count
  }

  @Test func aNumberIsALineAndWordsAreBars() throws {
    // A chart for the wins, and one for the moves, each with a line for each policy.
    let line = Self.charts(Self.page(try Self.sweep(["6x6z1", "6x6z2", "6x6z3"])))
    expectEqual(line.map { Self.count("curve", $0) }, [2, 2])
    expectEqual(line.map { Self.count("mark", $0) }, [6, 6])
    // A chart for each value of the second setting.
    let page = Self.page(
      try Self.sweep(["4x4z1", "4x4z2", "5x5z1", "5x5z2", "6x6z1", "6x6z2"]))
    let lines = Self.charts(page)
    expectEqual(lines.map { Self.count("curve", $0) }, [2, 2, 2, 2])
    expect([0, 2].allSatisfy { lines[$0].hasPrefix("<h3>1 zombie</h3>") })
    expect([1, 3].allSatisfy { lines[$0].hasPrefix("<h3>2 zombies</h3>") })
    expect(page.contains("<h1>A sweep over side and zombies</h1>"))
    expect(page.contains("<p>6 settings: 100 rounds each, played by edge and random.</p>"))
    let bars = Self.charts(Self.page(try Self.sweep(["4x4z1", "5x5z2"], [.longest, .vertical])))
    expect(bars.count == 8 && bars.allSatisfy { Self.count("bar", $0) == 2 })
    expect(bars[1].hasPrefix("<h3>4x4z1, chase vertical</h3>"))
    expect(bars[1].contains(">1.00% (0.18–5.45%)<") && bars[5].contains(">2.04<"))
    let single = Self.page(try Self.sweep(["classic"]))
    expect(single.contains("<h1>A sweep</h1>") && Self.charts(single).count == 2)
    for page in [page, single] {
      expect(!page.contains("<script") && page.contains("<pre>zombies sweep</pre>"))
    }
  }

  /// A policy alone has a chart with all settings.
  @Test func aSinglePolicyIsOneChart() throws {
    let lines = Self.charts(
      Self.page(
        try Self.sweep(["4x4z1", "4x4z2", "5x5z1", "5x5z2", "6x6z1", "6x6z2"], policies: [.edge])))
    expectEqual(lines.map { Self.count("curve", $0) }, [2, 2])
    expectEqual(ChartTests.texts(of: String(lines[0])).suffix(2), ["2 zombies", "1 zombie"])
    let bars = Self.charts(
      Self.page(try Self.sweep(["4x4z1", "5x5z2", "9x9z8"], policies: [.edge])))
    expectEqual(bars.map { Self.count("bar", $0) }, [3, 3])
    expect(ChartTests.texts(of: String(bars[0])).contains("9x9z8"))
    // Names that are too long are above charts of their own.
    let long = Self.charts(
      Self.page(
        try Self.sweep(["4x4z1", "5x5z2b1f1"], [.longest, .vertical], policies: [.edge])))
    expect(long.count == 8 && long[3].hasPrefix("<h3>5x5z2b1f1, chase vertical</h3>"))
  }

  /// All charts of a measure have the scale of its largest value. Only shares are in percent.
  @Test func chartsHaveOneScale() throws {
    let charts = Self.charts(
      Self.page(try Self.sweep(["classic", "block", "flashlight"], hearing: 0..<5)))
    expectEqual(charts.count, 6)
    for (place, chart) in charts.enumerated() {
      // 14 of 100 rounds are won in the last combination, and the upper bound is 22.14%.
      let ticks = place < 3 ? ["0", "5", "10", "15", "20", "25%"] : ["0", "1", "2", "3"]
      expect(
        ChartTests.texts(of: String(chart)).starts(with: ticks + ["0", "1", "2", "3", "4"]),
        "\(place)")
    }
  }

  @Test func exactValuesAreBesideTheEstimates() throws {
    func svg(_ exact: Double?) -> String {
      let point = LineChart.Point(
        setting: 0, value: 50, interval: Interval(low: 40, high: 60), exact: exact)
      let line = LineChart.Line(name: "edge", place: 1, points: [point])
      let chart = LineChart(lines: [line], axis: "a", uprightAxis: "b", most: 100)
      return String(decoding: chart.svg(id: "x", title: "t", description: "d").bytes, as: UTF8.self)
    }
    // The curve is at 30, the marker stays at 50.
    let (plain, exact) = (svg(nil), svg(30))
    func part(_ style: String, of svg: String) -> Substring? {
      svg.split(separator: "<path").first { $0.contains("class=\"\(style)\"") }
    }
    expect(part("curve", of: plain) != part("curve", of: exact))
    expectEqual(part("curve", of: exact)?.contains("183.4"), true, "\(exact)")
    expectEqual(part("mark", of: plain), part("mark", of: exact))
    expect(part("mark", of: plain) != nil)

    let bars = Self.page(
      try Self.sweep(["4x4z1", "5x5z2"], exact: ["0.500000000000", "0.031400000000"]))
    expectEqual(bars.ranges(of: "class=\"exact\"").count, 4)
    expect(bars.contains("Bars show what was played, and diamonds the exact values."))
    expect(
      bars.contains(
        "<th scope=\"row\">classic</th><td>edge</td><td>1.00% (0.18–5.45%)</td><td>3.14%</td>"
          + "<td>2.04</td><td>3.25</td>"))
    // Only edge has exact values.
    expect(
      bars.contains("<td>random</td><td>1.00% (0.18–5.45%)</td><td>–</td><td>2.04</td><td>–</td>"))
    let lines = Self.page(try Self.sweep(["4x4z1", "5x5z1"], exact: ["0.5", "0.25"]))
    expect(lines.contains("Markers show what was played, and lines the exact values."))
    let played = Self.page(try Self.sweep(["4x4z1", "5x5z1"]))
    expect(!played.contains("exact values") && !played.contains(">exactly<"))
    expect(played.contains("95% intervals are at most 5.27 percentage points wide."))
  }

  @Test func exactSharesOfGamesFollowFromThoseOfRounds() throws {
    let page = Self.page(
      try Self.sweep(["4x4z1", "5x5z1"], exact: ["0.5", "0.25"], unit: .games))
    expect(page.contains("<td>50.00% (40.38–59.62%)</td><td>87.50%</td>"))
    expect(page.contains("<td>57.81%</td>"))
    expect(page.contains("2 settings: 100 games each") && page.contains(">games won<"))
  }

  /// A combination without levels, and one that a policy cannot play.
  @Test func whatIsNotPlayedIsSaid() throws {
    let all = try Self.sweep(["4x4z1", "4x4z2", "4x4z3"])
    let none = BatchResult(
      BatchSettings(
        Batch(
          LevelGenerator(try Family("4x4z1"), seed: 0, selection: .any), policies: [],
          trials: 0..<100)),
      whole: 0..<100)
    let one = try Self.sweep(["4x4z2"], policies: [.random])[0]
    let page = { (sweep: SweepPage.Combinations) in
      String(
        decoding: SweepPage(sweep, policies: [.edge, .random], command: "", version: "").html,
        as: UTF8.self)
    }
    let some = page([(none, [:]), one, all[2]])
    expect(some.contains("<th scope=\"row\">1</th><td>edge</td><td>–</td><td>–</td>"))
    expect(some.contains("<th scope=\"row\">2</th><td>edge</td><td>–</td><td>–</td>"))
    expect(some.contains("<th scope=\"row\">2</th><td>random</td><td>0% ("))
    expectEqual(Self.charts(some).map { Self.count("mark", $0) }, [3, 3])
    expectEqual(page([(none, [:])]).ranges(of: ">not played<").count, 4)
    expect(page([]).hasSuffix("</html>\n"))
  }
}
