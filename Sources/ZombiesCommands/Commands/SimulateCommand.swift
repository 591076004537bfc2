import ZombiesCore
import ZombiesFiles
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSystem

extension Option {
  fileprivate static let untilWidth = fraction(
    "--until-width", "W", below: "1",
    "stop when the 95% interval of every policy's win rate is narrower than W",
    note:
      "With --games, that is the win rate of games. Checked every 100 trials up to 2,000, then "
      + "after each further 5%. The interval of an exact rate has no width once every level has "
      + "been played")
  fileprivate static let byLevel = flag(
    "--by-level", "print the results of each given level, in the order given",
    note: "Cannot be combined with --games, --until-width, --tally, shards or checkpoints")
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

      --by-level prints the results of each given level in a row of its own. The table has a column
      for each policy, with results such as "won in 8" (moves), or for random, the win rate and its
      interval. The CSV has a row for each level and policy. The rows of all levels add up to the
      table without --by-level.

      Policies:

      \(HelpList.policies)
      """,
    options: [
      [
        .input, .levels, .policiesAndPrograms,
        .rounds.changing {
          $0.standardText =
            "\(Option.defaultRounds), or \(Option.mostRounds) with --until-width"
        },
        .games, .first, .maxMoves, .maxStates, .seed, .untilWidth, .byLevel, .tableFormat,
        .roundsCSV, .squaresCSV,
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
    if let checkpoint, arguments.has(.resume) {
      arguments.note(
        saved == nil
          ? "'\(checkpoint.path.text)' has no saved state: starting from the beginning\n"
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
    try plan.players.end(arguments)
    if let width = plan.width, !end.isEnough, !end.isNarrower(than: width) {
      arguments.note("the widest interval is \(end.widest) wide, not below \(width)\n")
    }

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
    let schema = plan.sources == nil ? SimulateCSV.schema : ByLevelCSV.schema
    try outputs.open(
      .output, "table", schema: plan.format.isRows ? schema : nil,
      isJSONLines: plan.format.isJSONLines, arguments)
    try outputs.open(.squaresCSV, "squares", schema: SquaresCSV.schema, arguments)
    try outputs.open(.tally, "tally", arguments)
    try outputs.open(
      .roundsCSV, "rounds", schema: RoundsCSV.schema, arguments, neededBy: checkpoint,
      at: saved?.bookmark)
    let rounds = outputs["rounds"]
    if let saved {
      // Unless the batch was complete, the unfinished file of rounds must exist.
      let isOver = plan.simulator.isOver(saved.progress, isEnough: plan.isEnough)
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
      plan.batch, countsSquares: plan.simulator.countsSquares, countsLevels: plan.sources != nil,
      mark: rounds?.length ?? 0)
  }

  /// Writes the results of a batch.
  ///
  /// - Returns: The results as they are in the tally.
  private static func write(
    _ end: BatchProgress, _ plan: Plan, to outputs: OutputSet
  ) throws -> BatchResult {
    var result = end.result
    if end.isEnough { result.whole = plan.batch.trials.lowerBound..<end.next }
    let table = outputs["table"]
    if let sources = plan.sources, let levels = end.levels {
      try write(levels, of: result, plan, sources, to: table)
    } else {
      try table?.write(
        plan.format.isRows
          ? SimulateCSV.text(result) : SimulateTable.text(result, width: table?.columns))
    }
    try outputs["squares"]?.write(SquaresCSV.text(result))
    if !end.isEnough { result.whole = plan.whole }
    try outputs["tally"]?.write(TallyFile.text(SavedTally(result)))
    return result
  }

  /// Writes the results of each level.
  private static func write(
    _ tallies: LevelTallies, of result: BatchResult, _ plan: Plan, _ sources: [LevelInput.Heading],
    to table: OutputFile?
  ) throws {
    guard plan.format.isRows else {
      try table?.write(
        ByLevelTable.text(
          tallies, of: result, sources: sources.map { "\($0)" }, width: table?.columns))
      return
    }
    try table?.write(ByLevelCSV.header)
    for (place, heading) in sources.enumerated() {
      try table?.write {
        ByLevelCSV.appendRows(
          ofLevel: place, from: "\(heading.source)", title: heading.title, tallies, of: plan.batch,
          to: &$0)
      }
    }
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

  /// The interval width that ends the batch, as a number and as given.
  let width: Double?
  let widthText: String?

  /// The source of each given level; nil without `--by-level`.
  let sources: [LevelInput.Heading]?

  /// Who plays.
  let players: Players

  var batch: Batch { simulator.batch }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    width = try arguments.optionalFraction(.untilWidth)
    widthText = try arguments.text(.untilWidth)
    if width != nil, arguments.has(.shard) {
      throw arguments.badUsage(
        "--shard cannot be combined with --until-width: the interval needs the rounds of all parts")
    }
    if arguments.has(.byLevel) { try Self.checkLevelsCanBeToldApart(arguments) }
    var sources: [LevelInput.Heading] = []
    let planned = try Self.batch(
      arguments, unless: width == nil ? nil : Option.mostRounds, &sources)
    players = planned.1
    var batch = planned.0
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

  /// Checks that `--by-level` is used with given levels and without incompatible options.
  private static func checkLevelsCanBeToldApart(_ arguments: Arguments) throws(Failure) {
    if arguments.operands.isEmpty, !arguments.has(.input) {
      throw arguments.badUsage("--by-level needs given levels: use LEVEL or --input FILE")
    }
    if arguments.has(.games) {
      throw arguments.badUsage(
        "--games cannot be combined with --by-level: a game has several levels")
    }
    if arguments.has(.untilWidth) {
      throw arguments.badUsage(
        "--until-width cannot be combined with --by-level: it needs the interval over all levels"
      )
    }
    if let option = arguments.first(of: [.shard, .tally] + Option.checkpoints) {
      throw arguments.badUsage(
        "\(option.name) cannot be combined with --by-level: tallies and checkpoints count all levels "
          + "together")
    }
  }

  /// The batch.
  ///
  /// - Parameter sources: Receives the source of each given level, with `--by-level`.
  private static func batch(
    _ arguments: Arguments, unless count: UInt64?, _ sources: inout [LevelInput.Heading]
  ) throws -> (Batch, Players) {
    let seed = try arguments.seed()
    let (unit, trials) = try arguments.trials(unless: count)
    let maxStates = try arguments.maxStates()
    let maxMoves = try arguments.maxMoves()
    let isByLevel = arguments.has(.byLevel)
    let (levels, rules) = try arguments.batchLevels(
      try arguments.rules(), seed: seed, maxStates: maxStates
    ) {
      if isByLevel { sources.append($0.heading) }
    }
    let players = try Players(for: levels, rules, arguments)
    var batch = Batch(
      levels: levels, policies: players.policies, unit: unit, trials: trials, rules: rules,
      maxMoves: maxMoves, seed: seed, stateLimit: maxStates)
    batch.outside = players.outside
    return (batch, players)
  }

  /// Whether all intervals are narrow enough; nil if no width is given.
  var isEnough: (@Sendable (BatchProgress) -> Bool)? {
    guard let width else { return nil }
    return { $0.isNarrower(than: width) }
  }

  /// The command line that resumes the run.
  var resumeLine: String { arguments.resumeLine(of: shard) }

  /// The text of a checkpoint.
  func checkpointText(_ progress: BatchProgress, _ bookmark: Bookmark?) -> String {
    var result = progress.result
    result.whole = whole
    return TallyFile.text(SavedTally(result, untilWidth: widthText, rounds: bookmark))
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
    guard saved.untilWidth == widthText else {
      throw other("until-width \(saved.untilWidth ?? "-"), not \(widthText ?? "-")")
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

extension BatchProgress {
  /// The width of the widest 95% interval of a policy's win rate.
  fileprivate var widest: Double {
    result.tallies.indices.map { result.width(at: $0) }.max() ?? 0
  }

  /// Whether the 95% intervals of all win rates are narrower than a width.
  fileprivate func isNarrower(than width: Double) -> Bool { widest < width }
}
