import ZombiesCore
import ZombiesFiles
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator

/// `zombies simulate`: rounds and games in batches.
enum SimulateCommand {
  static let command = Command(
    name: "simulate",
    summary: "play rounds or games by policies, and count how they end",
    operands: "[LEVEL ...]",
    details: """
      Plays trials on levels of a family, or on given ones, a row a policy; all policies play
      the same levels. Trial t plays the level with index t of the family (or level t modulo
      their number of a list); with --games a trial is a game of up to three rounds, and round
      r of it plays index 3t + r. Results are the same with any number of threads.

      A win rate has a 95% interval (Wilson's), for its trials are a sample. On given levels
      only random is sampled: all other policies play a level in one way, whose replay tells
      nothing new. Their rates are printed as the exact fraction of what was played, such as
      6/20 where each of 20 levels was played equally often; as CSV both bounds are the rate.

      Policies:
      \(policyList)
      """,
    options: [
      .input, .levels,
      Option(
        name: "--policy", value: "NAMES",
        summary: "policies with commas between, or all (unless said): optimal is one of them where "
          + "its plan is made in a moment, else it is to be named"),
      Option(
        name: "--rounds", value: "N",
        summary: "how many rounds; 100,000 unless said, or 1,000,000,000 with --until-width"),
      .games, .first, .maxMoves, .maxStates, .seed,
      Option(
        name: "--until-width", value: "W",
        summary: "end as soon as the 95% interval of every policy's win rate (of games with "
          + "--games) is narrower than W, such as 0.01: looked at every 100 trials, from 2,000 on "
          + "every twentieth part; an exact rate has no width once each level was played"),
      .tableFormat,
      Option(
        name: "--rounds-csv", value: "FILE", summary: "write every round to a file", file: .output),
      Option(
        name: "--squares-csv", value: "FILE",
        summary: "write how often each square was visited, and where players were caught",
        file: .output),
      Option(
        name: "--tally", value: "FILE",
        summary: "write all counts, for 'zombies merge'", group: .batch, file: .output),
    ] as [Option] + Option.shard + Option.checkpoint + [.manifest] as [Option] + Option.family
      + Option.rules
      + [.output, .threads, .quiet] as [Option],
    example: (
      "zombies simulate --family classic --levels any --rounds 1000",
      """
      1,000 rounds · classic, all levels · seed 0
      policy       won  caught  stuck  out  win rate   95% interval   moves      sd  p90
      random        17     982      0    1    1.700%    1.064–2.706   7.982   9.845   20
      edge         219     781      0    0   21.900%  19.447–24.568   4.083   2.632    8
      beeline      210     790      0    0   21.000%  18.589–23.633   3.812   2.460    8
      clairvoyant  614     263      0  123   61.400%  58.344–64.368  17.687  30.960  100
      optimal      219     781      0    0   21.900%  19.447–24.568   4.083   2.632    8
      """
    ),
    run: run)

  private static let policyList = Policy.builtIn.map { policy in
    let padding = String(repeating: " ", count: 12 - policy.name.count)
    return "  \(policy.name)\(padding)\(policy.summary)"
  }.joined(separator: "\n")

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

    Terminal.say("seed \(plan.batch.seed)\n")
    if let checkpoint, arguments.has("--resume") {
      Terminal.say(
        saved == nil
          ? "nothing is saved in '\(checkpoint.path.text)' yet: from the beginning\n"
          : "going on after \(grouped(start.trialCount)) \(plan.batch.unit.rawValue)\n")
    }
    var run = BatchRun(
      simulator: plan.simulator,
      progress: Progress(
        total: plan.batch.trialCount, begun: start.trialCount, unit: plan.batch.unit.rawValue,
        isQuiet: arguments.has("--quiet")),
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
      Terminal.say("the widest interval is \(end.widest) wide, not below \(width)\n")
    }

