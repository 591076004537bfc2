import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator

extension Option {
  fileprivate static let exactValues = flag(
    "--exact", "also compute exact values, in two more columns")
  fileprivate static let sweepPage = file(
    "--html", .output, "also write an HTML page with charts of the win rates")
}

/// `zombies sweep`: a batch for each combination of settings.
enum SweepCommand {
  static let command: Command = Command(
    name: "sweep",
    summary: "play a batch for each combination of settings, into one table",
    operands: .levels,
    details: """
      The family and rule options accept lists and ranges: --zombies 0,2 or --zombies 1..4, --blocks
      0..12:3 for every third number, --chase longest,vertical, --family classic,6x6z1,6x6z1+lit.
      --size accepts 5x6, and for square rooms 5, 5..8 or 4..8:2. You can also repeat an option, as
      in --zombies 0 --zombies 2. sweep plays each combination as 'zombies simulate' plays it, and
      prints the same CSV rows, one for each policy. The settings change in the order of the options
      below, with the last one changing fastest.

      A combination without levels has rows without results, and a note explains why. A policy also
      has rows without results in a combination that it cannot play. This affects only optimal. With
      --policy all, optimal plays the combinations whose plans take just a moment to make, and
      cautious those with rooms of up to \(Policy.quickCautiousSquares) squares.

      Given levels, as operands or with --input, replace the levels of a family. They are played
      under each combination of the rules.

      --exact computes the values of 'zombies analyze' for each combination, within its default
      limits, and appends the columns exact_win_rate and exact_moves_mean. The page shows these
      shares instead of the simulated ones. The cells are empty for given levels and for families
      that are too large, and a note says so before the first round.

      'zombies schema simulate' describes the columns, and 'zombies schema sweep' those of --exact.

      Policies:

      \(HelpList.policies)
      """,
    options: [
      [
        .input, .levels.saying("placements of each family to play").asList, .policies,
        .rounds.saying("number of rounds of each combination"), .games, .first,
        .maxMoves, .maxStates, .seed, .exactValues, .sweepPage,
        .rowFormat,
      ],
      Option.checkpoints, [.manifest], asLists(Option.familyOptions),
      [.lit.saying("light all rooms from the beginning")], asLists(Option.ruleOptions),
      [.output, .threads, .quiet],
    ],
    writes: .csv,
    example: (
      "zombies sweep --size 5,6 --zombies 1,2 --policy edge --rounds 1e3 |\ncut -d, -f1-3,29,31",
      """
      policy,rounds,won,rows,zombies
      edge,1000,567,5,1
      edge,1000,372,5,2
      edge,1000,567,6,1
      edge,1000,345,6,2
      """
    ),
    run: run)

  /// The options with values, which accept lists here.
  private static func asLists(_ options: [Option]) -> [Option] {
    options.filter { $0.value != nil }.map(\.asList)
  }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
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
    try outputs.open(
      .output, "table", schema: sweep.schema,
      isJSONLines: try arguments.choice(.rowFormat, as: RowFormat.self).isJSONLines, arguments)
    try outputs.open(.sweepPage, "page", arguments)
    arguments.note("seed \(sweep.seed)\n")
    if let checkpoint, arguments.has(.resume) {
      arguments.note(
        checkpoint.contents == nil
          ? "'\(checkpoint.path.text)' has no saved state: starting from the beginning\n"
          : "resuming after \(grouped(saved.done)) of "
            + "\(counted(sweep.batches.count, "combination"))\n")
    }
    sweep.noteWhoDoesNotPlay(arguments)
    sweep.noteMissingExactValues(arguments)
    let exactValues = ExactValues(threads: threads)
    let trials = sweep.trialCount
    let all = trials.multipliedReportingOverflow(by: UInt64(sweep.batches.count))
    let begun = saved.done &* trials &+ (saved.tally?.result.played.count ?? 0)
    let progress = Progress(
      total: all.overflow ? nil : all.partialValue, begun: begun, unit: sweep.unit.rawValue,
      isQuiet: arguments.has(.quiet))
    defer { progress.finish() }
    if checkpoint != nil { Signals.hold() }
    defer { Signals.letThrough() }
    let line = arguments.line(changing: [(.resume, "")])

