import ZombiesCore
import ZombiesDocuments
import ZombiesPolicies
import ZombiesSimulator

/// A self-contained HTML page with the results of a sweep: lines or bars over one setting, several charts of
/// lines over a number and a setting that is not a number, a map over two numbers, several maps over more.
///
/// The page is made from the rows of the CSV, so pictures and table agree.
public struct SweepPage: Sendable {
  let rows: SweptRows
  let axes: [SweptAxis]
  private let csv: String
  private let title: String
  private let command: String
  private let version: String

  /// The maximum number of maps on a page.
  static let mostMaps = 120

  /// The maximum number of rows of a table that is shown unfolded.
  private static let mostOpenRows = 30

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - csv: The header and all rows, as `sweep` writes them.
  ///   - title: The title; nil to name the settings swept.
  ///   - command: The command that made the rows.
  ///   - version: The version of the program.
  /// - Returns: Nil if the text does not have the columns of `simulate`.
  public init?(csv: String, title: String? = nil, command: String, version: String) {
    guard let rows = SweptRows(csv) else { return nil }
    self.rows = rows
    self.csv = csv
    self.command = command
    self.version = version
    axes = SweptAxis.all(of: rows.settings)
    let varied = axes.map(\.name)
    self.title = title ?? "A sweep" + (varied.isEmpty ? "" : " over \(FamilyReport.list(varied))")
  }

  /// The page as UTF-8.
  public var html: [UInt8] {
    var html = HTMLPage.head(
      title: "\(title) · Zombies", description: summary, style: Chart.style + Self.style)
    html += "<header><h1>\(title)</h1>\n<p>\(summary)</p></header>\n<main>\n"
    switch axes.count {
    case 0: bars(&html)
    case 1 where axes[0].isNumeric: lines(&html)
    case 1: bars(&html)
    case 2 where hasManyLines: manyLines(&html)
    default: maps(&html)
    }
    html += "<section><h2>The numbers</h2>\n"
    html += rows.settings.count > Self.mostOpenRows ? table.folded("The win rates") : table.html
    html += DataText.folded("sweep", csv, summary: "All counts")
    html +=
      "</section>\n<section><h2>How it was made</h2>\n<p>The command below made this page, "
    html += "with version \(version)"
    html += " of the program. The same settings give the same bytes.</p>\n<pre>\(command)</pre>\n"
    html += "</section>\n</main>\n"
    html += HTMLPage.tail
    return html.bytes
  }

  private static let style = """
    h2{margin:2.5rem 0 .5rem;padding-top:.5rem;border-top:1px solid var(--line)}\
    p,li{max-width:46rem}.single{max-width:34rem}\
    @media print{details:not([open]){display:none}}
    """

  // MARK: In words

  var unit: String { rows.areGames ? "games" : "rounds" }

  private var summary: String {
    let count = rows.settings.count
    let trials = rows.trials.map { "\(grouped($0)) \(unit)" } ?? "some \(unit)"
    // A policy may not play every setting that has levels.
    let most = rows.policies.map { rows.settings(of: $0).count }.max() ?? 0
    let (all, some) = (
      rows.policies.filter { rows.settings(of: $0).count == most },
      rows.policies.filter { rows.settings(of: $0).count < most }
    )
    let who = FamilyReport.list(all.map(\.name))
    let others = some.map { "; \($0) played only \(grouped(rows.settings(of: $0).count)) of them" }
    let unplayed = count - most
    let none =
      most < count
      ? "; \(grouped(unplayed)) \(unplayed == 1 ? "setting was" : "settings were") not played" : ""
    let what = axes.map { axis in
      let values = axis.values.map(\.label)
      let isShort = values.count <= 8
      return axis.name
        + " (\(isShort ? values.joined(separator: ", ") : "\(values.count) values"))"
    }
    return "\(grouped(count)) \(count == 1 ? "setting" : "settings")"
      + (what.isEmpty ? "" : ", over \(FamilyReport.list(what))")
      + ": \(trials) each, played by \(who)" + others.joined() + none + "."
  }

  /// The precision of the shares, and how many exact values are within the intervals beside them.
  var precision: String {
    let estimates =
      rows.widest == 0
      ? rows.hasExactValues ? "" : "All shares are exact."
      : "95% Wilson intervals are at most \(ShareText.number(rows.widest)) percentage points wide."
    guard rows.hasExactValues else { return estimates }
    let areSolvable = rows.settings.allSatisfy { $0.levels == "solvable" }
    let all = rows.settings.reduce(0) { count, setting in
      count + rows.policies.count { rows[setting, $0] != nil }
    }
    let which =
      rows.exactCount == all
      ? "The exact values are"
      : "\(grouped(rows.exactCount)) of \(grouped(all)) shares have an exact value beside them,"
    let exact = "\(which) computed from all \(areSolvable ? "solvable " : "")placements."
    let covered =
      rows.checked == 0
      ? ""
      : " \(grouped(rows.covered)) of \(grouped(rows.checked)) intervals contain the exact value, "
        + "where 95 of 100 should."
    return exact + (estimates.isEmpty ? "" : " " + estimates) + covered
  }

