import ZombiesPolicies
import ZombiesSimulator

/// A comparison of two policies as CSV, one row per look.
public enum CompareCSV {
  private struct Row {
    let look: CompareLook
    let test: SequentialTest
    let result: BatchResult

    var pairs: PairCounts { look.pairs }

    /// Whether there is a test. There is none if the difference is exact.
    var isTested: Bool { look.ratios != nil }

    func policy(_ place: Int) -> Policy { result.settings.policies[place] }
  }

  private static let table = CSVTable<Row>(
    "compare", "two policies on the same levels (compare --format csv)",
    key: ["trials"]
  ) { columns in
    columns.policy("first_policy", "the first policy") { $0.policy(0) }
    columns.policy("second_policy", "the second policy") { $0.policy(1) }
    columns.integer("trials", "trials so far") { $0.pairs.total }
    columns.integer("both", "trials that both won") { $0.pairs.both }
    columns.integer("first_only", "trials that only the first won") { $0.pairs.firstOnly }
    columns.integer("second_only", "trials that only the second won") { $0.pairs.secondOnly }
    columns.integer("neither", "trials that neither policy won") { $0.pairs.neither }
    columns.number("difference", .signed, "win rate of the first policy minus that of the second") {
      $0.pairs.difference.map(signedDecimals)
    }
    columns.number(
      "llr_first", .signed, "log-likelihood ratio for the first policy; empty if exact"
    ) { $0.look.ratios.map { signedDecimals($0[0]) } }
    columns.number(
      "llr_second", .signed, "log-likelihood ratio for the second policy; empty if exact"
    ) { $0.look.ratios.map { signedDecimals($0[1]) } }
    columns.number(
      "llr_lower", .signed, "a ratio at or below it rejects a difference; empty if exact"
    ) {
      $0.isTested ? signedDecimals($0.test.lower) : nil
    }
    columns.number(
      "llr_upper", .signed, "a ratio at or above it accepts a difference; empty if exact"
    ) {
      $0.isTested ? signedDecimals($0.test.upper) : nil
    }
    columns.word("decision", "which policy wins more often; empty if undecided") {
      $0.look.decision
    }
    columns.number("difference_that_matters", .share, "smallest difference that matters") {
      nineDecimals($0.test.difference)
    }
    columns.number(
      "alpha", .share, "maximum probability of deciding between equal policies; 0 if exact"
    ) {
      nineDecimals($0.isTested ? $0.test.alpha : 0)
    }
    columns.number(
      "beta", .share, "maximum probability of missing a difference that matters; 0 if exact"
    ) {
      nineDecimals($0.isTested ? $0.test.beta : 0)
    }
    columns.word("unit", of: ["rounds", "games"], "the kind of trial") {
      $0.result.settings.unit.rawValue
    }
    columns.settings { ($0.result.settings, $0.result.first) }
    columns.last { columns in
      columns.number(
        "difference_low", .signed, "lower 95% bound of the difference; the difference if exact"
      ) { $0.look.interval.map { signedDecimals($0.low) } }
      columns.number(
        "difference_high", .signed, "upper 95% bound of the difference; the difference if exact"
      ) { $0.look.interval.map { signedDecimals($0.high) } }
    }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// The row of a look.
  public static func row(
    _ look: CompareLook, _ test: SequentialTest, _ result: BatchResult
  ) -> String {
    table.row(Row(look: look, test: test, result: result))
  }
}
