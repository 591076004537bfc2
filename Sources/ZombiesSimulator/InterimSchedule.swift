/// The schedule on which a batch is checked for an early end.
///
/// The numbers of trials are fixed, so that the end does not depend on the number of threads: every
/// 100 trials up to 2,000, then after each further 5%, rounded down to a multiple of
/// 100 trials.
enum InterimSchedule {
  /// The numbers of trials at which a batch is checked, in ascending order.
  static func looks(upTo last: UInt64) -> [UInt64] {
    var (looks, next) = ([UInt64](), UInt64(100))
    while next <= last {
      looks.append(next)
      let (sum, overflow) = next.addingReportingOverflow(max(100, next / 2000 * 100))
      if overflow { break }
      next = sum
    }
    return looks
  }
}
