import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSolver

/// The counts of a family's levels, for people: one row per par, and the hardest levels below.
public enum CensusTable {
  /// The table, below a line that describes the census.
  ///
  /// - Parameters:
  ///   - result: The result of the census.
  ///   - width: The maximum width of a line; nil for no limit.
  public static func text(_ result: CensusResult, width: Int? = nil) -> String {
    // One row for each par, one for each other verdict, and one for the total.
    var groups: [(name: String, isOf: (LevelKind) -> Bool)] = []
    for (kind, _) in result.rows {
      let name = kind.par.map { "par \($0)" } ?? kind.verdict.rawValue
      if groups.last?.name == name { continue }
      groups.append((name, { $0.verdict == kind.verdict && $0.par == kind.par }))
    }
    groups.append(("all", { _ in true }))
    let total = result.total
    var rows = [["", "levels", "placements", "share"] + Grade.allCases.map(\.rawValue)]
    for group in groups {
      let count = result.sum(where: group.isOf)
      let grades = Grade.allCases.map { grade in
        result.sum { group.isOf($0) && $0.grade == grade }.levels
      }
      rows.append(
        [
          group.name, grouped(count.levels), grouped(count.placements),
          percentage(count.placements, of: total.placements),
        ] + grades.map { $0 == 0 ? "" : grouped($0) })
    }
    let hardest = result.hardest.entries.isEmpty ? "" : "\n" + text(result.hardest, width: width)
    let dark = blindLines(result)
    return title(result) + "\n" + SimulateTable.aligned(rows, width: width) + hardest
      + (dark.isEmpty ? "" : "\n" + dark)
  }

  /// How many levels can be won without seeing them; empty if the census is not complete, if no level is
  /// solvable, if the family has no danger in the dark, and if its plan is not quick to make.
  private static func blindLines(_ result: CensusResult) -> String {
    let (family, rules) = (result.census.family, result.census.rules)
    let plays = BlindPlays(rules: rules)
    guard result.counted.count == result.census.placements.upperBound,
      BlindPlan.isNeeded(for: family, rules: rules), let chance = plays.chance(of: family),
      chance.levels > 0
    else { return "" }
    var lines =
      "best player in the dark: wins \(grouped(chance.wins)) of \(grouped(chance.levels)) solvable "
      + "placements (\(percentage(chance.wins, of: chance.levels)))\n"
    if rules.hearingDistance > 0, let won = plays.winsByReasoning(in: family) {
      lines += "reasoning alone wins: \(grouped(won)) of \(grouped(chance.levels))\n"
    }
    return lines
  }

  private static func title(_ result: CensusResult) -> String {
    let family = result.census.family
    let symmetries = result.census.symmetries.names.dropFirst()
    let counted = result.counted.count
    let whole = result.census.placements.upperBound
    return "\(family) · \(grouped(counted)) "
      + (counted == whole ? "placements" : "of \(grouped(whole)) placements") + " · "
      + (symmetries.isEmpty
        ? "no symmetry" : "levels counted once up to \(symmetries.joined(separator: ", "))")
  }

  /// A table of hard levels, the hardest first.
  ///
  /// - Parameters:
  ///   - levels: The levels.
  ///   - width: The maximum width of a line; nil for no limit.
  public static func text(_ levels: HardestLevels, width: Int? = nil) -> String {
    SimulateTable.aligned(
      [["hardest", "par", "shortest solutions", "grade"]]
        + levels.entries.map { entry in
          [
            entry.code, String(entry.kind.par ?? 0), grouped(entry.kind.shortestSolutions ?? 0),
            entry.kind.grade?.rawValue ?? "",
          ]
        }, width: width)
  }

  private static func percentage(_ part: UInt64, of whole: UInt64) -> String {
    whole == 0 ? "" : percent(Double(part) / Double(whole))
  }
}
