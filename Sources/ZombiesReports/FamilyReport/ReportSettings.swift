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
      html += "<p>This page is what the following command writes, with version "
      html.text(version)
      html += " of the program; the same settings give the same bytes.</p>\n<pre class=\"data\" tabindex=\"0\">"
      html.text(command)
      html += "</pre>\n"
    }
    var rows: [[String]] = []
    if let family { rows.append(["family", family.name]) }
    rows.append(["levels", settings.levels.selectionName])
    rows += [
      ["catching distance", String(settings.rules.catchingDistance)],
      ["chase", settings.rules.chase.rawValue],
      ["zombie speed", String(settings.rules.zombieSpeed)],
      ["rounds", grouped(rounds)],
      ["most moves of a round", settings.maxMoves.map { grouped($0) } ?? "four times the squares"],
      ["seed", String(settings.seed)],
    ]
    html += DataTable(caption: "Settings", header: ["setting", "value"], rows: rows).html
    html += "<dl>\n"
    for policy in settings.policies {
      html += "<dt><strong>"
      html.text(policy.name)
      html += "</strong></dt><dd>"
      html.text(policy.summary)
      html += "</dd>\n"
    }
    html += "</dl>\n"
    html += data(
      "simulate", SimulateCSV.text(batch), summary: "How the rounds of each policy ended")
    if let analysis {
      html += data("analyze", AnalysisCSV.text(analysis), summary: "The exact values")
      html += data("pars", ParsCSV.text(analysis), summary: "The pars of all placements")
    }
    return Section(id: "data", title: "Settings and data", content: html)
  }

  /// The longest CSV that a page holds.
  static let mostData = 300_000

  /// A CSV that can be selected, and saved where the browser can do that.
  ///
  /// - Parameters:
  ///   - name: The name of its schema.
  ///   - summary: What it holds.
  func data(_ name: String, _ csv: String, summary: String) -> Markup {
    var html = Markup()
    guard csv.utf8.count <= Self.mostData else {
      html += "<p>"
      html.text(
        "\(summary): \(grouped(csv.utf8.count / 1000)) KB of CSV, which are left out here.")
      html += "</p>\n"
      return html
    }
    html += "<details><summary>"
    html.text("\(summary): \(name).csv")
    html += "</summary>\n<pre class=\"data\" tabindex=\"0\" aria-label=\""
    html.attribute("\(name).csv")
    html += "\">"
    html.text(csv)
    html += "</pre>\n</details>\n"
    return html
  }
}
