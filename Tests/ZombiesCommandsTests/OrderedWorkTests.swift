import Foundation
import Testing
import ZombiesTestSupport

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

  @Test(arguments: [1, 2, 3, 8]) func resultsAreInOrder(threads: Int) throws {
    for count in [0, 1, 2, 3, 2000] {
      let log = Log()
      let work = Self.work(threads: threads, log)
      try work.run { try Self.add(0..<count, to: work, log) }
      expectEqual(log.delivered, Array(0..<count))
    }
  }

  @Test(arguments: [1, 2, 8]) func anErrorComesAfterTheResultsBeforeIt(threads: Int) {
    for count in [0, 1, 2, 500] {
      let log = Log()
      let work = Self.work(threads: threads, log)
      #expect(throws: Refused(number: -1)) {
        try work.run {
          try Self.add(0..<count, to: work, log)
          throw Refused(number: -1)
        }
      }
      expectEqual(log.delivered, Array(0..<count))
    }
  }

  @Test(arguments: [1, 2, 8]) func nothingIsDeliveredAfterARefusal(threads: Int) {
    for refused in [0, 1, 300] {
      let log = Log()
      let work = Self.work(threads: threads, log, refusing: refused)
      #expect(throws: Refused(number: refused)) {
        try work.run { try Self.add(0..<1000, to: work, log) }
      }
      expectEqual(log.delivered, Array(0..<refused))
    }
  }

  /// Heavy items: about as many are ahead as their weight allows.
  @Test func fewHeavyItemsAreAhead() throws {
    let log = Log()
    let work = Self.work(threads: 4, weight: 1 << 16, log)
    try work.run { try Self.add(0..<400, to: work, log) }
    expect(log.delivered.count == 400 && log.mostAhead <= 10, "\(log.mostAhead)")
  }

  /// Work whose end is open: about a quarter of the items before it is ahead.
  @Test func fewItemsAreAheadOfAnOpenEnd() throws {
    let log = Log()
    let work = Self.work(threads: 4, isOpenEnded: true, log)
    try work.run { try Self.add(0..<1000, to: work, log) }
    expect(log.delivered == Array(0..<1000) && log.mostAhead <= 1000 / 4 + 20, "\(log.mostAhead)")
  }

  /// An item that is alone is done when no other comes, and no result is held back.
  @Test(arguments: [1, 2]) func catchingUpDoesWhatIsThere(threads: Int) throws {
    let log = Log()
    let work = Self.work(threads: threads, log)
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
