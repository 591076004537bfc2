import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator

/// `zombies sweep`: a batch for each setting of a grid.
enum SweepCommand {
  static let command = Command(
    name: "sweep",
    summary: "play a batch for each combination of settings, into one table",
    operands: "",
    details: """
      The family and rule options take lists and ranges: --zombies 0,2 or --zombies 1..4,
      --chase longest,vertical, --family classic,6x6z1,6x6z1+lit; --size takes 5..8 or 5,6 for
      square rooms, and 5x6. Each combination is played as 'zombies simulate' plays it, and has
      the same rows, as CSV: a row a policy, settings in the order of the options below, the
      last one changing fastest. A combination that admits no level has rows without results,
      and stderr says why.
      """,
    options: options.map(listed) + [
      Option(
        name: "--lit", summary: "all rooms are lit from the beginning", group: .family),
      Option(
        name: "--levels", value: "LIST",
        summary: "solvable (unless said) levels of the family, any placements, or both"),
      Option(
        name: "--policy", value: "NAMES",
        summary: "policies with commas between, or all (unless said)"),
      Option(
        name: "--rounds", value: "N", summary: "how many rounds of each; 100,000 unless said"),
      .games, .first, .maxMoves, .maxStates, .seed,
    ] + Option.checkpoint + [.manifest, .output, .threads, .quiet],
    example: (
      "zombies sweep --size 5,6 --zombies 1,2 --policy edge --rounds 1e3 | cut -d, -f1-3,21",
      """
      policy,rounds,won,family
      edge,1000,567,5x5z1
      edge,1000,372,classic
      edge,1000,567,6x6z1
      edge,1000,345,6x6z2
      """
    ),
    run: run)

  /// The options that take lists, the one that changes slowest first.
  private static let options = (Option.family + Option.rules).filter { $0.value != nil }

  private static func listed(_ option: Option) -> Option {
    Option(
      name: option.name, alias: option.alias, value: "LIST", summary: option.summary,
      group: option.group)
  }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if !arguments.operands.isEmpty {
      throw arguments.badUsage("sweep takes no levels; see its options")
    }
    let sweep = try Sweep(arguments)
    let threads = try arguments.threads()
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let checkpoint = try arguments.checkpoint()
    defer { checkpoint?.discard() }
    var saved = SavedSweep(grid: sweep.grid, done: 0, rows: "")
    if let contents = checkpoint?.contents {
      saved = try sweep.resumed(contents, from: checkpoint?.path.text ?? "")
    }
    try outputs.open("--output", "table", schema: SimulateCSV.schema.name, arguments)
    Terminal.say("seed \(sweep.seed)\n")
    if let checkpoint, arguments.has("--resume") {
      Terminal.say(
        checkpoint.contents == nil
          ? "nothing is saved in '\(checkpoint.path.text)' yet: from the beginning\n"
          : "going on after \(grouped(saved.done)) of \(grouped(sweep.batches.count)) settings\n")
    }
    let trials = sweep.batches[0].trialCount
    let all = trials.multipliedReportingOverflow(by: UInt64(sweep.batches.count))
    let begun = saved.done &* trials &+ (saved.tally?.result.played.count ?? 0)
    let progress = Progress(
      total: all.overflow ? nil : all.partialValue, begun: begun, unit: sweep.unit.rawValue,
      isQuiet: arguments.has("--quiet"))
    defer { progress.finish() }
    if checkpoint != nil { Signals.hold() }
    defer { Signals.letThrough() }
    let line = arguments.line(changing: [("--resume", "")])

