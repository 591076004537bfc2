import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesSimulator

/// The levels of a campaign, and what happened when people played them, as CSV.
public enum PlaysCSV {
  private typealias Row = WorldsCSV.Row

  private static let table = CSVTable<Row>(
    "plays", "the levels of a campaign, and the rounds on them (worlds --plays --format csv)",
    key: ["world", "number"]
  ) { columns in
    WorldsCSV.levelColumns(&columns)
    columns.last { columns in
      columns.statesAndMoves { $0.row.report }
      columns.randomWinProbability { $0.row.report }
    }
    columns.lateMeasures { $0.row.report }
    columns.last(playColumns)
  }

  private static func playColumns(_ columns: inout CSVColumns<Row>) {
    func integer(
      _ name: String, _ summary: String, _ value: @escaping @Sendable (LevelPlays) -> UInt64
    ) {
      columns.integer(name, summary) { row in row.row.plays.map(value) ?? 0 }
    }
    /// Adds a column that is empty for levels without such rounds.
    func some(
      _ name: String, _ summary: String, _ value: @escaping @Sendable (LevelPlays) -> UInt64?
    ) {
      columns.integer(name, summary) { $0.row.plays.flatMap(value) }
    }
    func rate(
      _ name: String, _ what: String, _ value: @escaping @Sendable (LevelPlays) -> LevelPlays.Rate?
    ) {
      columns.number(name, .share, what) { row -> String? in
        row.row.plays.flatMap(value).map {
          nineDecimals(UInt128($0.count), over: UInt128($0.total))
        }
      }
      columns.number("\(name)_low", .share, "lower Wilson 95% bound of \(name)") {
        $0.row.plays.flatMap(value).map { nineDecimals($0.interval.low) }
      }
      columns.number("\(name)_high", .share, "upper Wilson 95% bound of \(name)") {
        $0.row.plays.flatMap(value).map { nineDecimals($0.interval.high) }
      }
    }
    func time(
      _ name: String, _ what: String, _ value: @escaping @Sendable (LevelPlays) -> UInt64?
    ) {
      columns.number(name, .positive, what) { $0.row.plays.flatMap(value).map(RecordCSV.seconds) }
    }
    integer("players", "players who tried the level") { UInt64($0.players) }
    integer("players_won", "players who won it") { UInt64($0.playersWon) }
    rate("won_share", "players_won / players") { $0.wonShare }
    for life in 1...LevelPlays.lives {
      integer("won_in_life_\(life)", "players whose first win was in life \(life) of an attempt") {
        $0.playersWon(inLife: life)
      }
    }
    integer("players_left", "players who did not win it, and whose last round was on it") {
      UInt64($0.playersLeft)
    }
    integer("rounds", "rounds on the level") { $0.rounds }
    for outcome in Outcome.allCases {
      integer(outcome.columnName, "rounds that ended as \(outcome)") { $0[outcome] }
    }
    rate("win_rate", "won / rounds") { $0.winRate }
    time("seconds_p50", "median seconds of a round") { $0.medianMilliseconds }
    time("first_move_seconds_p50", "median seconds before the first move of a round") {
      $0.medianFirstMoveMilliseconds
    }
    time(
      "win_seconds_p50", "of players who won: median seconds of all rounds up to their first win"
    ) { $0.medianWinMilliseconds }
    some(
      "win_rounds_p50", "of players who won: median number of rounds up to their first win"
    ) { $0.medianWinRounds }
    columns.number("undos_mean", .positive, "mean moves undone in a round") {
      row -> String? in
      guard let plays = row.row.plays, let undos = plays.undos else { return nil }
      return nineDecimals(UInt128(undos), over: UInt128(plays.roundsWithUndos))
    }
    columns.number("hints_mean", .positive, "mean hints requested in a round") {
      row -> String? in
      guard let plays = row.row.plays, let hints = plays.hints else { return nil }
      return nineDecimals(UInt128(hints), over: UInt128(plays.roundsWithUndos))
    }
    some("won_moves_p50", "median moves of the rounds that were won") { $0.medianWonMoves }
    some("lost_moves_p50", "median moves of the rounds that were lost") { $0.medianLostMoves }
    columns.integer("lost_row", "row of the square where most were caught, from 0 at the top") {
      $0.row.plays?.deadliest?.square.row
    }
    columns.integer(
      "lost_column", "column of the square where most were caught, from 0 at the left"
    ) {
      $0.row.plays?.deadliest?.square.column
    }
    some("lost_there", "rounds in which the player was caught on that square") {
      $0.deadliest?.captures
    }
    integer("stayers_rounds", "rounds by players who tried every level that has rounds") {
      $0.stayersRounds
    }
    columns.number(
      "stayers_win_rate", .share, "share of stayers_rounds that were won; empty without such rounds"
    ) {
      row -> String? in
      row.row.plays?.stayersWinRate.map {
        nineDecimals(UInt128($0.count), over: UInt128($0.total))
      }
    }
  }

  /// The columns.
  public static let schema = table.schema

  /// The row of a level.
  ///
  /// - Parameters:
  ///   - row: The level with its report and its rounds.
  ///   - rules: The rules of levels that have none of their own.
  public static func row(_ row: WorldsRow, _ rules: Rules) -> String {
    table.row(WorldsCSV.Row(row: row, rules: row.rules ?? rules))
  }
}

extension Outcome {
  /// The name of a column that counts rounds with this outcome.
  var columnName: String { self == .outOfMoves ? "out_of_moves" : name }
}
