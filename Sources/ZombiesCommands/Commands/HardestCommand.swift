import ZombiesAnalysis
import ZombiesFiles
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesTerminal

extension Option {
  fileprivate static let climbs = count(
    "--climbs", 1...UInt64(Int64.max), default: HardestSearch.defaultClimbs,
    "number of independent climbs")
  fileprivate static let steps = count(
    "--steps", 0...UInt64(Int64.max), default: HardestSearch.defaultSteps,
    "number of steps in each climb"
  )
}

/// `zombies hardest`: a search for the levels with the longest par.
enum HardestCommand {
  static let command: Command = Command(
    name: "hardest",
    summary: "search a family for the levels with the longest par",
    details: """
      Searches a family that is too large for 'zombies census'. The search climbs from random levels
      to longer pars and moves one thing in each step. The result depends only on the seed and on
      the effort (--climbs, --steps). There may be harder levels. Levels are sorted by par, longest
      first, then by number of shortest solutions, fewest first, then by code. The columns are:

      \(HelpList.hardestColumns)

      \(HelpList.grades)
      """,
    options: [
      [.top, .seed, .climbs, .steps, .difficultyStates, .tableFormat], [.manifest],
      Option.familyOptions, Option.ruleOptions, [.output, .threads, .quiet],
    ],
    example: (
      "zombies hardest --family 6x6z1b5+lit --climbs 8 --steps 2000 --top 3",
      """
      hardest                       par  shortest solutions     grade
      S1#3/1#2#1/1Z#3/1#4/6/5P+lit   28                 180  fiendish
      S1#3/1#2#1/Z1#3/1#4/6/5P+lit   28                 180  fiendish
      S1#3/1Z#1#1/2#3/1#4/6/5P+lit   28                 180  fiendish
      """
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if !arguments.operands.isEmpty {
      throw arguments.badUsage("hardest takes no operands, only options")
    }
    let search = try search(arguments)
    let format = try arguments.choice(.tableFormat, as: TableFormat.self)
    let threads = try arguments.threads()
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    try outputs.open(
      .output, "hardest", schema: format.isRows ? HardestCSV.schema : nil,
      isJSONLines: format.isJSONLines, arguments)
    arguments.note("seed \(search.seed)\n")
    arguments.notesOfGrades(in: search.family, search.rules).forEach(arguments.note)
    let steps = search.climbs.multipliedReportingOverflow(by: search.steps)
    let progress = Progress(
      total: steps.overflow ? nil : steps.partialValue, unit: "steps",
      isQuiet: arguments.has(.quiet))
    defer { progress.finish() }
    let hardest = search.run(threads: threads) { steps, hardest in
      progress.update(steps) { hardest.soFar }
    }
    progress.finish()
    guard !hardest.entries.isEmpty || search.top == 0 else {
      throw Failure.badData("\(search.family): found no solvable level")
    }
    let table = outputs["hardest"]
    try table?.write(
      format.isRows
        ? HardestCSV.text(hardest, of: search.family, search.rules)
        : CensusTable.text(hardest, width: table?.columns))
    try outputs.finish(
      Manifest(
        arguments,
        settings: [
          ("family", search.family.name),
          ("rules", search.rules.line),
          ("seed", String(search.seed)), ("climbs", String(search.climbs)),
          ("steps", String(search.steps)), ("top", String(search.top)),
        ]))
    return .done
  }

  private static func search(_ arguments: Arguments) throws(Failure) -> HardestSearch {
    let family = try arguments.family()
    let rules = try arguments.rules()
    let top = try arguments.top()
    let stateLimit: Int = try arguments.number(.difficultyStates)
    let seed = try arguments.seed()
    let climbs: UInt64 = try arguments.number(.climbs)
    let steps: UInt64 = try arguments.number(.steps)
    do throws(CensusError) {
      return try HardestSearch(
        family, rules: rules, stateLimit: stateLimit, seed: seed,
        climbs: climbs, steps: steps, top: top)
    } catch {
      throw arguments.badUsage("\(family): \(error)")
    }
  }
}
