import ZombiesGenerator
import ZombiesPolicies

/// Plays a batch and returns one tally per policy.
///
///     let batch = Batch(
///       LevelGenerator(.classic, seed: 0), policies: [.random, .edge], trials: 0..<100_000)
///     let result = try Simulator(batch).run()
///     print(result[.edge]?.rounds[.won] ?? 0)
///
/// The trials are divided into chunks of a fixed size, which the threads play one after another. A
/// tally is a sum of integers, so it does not matter which thread played which chunk. Records of
/// rounds are delivered in the order of the trials.
public struct Simulator: Sendable {
  /// The batch to play.
  public let batch: Batch

  /// The number of threads.
  public let threads: Int

  /// Whether to count the visits and captures of squares.
  public let countsSquares: Bool

  /// The plans for `optimal`, if they have been made.
  private var plans: BlindPlans?

  /// Prepares to play a batch.
  ///
  /// - Parameters:
  ///   - batch: The batch to play.
  ///   - threads: The number of threads.
  ///   - countsSquares: Whether to count visits and captures of squares; requires levels of one
  ///     size.
  /// - Throws: ``SimulationError/noLevels`` and ``SimulationError/tooManyTrials(_:largest:)``.
  public init(
    _ batch: Batch, threads: Int = 1, countsSquares: Bool = false
  ) throws(SimulationError) {
    try batch.check()
    self.batch = batch
    self.threads = max(1, threads)
    self.countsSquares = countsSquares && batch.size != nil
  }

  /// Makes the plan for `optimal`, which may take a while. Without this call, the plan is made when
  /// the batch is played.
  ///
  /// - Throws: ``SimulationError`` if `optimal` cannot play the levels.
  public mutating func plan() throws(SimulationError) {
    if plans == nil { plans = try BlindPlans(batch) }
  }

  /// Plays the batch.
  ///
  /// - Parameters:
  ///   - onRounds: Receives the records of each chunk, in the order of trial, policy and round;
  ///     returns false to stop after it. Pass nil if you do not need records, which is faster.
  ///   - onProgress: Receives the results so far at intervals, on the calling thread.
  /// - Returns: The results of the trials played, with one tally per policy in the order of the
  ///   batch.
  /// - Throws: ``SimulationError`` for the first trial that cannot be played.
  public func run(
    onRounds: (@Sendable ([RoundRecord]) -> Bool)? = nil,
    onProgress: ((BatchProgress) -> Void)? = nil
  ) throws(SimulationError) -> BatchResult {
    let end = try play(
      from: BatchProgress(batch, countsSquares: countsSquares),
      deliver: onRounds.map { onRounds in
        { @Sendable (chunk: ChunkResult) in onRounds(chunk.records ?? []) ? 0 : .max }
      },
      watch: onProgress.map { onProgress in
        { progress in
          onProgress(progress)
          return true
        }
      })
    onProgress?(end)
    return end.result
  }

  /// Plays the batch from the given progress until it is over or stopped.
  ///
  /// Stopping and resuming a batch, any number of times, does not change its result.
  ///
  /// - Parameters:
  ///   - start: The results so far, of this batch.
  ///   - isEnough: Checks the batch at fixed numbers of trials: every 100 trials up to 2,000, then
  ///     after each further 5%. Returns true to end it exactly there, for any number of threads.
  ///   - onRounds: Receives the records of each chunk, in the order of trial, policy and round.
  ///     Returns a mark that is stored with the result, or nil to reject the records, which ends
  ///     the batch before this chunk. Pass nil if you do not need records, which is faster.
  ///   - interval: The seconds between two calls of `watch`.
  ///   - watch: Receives the results so far at intervals, on the calling thread, which then plays
  ///     no trials itself. Returns false to stop when the current trials are done; it is not called
  ///     again after that.
  /// - Returns: The final results, which may be later than those in the last call of `watch`.
  /// - Throws: ``SimulationError`` for the first trial that cannot be played.
  public func play(
    from start: BatchProgress, isEnough: (@Sendable (BatchProgress) -> Bool)? = nil,
    onRounds: (@Sendable ([RoundRecord]) -> UInt64?)? = nil, every interval: Double = 0.1,
    watch: ((BatchProgress) -> Bool)? = nil
  ) throws(SimulationError) -> BatchProgress {
    try play(
      from: start, isEnough: isEnough,
      deliver: onRounds.map { onRounds in
        { @Sendable (chunk: ChunkResult) in onRounds(chunk.records ?? []) }
      }, every: interval, watch: watch)
  }

