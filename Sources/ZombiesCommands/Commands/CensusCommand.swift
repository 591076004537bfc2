import ZombiesAnalysis
import ZombiesFiles
import ZombiesReports
import ZombiesSimulator

extension Option {
  fileprivate static let maxPlacements = count(
    "--max-placements", alias: "--max-levels", 1...UInt64.max, default: 100_000_000,
    "maximum number of placements to solve (in one part, with --shard)",
    note: "A larger family is refused at once")
}

/// `zombies census`: every level of a family.
enum CensusCommand {
  static let command: Command = Command(
    name: "census",
    summary: "solve every level of a family, and count them by par and grade",
    details: """
      Solves every placement of a family, and counts them by par and grade. Placements that are the
      same up to a symmetry of the rules count as one level, shown by the first of their codes. If
      no zombie ever moves, the symmetries are the half turn (because a path can be walked
      backwards) and, in square rooms, the reflections.

      The first table has a row for each par, for other verdicts, and for all. Its columns are:

      \(columns)

      The second table lists the hardest levels: those with the longest par, then with the fewest
      shortest solutions, then the first by code. Its columns are:

      \(HelpList.hardestColumns)

      \(HelpList.grades) \(HelpList.points)

      The CSV has a row for each verdict, par, number of shortest solutions and grade. 'zombies
      merge' merges the tallies of parts (--shard) into the same result.
      """,
    options: [
      [.top, .topCSV, .maxPlacements, .difficultyStates, .tableFormat],
      [
        .tally,
        .shard.saying(
          "solve only part I of N of the placements, with I from 1 to N and N up to "
            + Option.Value.text(of: Shard.counts.upperBound)), .shards,
      ],
      Option.checkpoints, [.manifest], Option.familyOptions, Option.ruleOptions,
      [.output, .threads, .quiet],
    ],
    example: (
      "zombies census --family 4x4z1b1+lit --top 3",
      """
      4x4z1b1+lit · 90 placements · no symmetry
                  levels  placements     share  gentle  easy  medium  hard  fiendish
      par 6           12          12   13.333%       1     2       9
      par 8            5           5    5.556%             3       2
      par 10           2           2    2.222%                     1     1
      unsolvable      71          71   78.889%
      all             90          90  100.000%       1     5      12     1

      hardest            par  shortest solutions   grade
      S3/2#1/4/Z2P+lit    10                   1    hard
      S3/4/2#1/Z2P+lit    10                   4  medium
      S3/2Z1/2#1/3P+lit    8                   4  medium
      """
    ),
    run: run)

