/// The number of letters to insert, delete, replace or swap with a neighbour (Damerau; optimal
/// string alignment). It measures how close a misspelled word is. Only the first 64 are
/// compared: the function takes O(letters²), and users may type long text.
package func editDistance(_ one: String, _ other: String) -> Int {
  let left = Array(one.unicodeScalars.prefix(64))
  let right = Array(other.unicodeScalars.prefix(64))
  var (before, last) = ([Int](), Array(0...right.count))
  for (row, letter) in left.enumerated() {
    var next = [row + 1]
    for (column, otherLetter) in right.enumerated() {
      var best = min(
        last[column + 1] + 1, next[column] + 1, last[column] + (letter == otherLetter ? 0 : 1))
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == otherLetter {
        best = min(best, before[column - 1] + 1)
      }
      next.append(best)
    }
    (before, last) = (last, next)
  }
  return last[right.count]
}
