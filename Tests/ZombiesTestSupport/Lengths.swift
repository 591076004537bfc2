import Foundation

/// Whether the longer forms of the tests are requested, with `ZOMBIES_LONG=1`.
public let isLong = ProcessInfo.processInfo.environment["ZOMBIES_LONG"] == "1"

/// How many cases a test draws: enough to find a bug within the minutes that `swift test` may take. In the longer form it
/// draws more, but at most twenty times as many, so that all tests of a few targets take less than ten minutes.
public func cases(_ count: Int, long: Int) -> Int { isLong ? min(long, 20 * count) : count }

/// Every nth of many cases, beginning with the first. In the longer form, all of them.
public func sampled<Case>(_ cases: [Case], every step: Int) -> [Case] {
  isLong ? cases : stride(from: 0, to: cases.count, by: step).map { cases[$0] }
}

/// In the longer form, prints how many comparisons a test has made, so that they can be added up.
public func tell(_ compared: Int, _ what: String) {
  if isLong { print("compared: \(compared) \(what)") }
}
