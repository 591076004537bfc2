import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSimulator
import ZombiesSolver

/// Counts of levels by kind: of a sample of a family that is too large for a ``Census``, or of given
/// levels.
///
/// The result does not depend on the number of threads.
public struct LevelSample: Sendable {
  /// The kinds of the levels with their counts, sorted by verdict, par, number of shortest solutions
  /// and grade.
  public let rows: [(kind: LevelKind, count: UInt64)]

  /// The hardest of the levels.
  public let hardest: HardestLevels

  /// The kind of each given level, in order; empty for a sample of a family.
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
  ///   - generator: The generator of the levels.
  ///   - count: The number of levels.
  ///   - stateLimit: The maximum number of states of a graded level, and of a search for the par of a
  ///     level that is not graded.
  ///   - top: The number of hardest levels to keep.
  ///   - threads: The number of threads.
  ///   - onProgress: Receives the number of levels done, at intervals, on the calling thread.
  /// - Throws: ``/ZombiesGenerator/GenerationError`` if a level cannot be made.
  public init(
    of generator: LevelGenerator, count: Int, stateLimit: Int, top: Int, threads: Int = 1,
    onProgress: ((UInt64) -> Void)? = nil
  ) throws(GenerationError) {
    _ = try LevelSource(generator)
    self.init(
      try Self.counts(max(0, count), top: top, threads, onProgress) {
        let grader = Grader(generator.rules, stateLimit: stateLimit)
        let source = Result { () throws(GenerationError) in try LevelSource(generator) }
        return { indices in
          Result { () throws(GenerationError) in
            var counts = KindCounts(top: top)
            for index in indices {
              let level = try source.get().level(at: index)
              counts.count(level, LevelKind(grader.report(level, .grade)))
            }
            return counts
          }
        }
      })
  }

  /// Grades given levels.
  ///
  /// - Parameters:
  ///   - levels: The levels.
  ///   - rules: The rules in force.
  ///   - stateLimit: The maximum number of states of a graded level, and of a search for the par of a
  ///     level that is not graded.
  ///   - top: The number of hardest levels to keep.
  ///   - threads: The number of threads.
  ///   - onProgress: Receives the number of levels done, at intervals, on the calling thread.
  public init(
    of levels: LevelList, rules: Rules, stateLimit: Int, top: Int, threads: Int = 1,
    onProgress: ((UInt64) -> Void)? = nil
  ) {
    self.init(
      Self.counts(levels.count, top: top, threads, onProgress) {
        let grader = Grader(rules, stateLimit: stateLimit)
        return { indices in
          var counts = KindCounts(top: top)
          for index in indices.lazy.map({ Int($0) }) {
            let level = levels[index]
            let kind = LevelKind(grader.report(level, .grade))
            counts.count(level, kind)
            counts.kinds[index] = kind
          }
          return Result<_, Never>.success(counts)
        }
      })
  }

  private init(_ counts: KindCounts) {
    rows = counts.counts.map { ($0.key, $0.value) }.sorted { $0.0.comes(before: $1.0) }
    assert(
      counts.kinds.isEmpty || counts.kinds.count == Int(rows.reduce(0) { $0 + $1.count }),
      "a kind of each level")
    hardest = counts.hardest
    kinds = counts.kinds.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Counts levels by their numbers, on several threads.
  private static func counts<Failure: Error>(
    _ count: Int, top: Int, _ threads: Int, _ onProgress: ((UInt64) -> Void)?,
    worker: @escaping @Sendable () -> (Range<UInt64>) -> Result<KindCounts, Failure>
  ) throws(Failure) -> KindCounts {
    let size = 16
    return try addUp(
      Chunks([0..<UInt64(count)], size: UInt64(size)), into: KindCounts(top: top),
      threads: min(max(1, threads), max(1, count / size)),
      by: { (sum: inout KindCounts, part: KindCounts) throws(Failure) in sum.add(part) },
      watch: telling(onProgress),
      worker: {
        let worker = worker()
        return { indices, tell in
          defer { tell(UInt64(indices.count)) }
          return worker(indices)
        }
      })
  }
}

/// Counts of levels by kind.
private struct KindCounts: Sendable {
  private(set) var counts: [LevelKind: UInt64] = [:]
  private(set) var hardest: HardestLevels

  /// The kinds of given levels by index.
  var kinds: [Int: LevelKind] = [:]

  init(top: Int) { hardest = HardestLevels(capacity: top) }

  mutating func count(_ level: Level, _ kind: LevelKind) {
    counts[kind, default: 0] += 1
    guard kind.verdict == .solvable, let par = kind.par, par >= hardest.leastPar else { return }
    hardest.keep(HardestLevels.Entry(code: level.code, kind: kind))
  }

  mutating func add(_ other: KindCounts) {
    for (kind, count) in other.counts { counts[kind, default: 0] += count }
    hardest.merge(other.hardest)
    assert(other.kinds.keys.allSatisfy { kinds[$0] == nil }, "each level once")
    kinds.merge(other.kinds) { kind, _ in kind }
  }
}
