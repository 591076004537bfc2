import ZombiesCore
import ZombiesDocuments
import ZombiesGrading
import ZombiesPolicies

// What hearing is worth, whatever the rules of the report.
extension FamilyReport {
  /// The section; nil if it was not computed, or if there are no solvable levels.
  var hearingWorth: Section? {
    guard let hearing, let levels = hearing.chances.first?.levels, levels > 0 else { return nil }
    let shares = hearing.chances.map { Double($0.wins) / Double($0.levels) }
    let line = LineChart.Line(
      name: "optimal", place: Self.color(of: .optimal),
      points: shares.enumerated().map { distance, share in
        LineChart.Point(setting: Double(distance), value: 100 * share)
      })
    let chart = LineChart(
      lines: [line], axis: "hearing distance", uprightAxis: "solvable levels won")
    var html = Markup()
    paragraph(Self.sentenceOfHearing(shares), &html)
    let distance = HearingWorth.reasoningDistance
    paragraph(
      "At hearing distance \(distance), reasoning alone wins \(grouped(hearing.wonByReasoning)) of the "
        + "\(grouped(levels)) solvable levels "
        + "(\(ShareText.percent(Double(hearing.wonByReasoning) / Double(levels)))): in these, the "
        + "player never has to take a chance.", &html)
    html += #"<div class="beside"><figure>"#
    html += chart.svg(
      id: "hearing", title: "What the best player wins at each hearing distance",
      description: shares.enumerated().map { distance, share in
        "Distance \(distance): \(ShareText.percent(share))"
      }.joined(separator: ", ") + ".")
    caption("Exact shares, computed from all \(grouped(levels)) solvable levels.", &html)
    html += "</figure>\n"
    html +=
      DataTable(
        caption: "Solvable levels that the best player wins",
        header: ["hearing distance", "levels", "share"],
        rows: hearing.chances.enumerated().map { distance, chance in
          [
            "\(distance)", "\(grouped(chance.wins)) of \(grouped(levels))",
            ShareText.percent(shares[distance]),
          ]
        }
      ).html
    html += "</div>\n"
    return Section(id: "hearing", title: "What hearing is worth", content: html)
  }

  /// The distance at which the best player wins most.
  private static func sentenceOfHearing(_ shares: [Double]) -> String {
    let intro =
      "With a hearing distance, a player in the dark hears how many zombies are within that distance. "
    guard let most = shares.max(), most > shares[0] else {
      return intro + "In this family, the best player wins no more with it."
    }
    let best = shares.indices.filter { shares[$0] == most }.map { "\($0)" }
    return intro
      + "The best player wins most at distance \(listed(best)): \(ShareText.percent(most)) of the "
      + "solvable levels, and \(ShareText.percent(shares[0])) without hearing. A number heard over a "
      + "large area says less about where the zombies are, and one within distance 1 says nothing that "
      + "sight does not."
  }
}
