import ZombiesPolicies
import ZombiesSimulator

/// A comparison of two policies as CSV, one row per look.
public enum CompareCSV {
  private struct Row {
    let look: CompareLook
    let test: SequentialTest
    let result: BatchResult

    var pairs: PairCounts { look.pairs }

    /// Whether there is a test; not if the difference is exact.
    var isTested: Bool { look.ratios != nil }

    func policy(_ place: Int) -> Policy { result.settings.policies[place] }
  }

  private static let table = CSVTable<Row>(
    "compare", "two policies on the same levels, a row for each look (compare --format csv)",
    key: ["trials"]
  ) { columns in
    columns.policy("first_policy", "the first policy") { $0.policy(0) }
    columns.policy("second_policy", "the second policy") { $0.policy(1) }
    columns.integer("trials", "trials so far") { $0.pairs.total }
    columns.integer("both", "trials that both won") { $0.pairs.both }
    columns.integer("first_only", "trials that only the first won") { $0.pairs.firstOnly }
    columns.integer("second_only", "trials that only the second won") { $0.pairs.secondOnly }
    columns.integer("neither", "trials that neither won") { $0.pairs.neither }
    columns.number("difference", .signed, "win rate of the first minus that of the second") {
      signedDecimals($0.look.difference)
    }
    columns.number(
      "llr_first", .signed, "log-likelihood ratio for the first; empty where exact"
    ) { $0.look.ratios.map { signedDecimals($0[0]) } }
    columns.number(
      "llr_second", .signed, "log-likelihood ratio for the second; empty where exact"
    ) { $0.look.ratios.map { signedDecimals($0[1]) } }
    columns.number("llr_lower", .signed, "where a ratio speaks against a difference") {
      $0.isTested ? signedDecimals($0.test.lower) : nil
    }
    columns.number("llr_upper", .signed, "where a ratio decides for a difference") {
      $0.isTested ? signedDecimals($0.test.upper) : nil
    }
    columns.word("decision", "who is better") { $0.look.decision }
    columns.number("difference_that_matters", .share, "the difference tested for") {
      nineDecimals($0.test.difference)
    }
    columns.number("alpha", .share, "most likely error: equals told apart; 0 where exact") {
      nineDecimals($0.isTested ? $0.test.alpha : 0)
    }
    columns.number("beta", .share, "most likely error: a difference missed; 0 where exact") {
      nineDecimals($0.isTested ? $0.test.beta : 0)
    }
    columns.word("unit", of: ["rounds", "games"], "what a trial is") {
      $0.result.settings.unit.rawValue
    }
    columns.settings { ($0.result.settings, $0.result.first) }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// One look's row.
  public static func row(
    _ look: CompareLook, _ test: SequentialTest, _ result: BatchResult
  ) -> String {
    table.row(Row(look: look, test: test, result: result))
  }
}