    for (place, batch) in sweep.batches.enumerated().dropFirst(Int(saved.done)) {
      var run = BatchRun(
        simulator: try Simulator(batch, threads: threads), progress: progress,
        checkpoint: checkpoint,
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
      saved.rows += try rows(
        of: run, from: start, for: sweep.policies, arguments,
        exactValues: sweep.hasExact
          ? {
            exactValues.ofPolicies(in: batch) { problem in
              progress.finish()
              arguments.note("no exact values: \(problem)\n")
            }
          } : nil)
      saved.done += 1
      run.text = { [saved] _, _ in SweepFile.text(saved) }
      if let checkpoint, checkpoint.isDue { try checkpoint.save(SweepFile.text(saved)) }
      if checkpoint != nil, let signal = Signals.caught {
        run.trialsBefore &+= trials
        throw try run.interruption(BatchProgress(batch), signal)
      }
    }
    progress.finish()
    let table = sweep.schema.header + saved.rows
    try outputs["table"]?.write(table)
    // A resumed sweep has the earlier rows as text only.
    let page = SweepPage(
      csv: table, command: arguments.lineOfSettings(), version: Tool.version)
    if let html = page?.html { try outputs["page"]?.write(html) }
    try outputs.finish(Manifest(arguments, settings: sweep.settings(played: saved.rows)))
    try checkpoint?.remove()
    return .done
  }

  /// The rows of a combination, one for each policy of the sweep.
  ///
  /// A policy that does not play the combination has a row without results. If the combination has no
  /// levels, all rows are like that.
  ///
  /// - Parameter exactValues: The exact values by policy; nil for rows without their columns.
  private static func rows(
    of run: BatchRun, from start: BatchProgress, for policies: [Policy], _ arguments: Arguments,
    exactValues: (() -> [Policy: PolicyAnalysis])?
  ) throws -> String {
    let batch = run.simulator.batch
    func empty(_ policies: [Policy]) -> String {
      var unplayed = batch
      unplayed.policies = policies
      return SimulateCSV.emptyRows(
        BatchSettings(unplayed), first: batch.trials.lowerBound, hasExact: exactValues != nil)
    }
    func withoutLevels(_ error: GenerationError) -> String {
      run.progress.finish()
      arguments.note("no levels: \(batch.message(of: .generation(error)))\n")
      return empty(policies)
    }
    do {
      if case .generated(let generator) = batch.levels { try generator.checkPlacements() }
      if batch.policies.isEmpty { return empty(policies) }
      let result = try run.playBatch(from: start).result
      let rows = exactValues.map { SimulateCSV.rows(result, exact: $0()) }
      var played = (rows ?? SimulateCSV.rows(result)).split(separator: "\n")[...]
      return policies.map { policy in
        batch.policies.contains(policy)
          ? played.popFirst().map { $0 + "\n" } ?? "" : empty([policy])
      }.joined()
    } catch let error as GenerationError {
      return withoutLevels(error)
    } catch SimulationError.generation(let error) {
      if case .gaveUp = error { throw Failure.badData(batch.message(of: .generation(error))) }
      return withoutLevels(error)
    } catch let error as SimulationError {
      throw Failure.badData(batch.message(of: error))
    }
  }
}

/// The exact values of the combinations of a sweep.
private final class ExactValues {
  let threads: Int

  /// The last analysis. The next combination often differs only in the selection of levels.
  private var last: (settings: FamilyAnalysis.Settings, analysis: FamilyAnalysis)?

  init(threads: Int) { self.threads = threads }

  /// The settings of a combination's analysis; nil for given levels.
  static func settings(of batch: Batch) -> FamilyAnalysis.Settings? {
    guard case .generated(let generator) = batch.levels else { return nil }
    return FamilyAnalysis.Settings(
      generator.family, rules: batch.rules, policies: batch.policies.filter(\.hasExactValues),
      moveLimit: .moves(batch.moveLimit(in: generator.family.size)))
  }

  /// The exact values of a combination by policy; empty if they cannot be computed.
  ///
  /// - Parameter explain: Receives the reason why they cannot, if it was not known in advance.
  func ofPolicies(
    in batch: Batch, explain: (AnalysisError) -> Void
  ) -> [Policy: PolicyAnalysis] {
    guard case .generated(let generator) = batch.levels, let settings = Self.settings(of: batch),
      FamilyAnalysis.obstacle(to: settings) == nil
    else { return [:] }
    if last.map({ $0.settings.isSame(as: settings) }) != true {
      do throws(AnalysisError) {
        last = (settings, try FamilyAnalysis(of: settings, threads: threads))
      } catch {
        explain(error)
        return [:]
      }
    }
    let values = last?.analysis.policies.filter { $0.levels == generator.selection } ?? []
    return Dictionary(values.map { ($0.policy, $0) }) { first, _ in first }
  }
}

