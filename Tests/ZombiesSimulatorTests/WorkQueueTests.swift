import Testing

@testable import ZombiesSimulator

/// The loop in which threads work, on work that is easy to check.
@Suite struct WorkQueueTests {
  /// The numbers of a range, squared and added up, ten at a time.
  private struct Squares: PieceWork {
    var rest: Range<Int>
    var sum = 0
    var pieces = 0

    mutating func next() -> Range<Int>? {
      guard !rest.isEmpty else { return nil }
      let piece = rest.prefix(10)
      rest = piece.upperBound..<rest.upperBound
      return piece
    }

    mutating func add(_ output: Int, of piece: Range<Int>) {
      sum += output
      pieces += 1
    }
  }

  private static let expected = (0..<1003).reduce(0) { $0 + $1 * $1 }

  @Test(arguments: [1, 2, 7], [false, true])
  func everyPieceIsDoneOnce(threads: Int, isWatched: Bool) {
    let queue = PieceQueue(Squares(rest: 0..<1003))
    var calls = 0
    let watch = { (work: Squares) in
      calls += 1
      return true
    }
    work(on: queue, threads: threads, every: 0, watch: isWatched ? watch : nil) {
      { piece in piece.reduce(0) { $0 + $1 * $1 } }
    }
    #expect(queue.result.sum == Self.expected && queue.result.pieces == 101)
    #expect(queue.take() == nil && queue.wait(seconds: 0))
    #expect(isWatched || calls == 0)
  }

  /// A closed queue gives no more, and is over when the piece under way has come in.
  @Test func aClosedQueueWaitsForWhatIsUnderWay() throws {
    let queue = PieceQueue(Squares(rest: 0..<1003))
    let piece = try #require(queue.take())
    queue.close()
    #expect(queue.take() == nil && !queue.wait(seconds: 0))
    queue.handIn(285, of: piece)
    #expect(queue.wait(seconds: 0) && queue.result.sum == 285 && queue.result.pieces == 1)
    queue.update { $0.sum = 0 }
    #expect(queue.look { $0.sum } == 0)
  }

  @Test func whoeverWatchesCanStopTheWork() {
    let queue = PieceQueue(Squares(rest: 0..<Int.max / 4))
    let stop = { (_: Squares) in false }
    work(on: queue, threads: 2, every: 0, watch: stop) { { _ in 1 } }
    #expect(queue.result.pieces == queue.result.sum && queue.wait(seconds: 0))
  }
}
