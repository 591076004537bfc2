/// When a batch is looked at on the way, and what ends it then.
///
/// The numbers of trials are fixed, so that the end does not depend on threads: every hundred
/// trials, and from 2,000 on every twentieth part of those done, in whole hundreds.
struct InterimSchedule: Sendable {
  /// Whether it is known well enough.
  let isEnough: @Sendable (BatchProgress) -> Bool

  /// The first number of trials above one that is looked at.
  func next(after done: UInt64) -> UInt64 {
    var look: UInt64 = 0
    while look <= done { look += Self.step(at: look) }
    return look
  }

  /// Whether a number of trials is looked at.
  func isAt(_ done: UInt64) -> Bool { done > 0 && next(after: done - 1) == done }

  private static func step(at look: UInt64) -> UInt64 { max(100, look / 2000 * 100) }
}
