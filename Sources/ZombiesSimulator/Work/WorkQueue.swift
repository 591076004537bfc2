/// Work in pieces, which threads take one after another, and what has come of them.
///
/// ``work(on:threads:bytesEach:every:watch:worker:)`` is the loop around it.
package protocol WorkQueue: AnyObject, Sendable {
  /// A piece of the work.
  associatedtype Piece

  /// What a piece comes to.
  associatedtype Output

  /// What is known while the work is under way.
  associatedtype Progress

  /// The next piece; nil when there is none, or no more is wanted. May wait for other threads.
  func take() -> Piece?

  /// Takes in what a piece came to.
  func handIn(_ output: consuming Output, of piece: Piece)

  /// Gives out no more pieces; those under way are finished.
  func close()

  /// Waits for the end of the work, or for some time; returns whether the end has come.
  func wait(seconds: Double) -> Bool

  /// Shows what is known to a body, which must not keep it.
  func look<Result>(_ body: (Progress) -> Result) -> Result
}

/// Does all the pieces of a queue, over threads.
///
/// - Parameters:
///   - queue: The work.
///   - threads: The number of threads, at least 1; there may be fewer (``withThreads(_:bytesEach:watch:_:)``).
///   - bytesEach: What a thread needs beside its stack, about.
///   - interval: The seconds between two calls of `watch`.
///   - watch: Receives what is known, every so often, on the caller's thread, which does none of the
///     work then; returns false to stop when the pieces under way are done, and is not called again.
///   - worker: Makes what a thread does with a piece, once a thread, and only for threads that find
///     something to do: it may hold tables.
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

/// What a ``PieceQueue`` gives out and takes in.
package protocol PieceWork<Piece, Output>: Sendable {
  /// A piece of the work.
  associatedtype Piece

  /// What a piece comes to.
  associatedtype Output

  /// Takes the next piece; nil when there is none, from then on.
  mutating func next() -> Piece?

  /// Takes in what a piece came to; pieces come in any order.
  mutating func add(_ output: consuming Output, of piece: Piece)
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

  /// Changes the work, as for news of a piece under way.
  package func update(_ body: (inout Work) -> Void) { monitor.withLock { body(&$0.work) } }

  /// The work with all that has come in; to be asked for when no thread is at work.
  package var result: Work { monitor.withLock { $0.work } }
}
