import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSimulator

/// `zombies analyze`: what can be known of a family, exactly.
enum AnalyzeCommand {
  static let command = Command(
    name: "analyze",
    summary: "compute what each policy comes to on all levels of a family, exactly",
    operands: "",
    details: """
      Looks at every placement of a family: how many there are, how many are solvable and with
      which par, and with which probability each policy wins a round, and a game of three
      lives, over all placements and over the solvable ones; and in how many moves. What is
      played in one way is a fraction; random is computed as a Markov chain. Nothing is
      sampled, but with --check, which simulates the same and says whether the exact values lie
      in the 95% intervals, as 95 of 100 do.
      """,
    options: [
      Option(
        name: "--policy", value: "NAMES",
        summary: "policies with commas between, or all (unless said): optimal is one of them where "
          + "its plan is made in a moment, else it is to be named"),
      Option(
        name: "--max-moves", value: "N",
        summary: "the most moves of a round, up to a million, or unlimited; 4 times the squares "
          + "unless said"),
      Option(
        name: "--check", value: "N", summary: "simulate so many rounds and games of each as well"),
      Option(
        name: "--seed", value: "N",
        summary: "the seed of the check, 0 to 18446744073709551615; 0 unless said"),
      Option(
        name: "--max-placements", value: "N",
        summary: "refuse a family of more placements; 10 million unless said"),
      Option(
        name: "--max-states", value: "N",
        summary: "refuse a family whose levels may have more states; a million unless said, of "
          + "about 150 bytes each"),
      .tableFormat,
      Option(
        name: "--pars-csv", value: "FILE", summary: "write how many placements have which par",
        file: .output),
    ] + Option.family + Option.rules + [.output, .threads, .quiet],
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

  private enum Format: String, CaseIterable {
    case table, csv
  }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if !arguments.operands.isEmpty {
      throw arguments.badUsage("analyze takes no levels; see its family options")
    }
    let settings = try settings(arguments)
    let trials = try arguments.count("--check", 1...UInt64(Int64.max / 4))
    if trials != nil, settings.moveLimit == nil {
      throw arguments.badUsage("--check needs a limit on moves: what never ends is not simulated")
    }
    let seed = try arguments.seed()
    if trials == nil, arguments.has("--seed") {
      throw arguments.badUsage("--seed goes with --check")
    }
    let format = try arguments.choice("--format", Format.self) ?? .table
    let threads = try arguments.threads()
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    try outputs.open(
      "--output", "table", schema: format == .csv ? AnalysisCSV.schema.name : nil, arguments)
    try outputs.open("--pars-csv", "pars", schema: ParsCSV.schema.name, arguments)

    let analysis = try analyze(settings, threads: threads, arguments)
    var checks: [SimulationCheck] = []
    if let trials {
      Terminal.say("seed \(seed)\n")
      checks = try check(analysis, trials: trials, seed: seed, threads: threads, arguments)
    }
    try outputs["table"]?.write(
      format == .csv
        ? AnalysisCSV.text(analysis, checks: checks) : AnalysisTable.text(analysis, checks: checks))
    try outputs["pars"]?.write(ParsCSV.text(analysis))
    try outputs.finish(Manifest(arguments, settings: []))
    return .done
  }

  private static func settings(_ arguments: Arguments) throws(Failure) -> FamilyAnalysis.Settings {
    let rules = try arguments.rules()
    let family = try arguments.family()
    let levels = Batch.Levels.generated(LevelGenerator(family, seed: 0, rules: rules))
    let isUnlimited = try arguments.text("--max-moves") == "unlimited"
    let moves = isUnlimited ? nil : try arguments.count("--max-moves", 1...1_000_000)
    var settings = FamilyAnalysis.Settings(
      family, rules: rules, policies: try arguments.policies(for: levels, rules),
      moveLimit: isUnlimited ? .none : moves.map { .moves(Int($0)) } ?? .standard)
    if let most = try arguments.count("--max-placements", 1...UInt64(Int64.max)) {
      settings.placementLimit = most
    }
    if let most = try arguments.count("--max-states", 1...UInt64(Int32.max / 4)) {
      settings.stateLimit = Int(most)
    }
    return settings
  }

  private static func analyze(
    _ settings: FamilyAnalysis.Settings, threads: Int, _ arguments: Arguments
  ) throws -> FamilyAnalysis {
    let progress = Progress(
      total: settings.family.placementCount, unit: "placements", isQuiet: arguments.has("--quiet"))
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
      total: 4 * trials, unit: "trials", isQuiet: arguments.has("--quiet"))
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
