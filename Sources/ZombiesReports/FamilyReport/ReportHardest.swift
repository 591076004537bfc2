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
    html += hardestTable.html
    if case .census(let census) = levels {
      html += DataText.folded(
        "hardest", HardestCSV.text(census.hardest, of: census.census.family, census.census.rules),
        summary: "The hardest levels as CSV")
    }
    return Section(
      id: "hardest", title: showsAll ? "The levels" : "The hardest levels", content: html)
  }

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
        ? "" : " and of those met in a search of \(grouped(climbs)) climbs with \(grouped(steps)) steps each"
      return "These are the hardest of \(grouped(sample)) drawn\(search); there may be harder ones. "
        + order
    }
  }

  private var hardestTable: DataTable {
    DataTable(
      caption: showsAll ? "The levels" : "The hardest levels",
      header: ["level", "verdict", "par", "shortest solutions", "grade", "code"],
      rows: shown.map { shown in
        [
          shown.name, shown.kind.verdict.rawValue, shown.kind.par.map { grouped($0) } ?? "",
          shown.kind.shortestSolutions.map { grouped($0) } ?? "",
          shown.kind.grade?.rawValue ?? "", shown.level.code,
        ]
      })
  }
}
