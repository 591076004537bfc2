/// The schedule on which a batch is checked for an early end.
///
/// The numbers of trials are fixed, so that the end does not depend on the number of threads: every
/// 100 trials up to 2,000, then after each further 5%, rounded down to a multiple of
/// 100 trials.
struct InterimSchedule: Sendable {
  /// Whether the results so far are enough.
  let isEnough: @Sendable (BatchProgress) -> Bool

  /// The next number of trials at which the batch is checked, above a given one.
  func next(after done: UInt64) -> UInt64 {
    var look: UInt64 = 0
    while look <= done { look += Self.step(at: look) }
    return look
  }

  /// Whether the batch is checked at a number of trials.
  func isAt(_ done: UInt64) -> Bool { done > 0 && next(after: done - 1) == done }

  private static func step(at look: UInt64) -> UInt64 { max(100, look / 2000 * 100) }
}
