import ZombiesGenerator
import ZombiesPolicies

/// Plays a batch: settings in, one tally per policy out.
///
///     let batch = Batch(
///       LevelGenerator(.classic, seed: 0), policies: [.random, .edge], trials: 0..<100_000)
///     let result = try Simulator(batch).run()
///     print(result[.edge]?.rounds[.won] ?? 0)
///
/// The trials are divided into chunks of a fixed size, which threads take one after another. A
/// tally is a sum of integers, so it does not matter which thread played what; records of rounds
/// are delivered in the order of the trials.
public struct Simulator: Sendable {
  /// What to play.
  public let batch: Batch

  /// The number of threads.
  public let threads: Int

  /// Whether to count the visits and captures of squares.
  public let countsSquares: Bool

  /// What `optimal` follows, if it was planned beforehand.
  private var plans: BlindPlans?

  /// Prepares to play a batch.
  ///
  /// - Parameters:
  ///   - batch: What to play.
  ///   - threads: The number of threads.
  ///   - countsSquares: Whether to count visits and captures of squares; needs levels of one size.
  /// - Throws: ``SimulationError/noLevels`` and ``SimulationError/tooManyTrials(_:largest:)``.
  public init(
    _ batch: Batch, threads: Int = 1, countsSquares: Bool = false
  ) throws(SimulationError) {
    try batch.check()
    self.batch = batch
    self.threads = max(1, threads)
    self.countsSquares = countsSquares && batch.size != nil
  }

  /// Makes the plan that `optimal` follows, which may take a while; otherwise it is made when the
  /// batch is played.
  ///
  /// - Throws: ``SimulationError``.
  public mutating func plan() throws(SimulationError) {
    if plans == nil { plans = try BlindPlans(batch) }
  }

  /// Plays the batch.
  ///
  /// - Parameters:
  ///   - onRounds: Receives the records of each chunk, in the order of trial, policy and round;
  ///     returns false to stop after it. Nil if records are not wanted, which is faster.
  ///   - onProgress: Receives the results so far, at intervals, on the calling thread.
  /// - Returns: What was played, with one tally per policy in the order of the batch.
  /// - Throws: ``SimulationError``, for the first trial that cannot be played.
  public func run(
    onRounds: (@Sendable ([RoundRecord]) -> Bool)? = nil,
    onProgress: ((BatchProgress) -> Void)? = nil
  ) throws(SimulationError) -> BatchResult {
    var rounds: (@Sendable ([RoundRecord]) -> UInt64?)?
    if let onRounds {
      let isOver = Monitor(false)
      rounds = { records in
        isOver.withLock { isOver in
          if isOver { return nil }
          isOver = !onRounds(records)
          return 0
        }
      }
    }
    var watch: ((BatchProgress) -> Bool)?
    if let onProgress {
      watch = { progress in
        onProgress(progress)
        return true
      }
    }
    let end = try play(
      from: BatchProgress(batch, countsSquares: countsSquares), onRounds: rounds, watch: watch)
    onProgress?(end)
    return end.result
  }

  /// Whether a batch has nothing more to play: all its trials are played, or a check at this point
  /// found that enough is known.
  public func isOver(
    _ progress: BatchProgress, isEnough: (@Sendable (BatchProgress) -> Bool)? = nil
  ) -> Bool {
    progress.next == batch.trials.upperBound
      || isEnough.map { InterimSchedule(isEnough: $0).isAt(progress.trialCount) && $0(progress) }
        ?? false
  }

  /// Plays the batch from where it was left, for as long as wanted.
  ///
  /// Stopping and resuming a batch, any number of times, does not change its result.
  ///
  /// - Parameters:
  ///   - start: The results so far, of this batch.
  ///   - isEnough: Checks the batch at fixed numbers of trials: every hundred and, from 2,000 on,
  ///     after every further twentieth of those done; true ends it exactly there, with any number
  ///     of threads.
  ///   - onRounds: Receives the records of each chunk, in the order of trial, policy and round;
  ///     returns a mark that is kept with the result, or nil if it could not take them, which ends
  ///     the batch before this chunk. Nil if records are not wanted, which is faster.
  ///   - interval: The seconds between two calls of `watch`.
  ///   - watch: Receives the results so far, at intervals, on the calling thread, which then plays
  ///     no trials itself; returns false to stop when the current trials are done, and is not
  ///     called again.
  /// - Returns: The final results; the last call of `watch` may have come earlier.
  /// - Throws: ``SimulationError``, for the first trial that cannot be played.
  public func play(
    from start: BatchProgress, isEnough: (@Sendable (BatchProgress) -> Bool)? = nil,
    onRounds: (@Sendable ([RoundRecord]) -> UInt64?)? = nil, every interval: Double = 0.1,
    watch: ((BatchProgress) -> Bool)? = nil
  ) throws(SimulationError) -> BatchProgress {
    try play(
      from: start, isEnough: isEnough,
      delivery: onRounds.map { onRounds in
        RoundDelivery(writer: nil) { output in onRounds(output.records ?? []) }
      }, every: interval, watch: watch)
  }

