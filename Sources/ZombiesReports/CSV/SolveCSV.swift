import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesPolicies
import ZombiesSolver

/// A solver's results for levels as CSV.
public enum SolveCSV {
  /// A class, because the closures of the columns would copy a large value for each cell.
  private final class Row: Sendable {
    let level: Level
    let solved: SolverResult
    let rules: Rules
    let source: LevelOrigin
    let title: LevelTitle
    let difficulty: LevelReport?
    let levelClass: LevelClass?

    init(
      level: Level, solved: SolverResult, rules: Rules, source: LevelOrigin, title: LevelTitle,
      difficulty: LevelReport? = nil, levelClass: LevelClass? = nil
    ) {
      (self.level, self.solved, self.rules) = (level, solved, rules)
      (self.source, self.title) = (source, title)
      (self.difficulty, self.levelClass) = (difficulty, levelClass)
    }
  }

  private static let table = CSVTable<Row>(
    "solve", "the verdicts and solutions of levels (solve --format csv)"
  ) { columns in
    solveColumns(&columns)
    columns.source { $0.source }
    columns.title { $0.title }
  }

  private static let difficultyTable = CSVTable<Row>(
    "difficulty", "solve, with the measures of difficulty (solve --difficulty --format csv)"
  ) { columns in
    solveColumns(&columns)
    difficultyColumns(&columns)
    columns.source { $0.source }
    columns.title { $0.title }
    columns.lateMeasures { $0.difficulty }
  }

  private static let levelsTable = CSVTable<Row>(
    "levels", "levels with their measures and classes (levels --format csv)"
  ) { columns in
    solveColumns(&columns)
    difficultyColumns(&columns)
    columns.source { $0.source }
    columns.title { $0.title }
    columns.last { columns in
      columns.text(
        "class", pattern: levelPattern,
        "the representative of the level's class: of all levels equal by symmetry, the first code"
      ) { $0.levelClass?.representative.code }
      columns.integer(
        "symmetries", from: 1,
        "number of different levels in the class, this one included; of a placement, only placements"
      ) { $0.levelClass?.count }
    }
    columns.lateMeasures { $0.difficulty }
  }

  private static func solveColumns(_ columns: inout CSVColumns<Row>) {
    columns.level { $0.level }
    columns.word("verdict", "the verdict") { $0.solved.verdict }
    columns.integer("par", from: 1, "moves of a shortest solution") { $0.solved.par }
    columns.bytes(
      "solution", .text(pattern: "[UDLR]+"), "the solution: the first of the shortest ones",
      mayBeEmpty: true
    ) { row, bytes in
      for move in row.solved.solution?.moves ?? [] { bytes.append(move.letter) }
    }
    columns.integer("shortest_solutions", from: 1, "number of shortest solutions") {
      $0.solved.solution?.shortestCount
    }
    columns.integer("states", "states visited") { $0.solved.states }
    columns.contents { $0.level }
    columns.rules { $0.rules }
  }

  /// Adds each measure of ``/ZombiesGrading/LevelReport``.
  private static func difficultyColumns(_ columns: inout CSVColumns<Row>) {
    columns.statesAndMoves { $0.difficulty }
    columns.thingsThatMatter { $0.difficulty }
    columns.randomWinProbability { $0.difficulty }
    columns.word("grade", "difficulty of the level") { $0.difficulty?.grade }
    columns.luck { $0.difficulty }
  }

  /// The columns.
  public static let schema = table.schema

  /// The columns with `--difficulty`: the same, with each measure of ``/ZombiesGrading/LevelReport``
  /// before the source, which comes last.
  public static let difficultySchema = difficultyTable.schema

  /// The columns of `zombies levels`: those with `--difficulty`, then the class of the level.
  public static let levelsSchema = levelsTable.schema

  /// The header row.
  public static let header = schema.header

  /// The row of a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - solved: The solver's result.
  ///   - rules: The rules of the verdict.
  ///   - source: The source of the level, such as "levels.txt:3".
  ///   - title: What the level is called.
  public static func row(
    _ level: Level, _ solved: SolverResult, _ rules: Rules, source: String,
    title: LevelTitle = LevelTitle()
  ) -> String {
    table.row(Row(level: level, solved: solved, rules: rules, source: .named(source), title: title))
  }

  /// The row of a level with `--difficulty`.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - solved: The solver's result.
  ///   - rules: The rules of the verdict.
  ///   - difficulty: Its measures of difficulty.
  ///   - source: The source of the level, such as "levels.txt:3".
  ///   - title: What the level is called.
  public static func row(
    _ level: Level, _ solved: SolverResult, _ rules: Rules, _ difficulty: LevelReport,
    source: String, title: LevelTitle = LevelTitle()
  ) -> String {
    difficultyTable.row(
      Row(
        level: level, solved: solved, rules: rules, source: .named(source), title: title,
        difficulty: difficulty))
  }

