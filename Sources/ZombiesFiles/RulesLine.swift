import ZombiesCore

// Rules as text in files that are read back, as in "1 longest 1", or "1 longest 1 2" at hearing distance
// 2.
extension Rules {
  /// The values of the variants, separated by blanks. The hearing distance is left out if it is 0.
  package var line: String {
    Variant.allCases.filter { $0 != .hearingDistance || hearingDistance > 0 }
      .map { value(of: $0) }.joined(separator: " ")
  }

  /// Reads the text of ``line``; nil for any other text.
  package init?(line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let variants = Variant.allCases
    guard words.count == variants.count || words.count == variants.count - 1 else { return nil }
    var rules = Rules.standard
    for (variant, word) in zip(Variant.allCases, words) {
      guard let changed = rules.changing(variant, to: word) else { return nil }
      rules = changed
    }
    // Each set of rules has one text.
    guard rules.line == line else { return nil }
    self = rules
  }
}
