import Foundation
import Testing
import ZombiesGame
import ZombiesTestSupport

/// Typed answers that are compared with the wrong case, accents or composition.
@Suite struct AnswerTextTests {
  /// The letters of the four blocks of Latin letters with accents, and of ASCII.
  private static let letters =
    ([0x21...0x7E, 0xA1...0x24F, 0x1E00...0x1EFF] as [ClosedRange<UInt32>]).joined()
    .compactMap { Unicode.Scalar($0) }

  /// Letters that Foundation treats as separate letters, because Unicode does not decompose them;
  /// in the order of their numbers.
  private static let more = "ÆÐØÞæðøþĐđĦħıĲĳĸĿŀŁłŊŋŒœŦŧǢǣǼǽǾǿ"

  @Test(
    "3.2 Case and accents are folded as in Foundation, with exceptions, however they are encoded")
  func foundation() {
    var exceptions = ""
    for letter in Self.letters {
      for text in [
        String(letter), String(letter).decomposedStringWithCanonicalMapping,
      ] {
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        if AnswerText(text).folded != folded, exceptions.last != Character(letter) {
          exceptions.unicodeScalars.append(letter)
        }
      }
    }
    expectEqual(exceptions, Self.more)
    // Outside the Latin script too, the encoding of an accent does not matter.
    for value in stride(from: UInt32(0), to: 0x10000, by: isLong ? 1 : 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let (one, other) = (String(scalar), String(scalar).decomposedStringWithCanonicalMapping)
      if AnswerText(one) != AnswerText(other) { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  /// Pairs of answers.
  private static let same = """
    É|e;ü|u;Ñ|n;ç|c;Ø|o;ß|ss;ẞ|SS;Æ|ae;œ|oe;Ł|l;đ|d;Þ|th;ð|d;İ|i;ı|i;ş|s;ș|s;Tiếng Việt|tieng viet;ơ ư|o u
    e\u{301}\u{323}|e;u\u{308}|u;o\u{338}|o;\u{212B}|a;ΣΊΣΥΦΟΣ|σίσυφος;ЁЖ|ёж;  a \t\u{A0} b|A B
    """
  private static let different = "e|o;ab|a b;ё|е;й|и;ά|α;=\u{338}|=;1|l;が|か"

  @Test("3.2 Which answers are the same")
  func comparison() {
    for (table, isSame) in [(Self.same, true), (Self.different, false)] {
      for row in table.split(whereSeparator: { "\n;".contains($0) }) {
        let answers = row.split(separator: "|", omittingEmptySubsequences: false).map {
          AnswerText($0)
        }
        expectEqual(answers[0] == answers[1], isSame, "\(row)")
        expectEqual(AnswerText(answers[0].folded), answers[0])
      }
    }
    expect(AnswerText("a\n\n b\n") == AnswerText("A B") && AnswerText("") != AnswerText("\u{301}"))
  }
}
