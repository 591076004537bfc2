/// Pieces of work for several threads, and the results in the order of the pieces.
///
/// Threads take the pieces one after another and finish them in any order. A result waits until all earlier ones
/// have left the queue. While too many results wait, no thread gets another piece, unless the results wait for it.
package final class WorkQueue<Pieces: IteratorProtocol & Sendable, Output>: Sendable {
  private struct State {
    var pieces: Pieces
    /// The number of pieces taken, and of results that have left the queue.
    var taken = 0
    var left = 0
    /// The results that wait, by the number of the piece, and their weight.
    var results: [Int: Output] = [:]
    var weight = 0
    /// The number of threads that wait for pieces to be added.
    var idle = 0
    /// Whether a thread waits for the next result, and whether one passes on results.
    var isAwaited = false
    var isPassingOn = false
    /// Whether no more pieces are taken.
    var isClosed = false
    /// Whether no more results leave the queue.
    var isOver = false
  }

  private let isGrowing: Bool
  private let mostWeight: Int
  private let weight: @Sendable (Output) -> Int
  private let monitor: Monitor<State>

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - pieces: The pieces, which are taken under a lock.
  ///   - isGrowing: Whether more pieces may be added until the queue is closed.
  ///   - mostWeight: The weight of waiting results from which on no piece is taken before them.
  ///   - weight: How much memory a result takes while it waits.
  package init(
    _ pieces: Pieces, isGrowing: Bool = false, mostWeight: Int,
    weight: @escaping @Sendable (Output) -> Int = { _ in 1 }
  ) {
    (self.isGrowing, self.mostWeight, self.weight) = (isGrowing, mostWeight, weight)
    monitor = Monitor(State(pieces: pieces)) {
      !$0.isPassingOn && ($0.isOver || $0.isClosed && $0.taken == $0.left)
    }
  }

  /// Adds a piece to a growing queue; returns whether all threads are busy.
  package func add(_ body: (inout Pieces) -> Void) -> Bool {
    monitor.change { state in
      body(&state.pieces)
      return state.idle == 0
    }
  }

  /// The next piece and its number; nil if no more pieces are taken. May wait for other threads.
  package func take() -> (number: Int, piece: Pieces.Element)? {
    var isIdle = false
    let next = monitor.wait { state -> (number: Int, piece: Pieces.Element)?? in
      if isIdle { state.idle -= 1 }
      isIdle = false
      if state.isClosed { return .some(nil) }
      if state.weight >= mostWeight, state.taken > state.left { return nil }
      if let piece = state.pieces.next() {
        state.taken += 1
        return (state.taken - 1, piece)
      }
      guard isGrowing else { return .some(nil) }
      state.idle += 1
      isIdle = true
      return nil
    }
    if next == nil { close() }
    return next
  }

  /// Accepts the result of a piece.
  package func handIn(_ output: consuming Output, of number: Int) {
    let weight = weight(output)
    // There is no other copy, so the receiver owns the memory of the result alone.
    var given: Output? = output
    let isAwaited = monitor.withLock { state in
      assert(number < state.taken && state.results[number] == nil, "each piece once")
      state.results[number] = given.take()
      state.weight += weight
      return state.isAwaited && number == state.left
    }
    if isAwaited { monitor.change { _ in } }
  }

  /// Takes the next result out of the queue.
  ///
  /// - Parameter waits: Whether to wait for it.
  /// - Returns: The result; nil if it is not there.
  package func next(waits: Bool = false) -> Output? {
    let (output, wasFull) = monitor.wait { state -> (Output?, Bool)? in
      state.isAwaited = waits && state.results[state.left] == nil
      let wasFull = state.weight >= mostWeight
      return state.isAwaited ? nil : (next(of: &state), wasFull)
    }
    // Only threads that wait for room have something to do now.
    if wasFull { monitor.change { _ in } }
    return output
  }

  private func next(of state: inout State) -> Output? {
    guard !state.isOver, let output = state.results.removeValue(forKey: state.left) else {
      return nil
    }
    state.left += 1
    state.weight -= weight(output)
    return output
  }

  /// Passes the next results to a closure, one after another, unless another thread does that.
  ///
  /// - Parameter receive: Returns false to end the work after this result.
  func passOn(_ receive: (consuming Output) -> Bool) {
    let isMine = monitor.withLock { state in
      defer { state.isPassingOn = true }
      return !state.isPassingOn
    }
    guard isMine else { return }
    while true {
      let output = monitor.change { state in
        let output = next(of: &state)
        state.isPassingOn = output != nil
        return output
      }
      guard let output else { return }
      if !receive(output) { monitor.change { ($0.isClosed, $0.isOver) = (true, true) } }
    }
  }

  /// Does pieces until no more are taken.
  ///
  /// - Parameters:
  ///   - makeWorker: Makes the function that does the pieces. It is called only if there is a piece.
  ///   - finish: Called after each piece.
  package func work(
    _ makeWorker: () -> (Pieces.Element) -> Output, finish: () -> Void = {}
  ) {
    guard var (number, piece) = take() else { return }
    let worker = makeWorker()
    while true {
      handIn(worker(piece), of: number)
      finish()
      guard let next = take() else { return }
      (number, piece) = next
    }
  }

  /// Hands out no more pieces. Pieces that were already taken are finished.
  package func close() { monitor.change { $0.isClosed = true } }

  /// Waits for the end of the work, or for a timeout; returns whether the work has ended.
  func wait(seconds: Double) -> Bool { monitor.wait(seconds: seconds) }
}

