import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator

// The settings, and the data as CSV.
extension FamilyReport {
  /// The section.
  var settings: Section? {
    let settings = batch.settings
    var html = Markup()
    if !command.isEmpty {
      html += "<p>This page is what the following command writes, with version \(version)"
      html += " of the program; the same settings give the same bytes.</p>\n<pre>\(command)</pre>\n"
    }
    var rows: [[String]] = []
    if let family { rows.append(["family", family.name]) }
    rows.append(["levels", settings.levels.selectionName])
    rows += Rules.Variant.allCases.map { [$0.name, settings.rules.value(of: $0)] }
    rows += [
      ["rounds", grouped(rounds)],
      ["most moves of a round", settings.maxMoves.map { grouped($0) } ?? "four times the squares"],
      ["seed", String(settings.seed)],
    ]
    html += DataTable(caption: "Settings", header: ["setting", "value"], rows: rows).html
    html += "<dl>\n"
    for policy in settings.policies {
      html += "<dt><strong>\(policy.name)</strong></dt><dd>\(policy.summary)</dd>\n"
    }
    html += "</dl>\n"
    html += DataText.folded(
      "simulate", SimulateCSV.text(batch), summary: "How the rounds of each policy ended")
    if let analysis {
      html += DataText.folded("analyze", AnalysisCSV.text(analysis), summary: "The exact values")
      html += DataText.folded("pars", ParsCSV.text(analysis), summary: "The pars of all placements")
    }
    return Section(id: "data", title: "Settings and data", content: html)
  }
}
