import ZombiesCore
import ZombiesDocuments
import ZombiesPolicies
import ZombiesSimulator

// The lengths of each policy's rounds.
extension FamilyReport {
  /// The maximum number of columns in a chart, so that they are distinct on a phone.
  private static let mostColumns = 48

  /// The section.
  var moves: Section? {
    let played = batch.rows.filter { $0.tally.rounds.total > 0 }
    if played.isEmpty { return nil }
    let axis = movesAxis(played.map(\.tally.rounds))
    var html = Markup()
    paragraph(
      "All charts have the same axis for moves"
        + (axis.width == 1
          ? "." : ", in columns of \(grouped(axis.width)) moves each.")
        + (axis.isOpen ? " The last column includes all longer rounds." : "")
        + " Each chart has its own vertical axis.", &html)
    html += #"<div class="charts">\#n"#
    for (policy, tally) in played {
      let chart = Self.movesChart(tally.rounds, axis)
      html += "<figure><h3>\(policy.name)</h3>"
      html += chart.svg(
        id: "moves-\(policy.name)", title: "Moves of the rounds of \(policy.name)",
        description: "\(Self.lengths(of: tally.rounds)) "
          + "Columns are split into rounds won and rounds not won.")
      html += "</figure>\n"
    }
    html += "</div>\n"
    html += movesTable(played).html
    html += longTable(played, axis).folded("Counts by number of moves")
    return Section(id: "moves", title: "How long rounds are", content: html)
  }

  /// An axis of moves.
  private struct MovesAxis {
    /// The numbers of moves on the axis.
    let numbers: ClosedRange<Int>
    /// The number of consecutive values that a column covers.
    let width: Int
    /// Whether some rounds are longer than the axis.
    let isOpen: Bool
  }

  /// The axis that all charts share, long enough for nearly all rounds of each policy.
  private func movesAxis(_ rounds: [Histogram]) -> MovesAxis {
    let longest = rounds.compactMap(\.maxMoves).max() ?? 0
    let most = max(1, rounds.compactMap { $0.movesPercentile(95) }.max() ?? 0)
    // A short tail is shown in full.
    let end = longest <= most + most / 2 + 1 ? longest : most
    let width = ColumnChart.columnWidth(of: 0...end, most: Self.mostColumns)
    let last = end / width * width + (width - 1)
    return MovesAxis(numbers: 0...last, width: width, isOpen: longest > last)
  }

  private static func movesChart(_ rounds: Histogram, _ axis: MovesAxis) -> ColumnChart {
    let counts = counts(rounds, axis)
    let total = Double(max(1, rounds.total))
    return ColumnChart(
      columns: counts.enumerated().map { place, count in
        ColumnChart.Column(
          numbers: place * axis.width...place * axis.width + axis.width - 1,
          lower: 100 * Double(count.won) / total, upper: 100 * Double(count.lost) / total)
      }.filter { $0.sum > 0 },
      numbers: axis.numbers, axis: "moves", uprightAxis: "rounds", hasOutcomes: true,
      isOpen: axis.isOpen)
  }

  /// The rounds won and not won in each column.
  private static func counts(
    _ rounds: Histogram, _ axis: MovesAxis
  ) -> [(won: UInt64, lost: UInt64)] {
    var counts = [(won: UInt64, lost: UInt64)](
      repeating: (0, 0), count: (axis.numbers.upperBound + 1) / axis.width)
    for (outcome, moves, count) in rounds.entries {
      let place = min(moves / axis.width, counts.count - 1)
      if outcome == .won { counts[place].won += count } else { counts[place].lost += count }
    }
    return counts
  }

  /// The lengths of rounds in sentences, as in "4.08 moves on average. 50% of the rounds take at most 3
  /// moves, 90% at most 8."
  private static func lengths(of rounds: Histogram) -> String {
    guard let mean = rounds.meanMoves, let half = rounds.movesPercentile(50),
      let most = rounds.movesPercentile(90)
    else { return "" }
    return "\(fixed(mean, places: 2)) moves on average. 50% of the rounds take at most "
      + "\(grouped(half, "move")), 90% at most \(grouped(most))."
  }

  private func movesTable(_ played: [(policy: Policy, tally: Tally)]) -> DataTable {
    DataTable(
      caption: "Moves of a round, however it ended",
      header: ["policy", "mean", "sd", "median", "90th percentile", "longest", "mean if won"],
      rows: played.map { policy, tally in
        let rounds = tally.rounds
        return [
          policy.name, fixed(rounds.meanMoves, places: 3), fixed(rounds.movesDeviation, places: 3),
          rounds.movesPercentile(50).map { grouped($0) } ?? "",
          rounds.movesPercentile(90).map { grouped($0) } ?? "",
          rounds.maxMoves.map { grouped($0) } ?? "", fixed(Self.meanIfWon(rounds), places: 3),
        ]
      })
  }

  private static func meanIfWon(_ rounds: Histogram) -> Double? {
    let won = rounds[.won]
    guard won > 0 else { return nil }
    let moves = rounds.entries.reduce(UInt128(0)) { sum, entry in
      entry.outcome == .won ? sum + UInt128(entry.moves) * UInt128(entry.count) : sum
    }
    return Double(moves) / Double(won)
  }

  private func longTable(
    _ played: [(policy: Policy, tally: Tally)], _ axis: MovesAxis
  ) -> DataTable {
    let counts = played.map { Self.counts($0.tally.rounds, axis) }
    let places = (counts.first ?? []).indices.filter { place in
      counts.contains { $0[place].won + $0[place].lost > 0 }
    }
    return DataTable(
      caption: "Rounds by number of moves",
      header: ["moves"] + played.flatMap { ["\($0.policy) won", "not won"] },
      rows: places.map { place in
        let from = place * axis.width
        let isLast = place == (counts.first?.count ?? 0) - 1
        let name =
          isLast && axis.isOpen
          ? "\(grouped(from)) or more"
          : axis.width == 1 ? grouped(from) : "\(grouped(from))–\(grouped(from + axis.width - 1))"
        return [name] + counts.flatMap { [grouped($0[place].won), grouped($0[place].lost)] }
      })
  }
}
