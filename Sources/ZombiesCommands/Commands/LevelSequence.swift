import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSimulator
import ZombiesSolver

/// A level that `zombies generate` has generated.
struct GeneratedLevel: Sendable {
  let level: Level
  let index: UInt64

  /// The difficulty of the level; nil until it is computed.
  var graded: LevelReport? { difficulty?.report }

  /// A report is large, and a level is copied often.
  private var difficulty: Difficulty?

  private final class Difficulty: Sendable {
    let report: LevelReport
    init(_ report: LevelReport) { self.report = report }
  }

  init(_ level: Level, index: UInt64) { (self.level, self.index) = (level, index) }

  /// Whether the level comes before another one in the order from easy to hard.
  func isEasier(than other: GeneratedLevel) -> Bool { rank < other.rank }

  /// The sort key. Unknown values, such as the points of large levels, come last.
  private var rank: (Int, Int, UInt64, UInt64) {
    (
      graded?.points ?? .max, graded?.par ?? .max,
      // The more shortest solutions, the easier.
      .max - (graded?.shortestSolutions ?? 0), index
    )
  }

  /// The difficulty of the level, computed at the first call.
  @discardableResult
  mutating func graded(by grader: Grader) -> LevelReport {
    if let graded { return graded }
    let report = grader.report(level, .grade)
    difficulty = Difficulty(report)
    return report
  }
}

/// The level at an index, examined on one of several threads.
struct ExaminedLevel: Sendable {
  /// The level, or the reason why there is none.
  let level: Result<GeneratedLevel, GenerationError>
  /// The number of draws rejected before it.
  let rejectedDraws: UInt64
  /// Whether it passes the filter.
  let passes: Result<Bool, Failure>
}

/// The levels of a generator that are kept: from some index on, those that pass the filter and are not
/// repeats.
///
/// Levels are drawn and examined in any order on several threads (``examiner(grading:)``), also some
/// that are not needed in the end. Which ones are kept is decided in the order of their indices.
struct LevelSequence {
  /// The number of levels to keep.
  let count: UInt64

  private let generator: LevelGenerator

  /// What draws the levels of the first thread. The others make their own.
  private let firstSource: Monitor<LevelSource?>
  private let progress: Progress
  private var filter: LevelFilter?

  /// The grades that are still wanted, for the threads; nil for all.
  private let wanted: Monitor<GradeQuotas?>

  /// The levels kept so far; nil if repeats are allowed.
  private var met: DistinctLevels?

  /// Whether enough distinct levels are known to exist, so that the search ends.
  private var hasEnough = true

  /// The number of levels examined, and how many of them passed the filter.
  private var looked: UInt64 = 0
  private var passed: UInt64 = 0

  /// The number of levels kept, and the number examined when the last one was kept.
  private(set) var kept: UInt64 = 0
  private var lookedWhenKept: UInt64 = 0

  /// The number of repeats since a level was kept.
  private var repeats = 0

  /// The number of draws rejected so far because they were unsolvable.
  private(set) var rejectedDraws: UInt64 = 0

  init(
    _ count: UInt64, of source: LevelSource, _ filter: LevelFilter?, _ progress: Progress
  ) {
    (self.count, generator, self.filter) = (count, source.generator, filter)
    firstSource = Monitor(source)
    self.progress = progress
    wanted = Monitor(filter?.grades)
  }

  private var name: String { "\(generator.family)@\(generator.seed)" }

  /// Whether there are enough levels.
  var isComplete: Bool { kept == count }

  /// Whether the level at every index is kept.
  var keepsAll: Bool { filter == nil && met == nil }

  /// From now on, skips levels that are the same up to symmetry.
  ///
  /// - Parameter first: The index of the first level.
  /// - Throws: ``Failure`` with status 65 if too few distinct levels exist.
  mutating func leaveOutRepeats(from first: UInt64) throws(Failure) {
    met = DistinctLevels(under: generator.rules)
    guard let existing = DistinctLevels.count(generator) else {
      hasEnough = false
      return
    }
    guard existing < count else { return }
    // If there is no level at all, the generator throws its own error.
    if existing == 0 { _ = try level(of: examiner(grading: false)()(first)) }
    throw .badData(
      "\(generator.family) has \(grouped(existing)) distinct "
        + "\(generator.selection == .any ? "" : "solvable ")\(existing == 1 ? "level" : "levels"), "
        + "fewer than the \(grouped(count)) requested; levels that are the same up to symmetry count once"
    )
  }

