import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesPolicies

/// The difficulty of a level, for people: one line for each measure that applies.
public enum DifficultyText {
  /// The text.
  public static func text(_ level: Level, _ report: LevelReport) -> String {
    parts(level, report).map { name, value in
      value.map { name + String(repeating: " ", count: 22 - name.count) + $0 + "\n" } ?? ""
    }.joined()
  }

  private static func parts(
    _ level: Level, _ report: LevelReport
  ) -> [(name: String, value: String?)] {
    [
      ("grade", grade(report)),
      ("beyond the distance", report.excessMoves.map { grouped($0, "move") }),
      ("dead states", deadStates(report)),
      ("longest forced run", report.longestForcedRun.map { grouped($0, "move") }),
      ("the direct way", report.directWayLoses.map { $0 ? "loses" : "wins" }),
      ("things that matter", thingsThatMatter(level, report)),
      ("luck", report.luck.map(luck)),
      ("random play wins", report.randomWinProbability.map { nineDecimals($0) }),
      ("away from signpost", report.movesAway.map { grouped($0, "move") }),
      ("losing choices", losingChoices(report)),
      ("trap depth", report.trapDepth.map { grouped($0, "move") }),
      ("erring player wins", report.erringWinProbability.map { nineDecimals($0) }),
    ]
  }

  private static func grade(_ report: LevelReport) -> String? {
    guard let grade = report.grade, let points = report.pointsInWords else { return nil }
    return "\(grade), \(points)"
  }

  /// The luck of a dark level with hearing.
  package static func luck(_ luck: Luck) -> String {
    if luck.isCertain { return "none needed: reasoning alone wins" }
    let steps = grouped(luck.riskySteps, "risky step")
    return "\(percent(luck.value)) with \(steps)"
  }

  private static func deadStates(_ report: LevelReport) -> String? {
    guard let dead = report.deadStates, let states = report.reachableStates, states > 0
    else { return nil }
    return "\(grouped(dead)) of \(grouped(states)), \(percent(Double(dead) / Double(states)))"
  }

  private static func losingChoices(_ report: LevelReport) -> String? {
    guard let count = report.losingChoices, let par = report.par else { return nil }
    return "\(grouped(count)) of \(grouped(par, "move"))"
  }

  private static func thingsThatMatter(_ level: Level, _ report: LevelReport) -> String? {
    guard let rest = report.levelOfThingsThatMatter, level.thingCount > 0 else { return nil }
    switch rest.thingCount {
    case 0: return "none of \(grouped(level.thingCount))"
    case level.thingCount: return "all \(grouped(level.thingCount))"
    case let count: return "\(grouped(count)) of \(grouped(level.thingCount)): \(rest.code)"
    }
  }
}
