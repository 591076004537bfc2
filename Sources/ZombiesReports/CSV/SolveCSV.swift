import ZombiesCore
import ZombiesGrading
import ZombiesSolver

/// What a solver found out about levels, as CSV.
public enum SolveCSV {
  private struct Row {
    let level: Level
    let solved: SolverResult
    let rules: Rules
    let source: LevelOrigin
    var difficulty: LevelReport?
  }

  private static let table = CSVTable<Row>(
    "solve", "what a solver found out about levels (solve --format csv)"
  ) { columns in
    solveColumns(&columns)
    columns.source { $0.source }
  }

  private static let difficultyTable = CSVTable<Row>(
    "difficulty", "the same, and how hard they are (solve --difficulty --format csv)"
  ) { columns in
    solveColumns(&columns)
    difficultyColumns(&columns)
    columns.source { $0.source }
  }

  private static func solveColumns(_ columns: inout CSVColumns<Row>) {
    columns.level { $0.level }
    columns.word("verdict", "what is proved") { $0.solved.verdict }
    columns.integer("par", from: 1, "moves of a shortest solution") { $0.solved.par }
    columns.bytes(
      "solution", .text(pattern: "[UDLR]+"), "the solution: the first of them", mayBeEmpty: true
    ) { row, bytes in
      for move in row.solved.solution?.moves ?? [] { bytes.append(move.letter) }
    }
    columns.integer("shortest_solutions", from: 1, "how many there are") {
      $0.solved.solution?.shortestCount
    }
    columns.integer("states", "states visited") { $0.solved.states }
    columns.contents { $0.level }
    columns.rules { $0.rules }
  }

  /// Each measure of ``/ZombiesGrading/LevelReport``.
  private static func difficultyColumns(_ columns: inout CSVColumns<Row>) {
    columns.integer("excess_moves", "moves of the solution beyond the distance") {
      $0.difficulty?.excessMoves
    }
    columns.integer("reachable_states", "states reached alive; empty beyond a million") {
      $0.difficulty?.reachableStates
    }
    columns.integer("dead_states", "those of them from which nothing can be won") {
      $0.difficulty?.deadStates
    }
    columns.number("dead_states_share", .share, "their share") { row -> String? in
      guard let dead = row.difficulty?.deadStates, let states = row.difficulty?.reachableStates
      else { return nil }
      return nineDecimals(UInt128(dead), over: UInt128(states))
    }
    columns.integer(
      "longest_forced_run",
      "most consecutive moves of the solution, each the only one that can still win"
    ) { $0.difficulty?.longestForcedRun }
    columns.boolean("direct_way_loses", "whether the shortest way round the blocks is fatal") {
      $0.difficulty?.directWayLoses
    }
    columns.text(
      "things_that_matter", pattern: levelPattern,
      "the level with those things alone without which verdict or par would be another"
    ) { $0.difficulty?.levelOfThingsThatMatter?.code }
    columns.boolean("every_thing_matters", "whether these are all of its things") {
      $0.difficulty?.everyThingMatters
    }
    columns.number(
      "random_win_probability", .share, "exact, of the policy random within 4 moves a square"
    ) { $0.difficulty?.randomWinProbability.map { nineDecimals($0) } }
    columns.word("grade", "how hard the level is") { $0.difficulty?.grade }
  }

  /// The columns.
  public static let schema = table.schema

  /// The columns with `--difficulty`: the same, with each measure of ``/ZombiesGrading/LevelReport``
  /// before the source, which is last.
  public static let difficultySchema = difficultyTable.schema

  /// The header row.
  public static let header = schema.header

  /// The header row with `--difficulty`.
  public static let difficultyHeader = difficultySchema.header

  /// One level's row.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - solved: What a solver says about it.
  ///   - rules: The rules under which the verdict holds.
  ///   - source: Where the level was found, such as "levels.txt:3".
  public static func row(
    _ level: Level, _ solved: SolverResult, _ rules: Rules, source: String
  ) -> String {
    table.row(Row(level: level, solved: solved, rules: rules, source: .named(source)))
  }

  /// One level's row with `--difficulty`.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - solved: What a solver says about it.
  ///   - rules: The rules under which the verdict holds.
  ///   - difficulty: Its measures.
  ///   - source: Where the level was found, such as "levels.txt:3".
  public static func row(
    _ level: Level, _ solved: SolverResult, _ rules: Rules, _ difficulty: LevelReport,
    source: String
  ) -> String {
    difficultyTable.row(
      Row(
        level: level, solved: solved, rules: rules, source: .named(source), difficulty: difficulty))
  }

  /// Appends one of many rows, with `--difficulty` if there is any, as UTF-8.
  package static func append(
    _ level: Level, _ solved: SolverResult, _ rules: Rules, _ difficulty: LevelReport?,
    source: LevelOrigin, to bytes: inout [UInt8]
  ) {
    let row = Row(
      level: level, solved: solved, rules: rules, source: source, difficulty: difficulty)
    (difficulty == nil ? table : difficultyTable).append(row, to: &bytes)
  }
}
