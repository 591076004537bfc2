import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesSimulator
import ZombiesSolver

// The hardest levels, or all that are given.
extension FamilyReport {
  /// The section; nil if there is no level to show.
  var hardLevels: Section? {
    if shown.isEmpty { return nil }
    var html = Markup()
    paragraph(sentenceOfHardest, &html)
    cards(&html)
    html += hasCards ? hardestTable.folded("The same as a table") : hardestTable.html
    if case .census(let census) = levels {
      html += DataText.folded(
        "hardest", HardestCSV.text(census.hardest, of: census.census.family, census.census.rules),
        summary: "The hardest levels as CSV")
    }
    return Section(
      id: "hardest", title: showsAll ? "The levels" : "The hardest levels", content: html)
  }

  /// The most squares of a level that is drawn; a page with larger ones would not be read.
  private static let mostSquares = 1024

  /// Whether all levels are drawn.
  private var hasCards: Bool {
    shown.allSatisfy { $0.level.size.squareCount <= Self.mostSquares }
  }

  /// A card for each level, with its solution, or why it has none.
  private func cards(_ html: inout Markup) {
    let drawn = shown.filter { $0.level.size.squareCount <= Self.mostSquares }
    if drawn.isEmpty { return }
    paragraph("The line in each is the way of the solution.", &html)
    let maker = LevelCardMaker(
      [.solution, .why], rules: batch.settings.rules, stateLimit: stateLimit)
    LevelSheet.appendSigns(to: &html)
    html += #"<ul class="cards">\#n"#
    for shown in drawn {
      LevelSheet.appendFigure(maker.card(of: shown.level, name: shown.name), rank: 3, to: &html)
    }
    html += "</ul>\n"
  }

  /// The longest code of a table.
  private static let mostCode = 300

  private var sentenceOfHardest: String {
    if showsAll { return "" }
    let order =
      "The hardest come first: those with the longest par, then those with the fewest shortest "
      + "solutions."
    switch hardest {
    case .ofAll: return "There are no harder ones. \(order)"
    case .found(let sample, let climbs, let steps):
      let search =
        climbs == 0
        ? ""
        : " and of those met in a search of \(grouped(climbs)) climbs with \(grouped(steps)) "
          + "steps each"
      return
        "These are the hardest of \(grouped(sample)) drawn\(search); there may be harder ones. "
        + order
    }
  }

  private var hardestTable: DataTable {
    DataTable(
      caption: showsAll ? "The levels" : "The hardest levels",
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
