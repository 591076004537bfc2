import ZombiesAnalysis
import ZombiesFiles
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSystem

extension Option {
  fileprivate static let search = flag(
    "--search", "search for the levels with the longest par instead of solving all levels")
  fileprivate static let climbs = count(
    "--climbs", 1...UInt64(Int64.max), default: HardestSearch.defaultClimbs,
    "number of independent climbs of --search")
  fileprivate static let steps = count(
    "--steps", 0...UInt64(Int64.max), default: HardestSearch.defaultSteps,
    "number of steps in each climb of --search"
  )
}

/// `zombies census --search`: a search for the levels with the longest par.
enum CensusSearch {
  /// The options of a search.
  static let options: [Option] = [
    .search, .seed.saying("seed of --search"), .climbs, .steps,
  ]

  /// Whether a search is asked for, and not a census.
  ///
  /// - Parameter counting: The options that apply only to a census.
  /// - Throws: ``Failure`` with status 64 if an option does not apply.
  static func isWanted(_ arguments: Arguments, counting: [Option]) throws(Failure) -> Bool {
    guard arguments.has(.search) else {
      if let option = arguments.first(of: [.seed, .climbs, .steps]) {
        throw arguments.badUsage("\(option.name) needs --search")
      }
      return false
    }
    if let option = arguments.first(of: counting) {
      throw arguments.badUsage("\(option.name) cannot be combined with --search")
    }
    return true
  }

  /// Searches, and writes the levels found.
  static func run(_ arguments: Arguments) throws -> ExitStatus {
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
