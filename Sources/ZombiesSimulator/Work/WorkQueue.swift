/// Work in pieces, which threads take one after another, with its results.
///
/// ``work(on:threads:bytesEach:every:watch:worker:)`` runs the work.
package protocol WorkQueue: AnyObject, Sendable {
  /// A piece of the work.
  associatedtype Piece

  /// The result of a piece.
  associatedtype Output

  /// The information available while the work is in progress.
  associatedtype Progress

  /// The next piece; nil if there is none, or if no more will be taken. May wait for other threads.
  func take() -> Piece?

  /// Accepts the result of a piece.
  func handIn(_ output: consuming Output, of piece: Piece)

  /// Hands out no more pieces; pieces that were already taken are finished.
  func close()

  /// Waits for the end of the work, or for a timeout; returns whether the work has ended.
  func wait(seconds: Double) -> Bool

  /// Passes the progress to a closure, which must not keep it.
  func look<Result>(_ body: (Progress) -> Result) -> Result
}

/// Does all pieces of a queue on several threads.
///
/// - Parameters:
///   - queue: The queue of the pieces.
///   - threads: The number of threads, at least 1; there may be fewer (``withThreads(_:bytesEach:watch:_:)``).
///   - bytesEach: The approximate memory of a thread in bytes, without its stack.
///   - interval: The seconds between two calls of `watch`.
///   - watch: Receives the progress at intervals, on the calling thread, which then does no work
///     itself. Returns false to stop when the current pieces are done; it is not called again after
///     that.
///   - worker: Makes the function that processes the pieces of one thread, and that may own tables.
///     It is called once per thread, and only for threads that have work.
package func work<Queue: WorkQueue>(
  on queue: Queue, threads: Int, bytesEach: Int = 1 << 20, every interval: Double = 0.1,
  watch: ((Queue.Progress) -> Bool)? = nil,
  worker: @escaping @Sendable () -> (Queue.Piece) -> Queue.Output
) {
  let look = watch.map { watch in
    {
      var isWatching = true
      while !queue.wait(seconds: isWatching ? interval : 60) {
        if isWatching, !queue.look(watch) {
          queue.close()
          isWatching = false
        }
      }
    }
  }
  withThreads(threads, bytesEach: bytesEach, watch: look) { _ in
    guard var piece = queue.take() else { return }
    let output = worker()
    while true {
      queue.handIn(output(piece), of: piece)
      guard let next = queue.take() else { return }
      piece = next
    }
  }
}

/// Adds up the results of pieces of work on several threads.
///
/// Pieces are taken in order and finished in any order, so the sum must not depend on the order,
/// unless a window asks for the order of the pieces.
/// After an error, no more pieces are taken. All pieces before the failed one have already been
/// taken and are finished. The first error in order is therefore found, and it is the same for any
/// number of threads.
///
/// - Parameters:
///   - pieces: The pieces of work, which are taken one at a time under a lock.
///   - sum: The initial sum.
///   - threads: The number of threads, at least 1.
///   - window: How many pieces may be taken but not yet added, approximately, if results are to be
///     added in the order of the pieces; nil to add them as they come.
///   - interval: The seconds between two calls of `watch`.
///   - add: Adds the result of a piece to the sum. One thread at a time calls it.
///   - watch: Receives the sum so far and the reported amount of work at intervals, on the calling
///     thread. Returns false to stop when the current pieces are done.
///   - worker: Makes the function that processes the pieces of one thread, and that may own tables.
///     The function receives a piece and a closure for reporting more work done.
/// - Returns: The sum.
/// - Throws: The error of the first piece that failed.
package func addUp<Pieces: IteratorProtocol & Sendable, Sum, Part, Failure: Error>(
  _ pieces: Pieces, into sum: Sum, threads: Int, inOrderWithin window: Int? = nil,
  every interval: Double = 0.1,
  by add: @escaping @Sendable (inout Sum, Part) throws(Failure) -> Void,
  watch: ((Sum, UInt64) -> Bool)? = nil,
  worker:
    @escaping @Sendable () -> (Pieces.Element, (UInt64) -> Void) -> Result<Part, Failure>
) throws(Failure) -> Sum {
  let queue = SummingQueue(pieces, sum, window: window, add)
  work(
    on: queue, threads: threads, every: interval,
    watch: watch.map { watch in { watch($0.sum, $0.done) } }
  ) {
    let worker = worker()
    return { piece in worker(piece.element) { queue.tell($0) } }
  }
  return try queue.sum()
}

