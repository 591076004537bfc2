import ZombiesCore
import ZombiesDocuments
import ZombiesPolicies
import ZombiesSimulator

/// A self-contained HTML page with the results of a sweep: charts of how often each policy wins and of how long
/// rounds are, and a table.
///
/// If the sweep varies a number, the charts have lines over it, otherwise bars. Each combination of the other
/// settings has a chart with a line or bar for each policy. If there is only one policy, a single chart has a
/// line or bar for each combination, as far as they fit.
public struct SweepPage: Sendable {
  /// The results of each combination of settings, and the exact values of some policies.
  public typealias Combinations = [(result: BatchResult, exact: [Policy: SimulateCSV.Exact])]

  private let axes: [SweptAxis]
  private let policies: [Policy]
  private let measures: [SweptMeasure]
  private let panels: [Panel]
  private let summary: String
  private let command: String
  private let version: String

  /// The maximum number of charts of a measure.
  private static let mostCharts = 60

  /// The maximum number of rows of a table that is shown unfolded.
  private static let mostOpenRows = 30

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - sweep: The results.
  ///   - policies: The policies of the sweep. Some may not play every combination.
  ///   - command: The command that made the results.
  ///   - version: The version of the program.
  public init(_ sweep: Combinations, policies: [Policy], command: String, version: String) {
    axes = SweptAxis.all(of: sweep.map(\.result.settings))
    panels = Panel.all(axes, sweep.indices, policies)
    measures = [.wins(sweep, policies), .moves(sweep, policies)]
    let counts = Set(sweep.filter { !$0.result.tallies.isEmpty }.map(\.result.played.count))
    let trials = counts.count == 1 ? counts.map { grouped($0) }.joined() : "some"
    let unit = sweep.first?.result.settings.unit ?? .rounds
    summary =
      "\(grouped(sweep.count, "setting")): \(trials) "
      + "\(unit.rawValue) each, played by \(listed(policies.map(\.name)))."
    (self.policies, self.command, self.version) = (policies, command, version)
  }

  /// The page as UTF-8.
  public var html: [UInt8] {
    let title = "A sweep" + (axes.isEmpty ? "" : " over \(listed(axes.map(\.name)))")
    var html = HTMLPage.head(
      title: "\(title) · Zombies", description: summary, style: Chart.style + Self.style)
    html += "<header><h1>\(title)</h1>\n<p>\(summary)</p></header>\n<main>\n"
    for (place, measure) in measures.enumerated() { charts(of: measure, place, &html) }
    html += "<section><h2>The numbers</h2>\n"
    html += table.rows.count > Self.mostOpenRows ? table.folded("All numbers") : table.html
    html += "</section>\n<section><h2>How it was made</h2>\n<p>The command below made this page, "
    html += "with version \(version)"
    html += " of the program. The same settings give the same bytes.</p>\n<pre>\(command)</pre>\n"
    html += "</section>\n</main>\n"
    html += HTMLPage.tail
    return html.bytes
  }

  private static let style = """
    h2{margin:2.5rem 0 .5rem;padding-top:.5rem;border-top:1px solid var(--line)}\
    p{max-width:46rem}.single{max-width:34rem}\
    @media print{details:not([open]){display:none}}
    """

  // MARK: Charts

  private func charts(of measure: SweptMeasure, _ number: Int, _ html: inout Markup) {
    html += "<section><h2>\(measure.title)</h2>\n"
    let legend = legend(of: measure)
    if !legend.isEmpty { html += "<p>\(legend)</p>\n" }
    html += panels.count == 1 ? #"<div class="charts single">"# : #"<div class="charts">"#
    for (place, panel) in panels.prefix(Self.mostCharts).enumerated() {
      html += "\n<figure>"
      if !panel.name.isEmpty { html += "<h3>\(panel.name)</h3>" }
      let title = measure.title + (panel.name.isEmpty ? "" : ", \(panel.name)")
      html += panel.chart(of: measure, axes.first, id: "chart\(number)-\(place)", title: title)
      html += "</figure>"
    }
    html += "</div>\n"
    if panels.count > Self.mostCharts {
      html += "<p>The table has the numbers of \(grouped(panels.count - Self.mostCharts)) more "
      html += "charts that are not drawn.</p>\n"
    }
    html += "</section>\n"
  }

