import ZombiesCore
import ZombiesDocuments
import ZombiesPolicies
import ZombiesSimulator

// The squares that players visit, and the squares where they are caught.
extension FamilyReport {
  /// The maximum number of cells along a side of a map. Squares of larger rooms share cells.
  static let mostCells = 32

  /// The numbers of all squares, with several squares per cell in large rooms.
  struct SquareGrid {
    let rows: Int
    let columns: Int

    /// The height and width of a cell, in squares.
    let step: Int
    let values: [Double]

    /// A grid from counts in reading order, each divided by a number.
    init(_ counts: [UInt64], _ size: RoomSize, per divisor: UInt64) {
      let most = FamilyReport.mostCells
      let step = max(1, (max(size.rows, size.columns) + most - 1) / most)
      (rows, columns) = ((size.rows + step - 1) / step, (size.columns + step - 1) / step)
      self.step = step
      var sums = [UInt128](repeating: 0, count: rows * columns)
      for (index, count) in counts.enumerated() {
        let (row, column) = (index / size.columns / step, index % size.columns / step)
        sums[row * columns + column] += UInt128(count)
      }
      values = sums.map { divisor == 0 ? 0 : Double($0) / Double(divisor) }
    }
  }

  /// The section; nil if squares were not counted.
  var squares: Section? {
    let played = batch.rows.compactMap { row in
      row.tally.squares.map { (policy: row.policy, rounds: row.tally.rounds, counts: $0) }
    }.filter { $0.rounds.total > 0 }
    guard let first = played.first else { return nil }
    let step = SquareGrid(first.counts.visits, first.counts.size, per: 1).step
    var html = Markup()
    paragraph(
      "Each map has its own shades: the strongest marks its largest number. The start has a solid "
        + "frame, the signpost a dashed one."
        + (step > 1 ? " Each cell covers \(step) × \(step) squares." : ""), &html)
    for isCapture in [false, true] {
      html += isCapture ? "<h3>Where players are caught</h3>" : "<h3>Where players stand</h3>"
      paragraph(
        isCapture
          ? "Numbers are captures per 100 rounds."
          : "Numbers are arrivals per 100 rounds, including the start of each round.", &html)
      html += #"<div class="charts">\#n"#
      for (policy, rounds, counts) in played {
        map(
          SquareGrid(
            isCapture ? counts.captures : counts.visits, counts.size, per: rounds.total),
          of: policy, isCapture: isCapture, &html)
      }
      html += "</div>\n"
    }
    html += DataText.folded(
      "squares", SquaresCSV.text(batch), summary: "Counts for each square")
    return Section(id: "squares", title: "Where players stand and are caught", content: html)
  }

  private func map(
    _ grid: SquareGrid, of policy: Policy, isCapture: Bool, _ html: inout Markup
  ) {
    let what = isCapture ? "are caught" : "stand"
    let most = grid.values.max() ?? 0
    let texts = grid.values.map { Self.perHundred($0) }
    var map = HeatMap(
      cells: zip(grid.values, texts).map { value, text in
        HeatMap.Cell(share: most > 0 ? value / most : 0, text: value > 0 ? text : "")
      }, rows: grid.rows, columns: grid.columns)
    (map.signpost, map.start) = (0, map.cells.count - 1)
    html += "<figure><h4>\(policy.name)</h4>"
    let place = grid.values.firstIndex { $0 == most } ?? 0
    let (row, column) = (place / max(1, grid.columns) + 1, place % max(1, grid.columns) + 1)
    let description =
      most == 0
      ? (isCapture ? "No player is caught." : "No square is visited.")
      : "Most often on row \(row), column \(column) of \(grid.rows) × \(grid.columns): "
        + "\(Self.perHundred(most)) per 100 rounds."
    if most == 0 {
      html += "<p>\(description)</p></figure>\n"
      return
    }
    html += map.svg(
      id: "\(isCapture ? "caught" : "stand")-\(policy.name)",
      title: "Where players of \(policy.name) \(what)", description: description)
    if !map.showsNumbers {
      caption("\(description) The table below has the numbers of all squares.", &html)
    }
    html += "</figure>\n"
  }

  /// A number per 100 rounds, in at most four characters below 10,000.
  static func perHundred(_ value: Double) -> String {
    let scaled = 100 * value
    if scaled >= 9.95 || scaled == scaled.rounded() { return fixed(scaled, places: 0) }
    return scaled < 0.05 ? "<0.1" : fixed(scaled, places: 1)
  }
}
