import ZombiesSimulator

/// Shares in the short form of report pages. A share that is nearly 0% or 100% is never shown
/// as 0% or 100%.
enum ShareText {
  /// A share as a percentage with as many decimals as it needs, at least two.
  ///
  ///     ShareText.percent(0.34286)     // 34.29%
  ///     ShareText.percent(0.0000214)   // 0.002%
  ///     ShareText.percent(1)           // 100%
  static func percent(_ share: Double) -> String { number(share) + "%" }

  /// The same without the percent sign.
  static func number(_ share: Double) -> String {
    if share <= 0 { return "0" }
    if share >= 1 { return "100" }
    for places in 2...9 {
      let text = fixed(100 * share, places: places)
      let isNothing = text.allSatisfy { "0.".contains($0) }
      if !isNothing, !text.hasPrefix("100") { return text }
    }
    return share < 0.5 ? "0.000000001" : "99.999999999"
  }

  /// An interval: "33.98–34.57%".
  static func interval(_ interval: Interval) -> String {
    "\(number(interval.low))–\(number(interval.high))%"
  }
}
