/// Generated levels as CSV.
public enum GenerateCSV {
  /// The header row.
  public static let header = csvRow(["reference", "level", "par", "shortest_solutions"])

  /// One level's row.
  ///
  /// - Parameter reference: Nil where the rules are not the default ones.
  public static func row(_ level: Level, _ reference: SeedReference?, _ solved: Solved) -> String {
    csvRow([
      reference?.description ?? "", level.code, solved.solution.map { String($0.par) } ?? "",
      solved.solution.map { String($0.shortestCount) } ?? "",
    ])
  }
}
