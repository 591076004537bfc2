import ZombiesAnalysis
import ZombiesSimulator

/// The levels of a world in order: how many players tried and won each, and the share of rounds won.
struct FunnelChart {
  /// A level.
  struct Row {
    /// The number and name of the level.
    let name: String
    /// The rounds on it; nil if there are none.
    let plays: LevelPlays?
    /// Whether no level is left by more players.
    let isMostLeft: Bool
  }

  let rows: [Row]

  /// The largest number of players of a level, for all charts that are compared.
  let mostPlayers: Int

  private static let left = 8.0
  private static let right = 352.0
  private static let rowHeight = 44.0
  private static let top = 44.0

  /// The bars of the shares.
  private static let shares = (left: 182.0, right: 292.0)

  /// The width of the bar of all players, which leaves room for their number.
  private var playersWidth: Double { 144 - min(80, Chart.width(of: grouped(mostPlayers))) }

  private func width(_ players: Int) -> Double {
    mostPlayers > 0 ? playersWidth * Double(players) / Double(mostPlayers) : 0
  }

  /// The chart as SVG.
  func svg(id: String, title: String, description: String) -> Markup {
    var (svg, grid) = (Markup(), Markup())
    Self.drawLegend(&svg)
    let bottom = Self.top + Self.rowHeight * Double(rows.count)
    grid += #"<path class="grid" d=""#
    for place in rows.indices where rows[place].plays != nil {
      let y = Self.top + Self.rowHeight * Double(place)
      for share in [0, 0.5, 1] {
        grid += "M\(Self.x(share), y + 20)v18"
      }
    }
    grid += #""/>"#
    if rows.contains(where: { $0.plays != nil }) { svg += grid }
    for (place, row) in rows.enumerated() {
      draw(row, at: Self.top + Self.rowHeight * Double(place), &svg)
    }
    svg.label("0%", Self.x(0), bottom + 16, style: "soft mid")
    svg.label("100%", Self.x(1), bottom + 16, style: "soft mid")
    return Chart.svg(id: id, title: title, description: description, height: bottom + 22, svg)
  }

  private static func x(_ share: Double) -> Double {
    shares.left + (shares.right - shares.left) * share
  }

  private static func drawLegend(_ svg: inout Markup) {
    svg.label("players", left, 15, style: "soft")
    svg.rectangle(left, 23, 12, 12, style: "won")
    svg.label("won", left + 17, 34)
    svg.rectangle(left + 58, 23.5, 12, 12, style: "lost")
    svg.line(left + 59, 35, left + 70, 24, style: "hatch")
    svg.label("did not", left + 76, 34)
    svg.label("rounds won", shares.left, 15, style: "soft")
  }

  private func draw(_ row: Row, at y: Double, _ svg: inout Markup) {
    var (note, style) = ("", "soft end")
    if let left = row.plays?.playersLeft, left > 0 {
      note = "\(row.isMostLeft ? "→ " : "")\(grouped(left)) left"
    }
    if row.plays == nil { note = "not played" }
    if row.isMostLeft {
      svg.rectangle(2, y - 1, 356, Self.rowHeight - 4, style: "leaving")
      style = "end leave"
    }
    let room = Self.right - Self.left - (note.isEmpty ? 0 : Chart.width(of: note) + 10)
    svg.label(Self.fitted(row.name, room), Self.left, y + 14, style: "bold")
    if !note.isEmpty { svg.label(note, Self.right, y + 14, style: style) }
    guard let plays = row.plays else { return }
    let (won, tried) = (width(plays.playersWon), width(plays.players))
    if won > 0 { svg.rectangle(Self.left, y + 22, max(1, won), 14, style: "won") }
    if tried > won {
      svg.rectangle(Self.left + won, y + 22, max(1, tried - won), 14, style: "lost")
      ColumnChart.hatch(Self.left + won, tried - won, from: y + 22, to: y + 36, &svg)
    }
    svg.label(grouped(plays.players), Self.left + tried + 5, y + 34)
    guard let rate = plays.winRate else { return }
    svg += #"<g class="p2">"#
    svg.whisker(
      fromX: Self.x(rate.interval.low), toX: Self.x(rate.interval.high), y: y + 29, cap: 5,
      style: "thin")
    svg.mark(0, Self.x(rate.share), y + 29)
    svg += "</g>"
    svg.label(PlaysPage.percent(rate), Self.right, y + 34, style: "end")
  }

