import ZombiesDocuments
import ZombiesSimulator

/// A chart of shares as horizontal bars, each with its interval, and with its name and numbers as
/// text above it.
struct BarChart {
  /// A share.
  struct Bar {
    /// The name of the bar, such as that of a policy or a grade.
    var name: String

    /// The numbers next to the name.
    var text: String

    /// The share in percent; nil if there is none, for example because nothing was played.
    var value: Double?

    /// The 95% interval in percent; nil if the share is exact.
    var interval: Interval?

    /// The exact share in percent, if the bar is an estimate of it.
    var exact: Double?

    /// The index of its colour among those of the policies.
    var color = 2
  }

  /// Bars that belong together.
  struct Group {
    /// The name of the group; empty if there is only one group.
    var name = ""
    var bars: [Bar]
  }

  var groups: [Group]

  /// The label of the axis.
  var axis: String

  /// The axis, from 0 to a round number that covers all bars.
  var scale: ChartScale {
    let ends = groups.flatMap(\.bars).flatMap { [$0.value, $0.interval?.high, $0.exact] }
    return ChartScale(percentTo: max(1e-4, ends.compactMap { $0 }.max() ?? 100))
  }

  private static let left = 8.0
  private static let right = 352.0
  private static let rowHeight = 42.0
  private static let headHeight = 30.0

  /// The horizontal position of a value.
  func x(_ value: Double, on scale: ChartScale) -> Double {
    Self.left + (Self.right - Self.left) * scale.share(value)
  }

  /// The chart as SVG.
  func svg(id: String, title: String, description: String) -> Markup {
    let scale = scale
    var (marks, y) = (Markup(), 4.0)
    for group in groups {
      if !group.name.isEmpty {
        marks.label(group.name, Self.left, y + 20, style: "bold")
        y += Self.headHeight
      }
      for bar in group.bars {
        draw(bar, at: y, on: scale, &marks)
        y += Self.rowHeight
      }
    }
    var svg = Markup()
    for tick in scale.ticks {
      let place = x(tick, on: scale)
      svg.line(place, 4, place, y + 4, style: "grid")
      let isEnd = tick == scale.high
      svg.label(
        scale.label(tick) + (isEnd ? "%" : ""), isEnd ? 358 : place, y + 19,
        style: isEnd ? "soft end" : tick == scale.low ? "soft" : "soft mid")
    }
    svg += marks
    svg.label(axis, Self.left, y + 38, style: "soft")
    return Chart.svg(id: id, title: title, description: description, height: y + 44, svg)
  }

  private func draw(_ bar: Bar, at y: Double, on scale: ChartScale, _ svg: inout Markup) {
    // Rectangles interrupt the lines of the grid behind text.
    svg += #"<g class="p\#(bar.color % PictureColors.policies.count)">"#
    let textWidth = Chart.width(of: bar.text) + 4
    svg.rectangle(Self.left, y + 2, Chart.width(of: bar.name) + 6, 16, style: "s0")
    svg.rectangle(Self.right - textWidth, y + 2, textWidth, 16, style: "s0")
    svg.label(bar.name, Self.left, y + 15, style: "bold")
    svg.label(bar.text, Self.right, y + 15, style: "end")
    if let value = bar.value {
      svg.rectangle(Self.left, y + 21, max(1, x(value, on: scale) - Self.left), 14, style: "bar")
    }
    if let interval = bar.interval {
      let (low, high) = (x(interval.low, on: scale), x(interval.high, on: scale))
      svg.whisker(fromX: low, toX: high, y: y + 28, cap: 6, style: "halo")
      svg.whisker(fromX: low, toX: high, y: y + 28, cap: 6, style: "whisker")
    }
    if let exact = bar.exact {
      let place = x(exact, on: scale)
      svg.line(
        through: [
          (place, y + 21), (place + 6, y + 28), (place, y + 35), (place - 6, y + 28),
          (place, y + 21),
        ], style: "exact")
    }
    svg += "</g>"
  }
}
