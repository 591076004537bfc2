import Foundation

/// Whether the score test of a paired difference of rates accepts a difference at 5%. The most
/// likely share of trials that only one policy wins is found by a search.
///
/// - Parameters:
///   - value: The difference to test.
///   - first: The number of trials that only the first policy won.
///   - second: The number of trials that only the second policy won.
///   - trials: The number of all trials.
///   - correction: The continuity correction, in trials.
public func naiveAccepts(
  _ value: Double, _ first: Int, _ second: Int, of trials: Int, correction: Double
) -> Bool {
  func term(_ count: Int, _ p: Double) -> Double {
    count == 0 ? 0 : Double(count) * log(p)
  }
  // With q for the second policy alone, the first alone has q + value.
  func likelihood(_ q: Double) -> Double {
    term(first, q + value) + term(second, q)
      + term(trials - first - second, 1 - 2 * q - value)
  }
  var (low, high) = (max(0, -value), (1 - value) / 2)
  for _ in 0..<80 {
    let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
    if likelihood(left) < likelihood(right) { low = left } else { high = right }
  }
  let q = (low + high) / 2
  let variance = Double(trials) * max(0, 2 * q + value - value * value)
  let distance = abs(Double(first - second) - Double(trials) * value) - correction
  return distance <= 1.959963984540054 * variance.squareRoot()
}

/// The 95% score interval of a paired difference of rates, by bisection.
///
/// - Parameters:
///   - first: The number of trials that only the first policy won.
///   - second: The number of trials that only the second policy won.
///   - trials: The number of all trials.
///   - correction: The continuity correction, in trials.
public func naiveDifferenceInterval(
  _ first: Int, _ second: Int, of trials: Int, correction: Double
) -> (low: Double, high: Double) {
  func bound(from end: Double) -> Double {
    var (outside, inside) = (end, Double(first - second) / Double(trials))
    if naiveAccepts(end, first, second, of: trials, correction: correction) { return end }
    for _ in 0..<40 {
      let middle = (outside + inside) / 2
      if naiveAccepts(middle, first, second, of: trials, correction: correction) {
        inside = middle
      } else {
        outside = middle
      }
    }
    return inside
  }
  return (bound(from: -1), bound(from: 1))
}
