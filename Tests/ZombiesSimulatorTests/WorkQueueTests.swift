import Foundation
import Testing
import ZombiesTestSupport

// WorkQueue is internal; the order of threads is not seen in a result.
@testable import ZombiesSimulator

/// The loop in which threads work, with work that is easy to check.
@Suite struct WorkQueueTests {
  /// The sum of the numbers of a range, ten at a time, and the number of pieces.
  private struct Total {
    var sum = 0
    var pieces = 0

    mutating func add(_ part: Int) {
      sum += part
      pieces += 1
    }
  }

  private struct Refused: Error, Equatable { let piece: Range<UInt64> }

  private static func squares(_ piece: Range<UInt64>) -> Int {
    piece.reduce(0) { $0 + Int($1 * $1) }
  }

  private static let expected = (0..<1003).reduce(0) { $0 + $1 * $1 }

  @Test(arguments: [1, 2, 7], [false, true])
  func everyPieceIsDoneOnce(threads: Int, isWatched: Bool) {
    var (calls, done) = (0, [UInt64]())
    let watch = { (_: Total, count: UInt64) in
      calls += 1
      done.append(count)
      return true
    }
    let total = addUp(
      Chunks([0..<500, 500..<1003], size: 10), into: Total(), threads: threads, every: 0,
      by: { (sum: inout Total, part: Int) in sum.add(part) }, watch: isWatched ? watch : nil,
      worker: {
        { piece, tell in
          tell(UInt64(piece.count))
          return Result<_, Never>.success(Self.squares(piece))
        }
      })
    expect(total.sum == Self.expected && total.pieces == 101)
    expect(isWatched || calls == 0)
    expect(done == done.sorted() && done.allSatisfy { $0 <= 1003 })
  }

