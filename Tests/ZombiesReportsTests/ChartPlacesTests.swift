import Testing
import ZombiesCore
import ZombiesDocuments
import ZombiesSimulator
import ZombiesTestSupport

@testable import ZombiesAnalysis
@testable import ZombiesReports

/// Only these tests find a chart whose axis, label, tick, mark or interval is at the place of
/// another value. Values, rows and columns all differ, and no axis ends at 100.
@Suite struct ChartPlacesTests {
  /// The largest of shares, bounds and exact values decides the end of the axis.
  @Test(
    arguments: [(33, nil, nil), (12, 33, nil), (12, 20, 33), (2, nil, 33)]
      as [(Double, Double?, Double?)])
  func theEndOfTheAxisIsBeyondEverything(value: Double, high: Double?, exact: Double?) {
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
    for most in [3.0, 80] {
      (lines.most, bars.most) = (most, most)
      expect(lines.scale.high == most && bars.scale.high == most)
    }
    // Only shares end at 100.
    (lines.most, bars.most) = (230, 230)
    expect(lines.scale.high == 100 && bars.scale.high == 100)
    (lines.isShare, bars.isShare) = (false, false)
    expect(lines.scale.high == 250 && bars.scale.high == 250)
    // The finest steps that are few enough.
    for (steps, ticks) in [
      (4, [0, 10, 20, 30, 40]), (3, [0, 20, 40]), (8, [0, 5, 10, 15, 20, 25, 30, 35]),
    ]
      as [(Int, [Double])]
    { expectEqual(ChartScale(to: 33, most: steps).ticks, ticks) }
  }

  @Test func barsAndTheirIntervals() {
    let chart = BarChart(
      bars: [
        .init(name: "ab", text: "x", value: 10, color: 1),
        .init(name: "c", text: "y", interval: Interval(low: 20, high: 40), color: 8),
        .init(name: "d", text: "z", value: 0, exact: 5, color: 5),
      ], axis: "won")
    let svg = chart.svg(id: "i", title: "t", description: "d")
    expectEqual(
      Drawn.texts(of: svg.string),
      """
      soft 8 149 0|soft mid 94 149 10|soft mid 180 149 20|soft mid 266 149 30|\
      soft end 358 149 40%|bold 8 19 ab|end 352 19 x|bold 8 61 c|end 352 61 y|\
      bold 8 103 d|end 352 103 z|soft 8 168 won
      """)
    expectEqual(
      Drawn.places(svg, "bar", "halo", "whisker", "exact"),
      """
      p1 bar 8 25 86 14|p2 halo M180,68v12M180,74H352M352,68v12|\
      p2 whisker M180,68v12M180,74H352M352,68v12|p5 bar 8 109 1 14|\
      p5 exact M51,109L57,116L51,123L45,116L51,109
      """)
    expect(svg.string.contains("viewBox=\"0 0 360 174\""))
  }

  /// A column covers its numbers. The label of a number is below its column, or at the left end of
  /// several.
  @Test func columnsAreAboveTheirNumbers() {
    func chart(_ columns: [ColumnChart.Column], _ numbers: ClosedRange<Int>) -> Markup {
      ColumnChart(columns: columns, numbers: numbers, axis: "moves", uprightAxis: "rounds").svg(
        id: "i", title: "t", description: "d")
    }
    let single = chart(
      [.init(numbers: 4...4, lower: 20), .init(numbers: 6...6, lower: 10, upper: 20)], 3...7)
    expectEqual(
      Drawn.places(single, "bar", "lost"),
      "bar 109.2 82 57.2 108|bar 231.6 136 57.2 54|lost 231.6 28 57.2 108")
    expectEqual(
      Drawn.texts(of: single.string),
      """
      soft end 40 195 0|soft end 40 141 10|soft end 40 87 20|soft end 40 33 30%|\
      soft 4 14 rounds|soft mid 76.6 209 3|soft mid 137.8 209 4|soft mid 199 209 5|\
      soft mid 260.2 209 6|soft mid 321.4 209 7|soft end 352 228 moves
      """)
    let double = chart([.init(numbers: 2...3, lower: 3), .init(numbers: 6...7, lower: 1)], 0...9)
    expectEqual(Drawn.places(double, "bar"), "bar 109.2 28 57.2 162|bar 231.6 136 57.2 54")
    expect(
      Drawn.texts(of: double.string).hasSuffix(
        """
        soft mid 46 209 0|soft mid 107.2 209 2|soft mid 168.4 209 4|soft mid 229.6 209 6|\
        soft mid 290.8 209 8|soft end 352 228 moves
        """))
    // Thin columns are apart by a fifth of their width.
    let thin = chart([.init(numbers: 100...100, lower: 3)], 0...101)
    expectEqual(Drawn.places(thin, "bar"), "bar 346.3 28 2.4 162")
  }

