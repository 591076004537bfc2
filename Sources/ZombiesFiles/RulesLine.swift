import ZombiesCore

// Rules as text in files that are read back, as in "1 longest 1".
extension Rules {
  /// The values of the variants, separated by blanks.
  package var line: String {
    Variant.allCases.map { value(of: $0) }.joined(separator: " ")
  }

  /// Reads the text of ``line``; nil for any other text.
  init?(line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == Variant.allCases.count else { return nil }
    var rules = Rules.standard
    for (variant, word) in zip(Variant.allCases, words) {
      guard let changed = rules.changing(variant, to: word) else { return nil }
      rules = changed
    }
    self = rules
  }
}
