import ZombiesCore
import ZombiesGenerator
import ZombiesSimulator

/// The sums over drawn solvable levels that `bench draw` prints.
struct DrawnLevels: Hashable, Sendable {
  /// The number of levels, and the number of draws made for them.
  private(set) var levels: UInt64 = 0, draws: UInt64 = 0

  /// The sum over all levels of the words of the zombies times 3, of the blocks times 5 and of the
  /// flashlights times 7, modulo 2⁶⁴.
  private(set) var check: UInt64 = 0

  /// Draws the levels of a range of indices on several threads, as batches do.
  ///
  /// - Parameters:
  ///   - generator: The family of at most 64 squares, the seed and the rules.
  ///   - onProgress: Receives the number of levels drawn so far, at intervals, on the calling thread.
  init(
    of generator: LevelGenerator, _ indices: Range<UInt64>, threads: Int,
    onProgress: @escaping (UInt64) -> Void
  ) throws(GenerationError) {
    try generator.checkPlacements()
    self = try addUp(
      Chunks([indices], size: 1 << 14), into: DrawnLevels(), threads: threads,
      by: { (sum: inout DrawnLevels, part: DrawnLevels) throws(GenerationError) in
        sum.levels += part.levels
        sum.draws += part.draws
        sum.check &+= part.check
      },
      watch: telling(onProgress),
      worker: {
        let source = Result { () throws(GenerationError) in try LevelSource(generator) }
        return { piece, tell in
          defer { tell(UInt64(piece.count)) }
          return source.flatMap { source in
            Result { () throws(GenerationError) in try DrawnLevels(piece, of: source) }
          }
        }
      })
  }

  private init() {}

  private init(_ indices: Range<UInt64>, of source: LevelSource) throws(GenerationError) {
    guard let frame = source.frame else { return }
    let rejected = source.rejectedDraws
    var batch = LevelBatch(frame: frame, count: Int(min(1024, indices.count)))
    var next = indices.lowerBound
    while next < indices.upperBound {
      batch.use(first: Int(min(UInt64(batch.count), indices.upperBound - next)))
      try source.fill(&batch, from: next)
      for place in 0..<batch.count {
        check &+= batch.zombies[place] &* 3 &+ batch.blocks[place] &* 5
        check &+= batch.flashlights[place] &* 7
      }
      next += UInt64(batch.count)
    }
    levels = UInt64(indices.count)
    draws = levels + source.rejectedDraws - rejected
  }
}
