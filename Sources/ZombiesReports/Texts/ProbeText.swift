import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSolver

/// A level and its neighbours, for people.
public enum ProbeText {
  /// The text: the facts about the level, and a table of its neighbours, the hardest first.
  ///
  /// - Parameters:
  ///   - probe: The level and its neighbours.
  ///   - rules: The rules in force. They are named if they are not the default rules.
  ///   - census: The census of the family, for ranks; nil if there is none.
  ///   - unranked: The reason why there is no census; nil to say nothing.
  ///   - width: The maximum width of a line of the table; nil for no limit.
  public static func text(
    of probe: LevelProbe, _ rules: Rules, census: CensusResult?, unranked: String? = nil,
    width: Int? = nil
  ) -> String {
    let finding = probe.finding
    let rank = census?.rank(of: LevelKind(finding.report))
    var parts: [(name: String, value: String?)] = [
      ("level", finding.level.code),
      ("verdict", verdict(finding.report) + RulesText.suffix(of: rules)),
      ("grade", finding.report.grade.map { "\($0), \(finding.report.pointsInWords ?? "")" }),
      ("luck", finding.report.luck.map(DifficultyText.luck)),
      ("placement", placement(finding)),
      ("class", levelClass(finding)),
    ]
    if let rank {
      parts += [
        ("rank by par", text(rank.longer, rank.samePar, of: rank.levels)),
        ("rank by grade", text(rank.harder, rank.sameGrade, of: rank.levels)),
      ]
    } else {
      parts.append(("rank", unranked))
    }
    parts.append(("neighbours", neighbours(probe)))
    return parts.map { name, value in
      value.map { name + String(repeating: " ", count: 15 - name.count) + $0 + "\n" } ?? ""
    }.joined() + table(probe, width: width)
  }

  private static func verdict(_ report: LevelReport) -> String {
    guard let par = report.par else { return report.verdict.rawValue }
    return "solvable, par \(par), \(solutions(report))"
  }

  private static func solutions(_ report: LevelReport) -> String {
    switch report.shortestSolutions {
    case nil: ""
    case 1?: "1 shortest solution"
    case let count?: "\(grouped(count)) shortest solutions"
    }
  }

  private static func placement(_ finding: LevelProbe.Finding) -> String {
    guard let reference = finding.reference else {
      return Family(of: finding.level) == nil
        ? "none: it breaks the placement rule" : "none: the family has 2⁶⁴ placements or more"
    }
    let count = reference.family.placementCount.map { " of \(grouped($0)), from 0" } ?? ""
    return "\(reference), number \(grouped(reference.number))\(count)"
  }

  private static func levelClass(_ finding: LevelProbe.Finding) -> String {
    let found = finding.levelClass
    if found.count == 1 { return "this level alone" }
    let first = found.representative
    let shown =
      first == finding.level ? "represented by this level" : "represented by \(first.code)"
    return "\(counted(found.count, "level")), \(shown)"
  }

  /// A rank, such as "4 of 200 solvable levels, shared by 12".
  private static func text(_ better: UInt64, _ same: UInt64, of levels: UInt64) -> String {
    "\(grouped(better + 1)) of \(counted(Int(clamping: levels), "solvable level"))"
      + (same == 1 ? "" : ", shared by \(grouped(same))")
  }

  private static func neighbours(_ probe: LevelProbe) -> String {
    guard let neighbours = probe.neighbours else {
      return "not listed: there are more than \(grouped(ChangeSearch.mostChanges))"
    }
    if neighbours.isEmpty { return "none: nothing can move" }
    let counts = Verdict.allCases.compactMap { verdict in
      let count = neighbours.count { $0.finding.report.verdict == verdict }
      return count == 0 ? nil : "\(grouped(count)) \(verdict)"
    }
    return "\(grouped(neighbours.count)) with one thing moved: \(series(counts))"
  }

  /// The neighbours, those with the most points first, then those with the longest par.
  private static func table(_ probe: LevelProbe, width: Int?) -> String {
    guard let neighbours = probe.neighbours, !neighbours.isEmpty else { return "" }
    func rank(_ place: Int) -> (Int, Int, Int) {
      let report = neighbours[place].finding.report
      return (-(report.points ?? -1), -(report.par ?? -1), place)
    }
    let order = neighbours.indices.sorted { rank($0) < rank($1) }
    var rows = [
      ["neighbour", "moved", "from", "to", "verdict", "par", "shortest", "points", "grade"]
    ]
    for place in order {
      let neighbour = neighbours[place]
      let report = neighbour.finding.report
      rows.append([
        neighbour.finding.level.code, neighbour.thing.noun, name(neighbour.from),
        name(neighbour.to),
        report.verdict.rawValue, report.par.map { grouped($0) } ?? "",
        report.shortestSolutions.map { grouped($0) } ?? "",
        report.points.map { grouped($0) } ?? "", report.grade?.rawValue ?? "",
      ])
    }
    return "\n" + SimulateTable.aligned(rows, width: width)
  }

  /// A square as the game names it, from 1.
  private static func name(_ square: Square) -> String { "\(square.row + 1),\(square.column + 1)" }
}