  /// Appends one of many rows of `zombies levels` as UTF-8.
  package static func append(
    _ level: Level, _ report: LevelReport, _ rules: Rules, _ levelClass: LevelClass,
    source: LevelOrigin, title: LevelTitle, to bytes: inout [UInt8]
  ) {
    levelsTable.append(
      Row(
        level: level, solved: report.solved, rules: rules, source: source, title: title,
        difficulty: report, levelClass: levelClass), to: &bytes)
  }

  /// Appends one of many rows as UTF-8, in the columns of `--difficulty` if `difficulty` is not nil.
  package static func append(
    _ level: Level, _ solved: SolverResult, _ rules: Rules, _ difficulty: LevelReport?,
    source: LevelOrigin, title: LevelTitle, to bytes: inout [UInt8]
  ) {
    let row = Row(
      level: level, solved: solved, rules: rules, source: source, title: title,
      difficulty: difficulty)
    (difficulty == nil ? table : difficultyTable).append(row, to: &bytes)
  }
}

extension CSVColumns {
  /// Adds the measures that the states and the moves of a level give.
  mutating func statesAndMoves(_ report: @escaping @Sendable (Row) -> LevelReport?) {
    part(report) { $0.statesAndMoves() }
  }

  /// Adds the things of a level that matter.
  mutating func thingsThatMatter(_ report: @escaping @Sendable (Row) -> LevelReport?) {
    part(report) { $0.thingsThatMatter() }
  }

  /// Adds the win rate of the policy `random`.
  mutating func randomWinProbability(_ report: @escaping @Sendable (Row) -> LevelReport?) {
    part(report) { $0.randomWinProbability() }
  }

  /// Adds the luck of a dark level with hearing behind all other columns.
  mutating func luck(_ report: @escaping @Sendable (Row) -> LevelReport?) {
    part(report) { $0.luck() }
  }
  /// Adds the measures of difficulty that came after the others, behind all other columns of the file.
  mutating func lateMeasures(_ report: @escaping @Sendable (Row) -> LevelReport?) {
    part(report) { $0.lateMeasures() }
  }
}

extension CSVColumns where Row == LevelReport? {
  fileprivate mutating func statesAndMoves() {
    integer("excess_moves", "par minus the distance from start to signpost") {
      $0?.excessMoves
    }
    integer(
      "reachable_states", "states that a living player can reach; empty beyond a million"
    ) {
      $0?.reachableStates
    }
    integer("dead_states", "reachable states from which the level cannot be won") {
      $0?.deadStates
    }
    number("dead_states_share", .share, "dead_states / reachable_states") {
      row -> String? in
      guard let dead = row?.deadStates, let states = row?.reachableStates
      else { return nil }
      return nineDecimals(UInt128(dead), over: UInt128(states))
    }
    integer(
      "longest_forced_run",
      "longest run of moves of the solution in which no other move can still win"
    ) { $0?.longestForcedRun }
    boolean("direct_way_loses", "whether the shortest path around the blocks loses") {
      $0?.directWayLoses
    }
  }

  fileprivate mutating func thingsThatMatter() {
    text(
      "things_that_matter", pattern: levelPattern,
      "the level, reduced to the things whose removal would change verdict or par"
    ) { $0?.levelOfThingsThatMatter?.code }
    boolean("every_thing_matters", "whether all things of the level matter") {
      $0?.everyThingMatters
    }
  }

  fileprivate mutating func randomWinProbability() {
    number(
      "random_win_probability", .share, "exact win probability of random within 4 moves per square"
    ) { $0?.randomWinProbability.map { nineDecimals($0) } }
  }

  fileprivate mutating func luck() {
    last { columns in
      columns.number(
        "luck", .share,
        "probability of surviving the safest play that wins a dark level with hearing of 2 steps or "
          + "more; empty without it, and if it is not known: grade and points then leave it out"
      ) { $0?.luck.map { nineDecimals($0.value) } }
      columns.integer("risky_steps", "steps of that play that may be lost") {
        $0?.luck?.riskySteps
      }
    }
  }

  fileprivate mutating func lateMeasures() {
    last { columns in
      columns.integer(
        "moves_away", "moves of the solution that lead away from the signpost around the blocks"
      ) { $0?.movesAway }
      columns.integer(
        "losing_choices", "positions on the solution at which some legal move loses"
      ) { $0?.losingChoices }
      columns.integer(
        "trap_depth",
        "most moves from a losing move on the solution until the player can be caught; 0 if none loses"
      ) { $0?.trapDepth }
      columns.number(
        "erring_win_probability", .share,
        "win probability of a player with one random move in ten, within 4 moves per square"
      ) { $0?.erringWinProbability.map { nineDecimals($0) } }
    }
  }
}
