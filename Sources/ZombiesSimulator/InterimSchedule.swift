/// When a batch is checked along the way, and what ends it then.
///
/// The numbers of trials are fixed, so that the end does not depend on threads: every hundred
/// trials; from 2,000 on, after every further twentieth of those done, in whole hundreds.
struct InterimSchedule: Sendable {
  /// Whether enough is known.
  let isEnough: @Sendable (BatchProgress) -> Bool

  /// The first number of trials above a given one at which the batch is checked.
  func next(after done: UInt64) -> UInt64 {
    var look: UInt64 = 0
    while look <= done { look += Self.step(at: look) }
    return look
  }

  /// Whether the batch is checked at a number of trials.
  func isAt(_ done: UInt64) -> Bool { done > 0 && next(after: done - 1) == done }

  private static func step(at look: UInt64) -> UInt64 { max(100, look / 2000 * 100) }
}
