import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSimulator

/// The exact values of policies on a family, for people.
public enum AnalysisTable {
  /// The family, its pars, and the values of each policy.
  ///
  /// - Parameters:
  ///   - analysis: The analysis.
  ///   - checks: A check for each of the analysis' policies, or none.
  ///   - width: The maximum width of a line; nil for no limit.
  ///   - rules: The rules of all analyses, if this is one of several. The title names rules that differ.
  public static func text(
    _ analysis: FamilyAnalysis, checks: [SimulationCheck] = [], width: Int? = nil,
    among rules: [Rules] = []
  ) -> String {
    var text = title(analysis, rules) + pars(analysis, width) + "\n" + values(analysis, width)
    if let plan = analysis.plan {
      text += "the plan for optimal has \(grouped(plan.beliefCount)) beliefs\n"
    }
    let bounds = analysis.policies.flatMap { row in
      [row.won, row.meanMoves, row.gameWon, row.gameMeanMoves].compactMap {
        $0.map(twelveDecimalsError)
      }
    }
    if let bound = bounds.max() { text += "each number is within \(bound) of its exact value\n" }
    if let check = checks.first { text += "\n" + self.checks(checks, check.seed, width) }
    return text
  }

  /// The title of an analysis that could not be made, and the reason.
  public static func text(
    _ settings: FamilyAnalysis.Settings, _ problem: AnalysisError, among rules: [Rules]
  ) -> String {
    "\(settings.family)\(suffix(settings, rules)) · not computed: \(problem)\n"
  }

  /// The rules in a title, if they differ from those of other analyses.
  private static func suffix(_ settings: FamilyAnalysis.Settings, _ others: [Rules]) -> String {
    let differences = RulesText.settings(of: settings.rules, against: others)
    return differences.isEmpty ? "" : " · \(differences)"
  }

  private static func title(_ analysis: FamilyAnalysis, _ rules: [Rules]) -> String {
    let (settings, solvable) = (analysis.settings, analysis.solvable)
    let share = percent(Double(solvable) / Double(analysis.placements))
    let limit = settings.moveLimit.map { "at most \(grouped($0)) moves" } ?? "any number of moves"
    return
      "\(settings.family)\(suffix(settings, rules)) · \(grouped(analysis.placements)) placement\(analysis.placements == 1 ? "" : "s"), "
      + "\(grouped(solvable)) solvable (\(share)) · \(limit)\n"
  }

  private static func pars(_ analysis: FamilyAnalysis, _ width: Int?) -> String {
    guard !analysis.pars.isEmpty else { return "" }
    return SimulateTable.aligned(
      [
        ["par"] + analysis.pars.map { grouped($0.par) },
        ["placements"] + analysis.pars.map { grouped($0.placements) },
      ], width: width)
  }

  private static func values(_ analysis: FamilyAnalysis, _ width: Int?) -> String {
    var rows = [
      ["policy", "levels", "won", "win probability", "moves", "game won", "moves a game"]
    ]
    for row in analysis.policies {
      let wins = row.wins.map { "\(grouped($0))/\(grouped(row.placements))" } ?? ""
      let values = [row.won, row.meanMoves, row.gameWon, row.gameMeanMoves].map {
        $0.map(twelveDecimals) ?? ""
      }
      rows.append([row.policy.name, name(row.levels), wins] + values)
    }
    return SimulateTable.aligned(rows, width: width, names: 2)
  }

  private static func name(_ levels: LevelSelection) -> String {
    levels == .any ? "all" : "solvable"
  }

  private static func checks(
    _ checks: [SimulationCheck], _ seed: UInt64, _ width: Int?
  ) -> String {
    let trials = checks.map(\.rounds.total).max() ?? 0
    var rows = [
      ["policy", "levels", "what", "exact", "simulated", "95% interval", "covers", "off"]
    ]
    var (covered, all, largest) = (0, 0, 0.0)
    for check in checks {
      let row = check.analysis
      for (what, exact, estimate) in [
        ("win probability", row.won, check.winRate), ("moves", row.meanMoves, check.meanMoves),
        ("game won", row.gameWon, check.gameWinRate),
      ] {
        guard let estimate else { continue }
        all += 1
        covered += estimate.covers ? 1 : 0
        largest = max(largest, abs(estimate.deviation))
        let interval = estimate.interval
        rows.append([
          row.policy.name, name(row.levels), what, fixed(exact?.approximate, places: 6),
          fixed(estimate.value, places: 6),
          fixed(max(0, interval.low), places: 6) + "–" + fixed(interval.high, places: 6),
          estimate.covers ? "yes" : "no",
          estimate.deviation.isFinite ? signed(estimate.deviation) : "∞",
        ])
      }
    }
    let bound = jointBound(of: all)
    let isWithin = largest <= bound
    let off = largest.isFinite ? fixed(largest, places: 2) : "∞"
    return """
      simulated: \(grouped(trials)) rounds and \(grouped(trials)) games each · seed \(seed)
      \(SimulateTable.aligned(rows, width: width, names: 3))\(covered) of \(all) intervals contain the exact value
      the largest deviation is \(off) standard errors, \
      \(isWithin ? "within" : "beyond") the joint 99% bound of \(fixed(bound, places: 2))

      """
  }
}
