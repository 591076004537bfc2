import Testing
import ZombiesTestSupport

// SummingQueue and usableCores are internal; the order of threads is not seen in a result.
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

  private static func queue(_ numbers: Range<UInt64>) -> SummingQueue<Chunks, Total, Int, Refused> {
    SummingQueue(Chunks([numbers], size: 10), Total(), window: nil) { (sum, part) throws(Refused) in
      sum.add(part)
    }
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

  /// With a window, the results come in the order of the pieces, and no thread is far ahead.
  @Test(arguments: [1, 2, 7], [1, 3, 50])
  func resultsAreAddedInOrder(threads: Int, window: Int) {
    let taken = Monitor((now: 0, most: 0))
    let pieces = addUp(
      Chunks([0..<500, 500..<1003], size: 10), into: [Range<UInt64>](), threads: threads,
      inOrderWithin: window,
      by: { (sum: inout [Range<UInt64>], part: Range<UInt64>) in
        sum.append(part)
        taken.withLock { $0.now -= 1 }
      },
      worker: {
        { piece, _ in
          taken.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
          }
          return Result<_, Never>.success(piece)
        }
      })
    expectEqual(pieces, Array(Chunks([0..<500, 500..<1003], size: 10)))
    // Between the check and the taking, each other thread may take one.
    expect(taken.withLock { $0.now == 0 && $0.most < window + threads })
  }

  /// A closed queue gives out no more pieces, and is finished when the piece in progress is done.
  @Test func aClosedQueueWaitsForWhatIsUnderWay() throws {
    let queue = Self.queue(0..<1003)
    let piece = try require(queue.take())
    queue.close()
    expect(queue.take() == nil && !queue.wait(seconds: 0))
    queue.handIn(.success(285), of: piece)
    expect(queue.wait(seconds: 0))
    let total = try queue.sum()
    expect(total.sum == 285 && total.pieces == 1)
    queue.tell(3)
    expectEqual(queue.look { $0.done }, 3)
    // The error of a piece in order, and all results before it.
    let seen = Monitor([UInt64]())
    #expect(throws: Refused(piece: 50..<60)) {
      try addUp(
        Chunks([0..<1000], size: 10), into: Total(), threads: 3, inOrderWithin: 4,
        by: { (sum: inout Total, part: UInt64) throws(Refused) in
          if part == 50 { throw Refused(piece: 50..<60) }
          seen.withLock { $0.append(part) }
        }, worker: { { piece, _ in .success(piece.lowerBound) } })
    }
    expectEqual(seen.withLock { $0 }, [0, 10, 20, 30, 40])
    // The function that reports progress can stop the work.
    let stopped = addUp(
      Chunks([0..<UInt64.max / 4], size: 10), into: Total(), threads: 2, every: 0,
      by: { (sum: inout Total, part: Int) in sum.add(part) }, watch: { _, _ in false },
      worker: { { _, _ in Result<_, Never>.success(1) } })
    expectEqual(stopped.pieces, stopped.sum)
    // Pieces fail in any order, but the error is always that of the first one.
    let failing = Self.queue(0..<1003)
    let pieces = try (0..<3).map { _ in try require(failing.take()) }
    for place in [1, 2, 0] {
      failing.handIn(.failure(Refused(piece: pieces[place].element)), of: pieces[place])
      expectNil(failing.take(), "no new piece after an error")
    }
    #expect(throws: Refused(piece: 0..<10)) { try failing.sum() }
    // Nothing is lost or duplicated, and no piece is empty.
    expectEqual(Array(Chunks([3..<8, 9..<9, 10..<12], size: 2)), [3..<5, 5..<7, 7..<8, 10..<12])
    expect(Array(Chunks([], size: 2)).isEmpty)
    expectEqual(
      Array(Chunks([UInt64.max - 3..<UInt64.max], size: .max)), [UInt64.max - 3..<UInt64.max])
  }

  /// The processors of affinities and control groups, of both versions, from inside and outside of a container.
  @Test(
    arguments: [
      ([:], 8),
      (
        ["/proc/self/status": "Name:\tx\nCpus_allowed:\t00000000,0000001d\nCpus_allowed_list:\t0"],
        4
      ),
      (["/proc/self/status": "Cpus_allowed:\tffffffff,ffffffff"], 8),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "max 100000\n"], 8),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "150000 100000\n"], 2),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "200000 100000\n"], 2),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "1000 100000\n"], 1),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "1200000 100000\n"], 8),
      (
        [
          "/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
          "/sys/fs/cgroup/a/cpu.max": "250000 100000\n",
        ], 3
      ),
      (
        [
          "/proc/self/cgroup": "3:memory:/m\n2:cpu,cpuacct:/job\n0::/\n",
          "/sys/fs/cgroup/cpu/job/cpu.cfs_quota_us": "450000\n",
          "/sys/fs/cgroup/cpu/job/cpu.cfs_period_us": "100000\n",
          "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
          "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
        ], 5
      ),
      (
        [
          "/proc/self/cgroup": "1:cpu:/docker/0123\n",
          "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "50000\n",
          "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
        ], 1
      ),
      (["/proc/self/cgroup": "2:cpuset:/\n", "/sys/fs/cgroup/cpu.max": "100000 100000\n"], 8),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "100000 0\n"], 8),
    ] as [([String: String], Int)])
  func usableProcessors(files: [String: String], count: Int) {
    expectEqual(usableCores(of: 8) { files[$0] }, count)
  }
}
