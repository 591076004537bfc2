import Synchronization

/// What the threads of a batch share: which chunk is next, and what has come in.
final class Ledger: Sendable {
  /// Some trials, and their place among the chunks.
  struct Chunk {
    let number: Int
    let trials: Range<UInt64>
  }

  private struct State {
    var next = 0
    var isStopped = false
    var done: UInt64 = 0
    var tallies: [Tally]
    var failure: (chunk: Int, error: SimulationError)?
  }

  private let trials: Range<UInt64>
  private let chunkSize: UInt64
  private let state: Mutex<State>

  init(_ batch: Batch, countsSquares: Bool) {
    trials = batch.trials
    chunkSize = batch.chunkSize
    let size = countsSquares ? batch.size : nil
    let tallies = batch.policies.map { _ in Tally(countingSquaresOf: size) }
    state = Mutex(State(tallies: tallies))
  }

  /// The next chunk; nil when there is none, or after a failure.
  func claim() -> Chunk? {
    state.withLock { state in
      let offset = UInt64(state.next) * chunkSize
      guard !state.isStopped, state.failure == nil, offset < trials.upperBound - trials.lowerBound
      else {
        return nil
      }
      defer { state.next += 1 }
      let first = trials.lowerBound + offset
      let count = min(chunkSize, trials.upperBound - first)
      return Chunk(number: state.next, trials: first..<first + count)
    }
  }

  /// Adds what a chunk came to.
  func add(
    _ tallies: [Tally], of chunk: Chunk, _ onProgress: (@Sendable (UInt64, [Tally]) -> Void)?
  ) {
    state.withLock { state in
      for index in tallies.indices { state.tallies[index] += tallies[index] }
      state.done += UInt64(chunk.trials.count)
      onProgress?(state.done, state.tallies)
    }
  }

  /// Notes that a chunk failed. All lower chunks are in hand already, so that the first failure
  /// by number is the same for any number of threads.
  func fail(_ chunk: Int, _ error: SimulationError) {
    state.withLock { state in
      if state.failure.map({ chunk < $0.chunk }) ?? true { state.failure = (chunk, error) }
    }
  }

  /// Ends the batch early.
  func stop() { state.withLock { $0.isStopped = true } }

  /// Whether records of a chunk are still wanted: none failed before it, and nobody stopped.
  func isOpen(_ chunk: Int) -> Bool {
    state.withLock { !$0.isStopped && ($0.failure.map { chunk < $0.chunk } ?? true) }
  }

  /// The first failure.
  var error: SimulationError? { state.withLock { $0.failure?.error } }

  /// The tallies of all chunks that came in.
  var tallies: [Tally] { state.withLock { $0.tallies } }
}