  /// The beginning of a name that fits into a width.
  static func fitted(_ name: String, _ most: Double) -> String {
    guard name.reduce(0, { $0 + width(of: $1) }) > most else { return name }
    var (fitted, used) = ("", width(of: "…"))
    for letter in name {
      used += width(of: letter)
      if used > most { break }
      fitted.append(letter)
    }
    return fitted + "…"
  }

  /// The width of a bold letter, at most.
  private static func width(of letter: Character) -> Double {
    guard let scalar = letter.unicodeScalars.first else { return 0 }
    // East Asian letters, symbols and emoji are as wide as high.
    return scalar.value >= 0x1100 ? 18 : "MWmw@%".unicodeScalars.contains(scalar) ? 15 : 8.4
  }
}

/// Rank correlations as dots with their intervals, one row a measure.
///
/// A dot is filled if the interval does not contain 0.
struct CorrelationChart {
  let rows: [(name: String, correlation: RankCorrelation)]

  /// What a correlation on each side of 0 means.
  let sides: (left: String, right: String)

  private static let left = 14.0
  private static let right = 346.0
  private static let rowHeight = 44.0

  private static func x(_ value: Double) -> Double {
    left + (right - left) * (max(-1, min(1, value)) + 1) / 2
  }

  /// The chart as SVG.
  func svg(id: String, title: String, description: String) -> Markup {
    var svg = Markup()
    let top = 24.0
    let bottom = top + Self.rowHeight * Double(rows.count)
    svg.label("← \(sides.left)", 4, 14, style: "soft")
    svg.label("\(sides.right) →", 356, 14, style: "soft end")
    for tick in [-1, -0.5, 0.5, 1] { band(Self.x(tick), top, style: "grid", &svg) }
    band(Self.x(0), top, style: "axis", &svg)
    for (place, row) in rows.enumerated() {
      draw(row.name, row.correlation, at: top + Self.rowHeight * Double(place), &svg)
    }
    for tick in [-1, -0.5, 0, 0.5, 1] {
      let label = ["−1", "−0.5", "0", "0.5", "1"][Int(2 * tick + 2)]
      svg.label(label, Self.x(tick), bottom + 14, style: "soft mid")
    }
    return Chart.svg(id: id, title: title, description: description, height: bottom + 20, svg)
  }

  /// Appends a line across all rows that leaves out their texts.
  private func band(_ x: Double, _ top: Double, style: String, _ svg: inout Markup) {
    svg += #"<path class="\#(attribute: style)" d=""#
    for place in rows.indices {
      svg += "M\(x, top + Self.rowHeight * Double(place) + 20)v18"
    }
    svg += #""/>"#
  }

  private func draw(
    _ name: String, _ correlation: RankCorrelation, at y: Double, _ svg: inout Markup
  ) {
    svg.label(name, 4, y + 15)
    svg.label(signed(correlation.coefficient), 356, y + 15, style: "end")
    svg += #"<g class="p2">"#
    if let interval = correlation.interval {
      svg.whisker(
        fromX: Self.x(interval.low), toX: Self.x(interval.high), y: y + 29, cap: 5, style: "thin")
    }
    let x = Self.x(correlation.coefficient)
    if correlation.isClear {
      svg.mark(0, x, y + 29)
    } else {
      svg += #"<circle cx="\#(x)" cy="\#(y + 29)" r="5" class="exact"/>"#
    }
    svg += "</g>"
  }
}

extension RankCorrelation {
  /// Whether the interval does not contain 0.
  var isClear: Bool { interval.map { $0.low > 0 || $0.high < 0 } ?? false }
}
