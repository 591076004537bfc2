import ZombiesReports

/// `zombies generate`: levels from a seed.
enum GenerateCommand {
  static let command = Command(
    name: "generate",
    summary: "make levels from a seed, each solvable unless told otherwise",
    operands: "",
    details: """
      Makes levels by the placement rule, each drawn uniformly and independently from all
      solvable placements of a family (or from all placements). The same seed and settings
      give the same levels for ever. Pictures stand below their seed reference.
      """,
    options: [
      .seed,
      Option(name: "--count", value: "N", summary: "how many levels; 1 unless said"),
      Option(name: "--first", value: "INDEX", summary: "the index of the first; 0 unless said"),
      Option(
        name: "--levels", value: "WHICH",
        summary: "solvable (unless said) levels, or any placements"),
      Option(name: "--distinct", summary: "leave out repeats"),
      Option(
        name: "--max-draws", value: "N",
        summary: "the most draws for one level; unless said 2^26 divided by the room's squares, "
          + "and at least 1000"),
      .maxStates,
      Option(
        name: "--format", value: "FORMAT",
        summary: "picture (unless said), emoji, code or csv"),
    ] + Option.family + Option.rules + [.output, .quiet, .color],
    example: (
      "zombies generate --family classic --seed 42 --first 7",
      """
      ; classic@42#7
      S....
      ....Z
      Z....
      .....
      ....P

      """
    ),
    run: run)

  private enum Format: String, CaseIterable {
    case picture, emoji, code, csv
  }

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if !arguments.operands.isEmpty {
      throw arguments.badUsage("generate takes no levels; see its options")
    }
    let count = try arguments.count("--count", 1...UInt64.max) ?? 1
    let first = try arguments.count("--first", 0...UInt64.max) ?? 0
    guard count - 1 <= UInt64.max - first else {
      throw arguments.badUsage("--first and --count: the last index would be 2^64 or more")
    }
    let maxDraws = try arguments.count("--max-draws", 1...UInt64(Int.max)).map { Int($0) }
    let generator = LevelGenerator(
      try arguments.family(), seed: try arguments.seed(), rules: try arguments.rules(),
      selection: try arguments.choice("--levels", LevelSelection.self) ?? .solvable,
      drawLimit: maxDraws, stateLimit: try arguments.maxStates())
    let format = try arguments.choice("--format", Format.self) ?? .picture
    let source: LevelSource
    do throws(GenerationError) { source = try LevelSource(generator) } catch {
      throw arguments.badUsage("\(generator.family): \(error)")
    }
    let output = try arguments.output()
    defer { output.discard() }
    let writer = LevelWriter(
      output: output, format: format, generator: generator,
      palette: try arguments.palette(for: output),
      solver: Solver(rules: generator.rules, stateLimit: generator.stateLimit))
    Terminal.say("seed \(generator.seed)\n")
    let progress = Progress(
      total: count, unit: "levels", isQuiet: arguments.has("--quiet") || output.isTerminal)
    defer { progress.finish() }
    if format == .csv { try output.write(GenerateCSV.header) }
    do {
      if arguments.has("--distinct") {
        try writeDistinct(count, from: first, source, writer, progress)
      } else {
        for offset in 0..<count {
          try writer.write(try level(source, at: first + offset), index: first + offset)
          progress.update(offset + 1)
        }
      }
    } catch let failure as Failure {
      // What was made before stands.
      progress.finish()
      if source.hasMadeLevels { try? output.flush() }
      throw failure
    }
    progress.finish()
    try output.finish()
    sayRejected(source)
    return .done
  }

  private static func level(
    _ source: LevelSource, at index: UInt64
  ) throws(Failure) -> Level {
    do throws(GenerationError) { return try source.level(at: index) } catch {
      var message = "\(source.generator.family)@\(source.generator.seed): \(error)"
      if case .gaveUp = error { message += " (--max-states)" }
      throw .badData(message)
    }
  }

  private static func sayRejected(_ source: LevelSource) {
    guard source.generator.selection == .solvable else { return }
    let rejected = source.rejectedDraws
    Terminal.say(
      "\(grouped(rejected)) \(rejected == 1 ? "draw was" : "draws were") thrown away as unsolvable\n"
    )
  }

  /// Writes levels in the order of their index, each once.
  private static func writeDistinct(
    _ count: UInt64, from first: UInt64, _ source: LevelSource, _ writer: LevelWriter,
    _ progress: Progress
  ) throws {
    let generator = source.generator
    // Where it is known that there are enough, they are found sooner or later.
    let existing = DistinctLevels.count(generator)
    if let existing, existing < count {
      if existing == 0 { _ = try level(source, at: first) }
      throw Failure.badData(
        "\(generator.family) has \(grouped(existing)) distinct "
          + "\(generator.selection == .any ? "" : "solvable ")\(existing == 1 ? "level" : "levels"), "
          + "fewer than the \(grouped(count)) asked for")
    }
    var seen: Set<Level> = []
    var repeats = 0
    var index = first
    while UInt64(seen.count) < count {
      let level = try level(source, at: index)
      if seen.insert(level).inserted {
        repeats = 0
        try writer.write(level, index: index)
        progress.update(UInt64(seen.count))
      } else {
        repeats += 1
      }
      guard existing != nil || repeats < 1_000_000 else {
        throw Failure.badData(
          "\(generator.family): a million repeats in a row after \(grouped(seen.count)) distinct "
            + "levels, fewer than the \(grouped(count)) asked for")
      }
      guard index < .max else {
        throw Failure.badData("\(generator.family): no index is left")
      }
      index += 1
    }
  }
}

/// How many different levels a generator makes.
enum DistinctLevels {
  /// The most squares of all placements together that are looked at.
  private static let limit: UInt64 = 1 << 24

  /// The number of distinct levels; nil where the placements are too many to look at, or the
  /// solver gives up on one.
  static func count(_ generator: LevelGenerator) -> UInt64? {
    guard let placements = generator.family.placementCount else { return nil }
    if generator.selection == .any { return placements }
    guard placements <= limit / UInt64(generator.family.size.squareCount) else { return nil }
    let census = PlacementCensus(generator)
    return census?.gaveUp == 0 ? census?.solvable : nil
  }
}

extension GenerateCommand {
  /// Writes levels in one of the formats, in such a way that they can be read back.
  private struct LevelWriter {
    let output: OutputFile
    let format: Format
    let generator: LevelGenerator
    let palette: Palette
    let solver: Solver

    func write(_ level: Level, index: UInt64) throws {
      let reference =
        generator.rules == .standard
        ? SeedReference(
          generator.family, selection: generator.selection, seed: generator.seed, index: index)
        : nil
      switch format {
      case .csv:
        try output.write(GenerateCSV.row(level, reference, solver.solve(level)))
      case .code:
        let code = level.code
        try output.write(code + "\n")
        // Codes without a digit or a slash would be read as the rows of a picture.
        if !code.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0.isDigit || $0 == 0x2B }) {
          try output.write("\n")
        }
      case .picture, .emoji:
        if let reference { try output.write("; \(reference)\n") }
        let style: PictureStyle = format == .emoji ? .emoji : .letters
        // A room of one row has no picture that could be read back.
        let text = level.size.rows == 1 ? level.code : level.picture(style)
        try output.write(palette.paint(text) + "\n\n")
      }
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 48 && self <= 57 }
}