  /// Plays the batch, like the method above.
  ///
  /// - Parameters:
  ///   - writer: Makes the writer of a thread, if the rounds are delivered as text (``RoundWriter``).
  ///   - deliver: Receives the rounds of each chunk, in order: as records, or as text if there are writers.
  ///     Returns a mark, like `onRounds`, or `UInt64.max` to end the batch after this chunk.
  package func play(
    from start: BatchProgress, isEnough: (@Sendable (BatchProgress) -> Bool)? = nil,
    writer: (@Sendable () -> any RoundWriter)? = nil,
    deliver: (@Sendable (ChunkResult) -> UInt64?)?, every interval: Double = 0.1,
    watch: ((BatchProgress) -> Bool)? = nil
  ) throws(SimulationError) -> BatchProgress {
    // Find unusable settings before any thread begins.
    let plans = if let plans { plans } else { try BlindPlans(batch) }
    if case .generated(let generator) = batch.levels {
      do throws(GenerationError) { try generator.checkPlacements() } catch {
        throw .generation(error)
      }
    }
    let chunks = (batch.trials.upperBound - start.next) / batch.chunkSize + 1
    let wantsRecords = deliver != nil
    let keepsPaths = wantsRecords || start.result.settings.countsSquares
    let bytes = batch.bytesPerThread(wantsRecords: wantsRecords, keepsPaths: keepsPaths)
    // As many as have tables that fit in 1 GiB, but at least one per core: more would be no faster.
    let most = max(coreCount, (1 << 30) / bytes)
    let threads = Int(min(UInt64(min(threads, most)), chunks))
    let looks = isEnough == nil ? [] : InterimSchedule.looks(upTo: batch.trialCount)
    var start = start
    // The results so far may already be enough.
    if let isEnough, looks.contains(start.trialCount), isEnough(start) {
      start.isEnough = true
      return start
    }
    // No chunk goes beyond a number of trials at which the batch is checked.
    let ends = looks.map { batch.trials.lowerBound + $0 }.filter { $0 > start.next }
    let bounds = [start.next] + ends + [batch.trials.upperBound]
    let empty = start.result.settings.emptyTallies
    return try addUp(
      Chunks(zip(bounds, bounds.dropFirst()).map { $0..<$1 }, size: batch.chunkSize), into: start,
      threads: threads, window: threads + 2, bytesEach: bytes, every: interval,
      delivering: deliver.map { deliver in
        { chunk in
          chunk.mark = deliver(chunk)
          return chunk.mark != nil
        }
      },
      by: { (progress: inout BatchProgress, chunk: ChunkResult) throws(SimulationError) in
        progress.add(chunk)
        if let isEnough, looks.contains(progress.trialCount), isEnough(progress) {
          progress.isEnough = true
        }
      },
      until: { $0.isEnough || $0.mark == .max },
      watch: watch.map { watch in { progress, _ in watch(progress) } },
      worker: { [batch] in
        let player = Result { () throws(SimulationError) in
          try TrialPlayer(
            batch, plans, keepsPaths: keepsPaths, writer: wantsRecords ? writer?() : nil)
        }
        return { trials, _ in
          Result { () throws(SimulationError) in
            var chunk = ChunkResult(
              trials: trials, tallies: empty, records: wantsRecords && writer == nil ? [] : nil)
            try player.get().play(&chunk)
            assert(chunk.isWhole(batch), "each policy played each trial once")
            return chunk
          }
        }
      })
  }
}

/// The reason why a batch cannot be played to its end.
public enum SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are no levels to play.
  case noLevels
  /// A trial number is so large that its levels have no index.
  case tooManyTrials(UInt64, largest: UInt64)
  /// A level cannot be generated.
  case generation(GenerationError)
  /// A policy cannot play.
  case policy(PolicyError)
  /// A program that plays a policy has failed; the reason.
  case program(String)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .noLevels: "there are no levels to play"
    case .tooManyTrials(let trial, let largest):
      "trial \(trial) is too large: the largest trial number is \(largest)"
    case .generation(let error): error.description
    case .policy(let error): error.description
    case .program(let reason): reason
    }
  }
}
