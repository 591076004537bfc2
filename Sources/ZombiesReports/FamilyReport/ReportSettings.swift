import ZombiesAnalysis
import ZombiesCore
import ZombiesDocuments
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
      html += "<p>The command below made this page, with version \(version)"
      html += " of the program. The same settings give the same bytes.</p>\n<pre>\(command)</pre>\n"
    }
    var rows = [["family", family.name], ["levels", selection.rawValue]]
    rows += Rules.Variant.allCases.map { [$0.name, settings.rules.value(of: $0)] }
    rows += [
      ["rounds", grouped(rounds)],
      [
        "maximum moves of a round",
        settings.maxMoves.map { grouped($0) } ?? "4 × the number of squares",
      ],
      ["seed", String(settings.seed)],
    ]
    html += DataTable(caption: "Settings", header: ["setting", "value"], rows: rows).html
    html += "<dl>\n"
    for policy in settings.policies {
      html += "<dt><strong>\(policy.name)</strong></dt><dd>\(policy.summary)</dd>\n"
    }
    html += "</dl>\n"
    html += DataText.folded(
      "simulate", SimulateCSV.text(batch), summary: "Outcomes of the rounds of each policy")
    if let analysis {
      html += DataText.folded("analyze", AnalysisCSV.text(analysis), summary: "Exact values")
      html += DataText.folded("pars", ParsCSV.text(analysis), summary: "Pars of all placements")
    }
    return Section(id: "data", title: "Settings and data", content: html)
  }
}
