import ZombiesCore
import ZombiesSimulator
import ZombiesSystem

/// Work on items that come one after another, on several threads. The results are delivered in the
/// order of the items, so they do not depend on the number of threads.
///
/// The calling thread adds the items and receives the results. Workers take pieces of several items,
/// which are as long as about a millisecond of work. The calling thread does an item itself if there
/// is just one thread, or if no other item comes: one item alone starts no thread. Threads are started
/// when there is work for them, and nobody waits for their end. So a run ends at once even if a level
/// that is no longer needed takes long.
///
/// Memory does not grow with the number of items, because only some items are added ahead of the first
/// one that has no result yet.
package final class OrderedWork<Item: Sendable, Output: Sendable> {
  /// The maximum number of items in a piece, and of their weights together.
  private static var longestPiece: Int { 256 }
  private static var heaviestPiece: Int { 1 << 12 }

  /// The weight of all items that are added ahead.
  private static var mostWeight: Int { 1 << 18 }

  private let threads: Int
  private let isOpenEnded: Bool
  private let weight: (Item) -> Int
  private let queue: PieceQueue<Item, Output>
  private let deliver: (Item, Output) throws -> Void

  /// The worker of the calling thread if there is no other thread, else nil.
  private let onlyWorker: ((Item) -> Output)?

  /// The worker of the calling thread, made when it is needed.
  private lazy var worker = onlyWorker ?? queue.makeWorker()

  /// The only item so far; nil for none, and once threads are started.
  private var onlyItem: Item?

  /// The items of the next piece, and their weight.
  private var items: [Item] = []
  private var itemsWeight = 0

  /// The pieces whose results are not delivered, in order, with the weights of their items.
  private var sent: [(items: [Item], weight: Int)] = []
  private var sentWeight = 0

  /// The number of items that were sent, and of those whose results are delivered.
  private var sentItems = 0
  private var deliveredItems = 0

  /// The number of items that take about a millisecond.
  private var pieceLength = 1

  /// The number of threads that were started, and the maximum.
  private var started = 0
  private var affordable: Int?

  /// The error of a delivery, after which nothing is delivered.
  private var failure: (any Error)?

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
    (self.weight, self.deliver) = (weight, deliver)
    queue = PieceQueue(mostWeight: Self.mostWeight, weight: outputWeight, worker)
    onlyWorker = threads == 1 ? worker() : nil
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
    if let onlyWorker {
      try hand(item, onlyWorker(item))
      return
    }
    if started == 0 {
      guard let first = onlyItem else {
        onlyItem = item
        return
      }
      onlyItem = nil
      try append(first)
    }
    try append(item)
  }

  /// Does what can be done without more items: delivers the results that are ready, and does an item
  /// that is alone.
  ///
  /// - Returns: Whether there are results to wait for.
  package func catchUp() throws -> Bool {
    if let item = onlyItem {
      onlyItem = nil
      try doAlone(item)
    }
    try send()
    while try deliverPiece(waits: false) {}
    return !sent.isEmpty
  }

  /// Delivers the results of all items.
  private func finish() throws {
    if try catchUp() { while try deliverPiece(waits: true) {} }
  }

  private func doAlone(_ item: Item) throws { try hand(item, worker(item)) }

  /// Whether there was a result, so that there is something to show while the program waits.
  package private(set) var hasDelivered = false

  private func hand(_ item: Item, _ output: Output) throws {
    hasDelivered = true
    do { try deliver(item, output) } catch {
      failure = error
      throw error
    }
  }

  private func append(_ item: Item) throws {
    items.append(item)
    itemsWeight += weight(item)
    let length = isOpenEnded ? min(pieceLength, mostAhead / (4 * threads)) : pieceLength
    // Same: longer pieces have the same results.
    guard items.count >= length || itemsWeight >= Self.heaviestPiece else { return }
    try send()
    while try deliverPiece(waits: isFull) {}
  }

  /// The maximum number of items ahead of an open end.
  private var mostAhead: Int { max(8 * threads, deliveredItems / 4) }

  /// Whether enough items are ahead.
  private var isFull: Bool {
    if isOpenEnded, sentItems - deliveredItems >= mostAhead { return true }
    return sent.count >= max(64, 4 * threads)
      || sentWeight > Self.mostWeight && sent.count >= 2 * threads
  }

  /// Sends the next piece to the workers, and starts another one if all are busy.
  private func send() throws {
    if items.isEmpty { return }
    let isWaiting = queue.send(items)
    sent.append((items, itemsWeight))
    sentWeight += itemsWeight
    sentItems += items.count
    (items, itemsWeight) = ([], 0)
    guard isWaiting, started < threads else { return }
    let most = affordable ?? affordableThreads(threads)
    affordable = most
    if started < most, startThread({ [queue] in queue.work() }) {
      started += 1
    } else if started == 0 {
      queue.workOnNext(worker)
    }
  }

  /// Delivers the results of the first piece.
  ///
  /// - Parameter waits: Whether to wait for them.
  /// - Returns: Whether there were any.
  private func deliverPiece(waits: Bool) throws -> Bool {
    guard let first = sent.first, let outputs = queue.results(waits: waits, &pieceLength) else {
      return false
    }
    pieceLength = min(pieceLength, Self.longestPiece)
    sent.removeFirst()
    sentWeight -= first.weight
    deliveredItems += outputs.count
    assert(outputs.count == first.items.count, "a result for each item")
    for (item, output) in zip(first.items, outputs) { try hand(item, output) }
    return true
  }
}