  /// The same, with the rounds as text that the threads write: see ``RoundWriter``.
  ///
  /// - Parameters:
  ///   - writer: Makes the writer of a thread.
  ///   - onText: Receives the text of each chunk, in order; returns a mark like `onRounds`.
  package func play(
    from start: BatchProgress, isEnough: (@Sendable (BatchProgress) -> Bool)? = nil,
    writer: @escaping @Sendable () -> any RoundWriter,
    onText: @escaping @Sendable ([UInt8]) -> UInt64?, every interval: Double,
    watch: ((BatchProgress) -> Bool)? = nil
  ) throws(SimulationError) -> BatchProgress {
    try play(
      from: start, isEnough: isEnough,
      delivery: RoundDelivery(writer: writer) { output in onText(output.text) }, every: interval,
      watch: watch)
  }

  /// How rounds are handed on: as records, or as text if there are writers.
  private struct RoundDelivery {
    let writer: (@Sendable () -> any RoundWriter)?
    let deliver: @Sendable (ChunkQueue.Output) -> UInt64?
  }

  private func play(
    from start: BatchProgress, isEnough: (@Sendable (BatchProgress) -> Bool)?,
    delivery: RoundDelivery?, every interval: Double, watch: ((BatchProgress) -> Bool)?
  ) throws(SimulationError) -> BatchProgress {
    // Unusable settings are detected before any thread begins.
    let plans = if let plans { plans } else { try BlindPlans(batch) }
    if case .generated(let generator) = batch.levels {
      do throws(GenerationError) { try generator.checkPlacements() } catch {
        throw .generation(error)
      }
    }
    let chunks = (batch.trials.upperBound - start.next) / batch.chunkSize + 1
    let wantsRecords = delivery != nil
    let writer = delivery?.writer
    let keepsPaths = wantsRecords || start.result.settings.countsSquares
    let bytes = batch.bytesPerThread(wantsRecords: wantsRecords, keepsPaths: keepsPaths)
    let threads = affordableThreads(
      Int(min(UInt64(min(threads, Self.mostThreads(bytesEach: bytes))), chunks)), bytesEach: bytes)
    let queue = ChunkQueue(
      batch, from: start, window: 2 * threads + 2,
      schedule: isEnough.map { InterimSchedule(isEnough: $0) }, deliver: delivery?.deliver)
    let empty = start.result.settings.emptyTallies
    let wantsEndings = start.levels != nil
    work(on: queue, threads: threads, bytesEach: bytes, every: interval, watch: watch) { [batch] in
      var table: TrialPlayer?
      var failure: SimulationError?
      do throws(SimulationError) {
        table = try TrialPlayer(batch, plans, keepsPaths: keepsPaths, writer: writer?())
      } catch {
        failure = error
      }
      return { chunk in
        var output = ChunkQueue.Output(
          tallies: empty, records: wantsRecords && writer == nil ? [] : nil,
          endings: wantsEndings ? [] : nil)
        do throws(SimulationError) { try table?.play(chunk.trials, into: &output) } catch {
          failure = error
        }
        assert(
          failure != nil
            || output.isOf(chunk.trials.count, batch.unit, countsPairs: batch.countsPairs),
          "each policy played each trial once")
        output.error = failure
        return output
      }
    }
    if let error = queue.error { throw error }
    return queue.progress
  }
}

extension Simulator {
  /// The maximum number of threads that play a batch: as many as have tables that fit a GiB, but at
  /// least the machine's cores. More would be no faster.
  static func mostThreads(bytesEach: Int) -> Int { max(coreCount, (1 << 30) / bytesEach) }
}

/// Why a batch cannot be played to its end.
public enum SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no level to play.
  case noLevels
  /// A trial has a larger number than any whose levels have an index.
  case tooManyTrials(UInt64, largest: UInt64)
  /// A level cannot be made.
  case generation(GenerationError)
  /// A policy cannot play.
  case policy(PolicyError)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .noLevels: "there is no level to play"
    case .tooManyTrials(let trial, let largest):
      "trial \(trial) is beyond the largest one, which is \(largest)"
    case .generation(let error): error.description
    case .policy(let error): error.description
    }
  }
}
