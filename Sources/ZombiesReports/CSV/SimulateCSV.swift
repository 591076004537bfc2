import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSimulator

/// The table of a batch as CSV, one row per policy.
public enum SimulateCSV {
  /// The exact values of a policy, as its row prints them.
  public struct Exact: Hashable, Sendable {
    /// The probability that a round is won.
    public let won: String?
    /// The mean number of moves in a round.
    public let meanMoves: String?

    /// Creates values that were printed before.
    package init(won: String?, meanMoves: String?) {
      self.won = won
      self.meanMoves = meanMoves
    }

    /// The values of an analysis.
    public init(_ analysis: PolicyAnalysis) {
      won = analysis.won.map(twelveDecimals)
      meanMoves = analysis.meanMoves.map(twelveDecimals)
    }
  }

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

    /// The exact values; nil if they were not computed.
    var exact: Exact?
  }

  private static let table = CSVTable<Row>(
    "simulate", "rounds and games by policy and outcome (simulate, merge, sweep)"
  ) { addColumns(to: &$0) }

  private static let exactTable = CSVTable<Row>(
    "sweep", "rounds and games as in simulate, with exact values (sweep --exact)"
  ) { columns in
    addColumns(to: &columns)
    columns.last { columns in
      columns.number(
        "exact_win_rate", .share,
        "exact probability that a round is won; empty if it was not computed"
      ) { $0.exact?.won }
      columns.number(
        "exact_moves_mean", .positive, "exact mean moves of a round; empty if it was not computed"
      ) { $0.exact?.meanMoves }
    }
  }

  private static func addColumns(to columns: inout CSVColumns<Row>) {
    columns.player { $0.policy }
    columns.rounds { ($0.rounds, $0.roundRate) }
    gameColumns(&columns)
    columns.settings { ($0.settings, $0.first) }
  }

  private static func gameColumns(_ columns: inout CSVColumns<Row>) {
    columns.integer("games", "games played; empty for single rounds") {
      $0.games.map { $0.won + $0.lost }
    }
    columns.integer("games_won", "games won") { $0.games?.won }
    columns.integer("games_lost", "games lost") { $0.games?.lost }
    columns.number("game_win_rate", .share, "games_won / games") { $0.gameRate?.value }
    columns.number(
      "game_win_rate_low", .share,
      "lower Wilson bound of game_win_rate at 95%; game_win_rate if it is exact"
    ) { $0.gameRate?.low }
    columns.number(
      "game_win_rate_high", .share,
      "upper Wilson bound of game_win_rate at 95%; game_win_rate if it is exact"
    ) { $0.gameRate?.high }
  }

  /// The columns.
  public static let schema = table.schema

  /// The columns with those of the exact values.
  public static let exactSchema = exactTable.schema

  /// The header row.
  public static let header = schema.header

  /// The header and all rows.
  public static func text(_ result: BatchResult) -> String { table.text(tableRows(result)) }

  /// All rows, without the header.
  public static func rows(_ result: BatchResult) -> String {
    tableRows(result).map(table.row).joined()
  }

  /// All rows with the columns of the exact values, without the header.
  ///
  /// - Parameters:
  ///   - result: The batch.
  ///   - exact: The exact values of some policies, by policy.
  public static func rows(_ result: BatchResult, exact: [Policy: Exact]) -> String {
    tableRows(result).map { row in
      var row = row
      row.exact = exact[row.policy]
      return exactTable.row(row)
    }.joined()
  }

  /// The rows of a batch whose levels cannot be made. They contain only its settings.
  ///
  /// - Parameters:
  ///   - settings: The settings of the batch.
  ///   - first: The first trial.
  ///   - hasExact: Whether the rows have the columns of the exact values, empty.
  public static func emptyRows(
    _ settings: BatchSettings, first: UInt64, hasExact: Bool = false
  ) -> String {
    settings.policies.map { policy in
      (hasExact ? exactTable : table).row(Row(policy: policy, settings: settings, first: first))
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

extension CSVColumns {
  /// Adds the outcomes of rounds, and the share won; empty if there are no rounds.
  mutating func rounds(_ value: @escaping @Sendable (Row) -> RoundsWon) {
    part(value) { $0.rounds() }
  }
}

// A rate with its bounds; nil if nothing was played. The bounds of an exact rate are printed with
// the same digits as the rate.
extension Rate {
  fileprivate var value: String? {
    interval.map { _ in nineDecimals(UInt128(hits), over: UInt128(trials)) }
  }

  fileprivate var low: String? { isExact ? value : interval.map { nineDecimals($0.low) } }

  fileprivate var high: String? { isExact ? value : interval.map { nineDecimals($0.high) } }
}

/// The outcomes of rounds, and the share won.
typealias RoundsWon = (rounds: Histogram?, won: Rate?)

extension CSVColumns where Row == RoundsWon {
  fileprivate mutating func rounds() {
    integer("rounds", "rounds played") { $0.rounds?.total }
    integer("won", "rounds won") { $0.rounds?[.won] }
    integer("caught", "rounds in which the player was caught") { $0.rounds?[.caught] }
    integer("stuck", "rounds that ended because no legal move was left") { $0.rounds?[.stuck] }
    integer("out_of_moves", "rounds that ran out of moves") { $0.rounds?[.outOfMoves] }
    number("win_rate", .share, "won / rounds") { $0.won?.value }
    number(
      "win_rate_low", .share, "lower Wilson bound of win_rate at 95%; win_rate if it is exact"
    ) { $0.won?.low }
    number(
      "win_rate_high", .share, "upper Wilson bound of win_rate at 95%; win_rate if it is exact"
    ) { $0.won?.high }
    number("moves_mean", .positive, "mean moves of a round, however it ended") { row -> String? in
      row.rounds.map { nineDecimals($0.moveSum, over: UInt128($0.total)) }
    }
    number("moves_sd", .positive, "sample standard deviation of the moves") { row -> String? in
      row.rounds.map { nineDecimals($0.movesDeviation) }
    }
    integer("moves_p50", "median of the moves, by nearest rank") {
      $0.rounds?.movesPercentile(50)
    }
    integer("moves_p90", "90th percentile of the moves") { $0.rounds?.movesPercentile(90) }
    integer("moves_max", "moves of the longest round") { $0.rounds?.maxMoves }
  }
}
