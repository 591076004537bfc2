import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator

extension Option {
  fileprivate static let exactMoves = Option.maxMoves.changing {
    $0.kind = .count(1...1_000_000)
    $0.words = [unlimited]
  }
  fileprivate static let unlimited = "unlimited"
  fileprivate static let check = count(
    "--check", 1...UInt64(Int64.max / 4), "also simulate this many rounds and games of each policy")
  fileprivate static let maxPlacements = count(
    "--max-placements", 1...UInt64(Int64.max), default: FamilyAnalysis.defaultPlacementLimit,
    "refuse a family with more placements")
  fileprivate static let analyzedStates = count(
    "--max-states", 1...UInt64(Int32.max / 4), default: UInt64(StateGraph.defaultStateLimit),
    "refuse a family whose levels may have more states", note: "A state takes about 150 bytes")
  fileprivate static let parsCSV = file(
    "--pars-csv", .output, "write the number of placements of each par to this file")
}

/// `zombies analyze`: exact results over a family.
enum AnalyzeCommand {
  static let command: Command = Command(
    name: "analyze",
    summary: "compute exact results of each policy over a family",
    details: """
      Computes exact results over all placements of a family. The first table shows how many
      placements have each par. The second has two rows for each policy, one for all placements and
      one for the solvable ones, with these columns:

      \(columns)

      For random, the values come from a Markov chain. The other policies always play a level in the
      same way, so their probabilities are fractions of placements.

      --check also simulates rounds and games, and compares the results with the exact values. About
      95 of 100 intervals should contain the exact value. The columns of this table are:

      \(checkColumns)

      Policies:

      \(HelpList.policies)
      """,
    options: [
      [
        .policies, .exactMoves, .check, .seed.saying("seed of --check"), .maxPlacements,
        .analyzedStates, .tableFormat, .parsCSV,
      ],
      Option.familyOptions, Option.ruleOptions, [.output, .manifest, .threads, .quiet],
    ],
    example: (
      "zombies analyze --policy edge,optimal --format csv | cut -d, -f 1-5",
      """
      policy,levels,placements,won,win_probability
      edge,any,171,36,0.210526315789
      edge,solvable,105,36,0.342857142857
      optimal,any,171,36,0.210526315789
      optimal,solvable,105,36,0.342857142857
      """
    ),
    run: run)

  private static let columns = HelpList.rows([
    ("levels", "all placements, or the solvable ones"),
    ("won", "placements that the policy wins, out of those levels; empty for random"),
    ("win probability", "probability that a round is won"),
    ("moves", "mean number of moves in a round"),
    ("game won", "probability that a game of \(Game.standardLives) lives is won"),
    ("moves a game", "mean number of moves in a game, all rounds together"),
  ])

  private static let checkColumns = HelpList.rows([
    ("what", "the value: win probability, moves or game won"),
    ("exact, simulated", "the exact value and the simulated one"),
    ("95% interval", "interval around the simulated value"),
    ("covers", "whether the interval contains the exact value"),
    ("off", "simulated minus exact value, in standard errors"),
  ])

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if !arguments.operands.isEmpty {
      throw arguments.badUsage("analyze takes no operands, only options")
    }
    let settings = try settings(arguments)
    let trials: UInt64? = try arguments.optionalNumber(.check)
    if trials != nil, settings.moveLimit == nil {
      throw arguments.badUsage(
        "--check cannot be combined with --max-moves unlimited: rounds may never end")
    }
    let seed = try arguments.seed()
    if trials == nil, arguments.has(.seed) {
      throw arguments.badUsage("--seed needs --check")
    }
    let format = try arguments.choice(.tableFormat, as: TableFormat.self)
    let threads = try arguments.threads()
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    try outputs.open(
      .output, "table", schema: format.isRows ? AnalysisCSV.schema : nil,
      isJSONLines: format.isJSONLines, arguments)
    try outputs.open(.parsCSV, "pars", schema: ParsCSV.schema, arguments)

    let analysis = try analyze(settings, threads: threads, arguments)
    var checks: [SimulationCheck] = []
    if let trials {
      arguments.note("seed \(seed)\n")
      checks = try check(analysis, trials: trials, seed: seed, threads: threads, arguments)
    }
    let table = outputs["table"]
    try table?.write(
      format.isRows
        ? AnalysisCSV.text(analysis, checks: checks)
        : AnalysisTable.text(analysis, checks: checks, width: table?.columns))
    try outputs["pars"]?.write(ParsCSV.text(analysis))
    try outputs.finish(Manifest(arguments))
    return .done
  }

  private static func settings(_ arguments: Arguments) throws(Failure) -> FamilyAnalysis.Settings {
    let rules = try arguments.rules()
    let family = try arguments.family()
    let levels = Batch.Levels.generated(LevelGenerator(family, seed: 0, rules: rules))
    let isUnlimited = try arguments.text(.exactMoves) == Option.unlimited
    let moves: Int? = try arguments.optionalNumber(.exactMoves)
    var settings = FamilyAnalysis.Settings(
      family, rules: rules, policies: try arguments.policies(for: levels, rules),
      moveLimit: isUnlimited ? .none : moves.map { .moves($0) } ?? .standard)
    // If --policy names a policy without exact values, the analysis reports an error.
    if try arguments.policies() == nil { settings.policies.removeAll { !$0.hasExactValues } }
    settings.placementLimit = try arguments.number(.maxPlacements)
    settings.stateLimit = try arguments.number(.analyzedStates)
    return settings
  }

  private static func analyze(
    _ settings: FamilyAnalysis.Settings, threads: Int, _ arguments: Arguments
  ) throws -> FamilyAnalysis {
    let progress = Progress(
      total: settings.family.placementCount, unit: "placements", isQuiet: arguments.has(.quiet))
    defer { progress.finish() }
    do throws(AnalysisError) {
      return try FamilyAnalysis(of: settings, threads: threads) { progress.update($0) }
    } catch {
      switch error {
      case .tooManyPlacements: throw arguments.badUsage("\(error) (--max-placements)")
      case .tooManyStates: throw arguments.badUsage("\(error) (--max-states)")
      case .noPlacement, .noPlan: throw arguments.badUsage("\(error)")
      case .gaveUp: throw Failure.badData("\(error) (--max-states)")
      case .notComputed, .policy: throw Failure.badData("\(error)")
      }
    }
  }

  private static func check(
    _ analysis: FamilyAnalysis, trials: UInt64, seed: UInt64, threads: Int, _ arguments: Arguments
  ) throws -> [SimulationCheck] {
    let progress = Progress(
      total: 4 * trials, unit: "trials", isQuiet: arguments.has(.quiet))
    defer { progress.finish() }
    do throws(SimulationError) {
      return try analysis.check(trials: trials, seed: seed, threads: threads) {
        progress.update($0)
      }
    } catch {
      throw Failure.badData("\(error)")
    }
  }
}
