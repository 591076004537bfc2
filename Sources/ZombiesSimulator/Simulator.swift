/// Plays a batch: a few lines of settings in, a tally a policy out.
///
///     let batch = Batch(
///       levels: .generated(LevelGenerator(.classic, seed: 0)), policies: [.random, .edge],
///       trials: 0..<100_000, seed: 0)
///     let tallies = try Simulator(batch).run()
///     print(tallies[1].rounds[.won])
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

  /// Prepares to play a batch.
  ///
  /// - Precondition: The batch is playable (``Batch/isPlayable``).
  /// - Parameter countsSquares: Needs levels of one size.
  public init(_ batch: Batch, threads: Int = 1, countsSquares: Bool = false) {
    precondition(batch.isPlayable, "levels, and trials whose levels have an index")
    self.batch = batch
    self.threads = max(1, threads)
    self.countsSquares = countsSquares && batch.size != nil
  }

  /// Plays the batch.
  ///
  /// - Parameters:
  ///   - onRounds: Receives the records of each chunk, in the order of trial, policy and round;
  ///     returns false to stop. Nil where records are not wanted, which is faster.
  ///   - onProgress: Receives the number of trials done, every so often, on any of the threads.
  /// - Returns: A tally a policy, in the order of the batch; of what was played, where stopped.
  /// - Throws: ``SimulationError``, of the first trial that cannot be played.
  public func run(
    onRounds: (@Sendable ([RoundRecord]) -> Bool)? = nil,
    onProgress: (@Sendable (UInt64, [Tally]) -> Void)? = nil
  ) throws(SimulationError) -> [Tally] {
    // Settings that cannot work are found out before a thread begins.
    _ = try PlayingTable(batch)
    let ledger = Ledger(batch, countsSquares: countsSquares)
    let turnstile = Turnstile()
    let chunks = batch.trialCount / batch.chunkSize + 1
    withThreads(Int(min(UInt64(threads), chunks))) { [self] _ in
      guard var table = try? PlayingTable(batch) else { return }
      while let chunk = ledger.claim() {
        var records: [RoundRecord]? = onRounds == nil ? nil : []
        var tallies = emptyTallies
        do throws(SimulationError) {
          try table.play(chunk.trials, into: &tallies, records: &records)
          if let onRounds {
            turnstile.pass(chunk.number) {
              if ledger.isOpen(chunk.number), !onRounds(records ?? []) { ledger.stop() }
            }
          }
          ledger.add(tallies, of: chunk, onProgress)
        } catch {
          ledger.fail(chunk.number, error)
          if onRounds != nil { turnstile.pass(chunk.number) {} }
        }
      }
    }
    if let error = ledger.error { throw error }
    return ledger.tallies
  }

  private var emptyTallies: [Tally] {
    let size = countsSquares ? batch.size : nil
    return batch.policies.map { _ in Tally(countingSquaresOf: size) }
  }
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
