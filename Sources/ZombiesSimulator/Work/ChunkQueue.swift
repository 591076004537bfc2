/// The state that the threads of a batch share: the next trials, and the results so far.
///
/// Chunks are taken in order, finished in any order, and added in order. The queue therefore always
/// has the result of some number of first trials. One thread at a time adds chunks. The others put
/// their chunk on the pile and take the next one, unless they are too far ahead.
final class ChunkQueue: WorkQueue {
  /// Some trials, and their index among the chunks.
  struct Chunk {
    let number: Int
    let trials: Range<UInt64>
  }

  /// The results of a chunk.
  struct Output {
    var tallies: [Tally]
    var pairs = PairCounts()
    /// The records of the rounds; nil unless requested.
    var records: [RoundRecord]?
    /// The text written for the rounds, if there is a writer.
    var text: [UInt8] = []
    /// The reason why the chunk could not be played.
    var error: SimulationError?

    /// Whether the tally of each policy, and the pair counts if there are any, cover this many
    /// trials.
    func isOf(_ trials: Int, _ unit: Batch.Unit, countsPairs: Bool) -> Bool {
      let count = UInt64(trials)
      return pairs.total == (countsPairs ? count : 0)
        && tallies.allSatisfy {
          unit == .games ? $0.gamesWon + $0.gamesLost == count : $0.rounds.total == count
        }
    }

    /// Results of the same kind, with no counts.
    var emptied: Output {
      Output(
        tallies: tallies.map { Tally(countingSquaresOf: $0.squares?.size) },
        records: records == nil ? nil : [])
    }
  }

  private struct State {
    /// The next trial to take.
    var next: UInt64
    /// The number of chunks taken, and of chunks added.
    var taken = 0
    var added = 0
    /// The chunks that are finished but not yet added.
    var pile: [Int: (trials: Range<UInt64>, output: Output)] = [:]
    /// Whether a thread is adding chunks.
    var isAdding = false
    /// Whether no more chunks will be taken.
    var isClosed = false
    /// Whether no more chunks will be added.
    var isOver = false
    var error: SimulationError?
    var progress: BatchProgress
  }

  private let end: UInt64
  private let chunkSize: UInt64
  private let window: Int
  private let schedule: InterimSchedule?
  private let deliver: (@Sendable (Output) -> UInt64?)?
  private let monitor: Monitor<State>

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - progress: The results so far, of the first trials of the batch.
  ///   - window: The maximum number of chunks that are taken but not yet added.
  ///   - deliver: Receives the records or the text of each chunk, in order. Returns the mark to
  ///     store with the result, or nil to end the batch before this chunk.
  init(
    _ batch: Batch, from progress: BatchProgress, window: Int, schedule: InterimSchedule?,
    deliver: (@Sendable (Output) -> UInt64?)?
  ) {
    end = batch.trials.upperBound
    chunkSize = batch.chunkSize
    self.window = window
    self.schedule = schedule
    self.deliver = deliver
    var state = State(next: progress.next, progress: progress)
    // The results so far may already be enough.
    if let schedule, schedule.isAt(progress.trialCount), schedule.isEnough(progress) {
      (state.isClosed, state.isOver, state.progress.isEnough) = (true, true, true)
    }
    monitor = Monitor(state) { [end] state in
      guard !state.isAdding else { return false }
      return state.isOver || (state.isClosed || state.next == end) && state.taken == state.added
    }
  }

  /// The next chunk; nil if there is none, or if no more will be taken.
  func take() -> Chunk? {
    monitor.wait { state -> Chunk?? in
      if state.isClosed || state.next == end { return .some(nil) }
      if state.taken - state.added >= window { return nil }
      var count = min(chunkSize, end - state.next)
      if let schedule {
        let done = state.next - state.progress.result.whole.lowerBound
        count = min(count, schedule.next(after: done) - done)
      }
      assert(count > 0 && count <= end - state.next, "trials of the batch")
      let chunk = Chunk(number: state.taken, trials: state.next..<state.next + count)
      state.next += count
      state.taken += 1
      return chunk
    }
  }

  /// Accepts the results of a chunk, and adds all chunks that are next in order.
  func handIn(_ output: consuming Output, of chunk: Chunk) {
    // There is no other copy, so the adding thread has unique ownership.
    var given: Output? = output
    let isMine = monitor.withLock { state in
      assert(
        chunk.number < state.taken && state.pile[chunk.number] == nil, "each chunk once")
      // Chunks after a failure will not be added.
      if given?.error != nil { state.isClosed = true }
      if let output = given.take() { state.pile[chunk.number] = (chunk.trials, output) }
      guard !state.isAdding else { return false }
      state.isAdding = true
      return true
    }
    guard isMine else { return }
    while let (trials, output) = nextToAdd() { add(output, trials) }
  }

  private func nextToAdd() -> (trials: Range<UInt64>, output: Output)? {
    monitor.change { state in
      guard !state.isOver, let next = state.pile.removeValue(forKey: state.added) else {
        state.isAdding = false
        return nil
      }
      return next
    }
  }

  /// Adds a chunk; its rounds are delivered outside the lock.
  private func add(_ output: Output, _ trials: Range<UInt64>) {
    var mark: UInt64?
    if output.error == nil, let deliver {
      mark = deliver(output)
      // Rejected records are not counted.
      if mark == nil {
        monitor.change { ($0.isClosed, $0.isOver) = (true, true) }
        return
      }
    }
    monitor.change { state in
      if let error = output.error {
        (state.error, state.isClosed, state.isOver) = (error, true, true)
        return
      }
      assert(trials.lowerBound == state.progress.next, "chunks in order")
      assert(state.added < state.taken, "only chunks that were taken")
      state.progress.add(output, of: trials, mark: mark)
      state.added += 1
      if let schedule, schedule.isAt(state.progress.trialCount), schedule.isEnough(state.progress) {
        (state.isClosed, state.isOver, state.progress.isEnough) = (true, true, true)
      }
    }
  }

  /// Ends the batch early; chunks that were already taken are finished and added.
  func close() { monitor.change { $0.isClosed = true } }

  /// The error that stopped the batch; nil if there is none.
  var error: SimulationError? { monitor.withLock { $0.error } }

  /// Passes the results so far to a closure, which must not keep them.
  func look<Result>(_ body: (BatchProgress) -> Result) -> Result {
    monitor.look(at: { $0.progress }, body)
  }

  /// The results so far. Call this only before or after the threads play.
  var progress: BatchProgress { monitor.withLock { $0.progress } }

  /// Waits for the end of the batch, or for a timeout; returns whether the batch has ended.
  func wait(seconds: Double) -> Bool { monitor.wait(seconds: seconds) }
}
