import Testing
import ZombiesTestSupport

@testable import ZombiesCommands

/// Numbers and ranges in lists of settings that are read as others, or trap because they are huge.
@Suite struct NumberSpanTests {
  private static let most = UInt64.max

  private static let items: [(item: String, numbers: [UInt64])] = [
    ("7", [7]), ("0", [0]), ("1..4", [1, 2, 3, 4]), ("5..5", [5]), ("0..12:3", [0, 3, 6, 9, 12]),
    ("0..13:3", [0, 3, 6, 9, 12]), ("0..11:3", [0, 3, 6, 9]), ("2..9:1", Array(2...9)),
    ("2..9:7", [2, 9]), ("2..9:8", [2]), ("5..5:5", [5]), ("3..4:\(most)", [3]),
    ("\(most - 1)..\(most)", [most - 1, most]), ("0..\(most):\(most)", [0, most]),
    ("1..\(most):\(most - 1)", [1, most]), ("2..\(most):\(most - 1)", [2]),
  ]

  @Test(arguments: items)
  func numbersOf(item: String, numbers: [UInt64]) throws {
    let span = try require(NumberSpan(item))
    expect(Array(span.numbers) == numbers && span.count == numbers.count, "\(item)")
    expectEqual(span.first, numbers[0])
  }

  @Test(arguments: [
    "", ":", "1:2", "1..4:", "1..4:0", "1..4:-1", "1..4:x", "1..4:2:1", "1..:2", "..4:2", "4..1",
    "4..1:1", "1...4", "1.4", "1..4:1..2", " 1..4", "1..4: 2", "1..4:+2", "1..4:1.5", "1..4;2",
    "0..18446744073709551616", "0..4:18446744073709551616",
  ])
  func whatIsNone(item: String) { expectNil(NumberSpan(item)) }

  /// Counting needs no memory and does not trap, however many numbers there are.
  @Test func countsOfHugeRanges() throws {
    try expect(try #require(NumberSpan("0..\(Self.most)")).count == Int.max)
    try expect(try #require(NumberSpan("0..\(Int.max)")).count == Int.max)
    try expect(try #require(NumberSpan("1..\(Int.max)")).count == Int.max)
    try expect(try #require(NumberSpan("2..\(Int.max)")).count == Int.max - 1)
    try expect(try #require(NumberSpan("0..\(Self.most):4")).count == Int.max / 2 + 1)
  }

  @Test func bothEndsAreLookedAt() throws {
    let span = try require(NumberSpan("3..8:4"))
    for (range, isWithin) in [(3...8, true), (0...9, true), (4...8, false), (3...7, false)] {
      let range = UInt64(range.lowerBound)...UInt64(range.upperBound)
      expectEqual(span.isWithin(range), isWithin, "\(range)")
    }
  }
}