  /// The results come in the order of the pieces, and no thread is far ahead.
  @Test(arguments: [1, 2, 7], [1, 3, 50])
  func resultsAreAddedInOrder(threads: Int, window: Int) {
    let taken = Monitor((now: 0, most: 0))
    let pieces = addUp(
      Chunks([0..<500, 500..<1003], size: 10), into: [Range<UInt64>](), threads: threads,
      window: window,
      delivering: { part in
        part.1 = true
        return true
      },
      by: { (sum: inout [Range<UInt64>], part: (Range<UInt64>, Bool)) in
        expect(part.1, "delivered first")
        sum.append(part.0)
        taken.withLock { $0.now -= 1 }
      },
      worker: {
        { piece, _ in
          taken.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
          }
          return Result<_, Never>.success((piece, false))
        }
      })
    expectEqual(pieces, Array(Chunks([0..<500, 500..<1003], size: 10)))
    // The results that wait, and those of each thread and of the one that is added.
    expect(taken.withLock { $0.now == 0 && $0.most <= window + threads + 1 })
  }

  /// A thread that takes a piece too many waits for the first one, so that no more results wait than fit in the window.
  @Test func aFullQueueGivesNoMorePieces() throws {
    let queue = WorkQueue<Chunks, Int>(Chunks([0..<1003], size: 10), mostWeight: 6) { $0 }
    let pieces = try (0..<4).map { _ in try require(queue.take()) }
    expectEqual(pieces.map(\.number), [0, 1, 2, 3])
    expectEqual(pieces.map(\.piece.lowerBound), [0, 10, 20, 30])
    // Finished in another order. None can leave the queue before the first.
    for number in [2, 3, 1] { queue.handIn(number, of: number) }
    expectNil(queue.next())
    let taken = Monitor<Range<UInt64>?>(nil)
    let watch = {
      usleep(100_000)
      expectNil(taken.withLock { $0 }, "beyond the window")
      queue.handIn(0, of: 0)
      expectEqual((0..<4).map { _ in queue.next(waits: true) }, [0, 1, 2, 3])
    }
    withThreads(2, watch: watch) { number in
      if number == 1, let next = queue.take() { taken.withLock { $0 = next.piece } }
    }
    expect(taken.withLock { $0 } == 40..<50)
    // A closed queue gives out no more pieces, and is finished when the piece in progress is done.
    queue.close()
    expect(queue.take() == nil && !queue.wait(seconds: 0))
    queue.handIn(285, of: 4)
    expect(queue.next() == 285 && queue.wait(seconds: 0))
    // After the end, nothing leaves the queue.
    let ending = WorkQueue<Chunks, Int>(Chunks([0..<1003], size: 10), mostWeight: 6)
    for _ in 0..<3 { _ = ending.take() }
    for number in 0..<3 { ending.handIn(number, of: number) }
    var received: [Int] = []
    ending.passOn { number in
      received.append(number)
      return number < 1
    }
    expect(received == [0, 1] && ending.next() == nil)
    expect(ending.take() == nil && ending.wait(seconds: 0))
  }

  /// A growing queue waits for pieces that are added later.
  @Test func piecesAreAddedWhileThreadsTakeThem() {
    let queue = WorkQueue<Backlog<Int>, Int>(Backlog(), isGrowing: true, mostWeight: 8)
    var squares: [Int?] = []
    let watch = {
      for number in 0..<100 {
        _ = queue.add { $0.append(number) }
        if number % 10 == 0 { usleep(1000) }
      }
      for _ in 0..<100 { squares.append(queue.next(waits: true)) }
      queue.close()
    }
    withThreads(3, watch: watch) { _ in queue.work { { $0 * $0 } } }
    expectEqual(squares, (0..<100).map { $0 * $0 })
  }

  /// The error of the first piece that fails, whichever fails first, and all results before it.
  @Test(arguments: [1, 2, 3, 7])
  func workEndsAtTheFirstFailure(threads: Int) {
    for (failing, refused, isEnough) in [
      (50, 990, 980), (990, 50, 980), (20, 990, 50), (990, 980, 40),
    ] {
      let seen = Monitor([UInt64]())
      var failure: Refused?
      do {
        _ = try addUp(
          Chunks([0..<1000], size: 10), into: Total(), threads: threads, window: 4,
          by: { (sum: inout Total, part: UInt64) throws(Refused) in
            if part == refused { throw Refused(piece: part..<part + 10) }
            seen.withLock { $0.append(part) }
            sum.add(Int(part))
          }, until: { $0.sum >= (isEnough / 10) * (isEnough / 10 + 1) * 5 },
          worker: {
            { piece, _ in
              piece.lowerBound >= failing && (piece.lowerBound == failing || threads > 1)
                ? .failure(Refused(piece: piece)) : .success(piece.lowerBound)
            }
          })
      } catch { failure = error }
      let end = min(failing, refused, isEnough + 10)
      expectEqual(seen.withLock { $0 }, (0..<UInt64(end) / 10).map { $0 * 10 })
      expectEqual(
        failure, isEnough < end ? nil : Refused(piece: UInt64(end)..<UInt64(end) + 10))
    }
    // A rejected result ends the work before it.
    let rejected = addUp(
      Chunks([0..<1000], size: 10), into: Total(), threads: threads,
      delivering: { $0 < 300 }, by: { (sum: inout Total, part: Int) in sum.add(part) },
      worker: { { piece, _ in Result<_, Never>.success(Int(piece.lowerBound)) } })
    expectEqual(rejected.pieces, 30)
  }

  /// The function that reports progress can stop the work. Nothing is lost or duplicated, and no piece is empty.
  @Test func workCanBeStopped() {
    let stopped = addUp(
      Chunks([0..<UInt64.max / 4], size: 10), into: Total(), threads: 2, every: 0,
      by: { (sum: inout Total, part: Int) in sum.add(part) }, watch: { _, _ in false },
      worker: { { _, _ in Result<_, Never>.success(1) } })
    expectEqual(stopped.pieces, stopped.sum)
    expectEqual(Array(Chunks([3..<8, 9..<9, 10..<12], size: 2)), [3..<5, 5..<7, 7..<8, 10..<12])
    expect(Array(Chunks([], size: 2)).isEmpty)
    expectEqual(
      Array(Chunks([UInt64.max - 3..<UInt64.max], size: .max)), [UInt64.max - 3..<UInt64.max])
  }
}
