/// The number of standard errors that a normally distributed value exceeds in 5% of cases.
package let zOf95 = 1.959963984540054

/// A confidence interval for a rate, or for a difference of rates.
public struct Interval: Hashable, Sendable {
  /// The lower and the upper bound.
  public let low, high: Double

  /// Creates an interval from its bounds.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  /// Creates Wilson's 95% score interval.
  ///
  /// Wilson, "Probable inference, the law of succession, and statistical inference", 1927. The
  /// computation uses only operations that IEEE 754 rounds correctly, so all machines agree.
  public init(wilson hits: UInt64, of trials: UInt64) {
    let z = zOf95
    let (n, rate) = (Double(trials), Double(hits) / Double(trials))
    let centre = rate + z * z / (2 * n)
    let spread = z * ((rate * (1 - rate) + z * z / (4 * n)) / n).squareRoot()
    let scale = 1 + z * z / n
    low = hits == 0 ? 0 : (centre - spread) / scale
    high = hits == trials ? 1 : (centre + spread) / scale
  }
}

/// The number of standard errors that the largest of several deviations exceeds with a probability
/// of at most 1%, whatever their dependence (Bonferroni). It is a quantile of the normal
/// distribution.
///
/// Wichura, "Algorithm AS 241: The percentage points of the normal distribution", 1988: PPND7 in
/// the tail, accurate to seven digits.
///
/// - Parameter comparisons: The number of deviations, 1 to 10⁸.
public func jointBound(of comparisons: Int) -> Double {
  let tail = 0.01 / 2 / Double(min(max(1, comparisons), 100_000_000))
  let r = (-naturalLogarithm(tail)).squareRoot() - 1.6
  let above = ((0.170238211030 * r + 1.30672848160) * r + 2.75681539000) * r + 1.42343727770
  return above / ((0.120211329750 * r + 0.737001642500) * r + 1)
}

extension Histogram {
  /// The sum of all moves.
  public var moveSum: UInt128 {
    byMoves.reduce(0) { $0 + UInt128($1.moves) * UInt128($1.count) }
  }

  /// The mean number of moves; nil if there are no rounds.
  public var meanMoves: Double? {
    total == 0 ? nil : Double(moveSum) / Double(total)
  }

  /// The sample standard deviation of the number of moves; nil if there are fewer than two rounds.
  public var movesDeviation: Double? {
    let (count, sum) = (UInt128(total), moveSum)
    guard count > 1 else { return nil }
    let squares = byMoves.reduce(UInt128(0)) {
      $0 + UInt128($1.moves) * UInt128($1.moves) * UInt128($1.count)
    }
    // n · Σm² − (Σm)² is exact in integers if it fits, as it does for up to 2⁵⁰ rounds of a few
    // thousand moves. Beyond that, floating point is precise enough.
    let (product, overflow) = squares.multipliedReportingOverflow(by: count)
    let (square, overflow2) = sum.multipliedReportingOverflow(by: sum)
    if overflow || overflow2 {
      let mean = Double(sum) / Double(count)
      return ((Double(squares) / Double(count) - mean * mean) * Double(count) / Double(count - 1))
        .squareRoot()
    }
    return (Double(product - square) / Double(count) / Double(count - 1)).squareRoot()
  }

  /// The nearest-rank percentile of the number of moves; nil if there are no rounds.
  ///
  /// - Parameter percent: The percentile, 1 to 100.
  public func movesPercentile(_ percent: Int) -> Int? {
    let rank = (UInt128(total) * UInt128(percent) + 99) / 100
    var seen: UInt128 = 0
    for (moves, count) in byMoves {
      seen += UInt128(count)
      if seen >= rank { return moves }
    }
    return nil
  }

  /// The largest number of moves; nil if there are no rounds.
  public var maxMoves: Int? { byMoves.last?.moves }
}
