import ZombiesAnalysis
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator

/// The exact values of a family's policies as CSV, two rows a policy: over all placements and over
/// the solvable ones.
public enum AnalysisCSV {
  /// The columns.
  public static let schema = TableSchema(
    "analyze", "what each policy comes to on the levels of a family, exactly (analyze)",
    key: ["policy", "levels"],
    [
      .policy,
      Column("levels", .word(["any", "solvable"]), "which placements, each equally likely"),
      Column("placements", .integer(from: 0), "how many placements there are"),
      Column("won", .integer(from: 0), "how many are won; empty for random").orEmpty,
      Column("win_probability", share, "probability that a round is won").orEmpty,
      Column("win_probability_error", number, "how far it may be from exact").orEmpty,
      Column("caught_probability", share, "probability that a zombie comes near").orEmpty,
      Column("stuck_probability", share, "probability of a round without a move").orEmpty,
      Column("out_of_moves_probability", share, "probability that the moves are used up").orEmpty,
      Column("never_ending_probability", share, "probability of a round without end").orEmpty,
      Column("moves_mean", number, "mean moves of a round; empty if it may never end").orEmpty,
      Column("moves_mean_error", number, "how far it may be from exact").orEmpty,
      Column("game_win_probability", share, "probability that a game is won").orEmpty,
      Column("game_win_probability_error", number, "how far it may be from exact").orEmpty,
      Column("game_moves_mean", number, "mean moves of a game, all rounds together").orEmpty,
      Column("game_moves_mean_error", number, "how far it may be from exact").orEmpty,
      Column("beliefs", .integer(from: 0), "beliefs that the plan of optimal tells apart").orEmpty,
      Column("family", .text(pattern: "[0-9a-z+]+"), "the family"),
    ] + Column.rules + [
      Column("max_moves", .integer(from: 1), "most moves of a round; empty for no limit").orEmpty,
      Column("check_trials", .integer(from: 0), "rounds, and games, simulated as a check").orEmpty,
      Column("check_seed", .integer(from: 0), "the seed of the check").orEmpty,
    ] + estimate("win_rate", share) + estimate("moves_mean", number)
      + estimate("game_win_rate", share))

  private typealias Column = TableSchema.Column
  private static let share = TableSchema.Kind.number(isShare: true)
  private static let number = TableSchema.Kind.number(isShare: false)

  private static func estimate(_ name: String, _ kind: TableSchema.Kind) -> [Column] {
    [
      Column("check_\(name)", kind, "what the simulation came to").orEmpty,
      Column("check_\(name)_low", kind, "lower bound of its 95% interval").orEmpty,
      Column("check_\(name)_high", kind, "upper bound of its 95% interval").orEmpty,
      Column("check_\(name)_covers", .boolean, "whether the exact value is between them").orEmpty,
      Column("check_\(name)_deviation", .signed, "from the exact value, in standard errors")
        .orEmpty,
    ]
  }

  /// The header row.
  public static let header = schema.header

  /// The header and all rows.
  ///
  /// - Parameters:
  ///   - analysis: What was analysed.
  ///   - checks: A check for each of the analysis' policies, or none.
  public static func text(_ analysis: FamilyAnalysis, checks: [SimulationCheck] = []) -> String {
    header
      + analysis.policies.indices.map { place in
        row(analysis.policies[place], analysis, checks.isEmpty ? nil : checks[place])
      }.joined()
  }

  private static func row(
    _ row: PolicyAnalysis, _ analysis: FamilyAnalysis, _ check: SimulationCheck?
  ) -> String {
    let settings = analysis.settings
    var fields = [
      row.policy.name, row.levels.rawValue, String(row.placements),
      row.wins.map(String.init) ?? "",
    ]
    fields += valueAndError(row.won)
    fields += [row.caught, row.stuck, row.outOfMoves, row.neverEnding].map(twelveDecimals)
    fields += [row.meanMoves, row.gameWon, row.gameMeanMoves].flatMap(valueAndError)
    fields.append(row.policy == .optimal ? analysis.plan.map { String($0.beliefCount) } ?? "" : "")
    fields.append(settings.family.name)
    fields += ruleFields(settings.rules)
    fields.append(settings.moveLimit.map(String.init) ?? "")
    guard let check else {
      return csvRow(fields + [String](repeating: "", count: 17))
    }
    fields += [String(check.rounds.total), String(check.seed)]
    fields += [check.winRate, check.meanMoves, check.gameWinRate].flatMap { estimate -> [String] in
      guard let estimate else { return ["", "", "", "", ""] }
      let numbers = [estimate.value, estimate.interval.low, estimate.interval.high]
      let deviation = estimate.deviation.isFinite ? signedDecimals(estimate.deviation) : ""
      return numbers.map { nineDecimals($0) } + [String(estimate.covers), deviation]
    }
    return csvRow(fields)
  }

  private static func valueAndError(_ value: ExactValue?) -> [String] {
    [twelveDecimals(value), twelveDecimalsError(value)]
  }
}

/// How long the shortest ways of a family's solvable placements are, as CSV, a row a length.
public enum ParsCSV {
  /// The columns.
  public static let schema = TableSchema(
    "pars", "how many placements of a family have which par (analyze --pars-csv)", key: ["par"],
    [
      Column("par", .integer(from: 1), "the length of the shortest way, in moves"),
      Column("placements", .integer(from: 1), "placements with that par"),
      Column("family", .text(pattern: "[0-9a-z+]+"), "the family"),
    ] + Column.rules)

  private typealias Column = TableSchema.Column

  /// The header and all rows.
  public static func text(_ analysis: FamilyAnalysis) -> String {
    let settings = analysis.settings
    return schema.header
      + analysis.pars.map { par, placements in
        csvRow(
          [String(par), String(placements), settings.family.name] + ruleFields(settings.rules))
      }.joined()
  }
}
