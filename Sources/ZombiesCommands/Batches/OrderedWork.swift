import ZombiesSimulator

/// Work on items that come one after another, on several threads. The results are delivered in the
/// order of the items, so they do not depend on the number of threads.
///
/// The calling thread adds the items to a queue, in pieces, and receives the results. It does an item itself if
/// there is just one thread, or if no other item comes: one item alone starts no thread. Threads are started when
/// there is work for them, and nobody waits for their end. So a run ends at once even if a level that is no longer
/// needed takes long.
///
/// Memory does not grow with the number of items, because only some items are added ahead of the first
/// one that has no result yet.
package final class OrderedWork<Item: Sendable, Output: Sendable> {
  /// The maximum number of items in a piece, and of their weights together.
  private static var longestPiece: Int { 256 }
  private static var heaviestPiece: Int { 1 << 12 }

  /// The weight of all items that are added ahead, and of the results that wait.
  private static var mostWeight: Int { 1 << 18 }

  private let threads: Int
  private let isOpenEnded: Bool
  private let weight: (Item) -> Int
  private let queue: WorkQueue<Backlog<[Item]>, [Output]>
  private let makeWorker: @Sendable () -> (Item) -> Output
  private let deliver: (Item, Output) throws -> Void

  /// The worker of the calling thread, made when it is needed.
  private lazy var worker = makeWorker()

  /// The items of the next piece, and their weight.
  private var items: [Item] = []
  private var itemsWeight = 0

  /// The pieces whose results are not delivered, in order, with the weights of their items.
  private var sent: [(items: [Item], weight: Int)] = []
  private var sentWeight = 0

  /// The number of items that were sent, and of those whose results are delivered.
  private var sentItems = 0
  private var deliveredItems = 0

  /// The number of threads that were started.
  private var started = 0
  private lazy var affordable = affordableThreads(threads)

  /// The error of a delivery, after which nothing is delivered.
  private var failure: (any Error)?

  /// Whether there was a result, so that there is something to show while the program waits.
  package private(set) var hasDelivered = false

  /// Prepares the work; no thread is started.
  ///
  /// - Parameters:
  ///   - threads: The maximum number of threads, at least 1.
  ///   - isOpenEnded: Whether the results decide how many items are needed. Few items are then added
  ///     ahead, at most a quarter of those before them, so that little work is in vain.
  ///   - weight: How much memory an item takes; 25 for a level of 25 squares.
  ///   - outputWeight: How much memory a result takes while it waits for earlier ones, in the same unit.
  ///   - worker: Makes the function that does the items of one thread, and that may own tables.
  ///   - deliver: Receives each item with its result, on the calling thread.
  package init(
    threads: Int, isOpenEnded: Bool = false, weight: @escaping (Item) -> Int,
    outputWeight: @escaping @Sendable (Output) -> Int = { _ in 0 },
    worker: @escaping @Sendable () -> (Item) -> Output,
    deliver: @escaping (Item, Output) throws -> Void
  ) {
    (self.threads, self.isOpenEnded) = (threads, isOpenEnded)
    (self.weight, makeWorker, self.deliver) = (weight, worker, deliver)
    queue = WorkQueue(Backlog(), isGrowing: true, mostWeight: Self.mostWeight) { outputs in
      outputs.reduce(0) { $0 + outputWeight($1) }
    }
  }

  deinit { queue.close() }

  /// Runs a closure that adds items, and delivers all results. If the closure throws, the results of
  /// the items that it has added are delivered first.
  package func run(_ addItems: () throws -> Void) throws {
    do { try addItems() } catch {
      if let failure { throw failure }
      try finish()
      throw error
    }
    try finish()
  }

  /// Adds an item, and delivers results that are ready. Waits if too many items are ahead.
  package func add(_ item: Item) throws {
    if threads == 1 { return try hand(item, worker(item)) }
    // The first item waits for another one.
    if started == 0, !items.isEmpty { try send() }
    items.append(item)
    itemsWeight += weight(item)
    // Same: longer pieces have the same results.
    guard started > 0, items.count >= pieceLength || itemsWeight >= Self.heaviestPiece else {
      return
    }
    try send()
  }

  /// Does what can be done without more items: delivers the results that are ready, and does an item
  /// that is alone.
  ///
  /// - Returns: Whether there are results to wait for.
  package func catchUp() throws -> Bool {
    if started == 0, let item = items.popLast() {
      itemsWeight = 0
      try hand(item, worker(item))
    }
    try send()
    while try deliverPiece(waits: false) {}
    return !sent.isEmpty
  }

  /// Delivers the results of all items.
  private func finish() throws {
    if try catchUp() { while try deliverPiece(waits: true) {} }
  }

  private func hand(_ item: Item, _ output: Output) throws {
    hasDelivered = true
    do { try deliver(item, output) } catch {
      failure = error
      throw error
    }
  }

  /// The number of items in a piece: the more results there were, the less it matters that the last piece is long.
  private var pieceLength: Int {
    max(1, min(Self.longestPiece, deliveredItems / (16 * threads)))
  }

  /// Whether enough items are ahead.
  private var isFull: Bool {
    if isOpenEnded, sentItems - deliveredItems >= max(8 * threads, deliveredItems / 4) {
      return true
    }
    return sent.count >= max(64, 4 * threads)
      || sentWeight > Self.mostWeight && sent.count >= 2 * threads
  }

  /// Sends the next piece to the threads, and starts another one if there may be work for it. Delivers results that
  /// are ready, and waits if too many items are ahead.
  private func send() throws {
    if items.isEmpty { return }
    let areBusy = queue.add { [items] in $0.append(items) }
    sent.append((items, itemsWeight))
    sentWeight += itemsWeight
    sentItems += items.count
    (items, itemsWeight) = ([], 0)
    if areBusy, started < threads, started < affordable {
      let work: @Sendable () -> Void = { [queue, makeWorker] in
        queue.work {
          let worker = makeWorker()
          return { items in items.map(worker) }
        }
      }
      if startThread(work) {
        started += 1
      } else if started == 0, let (number, items) = queue.take() {
        queue.handIn(items.map(worker), of: number)
      }
    }
    while try deliverPiece(waits: isFull) {}
  }

  /// Delivers the results of the first piece.
  ///
  /// - Parameter waits: Whether to wait for them.
  /// - Returns: Whether there were any.
  private func deliverPiece(waits: Bool) throws -> Bool {
    guard let first = sent.first, let outputs = queue.next(waits: waits) else { return false }
    sent.removeFirst()
    sentWeight -= first.weight
    deliveredItems += outputs.count
    assert(outputs.count == first.items.count, "a result for each item")
    for (item, output) in zip(first.items, outputs) { try hand(item, output) }
    return true
  }
}
