import ZombiesCore
import ZombiesFiles
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSystem

extension Option {
  fileprivate static let roundsCSV = file("--rounds-csv", .output, "write every round to this file")
  fileprivate static let squaresCSV = file(
    "--squares-csv", .output,
    "write to this file how often each square was visited and how often players were caught there"
  )
}

/// `zombies simulate`: rounds and games in batches.
package enum SimulateCommand {
  package static let command: Command = Command(
    name: "simulate",
    summary: "let policies play rounds or games, and count how they end",
    operands: .levels,
    details: """
      Plays rounds or games on generated or given levels, and prints a row for each policy. All
      policies play the same levels. Trial t plays the level with index t of the family. Given
      levels are played in order, again and again. With --games, a trial is a game of up to
      \(Game.standardLives) rounds, and its round r plays index \(Game.standardLives)t + r. Results
      do not depend on the number of threads.

      The columns of the table are:

      \(HelpList.batchColumns)

      Win rates are estimates, with Wilson's 95% interval. On given levels, only random depends on
      chance. The other policies always play a level in the same way, so their win rates are exact:
      the table prints a fraction such as "exactly 6/20" in place of the interval, and in CSV both
      bounds are the rate.

      Policies:

      \(HelpList.policies)
      """,
    options: [
      [
        .input, .levels, .policiesAndPrograms, .rounds, .games, .first, .maxMoves, .maxStates,
        .seed, .tableFormat, .roundsCSV, .squaresCSV,
      ],
      Option.playerOptions, [.tally, .shard], Option.checkpoints, [.manifest],
      Option.familyOptions,
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
    checkpoint?.noteResumed(
      after: "\(grouped(start.trialCount)) \(plan.batch.unit.rawValue)", arguments)
    var run = BatchRun(
      simulator: plan.simulator,
      progress: Progress(
        total: plan.batch.trialCount, begun: start.trialCount, unit: plan.batch.unit.rawValue,
        isQuiet: arguments.has(.quiet)),
      text: plan.checkpointText, resumeLine: plan.resumeLine)
    defer { run.progress.finish() }
    run.rounds = outputs["rounds"]
    run.checkpoint = checkpoint
    try run.plan()
    if checkpoint != nil { Signals.hold() }
    defer { Signals.letThrough() }
    let end = try run.play(from: start)
    run.progress.finish()
    try plan.players.end(arguments)

    // The first signal is ignored from here on: writing the files takes only a moment.
    let result = try write(end, plan, to: outputs)
    try outputs.finish(Manifest(arguments, result)) {
      // The rounds are renamed after all other files except the manifest. If the run is killed before
      // that, it can be resumed from this state. After that, the complete file exists, and the
      // bookmark fits it.
      if checkpoint?.isSaved ?? false, outputs["rounds"]?.canResume ?? false { try run.save(end) }
    }
    try checkpoint?.remove()
    return .done
  }

  /// Opens all files. A resumed run continues the file of rounds of the interrupted run.
  ///
  /// - Returns: The initial state of the batch.
  private static func open(
    _ outputs: OutputSet, _ plan: Plan, _ checkpoint: CheckpointFile?, _ saved: Saved?
  ) throws -> BatchProgress {
    let arguments = plan.arguments
    try outputs.open(
      .output, "table", schema: plan.format.isRows ? SimulateCSV.schema : nil,
      isJSONLines: plan.format.isJSONLines, arguments)
    try outputs.open(.squaresCSV, "squares", schema: SquaresCSV.schema, arguments)
    try outputs.open(.tally, "tally", arguments)
    try outputs.open(
      .roundsCSV, "rounds", schema: RoundsCSV.schema, arguments, neededBy: checkpoint,
      at: saved?.bookmark)
    let rounds = outputs["rounds"]
    if let saved {
      // Unless the batch was complete, the unfinished file of rounds must exist.
      let isOver = saved.progress.next == plan.batch.trials.upperBound
      guard rounds?.canResume ?? true || isOver else {
        throw Failure.badData(
          "the unfinished rounds CSV is missing: start again without --resume")
      }
      return saved.progress
    }
    if checkpoint != nil, let rounds, !rounds.canResume {
      throw arguments.badUsage("--rounds-csv must be a regular file if --checkpoint is used")
    }
    try rounds?.write(RoundsCSV.header)
    try rounds?.flush()
    return BatchProgress(
      plan.batch, countsSquares: plan.simulator.countsSquares, mark: rounds?.length ?? 0)
  }

  /// Writes the results of a batch.
  ///
  /// - Returns: The results as they are in the tally.
  private static func write(
    _ end: BatchProgress, _ plan: Plan, to outputs: OutputSet
  ) throws -> BatchResult {
    var result = end.result
    let table = outputs["table"]
    try table?.write(
      plan.format.isRows
        ? SimulateCSV.text(result) : SimulateTable.text(result, width: table?.columns))
    try outputs["squares"]?.write(SquaresCSV.text(result))
    result.whole = plan.whole
    try outputs["tally"]?.write(TallyFile.text(SavedTally(result)))
    return result
  }
}

/// The saved state of an interrupted run.
private typealias Saved = (progress: BatchProgress, bookmark: Bookmark?)

/// The batch that a command line describes.
private struct Plan {
  let arguments: Arguments
  let simulator: Simulator
  let format: TableFormat

  /// All trials. The batch may play only a part of them.
  let whole: Range<UInt64>
  let shard: Shard?

  /// Who plays.
  let players: Players

  var batch: Batch { simulator.batch }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    let planned = try Self.batch(arguments)
    players = planned.1
    var batch = planned.0
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

  private static func batch(_ arguments: Arguments) throws -> (Batch, Players) {
    let seed = try arguments.seed()
    let (unit, trials) = try arguments.trials()
    let maxStates = try arguments.maxStates()
    let maxMoves = try arguments.maxMoves()
    let (levels, rules) = try arguments.batchLevels(
      try arguments.rules(), seed: seed, maxStates: maxStates)
    let players = try Players(for: levels, rules, arguments)
    var batch = Batch(
      levels: levels, policies: players.policies, unit: unit, trials: trials, rules: rules,
      maxMoves: maxMoves, seed: seed, stateLimit: maxStates)
    batch.outside = players.outside
    return (batch, players)
  }

  /// The command line that resumes the run.
  var resumeLine: String { arguments.resumeLine(of: shard) }

  /// The text of a checkpoint.
  func checkpointText(_ progress: BatchProgress, _ bookmark: Bookmark?) -> String {
    var result = progress.result
    result.whole = whole
    return TallyFile.text(SavedTally(result, rounds: bookmark))
  }

  /// The saved state of an interrupted run with the same settings.
  ///
  /// - Throws: ``Failure`` with status 65 if the settings differ or the file is damaged.
  func saved(_ contents: [UInt8], in path: String) throws(Failure) -> Saved {
    let saved: SavedTally
    do throws(TallyError) { saved = try TallyFile.read(contents) } catch {
      throw .badData("\(path), \(error)")
    }
    func other(_ difference: String) -> Failure {
      .badData("'\(path)' belongs to another run: \(difference) here")
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
    let hasRounds = arguments.has(.roundsCSV)
    guard (saved.rounds != nil) == hasRounds else {
      throw other(
        hasRounds
          ? "it has no --rounds-csv, but there is one"
          : "it has --rounds-csv, but there is none")
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
