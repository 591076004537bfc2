// Functions that read and write single arguments of the command line.

import ZombiesCore
import ZombiesSystem
import ZombiesText

/// A decimal number that may have underscores between its digits, or an exponent: 10_000_000, 1e6.
func largeDecimal(_ text: String) -> UInt64? {
  let parts = text.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
  guard let first = parts.first else { return nil }
  let groups = first.split(separator: "_", omittingEmptySubsequences: false)
  guard groups.allSatisfy({ !$0.isEmpty }), var value = decimal(groups.joined()) else {
    return nil
  }
  if parts.count == 2 {
    guard let exponent = decimal(parts[1]) else { return nil }
    // Zero stays zero, and any other value overflows at the 20th power or before.
    for _ in 0..<min(exponent, 20) {
      let (next, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = next
    }
  }
  return value
}

/// ". Did you mean 'X'?" for a word that is similar to a known word or begins one, otherwise an empty
/// string.
package func didYouMean(_ word: String, among known: [String]) -> String {
  guard word.utf8.count > 2 else { return "" }
  if let whole = known.first(where: { $0.hasPrefix(word) }) { return ". Did you mean '\(whole)'?" }
  let near = known.map { (word: $0, distance: editDistance(word, $0)) }
    .min { $0.distance < $1.distance }
  guard let near, near.distance <= max(1, min(3, near.word.count / 3)) else { return "" }
  return ". Did you mean '\(near.word)'?"
}

/// A decimal fraction above 0 and below 1 with at most 9 digits after the point, such as 0.05 or .05; nil
/// for any other text.
func decimalFraction(_ text: String) -> Double? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  guard parts.count == 2, parts[0].allSatisfy({ $0 == "0" }), (1...9).contains(parts[1].utf8.count),
    let digits = decimal(parts[1]), digits > 0
  else { return nil }
  let scale = (0..<parts[1].utf8.count).reduce(1.0) { scale, _ in scale * 10 }
  return Double(digits) / scale
}
