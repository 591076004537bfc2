import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// Where players stood and were caught, as CSV: a row a policy and square.
public enum SquaresCSV {
  /// The columns.
  public static let schema = TableSchema(
    "squares", "where players stood, and where they were caught (--squares-csv)",
    key: ["policy", "row", "column"],
    [
      .policy,
      TableSchema.Column("row", .integer(from: 0), "the row, from 0 at the top"),
      TableSchema.Column("column", .integer(from: 0), "the column, from 0 at the left"),
      TableSchema.Column("visits", .integer(from: 0), "arrivals, and rounds that began there"),
      TableSchema.Column(
        "captures", .integer(from: 0), "rounds in which the player was caught there"),
    ])

  /// The header row.
  public static let header = schema.header

  /// The header and all rows; of a result that counted squares.
  public static func text(_ result: BatchResult) -> String {
    var text = header
    for (policy, tally) in result.rows {
      guard let squares = tally.squares else { continue }
      for index in 0..<squares.size.squareCount {
        let square = squares.size.square(at: index)
        text += csvRow([
          policy.name, String(square.row), String(square.column),
          String(squares.visits[index]), String(squares.captures[index]),
        ])
      }
    }
    return text
  }
}
