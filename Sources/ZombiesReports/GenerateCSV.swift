import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// Generated levels as CSV.
public enum GenerateCSV {
  /// The columns.
  public static let schema = TableSchema(
    "generate", "generated levels (generate --format csv)",
    [
      TableSchema.Column(
        "reference", .text(pattern: "[0-9a-z+]+@[0-9]+#[0-9]+"),
        "the seed reference; empty where the rules are not the default ones"
      ).orEmpty,
      .level,
      TableSchema.Column("par", .integer(from: 1), "moves of a shortest solution").orEmpty,
      TableSchema.Column("shortest_solutions", .integer(from: 1), "how many there are").orEmpty,
    ])

  /// The header row.
  public static let header = schema.header

  /// One level's row.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - reference: What it is named by; nil where the rules are not the default ones.
  ///   - solved: What a solver says of it.
  public static func row(_ level: Level, _ reference: SeedReference?, _ solved: Solved) -> String {
    csvRow([
      reference?.description ?? "", level.code, solved.solution.map { String($0.par) } ?? "",
      solved.solution.map { String($0.shortestCount) } ?? "",
    ])
  }
}
