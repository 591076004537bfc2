import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesPolicies
import ZombiesSolver

/// A level of a campaign, with its report.
public struct WorldsRow: Sendable {
  /// The number of the world, from 1.
  public var world: Int
  /// The name of the world.
  public var worldName: String
  /// The condition that unlocks the world.
  public var lock: WorldLock
  /// The number of the level in its world, from 1.
  public var number: Int
  /// The name of the level; nil if it has none.
  public var name: String?
  /// The reference that the level was made from; nil if none is known.
  public var reference: String?
  /// The line of the level in its file; nil for the built-in campaign.
  public var line: Int?
  /// The level.
  public var level: Level
  /// The report of the level.
  public var report: LevelReport
  /// The rules of the level; nil for those of the table.
  public var rules: Rules?

  /// Creates a row.
  public init(
    world: Int, worldName: String, lock: WorldLock, number: Int, name: String?,
    reference: String? = nil, line: Int?, level: Level, report: LevelReport,
    rules: Rules? = nil
  ) {
    self.world = world
    self.worldName = worldName
    self.lock = lock
    self.number = number
    self.name = name
    self.reference = reference
    self.line = line
    self.level = level
    self.report = report
    self.rules = rules
  }

  /// The condition that unlocks the world, in one or two words.
  var unlock: String {
    switch lock {
    case _ where world == 1: "open"
    case .all: "all"
    case .stars(let count): "stars \(count)"
    case .coins(let price): "coins \(price)"
    }
  }
}

/// The levels of a campaign as CSV.
public enum WorldsCSV {
  struct Row {
    let row: WorldsRow
    let rules: Rules
  }

  private static let table = CSVTable<Row>(
    "worlds", "the levels of a campaign (worlds --format csv)", key: ["world", "number"]
  ) { columns in
    columns.integer("world", from: 1, "number of the world") { $0.row.world }
    columns.name("world_name", "name of the world") { $0.row.worldName }
    columns.text(
      "unlock", pattern: "open|all|stars [0-9]+|coins [0-9]+",
      "what unlocks the world: nothing, all levels of the previous world, stars or coins"
    ) { $0.row.unlock }
    columns.integer("number", from: 1, "number of the level in its world") { $0.row.number }
    columns.name("name", "name of the level, if it has one") { $0.row.name }
    columns.level { $0.row.level.code }
    columns.integer(
      "line", from: 1, "line of the level in its file; empty for the built-in campaign"
    ) {
      $0.row.line
    }
    columns.word("verdict", "the verdict") { $0.row.report.verdict }
    columns.integer("par", from: 1, "moves of a shortest solution") { $0.row.report.par }
    columns.integer("shortest_solutions", from: 1, "number of shortest solutions") {
      $0.row.report.shortestSolutions
    }
    columns.word("grade", "difficulty of the level") { $0.row.report.grade }
    columns.integer("points", "difficulty points, which determine the grade") {
      $0.row.report.points
    }
    columns.text(
      "things_that_matter", pattern: levelPattern,
      "the level, reduced to the things whose removal would change verdict or par"
    ) { $0.row.report.levelOfThingsThatMatter?.code }
    columns.boolean("every_thing_matters", "whether all things of the level matter") {
      $0.row.report.everyThingMatters
    }
    columns.integer(
      "blind_wins",
      "number of blind_levels that the best play in the dark wins"
    ) { $0.row.report.blindChance?.wins }
    columns.integer(
      "blind_levels",
      "solvable levels that a round in the dark may begin with; empty if lit, or if not computed"
    ) { $0.row.report.blindChance?.levels }
    columns.contents { $0.row.level }
    columns.rules { $0.rules }
    columns.luck { $0.row.report }
    columns.last { $0.reference { $0.row.reference } }
  }

  /// The columns.
  public static let schema = table.schema

  /// The row of a level.
  ///
  /// - Parameters:
  ///   - row: The level with its report.
  ///   - rules: The rules of levels that have none of their own.
  public static func row(_ row: WorldsRow, _ rules: Rules) -> String {
    table.row(Row(row: row, rules: row.rules ?? rules))
  }
}
