import Testing
import ZombiesGenerator
import ZombiesSimulator

@testable import ZombiesReports

/// Charts and sentences of a sweep's page that do not fit the rows of its CSV.
@Suite struct SweepPageTests {
  /// The rows of a sweep over families and chase axes, without results.
  private static func rows(_ families: [String], _ chases: [String] = ["longest"]) -> String {
    var text = SimulateCSV.header
    let names = text.dropLast().split(separator: ",").map(String.init)
    for (place, family) in families.enumerated() {
      for chase in chases {
        let cells = [
          "policy": "edge", "rounds": "100", "won": "\(place)", "family": family, "chase": chase,
          "win_rate": "0.0\(place)", "win_rate_low": "0.00\(place)", "win_rate_high": "0.\(place)",
          "catching_distance": "1", "zombie_speed": "1", "levels": "any",
        ]
        text += names.map { cells[$0] ?? "" }.joined(separator: ",") + "\n"
      }
    }
    return text
  }

  private static func axes(_ families: [String], _ chases: [String] = ["longest"]) throws
    -> [String]
  {
    let rows = try #require(SweptRows(Self.rows(families, chases)))
    return SweptAxis.all(of: rows.settings).map { axis in
      "\(axis.name) \(axis.values.map(\.label).joined(separator: ","))"
    }
  }

