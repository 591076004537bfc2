import Testing
import ZombiesDocuments
import ZombiesSimulator
import ZombiesTestSupport

@testable import ZombiesReports

/// Charts whose lengths, ticks or labels do not fit their numbers.
@Suite struct ChartTests {
  /// The values of an attribute of all shapes of a class, in order.
  static func values(of name: String, inShapes style: String, of svg: String) -> [Double] {
    svg.split(separator: "<").filter { $0.contains("class=\"\(style)\"") }.compactMap { shape in
      shape.firstRange(of: " \(name)=\"").flatMap { range in
        Double(shape[range.upperBound...].prefix { $0 != "\"" })
      }
    }
  }

  /// The contents of the text elements, in order.
  static func texts(of svg: String) -> [String] {
    svg.split(separator: "<").filter { $0.hasPrefix("text ") }.map { element in
      String(element.drop { $0 != ">" }.dropFirst())
    }
  }

  private static let ends: [(low: Double, high: Double)] = [
    (0, 1), (0, 0.00021), (0, 34.2), (0, 100), (0, 99.99), (3, 3), (-7, 12.5), (4, 8), (0, 0),
    (1, 1024), (0, 4_194_304), (1e11, 1e12), (-1e12, 1e12), (0, 5), (0.1, 0.3), (-0.3, -0.1),
  ]

  @Test(arguments: ends, [1, 3, 5, 8])
  func anAxisHasRoundTicksThatCoverTheValues(ends: (low: Double, high: Double), most: Int) throws {
    for isWhole in [false, true] {
      let scale = ChartScale(from: ends.low, to: ends.high, most: most, isWhole: isWhole)
      let slack = 1e-9 * max(abs(ends.low), abs(ends.high), 1e-6)
      expect(scale.low <= ends.low + slack && scale.high >= ends.high - slack)
      let steps = zip(scale.ticks, scale.ticks.dropFirst()).map { $1 - $0 }
      let step = try require(steps.first)
      let least = ends.low < 0 && ends.high > 0 ? 2 : 1
      expect((1...max(most, least)).contains(steps.count), "\(scale)")
      expect(steps.allSatisfy { abs($0 - step) <= 1e-9 * max(step, abs(scale.high)) })
      var mantissa = step
      while mantissa >= 9.999 { mantissa /= 10 }
      while mantissa < 0.9999 { mantissa *= 10 }
      expect([1, 2, 5].contains { abs($0 - mantissa) < 1e-6 }, "\(step)")
      if isWhole { expect(scale.ticks.allSatisfy { $0 == $0.rounded() }) }
      // Neighbouring labels differ, and give the values of the ticks.
      expectEqual(Set(scale.ticks.map(scale.label)).count, scale.ticks.count, "\(scale)")
      for tick in scale.ticks where tick >= 0 {
        expect(abs((Double(scale.label(tick)) ?? -1) - tick) <= 1e-9 * max(1, tick))
      }
    }
  }

