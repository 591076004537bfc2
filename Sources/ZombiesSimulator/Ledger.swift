/// What the threads of a batch share: which trials are next, and what has come in.
///
/// Chunks are taken in order, finished in any order, and entered in order again: at any moment the
/// ledger holds the result of the first so many trials. One thread at a time enters; the others
/// leave their chunk on the pile and go on, unless they are too far ahead.
final class Ledger: Sendable {
  /// Some trials, and their place among the chunks.
  struct Chunk {
    let number: Int
    let trials: Range<UInt64>
  }

  /// What a chunk came to.
  struct Yield {
    var tallies: [Tally]
    var pairs = PairCounts()
    /// Not nil where records are wanted.
    var records: [RoundRecord]?
    /// Why the chunk could not be played.
    var error: SimulationError?
  }

  private struct State {
    /// The next trial to be taken.
    var next: UInt64
    /// The number of chunks taken and entered.
    var taken = 0
    var entered = 0
    /// The chunks that are finished, and not entered.
    var pile: [Int: (trials: Range<UInt64>, yield: Yield)] = [:]
    /// Whether a thread is entering chunks.
    var isEntering = false
    /// No more chunks are taken.
    var isClosed = false
    /// No more chunks are entered.
    var isOver = false
    var error: SimulationError?
    var progress: BatchProgress
  }

  private let end: UInt64
  private let chunkSize: UInt64
  private let window: Int
  private let looks: Looks?
  private let onRounds: (@Sendable ([RoundRecord]) -> UInt64?)?
  private let monitor: Monitor<State>

  /// Opens a ledger.
  ///
  /// - Parameters:
  ///   - progress: What is known already: of the first trials of the batch.
  ///   - window: How many chunks may be taken and not entered.
  init(
    _ batch: Batch, from progress: BatchProgress, window: Int, looks: Looks?,
    onRounds: (@Sendable ([RoundRecord]) -> UInt64?)?
  ) {
    end = batch.trials.upperBound
    chunkSize = batch.chunkSize
    self.window = window
    self.looks = looks
    self.onRounds = onRounds
    var state = State(next: progress.next, progress: progress)
    // It may have been enough before.
    if let looks, looks.isAt(progress.trialCount), looks.isEnough(progress) {
      (state.isClosed, state.isOver, state.progress.isEnough) = (true, true, true)
    }
    monitor = Monitor(state) { [end] state in
      guard !state.isEntering else { return false }
      return state.isOver || (state.isClosed || state.next == end) && state.taken == state.entered
    }
  }

  /// The next chunk; nil when there is none, or no more is wanted.
  func take() -> Chunk? {
    monitor.wait { state -> Chunk?? in
      if state.isClosed || state.next == end { return .some(nil) }
      if state.taken - state.entered >= window { return nil }
      var count = min(chunkSize, end - state.next)
      if let looks {
        let done = state.next - state.progress.result.whole.lowerBound
        count = min(count, looks.next(after: done) - done)
      }
      let chunk = Chunk(number: state.taken, trials: state.next..<state.next + count)
      state.next += count
      state.taken += 1
      return chunk
    }
  }

  /// Takes in what a chunk came to, and enters all whose turn it is.
  func handIn(_ yield: consuming Yield, of chunk: Chunk) {
    // Nothing of it is kept here, so that who enters it has it alone.
    var given: Yield? = yield
    let isMine = monitor.withLock { state in
      // What lies behind a failure will not be entered.
      if given?.error != nil { state.isClosed = true }
      if let yield = given.take() { state.pile[chunk.number] = (chunk.trials, yield) }
      guard !state.isEntering else { return false }
      state.isEntering = true
      return true
    }
    guard isMine else { return }
    while let (trials, yield) = nextToEnter() { enter(yield, trials) }
  }

  private func nextToEnter() -> (trials: Range<UInt64>, yield: Yield)? {
    monitor.change { state in
      guard !state.isOver, let next = state.pile.removeValue(forKey: state.entered) else {
        state.isEntering = false
        return nil
      }
      return next
    }
  }

  /// Enters a chunk; its records are handed on outside the lock.
  private func enter(_ yield: Yield, _ trials: Range<UInt64>) {
    var mark: UInt64?
    if yield.error == nil, let onRounds {
      assert(yield.records != nil, "records that are wanted")
      mark = onRounds(yield.records ?? [])
      // What was not taken does not count.
      if mark == nil {
        monitor.change { ($0.isClosed, $0.isOver) = (true, true) }
        return
      }
    }
    monitor.change { state in
      if let error = yield.error {
        (state.error, state.isClosed, state.isOver) = (error, true, true)
        return
      }
      state.progress.add(yield, of: trials, mark: mark)
      state.entered += 1
      if let looks, looks.isAt(state.progress.trialCount), looks.isEnough(state.progress) {
        (state.isClosed, state.isOver, state.progress.isEnough) = (true, true, true)
      }
    }
  }

  /// Ends the batch early: what is under way is finished and entered.
  func close() { monitor.change { $0.isClosed = true } }

  /// Ends the batch because a thread cannot play: its chunks would never come.
  func fail(_ error: SimulationError) {
    monitor.change { state in
      state.error = state.error ?? error
      (state.isClosed, state.isOver) = (true, true)
    }
  }

  /// Why the batch cannot go on.
  var error: SimulationError? { monitor.withLock { $0.error } }

  /// Shows what is known to a body, which must not keep it.
  func look<Result>(_ body: (BatchProgress) -> Result) -> Result {
    monitor.look(at: { $0.progress }, body)
  }

  /// What is known; to be asked for before or after the threads play.
  var progress: BatchProgress { monitor.withLock { $0.progress } }

  /// Waits for the end of the batch, or for some time; returns whether it has ended.
  func wait(seconds: Double) -> Bool { monitor.wait(seconds: seconds) }
}

/// When a batch is looked at, and what ends it then.
///
/// The numbers of trials are fixed, so that the end does not depend on threads: every hundred
/// trials, and from 2,000 on every twentieth part of those done, in whole hundreds.
struct Looks: Sendable {
  /// Whether it is known well enough.
  let isEnough: @Sendable (BatchProgress) -> Bool

  /// The first number of trials above one that is looked at.
  func next(after done: UInt64) -> UInt64 {
    var look: UInt64 = 0
    while look <= done { look += Self.step(at: look) }
    return look
  }

  /// Whether a number of trials is looked at.
  func isAt(_ done: UInt64) -> Bool { done > 0 && next(after: done - 1) == done }

  private static func step(at look: UInt64) -> UInt64 { max(100, look / 2000 * 100) }
}
