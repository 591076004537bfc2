import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSolver

/// The counts of a family's levels by kind as CSV.
public enum CensusCSV {
  private struct Row {
    let kind: LevelKind
    let count: CensusResult.Count
    let census: Census
  }

  private static let table = CSVTable<Row>(
    "census", "the levels of a family by kind (census, merge)"
  ) { columns in
    columns.word("verdict", "the verdict") { $0.kind.verdict }
    columns.integer("par", from: 1, "moves of a shortest solution") { $0.kind.par }
    columns.integer("shortest_solutions", from: 1, "number of shortest solutions") {
      $0.kind.shortestSolutions
    }
    columns.word("grade", "difficulty of the level") { $0.kind.grade }
    columns.integer("levels", "levels, with mirror images counted once, at the first of them") {
      $0.count.levels
    }
    columns.integer("placements", from: 1, "placements, with all mirror images counted") {
      $0.count.placements
    }
    columns.family { $0.census.family }
    columns.rules { $0.census.rules }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// The header and all rows.
  public static func text(_ result: CensusResult) -> String {
    table.text(result.rows.map { Row(kind: $0.kind, count: $0.count, census: result.census) })
  }
}

/// The hardest levels of a family as CSV.
public enum HardestCSV {
  private struct Row {
    let rank: Int
    let entry: HardestLevels.Entry
    let family: Family
    let rules: Rules
  }

  private static let table = CSVTable<Row>(
    "hardest", "the hardest levels of a family (census --top-csv, census --search)",
    key: ["family", "rank"]
  ) { columns in
    columns.integer("rank", from: 1, "1 for the hardest") { $0.rank }
    columns.level { $0.entry.code }
    columns.integer("par", from: 1, "moves of a shortest solution") { $0.entry.kind.par ?? 0 }
    columns.integer("shortest_solutions", from: 1, "number of shortest solutions") {
      $0.entry.kind.shortestSolutions ?? 0
    }
    columns.word("grade", "difficulty of the level") { $0.entry.kind.grade }
    columns.family { $0.family }
    columns.rules { $0.rules }
    columns.title { row in
      let level = try? Level(row.entry.code)
      return LevelTitle(reference: level.flatMap { PlacementReference(of: $0)?.description })
    }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// The header and all rows.
  public static func text(_ levels: HardestLevels, of family: Family, _ rules: Rules) -> String {
    table.text(
      levels.entries.enumerated().map { place, entry in
        Row(rank: place + 1, entry: entry, family: family, rules: rules)
      })
  }
}
