import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// The squares that players visited, and where they were caught, as CSV: one row per policy and square.
public enum SquaresCSV {
  private struct Row {
    let policy: Policy
    let square: Square
    let visits, captures: UInt64
  }

  private static let table = CSVTable<Row>(
    "squares", "visits and captures of each square (--squares-csv)",
    key: ["policy", "row", "column"]
  ) { columns in
    columns.player { $0.policy }
    columns.integer("row", "row, from 0 at the top") { $0.square.row }
    columns.integer("column", "column, from 0 at the left") { $0.square.column }
    columns.integer("visits", "arrivals, and rounds that began there") { $0.visits }
    columns.integer("captures", "rounds in which the player was caught there") { $0.captures }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// The header and all rows, for a result that counted squares.
  public static func text(_ result: BatchResult) -> String {
    table.text(
      result.rows.lazy.flatMap { policy, tally -> [Row] in
        guard let squares = tally.squares else { return [] }
        return (0..<squares.size.squareCount).map { index in
          Row(
            policy: policy, square: squares.size.square(at: index), visits: squares.visits[index],
            captures: squares.captures[index])
        }
      })
  }
}
