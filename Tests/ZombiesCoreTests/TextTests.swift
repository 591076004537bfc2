import Testing
import ZombiesTestSupport
import ZombiesText

@testable import ZombiesCore  // `isInvisible`, which decides in messages, is compared with all of Unicode.

/// Small pieces of text that all outputs share: numbers, names from outside, lists and distances.
@Suite struct TextTests {
  @Test func numbersUpToTheLargestAndNoOthers() {
    let numbers: [UInt64] = [0, 1, 9, 10, 99, 100, 18_446_744_073_709_551_609, .max - 1, .max]
    for number in numbers {
      for zeros in ["", "0", "0000000000000000000000"] {
        expectEqual(UInt64(decimalDigits: "\(zeros)\(number)".utf8), number)
        let canonical = UInt64(canonicalDigits: "\(zeros)\(number)".utf8)
        expectEqual(canonical, zeros.isEmpty ? number : nil, "\(zeros)\(number)")
      }
      var bytes = Array("x".utf8)
      bytes.append(decimal: number)
      expectEqual(String(decoding: bytes, as: UTF8.self), "x\(number)")
    }
    // Too large in the last digit, in the tens, or by one more digit; and what is no number.
    let others = """
      18446744073709551616 18446744073709551619 18446744073709551620 20000000000000000000
      99999999999999999999 184467440737095516150 100000000000000000000 018446744073709551616
      +5 -1 1_0 0x1 1e3 ٣ ½ / : 1/ 1:
      """
    let texts = others.split { $0 == " " || $0 == "\n" }.map(String.init)
    for text in ["", " 5", "5 "] + texts {
      expectNil(UInt64(decimalDigits: text.utf8), text)
      expectNil(UInt64(canonicalDigits: text.utf8), text)
    }
  }

  @Test func aNameThatIsGuardedOrNeedsNoGuardIsReadAgain() {
    let formulas = ["=", "+", "-", "@", "\t", "\n", "\r", "＝", "＋", "－", "＠"]
    let others = ["a", "é", " =", ",", "<", "?", "A", "\u{B}", "＜", "，", "／", "？", "🧟"]
    for start in formulas + others {
      let isNeeded = formulas.contains(start)
      for name in (0...4).map({ String(repeating: "'", count: $0) + start }) {
        for name in [name, name + "1", name + "'="] {
          expectEqual(FormulaGuard.isNeeded(name.utf8), isNeeded, name)
          let cell = isNeeded ? "'" + name : name
          expectEqual(FormulaGuard.text(ofCell: cell[...]), name[...], name)
        }
      }
    }
  }

  /// The standard library reads the same properties from the Unicode Character Database.
  @Test func charactersAreBlankOrInvisibleAsInTheStandardLibrary() {
    // In the shorter form, all of the blocks in which some are or end, and every 251st other character.
    let blocks: [ClosedRange<UInt32>] = [
      0...0x33FF, 0xFDF0...0xFFFF, 0x1BC90...0x1BCB0, 0x1D160...0x1D190, 0xDFFF0...0xE0020,
      0xE0FF0...0xE1010,
    ]
    var failure: UInt32?
    for number in UInt32(0)...0x10FFFF
    where isLong || number % 251 == 0 || blocks.contains(where: { $0.contains(number) }) {
      guard let scalar = Unicode.Scalar(number) else { continue }
      let properties = scalar.properties
      let isInvisible =
        properties.generalCategory == .control || properties.isWhitespace
        || properties.isDefaultIgnorableCodePoint
      // What can change how the text around it is shown: the controls, the separators of lines, and the
      // formatting of direction, which has its own property.
      let steers =
        properties.generalCategory == .control || properties.generalCategory == .lineSeparator
        || properties.generalCategory == .paragraphSeparator || properties.isBidiControl
      if scalar.isWhiteSpace != properties.isWhitespace || scalar.isInvisible != isInvisible
        || scalar.steers != steers
      {
        failure = number
      }
    }
    expectNil(failure)
  }