  @Test func whatIsNoNumberHasAnAxisToo() {
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      expect(ChartScale(to: value).ticks.count > 1)
      expect(ChartScale(from: value, to: value).ticks.allSatisfy { $0.isFinite })
    }
    expectEqual(ChartScale(percentTo: 34).ticks, [0, 10, 20, 30, 40])
    expectEqual(ChartScale(percentTo: 95).ticks, [0, 20, 40, 60, 80, 100])
    expectEqual(ChartScale(percentTo: 101).high, 100)
    expectEqual(ChartScale(percentTo: 0.0034).ticks, [0, 0.001, 0.002, 0.003, 0.004])
  }

  @Test func barsAreAsLongAsTheirShares() {
    let chart = BarChart(
      bars: [
        .init(name: "a", text: "50%", value: 50), .init(name: "b", text: "25%", value: 25),
        .init(name: "c", text: "12.5%", value: 12.5), .init(name: "d", text: "nothing"),
      ], axis: "won")
    let svg = chart.svg(id: "x", title: "t", description: "d").string
    let lengths = Self.values(of: "width", inShapes: "bar", of: svg)
    expectEqual(lengths, [344, 172, 86])
    expectEqual(Self.values(of: "x", inShapes: "bar", of: svg), [8, 8, 8])
    expectEqual(
      Self.texts(of: svg),
      [
        "0", "10", "20", "30", "40", "50%", "a", "50%", "b", "25%", "c", "12.5%", "d", "nothing",
        "won",
      ])
  }

  @Test func anIntervalIsDrawnWhereItIs() {
    let bar = BarChart.Bar(
      name: "a", text: "", value: 50, interval: Interval(low: 40, high: 60), exact: 100)
    let svg = BarChart(bars: [bar], axis: "").svg(
      id: "x", title: "t", description: "d"
    ).string
    // From 8 + 0.4 · 344 to 8 + 0.6 · 344.
    expect(svg.contains("M145.6,26v12M145.6,32H214.4M214.4,26v12\" class=\"whisker\""))
    expect(svg.contains("M352,25L358,32L352,39L346,32L352,25\" class=\"exact\""))
  }

  @Test func columnsStandOnTheAxisAndUponEachOther() {
    let chart = ColumnChart(
      columns: [.init(numbers: 2...2, lower: 30, upper: 10), .init(numbers: 3...3, lower: 20)],
      numbers: 0...9, axis: "moves", uprightAxis: "rounds", hasOutcomes: true)
    let svg = chart.svg(id: "x", title: "t", description: "d").string
    expectEqual(chart.scale.ticks, [0, 10, 20, 30, 40])
    // The first rectangle of each class is in the legend. 40% is 162 high.
    expectEqual(Self.values(of: "height", inShapes: "won", of: svg).dropFirst(), [121.5, 81])
    expectEqual(Self.values(of: "height", inShapes: "lost", of: svg).dropFirst(), [40.5])
    expectEqual(Self.values(of: "y", inShapes: "won", of: svg).dropFirst(), [68.5, 109])
    expectEqual(Self.values(of: "y", inShapes: "lost", of: svg).dropFirst(), [28])
  }

  @Test func columnsArePutTogetherInRoundNumbers() {
    for last in [0, 1, 47, 48, 49, 95, 96, 250, 4096, 4_194_304, Int.max - 1] {
      for first in [0, 7] where first <= last {
        let width = ColumnChart.columnWidth(of: first...last, most: 48)
        expect(last / width - first / width < 48)
        var mantissa = width
        while mantissa % 10 == 0 { mantissa /= 10 }
        expect([1, 2, 5].contains(mantissa))
        // A narrower width would give too many columns.
        let narrower = mantissa == 5 ? width / 5 * 2 : width / 2
        if width > 1 { expect(last / narrower - first / narrower >= 48) }
      }
    }
  }

  @Test func aMapHasAShadeForEachShareAndItsNumbers() {
    let map = HeatMap(
      cells: [
        .init(share: 0, text: ""), .init(share: 0.5, text: "5"), .init(share: 1, text: "10"),
        .init(share: 0, text: "–"),
      ], rows: 2, columns: 2)
    let svg = map.svg(id: "x", title: "t", description: "d").string
    expect(map.showsNumbers)
    expectEqual(Self.texts(of: svg), ["5", "10", "–"])
    for shade in [0, 3, 6] {
      expectEqual(svg.ranges(of: "<path class=\"cells s\(shade)\"").count, 1, "\(shade)")
    }
    expectEqual(svg.ranges(of: "<path class=\"cells").count, 3)
    expect(svg.contains("class=\"mid t3\">5<") && svg.contains("class=\"mid t6\">10<"))
    // Numbers that do not fit are omitted.
    let many = HeatMap(
      cells: .init(repeating: .init(share: 1, text: "100"), count: 1024), rows: 32, columns: 32)
    expect(!many.showsNumbers)
    expect(Self.texts(of: many.svg(id: "x", title: "t", description: "d").string).isEmpty)
  }

  @Test(arguments: [[50.0, 50, 50, 50, 50], [0, 0, 0, 0, 0], [100, 99, 98, 1, 0], [3]])
  func namesOfLinesAreApart(shares: [Double]) {
    let lines = shares.enumerated().map { place, share in
      LineChart.Line(
        name: "name\(place)", place: place,
        points: [.init(setting: 1, value: 50), .init(setting: 4, value: share)])
    }
    let chart = LineChart(lines: lines, axis: "zombies", uprightAxis: "won")
    let svg = chart.svg(id: "x", title: "t", description: "d").string
    let names: [Substring] = svg.split(separator: "<").filter { $0.contains(">name") }
    let heights: [Double] = names.compactMap { (text: Substring) -> Double? in
      guard let y = text.firstRange(of: " y=\"") else { return nil }
      return Double(text[y.upperBound...].prefix { $0 != "\"" })
    }
    expectEqual(heights.count, shares.count)
    for (above, below) in zip(heights, heights.dropFirst()) { expect(below - above >= 18) }
    expect(heights.allSatisfy { (20...256).contains($0) })
    expectEqual(Set((0..<5).map(LineChart.dashes)).count, 5)
  }

  @Test func whatIsGivenAsTextIsText() {
    let text = "</title><script>\"&'"
    let bar = BarChart.Bar(name: text, text: text, value: 1)
    let chart = BarChart(bars: [bar], axis: text)
    var all = chart.svg(id: text, title: text, description: text).string
    all += DataTable(caption: text, header: [text], rows: [[text, text]]).folded(text).string
    all += DataText.folded(text, text, summary: text).string
    expect(!all.contains("<script") && !all.contains("\"&'"))
    var prose = Markup()
    prose.prose("`a<b` & `c")
    expectEqual(prose.string, "<code>a&lt;b</code> &amp; c")
  }

  @Test func sharesAreNeverNothingWhereTheyAreNot() {
    expect(ShareText.percent(0) == "0%" && ShareText.percent(1) == "100%")
    expectEqual(ShareText.percent(0.34286), "34.29%")
    expectEqual(ShareText.percent(0.0000214), "0.002%")
    expectEqual(ShareText.percent(0.99996), "99.996%")
    expectEqual(ShareText.percent(1e-300), "0.000000001%")
    for power in 1...30 {
      let share = (0..<power).reduce(1.0) { share, _ in share / 2 }
      for share in [share, 1 - share] {
        let text = ShareText.number(share)
        expect(text != "0" && text != "100" && text.contains { "123456789".contains($0) })
      }
    }
  }
}
