import ZombiesAnalysis
import ZombiesSimulator

/// How well each measure of difficulty orders the levels as people found them hard, as CSV.
public enum CorrelationsCSV {
  private struct Row {
    let finding: MeasureFindings.Finding
    let all: MeasureFindings
  }

  private static let table = CSVTable<Row>(
    "correlations",
    "rank correlations of difficulty and what people did (worlds --correlations-csv)",
    key: ["measure", "play"]
  ) { columns in
    columns.word("measure", "the measure of difficulty") { $0.finding.measure }
    columns.word("play", "the measure of what people did, a column of worlds --plays") {
      $0.finding.play
    }
    columns.integer("levels", "levels for which both are known") { $0.finding.levels }
    columns.integer("players", "players in all levels") { $0.all.players }
    columns.integer("rounds", "rounds on all levels") { $0.all.rounds }
    columns.number(
      "correlation", .signed,
      "Spearman's rank correlation over these levels; empty for fewer than 3, or if one is constant"
    ) { $0.finding.correlation.map { signedDecimals($0.coefficient) } }
    columns.number("correlation_low", .signed, "lower bound of its 95% bootstrap interval") {
      $0.finding.correlation?.interval.map { signedDecimals($0.low) }
    }
    columns.number("correlation_high", .signed, "upper bound of its 95% bootstrap interval") {
      $0.finding.correlation?.interval.map { signedDecimals($0.high) }
    }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header and all rows.
  public static func text(_ findings: MeasureFindings) -> String {
    table.text(findings.findings.lazy.map { Row(finding: $0, all: findings) })
  }
}
