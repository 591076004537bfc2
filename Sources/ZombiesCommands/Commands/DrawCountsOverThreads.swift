import ZombiesCore
import ZombiesGenerator
import ZombiesSimulator

extension PlacementCounts {
  /// Solves the first draw of each index in a range, on several threads.
  ///
  /// - Parameters:
  ///   - generator: The family, the seed, the rules and the limit on states.
  ///   - indices: The indices.
  ///   - threads: The number of threads.
  ///   - onProgress: Receives the number of draws solved so far, at intervals, on the calling thread.
  /// - Throws: ``/ZombiesGenerator/GenerationError/tooManyThings(things:squares:)``.
  init(
    of generator: LevelGenerator, _ indices: Range<UInt64>, threads: Int,
    onProgress: ((UInt64) -> Void)? = nil
  ) throws(GenerationError) {
    try generator.checkPlacements()
    let isSmall = generator.family.size.squareCount <= SmallRoom.limit
    let chunk: UInt64 = isSmall ? 1 << 14 : 1
    let chunks = (indices.upperBound - indices.lowerBound) / chunk + 1
    self = try addUp(
      Chunks([indices], size: chunk), into: PlacementCounts(),
      threads: Int(min(UInt64(threads), chunks)),
      by: { (sum: inout PlacementCounts, part: PlacementCounts) throws(GenerationError) in
        sum += part
      },
      watch: telling(onProgress),
      worker: {
        let source = Result { () throws(GenerationError) in try LevelSource(generator) }
        return { piece, tell in
          defer { tell(UInt64(piece.count)) }
          return source.map { $0.countDraws(piece) }
        }
      })
  }
}
