import ZombiesCore
import ZombiesGrading
import ZombiesPolicies
import ZombiesSolver

/// A world of a campaign, for people: one row per level.
public enum WorldsTable {
  /// The table of a world, below a line that names it.
  ///
  /// - Parameters:
  ///   - rows: The levels of the world, at least one.
  ///   - rules: The rules of levels that have none of their own. Rules that are not the default rules are
  ///     named: above the table, or in a column if not all levels have the same.
  ///   - width: The maximum width of a line; nil for no limit.
  public static func text(_ rows: [WorldsRow], _ rules: Rules, width: Int? = nil) -> String {
    guard let first = rows.first else { return "" }
    let rowRules = rows.map { $0.rules ?? rules }
    let hasLuck = rowRules.contains { $0.hearingTellsMore }
    let isMixed = rowRules.contains { $0 != rowRules[0] }
    var header = [
      "level", "par", "solutions", "grade", "points", "things that matter", "best blind play",
    ]
    if hasLuck { header.append("luck") }
    if isMixed { header.append("rules") }
    var cells = [header + ["code"]]
    let digits = String(rows.count).count
    for (row, rules) in zip(rows, rowRules) {
      let number = String(row.number)
      let padding = String(repeating: " ", count: digits - number.count)
      var line = ["\(padding)\(number) \(row.name ?? row.reference ?? "")"] + measures(row)
      if hasLuck { line.append(rules.hearingTellsMore ? luck(row) : "") }
      if isMixed { line.append(RulesText.name(of: rules)) }
      cells.append(line + [row.level.code])
    }
    return title(first, rows) + (isMixed ? "" : RulesText.suffix(of: rowRules[0])) + "\n"
      + SimulateTable.aligned(cells, width: width)
  }

  static func title(_ first: WorldsRow, _ rows: [WorldsRow]) -> String {
    let opening =
      switch first.lock {
      case _ where first.world == 1: "open from the beginning"
      case .all: "unlocked by all levels of the previous world"
      case .stars(let count): "unlocked by \(grouped(count, "star"))"
      case .coins(let price): "unlocked for \(grouped(price, "coin"))"
      }
    let points = rows.compactMap { $0.report.points }
    let mean = Double(points.reduce(0, +)) / Double(rows.count)
    return [
      "World \(first.world): \(first.worldName)", opening,
      grouped(rows.count, "level"),
      points.count == rows.count ? "mean \(fixed(mean, places: 2)) points" : "mean unknown",
    ].joined(separator: " · ")
  }

  private static func measures(_ row: WorldsRow) -> [String] {
    let report = row.report
    let (verdict, unknown) =
      switch report.verdict {
      case .unsolvable: ("unsolvable", "")
      // A solvable level has a par.
      case .gaveUp, .solvable: ("gave up", "unknown")
      }
    return [
      report.par.map { String($0) } ?? verdict,
      report.shortestSolutions.map { grouped($0) } ?? unknown,
      report.grade?.rawValue ?? unknown,
      report.points.map { String($0) } ?? unknown,
      thingsThatMatter(row),
      blindChance(row),
    ]
  }

  private static func thingsThatMatter(_ row: WorldsRow) -> String {
    guard let rest = row.report.levelOfThingsThatMatter else { return "unknown" }
    let count = row.level.thingCount
    return switch rest.thingCount {
    case count: count == 0 ? "" : "all \(grouped(count))"
    case 0: "none of \(grouped(count))"
    case let some: "\(grouped(some)) of \(grouped(count))"
    }
  }

  static func blindChance(_ row: WorldsRow) -> String {
    if row.report.verdict == .unsolvable { return "" }
    if row.level.isLit { return "lit" }
    guard let chance = row.report.blindChance else { return "unknown" }
    return "\(grouped(chance.wins)) of \(grouped(chance.levels))"
  }

  /// The luck that a dark level needs.
  static func luck(_ row: WorldsRow) -> String {
    if row.report.verdict == .unsolvable { return "" }
    if row.level.isLit { return "lit" }
    guard let luck = row.report.luck else { return "unknown" }
    return luck.isCertain ? "100%" : percent(luck.value)
  }
}
