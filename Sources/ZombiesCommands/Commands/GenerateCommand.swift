import ZombiesCore
import ZombiesGenerator
import ZombiesReports
import ZombiesSolver

extension Option {
  fileprivate static let levelCount = count(
    "--count", 1...UInt64.max, default: 1, "the number of levels")
  fileprivate static let firstIndex = count(
    "--first", as: "INDEX", 0...UInt64.max, default: 0, "the index of the first level")
  fileprivate static let distinct = flag("--distinct", "leave out repeated levels")
  fileprivate static let maxDraws = count(
    "--max-draws", 1...UInt64(Int.max),
    defaultText: "2^26 divided by the number of squares, but at least 1000",
    "the most draws for one level")
  fileprivate static let format = word(
    "--format", "FORMAT", GenerateCommand.Format.self, default: .picture,
    "the format of the output")
}

/// `zombies generate`: levels from a seed.
enum GenerateCommand {
  fileprivate enum Format: String, CaseIterable {
    case picture, emoji, code, csv
  }

  static let command = Command(
    name: "generate",
    summary: "make levels from a seed, solvable ones by default",
    details: """
      Makes levels by the placement rule. Each is drawn uniformly and independently from all
      solvable placements of a family, or from all placements. The same seed and settings always
      give the same levels. Above each picture stands its seed reference.

      Filters choose from this sequence the levels that pass all of them, and levels keep the
      indices that they have in it.
      """,
    options: [
      [
        .seed, .levelCount, .firstIndex,
        .levels.saying("which placements of the family are drawn"), .distinct, .maxDraws,
        .maxStates, .format,
      ], Option.filters, Option.familyOptions, Option.ruleOptions, [.output, .quiet, .color],
    ],
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

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    if !arguments.operands.isEmpty {
      throw arguments.badUsage("generate takes no operands, only options")
    }
    let count: UInt64 = try arguments.number(.levelCount)
    let first: UInt64 = try arguments.number(.firstIndex)
    guard count - 1 <= UInt64.max - first else {
      throw arguments.badUsage("--first and --count: the last index would be 2^64 or more")
    }
    let generator = LevelGenerator(
      try arguments.family(), seed: try arguments.seed(), rules: try arguments.rules(),
      selection: try arguments.choice(.levels),
      drawLimit: try arguments.optionalNumber(.maxDraws), stateLimit: try arguments.maxStates())
    let format = try arguments.choice(.format, as: Format.self)
    let filter = try LevelFilter(arguments, generator)
    let source: LevelSource
    do throws(GenerationError) { source = try LevelSource(generator) } catch {
      throw arguments.badUsage("\(generator.family): \(error)")
    }
    let output = try arguments.output()
    defer { output.discard() }
    let writer = LevelWriter(
      output: output, format: format, generator: generator,
      palette: try arguments.palette(for: output))
    arguments.note("seed \(generator.seed)\n")
    let progress = Progress(
      total: count, unit: "levels", isQuiet: arguments.has(.quiet), beside: output)
    defer { progress.finish() }
    if format == .csv { try output.write(GenerateCSV.header) }
    var sequence = LevelSequence(source, from: first, filter, progress)
    do {
      if arguments.has(.distinct) {
        try writeDistinct(count, &sequence, writer, progress)
      } else {
        while sequence.kept < count {
          let level = try sequence.level()
          try progress.makeWay(for: output) { try writer.write(level, index: sequence.index) }
          sequence.keep()
        }
      }
    } catch let failure as Failure {
      // The levels that were made before are kept.
      progress.finish()
      if sequence.hasLevels { try? output.flush() }
      throw failure
    }
    progress.finish()
    try output.finish()
    noteRejected(source, arguments)
    if let yield = sequence.yield { arguments.note(yield + "\n") }
    return .done
  }

  /// The levels of a source from some index on that pass the filter.
  private struct LevelSequence {
    let source: LevelSource

    /// The index of the next level to look at; nil if none is left.
    private var next: UInt64?
    private(set) var filter: LevelFilter?
    private let progress: Progress

    /// The index of the level that was made last.
    private(set) var index: UInt64 = 0
    private var looked: UInt64 = 0
    private var passed: UInt64 = 0

    /// The number of levels written, and the number looked at when the last of them was written.
    private(set) var kept: UInt64 = 0
    private var lookedWhenKept: UInt64 = 0

    init(_ source: LevelSource, from first: UInt64, _ filter: LevelFilter?, _ progress: Progress) {
      self.source = source
      self.filter = filter
      self.progress = progress
      next = first
    }

    /// Counts the level that was made last as written.
    mutating func keep() {
      kept += 1
      lookedWhenKept = looked
    }

    /// Whether any level has passed.
    var hasLevels: Bool { passed > 0 }

    /// How many of the levels passed, in a phrase; nil without a filter.
    var yield: String? {
      guard filter != nil, looked > 0 else { return nil }
      return "\(grouped(passed)) of \(grouped(looked)) \(looked == 1 ? "level" : "levels") passed: "
        + percent(Double(passed) / Double(looked))
    }

