import Foundation

/// Whether the longer forms of the tests are requested, with `ZOMBIES_LONG=1`.
public let isLong = ProcessInfo.processInfo.environment["ZOMBIES_LONG"] == "1"

/// How many cases a test draws: enough to find a defect within the minutes that `swift test` may take,
/// and more in the longer form.
public func cases(_ count: Int, long: Int) -> Int { isLong ? long : count }
