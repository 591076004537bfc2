import ZombiesAnalysis
import ZombiesFiles
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports

/// `zombies hardest`: a search for the levels with the longest par.
enum HardestCommand {
  static let command = Command(
    name: "hardest",
    summary: "search a family for the levels with the longest par",
    operands: "",
    details: """
      For families too large for 'zombies census': climbs from random levels, a thing moved at
      each step, towards longer pars. What is found depends on the seed and the effort alone;
      that there is no harder level is not said. The hardest come first: the longest par, of
      equal ones the fewest shortest solutions, then by code.
      """,
    options: [
      .top, .seed,
      Option(
        name: "--climbs", value: "N", summary: "independent climbs; \(defaultClimbs) unless said"),
      Option(
        name: "--steps", value: "N",
        summary: "steps of each climb; \(grouped(defaultSteps)) unless said"),
      .gradedStates,
      Option(name: "--format", value: "FORMAT", summary: "table (unless said) or csv"), .manifest,
    ] + Option.family + Option.rules + [.output, .threads, .quiet],
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

  private static let defaultClimbs: UInt64 = 64
  private static let defaultSteps: UInt64 = 20_000

  private enum Format: String, CaseIterable {
    case table, csv
  }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if !arguments.operands.isEmpty {
      throw arguments.badUsage("hardest takes no levels; see its options")
    }
    let search = try search(arguments)
    let format = try arguments.choice("--format", Format.self) ?? .table
    let threads = try arguments.threads()
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    try outputs.open(
      "--output", "hardest", schema: format == .csv ? HardestCSV.schema.name : nil, arguments)
    Terminal.say("seed \(search.seed)\n")
    let steps = search.climbs.multipliedReportingOverflow(by: search.steps)
    let progress = Progress(
      total: steps.overflow ? nil : steps.partialValue, unit: "steps",
      isQuiet: arguments.has("--quiet"))
    defer { progress.finish() }
    let hardest = search.run(threads: threads) { steps, hardest in
      progress.update(steps) { hardest.soFar }
    }
    progress.finish()
    guard !hardest.entries.isEmpty || search.top == 0 else {
      throw Failure.badData("\(search.family): no solvable level was found")
    }
    try outputs["hardest"]?.write(
      format == .csv
        ? HardestCSV.text(hardest, of: search.family, search.rules) : CensusTable.text(hardest))
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
    let most = UInt64(Int64.max)
    let family = try arguments.family()
    let rules = try arguments.rules()
    let (top, stateLimit) = (try arguments.top(), try arguments.gradedStates())
    let seed = try arguments.seed()
    let climbs = try arguments.count("--climbs", 1...most) ?? defaultClimbs
    let steps = try arguments.count("--steps", 0...most) ?? defaultSteps
    do throws(CensusError) {
      return try HardestSearch(
        family, rules: rules, stateLimit: stateLimit ?? StateGraph.defaultStateLimit, seed: seed,
        climbs: climbs, steps: steps, top: top)
    } catch {
      throw arguments.badUsage("\(family): \(error)")
    }
  }
}
