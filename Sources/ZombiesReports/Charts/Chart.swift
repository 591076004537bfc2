import ZombiesDocuments

/// The parts that all charts share: each is a picture with a title and a description for screen
/// readers. On a phone its text is as large as the text around it.
enum Chart {
  /// The width of charts, in the units of the picture, which are about the pixels of a phone.
  static let width = 360.0

  /// The approximate width of a text, for layout.
  static func width(of text: String) -> Double { 7.6 * Double(text.unicodeScalars.count) }

  /// The SVG of a chart.
  ///
  /// - Parameters:
  ///   - id: A name that is unique on the page.
  ///   - title: The subject of the chart, in a few words.
  ///   - description: The contents of the chart, in one or two sentences.
  ///   - content: The shapes.
  static func svg(
    id: String, title: String, description: String, height: Double, _ content: Markup
  ) -> Markup {
    var svg = Markup()
    svg += #"<svg xmlns="http://www.w3.org/2000/svg" role="img""#
    svg += #" aria-labelledby="\#(attribute: "\(id)-t \(id)-d")""#
    svg += #" viewBox="0 0 \#(width) \#(height.rounded(.up))""#
    svg += #"><title id="\#(attribute: id)-t">\#(title)</title>"#
    svg += #"<desc id="\#(attribute: id)-d">\#(description.filter { $0 != "`" })</desc>"#
    svg += content
    svg += "</svg>\n"
    return svg
  }

  /// The CSS of all charts.
  static let style: String = {
    var css = """
      figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:.5rem;\
      padding:.75rem;overflow-x:auto;break-inside:avoid}\
      figure svg{display:block;width:100%;max-width:28rem;height:auto;margin:0 auto}\
      figure h3,figure h4{margin:0 0 .5rem;font-size:1rem}\
      figcaption{margin-top:.5rem;font-size:.9rem;color:var(--soft)}\
      .charts{display:grid;gap:1rem;\
      grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));\
      align-items:start;margin:1rem 0}\
      svg text{font-size:14px;fill:var(--ink)}svg .soft{fill:var(--soft)}\
      svg .bold{font-weight:600}svg .end{text-anchor:end}svg .mid{text-anchor:middle}\
      .grid{stroke:var(--line);stroke-width:1;fill:none}.axis{stroke:var(--soft);stroke-width:1}\
      .whisker{stroke:var(--ink);stroke-width:2;fill:none}\
      .halo{stroke:var(--card);stroke-width:5;stroke-linecap:square;fill:none}\
      .exact{fill:var(--card);stroke:var(--ink);stroke-width:2}\
      .bar{fill:var(--c)}.track{fill:none;stroke:var(--line)}\
      .curve{fill:none;stroke:var(--c);stroke-width:2.5;stroke-linejoin:round}\
      .mark{fill:var(--c);stroke:var(--card);stroke-width:1.5}\
      .thin{stroke:var(--c);stroke-width:1.5;fill:none}\
      .won{fill:var(--start)}.lost{fill:var(--card);stroke:var(--danger);stroke-width:1}\
      .hatch{stroke:var(--danger);stroke-width:2}\
      .cells{stroke:var(--line);stroke-width:1}\
      .from{fill:none;stroke:var(--start);stroke-width:3}\
      .to{fill:none;stroke:var(--signpost);stroke-width:3;stroke-dasharray:5 3}\
      .scroll{overflow-x:auto;max-width:100%}\
      table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}\
      th,td{padding:.25rem .6rem;text-align:right;border-bottom:1px solid var(--line);\
      white-space:nowrap}\
      th:first-child{text-align:left}thead th{color:var(--soft);font-weight:600}\
      caption{text-align:left;color:var(--soft);padding-bottom:.25rem}\
      details{margin:.5rem 0}summary{cursor:pointer}\
      pre.data{white-space:pre;overflow:auto;max-height:20rem;font-size:.8rem;padding:.5rem;\
      background:var(--card);border:1px solid var(--line);border-radius:.25rem}
      """
    for place in PictureColors.policies.indices { css += ".p\(place){--c:var(--p\(place))}" }
    for place in PictureColors.shades.indices {
      css += ".s\(place){fill:var(--s\(place))}svg .t\(place){fill:var(--t\(place))}"
    }
    return css
  }()
}

