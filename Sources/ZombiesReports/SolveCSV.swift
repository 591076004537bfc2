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

  private typealias Column = TableSchema.Column

  /// The header row.
  public static let header = schema.header

  /// One level's row.
  public static func row(_ level: Level, _ solved: Solved, _ rules: Rules) -> String {
    let solution = solved.solution
    return csvRow(
      [
        level.code, solved.verdict.rawValue, solution.map { String($0.par) } ?? "",
        solution?.moves.letters ?? "", solution.map { String($0.shortestCount) } ?? "",
        String(solved.states), String(level.size.rows), String(level.size.columns),
        String(level.zombies.count), String(level.blocks.count), String(level.flashlights.count),
        String(level.isLit),
      ] + ruleFields(rules))
  }
}
