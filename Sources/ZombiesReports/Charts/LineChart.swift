import ZombiesDocuments
import ZombiesSimulator

/// A chart of shares or other numbers over a setting: a line for each policy, with its name at its end.
struct LineChart {
  /// A line.
  struct Line {
    var name: String

    /// The index of the policy, which decides the colour, dashes and markers of the line.
    var place: Int

    /// The points in ascending order of the setting. Shares are in percent.
    var points: [Point]
  }

  /// A point of a line.
  struct Point {
    var setting: Double
    var value: Double
    /// The 95% interval; nil if it is not known, or if the value is exact.
    var interval: Interval?
    /// The exact value, if the value is an estimate of it.
    var exact: Double?

    /// The point of the line. The marker is at the estimate.
    fileprivate var height: Double { exact ?? value }
  }

  var lines: [Line]

  /// The labels of the axes.
  var axis: String
  var uprightAxis: String

  /// Whether the values are shares in percent.
  var isShare = true

  /// The value that the upright axis must reach, for charts that are compared; nil for the largest value of the
  /// lines.
  var most: Double?

  private static let (left, top, bottom) = (46.0, 28.0, 250.0)

  /// The right end of the axis. It leaves room for the names.
  private var right: Double {
    let widest = lines.map { Chart.width(of: $0.name) }.max() ?? 0
    return max(150, min(262, Chart.width - 14 - widest))
  }

  /// The axes.
  var scale: ChartScale {
    let ends = lines.flatMap(\.points).map { max($0.height, $0.value, $0.interval?.high ?? 0) }
    let end = max(1e-4, most ?? ends.max() ?? 100)
    return isShare ? ChartScale(percentTo: end) : ChartScale(to: end)
  }
  var settings: ChartScale {
    let all = lines.flatMap(\.points).map(\.setting)
    return ChartScale(from: all.min() ?? 0, to: all.max() ?? 1, most: 8, isWhole: true)
  }

  /// The horizontal position of a setting.
  func x(_ setting: Double, on settings: ChartScale) -> Double {
    Self.left + 8 + (right - Self.left - 16) * settings.share(setting)
  }

  /// The vertical position of a value.
  func y(_ value: Double, on scale: ChartScale) -> Double {
    Self.bottom - (Self.bottom - Self.top) * scale.share(value)
  }

  /// The dashes of a policy's line.
  static func dashes(_ place: Int) -> String {
    ["", "8 3", "2 3", "10 3 2 3", "5 2 1 2", "12 3 2 3 2 3"][place % 6]
  }

  /// The chart as SVG.
  func svg(id: String, title: String, description: String) -> Markup {
    let (scale, settings) = (scale, settings)
    var svg = Markup()
    svg.scaleLines(of: scale, isShare: isShare, from: Self.left, to: right) {
      y($0, on: scale)
    }
    for tick in settings.ticks {
      let place = x(tick, on: settings)
      svg.line(place, Self.bottom, place, Self.bottom + 4, style: "axis")
      svg.label(settings.label(tick), place, Self.bottom + 19, style: "soft mid")
    }
    svg.line(Self.left, Self.bottom, right, Self.bottom, style: "axis")
    svg.label(uprightAxis, 4, 14, style: "soft")
    svg.label(axis, Self.left, Self.bottom + 38, style: "soft")
    for line in lines { draw(line, on: scale, settings, &svg) }
    drawNames(on: scale, settings, &svg)
    return Chart.svg(
      id: id, title: title, description: description, height: Self.bottom + 46, svg)
  }

  private func draw(
    _ line: Line, on scale: ChartScale, _ settings: ChartScale, _ svg: inout Markup
  ) {
    svg += #"<g class="p\#(line.place % PictureColors.policies.count)">"#
    svg.line(
      through: line.points.map { (x($0.setting, on: settings), y($0.height, on: scale)) },
      style: "curve", dashes: Self.dashes(line.place))
    for point in line.points {
      let place = (x: x(point.setting, on: settings), y: y(point.value, on: scale))
      if let interval = point.interval {
        svg.whisker(
          x: place.x, fromY: y(interval.low, on: scale), toY: y(interval.high, on: scale), cap: 4,
          style: "thin")
      }
      svg.mark(line.place, place.x, place.y)
    }
    svg += "</g>"
  }

  /// Appends names at the ends of the lines, moved apart if they would overlap.
  private func drawNames(on scale: ChartScale, _ settings: ChartScale, _ svg: inout Markup) {
    var names: [(line: Line, end: (x: Double, y: Double), y: Double)] = []
    for line in lines {
      guard let last = line.points.last else { continue }
      let end = (x: x(last.setting, on: settings), y: y(last.height, on: scale))
      names.append((line, end, end.y))
    }
    names.sort { $0.y == $1.y ? $0.line.place < $1.line.place : $0.y < $1.y }
    let (gap, lowest) = (18.0, Self.bottom)
    for place in names.indices.dropFirst() {
      names[place].y = max(names[place].y, names[place - 1].y + gap)
    }
    // Names pushed below the axis move up again, and push up the names above them.
    var limit = lowest
    for place in names.indices.reversed() {
      names[place].y = min(names[place].y, limit)
      limit = names[place].y - gap
    }
    for name in names {
      svg += #"<g class="p\#(name.line.place % PictureColors.policies.count)">"#
      svg.line(name.end.x + 7, name.end.y, right + 6, name.y, style: "thin")
      svg += "</g>"
      svg.label(name.line.name, right + 10, name.y + 5)
    }
  }
}
