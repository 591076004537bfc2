import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesReports
import ZombiesSimulator
import ZombiesSystem

/// The files to merge. Files of rounds are read twice, all others once.
struct MergePieces {
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

  private(set) var rounds: [Rounds] = []
  private(set) var levels: [Levels] = []

  /// The parts of a batch, of a census or of a sweep, which cannot be merged with each other; nil if
  /// there are none.
  private(set) var batch: MergedSum<BatchResult>?
  private(set) var census: MergedSum<CensusResult>?
  private(set) var sweep: MergedSum<SavedSweep>?

  init(_ paths: [FilePath], for log: InputLog) throws(Failure) {
    for path in paths {
      let file = try InputFile(path, for: log)
      // The longest prefix that identifies a kind of file.
      let begin = try file.peek(CensusLevelsCSV.difficultySchema.header.utf8.count)
      if begin.starts(with: "zombies-tally ".utf8) {
        try Self.add(file, to: &batch)
      } else if begin.starts(with: RoundsCSV.header.utf8) {
        rounds.append(try Self.rounds(file, path))
      } else if begin.starts(with: (RoundsCSV.header.dropLast() + ",").utf8) {
        throw .badData(
          "\(file.name), line 1: the rounds of 'play --record' are not part of a batch and cannot be "
            + "merged, although their first columns are those of a rounds CSV")
      } else if begin.starts(with: "zombies-census ".utf8) {
        try Self.add(file, to: &census)
      } else if begin.starts(with: "zombies-sweep ".utf8) {
        try Self.add(file, to: &sweep)
      } else if let schema = [CensusLevelsCSV.schema, CensusLevelsCSV.difficultySchema].first(
        where: { begin.starts(with: $0.header.utf8) })
      {
        try addLevels(file, path, schema)
      } else {
        throw .badData(
          "\(file.name), line 1: neither a tally nor a CSV of rounds or of a census's levels: expected "
            + "'\(TallyFile.magic)', '\(CensusFile.magic)', '\(SweepFile.magic)', "
            + "'\(RoundsCSV.header.dropLast())' or 'reference,level,placements,...'")
      }
      try checkKinds()
    }
  }

  /// Checks that all files are from the same kind of run.
  private func checkKinds() throws(Failure) {
    let kinds = [
      ("a census", census?.parts.first?.name ?? levels.first?.name),
      ("a sweep", sweep?.parts.first?.name),
      ("a batch", batch?.parts.first?.name ?? rounds.first?.name),
    ].compactMap { kind, name in name.map { "\($0) is from \(kind)" } }
    if kinds.count > 1 {
      throw .badData("\(kinds[0]), but \(kinds[1]): they cannot be merged")
    }
  }

  /// Adds a file to the sum of its kind.
  private static func add<Sum>(
    _ file: InputFile, to sum: inout MergedSum<Sum>?
  ) throws(Failure) {
    let bytes = try file.readToEnd()
    let part: Sum
    do throws(TallyError) { part = try Sum.read(bytes) } catch {
      throw .badData("\(file.name), \(error)")
    }
    if sum == nil {
      sum = MergedSum(part, named: file.name)
    } else {
      try sum?.add(part, named: file.name)
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

  /// Copies the rows of all pieces, in the order of their trials, and checks them.
  func joinRounds(
    into output: OutputFile, isPartial: Bool, _ progress: Progress
  ) throws -> RoundsCheck {
    var check = RoundsCheck()
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
    let schema = levels.first?.schema ?? CensusLevelsCSV.schema
    var check = CensusLevelsCheck(schema, result: result)
    try output.write(schema.header)
    for piece in levels.filter({ $0.first != nil }).sorted(by: { $0.first ?? 0 < $1.first ?? 0 }) {
      _ = try copy(piece.name, piece.path, into: output) { row throws(RowError) in
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
    let line = try copy(piece.name, piece.path, into: output) { row throws(RowError) in
      try check.take(row)
    } count: {
      count()
    }
    do throws(RowError) { try check.endPiece() } catch {
      throw Failure.badData("\(piece.name), line \(line): \(error)")
    }
  }

  /// Copies the rows of a file, each after a check; returns the number of its lines.
  private func copy(
    _ name: String, _ path: FilePath, into output: OutputFile,
    check: (ArraySlice<UInt8>) throws(RowError) -> Void, count: () -> Void
  ) throws -> Int {
    let file = try InputFile(path)
    var line = 0
    var rest: [UInt8] = []
    func take(_ row: ArraySlice<UInt8>) throws {
      line += 1
      do throws(RowError) {
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
