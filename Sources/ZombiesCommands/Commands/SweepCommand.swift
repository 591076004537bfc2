import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSystem
import ZombiesText

extension Option {
  fileprivate static let exactValues = flag(
    "--exact", "also compute exact values, in two more columns")
  static let sweepPage = file(
    "--html", .output, "also write an HTML page with charts of the results")
}

/// `zombies sweep`: a batch for each combination of settings.
package enum SweepCommand {
  package static let command: Command = Command(
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
      limits, and appends the columns exact_win_rate and exact_moves_mean. The page shows them beside
      the results of play. The cells are empty for given levels and for families that are too large,
      and a note says so before the first round.

      --shard plays a part of the trials of each combination, so all parts have equal work. Each
      part also computes the exact values of some combinations, and leaves those of the others empty.
      'zombies merge' adds the tallies of all parts to the table, the page and the tally of a single
      run.

      'zombies schema simulate' describes the columns, and 'zombies schema sweep' those of --exact.

      Policies:

      \(HelpList.policies)
      """,
    options: [
      [
        .input, .levels.saying("placements of each family to play").asList,
        .policiesAndPrograms,
        .rounds.saying("number of rounds of each combination"), .games, .first,
        .maxMoves, .maxStates, .seed, .exactValues, .sweepPage,
        .rowFormat,
      ],
      [.tally, .shard], Option.checkpoints, [.manifest],
      Option.playerOptions, Option.lists(Option.familyOptions),
      [.lit.saying("light all rooms from the beginning")], Option.lists(Option.ruleOptions),
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

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let sweep = try Sweep(arguments)
    let threads = try arguments.threads()
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let checkpoint = try arguments.checkpoint()
    defer { checkpoint?.discard() }
    var saved = sweep.notBegun
    var unfinished: SavedSweep.Combination?
    if let contents = checkpoint?.contents {
      (saved, unfinished) = try sweep.resumed(contents, from: checkpoint?.path.text ?? "")
    }
    let done = saved.combinations.count
    try SweepOutput.open(
      outputs, saved, isJSONLines: try arguments.choice(.rowFormat, as: RowFormat.self).isJSONLines,
      arguments)
    arguments.note("seed \(sweep.seed)\n")
    checkpoint?.noteResumed(
      after: "\(grouped(done)) of \(counted(sweep.batches.count, "combination"))", arguments)
    sweep.players.note(arguments)
    sweep.noteMissingExactValues(arguments)
    let exactValues = ExactValues(threads: threads)
    let trials = sweep.trialCount
    let all = trials.multipliedReportingOverflow(by: UInt64(sweep.batches.count))
    let begun = UInt64(done) &* trials &+ (unfinished?.result.played.count ?? 0)
    let progress = Progress(
      total: all.overflow ? nil : all.partialValue, begun: begun, unit: sweep.unit.rawValue,
      isQuiet: arguments.has(.quiet))
    defer { progress.finish() }
    if checkpoint != nil { Signals.hold() }
    defer { Signals.letThrough() }
    let line = arguments.resumeLine(of: sweep.shard)
    var text = SweepFile.Text(saved)

    for (place, planned) in sweep.batches.enumerated().dropFirst(done) {
      var batch = planned
      let started = try sweep.players.programs.start(batch.levels, batch.rules, arguments)
      batch.outside = started.outside
      batch.policies = batch.policies.map { policy in
        // A program may say `once` for some families only.
        started.policies.first { $0 == policy } ?? policy
      }
      var run = BatchRun(
        simulator: try Simulator(batch, threads: threads), progress: progress,
        checkpoint: checkpoint,
        text: { [text] state, _ in text.sealed(with: sweep.combination(state.result)) },
        resumeLine: line)
      run.trialsBefore = UInt64(place) &* trials
      run.trialsInAll = all.partialValue
      var start = BatchProgress(batch)
      if var result = unfinished?.result {
        result.whole = batch.trials
        start = BatchProgress(result)
      }
      unfinished = nil
      var combination = sweep.combination(try result(of: run, from: start, arguments))
      try started.end(arguments)
      if sweep.computesExactValues(at: place), !combination.result.settings.policies.isEmpty {
        combination.exact = exactValues.ofPolicies(in: batch) { problem in
          progress.finish()
          arguments.note("no exact values: \(problem)\n")
        }
      }
      saved.combinations.append(combination)
      text.add(combination)
      run.text = { [text] _, _ in text.sealed() }
      if let checkpoint, checkpoint.isDue { try checkpoint.save(text.sealed()) }
      if checkpoint != nil, let signal = Signals.caught {
        run.trialsBefore &+= trials
        throw try run.interruption(BatchProgress(batch), signal)
      }
    }
    progress.finish()
    try SweepOutput.write(saved, command: arguments.lineOfSettings(), to: outputs)
    try outputs.finish(SweepOutput.manifest(of: saved, arguments))
    try checkpoint?.remove()
    return .done
  }

  /// Plays a combination.
  ///
  /// - Returns: The results; without policies if there are no levels.
  private static func result(
    of run: BatchRun, from start: BatchProgress, _ arguments: Arguments
  ) throws -> BatchResult {
    let batch = run.simulator.batch
    let unplayed = BatchResult(batch, batch.policies.map { _ in Tally() }).withoutPolicies
    func withoutLevels(_ error: GenerationError) -> BatchResult {
      run.progress.finish()
      arguments.note("no levels: \(batch.message(of: .generation(error)))\n")
      return unplayed
    }
    do {
      if case .generated(let generator) = batch.levels { try generator.checkPlacements() }
      return batch.policies.isEmpty ? unplayed : try run.playBatch(from: start).result
    } catch let error as GenerationError {
      return withoutLevels(error)
    } catch SimulationError.generation(let error) {
      if case .gaveUp = error { throw Failure.badData(batch.message(of: .generation(error))) }
      return withoutLevels(error)
    } catch SimulationError.program(let reason) {
      throw Failure(status: .player, message: reason)
    } catch let error as SimulationError {
      throw Failure.badData(batch.message(of: error))
    }
  }
}

/// The files of a sweep's results, which `sweep` and `merge` write.
enum SweepOutput {
  /// Opens the files.
  static func open(
    _ outputs: OutputSet, _ saved: SavedSweep, isJSONLines: Bool, _ arguments: Arguments
  ) throws(Failure) {
    try outputs.open(
      .output, "table", schema: saved.schema, isJSONLines: isJSONLines, arguments)
    try outputs.open(.sweepPage, "page", arguments)
    try outputs.open(.tally, "tally", arguments)
  }

  /// Writes the files.
  ///
  /// - Parameter command: The command on the page.
  static func write(
    _ saved: SavedSweep, command: String, to outputs: OutputSet
  ) throws {
    try outputs["table"]?.write(saved.table)
    if let file = outputs["page"] {
      let page = SweepPage(
        saved.combinations.map { ($0.result, $0.exact.mapValues(SimulateCSV.Exact.init)) },
        policies: saved.policies,
        command: command, version: programVersion)
      try file.write(page.html)
    }
    try outputs["tally"]?.write(SweepFile.text(saved))
  }

  /// The manifest. Its settings include those that the rows of the table do not show, such as the given
  /// levels.
  static func manifest(of saved: SavedSweep, _ arguments: Arguments) -> Manifest {
    guard let first = saved.combinations.first?.result else {
      return Manifest(arguments, settings: [])
    }
    var settings =
      TallyFile.lines(of: first.settings).filter { $0.key == "given" } + [
        ("unit", first.settings.unit.rawValue),
        ("trials", TallyFile.text(of: RangeSet(first.whole))),
        ("policies", saved.policies.map(\.name).joined(separator: ",")),
        ("seed", String(first.settings.seed)), ("combinations", String(saved.count)),
        ("grid", saved.grid),
      ] + (saved.hasExact ? [("exact", "true")] : [])
    for policy in saved.policies {
      var played = RangeSet<UInt64>()
      for (place, combination) in saved.combinations.enumerated()
      where combination.result.settings.policies.contains(policy) {
        played.insert(contentsOf: UInt64(place) + 1..<UInt64(place) + 2)
      }
      if played.count < UInt64(saved.count) {
        settings.append(("combinations of \(policy)", TallyFile.text(of: played)))
      }
    }
    var manifest = Manifest(arguments, settings: settings)
    manifest.trials = saved.played
    manifest.whole = RangeSet(first.whole)
    return manifest
  }
}

extension SavedSweep {
  /// The columns of the table.
  var schema: TableSchema { hasExact ? SimulateCSV.exactSchema : SimulateCSV.schema }

  /// The table: a row for each combination and policy. It is empty where a policy does not play.
  var table: String {
    combinations.reduce(into: schema.header) { table, combination in
      let result = combination.result
      let exact = combination.exact.mapValues {
        SimulateCSV.Exact($0)
      }
      let rows = hasExact ? SimulateCSV.rows(result, exact: exact) : SimulateCSV.rows(result)
      let played = Dictionary(
        uniqueKeysWithValues: zip(result.settings.policies, rows.split(separator: "\n")))
      for policy in policies {
        table +=
          played[policy].map { $0 + "\n" }
          ?? SimulateCSV.emptyRows(
            result.settings.with([policy]), first: result.first, hasExact: hasExact)
      }
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
      generator.family, rules: batch.rules,
      policies: batch.policies.filter { $0.hasExactValues && batch.outside[$0] == nil },
      moveLimit: .moves(batch.moveLimit(in: generator.family.size)))
  }

  /// The exact values of a combination by policy; empty if they cannot be computed.
  ///
  /// - Parameter explain: Receives the reason why they cannot, if it was not known in advance.
  func ofPolicies(
    in batch: Batch, explain: (AnalysisError) -> Void
  ) -> [Policy: SavedSweep.Exact] {
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
    let exact = values.map { analysis in
      let cells = SimulateCSV.Exact(analysis)
      return (analysis.policy, SavedSweep.Exact(won: cells.won, meanMoves: cells.meanMoves))
    }
    return Dictionary(exact) { first, _ in first }
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
  /// A batch for each combination, with the policies that play it and the trials of the part. There is
  /// at least one.
  let batches: [Batch]
  /// All trials of each combination, and those to play. All combinations have the same number of trials, so
  /// parts with equal trials have equal work, even if the last combinations take longest.
  let whole, part: Range<UInt64>
  let shard: Shard?
  /// The policies that play each combination.
  let players: PolicyGrid
  let unit: Batch.Unit
  let seed: UInt64

  /// Whether exact values are computed too.
  let hasExact: Bool

  /// Whether the part computes the exact values of each combination. Each family is analyzed once.
  private let exactPlaces: [Bool]

  /// The sweep before its first combination.
  let notBegun: SavedSweep

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
    players = try PolicyGrid(settings, arguments)
    var batches = zip(settings, players.playing).map { setting, policies in
      Batch(
        levels: setting.levels, policies: policies, unit: unit, trials: trials,
        rules: setting.rules,
        maxMoves: maxMoves, seed: seed, stateLimit: maxStates)
    }
    for place in batches.indices { batches[place].outside = players.programs.outside }
    whole = trials
    shard = try arguments.shard()
    let part = shard?.trials(of: trials) ?? trials
    self.part = part
    var hash = SHA256()
    for batch in batches {
      let settings = TallyFile.lines(of: BatchSettings(batch)).map { "\($0.key) \($0.value)\n" }
      hash.update(Array(settings.joined().utf8))
    }
    hash.update(Array(TallyFile.text(of: RangeSet(trials)).utf8))
    if hasExact { hash.update(Array("exact".utf8)) }
    notBegun = SavedSweep(
      grid: hash.hex, command: arguments.lineOfSettings(without: [.shard]),
      policies: players.policies, hasExact: hasExact, count: batches.count)
    exactPlaces =
      hasExact
      ? Self.places(of: batches.map(ExactValues.settings(of:)), trials, part)
      : batches.map { _ in false }
    for place in batches.indices { batches[place].trials = part }
    self.batches = batches
  }

  /// The combinations whose exact values a part computes.
  ///
  /// An analysis cannot be split. Each belongs to one of the trials, and so to one part, however the trials
  /// are cut. Multiples of the golden ratio spread them evenly, and put analyses that follow each other, which
  /// often take similar time, into different parts.
  private static func places(
    of settings: [FamilyAnalysis.Settings?], _ whole: Range<UInt64>, _ part: Range<UInt64>
  ) -> [Bool] {
    var (share, former) = (UInt64(0), FamilyAnalysis.Settings?.none)
    let count = whole.upperBound - whole.lowerBound
    return settings.map { settings in
      guard let settings, !settings.policies.isEmpty, FamilyAnalysis.obstacle(to: settings) == nil
      else { return false }
      // The next combination often needs the same analysis, of other levels.
      if let former, !former.isSame(as: settings) { share &+= 0x9E37_79B9_7F4A_7C15 }
      former = settings
      return part.contains(whole.lowerBound + share.multipliedFullWidth(by: count).high)
    }
  }

  /// Whether the part computes the exact values of a combination.
  func computesExactValues(at place: Int) -> Bool { exactPlaces[place] }

  /// The results of a combination as a part of the whole.
  func combination(_ result: BatchResult) -> SavedSweep.Combination {
    var result = result
    result.whole = whole
    return SavedSweep.Combination(result)
  }

  /// The number of trials of each combination.
  var trialCount: UInt64 { batches[0].trialCount }

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

  /// The saved state of an interrupted run of this sweep.
  ///
  /// - Returns: The finished combinations, and the one in progress.
  /// - Throws: ``Failure`` with status 65 if it belongs to another sweep or part, or is damaged.
  func resumed(
    _ contents: [UInt8], from path: String
  ) throws(Failure) -> (saved: SavedSweep, unfinished: SavedSweep.Combination?) {
    let earlier: SavedSweep
    do throws(TallyError) { earlier = try SweepFile.read(contents) } catch {
      throw .badData("\(path), \(error)")
    }
    guard earlier.grid == notBegun.grid, earlier.combinations.count <= batches.count else {
      throw .badData("'\(path)' belongs to another sweep: its settings or trials differ")
    }
    var saved = notBegun
    for (place, combination) in earlier.combinations.enumerated() {
      let (result, batch) = (combination.result, batches[place])
      let settings = BatchSettings(batch)
      guard result.settings == settings || result.settings == settings.with([]),
        result.whole == whole
      else {
        throw .badData("'\(path)' is damaged: combination \(place + 1) has other settings")
      }
      let end = part.lowerBound + min(result.played.count, trialCount)
      guard result.played == RangeSet(part.lowerBound..<end) else {
        throw .badData(
          "'\(path)' belongs to another part: trials \(TallyFile.text(of: result.played)) were "
            + "played, not the first ones of \(TallyFile.text(of: RangeSet(part))) here")
      }
      let isPlayed =
        end == part.upperBound
        && (!exactPlaces[place] || !combination.exact.isEmpty || result.settings.policies.isEmpty)
      guard isPlayed || place == earlier.combinations.count - 1 else {
        throw .badData("'\(path)' is damaged: combination \(place + 1) is incomplete")
      }
      guard isPlayed else { return (saved, combination) }
      saved.combinations.append(combination)
    }
    return (saved, nil)
  }
}

extension SimulateCSV.Exact {
  /// The values of a file.
  fileprivate init(_ exact: SavedSweep.Exact) {
    self.init(won: exact.won, meanMoves: exact.meanMoves)
  }
}
