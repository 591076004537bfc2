import ZombiesCore
import ZombiesGenerator

extension DrawCounts {
  /// Decides the first draw of each index in a range, over threads.
  ///
  /// - Parameters:
  ///   - generator: The family, the seed, the rules and the limit on states.
  ///   - indices: The indices.
  ///   - threads: The number of threads.
  ///   - onProgress: Receives the number decided so far, at intervals, on the calling thread.
  /// - Throws: ``/ZombiesGenerator/GenerationError/tooManyThings(things:squares:)``.
  public init(
    of generator: LevelGenerator, _ indices: Range<UInt64>, threads: Int,
    onProgress: ((UInt64) -> Void)? = nil
  ) throws(GenerationError) {
    try generator.checkPlacements()
    let isSmall = generator.family.size.squareCount <= SmallRoom.limit
    let chunk: UInt64 = isSmall ? 1 << 14 : 1
    let queue = PieceQueue(DrawCountsWork(rest: indices, chunk: chunk))
    let chunks = (indices.upperBound - indices.lowerBound) / chunk + 1
    let watch = onProgress.map { onProgress in
      { (state: DrawCountsWork) in
        onProgress(state.done)
        return true
      }
    }
    work(on: queue, threads: Int(min(UInt64(threads), chunks)), watch: watch) {
      let source = Result { () throws(GenerationError) in try LevelSource(generator) }
      return { piece in source.map { $0.countDraws(piece) } }
    }
    self = try queue.result.counts.get()
  }
}

/// What the threads of a count share.
private struct DrawCountsWork: PieceWork {
  var rest: Range<UInt64>
  let chunk: UInt64
  var done: UInt64 = 0
  var counts: Result<DrawCounts, GenerationError> = .success(DrawCounts())

  mutating func next() -> Range<UInt64>? {
    guard !rest.isEmpty, case .success = counts else { return nil }
    let end = rest.lowerBound + min(chunk, rest.upperBound - rest.lowerBound)
    defer { rest = end..<rest.upperBound }
    return rest.lowerBound..<end
  }

  mutating func add(_ output: Result<DrawCounts, GenerationError>, of piece: Range<UInt64>) {
    counts = counts.flatMap { sum in
      output.map { part in
        var sum = sum
        sum += part
        return sum
      }
    }
    done += UInt64(piece.count)
  }
}