    // A first signal from here on changes nothing: the files are written, and that is soon done.
    let result = try write(end, plan, to: outputs)
    try outputs.finish(Manifest(arguments, result)) {
      // Rounds are renamed behind all but the manifest. A run that is killed before is continued
      // from here; one that is killed behind has left the whole file, which the bookmark knows.
      if checkpoint?.isSaved ?? false, outputs["rounds"]?.canResume ?? false { try run.save(end) }
    }
    try checkpoint?.remove()
    return .done
  }

  /// Opens all files, the rounds where an interrupted run left them.
  ///
  /// - Returns: Where the batch begins.
  private static func open(
    _ outputs: OutputSet, _ plan: Plan, _ checkpoint: CheckpointFile?, _ saved: Saved?
  ) throws -> BatchProgress {
    let arguments = plan.arguments
    try outputs.open(
      "--output", "table", schema: plan.format == .csv ? SimulateCSV.schema.name : nil, arguments)
    try outputs.open("--squares-csv", "squares", schema: SquaresCSV.schema.name, arguments)
    try outputs.open("--tally", "tally", arguments)
    try outputs.open(
      "--rounds-csv", "rounds", schema: RoundsCSV.schema.name, arguments, neededBy: checkpoint,
      at: saved?.bookmark)
    let rounds = outputs["rounds"]
    if let saved {
      // The rounds may be whole already, where the batch is; else their part must be there.
      let isOver = plan.simulator.isOver(saved.progress, isEnough: plan.isEnough)
      guard rounds?.canResume ?? true || isOver else {
        throw Failure.badData("the unfinished part of the rounds is gone: go on without --resume")
      }
      return saved.progress
    }
    if checkpoint != nil, let rounds, !rounds.canResume {
      throw arguments.badUsage("--checkpoint needs --rounds-csv to be a regular file")
    }
    try rounds?.write(RoundsCSV.header)
    try rounds?.flush()
    return BatchProgress(
      plan.batch, countsSquares: plan.simulator.countsSquares, mark: rounds?.length ?? 0)
  }

  /// Writes what a batch came to; returns it as the tally has it.
  private static func write(
    _ end: BatchProgress, _ plan: Plan, to outputs: OutputSet
  ) throws -> BatchResult {
    var result = end.result
    if end.isEnough { result.whole = plan.batch.trials.lowerBound..<end.next }
    try outputs["table"]?.write(
      plan.format == .csv ? SimulateCSV.text(result) : SimulateTable.text(result))
    try outputs["squares"]?.write(SquaresCSV.text(result))
    if !end.isEnough { result.whole = plan.whole }
    try outputs["tally"]?.write(TallyFile.text(SavedTally(result)))
    return result
  }
}

/// Where an interrupted run left off.
private typealias Saved = (progress: BatchProgress, bookmark: SavedTally.Bookmark?)

/// How the table is written.
private enum Format: String, CaseIterable {
  case table, csv
}

/// What a command line asks for.
private struct Plan {
  let arguments: Arguments
  let simulator: Simulator
  let format: Format

  /// All trials, of which the batch plays a part.
  let whole: Range<UInt64>
  let shard: Shard?

  /// The width that ends the batch, and as it was given.
  let width: Double?
  let widthText: String?

  var batch: Batch { simulator.batch }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    width = try arguments.fraction("--until-width")
    widthText = try arguments.text("--until-width")
    if width != nil, let option = ["--shard", "--shards"].first(where: arguments.has) {
      throw arguments.badUsage(
        "\(option) and --until-width: a part alone cannot tell when all are enough")
    }
    var batch = try Self.batch(arguments, unless: width == nil ? 100_000 : 1_000_000_000)
    whole = batch.trials
    format = try arguments.choice("--format", Format.self) ?? .table
    let threads = try arguments.threads()
    if arguments.has("--squares-csv"), batch.size == nil {
      throw arguments.badUsage("--squares-csv needs levels of one size")
    }
    shard = try arguments.shard()
    if let shard { batch.trials = shard.trials(of: whole) }
    simulator = Simulator(
      batch, threads: threads, countsSquares: arguments.has("--squares-csv"))
  }

  private static func batch(_ arguments: Arguments, unless count: UInt64) throws -> Batch {
    let rules = try arguments.rules()
    let seed = try arguments.seed()
    let (unit, trials) = try arguments.trials(unless: count)
    let maxStates = try arguments.maxStates()
    let maxMoves = try arguments.maxMoves()
    let levels = try arguments.batchLevels(rules, seed: seed, maxStates: maxStates)
    return Batch(
      levels: levels, policies: try arguments.policies(for: levels, rules), unit: unit,
      trials: trials, rules: rules, maxMoves: maxMoves, seed: seed, stateLimit: maxStates)
  }

  /// Whether it is known well enough.
  var isEnough: (@Sendable (BatchProgress) -> Bool)? {
    guard let width else { return nil }
    return { $0.isNarrower(than: width) }
  }

  /// The command that goes on with the run.
  var resumeLine: String {
    var changes: [(name: String, value: String?)] = [("--resume", "")]
    // Elsewhere no engine would number the task.
    if let shard { changes += [("--shard", shard.text), ("--shards", nil)] }
    return arguments.line(changing: changes)
  }

  /// What a checkpoint holds.
  func checkpointText(_ progress: BatchProgress, _ bookmark: SavedTally.Bookmark?) -> String {
    var result = progress.result
    result.whole = whole
    return TallyFile.text(SavedTally(result, untilWidth: widthText, rounds: bookmark))
  }

  /// Where an interrupted run left off, if it was a run of these settings.
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
    let hasRounds = arguments.has("--rounds-csv")
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
