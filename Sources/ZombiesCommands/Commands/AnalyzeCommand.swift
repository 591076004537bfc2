import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSystem

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
package enum AnalyzeCommand {
  package static let command: Command = Command(
    name: "analyze",
    summary: "compute exact results of each policy over a family",
    details: """
      Computes exact results over all placements of a family. The first table shows how many
      placements have each par. The second has two rows for each policy, one for all placements and
      one for the solvable ones, with these columns:

      \(columns)

      The family and rule options accept lists, as in 'zombies sweep'. Each combination has tables of
      its own, and its rows in CSV. A combination that is too large, or that a policy cannot play, has
      rows without results, and a note says so before the work begins.

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
        .policiesAndPrograms, .exactMoves, .check, .seed.saying("seed of --check"), .maxPlacements,
        .analyzedStates, .tableFormat, .parsCSV,
      ],
      Option.playerOptions, Option.lists(Option.familyOptions),
      [.lit.saying("light all rooms from the beginning")], Option.lists(Option.ruleOptions),
      [.output, .manifest, .threads, .quiet],
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
    let grid = try AnalysisGrid(arguments)
    let trials: UInt64? = try arguments.optionalNumber(.check)
    if trials != nil, grid.isUnlimited {
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

    if trials != nil { arguments.note("seed \(seed)\n") }
    grid.note(arguments)
    let (table, pars) = (outputs["table"], outputs["pars"])
    // The headers wait for the first analysis, because a run that fails prints nothing.
    var (before, parsBefore) = (format.isRows ? AnalysisCSV.header : "", ParsCSV.schema.header)
    for planned in grid.settings {
      var settings = planned
      let programs = try grid.programs.start(
        AnalysisGrid.levels(settings.family, settings.rules), settings.rules, arguments)
      if !programs.outside.isEmpty {
        settings.policies = settings.policies.map { policy in
          programs.policies.first { $0 == policy } ?? policy
        }
        settings.outside = {
          [rules = settings.rules, limit = settings.moveLimit]
          (policy: Policy, level: Level) throws(PolicyError) -> (outcome: Outcome, moves: Int)? in
          do throws(OutsideError) {
            let round = try programs.play(
              policy, level, RoundKey(seed: 0, trial: 0), rules, limit: limit)
            guard let round, let outcome = round.outcome else { return nil }
            return (outcome, round.path.count)
          } catch {
            throw .cannotPlay(error.reason)
          }
        }
      }
      let analysis: FamilyAnalysis
      do throws(AnalysisError) {
        analysis = try analyze(settings, threads: threads, arguments)
      } catch {
        if let reason = programs.failure { throw Failure(status: .player, message: reason) }
        // One of several combinations has rows without results.
        guard grid.settings.count > 1 else { throw failure(error, arguments) }
        if FamilyAnalysis.obstacle(to: settings) == nil {
          arguments.note("no exact results: \(error)\n")
        }
        try table?.write(
          before
            + (format.isRows
              ? AnalysisCSV.emptyRows(settings, of: grid.policies)
              : AnalysisTable.text(settings, error, among: grid.rules)))
        before = format.isRows ? "" : "\n"
        continue
      }
      var checks: [SimulationCheck] = []
      if let trials {
        checks = try check(
          analysis, programs, trials: trials, seed: seed, threads: threads, arguments)
      }
      try programs.end(arguments)
      try table?.write(
        before
          + (format.isRows
            ? AnalysisCSV.rows(analysis, checks: checks, of: grid.policies)
            : AnalysisTable.text(
              analysis, checks: checks, width: table?.columns, among: grid.rules)))
      try pars?.write(parsBefore + ParsCSV.rows(analysis))
      (before, parsBefore) = (format.isRows ? "" : "\n", "")
    }
    try pars?.write(parsBefore)
    try outputs.finish(Manifest(arguments))
    return .done
  }

  private static func analyze(
    _ settings: FamilyAnalysis.Settings, threads: Int, _ arguments: Arguments
  ) throws(AnalysisError) -> FamilyAnalysis {
    let progress = Progress(
      total: settings.family.placementCount, unit: "placements", isQuiet: arguments.has(.quiet))
    defer { progress.finish() }
    return try FamilyAnalysis(of: settings, threads: threads) { progress.update($0) }
  }

  private static func failure(_ error: AnalysisError, _ arguments: Arguments) -> Failure {
    switch error {
    case .tooManyPlacements: arguments.badUsage("\(error) (--max-placements)")
    case .tooManyStates: arguments.badUsage("\(error) (--max-states)")
    case .noPlacement, .noPlan: arguments.badUsage("\(error)")
    case .gaveUp: .badData("\(error) (--max-states)")
    case .notComputed, .policy: .badData("\(error)")
    }
  }

  private static func check(
    _ analysis: FamilyAnalysis, _ programs: Players, trials: UInt64, seed: UInt64, threads: Int,
    _ arguments: Arguments
  ) throws -> [SimulationCheck] {
    let progress = Progress(
      total: 4 * trials, unit: "trials", isQuiet: arguments.has(.quiet))
    defer { progress.finish() }
    do throws(SimulationError) {
      return try analysis.check(
        trials: trials, seed: seed, threads: threads, outside: programs.outside
      ) {
        progress.update($0)
      }
    } catch {
      if case .program(let reason) = error { throw Failure(status: .player, message: reason) }
      throw Failure.badData("\(error)")
    }
  }
}

/// The combinations to analyze.
private struct AnalysisGrid {
  /// The settings of each combination, with the policies that play it.
  let settings: [FamilyAnalysis.Settings]
  /// The policies that have rows for every combination.
  let policies: [Policy]
  /// The rules of all combinations.
  let rules: [Rules]
  /// Whether moves are not limited.
  let isUnlimited: Bool

  /// The policies that play each of several combinations; nil if there is only one.
  private var players: PolicyGrid?

  /// The programs among them.
  let programs: ProgramGrid

  init(_ arguments: Arguments) throws(Failure) {
    let rules = try arguments.ruleGrid()
    let grid = try arguments.grid(try arguments.familyGrid(), rules, [.any])
    isUnlimited = try arguments.text(.exactMoves) == Option.unlimited
    let moves: Int? = try arguments.optionalNumber(.exactMoves)
    let placementLimit: UInt64 = try arguments.number(.maxPlacements)
    let stateLimit: Int = try arguments.number(.analyzedStates)
    var (playing, policies): ([[Policy]], [Policy])
    if grid.count > 1 {
      let players = try PolicyGrid(grid.map { (Self.levels($0.0, $0.1), $0.1) }, arguments)
      (playing, policies, self.players) = (players.playing, players.policies, players)
      programs = players.programs
    } else {
      // If a named policy cannot play the only combination, the analysis reports an error.
      let levels = Self.levels(grid[0].0, grid[0].1)
      programs = try ProgramGrid(levels, grid[0].1, arguments)
      policies = try arguments.policies(for: levels, grid[0].1) + programs.policies
      playing = [policies]
    }
    let limit: FamilyAnalysis.MoveLimit =
      isUnlimited ? .none : moves.map { .moves($0) } ?? .standard
    // If --policy names a policy without exact values, the analysis reports an error.
    if try arguments.policies() == nil {
      policies.removeAll { !$0.hasExactValues }
      playing = playing.map { $0.filter(\.hasExactValues) }
    }
    self.policies = policies
    settings = zip(grid, playing).map { combination, policies in
      var settings = FamilyAnalysis.Settings(
        combination.0, rules: combination.1, policies: policies, moveLimit: limit)
      settings.placementLimit = placementLimit
      settings.stateLimit = stateLimit
      return settings
    }
    self.rules = grid.count > 1 ? rules : []
  }

  static func levels(_ family: Family, _ rules: Rules) -> Batch.Levels {
    .generated(LevelGenerator(family, seed: 0, rules: rules))
  }

  /// Notes which of several combinations, or of their policies, have no results.
  func note(_ arguments: Arguments) {
    guard let players else { return }
    players.note(arguments)
    let obstacles = settings.compactMap(FamilyAnalysis.obstacle(to:))
    guard let first = obstacles.first else { return }
    arguments.note(
      "no exact results in \(grouped(obstacles.count)) of "
        + "\(counted(settings.count, "combination")); the first: \(first)\n")
  }
}
