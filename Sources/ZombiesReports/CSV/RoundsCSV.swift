import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator

/// Every round of a batch as CSV, in order of trial, policy and round.
public enum RoundsCSV {
  private static let table = CSVTable<RoundRecord>(
    "rounds", "every round, in order of trial, policy and round (--rounds-csv)",
    key: ["trial", "policy", "round"]
  ) { columns in
    columns.integer("trial", "number of the trial: a round or a game") { $0.trial }
    columns.integer("round", "round of the trial, from 0") { $0.round }
    columns.player { $0.policy }
    columns.level { $0.level }
    columns.word("outcome", of: Outcome.allCases.map(\.name), "how the round ended") {
      $0.outcome.name
    }
    columns.integer("moves", "moves made") { $0.path.count }
    columns.bytes(
      "path", .text(pattern: "[UDLR]*"), "the moves, in order", mayBeEmpty: true
    ) { record, bytes in
      for direction in record.path { bytes.append(direction.letter) }
    }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// The row of a round.
  public static func row(_ record: RoundRecord) -> String { table.row(record) }

  /// Appends the row of a round, as UTF-8.
  public static func append(_ record: RoundRecord, to bytes: inout [UInt8]) {
    table.append(record, to: &bytes)
  }
}
