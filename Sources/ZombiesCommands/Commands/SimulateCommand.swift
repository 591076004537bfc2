import ZombiesCore
import ZombiesFiles
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator

extension Option {
  fileprivate static let untilWidth = fraction(
    "--until-width", "W", below: "1",
    "end as soon as the 95% interval of every policy's win rate (of games with --games) is narrower "
      + "than W",
    note:
      "It is looked at after every 100 trials, from 2,000 trials on after every twentieth part. "
      + "An exact rate has no width once each level was played")
  fileprivate static let byLevel = flag(
    "--by-level", "print the results of each given level, in the order given",
    note: "Not with --games, --until-width, --tally, shards or checkpoints")
  fileprivate static let roundsCSV = file("--rounds-csv", .output, "write every round to this file")
  fileprivate static let squaresCSV = file(
    "--squares-csv", .output,
    "write how often each square was visited, and how often players were caught there, to this file"
  )
}

/// `zombies simulate`: rounds and games in batches.
enum SimulateCommand {
  static let command: Command = Command(
    name: "simulate",
    summary: "play rounds or games by policies, and count how they end",
    operands: .levels,
    details: """
      Plays trials on levels of a family, or on given levels, and prints a row for each policy. All
      policies play the same levels. Trial t plays the level with index t of the family, or level t
      modulo their number of a list. With --games a trial is a game of up to \(Game.standardLives) rounds,
      and its round r plays index \(Game.standardLives)t + r. Results are the same with any number of
      threads.

      A win rate has a 95% interval (Wilson's), because the trials are a sample. On given levels only
      random is sampled: every other policy plays a level in one way, so that playing it again
      tells nothing new. Their rates are printed as exact fractions of what was played, such as 6/20
      if each of 20 levels was played equally often; in CSV both bounds are the rate.

      --by-level tells given levels apart. The CSV has a row for each level and policy. The table has
      a row for each level: a policy other than random plays it in one way, which is shown as the
      outcome and the number of moves, such as "won in 8". The rounds are the same, so the rows of
      all levels add up to the table without --by-level.

      Policies:

      \(policyList)
      """,
    options: [
      [
        .input, .levels, .policies,
        .rounds.changing {
          $0.standardText =
            "\(grouped(Option.defaultRounds)), or \(grouped(Option.mostRounds)) with --until-width"
        },
        .games, .first, .maxMoves, .maxStates, .seed, .untilWidth, .byLevel, .tableFormat,
        .roundsCSV, .squaresCSV,
      ],
      [.tally, .shard, .shards], Option.checkpoints, [.manifest], Option.familyOptions,
      Option.ruleOptions, [.output, .threads, .quiet],
    ],
    example: (
      "zombies simulate --levels any --rounds 1000 --policy random,edge,beeline",
      """
      1,000 rounds · classic, all levels · seed 0
      policy   won  caught  stuck  out  win rate   95% interval  moves     sd  p90
      random    17     982      0    1    1.700%    1.064–2.706  7.982  9.845   20
      edge     219     781      0    0   21.900%  19.447–24.568  4.083  2.632    8
      beeline  210     790      0    0   21.000%  18.589–23.633  3.812  2.460    8
      """
    ),
    run: run)

  static let policyList: String = {
    let width = Policy.builtIn.map(\.name.count).max() ?? 0
    return Policy.builtIn.map { policy in
      let padding = String(repeating: " ", count: width + 1 - policy.name.count)
      return "  \(policy.name)\(padding)\(policy.summary)"
    }.joined(separator: "\n")
  }()

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let plan = try Plan(arguments)
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let checkpoint = try arguments.checkpoint()
    defer { checkpoint?.discard() }
    var saved: Saved?
    if let checkpoint, let contents = checkpoint.contents {
      saved = try plan.saved(contents, in: checkpoint.path.text)
    }
    let start = try open(outputs, plan, checkpoint, saved)

    arguments.note("seed \(plan.batch.seed)\n")
    if let checkpoint, arguments.has(.resume) {
      arguments.note(
        saved == nil
          ? "nothing is saved in '\(checkpoint.path.text)' yet: starting at the beginning\n"
          : "resuming after \(grouped(start.trialCount)) \(plan.batch.unit.rawValue)\n")
    }
    var run = BatchRun(
      simulator: plan.simulator,
      progress: Progress(
        total: plan.batch.trialCount, begun: start.trialCount, unit: plan.batch.unit.rawValue,
        isQuiet: arguments.has(.quiet)),
      text: plan.checkpointText, resumeLine: plan.resumeLine)
    defer { run.progress.finish() }
    run.rounds = outputs["rounds"]
    run.checkpoint = checkpoint
    run.isEnough = plan.isEnough
    try run.plan()
    if checkpoint != nil { Signals.hold() }
    defer { Signals.letThrough() }
    let end = try run.play(from: start)
    run.progress.finish()
    if let width = plan.width, !end.isEnough, !end.isNarrower(than: width) {
      arguments.note("the widest interval is \(end.widest) wide, not below \(width)\n")
    }