extension Markup {
  /// Appends a text, with names between backticks as code.
  mutating func prose(_ text: String) {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    for (place, part) in parts.enumerated() {
      let isName = place % 2 == 1 && place < parts.count - 1
      if isName { self += "<code>" }
      self += "\(String(part))"
      if isName { self += "</code>" }
    }
  }
}

// Shapes. Coordinates are in the units of the picture.
extension Markup {
  mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, style: String
  ) {
    self += #"<rect x="\#(x)" y="\#(y)" width="\#(width)" height="\#(height)""#
    self += #" class="\#(attribute: style)"/>"#
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) {
    self += #"<path d="M\#(x1, y1)L\#(x2, y2)" class="\#(attribute: style)"/>"#
  }

  /// Appends a line through points.
  mutating func line(through points: [(x: Double, y: Double)], style: String, dashes: String = "") {
    self += #"<path d=""#
    for (place, point) in points.enumerated() {
      self += place == 0 ? "M" : "L"
      self += "\(point.x, point.y)"
    }
    self += #"" class="\#(attribute: style)""#
    if !dashes.isEmpty { self += #" stroke-dasharray="\#(attribute: dashes)""# }
    self += "/>"
  }

  /// Appends the lines across a chart, each with its number on the left. The highest number of shares has a
  /// percent sign.
  mutating func scaleLines(
    of scale: ChartScale, isShare: Bool = true, from left: Double, to right: Double,
    height: (Double) -> Double
  ) {
    for tick in scale.ticks {
      let height = height(tick)
      line(left, height, right, height, style: "grid")
      label(
        scale.label(tick) + (isShare && tick == scale.high ? "%" : ""), left - 6, height + 5,
        style: "soft end"
      )
    }
  }

  /// Appends a horizontal interval: a stroke with a cap at each end.
  mutating func whisker(
    fromX low: Double, toX high: Double, y: Double, cap: Double, style: String
  ) {
    self += #"<path d="M\#(low, y - cap)v\#(2 * cap)M\#(low, y)H\#(high)M\#(high, y - cap)"#
    self += #"v\#(2 * cap)" class="\#(attribute: style)"/>"#
  }

  /// Appends a vertical interval: a stroke with a cap at each end.
  mutating func whisker(
    x: Double, fromY low: Double, toY high: Double, cap: Double, style: String
  ) {
    self += #"<path d="M\#(x - cap, low)h\#(2 * cap)M\#(x, low)V\#(high)M\#(x - cap, high)"#
    self += #"h\#(2 * cap)" class="\#(attribute: style)"/>"#
  }

  /// Appends text with its baseline at a given height.
  mutating func label(_ content: String, _ x: Double, _ y: Double, style: String = "") {
    self += #"<text x="\#(x)" y="\#(y)""#
    if !style.isEmpty { self += #" class="\#(attribute: style)""# }
    self += ">\(content)</text>"
  }

  /// Appends the marker of a policy. Each policy has its own shape.
  mutating func mark(_ place: Int, _ x: Double, _ y: Double) {
    self += #"<path d="M"#
    switch place % 6 {
    case 0: self += "\(x - 5, y)a5,5 0 1 0 10,0a5,5 0 1 0 -10,0z"
    case 1: self += "\(x - 4.5, y - 4.5)h9v9h-9z"
    case 2: self += "\(x, y - 6)l5.5,10h-11z"
    case 3: self += "\(x, y - 6.5)l6,6.5l-6,6.5l-6,-6.5z"
    case 4: self += "\(x - 6, y - 2)h4v-4h4v4h4v4h-4v4h-4v-4h-4z"
    default: self += "\(x, y + 6)l5.5,-10h-11z"
    }
    self += #"" class="mark"/>"#
  }
}
