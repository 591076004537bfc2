import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesReports
import ZombiesSimulator
import ZombiesSystem

extension Option {
  fileprivate static let maxPlacements = count(
    "--max-placements", alias: "--max-levels", 1...UInt64.max, default: 100_000_000,
    "maximum number of placements to solve (in one part, with --shard)",
    note: "A larger family is refused at once")
  static let levelsCSV = file(
    "--levels-csv", .output, "write every level to this file, one row for each class")
  fileprivate static let measuredLevels = flag(
    "--difficulty", "measure how hard each level is, for --levels-csv")
}

/// `zombies census`: every level of a family.
package enum CensusCommand {
  package static let command: Command = Command(
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

      --levels-csv writes an atlas of the family: a row for each level, in the order of the
      placement references, with the number of placements that are the same up to symmetry. With
      --difficulty it has the measures of 'zombies solve --difficulty'. All commands that read
      levels read the file. 'zombies schema census-levels' describes the columns, and 'zombies
      schema census-difficulty' those of --difficulty.

      --search is for families that are too large to solve every level. It climbs from random levels
      to longer pars and moves one thing in each step, and prints the second table alone. The result
      depends only on the seed and on the effort (--climbs, --steps). There may be harder levels. In
      a few seconds, 'zombies census --family 6x6z1b5+lit --search --climbs 8 --steps 2000' finds
      levels of par 28.
      """,
    options: [
      [
        .top, .topCSV, .levelsCSV, .measuredLevels, .maxPlacements, .difficultyStates, .tableFormat,
      ],
      CensusSearch.options,
      [
        .tally,
        .shard.saying(
          "solve only part I of N of the placements, with I from 1 to N and N up to "
            + Option.Value.text(of: Shard.counts.upperBound)),
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

  /// The options that a search does not take.
  private static let countingOptions: [Option] =
    [.topCSV, .levelsCSV, .measuredLevels, .maxPlacements, .tally, .shard]
    + Option.checkpoints

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if try CensusSearch.isWanted(arguments, counting: countingOptions) {
      return try CensusSearch.run(arguments)
    }
    let census = try census(arguments)
    let shard = try arguments.shard()
    let numbers = shard?.trials(of: census.placements) ?? census.placements
    let limit = try arguments.number(.maxPlacements) as UInt64
    guard numbers.upperBound - numbers.lowerBound <= limit else {
      throw arguments.badUsage(
        "\(census.family): \(grouped(numbers.upperBound - numbers.lowerBound)) placements, but the "
          + "limit is \(grouped(limit)) (--max-placements). For large families, use --search"
      )
    }
    let format = try arguments.choice(.tableFormat, as: TableFormat.self)
    let threads = try arguments.threads()
    if arguments.has(.measuredLevels), !arguments.has(.levelsCSV) {
      throw arguments.badUsage("--difficulty needs --levels-csv: the table has no measures")
    }
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    arguments.notesOfGrades(in: census.family, census.rules).forEach(arguments.note)
    let checkpoint = try arguments.checkpoint()
    defer { checkpoint?.discard() }
    var run = CensusRun(
      census: census, numbers: numbers, threads: threads,
      measures: arguments.has(.measuredLevels), checkpoint: checkpoint,
      resumeLine: arguments.resumeLine(of: shard), isQuiet: arguments.has(.quiet))
    let start = try run.open(outputs, format, arguments)
    checkpoint?.noteResumed(
      after: "\(grouped(start.result.counted.count)) placements", arguments)
    if checkpoint != nil { Signals.hold() }
    defer { Signals.letThrough() }
    let end = try run.count(from: start)
    try CensusOutput.write(end.result, format, to: outputs)
    try outputs.finish(Manifest(arguments, end.result)) {
      // As in 'simulate': a run that is killed before the levels are renamed can be resumed from here.
      if checkpoint?.isSaved ?? false, outputs["levels"]?.canResume ?? false { try run.save(end) }
    }
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
}

/// A run of a census, with progress and checkpoints.
private struct CensusRun {
  let census: Census
  /// The placements to count.
  let numbers: Range<UInt64>
  let threads: Int
  /// Whether the levels are written with the measures of difficulty.
  let measures: Bool
  let checkpoint: CheckpointFile?
  let resumeLine: String
  let isQuiet: Bool

  /// The file of the levels; nil if they are not written.
  private var levels: OutputFile?

  init(
    census: Census, numbers: Range<UInt64>, threads: Int, measures: Bool,
    checkpoint: CheckpointFile?, resumeLine: String, isQuiet: Bool
  ) {
    (self.census, self.numbers, self.threads) = (census, numbers, threads)
    (self.measures, self.checkpoint) = (measures, checkpoint)
    (self.resumeLine, self.isQuiet) = (resumeLine, isQuiet)
  }

  private var schema: TableSchema {
    measures ? CensusLevelsCSV.difficultySchema : CensusLevelsCSV.schema
  }

  /// Opens all files. A resumed run continues the file of levels of the interrupted run.
  ///
  /// - Returns: The initial state.
  mutating func open(
    _ outputs: OutputSet, _ format: TableFormat, _ arguments: Arguments
  ) throws -> CensusProgress {
    var saved: (result: CensusResult, levels: CensusFile.Levels?)?
    if let checkpoint, let contents = checkpoint.contents {
      saved = try self.saved(contents, in: checkpoint.path.text, arguments.has(.levelsCSV))
    }
    try CensusOutput.open(outputs, format, arguments)
    try outputs.open(
      .levelsCSV, "levels", schema: schema, arguments, neededBy: checkpoint,
      at: saved?.levels?.bookmark)
    levels = outputs["levels"]
    if let saved {
      // Unless everything was counted, the unfinished file of levels must exist.
      guard levels?.canResume ?? true || saved.result.counted.gaps(in: numbers).isEmpty else {
        throw Failure.badData(
          "the unfinished file of --levels-csv is missing: start again without --resume")
      }
      return CensusProgress(saved.result, mark: saved.levels?.bookmark.length ?? 0)
    }
    if checkpoint != nil, let levels, !levels.canResume {
      throw arguments.badUsage("--levels-csv must be a regular file if --checkpoint is used")
    }
    try levels?.write(schema.header)
    try levels?.flush()
    return CensusProgress(CensusResult(census), mark: levels?.length ?? 0)
  }

  /// The saved state of an interrupted run of this census.
  ///
  /// - Throws: ``Failure`` with status 65 if it belongs to another run or is damaged.
  private func saved(
    _ contents: [UInt8], in path: String, _ hasLevels: Bool
  ) throws(Failure) -> (result: CensusResult, levels: CensusFile.Levels?) {
    let saved: (result: CensusResult, levels: CensusFile.Levels?)
    do throws(TallyError) { saved = try CensusFile.readSaved(contents) } catch {
      throw .badData("\(path), \(error)")
    }
    func other(_ difference: String) -> Failure {
      .badData("'\(path)' belongs to another run: \(difference)")
    }
    if let difference = CensusFile.difference(saved.result.census, from: census) {
      throw other("\(difference) here")
    }
    let counted = saved.result.counted
    guard counted.ranges.allSatisfy({ $0.clamped(to: numbers) == $0 }) else {
      throw other(
        "it counts placements \(TallyFile.text(of: counted)), but this run only has "
          + TallyFile.text(of: RangeSet(numbers)))
    }
    guard (saved.levels != nil) == hasLevels else {
      throw other(
        hasLevels
          ? "it has no --levels-csv, but there is one here"
          : "it has --levels-csv, but there is none here")
    }
    if let levels = saved.levels {
      guard levels.schema == schema.name else {
        throw other(
          measures
            ? "it has no --difficulty, but there is one here"
            : "it has --difficulty, but there is none here")
      }
      let next = numbers.lowerBound + min(counted.count, numbers.upperBound - numbers.lowerBound)
      guard counted == RangeSet(numbers.lowerBound..<next) else {
        throw other(
          "it counts placements \(TallyFile.text(of: counted)), not the first ones of "
            + TallyFile.text(of: RangeSet(numbers)))
      }
    }
    return saved
  }

  /// Saves the state in the checkpoint, if there is one.
  func save(_ state: CensusProgress) throws {
    guard let checkpoint else { return }
    let saved = try levels.map {
      CensusFile.Levels(schema: schema.name, bookmark: try $0.bookmark(at: state.mark))
    }
    try checkpoint.save(CensusFile.text(state.result, levels: saved), with: levels)
  }

  /// Counts the levels.
  ///
  /// - Throws: ``Failure``, ``ReaderLeft`` or ``Interruption``.
  func count(from start: CensusProgress) throws -> CensusProgress {
    let total = numbers.upperBound - numbers.lowerBound
    let progress = Progress(
      total: total, begun: start.result.counted.count, unit: "placements", isQuiet: isQuiet)
    defer { progress.finish() }
    var saveError: (any Error)?
    let watch: (CensusProgress) -> Bool = { state in
      progress.update(state.result.counted.count) {
        state.result.hardest.soFar
      }
      if checkpoint != nil, Signals.caught != nil { return false }
      guard let checkpoint, checkpoint.isDue else { return true }
      do { try save(state) } catch { saveError = error }
      return saveError == nil
    }
    let interval = min(0.05, checkpoint?.interval ?? 0.05)
    let end: CensusProgress
    let stream = levels.map(RowStream.init)
    do throws(MergeError) {
      end = try census.count(
        from: start, in: numbers, threads: threads, measures: measures,
        row: stream == nil ? nil : CensusLevelsCSV.writer(of: census, measures: measures),
        onRows: { stream == nil ? 0 : stream?.write($0) }, every: interval, watch: watch)
    } catch {
      // This happens only if the contents of the file are impossible.
      throw Failure.badData(
        "'\(checkpoint?.path.text ?? "")' is damaged: it counts more placements than it covers. Start "
          + "again without --resume")
    }
    if let error = stream?.error ?? saveError { throw error }
    if let checkpoint, let signal = Signals.caught {
      try save(end)
      progress.finish()
      throw Interruption(
        signal: signal, after: end.result.counted.count, of: total, "placements",
        savedIn: checkpoint, resumeLine: resumeLine)
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