    // A first signal no longer matters: only the files remain to be written, which is soon done.
    let result = try write(end, plan, to: outputs)
    try outputs.finish(Manifest(arguments, result)) {
      // Rounds are renamed after all other files but the manifest. A run that is killed before that is
      // resumed from here; one that is killed afterwards has left the complete file, which the bookmark
      // describes.
      if checkpoint?.isSaved ?? false, outputs["rounds"]?.canResume ?? false { try run.save(end) }
    }
    try checkpoint?.remove()
    return .done
  }

  /// Opens all files; the file of rounds is continued where an interrupted run has left it.
  ///
  /// - Returns: The state that the batch begins with.
  private static func open(
    _ outputs: OutputSet, _ plan: Plan, _ checkpoint: CheckpointFile?, _ saved: Saved?
  ) throws -> BatchProgress {
    let arguments = plan.arguments
    let schema = plan.sources == nil ? SimulateCSV.schema : ByLevelCSV.schema
    try outputs.open(
      .output, "table", schema: plan.format == .csv ? schema.name : nil, arguments)
    try outputs.open(.squaresCSV, "squares", schema: SquaresCSV.schema.name, arguments)
    try outputs.open(.tally, "tally", arguments)
    try outputs.open(
      .roundsCSV, "rounds", schema: RoundsCSV.schema.name, arguments, neededBy: checkpoint,
      at: saved?.bookmark)
    let rounds = outputs["rounds"]
    if let saved {
      // If the batch was complete, the rounds may be complete too; otherwise their part must exist.
      let isOver = plan.simulator.isOver(saved.progress, isEnough: plan.isEnough)
      guard rounds?.canResume ?? true || isOver else {
        throw Failure.badData(
          "the unfinished part of the rounds is gone: start again without --resume")
      }
      return saved.progress
    }
    if checkpoint != nil, let rounds, !rounds.canResume {
      throw arguments.badUsage("--checkpoint needs --rounds-csv to be a regular file")
    }
    try rounds?.write(RoundsCSV.header)
    try rounds?.flush()
    return BatchProgress(
      plan.batch, countsSquares: plan.simulator.countsSquares, countsLevels: plan.sources != nil,
      mark: rounds?.length ?? 0)
  }

  /// Writes the results of a batch; returns them as they are in the tally.
  private static func write(
    _ end: BatchProgress, _ plan: Plan, to outputs: OutputSet
  ) throws -> BatchResult {
    var result = end.result
    if end.isEnough { result.whole = plan.batch.trials.lowerBound..<end.next }
    let table = outputs["table"]
    if let sources = plan.sources, let levels = end.levels {
      try write(levels, of: result, plan, sources: sources, to: table)
    } else {
      try table?.write(
        plan.format == .csv
          ? SimulateCSV.text(result) : SimulateTable.text(result, width: table?.columns))
    }
    try outputs["squares"]?.write(SquaresCSV.text(result))
    if !end.isEnough { result.whole = plan.whole }
    try outputs["tally"]?.write(TallyFile.text(SavedTally(result)))
    return result
  }

  /// Writes the results by level.
  private static func write(
    _ tallies: LevelTallies, of result: BatchResult, _ plan: Plan, sources: [String],
    to table: OutputFile?
  ) throws {
    guard plan.format == .csv else {
      try table?.write(
        ByLevelTable.text(tallies, of: result, sources: sources, width: table?.columns))
      return
    }
    try table?.write(ByLevelCSV.header)
    for (place, source) in sources.enumerated() {
      try table?.write {
        ByLevelCSV.appendRows(ofLevel: place, from: source, tallies, of: plan.batch, to: &$0)
      }
    }
  }
}

/// The state that an interrupted run has saved.
private typealias Saved = (progress: BatchProgress, bookmark: SavedTally.Bookmark?)

/// The batch that a command line asks for.
private struct Plan {
  let arguments: Arguments
  let simulator: Simulator
  let format: TableFormat

  /// All trials, of which the batch may play only a part.
  let whole: Range<UInt64>
  let shard: Shard?

  /// The width that ends the batch, and as it was given.
  let width: Double?
  let widthText: String?

  /// Where each given level was found; nil if its results are not wanted.
  let sources: [String]?

