import Testing
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// Seed references, `FAMILY@SEED#INDEX` (the article "Text forms").
@Suite struct SeedReferenceTests {
  @Test(arguments: [
    "classic@42#7", "6x6z1b5+lit@42#7", "block@0#0", "flashlight+any@1#2",
    "6x6z1b5+lit+any@42#7", "1x2+any@10#100", "classic@18446744073709551615#18446744073709551615",
    "1024x1024z3b2f1+lit+any@18446744073709551615#18446744073709551615",
  ])
  func canonicalReferencesAreWrittenAsTheyWereRead(text: String) throws {
    let reference = try SeedReference(text)
    expectEqual(reference.description, text)
    expectEqual(reference.selection, (text.contains("+any") ? .any : .solvable))
    expectEqual(reference.family.isLit, text.contains("+lit"))
    expectEqual(
      reference,
      SeedReference(
        reference.family, selection: reference.selection, seed: reference.seed,
        index: reference.index))
  }

  @Test func partsStandInTheirPlaces() throws {
    let reference = try SeedReference("7x9z1b2f3+lit+any@12#34")
    try expectEqual(reference.family, Family("7x9z1b2f3+lit"))
    expectEqual(reference.selection, .any)
    expect((reference.seed, reference.index) == (12, 34))
    let largest = try SeedReference("classic@18446744073709551615#18446744073709551614")
    expect((largest.seed, largest.index) == (.max, .max - 1))
  }

  @Test func aPresetsSettingsAreWrittenByItsName() throws {
    try expectEqual(SeedReference("5x5z2@1#2").description, "classic@1#2")
    try expectEqual(SeedReference("5x5z1f1+any@1#2").description, "flashlight+any@1#2")
    try expectEqual(SeedReference("5x5z2@1#2"), SeedReference(.classic, seed: 1, index: 2))
  }

  private static let afterFamily = "expected @ and a seed after the family, found "
  private static let afterSeed = "expected # and an index after the seed, found "
  private static let atEnd = "expected the end of the seed reference, found "

  private static let noReferences: [(text: String, offset: Int, problem: String)] = [
    ("classic", 7, "\(afterFamily)the end"),
    ("classic#7", 7, "\(afterFamily)'#'"),
    ("classic @1#1", 7, "\(afterFamily)the character U+0020"),
    ("classic+lit@1#1", 7, "\(afterFamily)'+'"),
    ("classic+ANY@1#1", 7, "\(afterFamily)'+'"),
    ("classic+any", 11, "\(afterFamily)the end"),
    ("classic+any+any@1#1", 11, "\(afterFamily)'+'"),
    ("6x6+any+lit@1#1", 7, "\(afterFamily)'+'"),
    ("6x6z2b@1#1", 6, "expected the number of blocks (a decimal number), found '@'"),
    ("6x6z0@1#1", 4, "omit zombies if there are none"),
    ("1x1@1#1", 0, "a room must have at least 2 squares"),
    ("classic@", 8, "expected the seed (a decimal number), found the end"),
    ("classic@#7", 8, "expected the seed (a decimal number), found '#'"),
    ("classic@-1#7", 8, "expected the seed (a decimal number), found '-'"),
    ("classic@+1#7", 8, "expected the seed (a decimal number), found '+'"),
    ("classic@0x1#7", 9, "\(afterSeed)'x'"),
    ("classic@1_000#7", 9, "\(afterSeed)'_'"),
    ("classic@٤#7", 8, "expected the seed (a decimal number), found '٤'"),
    ("classic@42", 10, "\(afterSeed)the end"),
    ("classic@42@7", 10, "\(afterSeed)'@'"),
    ("classic@42#", 11, "expected the index (a decimal number), found the end"),
    ("classic@42##7", 11, "expected the index (a decimal number), found '#'"),
    ("classic@042#7", 8, "the seed has a leading zero"),
    ("classic@00#7", 8, "the seed has a leading zero"),
    ("classic@42#07", 11, "the index has a leading zero"),
    ("classic@18446744073709551616#0", 8, "the seed is larger than 2⁶⁴ − 1"),
    ("classic@99999999999999999999#0", 8, "the seed is larger than 2⁶⁴ − 1"),
    ("classic@0#18446744073709551616", 10, "the index is larger than 2⁶⁴ − 1"),
    ("classic@0#184467440737095516150", 10, "the index is larger than 2⁶⁴ − 1"),
    ("classic@42#7 ", 12, "\(atEnd)the character U+0020"),
    ("classic@42#7\r\n", 12, "\(atEnd)the character U+000D"),
    ("classic@42#7#8", 12, "\(atEnd)'#'"),
    ("classic@42#7+any", 12, "\(atEnd)'+'"),
    ("classic@42#7🧟", 12, "\(atEnd)'🧟'"),
  ]

  @Test(arguments: noReferences)
  func whatIsNoReferenceIsToldByPlaceAndProblem(text: String, offset: Int, problem: String) {
    #expect(
      performing: { try SeedReference(text) },
      throws: { error in
        guard let error = error as? NameError else { return false }
        return error.problem == problem && error.offset == offset
      })
  }

  @Test func randomReferencesAreReadBack() throws {
    var random = NaiveRandom(seed: 6)
    let failure = try firstFailure(of: 0..<500) { _ in
      var name = "\(1 + random.below(1024))x\(2 + random.below(1023))"
      for letter in ["z", "b", "f"] where random.below(2) == 1 {
        name += "\(letter)\(1 + random.below(99))"
      }
      if random.below(2) == 1 { name += "+lit" }
      if random.below(2) == 1 { name += "+any" }
      // Numbers of all lengths.
      let seed = random.next() >> UInt64(random.below(64))
      let index = random.next() >> UInt64(random.below(64))
      let text = "\(name)@\(seed)#\(index)"
      let reference = try SeedReference(text)
      return reference.description == text && reference.seed == seed && reference.index == index
        ? nil : text
    }
    expectNil(failure)
  }
}
