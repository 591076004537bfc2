import ZombiesDocuments
import ZombiesSimulator

/// A chart of shares over a setting: a line for each policy, with its name at its end.
struct LineChart {
  /// A line.
  struct Line {
    var name: String

    /// The index of the policy, which decides the colour, dashes and markers of the line.
    var place: Int

    /// The points in ascending order of the setting, with shares in percent.
    var points: [Point]
  }

  /// A point of a line.
  struct Point {
    var setting: Double
    var share: Double
    /// The 95% interval of the share in percent; nil if the share is exact.
    var interval: Interval?
    /// The exact share in percent, if the share is an estimate of it.
    var exact: Double?

    /// The point of the line. The marker is at the estimate.
    fileprivate var height: Double { exact ?? share }
  }

  var lines: [Line]

  /// The labels of the axes.
  var axis: String
  var uprightAxis: String

  /// The share in percent that the upright axis must reach, for charts that are compared; nil for the largest
  /// share of the lines.
  var most: Double?

  private static let plot = (left: 46.0, right: 262.0, top: 28.0, bottom: 250.0)

  /// The axes.
  var scale: ChartScale {
    let ends = lines.flatMap(\.points).map { max($0.height, $0.share, $0.interval?.high ?? 0) }
    return ChartScale(percentTo: max(1e-4, most ?? ends.max() ?? 100))
  }
  var settings: ChartScale {
    let all = lines.flatMap(\.points).map(\.setting)
    return ChartScale(from: all.min() ?? 0, to: all.max() ?? 1, most: 8, isWhole: true)
  }

  /// The horizontal position of a setting.
  func x(_ setting: Double, on settings: ChartScale) -> Double {
    Self.plot.left + 8 + (Self.plot.right - Self.plot.left - 16) * settings.share(setting)
  }

  /// The vertical position of a share.
  func y(_ share: Double, on scale: ChartScale) -> Double {
    Self.plot.bottom - (Self.plot.bottom - Self.plot.top) * scale.share(share)
  }

  /// The dashes of a policy's line.
  static func dashes(_ place: Int) -> String {
    ["", "8 3", "2 3", "10 3 2 3", "5 2 1 2", "12 3 2 3 2 3"][place % 6]
  }

  /// The chart as SVG.
  func svg(id: String, title: String, description: String) -> Markup {
    let (scale, settings) = (scale, settings)
    var svg = Markup()
    svg.percentLines(of: scale, from: Self.plot.left, to: Self.plot.right) { y($0, on: scale) }
    for tick in settings.ticks {
      let place = x(tick, on: settings)
      svg.line(place, Self.plot.bottom, place, Self.plot.bottom + 4, style: "axis")
      svg.label(settings.label(tick), place, Self.plot.bottom + 19, style: "soft mid")
    }
    svg.line(Self.plot.left, Self.plot.bottom, Self.plot.right, Self.plot.bottom, style: "axis")
    svg.label(uprightAxis, 4, 14, style: "soft")
    svg.label(axis, Self.plot.left, Self.plot.bottom + 38, style: "soft")
    for line in lines { draw(line, on: scale, settings, &svg) }
    drawNames(on: scale, settings, &svg)
    return Chart.svg(
      id: id, title: title, description: description, height: Self.plot.bottom + 46, svg)
  }

  private func draw(
    _ line: Line, on scale: ChartScale, _ settings: ChartScale, _ svg: inout Markup
  ) {
    svg += #"<g class="p\#(line.place % PictureColors.policies.count)">"#
    svg.line(
      through: line.points.map { (x($0.setting, on: settings), y($0.height, on: scale)) },
      style: "curve", dashes: Self.dashes(line.place))
    for point in line.points {
      let place = (x: x(point.setting, on: settings), y: y(point.share, on: scale))
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
    let (gap, lowest) = (18.0, Self.plot.bottom)
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
      svg.line(name.end.x + 7, name.end.y, Self.plot.right + 6, name.y, style: "thin")
      svg += "</g>"
      svg.label(name.line.name, Self.plot.right + 10, name.y + 5)
    }
  }
}
