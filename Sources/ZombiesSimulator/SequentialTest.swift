/// A test of which of two policies wins more often, from their outcomes on the same trials. It
/// decides as early as the given error rates allow.
///
/// It consists of two of Wald's sequential probability ratio tests side by side (Wald, "Sequential
/// tests of statistical hypotheses", 1945; two-sided after Sobel and Wald, 1949), generalized as in
/// tests of chess engines. The hypotheses state the *difference* of the two win rates: 0 or
/// ±``difference``. The share of trials on which the policies differ is the most likely one under
/// each hypothesis. The likelihood ratio is that of the trinomial: only the first policy wins, only
/// the second wins, or no difference.
///
/// - ``Decision/first``: the ratio for +difference against 0 has reached 2(1 − β)/α.
/// - ``Decision/second``: the ratio for −difference against 0 has reached 2(1 − β)/α.
/// - ``Decision/neither``: both ratios have fallen to β/(1 − α/2).
///
/// Apart from the effect of estimating that share, the error rates are bounded. Equal policies are
/// declared different with a probability of at most α. If policies differ by the difference, the
/// better one is missed with a probability of at most β. The actual rates are lower, because ratios
/// overshoot their bounds.
public struct SequentialTest: Hashable, Sendable {
  /// The decision of a test.
  public enum Decision: String, CaseIterable, Sendable {
    /// The first policy wins more often.
    case first
    /// The second policy wins more often.
    case second
    /// The policies do not differ by as much as the difference.
    case neither
  }

  /// The difference of win rates to detect, above 0 and below 1.
  public let difference: Double

  /// The maximum error rates: for declaring equal policies different, and for missing the
  /// difference.
  public let alpha, beta: Double

  /// The logarithms of the ratios at which a test ends, for a difference and against it.
  public let upper, lower: Double

  /// The default for both error rates.
  public static let defaultErrorRate = 0.05

  /// The upper limit of both error rates, exclusive.
  public static let errorRateLimit = 0.5

  /// Creates a test.
  ///
  /// - Precondition: All three numbers are above 0, the difference is below 1, and alpha and beta
  ///   are below ½.
  public init(
    difference: Double, alpha: Double = Self.defaultErrorRate,
    beta: Double = Self.defaultErrorRate
  ) {
    precondition(difference > 0 && difference < 1, "a difference of win rates")
    precondition(
      min(alpha, beta) > 0 && max(alpha, beta) < Self.errorRateLimit, "small probabilities")
    self.difference = difference
    self.alpha = alpha
    self.beta = beta
    upper = naturalLogarithm((1 - beta) / (alpha / 2))
    lower = naturalLogarithm(beta / (1 - alpha / 2))
  }

  /// The logarithms of the likelihood ratios for the first and for the second policy.
  public func ratios(_ pairs: PairCounts) -> (first: Double, second: Double) {
    (
      ratio(better: pairs.firstOnly, worse: pairs.secondOnly, of: pairs.total),
      ratio(better: pairs.secondOnly, worse: pairs.firstOnly, of: pairs.total)
    )
  }

  /// The decision from the outcomes so far; nil if there is none yet.
  public func decision(_ pairs: PairCounts) -> Decision? {
    let ratios = ratios(pairs)
    if ratios.first >= upper { return .first }
    if ratios.second >= upper { return .second }
    return ratios.first <= lower && ratios.second <= lower ? .neither : nil
  }

  /// The logarithm of the likelihood ratio of a difference against none.
  private func ratio(better: UInt64, worse: UInt64, of total: UInt64) -> Double {
    guard total > 0 else { return 0 }
    let (n, a, b) = (Double(total), Double(better), Double(worse))
    let rest = n - a - b
    let d = difference
    let share = likeliestShare(a, b, of: n, difference: d)
    let equal = (a + b) / n
    return term(a, (share + d) / 2, equal / 2) + term(b, (share - d) / 2, equal / 2)
      + term(rest, 1 - share, 1 - equal)
  }

  /// count · ln(p/q). A count of zero contributes nothing, and no probability is taken as less than
  /// 10⁻³⁰⁰.
  private func term(_ count: Double, _ p: Double, _ q: Double) -> Double {
    count == 0 ? 0 : count * (naturalLogarithm(max(p, 1e-300)) - naturalLogarithm(q))
  }
}

/// The natural logarithm of a positive number, computed only with operations that IEEE 754 rounds
/// correctly, so that all machines decide alike. The logarithms of different systems may differ in
/// the last digit.
///
/// x = 2ᵏ m with m in [√½, √2). ln m = 2 artanh((m − 1)/(m + 1)), whose series of odd powers falls
/// below 10⁻¹⁷ after 12 terms.
package func naturalLogarithm(_ x: Double) -> Double {
  var (power, m) = (Double(x.exponent), x.significand)
  if m >= 1.4142135623730951 { (power, m) = (power + 1, m / 2) }
  let z = (m - 1) / (m + 1)
  let square = z * z
  var (sum, odd) = (0.0, 23.0)
  while odd >= 1 {
    sum = sum * square + 1 / odd
    odd -= 2
  }
  return power * 0.6931471805599453 + 2 * z * sum
}
