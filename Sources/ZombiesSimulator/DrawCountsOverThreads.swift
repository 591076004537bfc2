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

/// Solvable levels that were drawn, added up: what a benchmark of drawing prints.
package struct DrawnLevels: Hashable, Sendable {
  /// The levels drawn, and the draws made for them.
  package private(set) var levels: UInt64 = 0, draws: UInt64 = 0

  /// Over all levels, the words of the zombies times 3, of the blocks times 5 and of the flashlights
  /// times 7, added up.
  package private(set) var check: UInt64 = 0

  /// Draws the levels of a range of indices as batches do, over threads.
  ///
  /// - Parameters:
  ///   - generator: The family of at most 64 squares, the seed and the rules.
  ///   - onProgress: Receives the number drawn so far, at intervals, on the calling thread.
  /// - Throws: ``/ZombiesGenerator/GenerationError``.
  package init(
    of generator: LevelGenerator, _ indices: Range<UInt64>, threads: Int,
    onProgress: ((UInt64) -> Void)? = nil
  ) throws(GenerationError) {
    try generator.checkPlacements()
    let queue = PieceQueue(DrawnLevelsWork(rest: indices))
    let watch = onProgress.map { onProgress in
      { (state: DrawnLevelsWork) in
        onProgress(state.done)
        return true
      }
    }
    work(on: queue, threads: threads, watch: watch) {
      let source = Result { () throws(GenerationError) in try LevelSource(generator) }
      return { piece in
        source.flatMap { source in
          Result { () throws(GenerationError) in try DrawnLevels(piece, of: source) }
        }
      }
    }
    let end = queue.result
    if let error = end.failure.error { throw error }
    self = end.sum
  }

  fileprivate init() {}

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

  fileprivate static func += (left: inout DrawnLevels, right: DrawnLevels) {
    left.levels += right.levels
    left.draws += right.draws
    left.check &+= right.check
  }
}

/// What the threads of a drawing share.
private struct DrawnLevelsWork: PieceWork {
  var rest: Range<UInt64>
  var done: UInt64 = 0
  var sum = DrawnLevels()
  var failure = EarliestError<GenerationError>()

  mutating func next() -> Range<UInt64>? {
    guard !rest.isEmpty, failure.error == nil else { return nil }
    let end = rest.lowerBound + min(1 << 14, rest.upperBound - rest.lowerBound)
    defer { rest = end..<rest.upperBound }
    return rest.lowerBound..<end
  }

  mutating func add(_ output: Result<DrawnLevels, GenerationError>, of piece: Range<UInt64>) {
    switch output {
    case .success(let part): sum += part
    case .failure(let error): failure.keep(error, ofPieceAt: piece.lowerBound)
    }
    done += UInt64(piece.count)
  }
}
