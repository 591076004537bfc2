import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesSimulator
import ZombiesSolver

/// Counts of levels by kind, of a sample of a family that is too large for a ``Census``.
///
/// The result does not depend on the number of threads.
public struct LevelSample: Sendable {
  /// The kinds of the levels with their counts, sorted by verdict, par, number of shortest solutions
  /// and grade.
  public let rows: [(kind: LevelKind, count: UInt64)]

  /// The hardest of the levels.
  public let hardest: HardestLevels

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
    let (count, size) = (max(0, count), 16)
    let sum = try addUp(
      Chunks([0..<UInt64(count)], size: UInt64(size)), into: Counts(top: top),
      threads: min(max(1, threads), max(1, count / size)),
      by: { (sum: inout Counts, part: Counts) throws(GenerationError) in
        sum.kinds.merge(part.kinds, uniquingKeysWith: +)
        sum.hardest.merge(part.hardest)
      },
      watch: telling(onProgress),
      worker: {
        let grader = Grader(generator.rules, stateLimit: stateLimit)
        let source = Result { () throws(GenerationError) in try LevelSource(generator) }
        return { indices, tell in
          defer { tell(UInt64(indices.count)) }
          return Result { () throws(GenerationError) in
            var counts = Counts(top: top)
            for index in indices {
              let level = try source.get().level(at: index)
              let kind = LevelKind(grader.report(level, .grade))
              counts.kinds[kind, default: 0] += 1
              counts.hardest.offer(kind, code: level.code)
            }
            return counts
          }
        }
      })
    rows = sum.kinds.map { ($0.key, $0.value) }.sorted { $0.0.comes(before: $1.0) }
    hardest = sum.hardest
  }
}

/// Counts of levels by kind, and the hardest of the levels.
private struct Counts: Sendable {
  var kinds: [LevelKind: UInt64] = [:]
  var hardest: HardestLevels

  init(top: Int) { hardest = HardestLevels(capacity: top) }
}
