import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

/// Generated levels as CSV.
public enum GenerateCSV {
  /// A class, because the closures of the columns would copy a large value for each cell.
  private final class Row: Sendable {
    let level: Level
    let prefix: [UInt8]?
    let index: UInt64
    let graded: LevelReport
    let rules: Rules

    init(level: Level, prefix: [UInt8]?, index: UInt64, graded: LevelReport, rules: Rules) {
      (self.level, self.prefix, self.index) = (level, prefix, index)
      (self.graded, self.rules) = (graded, rules)
    }
  }

  private static let table = CSVTable<Row>(
    "generate", "generated levels (generate --format csv)"
  ) { columns in
    columns.bytes(
      "reference", .text(pattern: "[0-9a-z+]+@[0-9]+#[0-9]+"),
      "the seed reference; empty unless the rules are the defaults", mayBeEmpty: true
    ) { row, bytes in
      guard let prefix = row.prefix else { return }
      bytes += prefix
      bytes.append(decimal: row.index)
    }
    columns.level { $0.level }
    columns.integer("par", from: 1, "moves of a shortest solution") { $0.graded.par }
    columns.integer("shortest_solutions", from: 1, "number of shortest solutions") {
      $0.graded.shortestSolutions
    }
    columns.word("grade", "difficulty of the level; empty if it has too many states") {
      $0.graded.grade
    }
    columns.integer("points", "difficulty points, which determine the grade") {
      $0.graded.points
    }
    columns.rules { $0.rules }
    columns.last { columns in
      columns.name("name", "always empty: generated levels have no names") { _ -> String? in nil }
    }
  }

  /// The columns.
  public static let schema = table.schema

  /// The header row.
  public static let header = schema.header

  /// The row of a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - reference: Its seed reference; nil unless the rules are the defaults.
  ///   - graded: Its report.
  ///   - rules: The rules that it was generated for.
  public static func row(
    _ level: Level, _ reference: SeedReference?, _ graded: LevelReport, _ rules: Rules = .standard
  ) -> String {
    var bytes: [UInt8] = []
    let prefix = reference.map { Array($0.prefix.utf8) }
    append(level, prefix: prefix, index: reference?.index ?? 0, graded, rules, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends one of many rows.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - prefix: The beginning of its seed reference (`SeedReference.prefix`); nil for none.
  ///   - index: Its index.
  ///   - graded: Its report.
  ///   - rules: The rules that it was generated for.
  ///   - bytes: Receives the row as UTF-8.
  package static func append(
    _ level: Level, prefix: [UInt8]?, index: UInt64, _ graded: LevelReport,
    _ rules: Rules, to bytes: inout [UInt8]
  ) {
    table.append(
      Row(level: level, prefix: prefix, index: index, graded: graded, rules: rules), to: &bytes)
  }
}