  private static let columns = HelpList.rows([
    ("levels", "number of levels; placements that are the same up to symmetry count once"),
    ("placements", "number of placements"),
    ("share", "share of all placements"),
    ("gentle ... fiendish", "number of levels with this grade"),
  ])

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if !arguments.operands.isEmpty {
      throw arguments.badUsage("census takes no operands, only options")
    }
    let census = try census(arguments)
    let shard = try arguments.shard()
    let numbers = shard?.trials(of: census.placements) ?? census.placements
    let limit = try arguments.number(.maxPlacements) as UInt64
    guard numbers.upperBound - numbers.lowerBound <= limit else {
      throw arguments.badUsage(
        "\(census.family): \(grouped(numbers.upperBound - numbers.lowerBound)) placements, but the "
          + "limit is \(grouped(limit)) (--max-placements). For large families, use 'zombies hardest'"
      )
    }
    let format = try arguments.choice(.tableFormat, as: TableFormat.self)
    let threads = try arguments.threads()
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let checkpoint = try arguments.checkpoint()
    defer { checkpoint?.discard() }
    var start = CensusResult(census)
    if let checkpoint, let contents = checkpoint.contents {
      start = try saved(contents, of: census, numbers, in: checkpoint.path.text)
    }
    try CensusOutput.open(outputs, format, arguments)
    if let checkpoint, arguments.has(.resume) {
      arguments.note(
        checkpoint.contents == nil
          ? "'\(checkpoint.path.text)' has no saved state: starting from the beginning\n"
          : "resuming after \(grouped(start.counted.count)) placements\n")
    }
    if checkpoint != nil { Signals.hold() }
    defer { Signals.letThrough() }
    // The resumed run may not be a numbered task, so the line names the part.
    var changes: [(option: Option, value: String?)] = [(.resume, "")]
    if let shard { changes += [(.shard, shard.text), (.shards, nil)] }
    let end = try count(
      census, from: start, in: numbers, threads: threads, checkpoint,
      resumeLine: arguments.line(changing: changes),
      isQuiet: arguments.has(.quiet))
    try CensusOutput.write(end, format, to: outputs)
    try outputs.finish(Manifest(arguments, end))
    try checkpoint?.remove()
    return .done
  }

  private static func census(_ arguments: Arguments) throws(Failure) -> Census {
    let family = try arguments.family()
    let top = try arguments.top()
    let (rules, stateLimit) = (try arguments.rules(), try arguments.gradedStates())
    do throws(CensusError) {
      return try Census(family, rules: rules, stateLimit: stateLimit, top: top)
    } catch {
      throw arguments.badUsage("\(family): \(error)")
    }
  }

  /// The saved state of an interrupted run of this census.
  ///
  /// - Throws: ``Failure`` with status 65 if it belongs to another run or is damaged.
  private static func saved(
    _ contents: [UInt8], of census: Census, _ numbers: Range<UInt64>, in path: String
  ) throws(Failure) -> CensusResult {
    let saved: CensusResult
    do throws(TallyError) { saved = try CensusFile.read(contents) } catch {
      throw .badData("\(path), \(error)")
    }
    if let difference = CensusFile.difference(saved.census, from: census) {
      throw .badData("'\(path)' belongs to another run: \(difference) here")
    }
    guard saved.counted.ranges.allSatisfy({ $0.clamped(to: numbers) == $0 }) else {
      throw .badData(
        "'\(path)' belongs to another run: it counts placements "
          + "\(TallyFile.text(of: saved.counted)), but this run only has "
          + TallyFile.text(of: RangeSet(numbers)))
    }
    return saved
  }

  /// Counts the levels, with progress and checkpoints.
  ///
  /// - Throws: ``Failure`` or ``Interruption``.
  private static func count(
    _ census: Census, from start: CensusResult, in numbers: Range<UInt64>, threads: Int,
    _ checkpoint: CheckpointFile?, resumeLine: String, isQuiet: Bool
  ) throws -> CensusResult {
    let total = numbers.upperBound - numbers.lowerBound
    let progress = Progress(
      total: total, begun: start.counted.count, unit: "placements", isQuiet: isQuiet)
    defer { progress.finish() }
    var saveError: (any Error)?
    let watch: (CensusResult) -> Bool = { state in
      progress.update(state.counted.count) {
        state.hardest.soFar
      }
      if checkpoint != nil, Signals.caught != nil { return false }
      guard let checkpoint, checkpoint.isDue else { return true }
      do { try checkpoint.save(CensusFile.text(state)) } catch { saveError = error }
      return saveError == nil
    }
    let end: CensusResult
    do throws(MergeError) {
      end = try census.count(
        from: start, in: numbers, threads: threads, every: min(0.05, checkpoint?.interval ?? 0.05),
        watch: watch)
    } catch {
      // This happens only if the contents of the file are impossible.
      throw Failure.badData(
        "'\(checkpoint?.path.text ?? "")' is damaged: it counts more placements than it covers. Start "
          + "again without --resume")
    }
    if let saveError { throw saveError }
    if let checkpoint, let signal = Signals.caught {
      try checkpoint.save(CensusFile.text(end))
      progress.finish()
      throw Interruption(
        signal: signal, after: end.counted.count, of: total, "placements", savedIn: checkpoint,
        resumeLine: resumeLine)
    }
    return end
  }
}

/// The files of a census, which `merge` writes too.
enum CensusOutput {
  /// Opens the output files.
  static func open(_ outputs: OutputSet, _ format: TableFormat, _ arguments: Arguments)
    throws(Failure)
  {
    try outputs.open(
      .output, "table", schema: format.isRows ? CensusCSV.schema : nil,
      isJSONLines: format.isJSONLines, arguments)
    try outputs.open(.topCSV, "hardest", schema: HardestCSV.schema, arguments)
    try outputs.open(.tally, "tally", arguments)
  }

  /// Writes a result.
  static func write(_ result: CensusResult, _ format: TableFormat, to outputs: OutputSet) throws {
    let table = outputs["table"]
    try table?.write(
      format.isRows ? CensusCSV.text(result) : CensusTable.text(result, width: table?.columns))
    try outputs["hardest"]?.write(
      HardestCSV.text(result.hardest, of: result.census.family, result.census.rules))
    try outputs["tally"]?.write(CensusFile.text(result))
  }
}

extension HardestLevels {
  /// The longest par so far, for the progress line.
  var soFar: String { entries.first.map { " · par \($0.kind.par ?? 0) so far" } ?? "" }
}

extension Arguments {
  /// The number of hardest levels to keep.
  func top() throws(Failure) -> Int { try number(.top) }

  /// The maximum number of states of a graded level; nil if none is given, so that tallies do not
  /// contain the default.
  func gradedStates() throws(Failure) -> Int? {
    has(.difficultyStates) ? try number(.difficultyStates) : nil
  }
}

extension Manifest {
  init(_ arguments: Arguments, _ result: CensusResult) {
    self.init(arguments, settings: CensusFile.settings(of: result.census))
    trials = result.counted
    whole = RangeSet(result.census.placements)
  }
}