extension FamilyAnalysis.Settings {
  /// Whether two analyses of a sweep have the same settings. They have the same limits.
  fileprivate func isSame(as other: Self) -> Bool {
    family == other.family && rules == other.rules && policies == other.policies
      && moveLimit == other.moveLimit
  }
}

/// The combinations of a sweep.
private struct Sweep {
  /// A batch for each combination, with the policies that play it. There is at least one.
  let batches: [Batch]
  /// The policies that were named or play some combination. Each has a row for every combination.
  let policies: [Policy]
  /// The first combination that `optimal` should play but does not, with the reason if it cannot play it;
  /// nil if it plays all.
  private let firstLeftOut: (batch: Batch, obstacle: PlanError?)?
  let unit: Batch.Unit
  let seed: UInt64

  /// Whether exact values are computed too.
  let hasExact: Bool

  /// The columns.
  var schema: TableSchema { hasExact ? SimulateCSV.exactSchema : SimulateCSV.schema }

  /// The hash of all combinations and trials.
  let grid: String

  init(_ arguments: Arguments) throws(Failure) {
    let seed = try arguments.seed()
    self.seed = seed
    hasExact = arguments.has(.exactValues)
    let (unit, trials) = try arguments.trials()
    self.unit = unit
    let maxStates = try arguments.maxStates()
    let maxMoves = try arguments.maxMoves()
    let rules = try arguments.ruleGrid()
    let settings: [(levels: Batch.Levels, rules: Rules)]
    if let given = try arguments.givenLevels(rules) {
      settings = given.rules.map { (.list(given.levels), $0) }
    } else {
      let selections = try arguments.choices(.levels, as: LevelSelection.self) ?? []
      settings = try arguments.grid(try arguments.familyGrid(), rules, selections).map {
        let generator = LevelGenerator(
          $0, seed: seed, rules: $1, selection: $2, stateLimit: maxStates)
        return (.generated(generator), $1)
      }
    }
    let named = try arguments.policies()
    var batches: [Batch] = []
    var firstLeftOut: (batch: Batch, obstacle: PlanError?)?
    for (levels, rules) in settings {
      var batch = Batch(
        levels: levels, policies: named ?? Policy.builtIn, unit: unit, trials: trials, rules: rules,
        maxMoves: maxMoves, seed: seed, stateLimit: maxStates)
      // With 'all', optimal plays only if its plan takes a moment; if named, whenever it can.
      let obstacle =
        named?.contains(.optimal) == true ? levels.obstacleToPlanning(under: rules) : nil
      let slow = named == nil ? levels.slowPolicies(under: rules) : []
      batch.policies.removeAll { $0 == .cautious && slow.contains($0) }
      if obstacle != nil || slow.contains(.optimal) {
        batch.policies.removeAll { $0 == .optimal }
        if firstLeftOut == nil { firstLeftOut = (batch, obstacle) }
      }
      batches.append(batch)
    }
    self.batches = batches
    policies =
      named
      ?? Policy.builtIn.filter { policy in batches.contains { $0.policies.contains(policy) } }
    self.firstLeftOut = firstLeftOut
    var hash = SHA256()
    for batch in batches {
      let settings = TallyFile.lines(of: BatchSettings(batch)).map { "\($0.key) \($0.value)\n" }
      hash.update(Array(settings.joined().utf8))
    }
    hash.update(Array(TallyFile.text(of: RangeSet(trials)).utf8))
    if hasExact { hash.update(Array("exact".utf8)) }
    grid = hash.hex
  }

  /// The number of trials of each combination.
  var trialCount: UInt64 { batches[0].trialCount }

