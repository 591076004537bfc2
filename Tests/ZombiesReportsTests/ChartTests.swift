import Testing
import ZombiesCore
import ZombiesDocuments
import ZombiesSimulator
import ZombiesTestSupport

@testable import ZombiesReports  // The charts, which only pages contain.

/// Charts whose lengths, axes, ticks, labels, marks or intervals are at the place of another value. Values, rows and
/// columns all differ, and no axis ends at 100.
@Suite struct ChartTests {
  // MARK: Axes

  @Test func anAxisHasRoundTicksThatCoverTheValues() throws {
    for (low, high) in [
      (0, 1), (0, 0.00021), (0, 34.2), (0, 100), (0, 99.99), (3, 3), (-7, 12.5), (4, 8), (0, 0),
      (1, 1024), (0, 4_194_304), (1e11, 1e12), (-1e12, 1e12), (0, 5), (0.1, 0.3), (-0.3, -0.1),
    ] as [(Double, Double)] {
      for most in [1, 3, 5, 8] {
        for isWhole in [false, true] {
          let scale = ChartScale(from: low, to: high, most: most, isWhole: isWhole)
          let slack = 1e-9 * max(abs(low), abs(high), 1e-6)
          expect(scale.low <= low + slack && scale.high >= high - slack)
          let steps = zip(scale.ticks, scale.ticks.dropFirst()).map { $1 - $0 }
          let step = try require(steps.first)
          let least = low < 0 && high > 0 ? 2 : 1
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
    }
    for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      expect(ChartScale(to: value).ticks.count > 1)
      expect(ChartScale(from: value, to: value).ticks.allSatisfy { $0.isFinite })
    }
    // Shares end at 100. The finest steps that are few enough.
    for (end, ticks) in [
      (34, [0, 10, 20, 30, 40]), (95, [0, 20, 40, 60, 80, 100]), (101, [0, 20, 40, 60, 80, 100]),
      (0.0034, [0, 0.001, 0.002, 0.003, 0.004]),
    ] as [(Double, [Double])] { expectEqual(ChartScale(percentTo: end).ticks, ticks) }
    for (steps, ticks) in [
      (4, [0, 10, 20, 30, 40]), (3, [0, 20, 40]), (8, [0, 5, 10, 15, 20, 25, 30, 35]),
    ] as [(Int, [Double])] { expectEqual(ChartScale(to: 33, most: steps).ticks, ticks) }
  }

  /// The largest of shares, bounds and exact values decides the end of the axis.
  @Test func theEndOfTheAxisIsBeyondEverything() {
    for (value, high, exact) in [(33, nil, nil), (12, 33, nil), (12, 20, 33), (2, nil, 33)]
      as [(Double, Double?, Double?)]
    {
      let interval = high.map { Interval(low: 1, high: $0) }
      let bar = BarChart.Bar(name: "", text: "", value: value, interval: interval, exact: exact)
      let small = BarChart.Bar(name: "", text: "", value: 1)
      var bars = BarChart(bars: [small, bar], axis: "")
      expectEqual(bars.scale.high, 40)
      let points = [
        LineChart.Point(setting: 2, value: 1),
        LineChart.Point(setting: 5, value: value, interval: interval, exact: exact),
      ]
      let line = LineChart.Line(name: "", place: 0, points: points)
      var lines = LineChart(lines: [line], axis: "", uprightAxis: "")
      expect(lines.scale.high == 40 && lines.settings.ticks == [2, 3, 4, 5])
      // Only shares end at 100.
      for (most, end, isShare) in [
        (3, 3, true), (80, 80, true), (230, 100, true), (230, 250, false),
      ]
        as [(Double, Double, Bool)]
      {
        (lines.most, bars.most, lines.isShare, bars.isShare) = (most, most, isShare, isShare)
        expect(lines.scale.high == end && bars.scale.high == end, "\(most)")
      }
    }
    // Columns are put together in round numbers.
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

  // MARK: Places, computed by hand

  /// The labels of a chart, and the places of shapes of some classes, a line for each.
  private static func drawn(_ svg: Markup, _ styles: String...) -> String {
    let places = styles.map { Drawn.places(svg, $0) }.filter { $0 != "" }
    return ([Drawn.texts(of: svg.string)] + places).joined(separator: "|")
      .replacing("|", with: "\n") + "\n"
  }

  /// The axis ends at 40 or 100, and is 344 wide.
  @Test func barsAndTheirIntervals() throws {
    let chart = BarChart(
      bars: [
        .init(name: "ab", text: "x", value: 10, color: 1),
        .init(name: "c", text: "y", interval: Interval(low: 20, high: 40), color: 8),
        .init(name: "d", text: "z", value: 0, exact: 5, color: 5),
      ], axis: "won")
    let svg = chart.svg(id: "i", title: "t", description: "d")
    expect(svg.string.contains("viewBox=\"0 0 360 174\""))
    try expectHandMade("bars", Self.drawn(svg, "bar", "halo", "whisker", "exact"))
    // From 8 + 0.4 · 344 to 8 + 0.6 · 344.
    let bar = BarChart.Bar(
      name: "a", text: "", value: 50, interval: Interval(low: 40, high: 60), exact: 100)
    let one = BarChart(bars: [bar], axis: "").svg(id: "x", title: "t", description: "d")
    try expectHandMade("a bar", Self.drawn(one, "whisker", "exact"))
  }

  /// A column covers its numbers. The label of a number is below its column, or at the left end of
  /// several.
  @Test func columnsAreAboveTheirNumbers() throws {
    for (name, columns, numbers, hasOutcomes) in [
      (
        "columns", [.init(numbers: 4...4, lower: 20), .init(numbers: 6...6, lower: 10, upper: 20)],
        3...7, false
      ),
      (
        "columns of two numbers",
        [.init(numbers: 2...3, lower: 3), .init(numbers: 6...7, lower: 1)], 0...9, false
      ),
      // Thin columns are apart by a fifth of their width.
      ("thin columns", [.init(numbers: 100...100, lower: 3)], 0...101, false),
      // The first rectangle of each class is in the legend. 40% is 162 high.
      (
        "columns of outcomes",
        [.init(numbers: 2...2, lower: 30, upper: 10), .init(numbers: 3...3, lower: 20)], 0...9,
        true
      ),
    ] as [(String, [ColumnChart.Column], ClosedRange<Int>, Bool)] {
      let chart = ColumnChart(
        columns: columns, numbers: numbers, axis: "moves", uprightAxis: "rounds",
        hasOutcomes: hasOutcomes)
      let svg = chart.svg(id: "i", title: "t", description: "d")
      try expectHandMade(name, Self.drawn(svg, "bar", "won", "lost"))
    }
  }

  @Test func linesGoThroughTheirPoints() throws {
    let low = [
      LineChart.Point(setting: 1, value: 4, interval: Interval(low: 2, high: 8)),
      LineChart.Point(setting: 3, value: 2, exact: 1),
    ]
    let high = [LineChart.Point(setting: 1, value: 6), LineChart.Point(setting: 5, value: 10)]
    let lines: [LineChart.Line] = [
      .init(name: "low", place: 4, points: low), .init(name: "high", place: 7, points: high),
    ]
    let svg = LineChart(lines: lines, axis: "blocks", uprightAxis: "won").svg(
      id: "i", title: "t", description: "d")
    try expectHandMade("lines", Self.drawn(svg, "curve", "thin", "mark"))
    let dashes = Drawn.shapes(of: svg.string).map { $0["stroke-dasharray"] }.filter { $0 != "" }
    expectEqual(dashes, ["5 2 1 2", "8 3"])
    expectEqual(Set((0..<5).map(LineChart.dashes)).count, 5)
    // Names of lines that end close together are apart.
    for shares in [[50.0, 50, 50, 50, 50], [0, 0, 0, 0, 0], [100, 99, 98, 1, 0], [3]] {
      let lines = shares.enumerated().map { place, share in
        LineChart.Line(
          name: "name\(place)", place: place,
          points: [.init(setting: 1, value: 50), .init(setting: 4, value: share)])
      }
      let svg = LineChart(lines: lines, axis: "zombies", uprightAxis: "won").svg(
        id: "x", title: "t", description: "d")
      let names = Drawn.shapes(of: svg.string).filter { $0.text.hasPrefix("name") }
      let heights = names.map { $0.number("y") }
      expectEqual(heights.count, shares.count)
      for (above, below) in zip(heights, heights.dropFirst()) { expect(below - above >= 18) }
      expect(heights.allSatisfy { (20...256).contains($0) })
    }
  }

  @Test func cellsOfAMap() throws {
    func map(_ cells: [(Double, String)], _ rows: Int, _ columns: Int) -> HeatMap {
      HeatMap(
        cells: cells.map { .init(share: $0, text: $1) }, rows: rows, columns: columns, start: 5,
        signpost: 1)
    }
    let shares = [(0.05, "1"), (0.2, "2"), (0.5, "3"), (0, ""), (0.9, "5"), (0, "")]
    let svg = map(shares, 2, 3).svg(id: "i", title: "t", description: "d")
    expect(svg.string.contains("viewBox=\"0 0 360 126\""))
    // Frames are around the start and the signpost.
    let shades = Drawn.shapes(of: svg.string).filter { $0.style.hasPrefix("cells") }
      .map { "\($0.style) \($0["d"])\n" }.joined()
    try expectHandMade("a map", Self.drawn(svg, "halo", "from", "to") + shades)
    // Numbers that do not fit are omitted.
    let many = map(Array(repeating: (1, "100"), count: 1024), 32, 32)
    expect(!many.showsNumbers && map(shares, 2, 3).showsNumbers)
    expectEqual(Drawn.texts(of: many.svg(id: "x", title: "t", description: "d").string), "")
    // Cells of large rooms are put together and add up.
    let size = try RoomSize(rows: 100, columns: 70)
    let counts = (0..<UInt64(7000)).map { $0 * $0 % 11 }
    let grid = FamilyReport.SquareGrid(counts, size, per: 1)
    expect(grid.step == 4 && grid.rows == 25 && grid.columns == 18)
    for (place, value) in grid.values.enumerated() {
      let (row, column) = (4 * (place / 18), 4 * (place % 18))
      let sum = (row..<row + 4).reduce(UInt64(0)) { sum, row in
        counts[(70 * row + column)..<(70 * row + min(70, column + 4))].reduce(sum, +)
      }
      expectEqual(value, Double(sum))
    }
    let small = FamilyReport.SquareGrid(
      [1, 2, 3, 4, 5, 6], try RoomSize(rows: 2, columns: 3), per: 2)
    expect(small.step == 1 && small.values == [0.5, 1, 1.5, 2, 2.5, 3])
  }
}
