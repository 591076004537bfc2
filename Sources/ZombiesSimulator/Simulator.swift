import ZombiesGenerator
import ZombiesPolicies

/// Plays a batch: a few lines of settings in, a tally a policy out.
///
///     let batch = Batch(
///       levels: .generated(LevelGenerator(.classic, seed: 0)), policies: [.random, .edge],
///       trials: 0..<100_000, seed: 0)
///     let result = try Simulator(batch).run()
///     print(result[.edge]?.rounds[.won] ?? 0)
///
/// The trials are cut into chunks of a fixed size, which threads take one after another. A tally
/// is a sum of whole numbers, so that it does not matter who played what; records of rounds are
/// handed on in the order of the trials.
public struct Simulator: Sendable {
  /// What is played.
  public let batch: Batch

  /// The number of threads.
  public let threads: Int

  /// Whether the visits and captures of squares are counted.
  public let countsSquares: Bool

  /// What `optimal` follows, where it was planned beforehand.
  private var plans: BlindPlans?

  /// Prepares to play a batch.
  ///
  /// - Precondition: The batch is playable (``Batch/isPlayable``).
  /// - Parameters:
  ///   - batch: What is played.
  ///   - threads: The number of threads.
  ///   - countsSquares: Whether visits and captures of squares are counted; needs levels of one size.
  public init(_ batch: Batch, threads: Int = 1, countsSquares: Bool = false) {
    precondition(batch.isPlayable, "levels, and trials whose levels have an index")
    self.batch = batch
    self.threads = max(1, threads)
    self.countsSquares = countsSquares && batch.size != nil
  }

  /// Makes the plan that `optimal` follows, which may take a while; else it is made when the batch is
  /// played.
  ///
  /// - Throws: ``SimulationError``.
  public mutating func plan() throws(SimulationError) {
    if plans == nil { plans = try BlindPlans(batch) }
  }

  /// Plays the batch.
  ///
  /// - Parameters:
  ///   - onRounds: Receives the records of each chunk, in the order of trial, policy and round;
  ///     returns false to stop behind it. Nil where records are not wanted, which is faster.
  ///   - onProgress: Receives what is known, every so often, on the caller's thread.
  /// - Returns: What was played, with a tally a policy in the order of the batch.
  /// - Throws: ``SimulationError``, of the first trial that cannot be played.
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

  /// Whether a batch has nothing more to play: all its trials are played, or it was looked at where it
  /// is, and enough was known.
  public func isOver(
    _ progress: BatchProgress, isEnough: (@Sendable (BatchProgress) -> Bool)? = nil
  ) -> Bool {
    progress.next == batch.trials.upperBound
      || isEnough.map { InterimSchedule(isEnough: $0).isAt(progress.trialCount) && $0(progress) }
        ?? false
  }

  /// Plays the batch from where it was left, for as long as is wanted.
  ///
  /// A batch that is stopped and resumed, any number of times, has the same result as one
  /// that is not.
  ///
  /// - Parameters:
  ///   - start: What is known already, of this batch.
  ///   - isEnough: Looks at the batch at fixed numbers of trials: every hundred, and from 2,000 on
  ///     every twentieth part of those done; true ends it exactly there, whatever the threads.
  ///   - onRounds: Receives the records of each chunk, in the order of trial, policy and round;
  ///     returns a mark that is kept beside the result, or nil where it could not take them: the
  ///     batch ends before this chunk then. Nil where records are not wanted, which is faster.
  ///   - interval: The seconds between two calls of `watch`.
  ///   - watch: Receives what is known, every so often, on the caller's thread, which plays none of
  ///     the trials then; returns false to stop when the trials under way are done, and is not called
  ///     again.
  /// - Returns: What is known at the end; the last call of `watch` may have come before.
  /// - Throws: ``SimulationError``, of the first trial that cannot be played.
  public func play(
    from start: BatchProgress, isEnough: (@Sendable (BatchProgress) -> Bool)? = nil,
    onRounds: (@Sendable ([RoundRecord]) -> UInt64?)? = nil, every interval: Double = 0.1,
    watch: ((BatchProgress) -> Bool)? = nil
  ) throws(SimulationError) -> BatchProgress {
    // Settings that cannot work are found out before a thread begins.
    let plans = if let plans { plans } else { try BlindPlans(batch) }
    if case .generated(let generator) = batch.levels {
      do throws(GenerationError) { try generator.checkPlacements() } catch {
        throw .generation(error)
      }
    }
    let chunks = (batch.trials.upperBound - start.next) / batch.chunkSize + 1
    let wantsRecords = onRounds != nil
    let bytes = batch.bytesPerThread(wantsRecords: wantsRecords)
    let threads = affordableThreads(
      Int(min(UInt64(min(threads, Self.mostThreads(bytesEach: bytes))), chunks)), bytesEach: bytes)
    let queue = ChunkQueue(
      batch, from: start, window: 2 * threads + 2,
      schedule: isEnough.map { InterimSchedule(isEnough: $0) }, onRounds: onRounds)
    let empty = start.result.settings.emptyTallies
    work(on: queue, threads: threads, bytesEach: bytes, every: interval, watch: watch) { [batch] in
      var table: TrialPlayer?
      var failure: SimulationError?
      do throws(SimulationError) { table = try TrialPlayer(batch, plans) } catch {
        failure = error
      }
      return { chunk in
        var output = ChunkQueue.Output(tallies: empty, records: wantsRecords ? [] : nil)
        do throws(SimulationError) { try table?.play(chunk.trials, into: &output) } catch {
          failure = error
        }
        output.error = failure
        return output
      }
    }
    if let error = queue.error { throw error }
    return queue.progress
  }
}

extension Simulator {
  /// The most threads that play a batch: as many as their tables fit a GiB, and the machine's cores
  /// in any case. More would play no faster.
  static func mostThreads(bytesEach: Int) -> Int { max(coreCount, (1 << 30) / bytesEach) }
}

/// Why a batch cannot be played to its end.
public enum SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A level cannot be made.
  case generation(GenerationError)
  /// A policy cannot play.
  case policy(PolicyError)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .generation(let error): error.description
    case .policy(let error): error.description
    }
  }
}
