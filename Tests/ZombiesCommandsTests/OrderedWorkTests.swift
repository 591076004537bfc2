import Foundation
import Testing
import ZombiesTestSupport

// The order of threads is not seen in the program.
@testable import ZombiesCommands

/// Results of work on threads that come out of order, after an error, or too far ahead.
@Suite struct OrderedWorkTests {
  private struct Refused: Error, Equatable { let number: Int }

  /// What was delivered, and how many items were added.
  private final class Log {
    var delivered: [Int] = []
    var added = 0
    var mostAhead = 0
  }

  /// Work that squares numbers and takes longer for some of them.
  private static func work(
    threads: Int, isOpenEnded: Bool = false, weight: Int = 1, _ log: Log,
    refusing refused: Int? = nil
  ) -> OrderedWork<Int, Int> {
    OrderedWork(
      threads: threads, isOpenEnded: isOpenEnded, weight: { _ in weight },
      outputWeight: { $0 % 7 == 0 ? 1 << 17 : 0 },
      worker: {
        { number in
          if number % 97 == 3 { usleep(300) }
          return number * number
        }
      },
      deliver: { number, square in
        if number == refused { throw Refused(number: number) }
        expectEqual(square, number * number)
        log.delivered.append(number)
      })
  }

  private static func add(_ numbers: Range<Int>, to work: OrderedWork<Int, Int>, _ log: Log) throws
  {
    for number in numbers {
      log.added += 1
      try work.add(number)
      log.mostAhead = max(log.mostAhead, log.added - log.delivered.count)
    }
  }

  /// Runs work to which numbers are added; then an error may be thrown. Expects the results of the numbers below
  /// an end, in order, and the error with a number, if any.
  private static func expectResults(
    below end: Int, adding count: Int, threads: Int, refusing refused: Int? = nil,
    throwing thrown: Int? = nil
  ) {
    let log = Log()
    let work = Self.work(threads: threads, log, refusing: refused)
    var failure: Int?
    do {
      try work.run {
        try add(0..<count, to: work, log)
        if let thrown { throw Refused(number: thrown) }
      }
    } catch { failure = (error as? Refused)?.number }
    expectEqual(log.delivered, Array(0..<end), "\(count) on \(threads) threads")
    expectEqual(failure, refused ?? thrown)
  }

  /// In order, before an error, and none after a refusal.
  @Test func resultsAreInOrder() {
    for threads in [1, 2, 3, 8] {
      for count in [0, 1, 2, 3, 1000] {
        Self.expectResults(below: count, adding: count, threads: threads)
        Self.expectResults(below: count, adding: count, threads: threads, throwing: -1)
      }
      for refused in [0, 1, 300] {
        Self.expectResults(below: refused, adding: 600, threads: threads, refusing: refused)
      }
    }
  }

  /// About as many heavy items are ahead as their weight allows, and about a quarter of the items before it are
  /// ahead of an open end. An item that is alone is done when no other comes.
  @Test func fewItemsAreAhead() throws {
    var log = Log()
    var work = Self.work(threads: 4, weight: 1 << 16, log)
    try work.run { try Self.add(0..<400, to: work, log) }
    expect(log.delivered.count == 400 && log.mostAhead <= 10, "\(log.mostAhead)")
    log = Log()
    work = Self.work(threads: 4, isOpenEnded: true, log)
    try work.run { try Self.add(0..<1000, to: work, log) }
    expect(log.delivered == Array(0..<1000) && log.mostAhead <= 1000 / 4 + 20, "\(log.mostAhead)")
    for threads in [1, 2] {
      log = Log()
      work = Self.work(threads: threads, log)
      try work.run {
        try Self.add(0..<1, to: work, log)
        try expect(!work.catchUp())
        expectEqual(log.delivered, [0])
        try Self.add(1..<40, to: work, log)
        while try work.catchUp() { usleep(100) }
        expectEqual(log.delivered, Array(0..<40))
      }
    }
  }
}