  var batch: Batch { simulator.batch }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    width = try arguments.optionalFraction(.untilWidth)
    widthText = try arguments.text(.untilWidth)
    if width != nil, let option = arguments.first(of: [.shard, .shards]) {
      throw arguments.badUsage(
        "\(option.name) and --until-width: a part alone cannot tell when all parts are enough")
    }
    if arguments.has(.byLevel) { try Self.checkLevelsCanBeToldApart(arguments) }
    var sources: [String] = []
    var batch = try Self.batch(
      arguments, unless: width == nil ? nil : Option.mostRounds, &sources)
    self.sources = arguments.has(.byLevel) ? sources : nil
    whole = batch.trials
    format = try arguments.choice(.tableFormat)
    let threads = try arguments.threads()
    if arguments.has(.squaresCSV), batch.size == nil {
      throw arguments.badUsage("--squares-csv needs levels of one size")
    }
    shard = try arguments.shard()
    if let shard { batch.trials = shard.trials(of: whole) }
    simulator = try Simulator(
      batch, threads: threads, countsSquares: arguments.has(.squaresCSV))
  }

  /// Checks that `--by-level` is used with given levels, and with nothing that it cannot be combined with.
  private static func checkLevelsCanBeToldApart(_ arguments: Arguments) throws(Failure) {
    if arguments.operands.isEmpty, !arguments.has(.input) {
      throw arguments.badUsage(
        "--by-level needs given levels, LEVEL or --input FILE: of a family, each trial plays another "
          + "level")
    }
    if arguments.has(.games) {
      throw arguments.badUsage("--games and --by-level: a game is played on several levels")
    }
    if arguments.has(.untilWidth) {
      throw arguments.badUsage(
        "--until-width and --by-level: the interval that ends the run is that of all levels together"
      )
    }
    if let option = arguments.first(of: [.shard, .shards, .tally] + Option.checkpoints) {
      throw arguments.badUsage(
        "\(option.name) and --by-level: tallies and checkpoints have the counts of all levels "
          + "together")
    }
  }

  /// The batch.
  ///
  /// - Parameter sources: Receives where each given level was found, if their results are wanted.
  private static func batch(
    _ arguments: Arguments, unless count: UInt64?, _ sources: inout [String]
  ) throws -> Batch {
    let rules = try arguments.rules()
    let seed = try arguments.seed()
    let (unit, trials) = try arguments.trials(unless: count)
    let maxStates = try arguments.maxStates()
    let maxMoves = try arguments.maxMoves()
    let isByLevel = arguments.has(.byLevel)
    let levels = try arguments.batchLevels(rules, seed: seed, maxStates: maxStates) {
      if isByLevel { sources.append("\($0.source)") }
    }
    return Batch(
      levels: levels, policies: try arguments.policies(for: levels, rules), unit: unit,
      trials: trials, rules: rules, maxMoves: maxMoves, seed: seed, stateLimit: maxStates)
  }

  /// Whether all intervals are narrow enough; nil if no width is given.
  var isEnough: (@Sendable (BatchProgress) -> Bool)? {
    guard let width else { return nil }
    return { $0.isNarrower(than: width) }
  }

  /// The command that resumes the run.
  var resumeLine: String {
    var changes: [(option: Option, value: String?)] = [(.resume, "")]
    // Where the run is resumed, no engine may number the task.
    if let shard { changes += [(.shard, shard.text), (.shards, nil)] }
    return arguments.line(changing: changes)
  }

  /// The text of a checkpoint.
  func checkpointText(_ progress: BatchProgress, _ bookmark: SavedTally.Bookmark?) -> String {
    var result = progress.result
    result.whole = whole
    return TallyFile.text(SavedTally(result, untilWidth: widthText, rounds: bookmark))
  }

  /// The state that an interrupted run has saved, if it had the same settings.
  func saved(_ contents: [UInt8], in path: String) throws(Failure) -> Saved {
    let saved: SavedTally
    do throws(TallyError) { saved = try TallyFile.read(contents) } catch {
      throw .badData("\(path), \(error)")
    }
    func other(_ difference: String) -> Failure {
      .badData("'\(path)' is of another run: \(difference) here")
    }
    let settings = BatchSettings(batch, countsSquares: simulator.countsSquares)
    if let difference = TallyFile.difference(saved.result.settings, from: settings) {
      throw other(difference)
    }
    guard saved.result.whole == whole else {
      throw other(
        "trials \(TallyFile.text(of: RangeSet(saved.result.whole))), not "
          + TallyFile.text(of: RangeSet(whole)))
    }
    guard saved.untilWidth == widthText else {
      throw other("until-width \(saved.untilWidth ?? "-"), not \(widthText ?? "-")")
    }
    let hasRounds = arguments.has(.roundsCSV)
    guard (saved.rounds != nil) == hasRounds else {
      throw other(hasRounds ? "no --rounds-csv, and one" : "--rounds-csv, and none")
    }
    let played = saved.result.played
    let next = batch.trials.lowerBound + min(played.count, batch.trialCount)
    guard played == RangeSet(batch.trials.lowerBound..<next) else {
      throw other(
        "trials \(TallyFile.text(of: played)) were played, not the first ones of "
          + TallyFile.text(of: RangeSet(batch.trials)))
    }
    var result = saved.result
    result.whole = batch.trials
    return (BatchProgress(result, mark: saved.rounds?.length ?? 0), saved.rounds)
  }
}

extension BatchProgress {
  /// The width of the widest 95% interval of a policy's win rate.
  fileprivate var widest: Double {
    result.tallies.indices.map { result.width(at: $0) }.max() ?? 0
  }

  /// Whether the 95% intervals of all win rates are narrower than a width.
  fileprivate func isNarrower(than width: Double) -> Bool { widest < width }
}
