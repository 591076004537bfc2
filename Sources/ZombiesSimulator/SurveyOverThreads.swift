import ZombiesCore
import ZombiesGenerator

extension Survey {
  /// Decides the first draw of each index in a range, over threads.
  ///
  /// - Parameters:
  ///   - generator: The family, the seed, the rules and the limit on states.
  ///   - indices: The indices.
  ///   - threads: The number of threads.
  ///   - onProgress: Receives how many are decided, every so often, on the caller's thread.
  /// - Throws: ``/ZombiesGenerator/GenerationError/tooManyThings(things:squares:)``.
  public init(
    of generator: LevelGenerator, _ indices: Range<UInt64>, threads: Int,
    onProgress: ((UInt64) -> Void)? = nil
  ) throws(GenerationError) {
    try generator.checkPlacements()
    let isSmall = generator.family.size.squareCount <= SmallRoom.limit
    let chunk: UInt64 = isSmall ? 1 << 14 : 1
    let queue = PieceQueue(SurveyWork(rest: indices, chunk: chunk))
    let chunks = (indices.upperBound - indices.lowerBound) / chunk + 1
    let watch = onProgress.map { onProgress in
      { (state: SurveyWork) in
        onProgress(state.done)
        return true
      }
    }
    work(on: queue, threads: Int(min(UInt64(threads), chunks)), watch: watch) {
      let source = Result { () throws(GenerationError) in try LevelSource(generator) }
      return { piece in source.map { $0.survey(piece) } }
    }
    self = try queue.result.survey.get()
  }
}

/// What the threads of a survey share.
private struct SurveyWork: PieceWork {
  var rest: Range<UInt64>
  let chunk: UInt64
  var done: UInt64 = 0
  var survey: Result<Survey, GenerationError> = .success(Survey())

  mutating func next() -> Range<UInt64>? {
    guard !rest.isEmpty, case .success = survey else { return nil }
    let end = rest.lowerBound + min(chunk, rest.upperBound - rest.lowerBound)
    defer { rest = end..<rest.upperBound }
    return rest.lowerBound..<end
  }

  mutating func add(_ output: Result<Survey, GenerationError>, of piece: Range<UInt64>) {
    survey = survey.flatMap { sum in
      output.map { part in
        var sum = sum
        sum += part
        return sum
      }
    }
    done += UInt64(piece.count)
  }
}