    for (place, batch) in sweep.batches.enumerated().dropFirst(Int(saved.done)) {
      var run = BatchRun(
        simulator: Simulator(batch, threads: threads), progress: progress, checkpoint: checkpoint,
        text: { [saved] state, _ in
          var saved = saved
          saved.tally = SavedTally(state.result)
          return SweepFile.text(saved)
        }, resumeLine: line)
      run.trialsBefore = UInt64(place) &* trials
      run.trialsInAll = all.partialValue
      var start = BatchProgress(batch)
      if let tally = saved.tally { start = BatchProgress(tally.result) }
      saved.tally = nil
      saved.rows += try rows(of: run, from: start, progress)
      saved.done += 1
      run.text = { [saved] _, _ in SweepFile.text(saved) }
      if let checkpoint, checkpoint.isDue { try checkpoint.save(SweepFile.text(saved)) }
      if checkpoint != nil, let signal = Signals.caught {
        run.trialsBefore &+= trials
        throw try run.interruption(BatchProgress(batch), signal)
      }
    }
    progress.finish()
    try outputs["table"]?.write(SimulateCSV.header + saved.rows)
    try outputs.finish(Manifest(arguments, settings: sweep.settings))
    try checkpoint?.remove()
    return .done
  }

  /// The rows of a setting, without results where it admits no level.
  private static func rows(
    of run: BatchRun, from start: BatchProgress, _ progress: Progress
  ) throws -> String {
    let batch = run.simulator.batch
    guard case .generated(let generator) = batch.levels else { return "" }
    do {
      try generator.checkPlacements()
      return SimulateCSV.rows(try run.playBatch(from: start).result)
    } catch let error as GenerationError {
      return empty(batch, error)
    } catch SimulationError.generation(let error) {
      if case .gaveUp = error { throw Failure.badData(batch.message(of: .generation(error))) }
      return empty(batch, error)
    } catch let error as SimulationError {
      throw Failure.badData(batch.message(of: error))
    }
    func empty(_ batch: Batch, _ error: GenerationError) -> String {
      progress.finish()
      Terminal.say("no levels: \(batch.message(of: .generation(error)))\n")
      return SimulateCSV.emptyRows(BatchSettings(batch), first: batch.trials.lowerBound)
    }
  }
}

/// The grid of a sweep.
private struct Sweep {
  /// A batch for each setting, at least one.
  let batches: [Batch]
  let unit: Batch.Unit
  let seed: UInt64

  /// The hash of all settings and trials.
  let grid: String

  init(_ arguments: Arguments) throws(Failure) {
    seed = try arguments.seed()
    let (unit, trials) = try arguments.trials(unless: 100_000)
    self.unit = unit
    let maxStates = try arguments.maxStates()
    let maxMoves = try arguments.maxMoves()
    let selections = try arguments.choices("--levels", LevelSelection.self) ?? [.solvable]
    let families = try arguments.familyGrid()
    var batches: [Batch] = []
    for (family, rules, selection) in try arguments.grid(families, selections) {
      let generator = LevelGenerator(
        family, seed: seed, rules: rules, selection: selection, stateLimit: maxStates)
      let levels = Batch.Levels.generated(generator)
      batches.append(
        Batch(
          levels: levels, policies: try arguments.policies(for: levels, rules), unit: unit,
          trials: trials, rules: rules, maxMoves: maxMoves, seed: seed, stateLimit: maxStates))
    }
    self.batches = batches
    var hash = SHA256()
    for batch in batches {
      let settings = TallyFile.lines(of: BatchSettings(batch)).map { "\($0.key) \($0.value)\n" }
      hash.update(Array(settings.joined().utf8))
    }
    hash.update(Array(TallyFile.text(of: RangeSet(trials)).utf8))
    grid = hash.hex
  }

  /// All that play in one setting or another.
  private var policies: [Policy] {
    batches.max { $0.policies.count < $1.policies.count }?.policies ?? []
  }

  /// What a manifest says of the sweep; each row of the table says the rest.
  var settings: [(key: String, value: String)] {
    [
      ("unit", unit.rawValue), ("trials", TallyFile.text(of: RangeSet(batches[0].trials))),
      ("policies", policies.map(\.name).joined(separator: ",")),
      ("seed", String(seed)), ("combinations", String(batches.count)), ("grid", grid),
    ]
  }

  /// Where an interrupted sweep left off, if it was this one.
  func resumed(_ contents: [UInt8], from path: String) throws(Failure) -> SavedSweep {
    let saved: SavedSweep
    do throws(TallyError) { saved = try SweepFile.read(contents) } catch {
      throw .badData("\(path), \(error)")
    }
    let rows = saved.rows.split(separator: "\n").count
    guard saved.grid == grid, saved.done <= UInt64(batches.count),
      rows == batches.prefix(Int(saved.done)).map(\.policies.count).reduce(0, +)
    else { throw .badData("'\(path)' is of another sweep: its settings or trials differ") }
    guard let result = saved.tally?.result else { return saved }
    let isNext = saved.done < UInt64(batches.count)
    guard isNext, BatchSettings(batches[Int(saved.done)]) == result.settings,
      result.whole == batches[0].trials,
      result.played
        == RangeSet(
          result.whole.lowerBound..<result.whole.lowerBound + result.played.count)
    else { throw .badData("'\(path)' is damaged: its tally is not of the setting under way") }
    return saved
  }
}
