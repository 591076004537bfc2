import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSolver

/// A level that `zombies generate` made.
struct GeneratedLevel {
  let level: Level
  let index: UInt64

  /// What is known of its difficulty; nil as long as nobody asked.
  private(set) var graded: LevelReport?

  init(_ level: Level, index: UInt64) { (self.level, self.index) = (level, index) }

  /// Whether the level comes before another one where they are sorted from easy to hard.
  func isEasier(than other: GeneratedLevel) -> Bool { rank < other.rank }

  /// What is not known comes last: points of large levels, and all of unsolvable ones.
  private var rank: (Int, Int, UInt64, UInt64) {
    (
      graded?.points ?? .max, graded?.par ?? .max,
      // The more shortest solutions, the easier.
      .max - (graded?.shortestSolutions ?? 0), index
    )
  }

  /// What is known of its difficulty, found out once.
  @discardableResult
  mutating func graded(by grader: Grader) -> LevelReport {
    if let graded { return graded }
    let report = grader.report(level, .grade)
    graded = report
    return report
  }
}

/// The levels of a source from some index on that are kept: those that pass the filter and are not
/// repeats.
struct LevelSequence {
  /// How many levels are to be kept.
  let count: UInt64

  private let source: LevelSource
  private let grader: Grader
  private let progress: Progress
  private var filter: LevelFilter?

  /// The levels kept; nil if repeats are kept too.
  private var met: DistinctLevels?

  /// Whether there are known to be enough distinct levels, which are then found sooner or later.
  private var hasEnough = true

  /// The index of the next level to look at; nil if none is left.
  private var next: UInt64?
  private var looked: UInt64 = 0
  private var passed: UInt64 = 0

  /// The number of levels kept, and the number looked at when the last of them was kept.
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

  /// Leaves out levels that are alike up to symmetry from now on.
  ///
  /// - Throws: ``Failure`` with status 65 if there are known to be too few.
  mutating func leaveOutRepeats() throws(Failure) {
    let generator = source.generator
    met = DistinctLevels(of: generator.family)
    guard let existing = DistinctLevels.count(generator) else {
      hasEnough = false
      return
    }
    guard existing < count else { return }
    // The generator says it in its own words if there is none.
    if existing == 0 { _ = try makeNext() }
    throw .badData(
      "\(generator.family) has \(grouped(existing)) distinct "
        + "\(generator.selection == .any ? "" : "solvable ")\(existing == 1 ? "level" : "levels"), "
        + "fewer than the \(grouped(count)) asked for; levels alike up to symmetry count as one")
  }

  /// How many of the levels were kept, in a phrase; nil without a filter.
  var yield: String? {
    guard let filter, looked > 0 else { return nil }
    let levels = "\(grouped(looked)) \(looked == 1 ? "level" : "levels")"
    // The share of levels that are kept until each grade has enough means nothing.
    if filter.grades?.total != nil {
      return "\(grouped(kept)) of \(levels) \(kept == 1 ? "was" : "were") kept"
    }
    return "\(grouped(passed)) of \(levels) passed: \(percent(Double(passed) / Double(looked)))"
  }

  /// The next level that is kept; nil if there are enough.
  mutating func level() throws(Failure) -> GeneratedLevel? {
    var repeats = 0
    while kept < count {
      try checkTries()
      var level = try makeNext()
      looked += 1
      progress.update(kept) { filter == nil ? "" : " · \(grouped(looked)) looked at" }
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

  /// Makes the level at the next index.
  private mutating func makeNext() throws(Failure) -> GeneratedLevel {
    guard let index = next else {
      let family = source.generator.family
      throw .badData(missing(at: "\(family)") + "no index is left for another level")
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

  /// What is missing of each grade, in front of the reason.
  private func missing(at place: String) -> String {
    "\(place): " + (filter?.grades?.missing.map { "\($0) found: " } ?? "")
  }

  private func checkTries() throws(Failure) {
    let tries = looked - lookedWhenKept
    guard let filter, tries >= filter.maxTries else { return }
    let what =
      filter.grades?.total == nil
      ? "no \(passed > kept ? "new " : "")level passed among the last \(grouped(tries))"
      : "no further one among the last \(grouped(tries))"
    throw .badData(
      missing(at: name) + "\(what) that were looked at (--max-tries); \(yield ?? "")")
  }

  private func checkRepeats(_ repeats: Int) throws(Failure) {
    // With a filter the number of levels is unknown, and the filter's own limit ends the search.
    if hasEnough || filter != nil || repeats < 1_000_000 { return }
    throw .badData(
      "\(source.generator.family): a million repeats in a row after \(grouped(kept)) distinct "
        + "levels, fewer than the \(grouped(count)) asked for")
  }
}