  /// Notes, before the first round, which combinations `optimal` and `cautious` do not play.
  func noteWhoDoesNotPlay(_ arguments: Arguments) {
    let slow = batches.count { !$0.policies.contains(.cautious) }
    if slow > 0, arguments.has(.policies), (try? arguments.policies()) == .some(nil) {
      arguments.note(
        "all omits cautious in \(grouped(slow)) of \(counted(batches.count, "combination")), because "
          + "its rounds may take long in a room of more than \(Policy.quickCautiousSquares) squares; "
          + "name cautious to try\n")
    }
    guard let (batch, obstacle) = firstLeftOut else { return }
    let count = batches.count { !$0.policies.contains(.optimal) }
    let which = "\(grouped(count)) of \(counted(batches.count, "combination"))"
    if let obstacle {
      arguments.note(
        "optimal cannot play \(which), so its rows there have no results; the first: "
          + "\(batch.message(of: .policy(.noPlan(obstacle))))\n")
    } else if policies.contains(.optimal) || arguments.has(.policies) {
      arguments.note(
        "all omits optimal in \(which), because its plan would take too long or cannot be made; name "
          + "optimal to try\n")
    }
  }

  /// Notes, before the first round, which combinations have no exact values.
  func noteMissingExactValues(_ arguments: Arguments) {
    guard hasExact else { return }
    if case .list = batches[0].levels {
      arguments.note("--exact: no policy has exact values, because the levels are given\n")
      return
    }
    var (count, first) = (0, AnalysisError?.none)
    for batch in batches {
      guard let error = ExactValues.settings(of: batch).flatMap(FamilyAnalysis.obstacle(to:)) else {
        continue
      }
      // A combination without placements has a note of its own.
      if case .noPlacement = error { continue }
      count += 1
      first = first ?? error
    }
    guard let first else { return }
    arguments.note(
      "--exact: no policy has exact values in \(grouped(count)) of "
        + "\(counted(batches.count, "combination")); the first: \(first)\n")
  }

  /// The settings for the manifest, including those that the rows of the table do not show, such as the
  /// given levels.
  ///
  /// - Parameter rows: The rows of all combinations.
  func settings(played rows: String) -> [(key: String, value: String)] {
    let given = TallyFile.lines(of: BatchSettings(batches[0])).filter { $0.key == "given" }
    var settings =
      given + [
        ("unit", unit.rawValue), ("trials", TallyFile.text(of: RangeSet(batches[0].trials))),
        ("policies", policies.map(\.name).joined(separator: ",")),
        ("seed", String(seed)), ("combinations", String(batches.count)), ("grid", grid),
      ] + (hasExact ? [("exact", "true")] : [])
    // Read from the rows, because a resumed sweep has the earlier rows as text only.
    var played = [RangeSet<UInt64>](repeating: RangeSet(), count: policies.count)
    for (place, row) in rows.split(separator: "\n").enumerated() {
      let cells = row.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
      guard cells.count > 1, !cells[1].isEmpty else { continue }
      let number = UInt64(place / policies.count + 1)
      played[place % policies.count].insert(contentsOf: number..<number + 1)
    }
    for (policy, numbers) in zip(policies, played) where numbers.count < UInt64(batches.count) {
      settings.append(("combinations of \(policy)", TallyFile.text(of: numbers)))
    }
    return settings
  }

  /// The saved state of an interrupted run of this sweep.
  ///
  /// - Throws: ``Failure`` with status 65 if it belongs to another sweep or is damaged.
  func resumed(_ contents: [UInt8], from path: String) throws(Failure) -> SavedSweep {
    let saved: SavedSweep
    do throws(TallyError) { saved = try SweepFile.read(contents) } catch {
      throw .badData("\(path), \(error)")
    }
    let rows = saved.rows.split(separator: "\n")
    guard saved.grid == grid, saved.done <= UInt64(batches.count),
      rows.count == Int(saved.done) * policies.count
    else { throw .badData("'\(path)' belongs to another sweep: its settings or trials differ") }
    let columns = schema.columns.count
    guard rows.allSatisfy({ $0.count { $0 == "," } == columns - 1 }) else {
      throw .badData("'\(path)' is from another version of zombies: its rows have other columns")
    }
    guard let result = saved.tally?.result else { return saved }
    let isNext = saved.done < UInt64(batches.count)
    guard isNext, BatchSettings(batches[Int(saved.done)]) == result.settings,
      result.whole == batches[0].trials,
      result.played
        == RangeSet(
          result.whole.lowerBound..<result.whole.lowerBound + result.played.count)
    else {
      throw .badData("'\(path)' is damaged: its tally does not fit the combination in progress")
    }
    return saved
  }
}
