import ZombiesAnalysis
import ZombiesCore

// The end of the page: whether the players agree with the grade, and all numbers.
extension PlaysPage {
  /// Appends what the rounds say about the grade.
  func grade(_ html: inout Markup) {
    html += #"<section id="grade"><h2>Is the grade right?</h2>\#n<ul>\#n"#
    for sentence in findings.sentences { html += "<li>\(sentence)</li>\n" }
    html += "</ul>\n"
    let measures = findings.measures
    guard !measures.isEmpty else {
      html += "</section>\n"
      return
    }
    html +=
      "<p>Each dot is Spearman's rank correlation, with its 95% bootstrap interval: how well a "
    html +=
      "measure orders the levels like the players did. The arrows say how levels with a larger "
    html += "measure are played. A filled dot has an interval without 0."
    html += #"</p>\#n<div class="charts">\#n"#
    for play in PlayMeasure.allCases {
      let rows = measures.compactMap { measure in
        findings[measure, play]?.correlation.map { (name: measure.words, correlation: $0) }
      }
      if rows.isEmpty { continue }
      let sides = Self.sides(of: play)
      let clear = rows.filter { $0.correlation.isClear }
      let strongest = clear.max {
        abs($0.correlation.coefficient) < abs($1.correlation.coefficient)
      }
      html += "<figure><h3>\(Self.heading(of: play))</h3>"
      html += CorrelationChart(rows: rows, sides: sides).svg(
        id: "correlations-\(play.rawValue)", title: "Measures of difficulty and \(play.words)",
        description: strongest.map {
          "The strongest relation is that of \($0.name): \(PlaysTable.correlation($0.correlation))."
        } ?? "All intervals contain 0.")
      html += "</figure>\n"
    }
    html += "</div>\n"
    html += DataTable(
      caption: "Rank correlation of each measure with what people did, with 95% intervals",
      header: ["measure"] + PlayMeasure.allCases.map(\.words),
      rows: measures.map { measure in
        [measure.words]
          + PlayMeasure.allCases.map {
            findings[measure, $0]?.correlation.map(PlaysTable.correlation) ?? ""
          }
      }
    ).folded("The numbers of the correlations")
    html += "</section>\n"
  }

  private static func heading(of play: PlayMeasure) -> String {
    let words = play.words
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private static func sides(of play: PlayMeasure) -> (left: String, right: String) {
    switch play {
    case .winRate, .stayersWinRate, .wonShare: ("won less", "won more")
    case .seconds: ("faster", "slower")
    case .undos: ("fewer undone", "more undone")
    }
  }

  /// Appends the numbers as CSV, and the command.
  func numbers(_ html: inout Markup) {
    html += #"<section id="numbers"><h2>The numbers</h2>\#n"#
    squares(&html)
    html += DataText.folded(
      "plays", PlaysCSV.schema.header + all.map { PlaysCSV.row($0, rules) }.joined(),
      summary: "All counts of the levels")
    html += DataText.folded(
      "correlations", CorrelationsCSV.text(findings), summary: "All correlations")
    html += "</section>\n<section><h2>How it was made</h2>\n<p>The command below made this page, "
    html += "with version \(version) of the program. The same files give the same bytes.</p>\n"
    html += "<pre>\(command)</pre>\n</section>\n"
  }

  /// The maximum number of rows of the table of squares.
  private static let mostSquares = 2000

  /// Appends the table of the squares where players were caught.
  private func squares(_ html: inout Markup) {
    var cells: [[String]] = []
    var more = 0
    for row in rows {
      for (index, count) in (row.plays?.captures ?? []).enumerated() where count > 0 {
        guard cells.count < Self.mostSquares else {
          more += 1
          continue
        }
        let square = row.level.size.square(at: index)
        cells.append(
          [Self.label(row), "\(square.row + 1)", "\(square.column + 1)", grouped(count)])
      }
    }
    if cells.isEmpty { return }
    html += DataTable(
      caption: "Where players were caught", header: ["level", "row", "column", "rounds"],
      rows: cells
    ).folded("The squares where players were caught")
    if more > 0 {
      html += "<p>The table leaves out \(Self.counted(more, "square")) of later levels.</p>\n"
    }
  }
}