    /// The next level that passes.
    mutating func level() throws(Failure) -> Level {
      let family = source.generator.family
      while true {
        let tries = looked - lookedWhenKept
        guard let next else { throw .badData("\(family): no index is left for another level") }
        if let filter, tries >= filter.maxTries {
          throw .badData(
            "\(family)@\(source.generator.seed): no \(passed > kept ? "new " : "")level passed "
              + "among the last \(grouped(tries)) that were looked at (--max-tries); \(yield ?? "")"
          )
        }
        let level = try GenerateCommand.level(source, at: next)
        index = next
        self.next = next == .max ? nil : next + 1
        looked += 1
        progress.update(kept) { filter == nil ? "" : " · \(grouped(looked)) looked at" }
        if try filter?.passes(level) ?? true {
          passed += 1
          return level
        }
      }
    }
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

  private static func noteRejected(_ source: LevelSource, _ arguments: Arguments) {
    guard source.generator.selection == .solvable else { return }
    let rejected = source.rejectedDraws
    arguments.note(
      "\(grouped(rejected)) \(rejected == 1 ? "draw was" : "draws were") thrown away as unsolvable\n"
    )
  }

  /// Writes levels in the order of their index, each once.
  private static func writeDistinct(
    _ count: UInt64, _ sequence: inout LevelSequence, _ writer: LevelWriter, _ progress: Progress
  ) throws {
    let generator = writer.generator
    // If there are known to be enough, they are found sooner or later.
    let existing = DistinctLevels.count(generator)
    if let existing, existing < count {
      if existing == 0 { _ = try sequence.level() }
      throw Failure.badData(
        "\(generator.family) has \(grouped(existing)) distinct "
          + "\(generator.selection == .any ? "" : "solvable ")\(existing == 1 ? "level" : "levels"), "
          + "fewer than the \(grouped(count)) asked for")
    }
    var seen: Set<Level> = []
    var repeats = 0
    while sequence.kept < count {
      let level = try sequence.level()
      if seen.insert(level).inserted {
        repeats = 0
        try progress.makeWay(for: writer.output) {
          try writer.write(level, index: sequence.index)
        }
        sequence.keep()
      } else {
        repeats += 1
      }
      // With a filter the number of levels is unknown, and the filter's own limit ends the search.
      guard existing != nil || sequence.filter != nil || repeats < 1_000_000 else {
        throw Failure.badData(
          "\(generator.family): a million repeats in a row after \(grouped(seen.count)) distinct "
            + "levels, fewer than the \(grouped(count)) asked for")
      }
    }
  }
}

/// The number of different levels that a generator makes.
enum DistinctLevels {
  /// The most squares of all placements together that are looked at.
  private static let limit: UInt64 = 1 << 24

  /// The number of distinct levels; nil if there are too many placements to look at, or if the
  /// solver gives up on one.
  static func count(_ generator: LevelGenerator) -> UInt64? {
    guard let placements = generator.family.placementCount else { return nil }
    if generator.selection == .any { return placements }
    guard placements <= limit / UInt64(generator.family.size.squareCount) else { return nil }
    let census = PlacementCounts(generator)
    return census?.gaveUp == 0 ? census?.solvable : nil
  }
}

extension GenerateCommand {
  /// Writes levels in one of the formats, so that they can be read back.
  private struct LevelWriter {
    let output: OutputFile
    let format: Format
    let generator: LevelGenerator
    let palette: Palette
    let search: CachingSolver

    /// What the levels' seed references begin with; nil if the rules are not the default ones.
    let prefix: [UInt8]?

    init(output: OutputFile, format: Format, generator: LevelGenerator, palette: Palette) {
      (self.output, self.format) = (output, format)
      (self.generator, self.palette) = (generator, palette)
      search = CachingSolver(Solver(rules: generator.rules, stateLimit: generator.stateLimit))
      let first = SeedReference(
        generator.family, selection: generator.selection, seed: generator.seed, index: 0)
      prefix = generator.rules == .standard ? Array(first.prefix.utf8) : nil
    }

    func write(_ level: Level, index: UInt64) throws {
      switch format {
      case .csv:
        let solved = search.solve(level)
        try output.write {
          GenerateCSV.append(level, prefix: prefix, index: index, solved, to: &$0)
        }
      case .code:
        let code = level.code
        try output.write(code + "\n")
        // Codes without a digit or a slash would be read as the rows of a picture.
        if !code.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0.isDigit || $0 == 0x2B }) {
          try output.write("\n")
        }
      case .picture, .emoji:
        if let prefix { try output.write("; \(String(decoding: prefix, as: UTF8.self))\(index)\n") }
        let style: PictureStyle = format == .emoji ? .emoji : .letters
        // A room of one row has no picture that can be read back.
        let text = level.size.rows == 1 ? level.code : level.picture(style)
        try output.write(palette.paint(text) + "\n\n")
      }
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 48 && self <= 57 }
}
