/// Decides which of two policies wins more often, from their outcomes on the same trials, as early
/// as stated error rates allow.
///
/// It is two of Wald's sequential probability ratio tests side by side (Wald, "Sequential tests of
/// statistical hypotheses", 1945; two-sided after Sobel and Wald, 1949), generalized as tests of
/// chess engines are: the hypotheses say what the *difference* of the two win rates is, 0 or
/// ±``difference``, and the share of trials on which the policies differ is the likeliest one
/// under each. The ratio of likelihoods is that of the trinomial: first alone wins, second alone
/// wins, no difference.
///
/// - ``Decision/first``: the ratio for +difference against 0 has reached 2(1 − β)/α.
/// - ``Decision/second``: that for −difference has.
/// - ``Decision/neither``: both have fallen to β/(1 − α/2).
///
/// So, up to what the likeliest share adds, policies that are equal are told apart with a
/// probability of at most α, and of policies that differ by the difference the better one is missed
/// with a probability of at most β; less, because ratios step over their bounds.
public struct SequentialTest: Hashable, Sendable {
  /// What a test says.
  public enum Decision: String, CaseIterable, Sendable {
    /// The first policy wins more often.
    case first
    /// The second policy wins more often.
    case second
    /// They do not differ by as much as matters.
    case neither
  }

  /// The difference of win rates that matters, above 0 and below 1.
  public let difference: Double

  /// The most likely errors: of telling equals apart, and of missing the difference.
  public let alpha, beta: Double

  /// The logarithms of the ratios at which a test ends, for and against a difference.
  public let upper, lower: Double

  /// The most likely errors where no others are given.
  public static let defaultErrorRate = 0.05

  /// What both of the most likely errors are below.
  public static let errorRateLimit = 0.5

  /// Sets a test up.
  ///
  /// - Precondition: All three are above 0, the difference below 1, alpha and beta below ½.
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

  /// The logarithms of the ratios of likelihoods, for the first policy and for the second one.
  public func ratios(_ pairs: PairCounts) -> (first: Double, second: Double) {
    (
      ratio(better: pairs.firstOnly, worse: pairs.secondOnly, of: pairs.total),
      ratio(better: pairs.secondOnly, worse: pairs.firstOnly, of: pairs.total)
    )
  }

  /// What the outcomes so far say; nil where they do not yet.
  public func decision(_ pairs: PairCounts) -> Decision? {
    let ratios = ratios(pairs)
    if ratios.first >= upper { return .first }
    if ratios.second >= upper { return .second }
    return ratios.first <= lower && ratios.second <= lower ? .neither : nil
  }

  /// The logarithm of the ratio of the likelihoods of a difference and of none.
  private func ratio(better: UInt64, worse: UInt64, of total: UInt64) -> Double {
    guard total > 0 else { return 0 }
    let (n, a, b) = (Double(total), Double(better), Double(worse))
    let rest = n - a - b
    let d = difference
    // Let p and q be the chances that the better or the worse one alone wins, s = p + q, and
    // p − q = d. The likeliest s is where a/(s + d) + b/(s − d) = rest/(1 − s): the larger root
    // of n s² − u s − v = 0.
    let u = a + b + d * (a - b)
    let v = rest * d * d - d * (a - b)
    // Rounding may leave a double root with a little less than nothing below it.
    let root = (u + max(0, u * u + 4 * n * v).squareRoot()) / (2 * n)
    let share = max(d, min(1, root))
    let equal = (a + b) / n
    return term(a, (share + d) / 2, equal / 2) + term(b, (share - d) / 2, equal / 2)
      + term(rest, 1 - share, 1 - equal)
  }

  /// count · ln(p/q), where nothing that did not happen counts, and nothing that cannot happen is
  /// likelier than 10⁻³⁰⁰.
  private func term(_ count: Double, _ p: Double, _ q: Double) -> Double {
    count == 0 ? 0 : count * (naturalLogarithm(max(p, 1e-300)) - naturalLogarithm(q))
  }
}

/// The natural logarithm of a positive number, by operations that IEEE 754 rounds exactly, so that
/// all machines decide alike; the system's own may differ in the last place.
///
/// x = 2ᵏ m with m in [√½, √2); ln m = 2 artanh((m − 1)/(m + 1)), whose series of odd powers ends
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