/// Adds up the results of pieces of work on several threads, in the order of the pieces.
///
/// After an error, no more pieces are taken, and only the results before it are added. The error is therefore the
/// same for any number of threads.
///
/// - Parameters:
///   - pieces: The pieces of work, which are taken one at a time under a lock.
///   - sum: The initial sum.
///   - threads: The number of threads, at least 1; there may be fewer (``withThreads(_:bytesEach:watch:_:)``).
///   - window: How many results may wait for earlier ones, approximately; nil for 16 per thread.
///   - bytesEach: The approximate memory of a thread in bytes, without its stack.
///   - interval: The seconds between two calls of `watch`.
///   - deliver: Receives the result of each piece before it is added, and may change it. Returns false to end the
///     work before this piece. One thread at a time calls it, and `watch` does not wait for it.
///   - add: Adds the result of a piece to the sum. One thread at a time calls it.
///   - isEnough: Whether to end the work after the result that was added last.
///   - watch: Receives the sum so far and the reported amount of work at intervals, on the calling thread, which
///     then does no work itself. Returns false to stop when the current pieces are done; it is not called again
///     after that.
///   - worker: Makes the function that does the pieces of one thread, and that may own tables. It is called once
///     per thread, and only for threads that have work. The function receives a piece and a closure for reporting
///     more work done.
/// - Returns: The sum.
/// - Throws: The error of the first piece that failed.
package func addUp<Pieces: IteratorProtocol & Sendable, Sum, Part, Failure: Error>(
  _ pieces: Pieces, into sum: Sum, threads: Int, window: Int? = nil, bytesEach: Int = 1 << 20,
  every interval: Double = 0.1, delivering deliver: (@Sendable (inout Part) -> Bool)? = nil,
  by add: @escaping @Sendable (inout Sum, Part) throws(Failure) -> Void,
  until isEnough: @escaping @Sendable (Sum) -> Bool = { _ in false },
  watch: ((Sum, UInt64) -> Bool)? = nil,
  worker:
    @escaping @Sendable () -> (Pieces.Element, (UInt64) -> Void) -> Result<Part, Failure>
) throws(Failure) -> Sum {
  let queue = WorkQueue<Pieces, Result<Part, Failure>>(
    pieces, mostWeight: window ?? 16 * threads)
  let shared = Monitor((sum: sum, done: UInt64(0), error: Failure?.none))
  let look = watch.map { watch in
    {
      var isWatching = true
      while !queue.wait(seconds: isWatching ? interval : 60) {
        guard isWatching else { continue }
        isWatching = shared.withCopy(of: { ($0.sum, $0.done) }) { watch($0.0, $0.1) }
        if !isWatching { queue.close() }
      }
    }
  }
  withThreads(threads, bytesEach: bytesEach, watch: look) { _ in
    queue.work {
      let worker = worker()
      return { piece in
        let result = worker(piece) { more in shared.withLock { $0.done += more } }
        if case .failure = result { queue.close() }
        return result
      }
    } finish: {
      queue.passOn { result in
        do throws(Failure) {
          var part = try result.get()
          if let deliver, !deliver(&part) { return false }
          return try shared.withLock { state throws(Failure) in
            try add(&state.sum, part)
            return !isEnough(state.sum)
          }
        } catch {
          shared.withLock { $0.error = error }
          return false
        }
      }
    }
  }
  let (total, _, error) = shared.withLock { $0 }
  if let error { throw error }
  return total
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

/// Pieces that are added while threads take them.
package struct Backlog<Piece: Sendable>: IteratorProtocol, Sendable {
  private var pieces: [Piece] = []

  /// Creates an empty backlog.
  package init() {}

  /// Adds a piece.
  package mutating func append(_ piece: Piece) { pieces.append(piece) }

  /// The next piece; nil if there is none yet.
  package mutating func next() -> Piece? { pieces.isEmpty ? nil : pieces.removeFirst() }
}
