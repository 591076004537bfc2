/// The table of a batch for people, a row a policy.
public enum SimulateTable {
  /// The table, with a line above it that says what was played.
  public static func text(_ batch: Batch, _ tallies: [Tally]) -> String {
    var rows = [
      ["policy", "won", "caught", "stuck", "out", "win rate", "95% interval", "moves", "sd", "p90"]
    ]
    if batch.unit == .games { rows[0] += ["games won", "win rate", "95% interval"] }
    for (policy, tally) in zip(batch.policies, tallies) {
      let rounds = tally.rounds
      var row = [policy.rawValue] + Outcome.allCases.map { grouped(rounds[$0]) }
      row += rate(rounds[.won], of: rounds.total)
      row += [
        fixed(rounds.meanMoves, places: 3), fixed(rounds.movesDeviation, places: 3),
        rounds.movesPercentile(90).map { grouped($0) } ?? "",
      ]
      if batch.unit == .games {
        row.append(grouped(tally.gamesWon))
        row += rate(tally.gamesWon, of: tally.gamesWon + tally.gamesLost)
      }
      rows.append(row)
    }
    return title(batch) + "\n" + aligned(rows)
  }

  private static func title(_ batch: Batch) -> String {
    let settings = BatchSettings(batch)
    let count = UInt64(batch.trials.count)
    let unit = count == 1 ? String(batch.unit.rawValue.dropLast()) : batch.unit.rawValue
    let levels =
      switch batch.levels {
      case .generated(let generator):
        "\(settings.family), \(generator.selection == .any ? "all" : "solvable") levels"
      case .list(let list): "\(grouped(list.count)) given \(list.count == 1 ? "level" : "levels")"
      }
    return "\(grouped(count)) \(unit) · \(levels) · seed \(batch.seed)"
  }

  private static func rate(_ hits: UInt64, of trials: UInt64) -> [String] {
    guard trials > 0 else { return ["", ""] }
    let interval = Interval(wilson: hits, of: trials)
    return [
      fixed(100 * Double(hits) / Double(trials), places: 3) + "%",
      fixed(100 * interval.low, places: 3) + "–" + fixed(100 * interval.high, places: 3),
    ]
  }

  /// Columns two spaces apart, the first to the left and the others to the right.
  static func aligned(_ rows: [[String]]) -> String {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      let cells = zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + padding : padding + cell.0
      }
      return trimmed(cells.joined(separator: "  ")) + "\n"
    }.joined()
  }

  private static func trimmed(_ line: String) -> String {
    var line = Substring(line)
    while line.last == " " { line.removeLast() }
    return String(line)
  }
}