  @Test func linesGoThroughTheirPoints() {
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
    expectEqual(
      Drawn.texts(of: svg.string),
      """
      soft end 40 255 0|soft end 40 210.6 2|soft end 40 166.2 4|soft end 40 121.8 6|\
      soft end 40 77.4 8|soft end 40 33 10%|soft mid 54 269 1|soft mid 104 269 2|\
      soft mid 154 269 3|soft mid 204 269 4|soft mid 254 269 5|soft 4 14 won|\
      soft 46 288 blocks| 272 33 high| 272 232.8 low
      """)
    expectEqual(
      Drawn.places(svg, "curve", "thin"),
      """
      p4 curve M54,161.2L154,227.8|p4 thin M50,205.6h8M54,205.6V72.4M50,72.4h8|\
      p1 curve M54,116.8L254,28|p1 thin M261,28L268,28|p4 thin M161,227.8L268,227.8
      """)
    expectEqual(
      Drawn.places(svg, "mark"),
      """
      p4 mark M48,159.2h4v-4h4v4h4v4h-4v4h-4v-4h-4z|p4 mark M148,203.6h4v-4h4v4h4v4h-4v4h-4v-4h-4z|\
      p1 mark M49.5,112.3h9v9h-9z|p1 mark M249.5,23.5h9v9h-9z
      """)
    let dashes = Drawn.shapes(of: svg.string).map { $0["stroke-dasharray"] }.filter { $0 != "" }
    expectEqual(dashes, ["5 2 1 2", "8 3"])
  }

  @Test func cellsOfAMap() {
    let cells: [HeatMap.Cell] = [
      .init(share: 0.05, text: "1"), .init(share: 0.2, text: "2"), .init(share: 0.5, text: "3"),
      .init(share: 0, text: ""), .init(share: 0.9, text: "5"), .init(share: 0, text: ""),
    ]
    let svg = HeatMap(cells: cells, rows: 2, columns: 3, start: 5, signpost: 1).svg(
      id: "i", title: "t", description: "d")
    expectEqual(
      Drawn.texts(of: svg.string),
      """
      mid t1 120 37 1|mid t2 180 37 2|mid t3 240 37 3|mid t6 180 97 5
      """)
    for (shade, corner) in [(1, "90,2"), (2, "150,2"), (3, "210,2"), (6, "150,62")] {
      expectEqual(Drawn.places(svg, "cells s\(shade)"), "cells s\(shade) M\(corner)h60v60h-60z")
    }
    expectEqual(Drawn.places(svg, "cells s0"), "cells s0 M90,62h60v60h-60zM210,62h60v60h-60z")
    expect(svg.string.contains("viewBox=\"0 0 360 126\""))
    // Frames around the start and the signpost.
    expectEqual(
      Drawn.places(svg, "halo", "from", "to"),
      """
      halo 211.5 63.5 57 57|from 211.5 63.5 57 57|halo 151.5 3.5 57 57|to 151.5 3.5 57 57
      """)
  }
}
