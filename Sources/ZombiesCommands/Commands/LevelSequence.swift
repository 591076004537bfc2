import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSimulator
import ZombiesSolver
import ZombiesSystem

/// A level that `zombies generate` has generated.
struct GeneratedLevel: Sendable {
  let level: Level
  let index: UInt64

  /// The difficulty of the level; nil until it is computed.
  var graded: LevelReport? { difficulty?.report }

  /// Its grade; nil until it is computed, and if it has none.
  var grade: Grade? { difficulty?.grade }

  /// A report is large, and a level is copied often.
  private var difficulty: Difficulty?

  private final class Difficulty: Sendable {
    let report: LevelReport
    let grade: Grade?
    init(_ report: LevelReport) { (self.report, grade) = (report, report.grade) }
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
  mutating func grade(by grader: Grader) {
    if difficulty == nil { difficulty = Difficulty(grader.report(level, .grade)) }
  }
}

/// The level at an index, examined on one of several threads.
struct ExaminedLevel: Sendable {
  /// The number of draws rejected before it.
  let rejectedDraws: UInt64

  /// What was found; nil for a level that does not pass the filter, which is the most frequent case.
  let finding: Finding?

  /// The filter that rejected the level, and the level's grade if it was found before.
  var rejection: (filter: Rejections.Filter, grade: Grade?)?

  indirect enum Finding: Sendable {
    case passes(GeneratedLevel)
    /// The filter could not decide about the level.
    case undecided(GeneratedLevel, Failure)
    /// There is no level.
    case missing(GenerationError)
  }
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

  /// What rejected the levels since a level was kept.
  private var rejections = Rejections()

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
    if existing == 0, case .missing(let error) = examiner(grading: false)()(first).finding {
      throw failure(error)
    }
    throw .badData(
      "\(generator.family) has \(grouped(existing)) distinct "
        + "\(generator.selection == .any ? "" : "solvable ")\(existing == 1 ? "level" : "levels"), "
        + "fewer than the \(grouped(count)) requested; levels that are the same up to symmetry count once"
    )
  }

  /// A phrase with the number of levels that were kept; nil without a filter.
  var yield: String? {
    guard let filter, looked > 0 else { return nil }
    let levels = grouped(looked, "level")
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
    // Without numbers, the wanted grades never change.
    let quotasChange = filter?.grades?.total != nil
    return {
      let first = firstSource.withLock { source in
        defer { source = nil }
        return source
      }
      let source: LevelSource
      do throws(GenerationError) {
        if let first { source = first } else { source = try LevelSource(generator) }
      } catch {
        return { _ in ExaminedLevel(rejectedDraws: 0, finding: .missing(error)) }
      }
      let grader = Grader(generator)
      let examiner = filter.map { LevelFilter.Examiner($0, by: grader) }
      return { index in
        let before = source.rejectedDraws
        var level: GeneratedLevel
        do throws(GenerationError) {
          level = GeneratedLevel(try source.level(at: index), index: index)
        } catch {
          return ExaminedLevel(rejectedDraws: 0, finding: .missing(error))
        }
        let rejected = source.rejectedDraws - before
        if let examiner {
          do throws(Failure) {
            let current = quotasChange ? wanted.withLock { $0 } : nil
            if let filter = try examiner.rejection(of: &level, among: current) {
              return ExaminedLevel(
                rejectedDraws: rejected, finding: nil, rejection: (filter, level.grade))
            }
          } catch {
            return ExaminedLevel(rejectedDraws: rejected, finding: .undecided(level, error))
          }
        }
        if grading { level.grade(by: grader) }
        return ExaminedLevel(rejectedDraws: rejected, finding: .passes(level))
      }
    }
  }

  /// Takes the level at the next index.
  ///
  /// - Returns: The level, if it is kept.
  /// - Throws: ``Failure`` with status 65.
  mutating func take(_ examined: ExaminedLevel) throws(Failure) -> GeneratedLevel? {
    if case .missing(let error) = examined.finding { throw failure(error) }
    looked += 1
    rejectedDraws += examined.rejectedDraws
    progress.update(kept) { filter == nil ? "" : " · \(grouped(looked)) examined" }
    // A grade may have been wanted when the level was examined.
    let level: GeneratedLevel
    switch examined.finding {
    case .passes(let found) where filter?.wants(found) != false: level = found
    case .undecided(let found, let failure) where filter?.wants(found) != false: throw failure
    case nil, .passes, .undecided, .missing:
      // A level may have been examined when its grade was still wanted.
      let isWanted = examined.rejection?.grade.map { filter?.grades?.want($0) != false } ?? true
      rejections.add(isWanted ? examined.rejection?.filter ?? .grade : .grade)
      try checkTries()
      return nil
    }
    passed += 1
    guard met?.insert(level.level) ?? true else {
      repeats += 1
      rejections.add(.distinct)
      try checkRepeats(repeats)
      try checkTries()
      return nil
    }
    repeats = 0
    kept += 1
    lookedWhenKept = looked
    rejections = Rejections()
    if filter?.keep(level) == true { wanted.withLock { $0 = filter?.grades } }
    return level
  }

  /// The error of a sequence that needs more levels than there are indices.
  var noLevelLeft: Failure {
    .badData(
      missing(at: "\(generator.family)") + "there is no level after the last index, 2^64-1")
  }

  private func failure(_ error: GenerationError) -> Failure {
    var message = "\(name): \(error)"
    if case .gaveUp = error { message += " (--max-states)" }
    return .badData(message)
  }

  /// The start of an error: the place, and the number of levels missing of each grade.
  private func missing(at place: String) -> String {
    "\(place): " + (filter?.grades?.missing.map { "\($0) found: " } ?? "")
  }

  private func checkTries() throws(Failure) {
    let tries = looked - lookedWhenKept
    guard let filter, tries >= filter.maxTries else { return }
    let what =
      "of the last \(grouped(tries, "level")), \(rejections.text(isAll: true))"
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
