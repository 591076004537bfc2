import Testing
import ZombiesTestSupport

// What a range contains, also if it is too long for a sweep of it.
@testable import ZombiesCommands

/// Numbers and ranges in lists of settings that are read as others, or trap because they are huge.
@Suite struct NumberSpanTests {
  @Test func spans() throws {
    let most = UInt64.max
    for row in """
    7=7 0=0 1..4=1,2,3,4 5..5=5 0..12:3=0,3,6,9,12 0..13:3=0,3,6,9,12 0..11:3=0,3,6,9
    2..9:7=2,9 2..9:8=2 5..5:5=5 3..4:MAX=3 2..9:1=2,3,4,5,6,7,8,9
    0..MAX:MAX=0,MAX 1..MAX:MAX=1 = := 1:2= 1..4:= 1..4:0= 1..4:-1= 1..4:x= 1..4:2:1= 1..:2= ..4:2= 4..1=
    4..1:1= 1...4= 1.4= 1..4:1..2= 1..4:+2= 1..4:1.5= 1..4;2= 0..18446744073709551616=
    0..4:18446744073709551616=
    """.replacing("MAX", with: "\(most)").split(whereSeparator: \.isWhitespace) {
      let parts = row.split(separator: "=", omittingEmptySubsequences: false)
      let numbers = parts[1].split(separator: ",").compactMap { UInt64($0) }
      let span = NumberSpan(String(parts[0]))
      expectEqual(span.map { Array($0.numbers) } ?? [], numbers, "\(row)")
      expectEqual(span?.count ?? 0, numbers.count, "\(row)")
      expectEqual(span?.first, numbers.first, "\(row)")
    }
    for item in [" 1..4", "1..4: 2"] { expectNil(NumberSpan(item)) }
    // Counting needs no memory and does not trap, however many numbers there are.
    for (item, count) in [
      ("0..\(most)", Int.max), ("0..\(Int.max)", .max), ("1..\(Int.max)", .max),
      ("2..\(Int.max)", .max - 1), ("0..\(most):4", .max / 2 + 1),
    ] { expectEqual(NumberSpan(item)?.count, count, item) }
    let span = try require(NumberSpan("3..8:4"))
    for (low, high, isWithin): (UInt64, UInt64, Bool) in [
      (3, 8, true), (0, 9, true), (4, 8, false), (3, 7, false),
    ] {
      expectEqual(span.isWithin(low...high), isWithin)
    }
  }
}
