import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator
import ZombiesSolver
import ZombiesSystem

extension Option {
  fileprivate static let reportTitle = Option(
    name: "--title",
    value: Value(name: "TEXT", kind: .text, standardText: "the family, in words"),
    summary: "title of the page")
  fileprivate static let reportPlacements = count(
    "--max-placements", 1...UInt64(Int64.max),
    defaultText: "as many as take a few seconds",
    "compute exact values only for families with at most this many placements")
  fileprivate static let sample = count(
    "--sample", 1...10_000_000, defaultText: "10000, or fewer if grading is slow",
    "number of levels to grade in a family that is too large for a census")
}

/// `zombies report`: a page about a family.
package enum ReportCommand {
  package static let command: Command = Command(
    name: "report",
    summary: "write an HTML page with all results about a family",
    details: """
      Writes a page about a family. The page shows how often each policy wins, how long rounds are,
      where players are and where they are caught, pars and grades, the hardest levels, and all numbers
      as tables and CSV. It is a single file without scripts. It needs no network, and you can read it
      on a phone, print it or send it.

      The rounds are those of 'zombies simulate'. If the family is small enough, the page has the
      exact values of 'zombies analyze', and the pars and grades of 'zombies census'. For a small
      dark family, it also shows how much the best player wins at each hearing distance. For a larger
      family, it has the grades of a sample of levels and the hardest levels that a search found, and
      it says so. The same settings give the same bytes, with any number of threads.

      \(HelpList.grades)

      Policies:

      \(HelpList.policies)
      """,
    options: [
      [
        .levels, .policies, .rounds, .first, .maxMoves, .seed, .reportTitle,
        .top.saying("number of hardest levels to show"), .reportPlacements, .sample,
        .difficultyStates.saying(
          "maximum number of states of a graded level",
          note: "Others are counted without a grade"),
      ],
      Option.familyOptions, Option.ruleOptions, [.output, .manifest, .threads, .quiet],
    ],
    writes: .html,
    example: (
      "zombies report --family flashlight --rounds 1e3 | grep -o '<h2>.*</h2>'",
      """
      <h2>How often each policy wins</h2>
      <h2>What hearing is worth</h2>
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
    try arguments.checkOutputIsNoTerminal()
    let outputs = try OutputSet(arguments)
    defer { outputs.discard() }
    let output = try outputs.openMain("report", arguments)
    arguments.note("seed \(plan.batch.seed)\n")
    let report = try plan.report()
    try output.write(report.html)
    try outputs.finish(
      Manifest(arguments, settings: TallyFile.lines(of: BatchSettings(plan.batch))))
    return .done
  }
}

/// The contents of a report, and which of them are computed exactly.
private struct ReportPlan {
  let arguments: Arguments
  let generator: LevelGenerator
  let batch: Batch
  let threads: Int
  let title: String?
  let top: Int
  let stateLimit: Int
  let sampleSize: Int?

  /// The maximum number of placements for exact values; nil for as many as take a few seconds.
  let placementLimit: UInt64?

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
    generator = try arguments.generator(rules, seed: seed, maxStates: nil)
    let levels = Batch.Levels.generated(generator)
    let (unit, trials) = try arguments.trials()
    batch = Batch(
      levels: levels, policies: try arguments.policies(for: levels, rules), unit: unit,
      trials: trials, rules: rules, maxMoves: maxMoves, seed: seed)
  }

  /// Computes everything in the report.
  func report() throws -> FamilyReport {
    var report = try family(try played())
    report.title = title
    report.stateLimit = stateLimit
    report.command = arguments.lineOfSettings()
    report.version = programVersion
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
    return try run.play(from: BatchProgress(batch, countsSquares: true)).result
  }

  private func family(_ result: BatchResult) throws -> FamilyReport {
    let census = try census(generator.family)
    let (levels, hardest, source) =
      try census.map {
        (FamilyReport.Levels.census($0), $0.hardest, FamilyReport.Hardest.ofAll)
      } ?? sampled()
    var report = FamilyReport(result, levels: levels)
    report.hardest = source
    report.shown = try hardest.entries.enumerated().map { place, entry in
      FamilyReport.Shown(
        level: try Level(entry.code), name: "No. \(place + 1)", kind: entry.kind)
    }
    try analyze(generator.family, &report)
    report.hearing = HearingWorth(generator.family, rules: batch.rules)
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

  /// A sample, and the hardest levels found by a short search.
  private func sampled() throws -> (FamilyReport.Levels, HardestLevels, FamilyReport.Hardest) {
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

  /// Adds the exact values, or the reason why they are missing.
  private func analyze(_ family: Family, _ report: inout FamilyReport) throws {
    let count = family.placementCount
    let isSoon =
      placementLimit.map { limit in count.map { $0 <= limit } ?? false }
      ?? Effort(family).isSoonAnalyzed
    let moves = batch.moveLimit(in: family.size)
    guard moves <= Effort.mostMoves(in: family.size) else {
      report.missingAnalysis =
        "Exact values would take too long, because rounds may have too many moves."
      return
    }
    guard isSoon else {
      report.missingAnalysis =
        "Exact values would take too long for a family of this size."
        + (count == nil ? "" : " Use `zombies analyze` to compute them.")
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
      report.missingAnalysis = "Exact values could not be computed: \(error)."
    }
  }
}

/// A rough estimate of the work for the levels of a family, to keep a report within a few seconds.
///
/// The estimate depends on the family alone, so a report is the same on every machine.
private struct Effort {
  private let placements: Double
  private let squares: Double

  /// The approximate number of states to explore in a level.
  private let states: Double

  /// The maximum number of states of a level in the sample.
  static let mostStates = 50_000

  /// The number of climbs in a search for hard levels.
  static let climbs: UInt64 = 8

  init(_ family: Family) {
    placements = family.placementCount.map { Double($0) } ?? .infinity
    squares = Double(family.size.squareCount)
    let moves = family.zombies > 0 && (family.isLit || family.flashlights > 0)
    let most = family.mostStates.map { Double($0) } ?? .infinity
    states = moves ? most : squares
  }

  /// Whether a few seconds are enough to solve and grade all placements.
  var isSoonCounted: Bool { placements * (1 + states / 5000) <= 8_000_000 }

  /// The largest limit on moves with which all policies are analysed: each move takes time.
  static func mostMoves(in size: RoomSize) -> Int { 16 * size.defaultMoveLimit }

  /// Whether a few seconds are enough to analyse all policies.
  var isSoonAnalyzed: Bool { placements * (4000 + states) <= 400_000_000 }

  /// The number of levels in the sample.
  var sampleSize: Int {
    let each = max(1000, min(states, Double(Self.mostStates)) * 4, squares * 20)
    return Int(max(16, min(10_000, 200_000_000 / each)))
  }

  /// The number of steps in each climb. Each step solves a level.
  var steps: UInt64 { UInt64(sampleSize) / 5 }
}
