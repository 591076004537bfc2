import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator

/// The results of a batch, for people: one row per policy.
public enum SimulateTable {
  /// The table, below a line that describes the batch.
  ///
  /// - Parameters:
  ///   - result: The result of the batch.
  ///   - width: The maximum width of a line; nil for no limit.
  public static func text(_ result: BatchResult, width: Int? = nil) -> String {
    let isOfGames = result.settings.unit == .games
    var rows = [
      ["policy", "won", "caught", "stuck", "out", "win rate", "95% interval", "moves", "sd", "p90"]
    ]
    if isOfGames { rows[0] += ["games won", "win rate", "95% interval"] }
    for (place, (policy, tally)) in result.rows.enumerated() {
      let rounds = tally.rounds
      var row = [policy.name] + Outcome.allCases.map { grouped(rounds[$0]) }
      row += cells(of: result.roundRate(at: place))
      row += [
        fixed(rounds.meanMoves, places: 3), fixed(rounds.movesDeviation, places: 3),
        rounds.movesPercentile(90).map { grouped($0) } ?? "",
      ]
      if isOfGames {
        row.append(grouped(tally.gamesWon))
        row += cells(of: result.gameRate(at: place))
      }
      rows.append(row)
    }
    return title(result) + "\n" + aligned(rows, width: width)
  }

  /// The line that describes a batch.
  static func title(_ result: BatchResult) -> String {
    let settings = result.settings
    let count = result.played.count
    let name = settings.unit.rawValue
    let unit = count == 1 ? String(name.dropLast()) : name
    return "\(grouped(count)) \(unit) · \(levels(settings.levels)) · seed \(settings.seed)"
  }

  /// The levels of a batch, in a few words.
  static func levels(_ levels: BatchSettings.Levels) -> String {
    switch levels {
    case .generated(let family, let selection, _, _):
      "\(family), \(selection == .any ? "all" : "solvable") levels"
    case .given(let count, _): grouped(count, "given level")
    }
  }

  /// A rate and its interval.
  static func cells(of rate: Rate) -> [String] {
    guard let value = rate.value, let interval = rate.interval else { return ["", ""] }
    let percentage = fixed(100 * value, places: 3) + "%"
    if rate.isExact {
      let (hits, trials) = rate.fraction
      return [percentage, "exactly \(grouped(hits))/\(grouped(trials))"]
    }
    return [
      percentage,
      fixed(100 * interval.low, places: 3) + "–" + fixed(100 * interval.high, places: 3),
    ]
  }

  /// A table with two spaces between columns, the first one left-aligned and the others
  /// right-aligned.
  ///
  /// A table that is too wide is split into several tables, one below another. Each repeats the
  /// columns that name its rows. A table is not split if these columns leave no room for the widest
  /// of the others.
  ///
  /// - Parameters:
  ///   - width: The maximum width of a line; nil for no limit.
  ///   - names: The number of columns that name a row.
  static func aligned(_ rows: [[String]], width: Int? = nil, names: Int = 1) -> String {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    let namesWidth = widths.prefix(names).reduce(0) { $0 + $1 + 2 }
    let all = widths.reduce(-2) { $0 + $1 + 2 }
    let widest = widths.dropFirst(names).max() ?? 0
    guard let width, all > width, namesWidth + widest <= width else { return aligned(rows, widths) }
    var (tables, columns, column) = ([String](), Array(0..<names), namesWidth)
    func table() -> String {
      aligned(rows.map { row in columns.map { row[$0] } }, columns.map { widths[$0] })
    }
    for place in widths.indices.dropFirst(names) {
      if column + widths[place] > width, columns.count > names {
        tables.append(table())
        (columns, column) = (Array(0..<names), namesWidth)
      }
      columns.append(place)
      column += widths[place] + 2
    }
    return (tables + [table()]).joined(separator: "\n")
  }

  private static func aligned(_ rows: [[String]], _ widths: [Int]) -> String {
    rows.map { row in
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