  /// A phrase with the number of levels that were kept; nil without a filter.
  var yield: String? {
    guard let filter, looked > 0 else { return nil }
    let levels = "\(grouped(looked)) \(looked == 1 ? "level" : "levels")"
    // With a number for each grade, the share of levels that pass means nothing.
    if filter.grades?.total != nil {
      return "\(grouped(kept)) of \(levels) \(kept == 1 ? "was" : "were") kept"
    }
    return "\(grouped(passed)) of \(levels) passed: \(percent(Double(passed) / Double(looked)))"
  }

  /// A function that makes the workers, which draw and examine the level at an index.
  ///
  /// - Parameter grading: Whether to grade the levels that pass.
  func examiner(grading: Bool) -> @Sendable () -> (UInt64) -> ExaminedLevel {
    let (generator, firstSource) = (generator, firstSource)
    let (filter, wanted) = (filter, wanted)
    return {
      let first = firstSource.withLock { source in
        defer { source = nil }
        return source
      }
      let made = Result { () throws(GenerationError) in
        if let first { return first }
        return try LevelSource(generator)
      }
      let grader = Grader(generator)
      let examiner = filter.map { LevelFilter.Examiner($0, by: grader) }
      return { index in
        let (source, drawn): (LevelSource, Level)
        var rejected: UInt64 = 0
        do throws(GenerationError) {
          source = try made.get()
          rejected = source.rejectedDraws
          drawn = try source.level(at: index)
        } catch {
          return ExaminedLevel(level: .failure(error), rejectedDraws: 0, passes: .success(false))
        }
        var level = GeneratedLevel(drawn, index: index)
        var passes = Result<Bool, Failure>.success(true)
        if let examiner {
          let grades = wanted.withLock { $0 }
          passes = Result { () throws(Failure) in try examiner.passes(&level, among: grades) }
        }
        if grading, case .success(true) = passes { level.graded(by: grader) }
        return ExaminedLevel(
          level: .success(level), rejectedDraws: source.rejectedDraws - rejected, passes: passes)
      }
    }
  }

  /// Takes the level at the next index.
  ///
  /// - Returns: The level, if it is kept.
  /// - Throws: ``Failure`` with status 65.
  mutating func take(_ examined: ExaminedLevel) throws(Failure) -> GeneratedLevel? {
    let level = try level(of: examined)
    looked += 1
    rejectedDraws += examined.rejectedDraws
    progress.update(kept) { filter == nil ? "" : " · \(grouped(looked)) examined" }
    if let filter {
      // A grade may have been wanted when the level was examined.
      guard filter.wants(level), try examined.passes.get() else {
        try checkTries()
        return nil
      }
    }
    passed += 1
    guard met?.insert(level.level) ?? true else {
      repeats += 1
      try checkRepeats(repeats)
      try checkTries()
      return nil
    }
    repeats = 0
    kept += 1
    lookedWhenKept = looked
    if filter?.keep(level) == true { wanted.withLock { $0 = filter?.grades } }
    return level
  }

  /// The error of a sequence that needs more levels than there are indices.
  var noLevelLeft: Failure {
    .badData(
      missing(at: "\(generator.family)") + "there is no level after the last index, 2^64-1")
  }

  private func level(of examined: ExaminedLevel) throws(Failure) -> GeneratedLevel {
    do throws(GenerationError) { return try examined.level.get() } catch {
      var message = "\(name): \(error)"
      if case .gaveUp = error { message += " (--max-states)" }
      throw .badData(message)
    }
  }

  /// The start of an error: the place, and the number of levels missing of each grade.
  private func missing(at place: String) -> String {
    "\(place): " + (filter?.grades?.missing.map { "\($0) found: " } ?? "")
  }

  private func checkTries() throws(Failure) {
    let tries = looked - lookedWhenKept
    guard let filter, tries >= filter.maxTries else { return }
    let what =
      filter.grades?.total == nil
      ? "no \(passed > kept ? "new " : "")level among the last \(grouped(tries)) passed"
      : "no level among the last \(grouped(tries)) has a grade that is still needed"
    let advice = passed == 0 ? ". 'zombies census' shows which grades and pars a family has" : ""
    throw .badData(missing(at: name) + "\(what) (--max-tries); \(yield ?? "")\(advice)")
  }

  private func checkRepeats(_ repeats: Int) throws(Failure) {
    // With a filter, the number of levels is unknown, and --max-tries ends the search.
    if hasEnough || filter != nil || repeats < 1_000_000 { return }
    throw .badData(
      "\(generator.family): a million repeats in a row after \(grouped(kept)) distinct "
        + "levels, fewer than the \(grouped(count)) requested")
  }
}

extension Grader {
  /// A grader with the rules and the limit of a generator.
  convenience init(_ generator: LevelGenerator) {
    self.init(
      Solver(rules: generator.rules, stateLimit: generator.stateLimit),
      stateLimit: generator.stateLimit ?? StateGraph.defaultStateLimit)
  }
}
