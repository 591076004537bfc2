import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSimulator

/// The exact values of policies on a family as CSV, with two rows per policy: one over all
/// placements, one over the solvable ones.
public enum AnalysisCSV {
  private struct Row {
    let policy: Policy
    let levels: LevelSelection
    let settings: FamilyAnalysis.Settings
    /// The values; nil if they could not be computed.
    var values: PolicyAnalysis?
    var beliefs: Int?
    var check: SimulationCheck?
  }

  private static let table = CSVTable<Row>(
    "analyze", "the exact results of policies on families (analyze)",
    key: ["policy", "levels"] + familyKey
  ) { columns in
    columns.policy { $0.policy }
    columns.word("levels", of: ["any", "solvable"], "the placements, all equally likely") {
      $0.levels.rawValue
    }
    columns.integer("placements", "number of placements; empty if the results were not computed") {
      $0.values?.placements
    }
    columns.integer("won", "placements won; empty for random") { $0.values?.wins }
    columns.probability("win_probability", "probability that a round is won") { $0.values?.won }
    columns.error("win_probability_error") { $0.values?.won }
    columns.probability("caught_probability", "probability that the player is caught") {
      $0.values?.caught
    }
    columns.probability("stuck_probability", "probability that no legal move is left") {
      $0.values?.stuck
    }
    columns.probability("out_of_moves_probability", "probability that the moves run out") {
      $0.values?.outOfMoves
    }
    columns.probability("never_ending_probability", "probability that a round never ends") {
      $0.values?.neverEnding
    }
    columns.number(
      "moves_mean", .positive, "mean moves of a round; empty if it may never end"
    ) { $0.values?.meanMoves.map(twelveDecimals) }
    columns.error("moves_mean_error") { $0.values?.meanMoves }
    columns.probability("game_win_probability", "probability that a game is won") {
      $0.values?.gameWon
    }
    columns.error("game_win_probability_error") { $0.values?.gameWon }
    columns.number("game_moves_mean", .positive, "mean moves of a game, over all its rounds") {
      $0.values?.gameMeanMoves.map(twelveDecimals)
    }
    columns.error("game_moves_mean_error") { $0.values?.gameMeanMoves }
    columns.integer("beliefs", "distinct beliefs in the plan of optimal") { $0.beliefs }
    columns.family { $0.settings.family }
    columns.rules { $0.settings.rules }
    columns.integer("max_moves", from: 1, "maximum moves of a round; empty for no limit") {
      $0.settings.moveLimit
    }
    columns.integer("check_trials", "rounds simulated as a check, and equally many games") {
      $0.check?.rounds.total
    }
    columns.integer("check_seed", "seed of the check") { $0.check?.seed }
    columns.estimate("win_rate", .share) { $0.check?.winRate }
    columns.estimate("moves_mean", .positive) { $0.check?.meanMoves }
    columns.estimate("game_win_rate", .share) { $0.check?.gameWinRate }
    columns.familySettings { $0.settings.family }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// The header and all rows.
  ///
  /// - Parameters:
  ///   - analysis: The analysis.
  ///   - checks: A check for each of the analysis' policies, or none.
  public static func text(_ analysis: FamilyAnalysis, checks: [SimulationCheck] = []) -> String {
    header + rows(analysis, checks: checks)
  }

  /// The rows of an analysis, without the header.
  ///
  /// - Parameters:
  ///   - analysis: The analysis.
  ///   - checks: A check for each of the analysis' policies, or none.
  ///   - policies: The policies that have rows; nil for those of the analysis. The rows of others have no
  ///     results.
  public static func rows(
    _ analysis: FamilyAnalysis, checks: [SimulationCheck] = [], of policies: [Policy]? = nil
  ) -> String {
    emptyRows(analysis.settings, of: policies) { row in
      guard
        let place = analysis.policies.firstIndex(where: {
          $0.policy == row.policy && $0.levels == row.levels
        })
      else { return }
      row.values = analysis.policies[place]
      row.beliefs = row.policy == .optimal ? analysis.plan?.beliefCount : nil
      row.check = checks.isEmpty ? nil : checks[place]
    }
  }

  /// The rows of an analysis that could not be made. They contain only its settings.
  ///
  /// - Parameters:
  ///   - settings: The settings of the analysis.
  ///   - policies: The policies that have rows.
  public static func emptyRows(
    _ settings: FamilyAnalysis.Settings, of policies: [Policy]
  ) -> String {
    emptyRows(settings, of: policies) { _ in }
  }

  private static func emptyRows(
    _ settings: FamilyAnalysis.Settings, of policies: [Policy]?, _ fill: (inout Row) -> Void
  ) -> String {
    (policies ?? settings.policies).flatMap { policy in
      [LevelSelection.any, .solvable].map { levels in
        var row = Row(policy: policy, levels: levels, settings: settings)
        fill(&row)
        return table.row(row)
      }
    }.joined()
  }
}

/// The columns that identify a family and its rules.
private let familyKey =
  ["family"] + Rules.Variant.allCases.map { $0.name(joinedBy: "_") }

extension CSVColumns {
  fileprivate mutating func probability(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Row) -> ExactValue?
  ) {
    number(name, .share, summary) { value($0).map(twelveDecimals) }
  }

  fileprivate mutating func error(
    _ name: String, _ value: @escaping @Sendable (Row) -> ExactValue?
  ) {
    number(name, .positive, "maximum error of the value before it") {
      value($0).map(twelveDecimalsError)
    }
  }

  /// Adds the columns of a simulation's estimate of an exact value.
  fileprivate mutating func estimate(
    _ name: String, _ range: TableSchema.Kind.Range,
    _ value: @escaping @Sendable (Row) -> SimulationCheck.Estimate?
  ) {
    number("check_\(name)", range, "estimate from the simulation") {
      value($0).map { nineDecimals($0.value) }
    }
    number("check_\(name)_low", range, "lower bound of its 95% interval") {
      value($0).map { nineDecimals($0.interval.low) }
    }
    number("check_\(name)_high", range, "upper bound of its 95% interval") {
      value($0).map { nineDecimals($0.interval.high) }
    }
    boolean("check_\(name)_covers", "whether its 95% interval contains the exact value") {
      value($0)?.covers
    }
    number("check_\(name)_deviation", .signed, "distance from the exact value, in standard errors")
    {
      value($0).flatMap { $0.deviation.isFinite ? signedDecimals($0.deviation) : nil }
    }
  }
}

/// The pars of a family's solvable placements as CSV, one row per par.
public enum ParsCSV {
  private struct Row {
    let par: Int
    let placements: UInt64
    let settings: FamilyAnalysis.Settings
  }

  private static let table = CSVTable<Row>(
    "pars", "the placements of families by par (analyze --pars-csv)", key: ["par"] + familyKey
  ) { columns in
    columns.integer("par", from: 1, "moves of a shortest solution") { $0.par }
    columns.integer("placements", from: 1, "placements with this par") { $0.placements }
    columns.family { $0.settings.family }
    columns.rules { $0.settings.rules }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header and all rows.
  public static func text(_ analysis: FamilyAnalysis) -> String {
    schema.header + rows(analysis)
  }

  /// The rows of an analysis, without the header.
  public static func rows(_ analysis: FamilyAnalysis) -> String {
    analysis.pars.map {
      table.row(Row(par: $0.par, placements: $0.placements, settings: analysis.settings))
    }.joined()
  }
}
