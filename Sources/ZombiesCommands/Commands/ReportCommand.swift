import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPlatform
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSolver

extension Option {
  fileprivate static let reportTitle = Option(
    name: "--title",
    value: Value(name: "TEXT", kind: .text, standardText: "the family, in words"),
    summary: "the title of the page")
  fileprivate static let reportPlacements = count(
    "--max-placements", 1...UInt64(Int64.max),
    defaultText: "what takes some seconds",
    "compute exactly only what needs no more placements than this")
  fileprivate static let sample = count(
    "--sample", 1...10_000_000, defaultText: "10,000, fewer where levels take long",
    "how many levels are graded of a family that is not counted as a whole")
  fileprivate static let reportRounds = Option.rounds.saying(
    "how many rounds each policy plays",
    note: "Of given levels each is played equally often by default")
}

/// `zombies report`: everything about a family on one page.
enum ReportCommand {
  static let command: Command = Command(
    name: "report",
    summary: "write everything about a family on one HTML page",
    operands: .levels,
    details: """
      The page is about a family, or about the levels that you give. It is one file that needs no
      network and no script: it can be read on a phone, printed and sent. It shows how often each
      policy wins, how long rounds are, where players stand and where they are caught, pars and
      grades, the hardest levels, and all numbers as tables and CSV.

      What is played is a batch of 'zombies simulate'. The exact values are those of 'zombies
      analyze', and pars and grades those of 'zombies census', where a family is small enough for
      them; else some levels are drawn, graded and searched for the hardest, and the page says so.
      The same settings give the same bytes, with any number of threads.
      """,
    options: [
      [
        .input, .levels, .policies, .reportRounds, .first, .maxMoves, .seed, .reportTitle,
        .top.saying("how many of the hardest levels are shown"), .reportPlacements, .sample,
        .difficultyStates.saying(
          "the most states of a level that is graded", note: "Others are counted without a grade"),
      ],
      Option.familyOptions, Option.ruleOptions, [.output, .threads, .quiet],
    ],
    example: (
      "zombies report --family flashlight --rounds 1e3 | grep -o '<h2>.*</h2>'",
      """
      <h2>How often each policy wins</h2>
      <h2>How long rounds are</h2>
      <h2>Where players stand and are caught</h2>
      <h2>Pars and grades</h2>
      <h2>The hardest levels</h2>
      <h2>Settings and data</h2>
      """
    ),
    run: run)

  private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let plan = try ReportPlan(arguments)
    guard arguments.has(.output) || isatty(1) == 0 else {
      throw arguments.badUsage(
        "refusing to print HTML on a terminal: use \(Option.output.name) FILE")
    }
    let output = try arguments.output()
    defer { output.discard() }
    arguments.note("seed \(plan.batch.seed)\n")
    let report = try plan.report()
    try output.write(report.html)
    try output.finish()
    return .done
  }
}

/// What a report is made of, and how much of it is computed exactly.
private struct ReportPlan {
  let arguments: Arguments
  let batch: Batch
  let threads: Int
  let title: String?
  let top: Int
  let stateLimit: Int
  let sampleSize: Int?

  /// The most placements of an exact part; nil for what takes some seconds.
  let placementLimit: UInt64?

  /// Where the given levels are from, in their order; empty for a family.
  let places: [String]

