import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator

/// The table of a batch as CSV, one row per policy.
public enum SimulateCSV {
  private struct Row {
    let policy: Policy
    let settings: BatchSettings
    let first: UInt64

    /// The outcomes of the rounds; nil if none could be played.
    var rounds: Histogram?
    var roundRate: Rate?

    /// The outcomes of the games; nil if rounds were played.
    var games: (won: UInt64, lost: UInt64)?
    var gameRate: Rate?
  }

  private static let table = CSVTable<Row>(
    "simulate", "how the rounds and games of each policy ended (simulate, merge, sweep)"
  ) { columns in
    columns.player { $0.policy }
    roundColumns(&columns)
    gameColumns(&columns)
    columns.settings { ($0.settings, $0.first) }
  }

  private static func roundColumns(_ columns: inout CSVColumns<Row>) {
    columns.integer("rounds", "rounds played") { $0.rounds?.total }
    columns.integer("won", "rounds won") { $0.rounds?[.won] }
    columns.integer("caught", "rounds in which a zombie came near") { $0.rounds?[.caught] }
    columns.integer("stuck", "rounds that ended without a legal move") { $0.rounds?[.stuck] }
    columns.integer("out_of_moves", "rounds that used up the moves allowed") {
      $0.rounds?[.outOfMoves]
    }
    columns.number("win_rate", .share, "won / rounds") { $0.roundRate?.value }
    columns.number(
      "win_rate_low", .share, "lower Wilson bound of win_rate at 95%; win_rate where it is exact"
    ) { $0.roundRate?.low }
    columns.number(
      "win_rate_high", .share, "upper Wilson bound of win_rate at 95%; win_rate where it is exact"
    ) { $0.roundRate?.high }
    columns.number("moves_mean", .positive, "mean moves of a round, however it ended") {
      $0.rounds.map { nineDecimals($0.moveSum, over: UInt128($0.total)) }
    }
    columns.number("moves_sd", .positive, "sample standard deviation of the moves") {
      $0.rounds.map { nineDecimals($0.movesDeviation) }
    }
    columns.integer("moves_p50", "median of the moves, by nearest rank") {
      $0.rounds?.movesPercentile(50)
    }
    columns.integer("moves_p90", "90th percentile of the moves") { $0.rounds?.movesPercentile(90) }
    columns.integer("moves_max", "moves of the longest round") { $0.rounds?.maxMoves }
  }

  private static func gameColumns(_ columns: inout CSVColumns<Row>) {
    columns.integer("games", "games played; empty for single rounds") {
      $0.games.map { $0.won + $0.lost }
    }
    columns.integer("games_won", "games won") { $0.games?.won }
    columns.integer("games_lost", "games lost") { $0.games?.lost }
    columns.number("game_win_rate", .share, "games_won / games") { $0.gameRate?.value }
    columns.number("game_win_rate_low", .share, "lower Wilson bound of game_win_rate; or itself") {
      $0.gameRate?.low
    }
    columns.number("game_win_rate_high", .share, "upper Wilson bound of game_win_rate; or itself") {
      $0.gameRate?.high
    }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// The header and all rows.
  public static func text(_ result: BatchResult) -> String { table.text(tableRows(result)) }

  /// The rows.
  public static func rows(_ result: BatchResult) -> String {
    tableRows(result).map(table.row).joined()
  }

  /// The rows of a batch whose levels cannot be made, containing only its settings.
  public static func emptyRows(_ settings: BatchSettings, first: UInt64) -> String {
    settings.policies.map { policy in
      table.row(Row(policy: policy, settings: settings, first: first))
    }.joined()
  }

  private static func tableRows(_ result: BatchResult) -> [Row] {
    result.tallies.enumerated().map { place, tally in
      let isOfGames = result.settings.unit == .games
      return Row(
        policy: result.settings.policies[place], settings: result.settings, first: result.first,
        rounds: tally.rounds, roundRate: result.roundRate(at: place),
        games: isOfGames ? (tally.gamesWon, tally.gamesLost) : nil,
        gameRate: isOfGames ? result.gameRate(at: place) : nil)
    }
  }
}

// A rate with its bounds; nil if nothing was played. The bounds of an exact rate have the same
// digits as the rate.
extension Rate {
  fileprivate var value: String? {
    interval.map { _ in nineDecimals(UInt128(hits), over: UInt128(trials)) }
  }

  fileprivate var low: String? { isExact ? value : interval.map { nineDecimals($0.low) } }

  fileprivate var high: String? { isExact ? value : interval.map { nineDecimals($0.high) } }
}
