import ZombiesAnalysis
import ZombiesCore
import ZombiesDocuments
import ZombiesGrading
import ZombiesSimulator
import ZombiesSolver

// Pars and grades.
extension FamilyReport {
  /// The kinds of levels and their counts, in placements.
  var kinds: [(kind: LevelKind, count: UInt64)] {
    switch levels {
    case .census(let census): census.rows.map { ($0.kind, $0.count.placements) }
    case .sample(let sample): sample.rows
    }
  }

  /// Whether the counts come from a sample.
  private var isSample: Bool { if case .sample = levels { true } else { false } }

  private func count(where isMeant: (LevelKind) -> Bool) -> UInt64 {
    kinds.reduce(0) { $0 + (isMeant($1.kind) ? $1.count : 0) }
  }

  /// The number of levels with each par, from the shortest.
  var pars: [(par: Int, count: UInt64)] {
    var counts: [Int: UInt64] = [:]
    for (kind, count) in kinds { if let par = kind.par { counts[par, default: 0] += count } }
    return counts.sorted { $0.key < $1.key }.map { (par: $0.key, count: $0.value) }
  }

  /// The section.
  var levelCounts: Section? {
    let total = count { _ in true }
    if total == 0 { return nil }
    var html = Markup()
    paragraph(sentenceOfSource(total), &html)
    paragraph(sentenceOfPars, &html)
    html += #"<div class="charts">\#n"#
    if pars.count > 1 { parsFigure(&html) }
    gradesFigure(total, &html)
    html += "</div>\n"
    if case .census(let census) = levels {
      html += DataText.folded(
        "census", CensusCSV.text(census),
        summary: "Counts by par, number of shortest solutions and grade")
    }
    return Section(id: "levels", title: "Pars and grades", content: html)
  }

  private func sentenceOfSource(_ total: UInt64) -> String {
    switch levels {
    case .census:
      return "All \(grouped(total)) placements were solved, so these numbers are exact."
    case .sample:
      return
        "\(grouped(total)) placements, all equally likely, were drawn and solved. These numbers "
        + "are estimates with 95% intervals."
    }
  }

  private var sentenceOfPars: String {
    let pars = pars
    guard let first = pars.first, let last = pars.last else {
      let open = count { $0.verdict == .gaveUp }
      return open == 0 ? "No level can be won." : "No level was found to be solvable."
    }
    let solvable = pars.reduce(UInt64(0)) { $0 + $1.count }
    let common = pars.max { $0.count < $1.count } ?? first
    let share = ShareText.percent(Double(common.count) / Double(solvable))
    if first.par == last.par {
      return "Every \(isSample ? "sampled level that can be won" : "level that can be won") has "
        + "par \(first.par)."
    }
    let hard = kinds.filter { ($0.kind.grade ?? .gentle) >= .hard }.reduce(UInt64(0)) {
      $0 + $1.count
    }
    return
      "A shortest solution takes \(grouped(first.par)) to \(grouped(last.par)) moves, most "
      + "often \(grouped(common.par)) (\(share) of the solvable placements). "
      + (hard == 0
        ? "No level is hard or fiendish."
        : "\(ShareText.percent(Double(hard) / Double(solvable))) of the solvable placements are "
          + "hard or fiendish.")
  }

  private func parsFigure(_ html: inout Markup) {
    let pars = pars
    let solvable = Double(max(1, pars.reduce(UInt64(0)) { $0 + $1.count }))
    let numbers = (pars.first?.par ?? 0)...(pars.last?.par ?? 0)
    let width = ColumnChart.columnWidth(of: numbers, most: 40)
    let from = numbers.lowerBound / width * width
    let to = numbers.upperBound / width * width + width - 1
    // In most families all paths have lengths of the same parity, so a column may cover two pars.
    var sums: [Int: UInt64] = [:]
    for (par, count) in pars { sums[par / width, default: 0] += count }
    let chart = ColumnChart(
      columns: sums.sorted { $0.key < $1.key }.map { place, count in
        ColumnChart.Column(
          numbers: place * width...place * width + width - 1,
          lower: 100 * Double(count) / solvable)
      }, numbers: from - (width == 1 ? 1 : 0)...to + (width == 1 ? 1 : 0), axis: "par, in moves",
      uprightAxis: "solvable placements")
    html += #"<figure class="p2"><h3>Pars</h3>"#
    html += chart.svg(
      id: "pars", title: "How many moves a shortest solution takes", description: sentenceOfPars)
    if width > 1 { caption("Each column covers \(grouped(width)) pars.", &html) }
    html += parsTable(pars, solvable).folded("The numbers")
    html += "</figure>\n"
  }

  private func parsTable(_ pars: [(par: Int, count: UInt64)], _ solvable: Double) -> DataTable {
    let all = UInt64(solvable)
    return DataTable(
      caption: "Solvable placements by par",
      header: ["par", "placements", "share"] + (isSample ? ["95% interval"] : []),
      rows: pars.map { par, count in
        [grouped(par), grouped(count), ShareText.percent(Double(count) / solvable)]
          + (isSample ? [ShareText.interval(Interval(wilson: count, of: all))] : [])
      })
  }

  private func gradesFigure(_ total: UInt64, _ html: inout Markup) {
    var rows: [(name: String, count: UInt64)] = Grade.allCases.map { grade in
      (grade.rawValue, count { $0.grade == grade })
    }
    rows.append(("solvable, no grade", count { $0.verdict == .solvable && $0.grade == nil }))
    rows.append(("unsolvable", count { $0.verdict == .unsolvable }))
    rows.append(("undecided", count { $0.verdict == .gaveUp }))
    rows = rows.enumerated().filter { $0.offset < 5 || $0.element.count > 0 }.map(\.element)
    let bars = rows.map { name, count in
      let share = Double(count) / Double(total)
      let interval = Interval(wilson: count, of: total)
      return BarChart.Bar(
        name: name,
        text: "\(grouped(count)) · "
          + (isSample ? ShareText.interval(interval) : ShareText.percent(share)),
        value: 100 * share,
        interval: isSample ? Interval(low: 100 * interval.low, high: 100 * interval.high) : nil,
        color: 2)
    }
    let chart = BarChart(bars: bars, axis: "all placements")
    html += "<figure><h3>Grades</h3>"
    html += chart.svg(
      id: "grades", title: "How hard the levels are",
      description: bars.map { "\($0.name) \($0.text)" }.joined(separator: ", ") + ".")
    if rows.contains(where: { $0.name == "undecided" || $0.name == "solvable, no grade" }) {
      caption(
        "Levels with more than \(grouped(stateLimit)) states are not graded, and some of them are "
          + "undecided.", &html)
    }
    html += "</figure>\n"
  }
}