  /// As many given levels have a card each.
  private static let mostCards = 60

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    title = try arguments.title(.reportTitle)
    threads = try arguments.threads()
    top = try arguments.top()
    stateLimit = try arguments.number(.difficultyStates)
    placementLimit = try arguments.optionalNumber(.reportPlacements)
    sampleSize = try arguments.optionalNumber(.sample)
    let (rules, seed) = (try arguments.rules(), try arguments.seed())
    let maxMoves = try arguments.maxMoves()
    let levels: Batch.Levels
    var rounds: UInt64?
    if arguments.operands.isEmpty, !arguments.has(.input) {
      levels = .generated(try arguments.generator(rules, seed: seed, maxStates: nil))
      places = []
    } else {
      let other = Option.familyOptions + [.levels, .reportPlacements, .sample]
      if let option = arguments.first(of: other) {
        throw arguments.badUsage(
          "\(option.name) is for generated levels, but levels are given")
      }
      let (list, places) = try Self.given(arguments)
      self.places = places
      levels = .list(list)
      let count = UInt64(list.count)
      rounds = (Option.defaultRounds + count - 1) / count * count
    }
    let (unit, trials) = try arguments.trials(unless: rounds)
    batch = Batch(
      levels: levels, policies: try arguments.policies(for: levels, rules), unit: unit,
      trials: trials, rules: rules, maxMoves: maxMoves, seed: seed)
  }

  private static func given(_ arguments: Arguments) throws -> (LevelList, [String]) {
    var input = try LevelInput(arguments)
    var (levels, places) = (LevelList(), [String]())
    while let entry = try input.next() {
      levels.append(entry.level)
      places.append(entry.title)
    }
    return (levels, places)
  }

  /// Computes all that the report holds.
  func report() throws -> FamilyReport {
    let result = try played()
    var report: FamilyReport
    switch batch.levels {
    case .list(let list): report = given(list, result)
    case .generated(let generator): report = try family(generator, result)
    }
    report.title = title
    report.stateLimit = stateLimit
    report.command = arguments.lineOfSettings()
    report.version = Tool.version
    return report
  }

  private func progress(_ total: UInt64?, _ unit: String) -> Progress {
    Progress(total: total, unit: unit, isQuiet: arguments.isQuiet)
  }

  private func played() throws -> BatchResult {
    let progress = progress(batch.trialCount, "rounds")
    defer { progress.finish() }
    var run = BatchRun(
      simulator: try Simulator(batch, threads: threads, countsSquares: true), progress: progress,
      text: { _, _ in "" }, resumeLine: "")
    try run.plan()
    return try run.play(from: BatchProgress(batch, countsSquares: batch.size != nil)).result
  }

  // MARK: A family

  private func family(_ generator: LevelGenerator, _ result: BatchResult) throws -> FamilyReport {
    let census = try census(generator.family)
    let (levels, hardest, source) =
      try census.map {
        (FamilyReport.Levels.census($0), $0.hardest, FamilyReport.Hardest.ofAll)
      } ?? sampled(generator)
    var report = FamilyReport(result, levels: levels)
    report.hardest = source
    report.shown = try hardest.entries.enumerated().map { place, entry in
      FamilyReport.Shown(
        level: try Level(entry.code), name: "No. \(place + 1)", kind: entry.kind)
    }
    try analyze(generator.family, &report)
    return report
  }

  /// The census; nil if it would take long.
  private func census(_ family: Family) throws -> CensusResult? {
    guard let count = family.placementCount,
      let census = try? Census(
        family, rules: batch.rules, stateLimit: stateLimit, top: top)
    else { return nil }
    let isSoon = placementLimit.map { count <= $0 } ?? Effort(family).isSoonCounted
    guard isSoon else { return nil }
    let progress = progress(count, "placements")
    defer { progress.finish() }
    return try census.count(threads: threads) { state in
      progress.update(state.counted.count)
      return true
    }
  }

  /// A sample with the hardest levels that a short search finds.
  private func sampled(
    _ generator: LevelGenerator
  ) throws -> (FamilyReport.Levels, HardestLevels, FamilyReport.Hardest) {
    let family = generator.family
    let effort = Effort(family)
    let drawn = LevelGenerator(family, seed: batch.seed, rules: batch.rules, selection: .any)
    let size = sampleSize ?? effort.sampleSize
    let sample: LevelSample
    do {
      let progress = progress(UInt64(size), "levels")
      defer { progress.finish() }
      sample = try LevelSample(
        of: drawn, count: size, stateLimit: min(stateLimit, Effort.mostStates), top: top,
        threads: threads
      ) { progress.update($0) }
    } catch {
      throw Failure.badData("\(family): \(error)")
    }
    var hardest = sample.hardest
    guard
      let search = try? HardestSearch(
        family, rules: batch.rules, stateLimit: min(stateLimit, Effort.mostStates),
        seed: batch.seed, climbs: Effort.climbs, steps: effort.steps, top: top),
      effort.steps > 0
    else {
      return (.sample(sample), hardest, .found(sample: sample.total, climbs: 0, steps: 0))
    }
    let progress = progress(search.climbs * search.steps, "steps")
    defer { progress.finish() }
    hardest.merge(search.run(threads: threads) { steps, _ in progress.update(steps) })
    return (
      .sample(sample), hardest,
      .found(sample: sample.total, climbs: search.climbs, steps: search.steps)
    )
  }

  /// Adds the exact values, or why there are none.
  private func analyze(_ family: Family, _ report: inout FamilyReport) throws {
    let count = family.placementCount
    let isSoon =
      placementLimit.map { limit in count.map { $0 <= limit } ?? false }
      ?? Effort(family).isSoonAnalyzed
    let moves = batch.moveLimit(in: family.size)
    guard moves <= Effort.mostMoves(in: family.size) else {
      report.missingAnalysis =
        "Rounds may have so many moves that exact values are not computed in some seconds."
      return
    }
    guard isSoon else {
      report.missingAnalysis =
        "The family is too large for its exact values to be computed in some seconds"
        + (count == nil ? "." : "; `zombies analyze` computes them, if there is time.")
      return
    }
    var settings = FamilyAnalysis.Settings(
      family, rules: batch.rules, policies: batch.policies.filter(\.hasExactValues),
      moveLimit: .moves(moves))
    settings.placementLimit = placementLimit ?? .max
    let progress = progress(count, "placements")
    defer { progress.finish() }
    do throws(AnalysisError) {
      report.analysis = try FamilyAnalysis(of: settings, threads: threads) { progress.update($0) }
    } catch {
      report.missingAnalysis = "There are no exact values: \(error)."
    }
  }

  // MARK: Given levels

  private func given(_ list: LevelList, _ result: BatchResult) -> FamilyReport {
    let progress = progress(UInt64(list.count), "levels")
    defer { progress.finish() }
    let showsAll = list.count <= Self.mostCards
    let sample = LevelSample(
      of: list, rules: batch.rules, stateLimit: stateLimit, top: top, threads: threads
    ) { progress.update($0) }
    var report = FamilyReport(result, levels: .given(sample))
    report.showsAll = showsAll
    if showsAll {
      report.shown = list.indices.map { place in
        FamilyReport.Shown(level: list[place], name: places[place], kind: sample.kinds[place])
      }
    } else {
      // Only the codes of the hardest are known, so that their places are looked up.
      let hardest = Set(sample.hardest.entries.map(\.code))
      var names: [String: Int] = [:]
      for (place, level) in list.enumerated() {
        let code = level.code
        if hardest.contains(code), names[code] == nil { names[code] = place }
      }
      report.shown = sample.hardest.entries.compactMap { entry in
        names[entry.code].map {
          FamilyReport.Shown(level: list[$0], name: places[$0], kind: entry.kind)
        }
      }
    }
    return report
  }
}

