import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSolver

/// A level that `zombies generate` has generated.
struct GeneratedLevel {
  let level: Level
  let index: UInt64

  /// The difficulty of the level; nil until it is computed.
  private(set) var graded: LevelReport?

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
    graded = report
    return report
  }
}

/// The levels of a source that are kept: from some index on, those that pass the filter and are not
/// repeats.
struct LevelSequence {
  /// The number of levels to keep.
  let count: UInt64

  private let source: LevelSource
  private let grader: Grader
  private let progress: Progress
  private var filter: LevelFilter?

  /// The levels kept so far; nil if repeats are allowed.
  private var met: DistinctLevels?

  /// Whether enough distinct levels are known to exist, so that the search ends.
  private var hasEnough = true

  /// The index of the next level to examine; nil if none is left.
  private var next: UInt64?
  /// The number of levels examined, and how many of them passed the filter.
  private var looked: UInt64 = 0
  private var passed: UInt64 = 0

  /// The number of levels kept, and the number examined when the last one was kept.
  private(set) var kept: UInt64 = 0
  private var lookedWhenKept: UInt64 = 0

  init(
    _ count: UInt64, of source: LevelSource, from first: UInt64, _ filter: LevelFilter?,
    by grader: Grader, _ progress: Progress
  ) {
    (self.count, self.source, self.filter) = (count, source, filter)
    (self.grader, self.progress) = (grader, progress)
    next = first
  }

  private var name: String { "\(source.generator.family)@\(source.generator.seed)" }

  /// From now on, skips levels that are the same up to symmetry.
  ///
  /// - Throws: ``Failure`` with status 65 if too few distinct levels exist.
  mutating func leaveOutRepeats() throws(Failure) {
    let generator = source.generator
    met = DistinctLevels(under: generator.rules)
    guard let existing = DistinctLevels.count(generator) else {
      hasEnough = false
      return
    }
    guard existing < count else { return }
    // If there is no level at all, the generator throws its own error.
    if existing == 0 { _ = try makeNext() }
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

  /// The next level to keep; nil if there are enough.
  mutating func level() throws(Failure) -> GeneratedLevel? {
    var repeats = 0
    while kept < count {
      try checkTries()
      var level = try makeNext()
      looked += 1
      progress.update(kept) { filter == nil ? "" : " · \(grouped(looked)) examined" }
      if let filter, try !filter.passes(&level, by: grader) { continue }
      passed += 1
      guard met?.insert(level.level) ?? true else {
        repeats += 1
        try checkRepeats(repeats)
        continue
      }
      kept += 1
      lookedWhenKept = looked
      filter?.keep(level)
      return level
    }
    return nil
  }

  /// Generates the level at the next index.
  private mutating func makeNext() throws(Failure) -> GeneratedLevel {
    guard let index = next else {
      let family = source.generator.family
      throw .badData(missing(at: "\(family)") + "there is no level after the last index, 2^64-1")
    }
    do throws(GenerationError) {
      let level = GeneratedLevel(try source.level(at: index), index: index)
      next = index == .max ? nil : index + 1
      return level
    } catch {
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
      "\(source.generator.family): a million repeats in a row after \(grouped(kept)) distinct "
        + "levels, fewer than the \(grouped(count)) requested")
  }
}
