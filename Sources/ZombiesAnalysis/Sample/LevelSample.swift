import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSimulator
import ZombiesSolver

/// Some levels by kind: a sample of a family that is too large for a ``Census``, or levels that are
/// given.
///
/// The result does not depend on threads.
public struct LevelSample: Sendable {
  /// The kinds of the levels with their counts: by verdict, par, number of shortest solutions and
  /// grade.
  public let rows: [(kind: LevelKind, count: UInt64)]

  /// The hardest of the levels.
  public let hardest: HardestLevels

  /// The kind of each level, in order, of levels that are given; empty for a sample of a family.
  public let kinds: [LevelKind]

  /// The number of levels.
  public var total: UInt64 { rows.reduce(0) { $0 + $1.count } }

  /// The number of levels of some kinds.
  public func sum(where isMeant: (LevelKind) -> Bool) -> UInt64 {
    rows.reduce(0) { $0 + (isMeant($1.kind) ? $1.count : 0) }
  }

  /// Grades the first levels of a generator.
  ///
  /// - Parameters:
  ///   - generator: What the levels are drawn from.
  ///   - count: How many there are.
  ///   - stateLimit: The maximum number of states of a level that is graded, and of a search for
  ///     the par of one that is not.
  ///   - top: How many of the hardest are kept.
  ///   - threads: The number of threads.
  ///   - onProgress: Receives the number of levels done, at intervals, on the calling thread.
  /// - Throws: ``/ZombiesGenerator/GenerationError`` if a level cannot be made.
  public init(
    of generator: LevelGenerator, count: Int, stateLimit: Int, top: Int, threads: Int = 1,
    onProgress: ((UInt64) -> Void)? = nil
  ) throws(GenerationError) {
    _ = try LevelSource(generator)
    let work = SampleWork(levels: 0..<max(0, count), top: top)
    let grading = Grading(rules: generator.rules, stateLimit: stateLimit, top: top)
    let end = Self.end(of: work, threads, onProgress) {
      var grader = grading.grader
      let source = Result { () throws(GenerationError) in try LevelSource(generator) }
      return { places in
        var counts = KindCounts(top: top)
        do throws(GenerationError) {
          for place in places {
            let level = try source.get().level(at: UInt64(place))
            counts.count(level, grading.kind(of: level, &grader))
          }
        } catch { counts.error = error }
        return counts
      }
    }
    if let error = end.error { throw error }
    self.init(end)
  }

  /// Grades given levels.
  ///
  /// - Parameters:
  ///   - levels: The levels.
  ///   - rules: The rules in force.
  ///   - stateLimit: The maximum number of states of a level that is graded, and of a search for
  ///     the par of one that is not.
  ///   - top: How many of the hardest are kept.
  ///   - threads: The number of threads.
  ///   - onProgress: Receives the number of levels done, at intervals, on the calling thread.
  public init(
    of levels: LevelList, rules: Rules, stateLimit: Int, top: Int, threads: Int = 1,
    onProgress: ((UInt64) -> Void)? = nil
  ) {
    let work = SampleWork(levels: 0..<levels.count, top: top)
    let grading = Grading(rules: rules, stateLimit: stateLimit, top: top)
    let end = Self.end(of: work, threads, onProgress) {
      var grader = grading.grader
      return { places in
        var counts = KindCounts(top: top)
        for place in places {
          let level = levels[place]
          let kind = grading.kind(of: level, &grader)
          counts.count(level, kind)
          counts.kinds[place] = kind
        }
        return counts
      }
    }
    self.init(end)
  }

  private init(_ counts: KindCounts) {
    rows = counts.counts.map { ($0.key, $0.value) }.sorted { $0.0.comes(before: $1.0) }
    hardest = counts.hardest
    kinds = counts.kinds.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func end(
    of work: SampleWork, _ threads: Int, _ onProgress: ((UInt64) -> Void)?,
    worker: @escaping @Sendable () -> (Range<Int>) -> KindCounts
  ) -> KindCounts {
    let pieces = max(1, work.levels.count / SampleWork.pieceSize)
    let queue = PieceQueue(work)
    let watch = onProgress.map { onProgress in
      { (state: SampleWork) in
        onProgress(state.done)
        return true
      }
    }
    ZombiesSimulator.work(
      on: queue, threads: min(max(1, threads), pieces), watch: watch, worker: worker)
    return queue.result.counts
  }
}

/// How levels are graded.
private struct Grading: Sendable {
  let rules: Rules
  let stateLimit: Int
  let top: Int

  var grader: LevelGrader { LevelGrader(rules: rules, stateLimit: stateLimit) }

  /// The kind of a level. A shortest way may be found in fewer states than the level has.
  func kind(of level: Level, _ grader: inout LevelGrader) -> LevelKind {
    let graded = grader.grade(level)
    guard graded.verdict == .gaveUp else { return LevelKind(graded) }
    let solved = Solver(rules: rules, stateLimit: stateLimit).solve(level)
    return LevelKind(
      verdict: solved.verdict, par: solved.solution?.par,
      shortestSolutions: solved.solution?.shortestCount, grade: nil)
  }
}

/// Levels by kind.
private struct KindCounts: Sendable {
  private(set) var counts: [LevelKind: UInt64] = [:]
  private(set) var hardest: HardestLevels

  /// The kinds of given levels, by their places.
  var kinds: [Int: LevelKind] = [:]

  /// Why a level could not be made: the one with the smallest number, whatever the order in which
  /// threads finish their pieces.
  var error: GenerationError?

  init(top: Int) { hardest = HardestLevels(capacity: top) }

  mutating func count(_ level: Level, _ kind: LevelKind) {
    counts[kind, default: 0] += 1
    guard kind.verdict == .solvable, let par = kind.par, par >= hardest.leastPar else { return }
    hardest.keep(HardestLevels.Entry(code: level.code, kind: kind))
  }

  mutating func add(_ other: KindCounts) {
    for (kind, count) in other.counts { counts[kind, default: 0] += count }
    hardest.merge(other.hardest)
    kinds.merge(other.kinds) { kind, _ in kind }
  }
}

/// What the threads of a sample share.
private struct SampleWork: PieceWork {
  /// The levels not yet taken.
  var levels: Range<Int>
  private(set) var done: UInt64 = 0
  private(set) var counts: KindCounts

  /// Why a level could not be made: the one with the smallest number.
  private var failure = EarliestError<GenerationError>()

  static let pieceSize = 16

  init(levels: Range<Int>, top: Int) {
    self.levels = levels
    counts = KindCounts(top: top)
  }

  mutating func next() -> Range<Int>? {
    guard failure.error == nil, !levels.isEmpty else { return nil }
    let end = levels.lowerBound + min(Self.pieceSize, levels.count)
    defer { levels = end..<levels.upperBound }
    return levels.lowerBound..<end
  }

  mutating func add(_ output: KindCounts, of piece: Range<Int>) {
    counts.add(output)
    done += UInt64(piece.count)
    if let error = output.error { failure.keep(error, ofPieceAt: UInt64(piece.lowerBound)) }
    counts.error = failure.error
  }
}