  /// How to read lines.
  var legendOfLines: String {
    rows.hasExactValues
      ? "Markers are the shares of the \(unit) that were played, and lines go through the exact values. "
      : ""
  }

  /// The verb for the share of a policy: an exact value holds for all rounds, not only those that were played.
  var wins: String { rows.hasExactValues ? "wins" : "won" }

  /// A setting in words, by its values on the axes.
  private func words(_ setting: SweptRows.Setting) -> String {
    axes.map { $0.words($0.place(of: setting)) }.joined(separator: ", ")
  }

  /// The settings in which a policy wins most and least.
  func sentence(of policy: Policy) -> String? {
    if hasManyLines { return sentenceOfLines(of: policy) }
    let won = rows.settings.compactMap { setting in
      rows[setting, policy].map { (setting: setting, share: $0.best) }
    }
    guard let most = won.max(by: { $0.share < $1.share }),
      let least = won.min(by: { $0.share < $1.share })
    else { return nil }
    if most.share == least.share {
      let isEverywhere = won.count == rows.settings.count
      return "`\(policy)` \(wins) \(ShareText.percent(most.share)) of the \(unit) "
        + (isEverywhere ? "in every setting." : "in every setting that it played.")
    }
    return
      "`\(policy)` \(wins) most with \(words(most.setting)) (\(ShareText.percent(most.share)) of the "
      + "\(unit)) and least with \(words(least.setting)) (\(ShareText.percent(least.share)))."
  }

  func sentences(_ html: inout Markup) {
    html += "<ul>\n"
    for sentence in rows.policies.compactMap(sentence) + sentencesOfHearing {
      html += "<li>"
      html.prose(sentence)
      html += "</li>\n"
    }
    html += "</ul>\n"
  }

  // MARK: Pictures

  /// The lines of the policies over the first axis.
  func lines(of settings: [SweptRows.Setting]) -> [LineChart.Line] {
    let axis = axes[0]
    let lines = rows.policies.map { policy in
      LineChart.Line(
        name: policy.name, place: FamilyReport.color(of: policy),
        points: axis.values.indices.compactMap { place in
          guard let setting = settings.first(where: { axis.place(of: $0) == place }),
            let wins = rows[setting, policy], let number = axis.values[place].number
          else { return nil }
          return LineChart.Point(
            setting: Double(number), share: 100 * wins.share,
            interval: wins.interval.map { Interval(low: 100 * $0.low, high: 100 * $0.high) },
            exact: wins.exact.map { 100 * $0 })
        })
    }
    return lines.filter { !$0.points.isEmpty }
  }

  /// Appends lines over a numeric setting.
  private func lines(_ html: inout Markup) {
    let axis = axes[0]
    let chart = LineChart(
      lines: lines(of: rows.settings), axis: axis.name, uprightAxis: "\(unit) won")
    html += "<section><h2>How often each policy wins</h2>\n"
    sentences(&html)
    html += #"<div class="charts single"><figure>"#
    html += chart.svg(
      id: "lines", title: "How often each policy wins, over \(axis.name)",
      description: rows.policies.compactMap(sentence).joined(separator: " "))
    let missing = axis.values.indices.filter { place in
      rows.settings.contains { rows.hasNoLevels($0) && axis.place(of: $0) == place }
    }
    caption(
      legendOfLines
        + (rows.widest == 0
          ? "" : "Vertical strokes show intervals that are longer than the markers. ") + precision
        + (missing.isEmpty
          ? "" : " There are no levels with \(FamilyReport.list(missing.map(axis.words)))."),
      &html)
    html += "</figure></div></section>\n"
  }

  /// Appends bars over a setting that is not numeric.
  private func bars(_ html: inout Markup) {
    let groups = rows.settings.map { setting in
      BarChart.Group(
        name: words(setting),
        bars: rows.policies.map { policy in
          let wins = rows[setting, policy]
          return BarChart.Bar(
            name: policy.name,
            text: wins.map { wins in
              (wins.interval.map(ShareText.interval) ?? ShareText.percent(wins.share))
                + (wins.exact.map { ", \(ShareText.percent($0)) exactly" } ?? "")
            } ?? (rows.hasNoLevels(setting) ? "no levels" : "does not play"),
            value: wins.map { 100 * $0.share },
            interval: wins?.interval.map { Interval(low: 100 * $0.low, high: 100 * $0.high) },
            exact: wins?.exact.map { 100 * $0 }, color: FamilyReport.color(of: policy))
        })
    }
    let chart = BarChart(groups: groups, axis: "\(unit) won")
    html += "<section><h2>How often each policy wins</h2>\n"
    sentences(&html)
    html += #"<div class="charts single"><figure>"#
    html += chart.svg(
      id: "bars", title: "How often each policy wins",
      description: rows.policies.compactMap(sentence).joined(separator: " "))
    caption(
      (rows.hasExactValues
        ? "Bars: the shares of the \(unit) that were played. Diamonds: exact values. " : "")
        + (rows.widest == 0 ? "" : "Whiskers: their intervals. ") + precision, &html)
    html += "</figure></div></section>\n"
  }