  private func legend(of measure: SweptMeasure) -> String {
    let exact =
      axes.first?.isNumeric ?? false
      ? "Markers show what was played, and lines the exact values."
      : "Bars show what was played, and diamonds the exact values."
    return [
      measure.hasExact ? exact : nil,
      measure.widest > 0
        ? "95% intervals are at most \(ShareText.number(measure.widest / 100)) percentage points wide."
        : nil,
      panels.count > 1 ? "All charts have the same scale." : nil,
    ].compactMap { $0 }.joined(separator: " ")
  }

  /// The table: a row for each combination and policy.
  private var table: DataTable {
    DataTable(
      caption: "Results of each policy",
      header: axes.map(\.name) + ["policy"]
        + measures.flatMap { $0.hasExact ? [$0.name, "exactly"] : [$0.name] },
      rows: measures[0].values.indices.flatMap { place in
        policies.enumerated().map { number, policy in
          axes.map { $0.values[place].label } + [policy.name]
            + measures.flatMap { measure in
              let value = measure.values[place][number]
              let text = value.map(measure.text) ?? "–"
              let exact = value?.exact.map(measure.text) ?? "–"
              return measure.hasExact ? [text, exact] : [text]
            }
        }
      })
  }
}

/// A chart of the page, for every measure.
private struct Panel {
  /// A line, or one or more bars: a policy in some combinations.
  struct Series {
    var name: String
    var color: Int
    var policy: Int
    var combinations: [Int]
  }

  /// The settings that the chart shows; empty if it shows all.
  var name: String
  var series: [Series]

  /// The maximum number of combinations as lines of a chart, and of letters in their names.
  private static let mostLines = 6, mostLetters = 16

  static func all(
    _ axes: [SweptAxis], _ combinations: Range<Int>, _ policies: [Policy]
  ) -> [Panel] {
    let isOverNumbers = axes.first?.isNumeric ?? false
    var groups: [(name: String, combinations: [Int])] = []
    for place in combinations {
      let words = axes.dropFirst(isOverNumbers ? 1 : 0).map { $0.words(place) }
      let name = words.joined(separator: ", ")
      if let group = groups.firstIndex(where: { $0.name == name }) {
        groups[group].combinations.append(place)
      } else {
        groups.append((name, [place]))
      }
    }
    let colors = policies.map(FamilyReport.color)
    if policies.count == 1, groups.count > 1, !isOverNumbers || groups.count <= mostLines,
      groups.allSatisfy({ $0.name.count <= mostLetters })
    {
      let series = groups.enumerated().map { place, group in
        Series(
          name: group.name, color: isOverNumbers ? place : colors[0], policy: 0,
          combinations: group.combinations)
      }
      return [Panel(name: "", series: series)]
    }
    return groups.map { name, combinations in
      let series = policies.enumerated().map { place, policy in
        Series(
          name: policy.name, color: colors[place], policy: place, combinations: combinations)
      }
      return Panel(name: name, series: series)
    }
  }

  func chart(of measure: SweptMeasure, _ axis: SweptAxis?, id: String, title: String) -> Markup {
    let description = "The table below has the numbers."
    guard let axis, axis.isNumeric else {
      let bars = series.map { series in
        let value = measure.values[series.combinations[0]][series.policy]
        return BarChart.Bar(
          name: series.name, text: value.map(measure.text) ?? "not played", value: value?.number,
          interval: value?.interval, exact: value?.exact, color: series.color)
      }
      return BarChart(
        bars: bars, axis: measure.name, isShare: measure.isShare, most: measure.most
      ).svg(id: id, title: title, description: description)
    }
    let lines = series.map { series in
      let points = series.combinations.compactMap { place in
        measure.values[place][series.policy].map { value in
          LineChart.Point(
            setting: Double(axis.values[place].number ?? 0), value: value.number,
            interval: value.interval, exact: value.exact)
        }
      }
      return LineChart.Line(
        // Same: no two points have the same setting.
        name: series.name, place: series.color, points: points.sorted { $0.setting < $1.setting })
    }.filter { !$0.points.isEmpty }
    if lines.isEmpty { return "<p>Not played.</p>" }
    return LineChart(
      lines: lines, axis: axis.name, uprightAxis: measure.name, isShare: measure.isShare,
      most: measure.most
    ).svg(id: id, title: title, description: description)
  }
}
