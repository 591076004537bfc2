import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesReports
import ZombiesSolver
import ZombiesSystem

extension Option {
  fileprivate static let levelCount = count(
    "--count", alias: "-n", 1...UInt64.max, default: 1, "number of levels")
  fileprivate static let sort = flag(
    "--sort",
    "sort the levels from easy to hard: by points, par, number of shortest solutions (more first) "
      + "and index",
    note: "Levels without points come last. The limit is \(grouped(SortedLevels.mostLevels)) "
      + "levels with \(grouped(SortedLevels.mostThings)) things in all")
  fileprivate static let firstIndex = count(
    "--first", as: "INDEX", 0...UInt64.max, default: 0, "index of the first level")
  fileprivate static let distinct = flag(
    "--distinct", "skip repeated levels",
    note: "A level that is the same up to symmetry is a repeat too. The first one that passes the "
      + "filters is kept")
  fileprivate static let maxDraws = count(
    "--max-draws", 1...UInt64(Int.max),
    defaultText: "2^26 divided by the number of squares, but at least 1000",
    "maximum number of draws for one level")
  fileprivate static let format = format(
    GenerateCommand.Format.self, default: .picture,
    note: "code writes the codes alone, without references. It writes rules only with --world")
}

/// `zombies generate`: levels from a seed.
package enum GenerateCommand {
  fileprivate enum Format: String, OutputFormat {
    case picture, emoji, code, csv, jsonl
  }

  package static let command: Command = Command(
    name: "generate",
    summary: "generate levels from a seed, solvable ones by default",
    details: """
      Generates levels by the placement rule. Each level is drawn uniformly and independently from
      all solvable placements of a family, or from all placements. The same seed and settings always
      give the same levels. Above each picture is the seed reference of the level.

      With filters, generate omits the levels that do not pass all of them. Filters do not change the
      indices of levels. For example, a set of levels for a game, with three levels of each grade:

        zombies generate --family flashlight \\
          --grade easy:3,medium:3,hard:3 \\
          --distinct --sort

      \(HelpList.grades) \(HelpList.points)
      """,
    options: [
      [
        .seed, .levelCount, .firstIndex,
        .levels.saying("placements of the family to draw from"), .distinct, .sort, .maxDraws,
        .maxStates, .world, .format,
      ], Option.filters, Option.familyOptions, Option.ruleOptions,
      [.output, .manifest, .threads, .quiet, .color],
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
    let first: UInt64 = try arguments.number(.firstIndex)
    let generator = LevelGenerator(
      try arguments.family(), seed: try arguments.seed(), rules: try arguments.rules(),
      selection: try arguments.choice(.levels),
      drawLimit: try arguments.optionalNumber(.maxDraws), stateLimit: try arguments.maxStates())
    let format = try arguments.choice(.format, as: Format.self)
    let world = try world(arguments, format, generator)
    let filter = try LevelFilter(arguments, generator)
    let count = try count(arguments, filter)
    guard count - 1 <= UInt64.max - first else {
      throw arguments.badUsage("--first and --count: the last index must be below 2^64")
    }
    let isSorted = arguments.has(.sort)
    if isSorted { try SortedLevels.check(count, of: generator.family, arguments) }
    let threads = try arguments.threads()
    let source: LevelSource
    do throws(GenerationError) { source = try LevelSource(generator) } catch {
      throw arguments.badUsage("\(generator.family): \(error)")
    }
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let output = try outputs.openMain(
      "levels", schema: format.isRows ? GenerateCSV.schema : nil, isJSONLines: format.isJSONLines,
      arguments)
    let grader = Grader(generator)
    let writer = LevelWriter(
      output: output, format: format, generator: generator,
      palette: try arguments.palette(for: output), grader: grader)
    arguments.note("seed \(generator.seed)\n")
    let progress = Progress(
      total: count, unit: "levels", isQuiet: arguments.has(.quiet), beside: output)
    defer { progress.finish() }
    if format.isRows { try output.write(GenerateCSV.header) }
    if let world { try output.write("; world: \(world)\n") }
    // A reader of the levels must know their rules. Rows have columns for them, and codes stand alone. A
    // game has other rules than the default ones for a world that names none.
    let named =
      world == nil ? [] : Rules.Variant.allCases.filter { arguments.has(Option.rule($0)) }
    if !named.isEmpty || !format.isRows && format != .code && generator.rules != .standard {
      try output.write("; rules: \(NamedRules(changesOf: generator.rules, naming: named))\n")
    }
    let isGraded = isSorted || format.isRows || filter?.grades != nil
    if isGraded {
      arguments.notesOfGrades(in: generator.family, generator.rules).forEach(arguments.note)
    }
    var sequence = LevelSequence(count, of: source, filter, progress)
    var sorted = SortedLevels()
    var shortage: Failure?
    do {
      let isDistinct = arguments.has(.distinct)
      if isDistinct { try sequence.leaveOutRepeats(from: first) }
      let work = OrderedWork<UInt64, ExaminedLevel>(
        threads: threads, isOpenEnded: !sequence.keepsAll,
        weight: { _ in generator.family.size.squareCount },
        // There may be many repeats, so distinct levels are graded when they are kept.
        worker: sequence.examiner(grading: (isSorted || format.isRows) && !isDistinct),
        deliver: { _, examined in
          guard var level = try sequence.take(examined) else { return }
          if isSorted {
            level.grade(by: grader)
            sorted.add(level)
          } else {
            try progress.makeWay(for: output) { try writer.write(level) }
          }
          // Levels that were drawn ahead are not needed.
          if sequence.isComplete { throw Enough() }
        })
      do {
        try work.run {
          let end = sequence.keepsAll ? first + (count - 1) : .max
          for index in first...end {
            try work.add(index)
            // The first level may be enough, and then no thread is needed.
            if index == first { _ = try work.catchUp() }
          }
        }
        throw sequence.noLevelLeft
      } catch is Enough {}
    } catch let failure as Failure where failure.status == .badData && sequence.kept > 0 {
      // Write the levels that were found before the failure.
      shortage = failure
    }
    progress.finish()
    for level in sorted.levels { try writer.write(level) }
    try outputs.finish(
      Manifest(
        arguments,
        settings: [
          ("family", generator.family.name), ("levels", generator.selection.rawValue),
          ("seed", String(generator.seed)), ("first", String(first)), ("count", String(count)),
          ("rules", generator.rules.line),
        ]))
    if let shortage { throw shortage }
    noteRejected(sequence.rejectedDraws, of: generator, arguments)
    if let yield = sequence.yield { arguments.note(yield + "\n") }
    return .done
  }

  /// The name of the world to write; nil if none is asked for.
  private static func world(
    _ arguments: Arguments, _ format: Format, _ generator: LevelGenerator
  ) throws(Failure) -> String? {
    guard let world = try arguments.world() else { return nil }
    if format.isRows {
      throw arguments.badUsage(
        "--world cannot be combined with --format \(format.rawValue), which has no worlds")
    }
    if generator.selection == .any {
      throw arguments.badUsage(
        "--world cannot be combined with --levels any: a campaign has only solvable levels")
    }
    return world
  }

  /// Ends the work when enough levels are found.
  private struct Enough: Error {}

  /// The number of levels: that of `--count`, or the sum of the numbers in `--grade`.
  private static func count(
    _ arguments: Arguments, _ filter: LevelFilter?
  ) throws(Failure) -> UInt64 {
    guard let total = filter?.grades?.total else { return try arguments.number(.levelCount) }
    if arguments.has(.levelCount) {
      throw arguments.badUsage(
        "--count cannot be combined with numbers of levels in --grade")
    }
    return total
  }

  private static func noteRejected(
    _ rejected: UInt64, of generator: LevelGenerator, _ arguments: Arguments
  ) {
    guard generator.selection == .solvable else { return }
    arguments.note(
      "\(grouped(rejected)) unsolvable \(rejected == 1 ? "draw was" : "draws were") rejected\n"
    )
  }
}

/// Levels to be sorted from easy to hard, all held in memory.
private struct SortedLevels {
  static let mostLevels: UInt64 = 1_000_000
  static let mostThings: UInt64 = 20_000_000

  private var unsorted: [GeneratedLevel] = []

  mutating func add(_ level: GeneratedLevel) { unsorted.append(level) }

  var levels: [GeneratedLevel] { unsorted.sorted { $0.isEasier(than: $1) } }

  /// Checks that the levels fit in memory.
  ///
  /// - Throws: ``Failure`` with status 64 if there are too many.
  static func check(
    _ count: UInt64, of family: Family, _ arguments: Arguments
  ) throws(Failure) {
    let most = min(mostLevels, mostThings / UInt64(max(1, family.thingCount)))
    guard count > most else { return }
    throw arguments.badUsage(
      "--sort can sort at most \(grouped(most)) levels of \(family), not \(grouped(count))"
    )
  }
}

extension GenerateCommand {
  /// Writes levels in one of the formats, all of which the program can read.
  private struct LevelWriter {
    let output: OutputFile
    let format: Format
    let generator: LevelGenerator
    let palette: Palette
    let grader: Grader

    /// The seed references up to the index; nil if the rules are not the default ones.
    let prefix: [UInt8]?

    init(
      output: OutputFile, format: Format, generator: LevelGenerator, palette: Palette,
      grader: Grader
    ) {
      (self.output, self.format) = (output, format)
      (self.generator, self.palette, self.grader) = (generator, palette, grader)
      let first = SeedReference(
        generator.family, selection: generator.selection, seed: generator.seed, index: 0)
      prefix = generator.rules.withoutHearing == .standard ? Array(first.prefix.utf8) : nil
    }

    func write(_ made: GeneratedLevel) throws {
      let (level, index) = (made.level, made.index)
      switch format {
      case .csv, .jsonl:
        var made = made
        made.grade(by: grader)
        guard let graded = made.graded else { return }
        try output.write {
          GenerateCSV.append(level, prefix: prefix, index: index, graded, generator.rules, to: &$0)
        }
      case .code:
        let code = level.code
        try output.write(code + "\n")
        // A reader would take a code without a digit, a slash or a plus sign for a row of a picture.
        if !code.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0.isDigit || $0 == 0x2B }) {
          try output.write("\n")
        }
      case .picture, .emoji:
        if let prefix { try output.write("; \(String(decoding: prefix, as: UTF8.self))\(index)\n") }
        let style: PictureStyle = format == .emoji ? .emoji : .letters
        // A reader would not take a picture of one row for a picture.
        let text = level.size.rows == 1 ? level.code : level.picture(style)
        try output.write(palette.paint(text) + "\n\n")
      }
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 48 && self <= 57 }
}
