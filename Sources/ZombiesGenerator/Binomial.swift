/// The number of ways to choose `chosen` of `count` elements; nil if it is 2⁶⁴ or more.
///
/// - Complexity: O(chosen).
package func binomial(_ count: Int, _ chosen: Int) -> UInt64? {
  guard chosen >= 0, chosen <= count else { return 0 }
  var ways: UInt128 = 1
  // In this order, each quotient is itself a binomial coefficient, so it is a whole number. The
  // quotients never decrease.
  // Same: of the two, the smaller one is the same in any order.
  for taken in 0..<min(chosen, count - chosen) {
    ways = ways * UInt128(count - taken) / UInt128(taken + 1)
    guard ways <= UInt128(UInt64.max) else { return nil }
  }
  return UInt64(ways)
}
