/// What a solver found out about levels, as CSV.
public enum SolveCSV {
  /// The header row.
  public static let header = csvRow([
    "level", "verdict", "par", "solution", "shortest_solutions", "states", "rows", "columns",
    "zombies", "blocks", "flashlights", "lit", "catching_distance", "chase", "zombie_speed",
  ])

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
