import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSimulator

/// The exact values of a family's policies as CSV, two rows per policy: over all placements and
/// over the solvable ones.
public enum AnalysisCSV {
  private struct Row {
    let values: PolicyAnalysis
    let analysis: FamilyAnalysis
    let check: SimulationCheck?
  }

  private static let table = CSVTable<Row>(
    "analyze", "the exact results of each policy on the levels of a family (analyze)",
    key: ["policy", "levels"]
  ) { columns in
    columns.policy { $0.values.policy }
    columns.word("levels", of: ["any", "solvable"], "which placements, each equally likely") {
      $0.values.levels.rawValue
    }
    columns.integer("placements", "how many placements there are") { $0.values.placements }
    columns.integer("won", "how many are won; empty for random") { $0.values.wins }
    columns.probability("win_probability", "probability that a round is won") { $0.values.won }
    columns.error("win_probability_error") { $0.values.won }
    columns.probability("caught_probability", "probability that a zombie comes near") {
      $0.values.caught
    }
    columns.probability("stuck_probability", "probability of a round without a move") {
      $0.values.stuck
    }
    columns.probability("out_of_moves_probability", "probability that the moves are used up") {
      $0.values.outOfMoves
    }
    columns.probability("never_ending_probability", "probability of a round without end") {
      $0.values.neverEnding
    }
    columns.number(
      "moves_mean", .positive, "mean moves of a round; empty if it may never end"
    ) { $0.values.meanMoves.map(twelveDecimals) }
    columns.error("moves_mean_error") { $0.values.meanMoves }
    columns.probability("game_win_probability", "probability that a game is won") {
      $0.values.gameWon
    }
    columns.error("game_win_probability_error") { $0.values.gameWon }
    columns.number("game_moves_mean", .positive, "mean moves of a game, all rounds together") {
      $0.values.gameMeanMoves.map(twelveDecimals)
    }
    columns.error("game_moves_mean_error") { $0.values.gameMeanMoves }
    columns.integer("beliefs", "beliefs that the plan of optimal tells apart") { row in
      row.values.policy == .optimal ? row.analysis.plan?.beliefCount : nil
    }
    columns.family { $0.analysis.settings.family }
    columns.rules { $0.analysis.settings.rules }
    columns.integer("max_moves", from: 1, "most moves of a round; empty for no limit") {
      $0.analysis.settings.moveLimit
    }
    columns.integer("check_trials", "rounds, and games, simulated as a check") {
      $0.check?.rounds.total
    }
    columns.integer("check_seed", "the seed of the check") { $0.check?.seed }
    columns.estimate("win_rate", .share) { $0.check?.winRate }
    columns.estimate("moves_mean", .positive) { $0.check?.meanMoves }
    columns.estimate("game_win_rate", .share) { $0.check?.gameWinRate }
    columns.familySettings { $0.analysis.settings.family }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// The header and all rows.
  ///
  /// - Parameters:
  ///   - analysis: What was analysed.
  ///   - checks: A check for each of the analysis' policies, or none.
  public static func text(_ analysis: FamilyAnalysis, checks: [SimulationCheck] = []) -> String {
    table.text(
      analysis.policies.enumerated().map { place, values in
        Row(values: values, analysis: analysis, check: checks.isEmpty ? nil : checks[place])
      })
  }
}

extension CSVColumns {
  fileprivate mutating func probability(
    _ name: String, _ summary: String, _ value: @escaping @Sendable (Row) -> ExactValue?
  ) {
    number(name, .share, summary) { value($0).map(twelveDecimals) }
  }

  fileprivate mutating func error(
    _ name: String, _ value: @escaping @Sendable (Row) -> ExactValue?
  ) {
    number(name, .positive, "how far it may be from exact") { value($0).map(twelveDecimalsError) }
  }

  /// What a simulation estimates for an exact value.
  fileprivate mutating func estimate(
    _ name: String, _ range: TableSchema.Kind.Range,
    _ value: @escaping @Sendable (Row) -> SimulationCheck.Estimate?
  ) {
    number("check_\(name)", range, "what the simulation came to") {
      value($0).map { nineDecimals($0.value) }
    }
    number("check_\(name)_low", range, "lower bound of its 95% interval") {
      value($0).map { nineDecimals($0.interval.low) }
    }
    number("check_\(name)_high", range, "upper bound of its 95% interval") {
      value($0).map { nineDecimals($0.interval.high) }
    }
    boolean("check_\(name)_covers", "whether the exact value is between them") {
      value($0)?.covers
    }
    number("check_\(name)_deviation", .signed, "from the exact value, in standard errors") {
      value($0).flatMap { $0.deviation.isFinite ? signedDecimals($0.deviation) : nil }
    }
  }
}

/// The lengths of the shortest ways in a family's solvable placements, as CSV, one row per length.
public enum ParsCSV {
  private struct Row {
    let par: Int
    let placements: UInt64
    let settings: FamilyAnalysis.Settings
  }

  private static let table = CSVTable<Row>(
    "pars", "how many placements of a family have which par (analyze --pars-csv)", key: ["par"]
  ) { columns in
    columns.integer("par", from: 1, "the length of the shortest way, in moves") { $0.par }
    columns.integer("placements", from: 1, "placements with that par") { $0.placements }
    columns.family { $0.settings.family }
    columns.rules { $0.settings.rules }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header and all rows.
  public static func text(_ analysis: FamilyAnalysis) -> String {
    table.text(
      analysis.pars.map {
        Row(par: $0.par, placements: $0.placements, settings: analysis.settings)
      })
  }
}
