import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver

/// The levels of a family by what is known of them, as CSV.
public enum CensusCSV {
  /// The columns.
  public static let schema = TableSchema(
    "census", "how many levels of a family there are of each kind (census, merge)",
    [
      Column("verdict", .word(Verdict.allCases.map(\.rawValue)), "what is proved")
    ] + Column.graded.map(\.orEmpty) + [
      Column("levels", .integer(from: 0), "levels, once up to symmetry: by their first placement"),
      Column("placements", .integer(from: 1), "placements, the mirror images too"),
      .family,
    ] + Column.rules)

  private typealias Column = TableSchema.Column

  /// The header row.
  public static let header = schema.header

  /// The header and all rows.
  public static func text(_ result: CensusResult) -> String {
    header
      + result.rows.map { kind, count in
        csvRow(
          [kind.verdict.rawValue] + kindFields(kind) + [
            String(count.levels), String(count.placements), result.census.family.name,
          ] + ruleFields(result.census.rules))
      }.joined()
  }
}

/// The hardest levels of a family, as CSV.
public enum HardestCSV {
  /// The columns.
  public static let schema = TableSchema(
    "hardest", "the hardest levels of a family (census --top-csv, hardest --format csv)",
    key: ["family", "rank"],
    [Column("rank", .integer(from: 1), "1 for the hardest"), .level] + Column.graded
      + [.family] + Column.rules)

  private typealias Column = TableSchema.Column

  /// The header row.
  public static let header = schema.header

  /// The header and all rows.
  public static func text(_ levels: HardestLevels, of family: Family, _ rules: Rules) -> String {
    header
      + levels.entries.enumerated().map { place, entry in
        csvRow(
          [String(place + 1), entry.code] + kindFields(entry.kind) + [family.name]
            + ruleFields(rules))
      }.joined()
  }
}

extension TableSchema.Column {
  /// What a grader finds out about a solvable level, as ``kindFields(_:)`` fills it.
  fileprivate static let graded = [
    Self("par", .integer(from: 1), "moves of a shortest solution"),
    Self("shortest_solutions", .integer(from: 1), "how many there are"),
    Self("grade", .word(Grade.allCases.map(\.rawValue)), "how hard").orEmpty,
  ]
}
