import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator

/// The table of a batch as CSV, a row a policy.
public enum SimulateCSV {
  /// The columns.
  public static let schema = TableSchema(
    "simulate", "how the rounds and games of each policy ended (simulate, merge, sweep)",
    [
      .policy,
      Column("rounds", .integer(from: 0), "rounds played").orEmpty,
      Column("won", .integer(from: 0), "rounds won").orEmpty,
      Column("caught", .integer(from: 0), "rounds in which a zombie came near").orEmpty,
      Column("stuck", .integer(from: 0), "rounds that ended without a legal move").orEmpty,
      Column("out_of_moves", .integer(from: 0), "rounds that used up the moves allowed").orEmpty,
      Column("win_rate", share, "won / rounds").orEmpty,
      Column(
        "win_rate_low", share, "lower Wilson bound of win_rate at 95%; win_rate where it is exact"
      ).orEmpty,
      Column(
        "win_rate_high", share, "upper Wilson bound of win_rate at 95%; win_rate where it is exact"
      ).orEmpty,
      Column("moves_mean", number, "mean moves of a round, however it ended").orEmpty,
      Column("moves_sd", number, "sample standard deviation of the moves").orEmpty,
      Column("moves_p50", .integer(from: 0), "median of the moves, by nearest rank").orEmpty,
      Column("moves_p90", .integer(from: 0), "90th percentile of the moves").orEmpty,
      Column("moves_max", .integer(from: 0), "moves of the longest round").orEmpty,
      Column("games", .integer(from: 0), "games played; empty for single rounds").orEmpty,
      Column("games_won", .integer(from: 0), "games won").orEmpty,
      Column("games_lost", .integer(from: 0), "games lost").orEmpty,
      Column("game_win_rate", share, "games_won / games").orEmpty,
      Column("game_win_rate_low", share, "lower Wilson bound of game_win_rate; or itself").orEmpty,
      Column("game_win_rate_high", share, "upper Wilson bound of game_win_rate; or itself").orEmpty,
    ] + Column.settings)

  private typealias Column = TableSchema.Column
  private static let share = TableSchema.Kind.number(isShare: true)
  private static let number = TableSchema.Kind.number(isShare: false)

  /// The header row.
  public static let header = schema.header

  /// The header and all rows.
  public static func text(_ result: BatchResult) -> String { header + rows(result) }

  /// The rows.
  public static func rows(_ result: BatchResult) -> String {
    result.tallies.indices.map { row(result, at: $0) }.joined()
  }

  /// The rows of an experiment that cannot be made, with nothing in them but its settings.
  public static func emptyRows(_ experiment: Experiment, first: UInt64) -> String {
    experiment.policies.map { policy in
      csvRow(
        [policy.name] + [String](repeating: "", count: 19)
          + settingFields(experiment, first: first))
    }.joined()
  }

  /// One policy's row.
  private static func row(_ result: BatchResult, at place: Int) -> String {
    let (experiment, tally) = (result.experiment, result.tallies[place])
    let policy = experiment.policies[place]
    let rounds = tally.rounds
    let total = rounds.total
    var fields = [policy.name, String(total)]
    fields += Outcome.allCases.map { String(rounds[$0]) }
    fields += cells(of: result.roundRate(at: place))
    fields.append(nineDecimals(rounds.moveSum, over: UInt128(total)))
    fields.append(nineDecimals(rounds.movesDeviation))
    fields += [rounds.movesPercentile(50), rounds.movesPercentile(90), rounds.maxMoves].map {
      $0.map(String.init) ?? ""
    }
    let games = tally.gamesWon + tally.gamesLost
    if experiment.unit == .games {
      fields += [games, tally.gamesWon, tally.gamesLost].map(String.init)
      fields += cells(of: result.gameRate(at: place))
    } else {
      fields += [String](repeating: "", count: 6)
    }
    return csvRow(fields + settingFields(experiment, first: result.first))
  }

  /// A rate with its bounds; empty where nothing was played.
  private static func cells(of rate: Rate) -> [String] {
    guard let interval = rate.interval else { return ["", "", ""] }
    let value = nineDecimals(UInt128(rate.hits), over: UInt128(rate.trials))
    // The very same digits.
    if rate.isExact { return [value, value, value] }
    return [value, nineDecimals(interval.low), nineDecimals(interval.high)]
  }
}

extension Experiment.Levels {
  /// The family; nil for given levels.
  var family: Family? {
    if case .generated(let family, _, _, _) = self { family } else { nil }
  }

  /// `any` or `solvable`; `given` for given levels.
  var selectionName: String {
    if case .generated(_, let selection, _, _) = self { selection.rawValue } else { "given" }
  }
}

/// The columns of a batch's settings, from `family` to `first`.
func settingFields(_ experiment: Experiment, first: UInt64) -> [String] {
  [experiment.levels.family?.name ?? ""] + ruleFields(experiment.rules) + [
    experiment.levels.selectionName, experiment.maxMoves.map(String.init) ?? "",
    String(experiment.seed), String(first),
  ]
}

/// The columns `catching_distance,chase,zombie_speed`.
package func ruleFields(_ rules: Rules) -> [String] {
  [String(rules.catchingDistance), rules.chase.rawValue, String(rules.zombieSpeed)]
}

extension Rules {
  /// Reads the fields of ``ruleFields(_:)`` with blanks between them, as in "1 longest 1"; nil for
  /// anything else.
  init?(fields text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let numbers = [words.first, words.last].map { word in
      word.flatMap { UInt64(canonicalDigits: $0.utf8) }.flatMap { Int(exactly: $0) }
    }
    guard words.count == 3, let distance = numbers[0], let speed = numbers[1],
      let chase = ChaseAxis(rawValue: String(words[1]))
    else { return nil }
    self.init(catchingDistance: distance, chase: chase, zombieSpeed: speed)
  }
}
