import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// Generated levels as CSV.
public enum GenerateCSV {
  private struct Row {
    let level: Level
    let reference: SeedReference?
    let solved: SolverResult
  }

  private static let table = CSVTable<Row>(
    "generate", "generated levels (generate --format csv)"
  ) { columns in
    columns.text(
      "reference", pattern: "[0-9a-z+]+@[0-9]+#[0-9]+",
      "the seed reference; empty where the rules are not the default ones"
    ) { $0.reference?.description }
    columns.level { $0.level.code }
    columns.integer("par", from: 1, "moves of a shortest solution") { $0.solved.solution?.par }
    columns.integer("shortest_solutions", from: 1, "how many there are") {
      $0.solved.solution?.shortestCount
    }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// One level's row.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - reference: Its seed reference; nil if the rules are not the default ones.
  ///   - solved: What a solver says about it.
  public static func row(_ level: Level, _ reference: SeedReference?, _ solved: SolverResult)
    -> String
  {
    table.row(Row(level: level, reference: reference, solved: solved))
  }
}
