import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// Generated levels as CSV.
public enum GenerateCSV {
  private struct Row {
    let level: Level
    let prefix: [UInt8]?
    let index: UInt64
    let solved: SolverResult
  }

  private static let table = CSVTable<Row>(
    "generate", "generated levels (generate --format csv)"
  ) { columns in
    columns.bytes(
      "reference", .text(pattern: "[0-9a-z+]+@[0-9]+#[0-9]+"),
      "the seed reference; empty where the rules are not the default ones", mayBeEmpty: true
    ) { row, bytes in
      guard let prefix = row.prefix else { return }
      bytes += prefix
      bytes.append(decimal: row.index)
    }
    columns.level { $0.level }
    columns.integer("par", from: 1, "moves of a shortest solution") { $0.solved.solution?.par }
    columns.integer("shortest_solutions", from: 1, "how many there are") {
      $0.solved.solution?.shortestCount
    }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// One level's row.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - reference: Its seed reference; nil if the rules are not the default ones.
  ///   - solved: What a solver says about it.
  public static func row(_ level: Level, _ reference: SeedReference?, _ solved: SolverResult)
    -> String
  {
    var bytes: [UInt8] = []
    let prefix = reference.map { Array($0.prefix.utf8) }
    append(level, prefix: prefix, index: reference?.index ?? 0, solved, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends one of many rows.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - prefix: What its seed reference begins with (`SeedReference.prefix`); nil for none.
  ///   - index: Its index.
  ///   - solved: What a solver says about it.
  ///   - bytes: Receives the row as UTF-8.
  package static func append(
    _ level: Level, prefix: [UInt8]?, index: UInt64, _ solved: SolverResult,
    to bytes: inout [UInt8]
  ) {
    table.append(Row(level: level, prefix: prefix, index: index, solved: solved), to: &bytes)
  }
}
