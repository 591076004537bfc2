import ZombiesCore
import ZombiesDocuments
import ZombiesPolicies
import ZombiesSimulator

// Charts of a sweep over a numeric setting and one that is not: a chart for each value of the latter.
extension SweepPage {
  /// Whether the page has these charts.
  var hasManyLines: Bool { axes.count == 2 && axes[0].isNumeric && !axes[1].isNumeric }

  /// The settings with each value of the second axis.
  private var settingsByChart: [(name: String, settings: [SweptRows.Setting])] {
    axes[1].values.indices.map { place in
      (axes[1].words(place), rows.settings.filter { axes[1].place(of: $0) == place })
    }
  }

  /// Appends the charts, all with the same upright axis.
  func manyLines(_ html: inout Markup) {
    html += "<section><h2>How often each policy wins</h2>\n"
    sentences(&html)
    html += "<p>\(legendOfLines)\(precision)</p>\n"
    let charts = settingsByChart.map { (name: $0.name, lines: lines(of: $0.settings)) }
    let most = charts.flatMap(\.lines).flatMap(\.points).map {
      max($0.interval?.high ?? $0.share, $0.exact ?? 0)
    }.max()
    html += #"<div class="charts">\#n"#
    for (place, chart) in charts.prefix(Self.mostMaps).enumerated() {
      html += "<figure><h3>\(chart.name)</h3>"
      if chart.lines.isEmpty {
        html += "<p>There are no levels.</p>"
      } else {
        let picture = LineChart(
          lines: chart.lines, axis: axes[0].name, uprightAxis: "\(unit) won", most: most)
        html += picture.svg(
          id: "lines\(place)", title: "How often each policy wins, \(chart.name)",
          description: "Lines over \(axes[0].name). The table below has the numbers.")
      }
      html += "</figure>\n"
    }
    html += "</div>\n"
    let missing = charts.dropFirst(Self.mostMaps)
    if !missing.isEmpty {
      html += "<p>The table has the numbers of \(grouped(missing.count)) more charts that are not "
      html += "drawn.</p>\n"
    }
    html += "</section>\n"
  }

  /// The best value of the first axis for each value of the second, as indices. A value that is missing, or
  /// with which all shares are equal, has none.
  private func bestPlaces(of policy: Policy) -> [Int?] {
    settingsByChart.map { _, settings in
      let won = settings.compactMap { setting in
        rows[setting, policy].map { (place: axes[0].place(of: setting), share: $0.best) }
      }
      guard let most = won.map(\.share).max(), won.contains(where: { $0.share < most }) else {
        return nil
      }
      return won.first { $0.share == most }?.place
    }
  }

  /// The most frequent best value of the first axis, and how often it is the best.
  private func mostOftenBest(of policy: Policy) -> (place: Int, count: Int)? {
    let best = bestPlaces(of: policy).compactMap { $0 }
    let counts = axes[0].values.indices.map { place in
      (place: place, count: best.count { $0 == place })
    }
    return counts.max { $0.count == $1.count ? $0.place > $1.place : $0.count < $1.count }
      .flatMap { $0.count > 0 ? $0 : nil }
  }

  /// With which value of the first axis a policy wins most.
  func sentenceOfLines(of policy: Policy) -> String? {
    guard rows.settings.contains(where: { rows[$0, policy] != nil }) else { return nil }
    guard let (place, count) = mostOftenBest(of: policy) else {
      return "`\(policy)` \(wins) equally often with every \(axes[0].name)."
    }
    let all = axes[1].values.count
    let which = count == all ? "every \(axes[1].name)" : "\(count) of \(all) charts"
    return "`\(policy)` \(wins) most with \(axes[0].words(place)) in \(which)."
  }

  /// What hearing does, if the sweep varies its distance.
  var sentencesOfHearing: [String] {
    guard axes.contains(where: { $0.name == Rules.Variant.hearingDistance.name }) else { return [] }
    return [comparison].compactMap { $0 } + [
      "Hearing within distance 1 says nothing that sight does not. A number heard over a large area says "
        + "less about where the zombies are."
    ]
  }

  /// How close `cautious` comes to `optimal` where `optimal` is best.
  private var comparison: String? {
    guard hasManyLines, rows.policies.contains(.cautious),
      let place = mostOftenBest(of: .optimal)?.place
    else { return nil }
    let ratios = rows.settings.filter { axes[0].place(of: $0) == place }.compactMap { setting in
      guard let best = rows[setting, .optimal]?.best, best > 0,
        let share = rows[setting, .cautious]?.best
      else { return Double?.none }
      return share / best
    }
    guard let least = ratios.min(), let most = ratios.max() else { return nil }
    let range =
      least == most
      ? ShareText.percent(least) : "\(ShareText.percent(least)) to \(ShareText.percent(most))"
    return "With \(axes[0].words(place)), `cautious` wins \(range) as often as `optimal`."
  }
}
