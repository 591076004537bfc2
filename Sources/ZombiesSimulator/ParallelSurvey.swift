import ZombiesCore
import ZombiesGenerator

extension Survey {
  /// Decides the first draw of each index in a range, over threads.
  ///
  /// - Parameter onProgress: Receives how many more were decided, on any of the threads.
  /// - Throws: ``GenerationError/tooManyThings(things:squares:)``.
  public init(
    of generator: LevelGenerator, _ indices: Range<UInt64>, threads: Int,
    onProgress: (@Sendable (UInt64) -> Void)? = nil
  ) throws(GenerationError) {
    let isSmall = generator.family.size.squareCount <= SmallRoom.limit
    let chunk: UInt64 = isSmall ? 1 << 14 : 1
    let next = Monitor(indices.lowerBound)
    let total = Monitor((survey: Survey(), error: GenerationError?.none))
    let chunks = (indices.upperBound - indices.lowerBound) / chunk + 1
    withThreads(Int(min(UInt64(threads), chunks))) { _ in
      let source: LevelSource
      do throws(GenerationError) { source = try LevelSource(generator) } catch {
        total.withLock { $0.error = error }
        return
      }
      var survey = Survey()
      while true {
        let range = next.withLock { next in
          let range = next..<next + min(chunk, indices.upperBound - next)
          next = range.upperBound
          return range
        }
        if range.isEmpty { break }
        survey += source.survey(range)
        onProgress?(UInt64(range.count))
      }
      total.withLock { $0.survey += survey }
    }
    let end = total.withLock { $0 }
    if let error = end.error { throw error }
    self = end.survey
  }
}
