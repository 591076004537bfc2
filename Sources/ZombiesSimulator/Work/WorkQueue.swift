/// Work in pieces, which threads take one after another, and its results.
///
/// ``work(on:threads:bytesEach:every:watch:worker:)`` is the loop around it.
package protocol WorkQueue: AnyObject, Sendable {
  /// A piece of the work.
  associatedtype Piece

  /// The result of a piece.
  associatedtype Output

  /// What is known while the work is in progress.
  associatedtype Progress

  /// The next piece; nil if there is none, or no more are wanted. May wait for other threads.
  func take() -> Piece?

  /// Accepts the result of a piece.
  func handIn(_ output: consuming Output, of piece: Piece)

  /// Hands out no more pieces; those already taken are finished.
  func close()

  /// Waits for the end of the work or for a timeout; returns whether the end has come.
  func wait(seconds: Double) -> Bool

  /// Shows the progress to a body, which must not keep it.
  func look<Result>(_ body: (Progress) -> Result) -> Result
}

/// Does all the pieces of a queue, over threads.
///
/// - Parameters:
///   - queue: The work.
///   - threads: The number of threads, at least 1; there may be fewer (``withThreads(_:bytesEach:watch:_:)``).
///   - bytesEach: About how much a thread needs besides its stack.
///   - interval: The seconds between two calls of `watch`.
///   - watch: Receives the progress, at intervals, on the calling thread, which then does none of
///     the work; returns false to stop when the current pieces are done, and is not called again.
///   - worker: Makes what processes the pieces of one thread, and may hold tables. Called once per
///     thread, and only for threads that find something to do.
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

/// What a ``PieceQueue`` hands out and accepts.
package protocol PieceWork<Piece, Output>: Sendable {
  /// A piece of the work.
  associatedtype Piece

  /// The result of a piece.
  associatedtype Output

  /// Takes the next piece; nil once there are no more.
  mutating func next() -> Piece?

  /// Accepts the result of a piece; pieces arrive in any order.
  mutating func add(_ output: consuming Output, of piece: Piece)
}

/// The error of the first piece that failed, in the order in which pieces are taken.
///
/// It is the same for any number of threads, although pieces fail in any order: if no piece is taken after
/// an error, all pieces before the one that failed were taken already, and are finished.
package struct EarliestError<Failure: Error>: Sendable {
  /// The error; nil if no piece failed.
  package private(set) var error: Failure?

  private var place: UInt64 = .max

  /// No error yet.
  package init() {}

  /// Keeps the error of a piece, unless an earlier one failed.
  package mutating func keep(_ error: Failure, ofPieceAt place: UInt64) {
    guard self.error == nil || place < self.place else { return }
    (self.error, self.place) = (error, place)
  }
}

/// A queue of pieces whose results may come in any order.
package final class PieceQueue<Work: PieceWork>: WorkQueue {
  private struct State {
    var work: Work
    var underWay = 0
    var isClosed = false
  }

  private let monitor: Monitor<State>

  /// A queue of all pieces of some work.
  package init(_ work: Work) {
    monitor = Monitor(State(work: work)) { $0.isClosed && $0.underWay == 0 }
  }

  package func take() -> Work.Piece? {
    monitor.change { state in
      if !state.isClosed, let piece = state.work.next() {
        state.underWay += 1
        return piece
      }
      state.isClosed = true
      return nil
    }
  }

  package func handIn(_ output: consuming Work.Output, of piece: Work.Piece) {
    var given: Work.Output? = output
    monitor.change { state in
      if let output = given.take() { state.work.add(output, of: piece) }
      state.underWay -= 1
    }
  }

  package func close() { monitor.change { $0.isClosed = true } }

  package func wait(seconds: Double) -> Bool { monitor.wait(seconds: seconds) }

  package func look<Result>(_ body: (Work) -> Result) -> Result {
    monitor.look(at: { $0.work }, body)
  }

  /// Changes the work, for example to report on an unfinished piece.
  package func update(_ body: (inout Work) -> Void) { monitor.withLock { body(&$0.work) } }

  /// The work with all results so far; call this only while no thread is working.
  package var result: Work { monitor.withLock { $0.work } }
}
