import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading

/// Levels and their neighbours as CSV: a row for a level, and one for each of its neighbours.
public enum ProbeCSV {
  /// A class, because the closures of the columns would copy a large value for each cell.
  private final class Row: Sendable {
    let probed: Level
    let neighbour: LevelProbe.Neighbour?
    let finding: LevelProbe.Finding
    let rank: LevelRank?
    let rules: Rules
    let name: String?

    init(
      _ probed: Level, _ neighbour: LevelProbe.Neighbour?, _ finding: LevelProbe.Finding,
      _ rank: LevelRank?, _ rules: Rules, _ name: String?
    ) {
      (self.probed, self.neighbour, self.finding) = (probed, neighbour, finding)
      (self.rank, self.rules, self.name) = (rank, rules, name)
    }
  }

  private static let table = CSVTable<Row>(
    "probe", "levels, and what they become if one thing moves (probe --format csv)"
  ) { columns in
    columns.bytes("probed", .text(pattern: levelPattern), "the code of the level that was probed") {
      $0.probed.appendCode(to: &$1)
    }
    columns.bytes(
      "thing", .word(Thing.several.map(\.noun)),
      "the thing that moves to make a neighbour; empty for the probed level itself",
      mayBeEmpty: true
    ) { if let thing = $0.neighbour?.thing { $1 += thing.noun.utf8 } }
    columns.integer("from_row", "row that the thing leaves, from 0") { $0.neighbour?.from.row }
    columns.integer("from_column", "column that it leaves, from 0") { $0.neighbour?.from.column }
    columns.integer("to_row", "row that it moves to, from 0") { $0.neighbour?.to.row }
    columns.integer("to_column", "column that it moves to, from 0") { $0.neighbour?.to.column }
    columns.level { $0.finding.level }
    columns.word("verdict", "the verdict") { $0.finding.report.verdict }
    columns.integer("par", from: 1, "moves of a shortest solution") { $0.finding.report.par }
    columns.integer("shortest_solutions", from: 1, "number of shortest solutions") {
      $0.finding.report.shortestSolutions
    }
    columns.word("grade", "difficulty of the level") { $0.finding.report.grade }
    columns.integer("points", "difficulty points, which determine the grade") {
      $0.finding.report.points
    }
    columns.integer(
      "family_levels", from: 1, "solvable levels of the family; empty if they were not counted"
    ) { $0.rank?.levels }
    columns.integer("longer_par", "levels of the family with a longer par") { $0.rank?.longer }
    columns.integer("same_par", from: 1, "levels of the family with this par") {
      $0.rank?.samePar
    }
    columns.integer("harder_grade", "levels of the family with a harder grade") { $0.rank?.harder }
    columns.integer("same_grade", from: 1, "levels of the family with this grade") {
      $0.rank?.sameGrade
    }
    columns.rules { $0.rules }
    columns.luck { $0.finding.report }
    columns.title {
      LevelTitle(
        name: $0.neighbour == nil ? $0.name : nil, reference: $0.finding.reference?.description)
    }
    columns.last { columns in
      columns.text(
        "class", pattern: levelPattern,
        "the representative of the level's class: of all levels equal by symmetry, the first code"
      ) { $0.finding.levelClass.representative.code }
      columns.integer(
        "symmetries", from: 1,
        "number of different levels in the class, this one included; of a placement, only placements"
      ) { $0.finding.levelClass.count }
    }
  }

  /// The columns.
  public static let schema = table.schema

  /// The rows of a level: itself first, then its neighbours.
  ///
  /// - Parameters:
  ///   - probe: The level and its neighbours.
  ///   - rules: The rules in force.
  ///   - name: The name of the level; nil for none.
  ///   - census: The census of the family, for ranks; nil if there is none.
  public static func rows(
    of probe: LevelProbe, _ rules: Rules, name: String? = nil, census: CensusResult? = nil
  ) -> String {
    func row(_ neighbour: LevelProbe.Neighbour?) -> String {
      let finding = neighbour?.finding ?? probe.finding
      let rank = census?.rank(of: LevelKind(finding.report))
      return table.row(Row(probe.finding.level, neighbour, finding, rank, rules, name))
    }
    return row(nil) + (probe.neighbours ?? []).map { row($0) }.joined()
  }
}
