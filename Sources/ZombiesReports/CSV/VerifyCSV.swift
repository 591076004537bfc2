import ZombiesCore
import ZombiesSolver

/// The verdicts on levels as CSV, one row per level.
public enum VerifyCSV {
  private struct Row {
    let source: LevelOrigin
    let level: Level
    let verdict: Verdict
    let rules: Rules
    let title: LevelTitle
  }

  private static let table = CSVTable<Row>(
    "verify", "which levels are solvable (verify --format csv)"
  ) { columns in
    columns.source { $0.source }
    columns.level { $0.level }
    columns.word("verdict", "the verdict") { $0.verdict }
    columns.rules { $0.rules }
    columns.title { $0.title }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// Appends one of many rows, as UTF-8.
  package static func append(
    _ level: Level, _ verdict: Verdict, _ rules: Rules, source: LevelOrigin, title: LevelTitle,
    to bytes: inout [UInt8]
  ) {
    table.append(
      Row(source: source, level: level, verdict: verdict, rules: rules, title: title), to: &bytes)
  }
}