  /// Appends a map of two settings for each policy and each combination of the other settings.
  private func maps(_ html: inout Markup) {
    let (across, down, others) = (axes[0], axes[1], Array(axes.dropFirst(2)))
    var panels: [(name: String, settings: [SweptRows.Setting])] = []
    for setting in rows.settings {
      let name = others.map { $0.words($0.place(of: setting)) }.joined(separator: ", ")
      if let place = panels.firstIndex(where: { $0.name == name }) {
        panels[place].settings.append(setting)
      } else {
        panels.append((name, [setting]))
      }
    }
    let most =
      rows.settings.flatMap { setting in
        rows.policies.compactMap { rows[setting, $0].map { max($0.share, $0.best) } }
      }.max() ?? 0
    html += "<section><h2>How often each policy wins</h2>\n"
    sentences(&html)
    html += "<p>Numbers are \(unit) won, in percent"
    html += rows.hasExactValues ? ", with the exact value in bold below. All maps" : ". All maps"
    html += " use the same shades, from 0 to "
    html += "\(ShareText.percent(most)). \(precision)</p></section>\n"
    let shown = panels.prefix(max(1, Self.mostMaps / max(1, rows.policies.count)))
    for (place, panel) in shown.enumerated() {
      html += "<section>"
      if !panel.name.isEmpty {
        html += "<h2>\(panel.name)</h2>"
      }
      if panel.settings.allSatisfy(rows.hasNoLevels) { html += "<p>There are no levels.</p>" }
      html += #"<div class="charts">\#n"#
      for policy in rows.policies {
        map(
          panel.settings, of: policy, across, down, most, id: "map\(place)-\(policy)", panel.name,
          &html)
      }
      html += "</div></section>\n"
    }
    if shown.count < panels.count {
      html += "<p>The table has the numbers of \(grouped(panels.count - shown.count)) more "
      html += "combinations that are not drawn.</p>\n"
    }
  }

  private func map(
    _ settings: [SweptRows.Setting], of policy: Policy, _ across: SweptAxis, _ down: SweptAxis,
    _ most: Double, id: String, _ panel: String, _ html: inout Markup
  ) {
    let width = across.values.count
    var cells = [HeatMap.Cell](
      repeating: HeatMap.Cell(share: nil, text: "–"), count: width * down.values.count)
    for setting in settings {
      guard let won = rows[setting, policy] else { continue }
      cells[down.place(of: setting) * width + across.place(of: setting)] = HeatMap.Cell(
        share: most > 0 ? won.best / most : 0, text: fixed(100 * won.share, places: 1),
        second: won.exact.map { fixed(100 * $0, places: 1) } ?? "")
    }
    guard cells.contains(where: { $0.share != nil }) else { return }
    let map = HeatMap(
      cells: cells, rows: down.values.count, columns: width, rowLabels: down.values.map(\.label),
      columnLabels: across.values.map(\.label), rowAxis: down.name, columnAxis: across.name)
    html += "<figure><h3>\(policy.name)</h3>"
    html += map.svg(
      id: id, title: "How often \(policy) wins" + (panel.isEmpty ? "" : ", \(panel)"),
      description: "Rows are \(down.name), columns \(across.name). "
        + (panel.isEmpty ? sentence(of: policy) ?? "" : "The table below has the numbers."))
    let missing = settings.filter { rows[$0, policy] == nil }
    let isAbsent = missing.contains { !rows.hasNoLevels($0) }
    if !missing.isEmpty {
      let reasons = [
        missing.contains(where: rows.hasNoLevels) ? "no levels" : nil,
        isAbsent ? "\(policy) does not play" : nil,
      ]
      caption("–: \(reasons.compactMap { $0 }.joined(separator: ", or ")).", &html)
    }
    html += "</figure>\n"
  }

  func caption(_ text: String, _ html: inout Markup) {
    html += "<figcaption>\(text)</figcaption>"
  }

  // MARK: Numbers

  private var table: DataTable {
    DataTable(
      caption: "Share of the \(unit) won"
        + (rows.widest > 0 ? ", with 95% intervals" : rows.hasExactValues ? "" : ", exactly")
        + (rows.hasExactValues ? ", and exact values" : ""),
      header: (axes.isEmpty ? ["setting"] : axes.map(\.name))
        + rows.policies.flatMap { rows.hasExactValues ? [$0.name, "exactly"] : [$0.name] },
      rows: rows.settings.map { setting in
        let names = axes.map { axis in axis.values[axis.place(of: setting)].label }
        return (axes.isEmpty ? ["all"] : names)
          + rows.policies.flatMap { policy in
            let wins = rows[setting, policy]
            let share = wins.map { wins in
              ShareText.percent(wins.share)
                + (wins.interval.map { " (\(ShareText.interval($0)))" } ?? "")
            }
            let exact = wins?.exact.map(ShareText.percent)
            return rows.hasExactValues ? [share ?? "–", exact ?? "–"] : [share ?? "–"]
          }
      })
  }
}