  @Test func whatVariesIsFoundInTheRows() throws {
    #expect(try Self.axes(["classic"]) == [])
    #expect(try Self.axes(["6x6z3", "6x6z1", "6x6"]) == ["zombies 0,1,3"])
    // A preset's name does not show its settings.
    #expect(try Self.axes(["5x5z1", "classic"]) == ["zombies 1,2"])
    #expect(try Self.axes(["4x4z1", "6x6z1"]) == ["side 4,6"])
    #expect(try Self.axes(["4x5z1", "6x5z1"]) == ["rows 4,6"])
    #expect(try Self.axes(["4x5z1", "4x6z1", "6x5z1", "6x6z1"]) == ["rows 4,6", "columns 5,6"])
    #expect(try Self.axes(["4x5z1", "6x6z1"]) == ["size 4 × 5,6 × 6"])
    #expect(try Self.axes(["6x6z1", "6x6z1+lit"]) == ["light dark,lit"])
    #expect(
      try Self.axes(["4x4z1", "4x4z2", "5x5z1", "5x5z2", "6x6z1", "6x6z2"])
        == ["side 4,5,6", "zombies 1,2"])
    // Some combinations are missing.
    #expect(try Self.axes(["4x4z1", "5x5z2"]) == ["family 4x4z1,5x5z2"])
    #expect(try Self.axes(["4x4z1", "4x4z2", "5x5z1"]) == ["family 4x4z1,4x4z2,5x5z1"])
    #expect(
      try Self.axes(["6x6z1", "6x6z2"], ["vertical", "longest"])
        == ["zombies 1,2", "chase vertical,longest"])
    // Given levels have no family.
    #expect(try Self.axes([""], ["vertical", "longest"]) == ["chase vertical,longest"])
  }

  private static func page(_ csv: String) throws -> String {
    let page = try #require(SweepPage(csv: csv, command: "zombies sweep", version: "1"))
    return String(decoding: page.html, as: UTF8.self)
  }

  @Test func oneNumberIsALineTwoAreAMapAndWordsAreBars() throws {
    let line = try Self.page(Self.rows(["6x6z1", "6x6z2", "6x6z3"]))
    #expect(line.contains("id=\"lines-t\"") && line.ranges(of: "class=\"mark\"").count == 3)
    let map = try Self.page(Self.rows(["4x4z1", "4x4z2", "5x5z1", "5x5z2"]))
    #expect(map.contains("id=\"map0-edge-t\"") && !map.contains("id=\"map1-edge-t\""))
    // In percent, row by row of zombies: sides 4 and 5 with one zombie, then with two.
    #expect(
      ChartTests.texts(of: map)
        == ["0.0", "2.0", "1.0", "3.0", "zombies", "1", "2", "4", "5", "side"])
    let maps = try Self.page(
      Self.rows(["4x4z1", "4x4z2", "5x5z1", "5x5z2"], ["longest", "vertical"]))
    #expect(maps.contains("<h2>chase longest</h2>") && maps.contains("<h2>chase vertical</h2>"))
    let bars = try Self.page(Self.rows(["4x4z1", "5x5z2"]))
    #expect(bars.contains("id=\"bars-t\"") && bars.ranges(of: "class=\"bar\"").count == 2)
    let single = try Self.page(Self.rows(["classic"]))
    #expect(single.contains("id=\"bars-t\""))
    for page in [line, map, maps, bars, single] {
      #expect(!page.contains("<script") && !page.contains("http:") || page.contains("w3.org"))
      #expect(page.contains("zombies sweep</pre>"))
    }
  }

  /// The rows of a sweep over hearing distances, with exact values.
  private static func exactRows(
    _ families: [String], _ policies: [String: [String]], isGames: Bool = false
  ) -> String {
    var text = SimulateCSV.exactSchema.header
    let names = text.dropLast().split(separator: ",").map(String.init)
    for family in families {
      for distance in 0..<3 {
        for (policy, shares) in policies.sorted(by: { $0.key < $1.key }) {
          let cells = [
            "policy": policy, "rounds": "100", "games": isGames ? "50" : "", "family": family,
            "win_rate": "0.5", "win_rate_low": "0.4", "win_rate_high": "0.6", "chase": "longest",
            "game_win_rate": isGames ? "0.8" : "",
            "catching_distance": "1", "zombie_speed": "1", "levels": "solvable",
            "hearing_distance": "\(distance)", "exact_win_rate": shares[distance],
          ]
          text += names.map { cells[$0] ?? "" }.joined(separator: ",") + "\n"
        }
      }
    }
    return text
  }

  /// A number and a setting that is not a number: a chart for each value, with a line for each policy.
  @Test func aNumberAndWordsAreManyCharts() throws {
    let page = try Self.page(
      Self.exactRows(
        ["classic", "block", "6x6z2b1"],
        [
          "edge": ["0.5", "0.5", "0.5"], "optimal": ["0.5", "0.6", "0.8"],
          "cautious": ["0.4", "0.5", "0.72"],
        ]))
    for (place, family) in ["classic", "block", "6x6z2b1"].enumerated() {
      #expect(page.contains("<figure><h3>\(family)</h3><svg"))
      #expect(page.contains("id=\"lines\(place)-t\""))
    }
    #expect(page.ranges(of: "class=\"mark\"").count == 27)
    // The sentences use exact values.
    for sentence in [
      "<code>edge</code> wins equally often with every hearing distance.",
      "<code>optimal</code> wins most with hearing distance 2 in every family.",
      "With hearing distance 2, <code>cautious</code> wins 90.00% as often as <code>optimal</code>.",
      "Hearing within distance 1 says nothing that sight does not.",
      "Markers are the shares of the rounds that were played, and lines go through the exact values.",
      "The exact values are computed from all solvable placements.",
      "95% Wilson intervals are at most 20.00 percentage points wide.",
      // All but those of 0.72 and 0.8.
      "21 of 27 intervals contain the exact value, where 95 of 100 should.",
    ] { #expect(page.contains(sentence), "\(sentence)") }
    #expect(page.contains("<td>50.00% (40.00–60.00%)</td><td>72.00%</td>"))
  }

  /// The exact values are drawn beside the estimates: a line with markers off it, diamonds, or a second number.
  @Test func exactValuesAreBesideTheEstimates() throws {
    func point(_ exact: Double?) -> LineChart.Point {
      LineChart.Point(
        setting: 0, share: 50, interval: Interval(low: 40, high: 60), exact: exact)
    }
    func svg(_ exact: Double?) -> String {
      let line = LineChart.Line(name: "edge", place: 1, points: [point(exact)])
      let chart = LineChart(lines: [line], axis: "a", uprightAxis: "b", most: 100)
      return String(decoding: chart.svg(id: "x", title: "t", description: "d").bytes, as: UTF8.self)
    }
    // The curve is at 30, the marker stays at 50.
    let (plain, exact) = (svg(nil), svg(30))
    func part(_ style: String, of svg: String) -> Substring? {
      svg.split(separator: "<path").first { $0.contains("class=\"\(style)\"") }
    }
    #expect(part("curve", of: plain) != part("curve", of: exact))
    #expect(part("curve", of: exact)?.contains("183.4") == true, "\(exact)")
    #expect(part("mark", of: plain) == part("mark", of: exact))
    #expect(part("mark", of: plain) != nil)

    let bars = try Self.page(
      Self.exactRows(["classic"], ["edge": ["0.5", "", "0.25"]]).replacing("classic", with: "x"))
    #expect(!bars.contains("class=\"exact\""))
    let csv = Self.exactRows(["classic"], ["edge": ["0.5", "0.5", "0.25"]])
    let single = csv.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n"
    let page = try Self.page(single)
    #expect(
      page.ranges(of: "class=\"exact\"").count == 1 && page.contains("Diamonds: exact values."))
    #expect(page.contains("40.00–60.00%, 50.00% exactly"))
    let map = try Self.page(Self.exactRows(["4x4z1", "5x5z1"], ["edge": ["0.5", "0.3", ""]]))
    #expect(map.contains("with the exact value in bold below"), "\(map)")
    #expect(ChartTests.texts(of: map).starts(with: ["50.0", "50.0", "50.0", "30.0", "50.0"]))
    #expect(map.contains("4 of 6 shares have an exact value beside them, computed from all"))
  }

  @Test func exactSharesOfGamesFollowFromThoseOfRounds() throws {
    let page = try Self.page(
      Self.exactRows(["classic"], ["edge": ["0.5", "0.5", "0.25"]], isGames: true))
    #expect(page.contains("<td>87.50%</td>") && page.contains("<td>57.81%</td>"))
    // Some shares may have no exact value.
    let mixed = try Self.page(
      Self.exactRows(["classic"], ["edge": ["0.5", "", "0.25"]]))
    #expect(mixed.contains("<td>50.00% (40.00–60.00%)</td><td>–</td>"))
    #expect(mixed.contains("<td>50.00% (40.00–60.00%)</td><td>25.00%</td>"))
    #expect(mixed.contains("2 of 3 shares have an exact value beside them, computed from all"))
  }

  @Test func whatIsMissingIsSaid() throws {
    var generator = LevelGenerator(try Family("4x4z1+lit"), seed: 0)
    var csv = SimulateCSV.header
    let edge = Batch(generator, policies: [.edge], trials: 0..<10)
    csv += SimulateCSV.emptyRows(BatchSettings(edge), first: 0)
    generator = LevelGenerator(try Family("4x4z2+lit"), seed: 0)
    let both = Batch(generator, policies: [.edge, .random], trials: 0..<10)
    let tallies = [Tally(), Tally()].map { tally in
      var tally = tally
      tally.count(.won, moves: 6, times: 3)
      tally.count(.caught, moves: 2, times: 7)
      return tally
    }
    csv += SimulateCSV.rows(BatchResult(both, tallies))
    let page = try Self.page(csv)
    #expect(page.contains("There are no levels with 1 zombie."))
    #expect(page.contains("<th scope=\"row\">1</th><td>–</td><td>–</td>"))
    #expect(page.contains("<th scope=\"row\">2</th><td>30.00% (10.78–60.32%)</td>"))
  }

  @Test func whatIsNoSweepIsNoPage() {
    for csv in ["", "\n", "a,b\n1,2\n", SimulateCSV.header + "edge,1\n"] {
      #expect(SweepPage(csv: csv, command: "", version: "") == nil)
    }
    #expect(SweepPage(csv: SimulateCSV.header, command: "", version: "") != nil)
  }
}
