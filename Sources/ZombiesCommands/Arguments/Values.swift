// How words of the command line are read.

/// A decimal number of digits alone; nil for anything else, and where it is 2⁶⁴ or more.
func decimal(_ text: some StringProtocol) -> UInt64? {
  var value: UInt64 = 0
  guard !text.isEmpty else { return nil }
  for byte in text.utf8 {
    guard byte >= 48, byte <= 57 else { return nil }
    let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
    let (sum, carried) = tens.addingReportingOverflow(UInt64(byte - 48))
    guard !overflow, !carried else { return nil }
    value = sum
  }
  return value
}

/// A decimal number that may have underscores between digits, or an exponent: 10_000_000, 1e6.
func largeDecimal(_ text: String) -> UInt64? {
  let parts = text.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
  guard let first = parts.first else { return nil }
  let groups = first.split(separator: "_", omittingEmptySubsequences: false)
  guard groups.allSatisfy({ !$0.isEmpty }), var value = decimal(groups.joined()) else {
    return nil
  }
  if parts.count == 2 {
    guard let exponent = decimal(parts[1]) else { return nil }
    // Zero stays zero, and anything else overflows before the twentieth power.
    for _ in 0..<min(exponent, 20) {
      let (next, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = next
    }
  }
  return value
}

/// " Did you mean 'X'?" for a word that is near one of the known ones, else nothing.
func didYouMean(_ word: String, among known: [String]) -> String {
  guard word.utf8.count > 3 else { return "" }
  let near = known.map { (word: $0, distance: editDistance(word, $0)) }
    .min { $0.distance < $1.distance }
  guard let near, near.distance <= max(1, min(3, near.word.count / 3)) else { return "" }
  return ". Did you mean '\(near.word)'?"
}

/// The number of letters to insert, delete, replace or swap with a neighbour (Damerau; optimal
/// string alignment). O(letters²), and words of the command line may be long: only the first 64
/// letters are looked at.
private func editDistance(_ left: String, _ right: String) -> Int {
  let (left, right) = (Array(left.prefix(64)), Array(right.prefix(64)))
  var rows = [Array(0...right.count)]
  for (i, letter) in left.enumerated() {
    var row = [i + 1]
    for (j, other) in right.enumerated() {
      var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == other ? 0 : 1))
      if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
        best = min(best, rows[i - 1][j - 1] + 1)
      }
      row.append(best)
    }
    rows.append(row)
  }
  return rows[left.count][right.count]
}
