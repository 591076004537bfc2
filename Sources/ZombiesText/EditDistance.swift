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

/// Whether a text equals a word, or differs only by case or by one letter that is missing, added,
/// changed or swapped with its neighbour.
package func isNear(_ text: Substring.UTF8View, _ word: String) -> Bool {
  // Most comments are longer than the word, and each level may have one.
  Substring(text).unicodeScalars.count <= word.utf8.count + 1
    && editDistance(lowercased(text), word) <= 1
}

/// A text with its ASCII letters in lower case.
package func lowercased(_ text: Substring.UTF8View) -> String {
  String(
    decoding: text.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 0x20 : $0 },
    as: UTF8.self)
}
