import ZombiesCore
import ZombiesDocuments

/// A chart of shares as columns over whole numbers: lengths of rounds, or pars.
struct ColumnChart {
  /// The share of some consecutive numbers.
  struct Column: Equatable {
    /// The numbers.
    var numbers: ClosedRange<Int>

    /// The lower and the upper part of the column, in percent.
    var lower: Double
    var upper: Double = 0

    var sum: Double { lower + upper }
  }

  var columns: [Column]

  /// The numbers of the axis, including those without a column.
  var numbers: ClosedRange<Int>

  /// The labels of the axes.
  var axis: String
  var uprightAxis: String

  /// Whether the columns have two parts: won and lost.
  var hasOutcomes = false

  /// Whether the last column includes all larger numbers.
  var isOpen = false

  private static let plot = (left: 46.0, right: 352.0, top: 28.0, bottom: 190.0)

  /// The vertical axis.
  var scale: ChartScale { ChartScale(percentTo: max(1e-4, columns.map(\.sum).max() ?? 1), most: 4) }

  /// The left end of a number on the axis, which is the right end of the number before it.
  func x(_ number: Int) -> Double {
    let (from, to) = (numbers.lowerBound, numbers.upperBound)
    return Self.plot.left + (Self.plot.right - Self.plot.left) * Double(number - from)
      / Double(to - from + 1)
  }

  /// The vertical position of a share.
  func y(_ share: Double, on scale: ChartScale) -> Double {
    Self.plot.bottom - (Self.plot.bottom - Self.plot.top) * scale.share(share)
  }

  /// The chart as SVG.
  func svg(id: String, title: String, description: String) -> Markup {
    let scale = scale
    var svg = Markup()
    svg.scaleLines(of: scale, from: Self.plot.left, to: Self.plot.right) { y($0, on: scale) }
    svg.label(uprightAxis, 4, 14, style: "soft")
    if hasOutcomes { drawLegend(&svg) }
    for column in columns { draw(column, on: scale, id, &svg) }
    svg.line(Self.plot.left, Self.plot.bottom, Self.plot.right, Self.plot.bottom, style: "axis")
    drawNumbers(&svg)
    svg.label(axis, Self.plot.right, Self.plot.bottom + 38, style: "soft end")
    return Chart.svg(
      id: id, title: title, description: description, height: Self.plot.bottom + 46, svg)
  }

  private func drawLegend(_ svg: inout Markup) {
    svg.rectangle(196, 3, 12, 12, style: "won")
    svg.label("won", 212, 14)
    svg.rectangle(256, 3.5, 12, 12, style: "lost")
    svg.line(257, 15, 268, 4, style: "hatch")
    svg.label("not won", 274, 14)
  }

  private func draw(_ column: Column, on scale: ChartScale, _ id: String, _ svg: inout Markup) {
    let (from, to) = (x(column.numbers.lowerBound), x(column.numbers.upperBound + 1))
    let gap = min(4, (to - from) / 5)
    let width = max(0.5, to - from - gap)
    let (base, middle) = (Self.plot.bottom, y(column.lower, on: scale))
    if column.lower > 0 {
      svg.rectangle(
        from + gap / 2, min(middle, base - 0.8), width, max(0.8, base - middle),
        style: hasOutcomes ? "won" : "bar")
    }
    if column.upper > 0 {
      let top = y(column.sum, on: scale)
      svg.rectangle(
        from + gap / 2, min(top, middle - 0.8), width, max(0.8, middle - top), style: "lost")
      Self.hatch(from + gap / 2, width, from: top, to: middle, &svg)
    }
  }

  /// Appends slanted lines, for people who cannot distinguish the colours.
  static func hatch(
    _ x: Double, _ width: Double, from top: Double, to bottom: Double, _ svg: inout Markup
  ) {
    let (step, height) = (6.0, bottom - top)
    guard height > 2, width > 2 else { return }
    svg += #"<path d=""#
    // A line goes from the left or the bottom edge to the top or the right edge.
    var offset = step
    while offset < width + height {
      let (fromX, fromY) = offset < height ? (0, offset) : (offset - height, height)
      let (toX, toY) = offset < width ? (offset, 0) : (width, offset - width)
      svg += "M\(x + fromX, top + fromY)L\(x + toX, top + toY)"
      offset += step
    }
    svg += #"" class="hatch"/>"#
  }

  private func drawNumbers(_ svg: inout Markup) {
    let bins = columns.map(\.numbers.count).max() ?? 1
    let scale = ChartScale(
      from: Double(numbers.lowerBound), to: Double(numbers.upperBound), most: 8, isWhole: true)
    for tick in scale.ticks {
      let number = Int(tick)
      guard numbers.contains(number) else { continue }
      // The label of a column for a single number is centred below it. A column for several numbers has
      // the first of them at its left end.
      let place = bins == 1 ? (x(number) + x(number + 1)) / 2 : x(number)
      svg.line(place, Self.plot.bottom, place, Self.plot.bottom + 4, style: "axis")
      svg.label(grouped(number), place, Self.plot.bottom + 19, style: "soft mid")
    }
  }
}

extension ColumnChart {
  /// The width of the columns of an axis, for a maximum number of columns.
  ///
  /// - Returns: The number of values that a column covers: 1, 2 or 5 times a power of ten.
  static func columnWidth(of numbers: ClosedRange<Int>, most: Int) -> Int {
    var (mantissa, power) = (1, 1)
    while (numbers.upperBound / (mantissa * power) - numbers.lowerBound / (mantissa * power))
      >= most
    {
      switch mantissa {
      case 1: mantissa = 2
      case 2: mantissa = 5
      default: (mantissa, power) = (1, power * 10)
      }
    }
    return mantissa * power
  }
}