/// How much work the levels of a family are, roughly, for what has to be done in some seconds. It
/// depends on the family alone, so that a report is the same on every machine.
private struct Effort {
  private let placements: Double
  private let squares: Double

  /// What is looked at in a level, about, in states.
  private let states: Double

  /// The most states of a level that is drawn to be graded.
  static let mostStates = 50_000

  /// The climbs of a search for hard levels.
  static let climbs: UInt64 = 8

  init(_ family: Family) {
    placements = family.placementCount.map { Double($0) } ?? .infinity
    squares = Double(family.size.squareCount)
    let moves = family.zombies > 0 && (family.isLit || family.flashlights > 0)
    let most = family.mostStates.map { Double($0) } ?? .infinity
    states = moves ? most : squares
  }

  /// Whether all placements are solved and graded in some seconds.
  var isSoonCounted: Bool { placements * (1 + states / 5000) <= 8_000_000 }

  /// The most moves of a round with which all policies are analysed: each one takes time.
  static func mostMoves(in size: RoomSize) -> Int { 16 * size.defaultMoveLimit }

  /// Whether all policies are analysed in some seconds.
  var isSoonAnalyzed: Bool { placements * (4000 + states) <= 400_000_000 }

  /// How many levels are drawn to be graded.
  var sampleSize: Int {
    let each = max(1000, min(states, Double(Self.mostStates)) * 4, squares * 20)
    return Int(max(16, min(10_000, 200_000_000 / each)))
  }

  /// The steps of each climb, of which each solves a level.
  var steps: UInt64 { UInt64(sampleSize) / 5 }
}
