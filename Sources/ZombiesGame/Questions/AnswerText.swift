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
    let words = text.unicodeScalars.split { $0.isWhiteSpace }
    folded = words.map { LatinLetters.folded(String.UnicodeScalarView($0)) }.joined(separator: " ")
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

  /// A word in lower case, with the letters of the Latin script without accents.
  static func folded(_ word: String.UnicodeScalarView) -> String {
    var folded = ""
    var isAfterLatin = false
    // A letter with accents may be one scalar, or a letter followed by marks.
    for scalar in word where !isAfterLatin || !isMark(scalar) {
      for cased in withoutCase(scalar).unicodeScalars where !isAfterLatin || !isMark(cased) {
        folded += (cased.isASCII ? nil : plain[cased]) ?? String(cased)
        isAfterLatin = contains(cased)
      }
    }
    return folded
  }

  /// Whether a scalar is a combining mark (the block Combining Diacritical Marks).
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    (0x300...0x36F).contains(scalar.value)
  }

  /// A scalar without its case. It goes through upper case, because several lower-case letters may
  /// share one: ς and σ, ſ and s, and ß, whose upper case is SS.
  private static func withoutCase(_ scalar: Unicode.Scalar) -> String {
    let lower = scalar.properties.lowercaseMapping
    if scalar.isASCII { return lower }
    let upper = lower.unicodeScalars.flatMap { $0.properties.uppercaseMapping.unicodeScalars }
    return upper.map { $0.properties.lowercaseMapping }.joined()
  }

  /// Whether a lower-case scalar is a letter of the Latin script.
  private static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x61...0x7A, 0xAA, 0xBA, 0xDF...0xF6, 0xF8...0x2AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F,
      0xA720...0xA7FF:
      true
    default: false
    }
  }
}
