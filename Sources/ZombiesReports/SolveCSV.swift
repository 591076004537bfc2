import ZombiesAnalysis
import ZombiesCore
import ZombiesSolver

/// What a solver found out about levels, as CSV.
public enum SolveCSV {
  /// The columns.
  public static let schema = TableSchema(
    "solve", "what a solver found out about levels (solve --format csv)",
    [
      .level,
      Column("verdict", .word(Verdict.allCases.map(\.rawValue)), "what is proved"),
      Column("par", .integer(from: 1), "moves of a shortest solution").orEmpty,
      Column("solution", .text(pattern: "[UDLR]+"), "the solution: the first of them").orEmpty,
      Column("shortest_solutions", .integer(from: 1), "how many there are").orEmpty,
      Column("states", .integer(from: 0), "states visited"),
      Column("rows", .integer(from: 1), "the room's rows"),
      Column("columns", .integer(from: 1), "the room's columns"),
      Column("zombies", .integer(from: 0), "zombies in the room"),
      Column("blocks", .integer(from: 0), "blocks in the room"),
      Column("flashlights", .integer(from: 0), "flashlights in the room"),
      Column("lit", .boolean, "whether the room is lit from the beginning"),
    ] + Column.rules)

  /// The columns with `--difficulty`: the same, and behind them each part of the
  /// ``/ZombiesAnalysis/Difficulty``.
  public static let difficultySchema = TableSchema(
    "difficulty", "the same, and how hard they are (solve --difficulty --format csv)",
    schema.columns + [
      Column("excess_moves", .integer(from: 0), "moves of the solution beyond the distance")
        .orEmpty,
      Column("reachable_states", .integer(from: 0), "states reached alive; empty beyond a million")
        .orEmpty,
      Column("dead_states", .integer(from: 0), "those of them from which nothing can be won")
        .orEmpty,
      Column("dead_states_share", .number(isShare: true), "their share").orEmpty,
      Column(
        "longest_forced_run", .integer(from: 0),
        "most consecutive moves of the solution, each the only one that can still win"
      ).orEmpty,
      Column("direct_way_loses", .boolean, "whether the shortest way round the blocks is fatal")
        .orEmpty,
      Column(
        "things_that_matter", .text(pattern: Column.levelPattern),
        "the level with those things alone without which verdict or par would be another"
      ).orEmpty,
      Column("every_thing_matters", .boolean, "whether these are all of its things").orEmpty,
      Column(
        "random_win_probability", .number(isShare: true),
        "exact, of the policy random within 4 moves a square"
      ).orEmpty,
      Column("grade", .word(Grade.allCases.map(\.rawValue)), "how hard the level is").orEmpty,
    ])

  private typealias Column = TableSchema.Column

  /// The header row.
  public static let header = schema.header

  /// The header row with `--difficulty`.
  public static let difficultyHeader = difficultySchema.header

  /// One level's row.
  public static func row(_ level: Level, _ solved: Solved, _ rules: Rules) -> String {
    csvRow(fields(level, solved, rules))
  }

  /// One level's row with `--difficulty`.
  public static func row(
    _ level: Level, _ solved: Solved, _ rules: Rules, _ difficulty: Difficulty
  ) -> String {
    csvRow(fields(level, solved, rules) + fields(difficulty))
  }

  private static func fields(_ level: Level, _ solved: Solved, _ rules: Rules) -> [String] {
    let solution = solved.solution
    return [
      level.code, solved.verdict.rawValue, solution.map { String($0.par) } ?? "",
      solution?.moves.letters ?? "", solution.map { String($0.shortestCount) } ?? "",
      String(solved.states), String(level.size.rows), String(level.size.columns),
      String(level.zombies.count), String(level.blocks.count), String(level.flashlights.count),
      String(level.isLit),
    ] + ruleFields(rules)
  }

  private static func fields(_ difficulty: Difficulty) -> [String] {
    func text(_ number: Int?) -> String { number.map { String($0) } ?? "" }
    func text(_ flag: Bool?) -> String { flag.map { String($0) } ?? "" }
    var share = ""
    if let dead = difficulty.deadStates, let states = difficulty.reachableStates {
      share = nineDecimals(UInt128(dead), over: UInt128(states))
    }
    return [
      text(difficulty.excessMoves), text(difficulty.reachableStates), text(difficulty.deadStates),
      share, text(difficulty.longestForcedRun), text(difficulty.directWayLoses),
      difficulty.levelOfThingsThatMatter?.code ?? "", text(difficulty.everyThingMatters),
      nineDecimals(difficulty.randomWinProbability), difficulty.grade?.rawValue ?? "",
    ]
  }
}
