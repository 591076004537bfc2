import ZombiesAnalysis
import ZombiesCore
import ZombiesDocuments
import ZombiesGrading
import ZombiesSimulator
import ZombiesSolver

// The hardest levels.
extension FamilyReport {
  /// The section; nil if there is no level to show.
  var hardLevels: Section? {
    if shown.isEmpty { return nil }
    var html = Markup()
    paragraph(sentenceOfHardest, &html)
    cards(&html)
    if !hasCards { html += hardestTable.html }
    if case .census(let census) = levels {
      html += DataText.folded(
        "hardest", HardestCSV.text(census.hardest, of: census.census.family, census.census.rules),
        summary: "The hardest levels as CSV")
    }
    return Section(id: "hardest", title: "The hardest levels", content: html)
  }

  /// The maximum number of squares of a level that is drawn. Larger pictures would be unreadable.
  private static let mostSquares = 1024

  /// Whether every level is drawn.
  private var hasCards: Bool {
    shown.allSatisfy { $0.level.size.squareCount <= Self.mostSquares }
  }

  /// Appends a card for each level, with its solution or the reason why it has none.
  private func cards(_ html: inout Markup) {
    let drawn = shown.filter { $0.level.size.squareCount <= Self.mostSquares }
    if drawn.isEmpty { return }
    paragraph("The line in each picture is the solution.", &html)
    let maker = LevelCardMaker(
      [.solution, .why], rules: batch.settings.rules, stateLimit: stateLimit)
    LevelSheet.appendSigns(to: &html)
    html += #"<ul class="cards">\#n"#
    for shown in drawn {
      LevelSheet.appendFigure(maker.card(of: shown.level, name: shown.name), rank: 3, to: &html)
    }
    html += "</ul>\n"
  }

  /// The maximum length of a code in a table.
  private static let mostCode = 300

  private var sentenceOfHardest: String {
    let order =
      "Levels are sorted by par, longest first, and then by number of shortest solutions, fewest "
      + "first."
    switch hardest {
    case .ofAll: return "No other level is harder. \(order)"
    case .found(let sample, let climbs, let steps):
      let search =
        climbs == 0
        ? ""
        : " and of the levels that a search found in \(grouped(climbs)) climbs of "
          + "\(grouped(steps)) steps each"
      return
        "These are the hardest of \(grouped(sample)) drawn levels\(search). There may be harder "
        + "levels. \(order)"
    }
  }

  private var hardestTable: DataTable {
    DataTable(
      caption: "The hardest levels",
      header: ["level", "verdict", "par", "shortest solutions", "grade", "code"],
      rows: shown.map { shown in
        let code = shown.level.code
        return [
          shown.name, shown.kind.verdict.rawValue, shown.kind.par.map { grouped($0) } ?? "",
          shown.kind.shortestSolutions.map { grouped($0) } ?? "",
          shown.kind.grade?.rawValue ?? "", code.utf8.count > Self.mostCode ? "" : code,
        ]
      })
  }
}