/// The pieces of the work that threads share.
private final class PieceQueue<Item: Sendable, Output: Sendable>: Sendable {
  private struct State {
    /// The pieces that no thread has taken, and the results that are not delivered, by their numbers.
    var waiting: [Int: [Item]] = [:]
    var results: [Int: (outputs: [Output], weight: Int)] = [:]
    /// The number of pieces sent, taken and delivered.
    var sent = 0
    var taken = 0
    var delivered = 0
    /// The number of threads without work.
    var idle = 0
    /// The weight of the results that are not delivered.
    var weight = 0
    /// The number of items that take about a millisecond.
    var pieceLength = 1
    /// Whether the calling thread waits for the first result.
    var isAwaited = false
    var isClosed = false
  }

  let makeWorker: @Sendable () -> (Item) -> Output
  private let mostWeight: Int
  private let weight: @Sendable (Output) -> Int
  private let monitor = Monitor(State())

  init(
    mostWeight: Int, weight: @escaping @Sendable (Output) -> Int,
    _ makeWorker: @escaping @Sendable () -> (Item) -> Output
  ) {
    (self.mostWeight, self.weight, self.makeWorker) = (mostWeight, weight, makeWorker)
  }

  // MARK: The calling thread

  /// Adds a piece. Returns whether it may have to wait, because no thread is idle.
  func send(_ items: [Item]) -> Bool {
    monitor.change { state in
      state.waiting[state.sent] = items
      state.sent += 1
      return state.sent - state.taken > state.idle
    }
  }

  /// The results of the first piece that is not delivered; nil if they are not ready.
  ///
  /// - Parameters:
  ///   - waits: Whether to wait for them.
  ///   - pieceLength: Receives the number of items that take about a millisecond.
  func results(waits: Bool, _ pieceLength: inout Int) -> [Output]? {
    typealias Found = (outputs: [Output], pieceLength: Int, wakes: Bool)
    func next(_ state: inout State) -> Found? {
      state.isAwaited = waits
      guard let (outputs, weight) = state.results.removeValue(forKey: state.delivered) else {
        return nil
      }
      let wakes = state.weight > mostWeight
      state.isAwaited = false
      state.delivered += 1
      state.weight -= weight
      return (outputs, state.pieceLength, wakes)
    }
    let found: Found? = waits ? monitor.wait { next(&$0) } : monitor.withLock { next(&$0) }
    guard let found else { return nil }
    // Threads that waited for memory can go on.
    if found.wakes { monitor.change { _ in } }
    pieceLength = found.pieceLength
    return found.outputs
  }

  /// Lets the threads end after their pieces.
  func close() {
    monitor.change { state in
      state.isClosed = true
      state.waiting = [:]
    }
  }

  // MARK: The threads

  /// Does pieces until the queue is closed.
  func work() {
    guard var piece = take() else { return }
    let worker = makeWorker()
    while true {
      work(on: piece, worker)
      guard let next = take() else { return }
      piece = next
    }
  }

  /// Does the next piece on the calling thread, if the system provides no other.
  func workOnNext(_ worker: (Item) -> Output) {
    if let piece = take() { work(on: piece, worker) }
  }

  private func take() -> (number: Int, items: [Item])? {
    var isIdle = false
    return monitor.wait { state -> (number: Int, items: [Item])?? in
      if state.isClosed { return .some(nil) }
      // The first piece may be taken however much memory the results of later ones take.
      let hasRoom = state.weight <= mostWeight || state.taken == state.delivered
      guard hasRoom, let items = state.waiting.removeValue(forKey: state.taken) else {
        if !isIdle { state.idle += 1 }
        isIdle = true
        return nil
      }
      if isIdle { state.idle -= 1 }
      defer { state.taken += 1 }
      return (state.taken, items)
    }
  }

  private func work(on piece: (number: Int, items: [Item]), _ worker: (Item) -> Output) {
    let begin = Terminal.now
    let outputs = piece.items.map(worker)
    let seconds = Terminal.now - begin
    let weight = outputs.reduce(0) { $0 + self.weight($1) }
    let isAwaited = monitor.withLock { state in
      state.results[piece.number] = (outputs, weight)
      state.weight += weight
      let length = Int(min(1e6, 0.001 * Double(outputs.count) / max(seconds, 1e-9)))
      // One quick item says little about the next ones.
      state.pieceLength = max(1, min(length, 2 * state.pieceLength))
      return state.isAwaited && piece.number == state.delivered
    }
    if isAwaited { monitor.change { _ in } }
  }
}
