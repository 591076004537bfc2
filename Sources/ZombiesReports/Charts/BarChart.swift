import ZombiesDocuments
import ZombiesSimulator

/// A chart of shares or other numbers as horizontal bars, each with its interval, and with its name and numbers
/// as text above it.
struct BarChart {
  /// A share, or another number. Shares are in percent.
  struct Bar {
    /// The name of the bar, such as that of a policy or a grade.
    var name: String

    /// The numbers next to the name.
    var text: String

    /// The value; nil if there is none, for example because nothing was played.
    var value: Double?

    /// The 95% interval; nil if it is not known, or if the value is exact.
    var interval: Interval?

    /// The exact value, if the bar is an estimate of it.
    var exact: Double?

    /// The index of its colour among those of the policies.
    var color = 2
  }

  var bars: [Bar]

  /// The label of the axis.
  var axis: String

  /// Whether the values are shares in percent.
  var isShare = true

  /// The value that the axis must reach, for charts that are compared; nil for the largest value of the bars.
  var most: Double?

  /// The axis, from 0 to a round number that covers all bars.
  var scale: ChartScale {
    let ends = bars.flatMap { [$0.value, $0.interval?.high, $0.exact] }
    let end = max(1e-4, most ?? ends.compactMap { $0 }.max() ?? 100)
    return isShare ? ChartScale(percentTo: end) : ChartScale(to: end)
  }

  private static let left = 8.0
  private static let right = 352.0
  private static let rowHeight = 42.0

  /// The horizontal position of a value.
  func x(_ value: Double, on scale: ChartScale) -> Double {
    Self.left + (Self.right - Self.left) * scale.share(value)
  }

  /// The chart as SVG.
  func svg(id: String, title: String, description: String) -> Markup {
    let scale = scale
    var (marks, y) = (Markup(), 4.0)
    for bar in bars {
      draw(bar, at: y, on: scale, &marks)
      y += Self.rowHeight
    }
    var svg = Markup()
    for tick in scale.ticks {
      let place = x(tick, on: scale)
      svg.line(place, 4, place, y + 4, style: "grid")
      let isEnd = tick == scale.high
      svg.label(
        scale.label(tick) + (isEnd && isShare ? "%" : ""), isEnd ? 358 : place, y + 19,
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
