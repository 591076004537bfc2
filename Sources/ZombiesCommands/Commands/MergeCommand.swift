import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesReports
import ZombiesSimulator

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
enum MergeCommand {
  static let command: Command = Command(
    name: "merge",
    summary: "merge the results of the parts of a batch",
    operands: .files,
    details: """
      Merges files that 'zombies simulate' wrote with --tally or --rounds-csv, in any order. The
      result is the same, byte for byte, as that of a single run. merge proves that the files are
      parts of one batch: the settings agree, and no trial is repeated or missing. Use --partial to
      allow missing trials. Rounds that were joined with a gap cannot be joined again. A checkpoint is
      also a tally: merge it with --partial to see the results of an interrupted run. Tallies of
      'zombies census' are merged in the same way.

      The columns of the table for a batch are the following; 'zombies help census' explains those
      for a census.

      \(HelpList.batchColumns)

      A rounds CSV does not contain its settings. Without tallies, merge checks that each row is a
      round on its level, that all policies play the same level, and that the path stays on open
      squares. With tallies, merge also checks that:

        *  the outcomes and moves of each policy are those counted
        *  each path ends as the rules say, in rooms of up to \(SmallRoom.limit) squares; in larger \
      rooms, "caught" is not checked
        *  visits and captures are those counted, if the tallies were made with --squares-csv
        *  each level belongs to the family; in rooms of up to \(SmallRoom.limit) squares that stay dark, or \
      with --levels any, it is the one that the seed gives
        *  given levels are the same in all trials, and complete if all were played (for up to 65,536 \
      levels)

      merge does not check that the policy of a row would take the path of that row. Without
      --squares-csv, another path passes if it ends in the same way after the same number of moves.
      """,
    options: [
      [
        .partial, .tableFormat, .joinedRounds, .mergedSquares, .mergedTally, .topCSV,
        .levelsCSV.saying(
          "write the joined levels of a census to this file",
          note: "Without tallies, the default is --output"),
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
    let pieces = try Pieces(
      arguments.operands.map { FilePath(bytes: $0.bytes) }, for: arguments.inputs)
    let isPartial = arguments.has(.partial)
    if pieces.census != nil || !pieces.levels.isEmpty {
      return try mergeCensus(pieces, isPartial, format, outputs, arguments)
    }
    try checkUsage(arguments, pieces)

    if pieces.tallies.isEmpty {
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
    let result = try pieces.result(isPartial: isPartial)
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
    _ pieces: Pieces, _ isPartial: Bool, _ format: TableFormat, _ outputs: OutputSet,
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

  private static func checkUsage(_ arguments: Arguments, _ pieces: Pieces) throws(Failure) {
    if let option = arguments.first(of: [.topCSV, .levelsCSV]) {
      throw arguments.badUsage("\(option.name) needs files of a census")
    }
    if pieces.tallies.isEmpty {
      if let option = arguments.first(of: [.mergedTally, .mergedSquares, .tableFormat]) {
        throw arguments.badUsage("\(option.name) needs tallies, but all files are rounds CSVs")
      }
    } else if pieces.rounds.isEmpty, arguments.has(.joinedRounds) {
      throw arguments.badUsage("--rounds-csv: none of the files is a rounds CSV")
    } else if !pieces.rounds.isEmpty, !arguments.has(.joinedRounds) {
      throw arguments.badUsage("use --rounds-csv FILE to name the output for the joined rounds")
    }
    if pieces.rounds.isEmpty { return }
    if arguments.has(.joinedRounds), pieces.tallies.isEmpty, arguments.has(.output) {
      throw arguments.badUsage(
        "--output: there is no table to write, because all files are rounds CSVs")
    }
  }
}

/// The files to merge. Files of rounds are read twice, all others once.
private struct Pieces {
  struct Rounds {
    let name: String
    let path: FilePath
    /// The first trial; nil for a piece without rows.
    let first: UInt64?
  }

  struct Levels {
    let name: String
    let path: FilePath
    let schema: TableSchema
    /// The number of the first level; nil for a piece without rows.
    let first: UInt64?
  }

  private(set) var tallies: [MergedPart] = []
  private(set) var rounds: [Rounds] = []
  private(set) var levels: [Levels] = []

  /// The parts of a census, which cannot be merged with other files; nil if there are none.
  private(set) var census: CensusPieces?

  /// The sum of the tallies; nil if there are none.
  private var sum: BatchResult?

  init(_ paths: [FilePath], for log: InputLog) throws(Failure) {
    for path in paths {
      let file = try InputFile(path, for: log)
      // The longest prefix that identifies a kind of file.
      let begin = try file.peek(CensusLevelsCSV.difficultySchema.header.utf8.count)
      if begin.starts(with: "zombies-tally ".utf8) {
        try add(try Self.tally(file), named: file.name)
      } else if begin.starts(with: RoundsCSV.header.utf8) {
        rounds.append(try Self.rounds(file, path))
      } else if begin.starts(with: (RoundsCSV.header.dropLast() + ",").utf8) {
        throw .badData(
          "\(file.name), line 1: the rounds of 'play --record' are not part of a batch and cannot be "
            + "merged, although their first columns are those of a rounds CSV")
      } else if begin.starts(with: "zombies-census ".utf8) {
        try addCensus(try file.readToEnd(), named: file.name)
      } else if let schema = [CensusLevelsCSV.schema, CensusLevelsCSV.difficultySchema].first(
        where: { begin.starts(with: $0.header.utf8) })
      {
        try addLevels(file, path, schema)
      } else {
        throw .badData(
          "\(file.name), line 1: neither a tally nor a CSV of rounds or of a census's levels: expected "
            + "'\(TallyFile.magic)', '\(CensusFile.magic)', '\(RoundsCSV.header.dropLast())' or "
            + "'reference,level,placements,...'")
      }
      if let part = census?.parts.first?.name ?? levels.first?.name,
        let other = tallies.first?.name ?? rounds.first?.name
      {
        throw .badData(
          "\(part) is from a census, but \(other) is from a batch: they cannot be merged")
      }
    }
  }

  private static func tally(_ file: InputFile) throws(Failure) -> BatchResult {
    let bytes = try file.readToEnd()
    do throws(TallyError) { return try TallyFile.read(bytes).result } catch {
      throw .badData("\(file.name), \(error)")
    }
  }

  private mutating func addCensus(_ bytes: [UInt8], named name: String) throws(Failure) {
    let result: CensusResult
    do throws(TallyError) { result = try CensusFile.read(bytes) } catch {
      throw .badData("\(name), \(error)")
    }
    if census == nil {
      census = CensusPieces(result, named: name)
    } else {
      try census?.add(result, named: name)
    }
  }

  private mutating func addLevels(
    _ file: InputFile, _ path: FilePath, _ schema: TableSchema
  ) throws(Failure) {
    guard path.text != "-", file.isRegular else {
      throw Failure(
        status: .noInput,
        message: "\(file.name): expected a regular file, because levels are read twice")
    }
    if let other = levels.first, other.schema.name != schema.name {
      throw .badData("\(file.name) has other columns than \(other.name)")
    }
    let begin = schema.header.utf8.count
    // No reference of a room with at most 64 squares is longer.
    let row = try file.peek(begin + 100)[begin...]
    let first = CensusLevelsCheck.number(of: row)
    guard first != nil || row.isEmpty else {
      throw .badData(
        "\(file.name), line 2: expected a row that begins with a placement reference")
    }
    levels.append(Levels(name: file.name, path: path, schema: schema, first: first))
  }

  /// Adds a tally to the sum.
  private mutating func add(_ result: BatchResult, named name: String) throws(Failure) {
    defer { tallies.append(MergedPart(name: name, covered: result.played)) }
    guard let first = tallies.first, var sum else {
      sum = result
      return
    }
    self.sum = nil
    do throws(MergeError) { try sum.merge(result) } catch {
      let difference = TallyFile.difference(result.settings, from: sum.settings) ?? ""
      throw tallies.failure(
        error, of: name, other: "batch than \(first.name): \(difference)", unit: "trials")
    }
    self.sum = sum
  }

  private static func rounds(_ file: InputFile, _ path: FilePath) throws(Failure) -> Rounds {
    guard path.text != "-", file.isRegular else {
      throw Failure(
        status: .noInput,
        message: "\(file.name): expected a regular file, because rounds are read twice")
    }
    // A row may be long: a level has up to 2²⁰ squares, and a path as many moves as allowed.
    let begin = RoundsCSV.header.utf8.count
    var bytes = try file.peek(begin)
    while !bytes[begin...].contains(UInt8(ascii: "\n")) {
      let longer = try file.peek(bytes.count * 2)
      if longer.count == bytes.count { break }
      bytes = longer
    }
    if bytes.count == begin { return Rounds(name: file.name, path: path, first: nil) }
    guard let first = RoundsCheck.trial(of: bytes[begin...]) else {
      throw .badData(
        "\(file.name), line 2: expected a row that begins with the number of its trial")
    }
    return Rounds(name: file.name, path: path, first: first)
  }

  /// The sum of the tallies; nil if there are none.
  func result(isPartial: Bool) throws(Failure) -> BatchResult? {
    guard let sum else { return nil }
    let gaps = sum.played.gaps(in: sum.whole)
    guard isPartial || gaps.isEmpty else {
      throw tallies.failure(missing: gaps, of: sum.whole, unit: "trials")
    }
    return sum
  }

  /// Copies the rows of all pieces, in the order of their trials, and checks them.
  func joinRounds(
    into output: OutputFile, isPartial: Bool, _ progress: Progress
  ) throws -> RoundsCheck {
    var check = RoundsCheck(sum?.settings)
    var rows: UInt64 = 0
    var last: (name: String, end: UInt64)?
    try output.write(RoundsCSV.header)
    let pieces = rounds.filter { $0.first != nil }.sorted { $0.first ?? 0 < $1.first ?? 0 }
    for piece in pieces {
      if let last, let first = piece.first, first != last.end, first < last.end || !isPartial {
        let what =
          first < last.end
          ? "trial \(first) is in \(last.name) and in \(piece.name)"
          : "trials \(TallyFile.text(of: RangeSet(last.end..<first))) are missing between "
            + "\(last.name) and \(piece.name). Use --partial to join the rest"
        throw Failure.badData(what)
      }
      try copy(piece, &check, into: output) {
        rows += 1
        if rows % 1024 == 0 { progress.update(rows) }
      }
      last = (piece.name, check.trials.ranges.last?.upperBound ?? 0)
    }
    return check
  }

  /// Copies the rows of all pieces of a census's levels, in the order of their numbers, and checks them.
  ///
  /// - Parameter result: The result that counted them; nil if it is unknown.
  func joinLevels(
    into output: OutputFile, _ result: CensusResult?, _ progress: Progress
  ) throws -> CensusLevelsCheck {
    let header = levels.first?.schema.header ?? ""
    var check = CensusLevelsCheck(header: header, result: result)
    try output.write(header)
    for piece in levels.filter({ $0.first != nil }).sorted(by: { $0.first ?? 0 < $1.first ?? 0 }) {
      _ = try copy(piece.name, piece.path, into: output) { row throws(RoundsError) in
        try check.take(row)
      } count: {
        if check.rows % 1024 == 0 { progress.update(check.rows) }
      }
    }
    return check
  }

  /// Copies the rows of a piece of rounds.
  private func copy(
    _ piece: Rounds, _ check: inout RoundsCheck, into output: OutputFile, _ count: () -> Void
  ) throws {
    let line = try copy(piece.name, piece.path, into: output) { row throws(RoundsError) in
      try check.take(row)
    } count: {
      count()
    }
    do throws(RoundsError) { try check.endPiece() } catch {
      throw Failure.badData("\(piece.name), line \(line): \(error)")
    }
  }

  /// Copies the rows of a file, each after a check; returns the number of its lines.
  private func copy(
    _ name: String, _ path: FilePath, into output: OutputFile,
    check: (ArraySlice<UInt8>) throws(RoundsError) -> Void, count: () -> Void
  ) throws -> Int {
    let file = try InputFile(path)
    var line = 0
    var rest: [UInt8] = []
    func take(_ row: ArraySlice<UInt8>) throws {
      line += 1
      do throws(RoundsError) {
        if line > 1 { try check(row) }
      } catch {
        throw Failure.badData("\(name), line \(line): \(error)")
      }
      if line > 1 {
        try output.write(row)
        try output.write(CollectionOfOne(UInt8(ascii: "\n")))
        count()
      }
    }
    while let bytes = file.read() {
      rest += bytes
      var begin = 0
      while let end = rest[begin...].firstIndex(of: UInt8(ascii: "\n")) {
        try take(rest[begin..<end])
        begin = end + 1
      }
      rest.removeFirst(begin)
    }
    if let failure = file.failure { throw failure }
    guard rest.isEmpty else {
      throw Failure.badData(
        "\(name), line \(line + 1): the row is cut off: expected a newline")
    }
    return line
  }
}