/// The `watch` closure of `addUp` that reports the amount of work done; nil if `onProgress` is nil.
package func telling<Sum>(_ onProgress: ((UInt64) -> Void)?) -> ((Sum, UInt64) -> Bool)? {
  onProgress.map { onProgress in
    { _, done in
      onProgress(done)
      return true
    }
  }
}

/// The queue of ``addUp(_:into:threads:every:by:watch:worker:)``.
final class SummingQueue<Pieces: IteratorProtocol & Sendable, Sum, Part, Failure: Error>: WorkQueue
{
  struct Progress {
    var sum: Sum
    var done: UInt64 = 0
  }

  private struct State {
    var pieces: Pieces
    var taken = 0
    var inProgress = 0
    /// The number of results added, and those that wait for earlier ones, if the order matters.
    var added = 0
    var pile: [Int: Result<Part, Failure>] = [:]
    var isClosed = false
    var progress: Progress
    /// The first error, in the order of the pieces.
    var failure: (number: Int, error: Failure)?
  }

  private let monitor: Monitor<State>
  private let window: Int?
  private let add: @Sendable (inout Sum, Part) throws(Failure) -> Void

  init(
    _ pieces: Pieces, _ sum: Sum, window: Int?,
    _ add: @escaping @Sendable (inout Sum, Part) throws(Failure) -> Void
  ) {
    monitor = Monitor(State(pieces: pieces, progress: Progress(sum: sum))) {
      $0.isClosed && $0.inProgress == 0
    }
    self.window = window
    self.add = add
  }

  func take() -> (number: Int, element: Pieces.Element)? {
    if let window {
      monitor.wait { state in
        state.taken - state.added < window || state.isClosed || state.failure != nil ? () : nil
      }
    }
    return monitor.change { state in
      if !state.isClosed, state.failure == nil, let element = state.pieces.next() {
        state.taken += 1
        state.inProgress += 1
        return (state.taken, element)
      }
      state.isClosed = true
      return nil
    }
  }

  func handIn(
    _ output: consuming Result<Part, Failure>, of piece: (number: Int, element: Pieces.Element)
  ) {
    // There is no other copy, so the sum gets a uniquely owned value.
    var given: Result<Part, Failure>? = output
    monitor.change { state in
      assert(state.inProgress > 0, "a piece that was taken")
      state.inProgress -= 1
      guard let output = given.take() else { return }
      if window == nil {
        add(output, piece.number, to: &state)
        return
      }
      state.pile[piece.number] = output
      while state.failure == nil, let next = state.pile.removeValue(forKey: state.added + 1) {
        state.added += 1
        add(next, state.added, to: &state)
      }
    }
  }

  private func add(_ output: Result<Part, Failure>, _ number: Int, to state: inout State) {
    do throws(Failure) {
      try add(&state.progress.sum, try output.get())
    } catch {
      if let first = state.failure, first.number < number { return }
      state.failure = (number, error)
    }
  }

  func close() { monitor.change { $0.isClosed = true } }

  func wait(seconds: Double) -> Bool { monitor.wait(seconds: seconds) }

  func look<Result>(_ body: (Progress) -> Result) -> Result {
    monitor.look(at: { $0.progress }, body)
  }

  /// Records that more work is done.
  func tell(_ more: UInt64) { monitor.withLock { $0.progress.done += more } }

  /// The sum of all results. Call this only while no thread is working.
  func sum() throws(Failure) -> Sum {
    let state = monitor.withLock { $0 }
    if let failure = state.failure { throw failure.error }
    return state.progress.sum
  }
}

/// Ranges of numbers, split into pieces of at most a given size.
package struct Chunks: Sequence, IteratorProtocol, Sendable {
  /// The remaining ranges, in reverse order.
  private var ranges: [Range<UInt64>]
  private let size: UInt64

  /// Splits ranges into pieces.
  package init(_ ranges: [Range<UInt64>], size: UInt64) {
    self.ranges = ranges.reversed().filter { !$0.isEmpty }
    self.size = size
  }

  /// The next piece.
  package mutating func next() -> Range<UInt64>? {
    guard let range = ranges.popLast() else { return nil }
    let end = range.lowerBound + Swift.min(size, range.upperBound - range.lowerBound)
    assert(range.lowerBound < end && end <= range.upperBound, "a piece of the range")
    if end < range.upperBound { ranges.append(end..<range.upperBound) }
    return range.lowerBound..<end
  }
}
