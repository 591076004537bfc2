import ZombiesCore

// Comparing answers: surrounding blanks, case and Latin accents are ignored.

/// An answer in the form used for comparison: trimmed, in lower case, without Latin accents, with
/// single blanks.
///
///     AnswerText(" ÉTÉ  2026 ") == AnswerText("ete 2026")
///
/// A letter outside the Latin script keeps its accents, because they change its meaning.
public struct AnswerText: Hashable, Sendable {
  /// The text to compare.
  public let folded: String

  /// Folds a text.
  public init(_ text: some StringProtocol) {
    var folded = String.UnicodeScalarView()
    var (isBlankDue, isAfterLatin) = (false, false)
    for scalar in text.unicodeScalars {
      if scalar.isWhiteSpace {
        isBlankDue = !folded.isEmpty
        isAfterLatin = false
        continue
      }
      // A letter with accents may be one scalar, or a letter followed by marks.
      if LatinLetters.isMark(scalar), isAfterLatin { continue }
      if isBlankDue { folded.append(" ") }
      isBlankDue = false
      for cased in LatinLetters.withoutCase(scalar) {
        if LatinLetters.isMark(cased), isAfterLatin { continue }
        folded.append(contentsOf: LatinLetters.withoutAccent(cased))
        isAfterLatin = LatinLetters.contains(cased)
      }
    }
    self.folded = String(folded)
  }

  /// Whether the folded text is empty.
  public var isEmpty: Bool { folded.isEmpty }
}

/// The letters of the Latin script, and their forms without case and accents.
enum LatinLetters {
  /// Each plain letter with its accented forms, in lower case.
  ///
  /// The source is the Unicode Character Database: each lower-case letter in the blocks Latin-1
  /// Supplement, Latin Extended-A, Latin Extended-B and Latin Extended Additional whose canonical
  /// decomposition is an ASCII letter and marks. Letters without a decomposition (æ, ð, đ, ħ, ı, ĳ,
  /// ĸ, ŀ, ł, ŋ, ø, œ, þ, ŧ) follow the transliteration Latin-ASCII of the Unicode CLDR. ß becomes
  /// ss because its upper case is SS.
  private static let accented: [(plain: String, letters: String)] = [
    ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"), ("ae", "æǣǽ"), ("b", "ḃḅḇ"), ("c", "çćĉċčḉ"),
    ("d", "ðďđḋḍḏḑḓ"), ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"), ("f", "ḟ"), ("g", "ĝğġģǧǵḡ"),
    ("h", "ĥħȟḣḥḧḩḫ"), ("i", "ìíîïĩīĭįıǐȉȋḭḯỉị"), ("ij", "ĳ"), ("j", "ĵ"), ("k", "ķǩḱḳḵ"),
    ("l", "ĺļľŀłḷḹḻḽ"), ("m", "ḿṁṃ"), ("n", "ñńņňŋǹṅṇṉṋ"),
    ("o", "òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"), ("oe", "œ"), ("p", "ṕṗ"), ("q", "ĸ"),
    ("r", "ŕŗřȑȓṙṛṝṟ"), ("s", "śŝşšșṡṣṥṧṩ"), ("t", "ţťŧțṫṭṯṱ"), ("th", "þ"),
    ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"), ("v", "ṽṿ"), ("w", "ŵẁẃẅẇẉ"), ("x", "ẋẍ"),
    ("y", "ýÿŷȳẏỳỵỷỹ"), ("z", "źżžẑẓẕ"), ("ʒ", "ǯ"),
  ]

  private static let plain: [Unicode.Scalar: String] = {
    var plain: [Unicode.Scalar: String] = [:]
    for row in accented {
      for letter in row.letters.unicodeScalars { plain[letter] = row.plain }
    }
    return plain
  }()

  /// Whether a scalar is a combining mark (the block Combining Diacritical Marks).
  static func isMark(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }

  /// A scalar without its case. It goes through upper case, because several lower-case letters may
  /// share one: ς and σ, ſ and s, and ß, whose upper case is SS.
  static func withoutCase(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    if scalar.isASCII { return lowercase(scalar) }
    var folded = String.UnicodeScalarView()
    for lower in lowercase(scalar) {
      for upper in lower.properties.uppercaseMapping.unicodeScalars {
        folded.append(contentsOf: lowercase(upper))
      }
    }
    return folded
  }

  private static func lowercase(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    scalar.properties.lowercaseMapping.unicodeScalars
  }

  /// A lower-case letter without its accents; anything else unchanged.
  static func withoutAccent(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    if !scalar.isASCII, let plain = plain[scalar] { return plain.unicodeScalars }
    var same = String.UnicodeScalarView()
    same.append(scalar)
    return same
  }

  /// Whether a lower-case scalar is a letter of the Latin script.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x61...0x7A, 0xAA, 0xBA, 0xDF...0xF6, 0xF8...0x2AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F,
      0xA720...0xA7FF:
      true
    default: false
    }
  }
}

extension String {
  /// The text without surrounding blanks of any kind that a line may contain.
  var trimmed: String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "\t" || scalar == "\r" || scalar.isWhiteSpace && !scalar.steers
    }
    var scalars = Substring(self).unicodeScalars
    while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return String(Substring(scalars))
  }
}
