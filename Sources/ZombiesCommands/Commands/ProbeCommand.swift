import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSimulator
import ZombiesSolver
import ZombiesTerminal

extension Option {
  fileprivate static let rankedPlacements = count(
    "--max-placements", 0...UInt64.max, default: 1_000_000,
    "maximum number of placements of a family to solve for the ranks")
  fileprivate static let tallies = file(
    "--census", .input, "take the ranks from this tally of 'zombies census'",
    note: "Can be given several times, for several families"
  ).repeatable
}

/// `zombies probe`: what is known of a level, and of its neighbours.
enum ProbeCommand {
  static let command: Command = Command(
    name: "probe",
    summary: "show what a level is in its family, and its neighbours",
    operands: .levelsOrInput,
    details: """
      Prints what is known of each level: verdict, par and grade; at a hearing
      distance of 2 or more, its luck; its placement number; its class (all levels that are equal by symmetry); its rank by par and by
      grade among the solvable levels of its family, each class counted once; and its neighbours,
      the levels in which one zombie, block or flashlight stands on another square, hardest first.
      Squares are given as row,column from 1. The neighbours of a level that obeys the placement
      rule do so too.

      For the ranks, the whole family is solved if it has at most --max-placements placements. For
      larger families, make a tally once with 'zombies census --tally FILE', and give it with
      --census FILE. A level that breaks the placement rule has no rank.

      The CSV has a row for each level, and one for each of its neighbours; rows and columns of
      squares count from 0. 'zombies schema probe' describes it.
      """,
    options: [
      [.input, .tallies, .rankedPlacements, .difficultyStates, .textFormat], Option.ruleOptions,
      [.output, .manifest, .threads, .quiet],
    ],
    example: (
      "zombies probe 4x4z1b1+lit#5 | head -n 8",
      """
      level          S1Z1/4/1#2/3P+lit
      verdict        solvable, par 6, 1 shortest solution
      grade          medium, 8 points
      placement      4x4z1b1+lit#5, number 5 of 90, from 0
      class          this level alone
      rank by par    8 of 19 solvable levels, shared by 12
      rank by grade  2 of 19 solvable levels, shared by 12
      neighbours     16 with one thing moved: 6 solvable and 10 unsolvable
      """
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let rules = try arguments.rules()
    let stateLimit = try arguments.gradedStates()
    let format = try arguments.choice(.textFormat, as: TextFormat.self)
    var censuses = Censuses(
      most: try arguments.number(.rankedPlacements), stateLimit: stateLimit,
      threads: try arguments.threads(), isQuiet: arguments.isQuiet)
    for path in arguments.paths(.tallies) {
      try censuses.read(InputFile(path, for: arguments.inputs))
    }
    var levels = try LevelInput(arguments, isQuiet: true)
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let output = try outputs.openMain(
      "levels", schema: format.isRows ? ProbeCSV.schema : nil, isJSONLines: format.isJSONLines,
      arguments)
    if format.isRows { try output.write(ProbeCSV.schema.header) }
    var isFirst = true
    var grader = Grader(rules, stateLimit: stateLimit)
    do {
      while let entry = try levels.next() {
        let own = try arguments.rules(of: entry, else: rules)
        if own != grader.solver.rules { grader = Grader(own, stateLimit: stateLimit) }
        let probe = LevelProbe(entry.level, by: grader)
        let census = censuses.census(of: probe.finding, own)
        if format.isRows {
          try output.write(
            ProbeCSV.rows(of: probe, own, name: entry.name, census: census))
        } else {
          try output.write(
            (isFirst ? "" : "\n")
              + ProbeText.text(
                of: probe, own, census: census,
                unranked: censuses.reason(for: probe.finding), width: output.columns))
        }
        isFirst = false
      }
    } catch let failure as Failure where !isFirst {
      // Write the findings on the levels before the bad one.
      try? output.flush()
      throw failure
    }
    try outputs.finish(Manifest(arguments))
    return .done
  }

  /// The censuses of families, made or read when they are needed.
  private struct Censuses {
    struct Key: Hashable {
      let family: Family
      let rules: Rules
    }

    let most: UInt64
    let stateLimit: Int?
    let threads: Int
    let isQuiet: Bool
    private var known: [Key: CensusResult?] = [:]

    init(most: UInt64, stateLimit: Int?, threads: Int, isQuiet: Bool) {
      (self.most, self.stateLimit) = (most, stateLimit)
      (self.threads, self.isQuiet) = (threads, isQuiet)
    }

    /// Reads a tally.
    mutating func read(_ file: InputFile) throws(Failure) {
      let bytes = try file.readToEnd()
      let result: CensusResult
      do throws(TallyError) { result = try CensusFile.read(bytes) } catch {
        throw .badData("\(file.name), \(error)")
      }
      guard result.isComplete else {
        throw .badData(
          "\(file.name): this tally counts only a part of \(result.census.family): merge all parts first"
        )
      }
      known[Key(family: result.census.family, rules: result.census.rules)] = result
    }

    /// The census of a level's family; nil if there is none.
    mutating func census(of finding: LevelProbe.Finding, _ rules: Rules) -> CensusResult? {
      guard let family = finding.reference?.family else { return nil }
      let key = Key(family: family, rules: rules)
      if let known = known[key] { return known }
      var result: CensusResult?
      if let count = family.placementCount, count <= most,
        let census = try? Census(family, rules: rules, stateLimit: stateLimit, top: 0)
      {
        let progress = Progress(total: count, unit: "placements", isQuiet: isQuiet)
        defer { progress.finish() }
        result = try? census.count(threads: threads, every: 0.05) {
          progress.update($0.counted.count)
          return true
        }
      }
      known[key] = .some(result)
      return result
    }

    /// The reason why a level has no rank although it is solvable; nil if it has one.
    func reason(for finding: LevelProbe.Finding) -> String? {
      guard finding.report.par != nil, let family = finding.reference?.family else { return nil }
      let count = family.placementCount.map { grouped($0) } ?? "2⁶⁴ or more"
      return
        "none: \(family) has \(count) placements; raise --max-placements, or give its tally with "
        + "--census"
    }
  }
}
