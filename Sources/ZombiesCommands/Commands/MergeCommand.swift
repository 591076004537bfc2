import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesReports
import ZombiesSimulator
import ZombiesSystem

extension Option {
  fileprivate static let partial = flag("--partial", "allow missing trials")
  fileprivate static let joinedRounds = file(
    "--rounds-csv", .output, "write the joined rounds to this file",
    note: "Without tallies, the default is --output")
  fileprivate static let mergedSquares = file(
    "--squares-csv", .output,
    "write the visits and captures of each square to this file, if the tallies were made with "
      + "--squares-csv")
  fileprivate static let mergedTally = file(
    "--tally", .output, "write the merged tally to this file")
}

/// `zombies merge`: merges the results of parts.
package enum MergeCommand {
  package static let command: Command = Command(
    name: "merge",
    summary: "merge the results of the parts of a batch",
    operands: .files,
    details: """
      Merges files that 'zombies simulate' wrote with --tally or --rounds-csv, in any order. The
      result is the same, byte for byte, as that of a single run. merge proves that the files are
      parts of one batch: the settings agree, and no trial is repeated or missing. Use --partial to
      allow missing trials. Rounds that were joined with a gap cannot be joined again. A checkpoint is
      also a tally: merge it with --partial to see the results of an interrupted run. Tallies of
      'zombies census' and 'zombies sweep' are merged in the same way. The results of a sweep are
      printed as CSV, or with --format jsonl as JSON lines.

      The columns of the table for a batch are the following; 'zombies help census' explains those
      for a census.

      \(HelpList.batchColumns)

      A rounds CSV does not contain its settings, and has no checksum as tallies do. merge checks
      that its rows are in order, and that no trial is missing between them or repeated. With tallies,
      merge also checks that the outcomes and moves of each policy are those counted. It does not
      play the rounds again: another level, or another path with the same end and as many moves,
      passes. The levels of a census must be in the order of their numbers. With tallies, their
      verdicts, pars, numbers of shortest solutions and grades must be those counted.
      """,
    options: [
      [
        .partial, .tableFormat, .joinedRounds, .mergedSquares, .mergedTally, .topCSV,
        .levelsCSV.saying(
          "write the joined levels of a census to this file",
          note: "Without tallies, the default is --output"),
        .sweepPage.saying("write the page of a sweep to this file"),
      ], [.manifest],
      [.output, .quiet],
    ],
    example: (
      "zombies simulate --shard 2/3 --tally - -o /dev/null --policy edge |\n"
        + "zombies merge --partial -",
      """
      33,333 rounds · classic, solvable levels · seed 0
      policy     won  caught  stuck  out  win rate   95% interval  moves     sd  p90
      edge    11,426  21,907      0    0   34.278%  33.771–34.790  4.541  2.706    8
      """
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard !arguments.operands.isEmpty else {
      throw arguments.badUsage("no file: name the tallies or rounds CSVs to merge")
    }
    let format = try arguments.choice(.tableFormat, as: TableFormat.self)
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let pieces = try MergePieces(
      arguments.operands.map { FilePath(bytes: $0.bytes) }, for: arguments.inputs)
    let isPartial = arguments.has(.partial)
    if let sweep = pieces.sweep {
      return try mergeSweep(sweep, isPartial, format, outputs, arguments)
    }
    if arguments.has(.sweepPage) { throw arguments.badUsage("--html needs tallies of a sweep") }
    if pieces.census != nil || !pieces.levels.isEmpty {
      return try mergeCensus(pieces, isPartial, format, outputs, arguments)
    }
    try checkUsage(arguments, pieces)

    if pieces.batch == nil {
      try arguments.checkEnding(of: .output, .csv)
      try outputs.open(
        arguments.has(.joinedRounds) ? .joinedRounds : .output, "rounds",
        schema: RoundsCSV.schema, arguments)
    } else {
      try outputs.open(
        .output, "table", schema: format.isRows ? SimulateCSV.schema : nil,
        isJSONLines: format.isJSONLines, arguments)
      try outputs.open(.mergedSquares, "squares", schema: SquaresCSV.schema, arguments)
      try outputs.open(.mergedTally, "tally", arguments)
      try outputs.open(.joinedRounds, "rounds", schema: RoundsCSV.schema, arguments)
    }
    let result = try pieces.batch?.result(isPartial: isPartial)
    if let result, arguments.has(.mergedSquares), !result.settings.countsSquares {
      throw Failure.badData("the tallies do not count squares: play the parts with --squares-csv")
    }
    if let rounds = outputs["rounds"] {
      let progress = Progress(total: nil, unit: "rows", isQuiet: arguments.isQuiet)
      defer { progress.finish() }
      let check = try pieces.joinRounds(into: rounds, isPartial: isPartial, progress)
      if let result, !check.agrees(with: result) {
        throw Failure.badData(
          "the rounds are not those that the tallies counted: trials "
            + "\(TallyFile.text(of: check.trials)) in \(pieces.rounds.map(\.name).joined(separator: ", "))"
        )
      }
      if result == nil {
        arguments.note(
          "trials \(TallyFile.text(of: check.trials)); to prove that they are one complete batch, merge "
            + "the tallies too\n")
      }
    }
    if let result {
      let table = outputs["table"]
      try table?.write(
        format.isRows
          ? SimulateCSV.text(result) : SimulateTable.text(result, width: table?.columns))
      try outputs["squares"]?.write(SquaresCSV.text(result))
      try outputs["tally"]?.write(TallyFile.text(SavedTally(result)))
    }
    try outputs.finish(
      result.map { Manifest(arguments, $0) } ?? Manifest(arguments, settings: []))
    return .done
  }

  private static func mergeCensus(
    _ pieces: MergePieces, _ isPartial: Bool, _ format: TableFormat, _ outputs: OutputSet,
    _ arguments: Arguments
  ) throws -> ExitStatus {
    if let option = arguments.first(of: [.joinedRounds, .mergedSquares]) {
      throw arguments.badUsage("\(option.name) is for batches, but the files are from a census")
    }
    let result = try pieces.census?.result(isPartial: isPartial)
    if result == nil {
      if let option = arguments.first(of: [.mergedTally, .topCSV, .tableFormat]) {
        throw arguments.badUsage("\(option.name) needs tallies, but all files are of levels")
      }
      if arguments.has(.levelsCSV), arguments.has(.output) {
        throw arguments.badUsage(
          "--output: there is no table to write, because all files are of levels")
      }
    } else {
      if arguments.has(.levelsCSV), pieces.levels.isEmpty {
        throw arguments.badUsage("--levels-csv: none of the files is of levels")
      }
      if !arguments.has(.levelsCSV), !pieces.levels.isEmpty {
        throw arguments.badUsage("use --levels-csv FILE to name the output for the joined levels")
      }
      try CensusOutput.open(outputs, format, arguments)
    }
    if let schema = pieces.levels.first?.schema {
      if result == nil { try arguments.checkEnding(of: .output, .csv) }
      try outputs.open(
        arguments.has(.levelsCSV) ? .levelsCSV : .output, "levels", schema: schema, arguments)
    }
    if let output = outputs["levels"] {
      let progress = Progress(total: nil, unit: "rows", isQuiet: arguments.isQuiet)
      defer { progress.finish() }
      let check = try pieces.joinLevels(into: output, result, progress)
      guard check.agrees else {
        throw Failure.badData(
          "the levels are not those that the tallies counted: "
            + pieces.levels.map(\.name).joined(separator: ", "))
      }
      if result == nil {
        arguments.note(
          "\(counted(Int(clamping: check.rows), "level")); to prove that they are all levels of a census, merge the "
            + "tallies too\n")
      }
    }
    if let result { try CensusOutput.write(result, format, to: outputs) }
    try outputs.finish(
      result.map { Manifest(arguments, $0) } ?? Manifest(arguments, settings: []))
    return .done
  }

  private static func mergeSweep(
    _ pieces: MergedSum<SavedSweep>, _ isPartial: Bool, _ format: TableFormat, _ outputs: OutputSet,
    _ arguments: Arguments
  ) throws -> ExitStatus {
    if let option = arguments.first(
      of: [.joinedRounds, .mergedSquares, .topCSV, .levelsCSV])
    {
      throw arguments.badUsage("\(option.name) cannot be used with tallies of a sweep")
    }
    if arguments.has(.tableFormat), !format.isRows {
      throw arguments.badUsage("--format: a sweep has rows only: use csv or jsonl")
    }
    let result = try pieces.result(isPartial: isPartial)
    try SweepOutput.open(outputs, result, isJSONLines: format.isJSONLines, arguments)
    try SweepOutput.write(result, command: result.command, to: outputs)
    try outputs.finish(SweepOutput.manifest(of: result, arguments))
    return .done
  }

  private static func checkUsage(_ arguments: Arguments, _ pieces: MergePieces) throws(Failure) {
    if let option = arguments.first(of: [.topCSV, .levelsCSV]) {
      throw arguments.badUsage("\(option.name) needs files of a census")
    }
    if pieces.batch == nil {
      if let option = arguments.first(of: [.mergedTally, .mergedSquares, .tableFormat]) {
        throw arguments.badUsage("\(option.name) needs tallies, but all files are rounds CSVs")
      }
    } else if pieces.rounds.isEmpty, arguments.has(.joinedRounds) {
      throw arguments.badUsage("--rounds-csv: none of the files is a rounds CSV")
    } else if !pieces.rounds.isEmpty, !arguments.has(.joinedRounds) {
      throw arguments.badUsage("use --rounds-csv FILE to name the output for the joined rounds")
    }
    if pieces.rounds.isEmpty { return }
    if arguments.has(.joinedRounds), pieces.batch == nil, arguments.has(.output) {
      throw arguments.badUsage(
        "--output: there is no table to write, because all files are rounds CSVs")
    }
  }
}