  @Test func textFromOutside() {
    let text = "a\"\\\n\t\u{1F} \u{7F}\u{80}é\u{2027}\u{2028}\u{2029}<&>🧟\0\r"
    let escaped = "a\"\\\n\\t\\u{1F} \\u{7F}\\u{0080}é\u{2027}\\u{2028}\\u{2029}<&>🧟\\0\\r"
    expectEqual(text.shown, escaped)
    expectEqual("a\u{1B}".shown, "a\\u{1B}")
    expectEqual("one\ntwo".shown, "one\ntwo")
    expectEqual("a\nb".steeringCharacter, "\n")
    expectNil("a ­é".steeringCharacter)
    let json = #"a\"\\\n\t\u001f \u007f"# + "\u{80}é\u{2027}" + #"\u2028\u2029"#
    expectEqual(text.inJSON(), "\"\(json)<&>🧟" + #"\u0000\u000d""#)
    expectEqual(
      text.inJSON(isInScript: true), "\"\(json)" + #"\u003c\u0026\u003e🧟\u0000\u000d""#)
    expectEqual(Unicode.Scalar(0x1B).number, "U+001B")
  }

  @Test func wordsAndNumbersInSentences() {
    expectEqual(
      [0, 1, 2].map { counted($0, "row") }.joined(separator: ", "), "0 rows, 1 row, 2 rows")
    expectEqual([1, 3].map { counted($0, "loss", "losses") }, ["1 loss", "3 losses"])
    expectEqual(
      [0, 1, 2, 3].map { listed(Array(["a", "b", "c"].prefix($0))) },
      ["", "a", "a and b", "a, b and c"])
    expectEqual(listed(["a", "b", "c"], "or"), "a, b or c")
    let numbers = [0, 999, 1000, 123_456, 1_234_567, 999_999_999].map { grouped($0) }
    expectEqual(numbers.joined(separator: " "), "0 999 1,000 123,456 1,234,567 999,999,999")
    expectEqual([0, 1, 2000].map { grouped($0, "move") }, ["0 moves", "1 move", "2,000 moves"])
    expectEqual(
      hexadecimal(0xAB, digits: 4) + hexadecimal(0xABCDE, digits: 4, uppercase: true), "00abABCDE")
    // Known answers of the authors of FNV-1a.
    expectEqual(
      ["", "a", "foobar"].map { fnv1a($0.utf8) },
      [0xCBF2_9CE4_8422_2325, 0xAF63_DC4C_8601_EC8C, 0x8594_4171_F739_67E8])
  }

  /// Insertions, deletions, replacements and exchanges of neighbours, without editing in between, by recursion.
  @Test func distancesBetweenWords() {
    func distance(_ left: Substring, _ right: Substring) -> Int {
      guard let one = left.last, let other = right.last else { return left.count + right.count }
      let (rest, restOther) = (left.dropLast(), right.dropLast())
      var best = min(distance(rest, right), distance(left, restOther)) + 1
      best = min(best, distance(rest, restOther) + (one == other ? 0 : 1))
      if rest.last == other, restOther.last == one {
        best = min(best, distance(rest.dropLast(), restOther.dropLast()) + 1)
      }
      return best
    }
    var random = NaiveRandom(seed: 0xED17)
    for _ in 0..<60 {
      let words = (0..<2).map { _ in
        String(
          (0..<random.below(6)).map { _ in
            random.below(3) == 0 ? "a" : random.below(2) == 0 ? "b" : "é"
          })
      }
      expectEqual(
        editDistance(words[0], words[1]), distance(words[0][...], words[1][...]), "\(words)")
    }
    // Only the first 64 characters count.
    let long = String(repeating: "x", count: 64)
    expectEqual(editDistance(long + "abc", long), 0)
    expectEqual(editDistance(String(long.dropLast()) + "abc", long), 1)
  }
}

/// SHA-256 against the examples of FIPS 180-4 ("SHA-256 Test Data", csrc.nist.gov), and against Python's hashlib.
@Suite struct SHA256Tests {
  @Test func knownAnswers() {
    let table = """
      | e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
      abc | ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
      abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq | 248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1
      """
    for row in tableRows(table) { expectEqual(SHA256.hex(of: row[0].utf8), row[1]) }
    expectEqual(SHA256.hex(of: Array("zabcz".utf8)[1..<4]), SHA256.hex(of: "abc".utf8))
    // A million times a, in pieces that do not fill blocks.
    var hash = SHA256()
    for _ in 0..<1000 { hash.update([UInt8](repeating: UInt8(ascii: "a"), count: 1000)) }
    expectEqual(hash.hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    expectEqual(hash.count, 1_000_000)
  }

  /// The hash of the hashes of messages of all lengths, as computed by Python's hashlib:
  /// `sha256("".join(sha256(bytes((7*i+n)%256 for i in range(n))).hexdigest() for n in range(200)).encode())`.
  @Test func allLengthsInAnyPieces() {
    let seed: UInt64 = 180_4
    var random = NaiveRandom(seed: seed)
    var all = SHA256()
    for length in 0..<200 {
      let message = (0..<length).map { UInt8(truncatingIfNeeded: 7 * $0 + length) }
      var (hash, begin) = (SHA256(), 0)
      while begin < length {
        // Often empty, often whole blocks. Reading the hash along the way changes nothing.
        let end = min(length, begin + [0, 1, 63, 64, 65, 128, random.below(200)][random.below(7)])
        hash.update(Array(message[begin..<end]))
        if random.below(8) == 0 { expectEqual(hash.hex, SHA256.hex(of: message[..<end])) }
        begin = end
      }
      expectEqual(hash.hex, SHA256.hex(of: message), "\(length), seed \(seed)")
      all.update(hash.hexDigits)
    }
    expectEqual(all.hex, "b8f5d54cfd1cbbcae2003d1365d9fab7e5bc61813fa3486ee6a6a6bf38db4745")
  }
}
