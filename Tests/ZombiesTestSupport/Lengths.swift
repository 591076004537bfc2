import Foundation

/// Whether the longer forms of the tests are requested, with `ZOMBIES_LONG=1`.
public let isLong = ProcessInfo.processInfo.environment["ZOMBIES_LONG"] == "1"

/// How many cases a test draws: enough to find a defect within the minutes that `swift test` may take,
/// and more in the longer form.
public func cases(_ count: Int, long: Int) -> Int { isLong ? long : count }

/// Some of many cases: every nth, beginning with the first; all of them in the longer form.
public func sampled<Case>(_ cases: [Case], every step: Int) -> [Case] {
  isLong ? cases : stride(from: 0, to: cases.count, by: step).map { cases[$0] }
}

/// Prints how many comparisons a test has made, in the longer form, for whoever wants to add them up.
public func tell(_ compared: Int, _ what: String) {
  if isLong { print("compared: \(compared) \(what)") }
}
