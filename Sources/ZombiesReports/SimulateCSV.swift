/// What the rows of a batch's table say of its settings.
public struct BatchSettings: Sendable {
  /// The family's name; empty for given levels.
  public let family: String
  /// `any` or `solvable`; `given` for given levels.
  public let levels: String
  /// The rules in force.
  public let rules: Rules
  /// The most moves of a round; nil where it differs from level to level.
  public let maxMoves: Int?
  /// The seed.
  public let seed: UInt64
  /// The first trial.
  public let first: UInt64

  /// The settings of a batch.
  public init(_ batch: Batch) {
    switch batch.levels {
    case .generated(let generator):
      family = generator.family.name
      levels = generator.selection.rawValue
    case .list:
      family = ""
      levels = "given"
    }
    rules = batch.rules
    maxMoves = batch.maxMoves ?? batch.size.map { batch.moveLimit(in: $0) }
    seed = batch.seed
    first = batch.trials.lowerBound
  }
}

/// The table of a batch as CSV, a row a policy (INTERFACE.md).
public enum SimulateCSV {
  /// The header row.
  public static let header = csvRow([
    "policy", "rounds", "won", "caught", "stuck", "out_of_moves", "win_rate", "win_rate_low",
    "win_rate_high", "moves_mean", "moves_sd", "moves_p50", "moves_p90", "moves_max", "games",
    "games_won", "games_lost", "game_win_rate", "game_win_rate_low", "game_win_rate_high",
    "family", "catching_distance", "chase", "zombie_speed", "levels", "max_moves", "seed", "first",
  ])

  /// The header and all rows.
  public static func text(_ batch: Batch, _ tallies: [Tally]) -> String {
    let settings = BatchSettings(batch)
    return zip(batch.policies, tallies).reduce(header) { text, row in
      text + Self.row(row.0, row.1, unit: batch.unit, settings)
    }
  }

  /// One policy's row.
  static func row(
    _ policy: Policy, _ tally: Tally, unit: Batch.Unit, _ settings: BatchSettings
  ) -> String {
    let rounds = tally.rounds
    let total = rounds.total
    var fields = [policy.rawValue, String(total)]
    fields += Outcome.allCases.map { String(rounds[$0]) }
    fields += rate(rounds[.won], of: total)
    fields.append(nineDecimals(rounds.moveSum, over: UInt128(total)))
    fields.append(nineDecimals(rounds.movesDeviation))
    fields += [rounds.movesPercentile(50), rounds.movesPercentile(90), rounds.maxMoves].map {
      $0.map(String.init) ?? ""
    }
    let games = tally.gamesWon + tally.gamesLost
    if unit == .games {
      fields += [games, tally.gamesWon, tally.gamesLost].map(String.init)
      fields += rate(tally.gamesWon, of: games)
    } else {
      fields += [String](repeating: "", count: 6)
    }
    fields += [settings.family] + ruleFields(settings.rules)
    fields += [
      settings.levels, settings.maxMoves.map(String.init) ?? "", String(settings.seed),
      String(settings.first),
    ]
    return csvRow(fields)
  }

  /// A rate with its Wilson bounds; empty where nothing was played.
  private static func rate(_ hits: UInt64, of trials: UInt64) -> [String] {
    guard trials > 0 else { return ["", "", ""] }
    let interval = Interval(wilson: hits, of: trials)
    return [
      nineDecimals(UInt128(hits), over: UInt128(trials)), nineDecimals(interval.low),
      nineDecimals(interval.high),
    ]
  }
}

/// The columns `catching_distance,chase,zombie_speed`.
func ruleFields(_ rules: Rules) -> [String] {
  [String(rules.catchingDistance), rules.chase.rawValue, String(rules.zombieSpeed)]
}
