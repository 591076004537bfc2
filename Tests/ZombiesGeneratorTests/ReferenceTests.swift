import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// Names of families, seed references and placement references (the article "Text forms"), as texts.
@Suite struct ReferenceTests {
  /// A name or reference and its canonical form.
  private static let canonical = """
    // Families.
    classic | classic
    5x5z2 | classic
    5x5z1b1 | block
    5x5z1f1 | flashlight
    5x5z2+lit | 5x5z2+lit
    5x5 | 5x5
    5x5z1b1f1 | 5x5z1b1f1
    5x5b1 | 5x5b1
    5x5f1+lit | 5x5f1+lit
    1x2 | 1x2
    2x1+lit | 2x1+lit
    1024x1024z1048576b1048576f1048576+lit | 1024x1024z1048576b1048576f1048576+lit
    // Seed references.
    classic@42#7 | classic@42#7
    5x5z2@1#2 | classic@1#2
    5x5z1f1+any@1#2 | flashlight+any@1#2
    6x6z1b5+lit+any@42#7 | 6x6z1b5+lit+any@42#7
    block@18446744073709551615#18446744073709551614 | block@18446744073709551615#18446744073709551614
    // Placement references.
    5x5z2#57 | classic#57
    block#341 | block#341
    6x6z2b1+lit#12 | 6x6z2b1+lit#12
    3x3z3#0 | 3x3z3#0
    1024x1024z1#1048569 | 1024x1024z1#1048569
    8x8z29#30067266499541039 | 8x8z29#30067266499541039
    """

  /// The canonical form of a text of any of the three kinds, by its signs.
  private func read(_ text: some StringProtocol) throws(NameError) -> String {
    if text.contains("@") { return try SeedReference(text).description }
    return text.contains("#") ? try PlacementReference(text).description : try Family(text).name
  }

  @Test func namesAndReferencesAreWrittenInOneForm() throws {
    for row in tableRows(Self.canonical) {
      try expectEqual(read(row[0]), row[1])
      try expectEqual(read(Substring("-" + row[0]).dropFirst()), row[1])
    }
    // Every part is in its place.
    let seed = try SeedReference("7x9z1b2f3+lit+any@12#34")
    expectEqual(
      NaiveFamily(seed.family),
      NaiveFamily(rows: 7, columns: 9, zombies: 1, blocks: 2, flashlights: 3, lit: true))
    expect(seed.selection == .any && seed.seed == 12 && seed.index == 34)
    expectEqual(seed.family.thingCount, 6)
    expectEqual(seed.family.description, "7x9z1b2f3+lit")
    expectEqual(SeedReference(seed.family, selection: .any, seed: 12, index: 34), seed)
    try expectEqual(SeedReference("classic@1#2"), SeedReference(.classic, seed: 1, index: 2))
    let placement = try PlacementReference("7x9z1b2f3+lit#34")
    expectEqual(PlacementReference(seed.family, number: 34), placement)
    expectEqual(Family.presets.map(\.name), ["classic", "block", "flashlight"])
    expectEqual(
      Family.presets.map { NaiveFamily($0.family) }, [.classic, .block, .flashlight])
  }

  @Test func everySmallFamilyIsReadBackFromItsName() throws {
    var names: Set<String> = []
    let families =
      NaiveFamily.smallRooms(maxSquares: 7, maxThings: 3)
      + NaiveFamily.all(rows: 5, columns: 5, maxThings: 2)
    let failure = try firstFailure(of: families) { naive in
      let family = try Family(naive)
      let preset: [NaiveFamily: String] = [
        .classic: "classic", .block: "block", .flashlight: "flashlight",
      ]
      names.insert(family.name)
      return try family.name == preset[naive] ?? naive.name && Family(family.name) == family
        && Family(naive.name) == family && NaiveFamily(name: family.name) == naive
        ? nil : "\(naive): \(family.name)"
    }
    expectNil(failure)
    expectEqual(names.count, families.count)
    // Cut anywhere, a name is another name or an error within the rest.
    let name = "12x34z56b78f90+lit"
    for length in 0...name.count {
      do throws(NameError) {
        let written = try read(name.prefix(length))
        expectEqual(written, String(name.prefix(length)))
      } catch { expect(error.offset <= length) }
    }
    let size = try RoomSize(rows: 5, columns: 5)
    try expectEqual(Family(size: size).name, "5x5")
    expectNil((try? Family(size: size, zombies: -1)))
    expectNil((try? Family(size: size, blocks: -1)))
    expectNil((try? Family(size: size, flashlights: 1_048_577)))
  }

  @Test func randomSeedReferencesAreReadBack() throws {
    var random = NaiveRandom(seed: 6)
    for _ in 0..<60 {
      var name = "\(1 + random.below(1024))x\(2 + random.below(1023))"
      for letter in ["z", "b", "f"] where random.below(2) == 1 {
        name += "\(letter)\(1 + random.below(99))"
      }
      if random.below(2) == 1 { name += "+lit" }
      if random.below(2) == 1 { name += "+any" }
      // Numbers of all lengths.
      let seed = random.next() >> UInt64(random.below(64))
      let index = random.next() >> UInt64(random.below(64))
      let reference = try SeedReference("\(name)@\(seed)#\(index)")
      expectEqual("\(reference)", "\(name)@\(seed)#\(index)")
      expect(reference.seed == seed && reference.index == index)
    }
  }

  /// What the table abbreviates.
  private static let parts = [
    "~family":
      "expected a family: classic, block, flashlight, or ROWSxCOLUMNS with its things, as in "
      + "6x6z2b1+lit; found",
    "~end": "expected the end of the family's name, found",
    "~seed": "expected @ and a seed after the family, found",
    "~index": "expected # and an index after the seed, found",
    "~number": "expected # and a placement number after the family, found",
    "~decimal": "(a decimal number), found",
    "~side": "must be between 1 and 1024, found",
    "~large": "is larger than 2⁶⁴ − 1",
    "~most": "must be at most 1048576, found",
    "~any": "omit +any: a placement number always counts all placements",
    "~fewer": "expected a family of fewer than 2⁶⁴ placements, found",
  ]

  /// Texts, how many bytes of each are right, and the problem. The kind is given where the signs do not show it: `@`
  /// for a seed reference, `#` for a placement reference.
  private static let bad = """
    // Texts that are not a family.
    | 0 | ~family the end
    Classic | 0 | ~family 'C'
    clas | 0 | ~family 'c'
    x5 | 0 | ~family 'x'
    -5x5 | 0 | ~family '-'
    ␣classic | 0 | ~family the character U+0020
    ５x5 | 0 | ~family '５'
    🧟‍♂️ | 0 | ~family '🧟‍♂️'
    \u{FEFF}classic | 0 | ~family the character U+FEFF
    // Sides.
    5 | 1 | expected x between rows and columns, found the end
    5X5 | 1 | expected x between rows and columns, found 'X'
    5x | 2 | expected the number of columns ~decimal the end
    5x-5 | 2 | expected the number of columns ~decimal '-'
    0x5 | 0 | the number of rows ~side 0
    5x0 | 2 | the number of columns ~side 0
    1025x5 | 0 | the number of rows ~side 1025
    5x1025 | 2 | the number of columns ~side 1025
    18446744073709551615x5 | 0 | the number of rows ~side 18446744073709551615
    18446744073709551616x5 | 0 | the number of rows ~large
    5x99999999999999999999z1 | 2 | the number of columns ~large
    05x5 | 0 | the number of rows has a leading zero
    5x05 | 2 | the number of columns has a leading zero
    1x1+lit | 0 | a room must have at least 2 squares
    // Counts.
    5x5z | 4 | expected the number of zombies ~decimal the end
    5x5zb1 | 4 | expected the number of zombies ~decimal 'b'
    5x5z1b+1 | 6 | expected the number of blocks ~decimal '+'
    5x5z1b1f | 8 | expected the number of flashlights ~decimal the end
    5x5z0 | 4 | omit zombies if there are none
    5x5z1b0 | 6 | omit blocks if there are none
    5x5f0+lit | 4 | omit flashlights if there are none
    5x5z01 | 4 | the number of zombies has a leading zero
    5x5b1048577 | 4 | the number of blocks ~most 1048577
    5x5z18446744073709551615 | 4 | the number of zombies ~most 18446744073709551615
    5x5f18446744073709551616 | 4 | the number of flashlights ~large
    // Text after the name.
    classics | 7 | ~end 's'
    classic+lit | 7 | ~end '+'
    classic⏎ | 7 | ~end the character U+000A
    blockclassic | 5 | ~end 'c'
    5x5\u{200B} | 3 | ~end the character U+200B
    5x5Z2 | 3 | ~end 'Z'
    5x5x5 | 3 | ~end 'x'
    5x5b2z1 | 5 | ~end 'z'
    5x5z2z2 | 5 | ~end 'z'
    5x5z1e3 | 5 | ~end 'e'
    5x5z2🧟 | 5 | ~end '🧟'
    5x5+li | 3 | ~end '+'
    5x5+LIT | 3 | ~end '+'
    5x5+lit+lit | 7 | ~end '+'
    5x5+any | 3 | ~end '+'
    // Seed references.
    classic | 7 | ~seed the end | @
    classic#7 | 7 | ~seed '#' | @
    classic @1#1 | 7 | ~seed the character U+0020
    classic+ANY@1#1 | 7 | ~seed '+'
    classic+any | 11 | ~seed the end | @
    classic+any+any@1#1 | 11 | ~seed '+'
    6x6+any+lit@1#1 | 7 | ~seed '+'
    6x6z2b@1#1 | 6 | expected the number of blocks ~decimal '@'
    classic@ | 8 | expected the seed ~decimal the end
    classic@-1#7 | 8 | expected the seed ~decimal '-'
    classic@٤#7 | 8 | expected the seed ~decimal '٤'
    classic@0x1#7 | 9 | ~index 'x'
    classic@42@7 | 10 | ~index '@'
    classic@42# | 11 | expected the index ~decimal the end
    classic@00#7 | 8 | the seed has a leading zero
    classic@42#07 | 11 | the index has a leading zero
    classic@18446744073709551616#0 | 8 | the seed ~large
    classic@0#184467440737095516150 | 10 | the index ~large
    classic@42#7␍⏎ | 12 | expected the end of the seed reference, found the character U+000D
    classic@42#7+any | 12 | expected the end of the seed reference, found '+'
    // Placement references.
    #57 | 0 | ~family '#'
    classic | 7 | ~number the end | #
    classic@42#7 | 7 | ~number '@' | #
    6x6f1z1#7 | 5 | ~number 'z'
    6x6z1+lit+any#57 | 9 | ~any
    classic+any@42#7 | 7 | ~any | #
    classic# | 8 | expected the placement number ~decimal the end
    classic#-1 | 8 | expected the placement number ~decimal '-'
    classic#057 | 8 | the placement number has a leading zero
    classic#18446744073709551616 | 8 | the placement number ~large
    classic#57#8 | 10 | expected the end of the placement reference, found '#'
    classic#171 | 8 | the placement number must be between 0 and 170, found 171
    8x8#1 | 4 | the placement number must be 0, found 1
    3x3z4#0 | 0 | 4 things do not fit: the placement rule leaves 3 squares
    2x2f1#9 | 0 | 1 thing does not fit: the placement rule leaves no square
    1x72z34#0 | 0 | ~fewer 1x72z34
    """

  @Test func whatIsNoReferenceIsToldByPlaceAndProblem() {
    for row in tableRows(Self.bad, parts: Self.parts) {
      let kind =
        row.count > 3 ? row[3] : row[0].contains("@") ? "@" : row[0].contains("#") ? "#" : ""
      do throws(NameError) {
        let read: String =
          switch kind {
          case "@": try SeedReference(row[0]).description
          case "#": try PlacementReference(row[0]).description
          default: try Family(row[0]).name
          }
        expect(false, "\(row[0]) is read as \(read)")
      } catch {
        expectEqual(error.problem, row[2], row[0])
        expectEqual(error.offset, Int(row[1]), row[0])
        expectEqual(error.description, row[2])
      }
    }
  }

  // MARK: Levels

  /// Levels that must never change. They were recorded when the program and the second implementation in
  /// SecondDrawing.swift agreed on them. A failure here is a bug in the program: never change a code.
  private static let golden = """
    classic@0#0 | S4/5/3ZZ/5/4P
    classic@42#7 | S4/4Z/Z4/5/4P
    classic@18446744073709551615#18446744073709551615 | S2Z1/5/4Z/5/4P
    block@1#1000003 | S4/1#2Z/5/5/4P
    flashlight@2#3 | S4/5/5/1Z3/1F2P
    6x6z1b5+lit@42#7 | S5/3#2/1#Z1#1/3#2/1#4/5P+lit
    6x6z1b5+lit+any@42#7 | S5/3#2/1#Z1#1/3#2/1#4/5P+lit
    3x7z2b1f1@9#10 | S3ZF1/5#1/Z5P
    1x12z1f2+any@5#6 | S1F2F2Z2P
    8x8z2b8@0#18446744073709551615 | S7/7Z/5#2/1#6/2#1#3/1#5Z/1#6/3##2P
    8x8z20b20f18+any@3#4 | S1Z##FF#/1#FZ#ZFZ/FZZ#FF#Z/#FZ#ZZF#/#Z##FZZF/#F#FFZ##/##FF#ZF1/ZFZZZZ1P
    9x9z3b10f2+lit@7#8 | S1Z2#3/2#1#2#1/6#2/2F6/3Z3#1/1#1#2#2/1#Z6/9/5F2P+lit
    2x2@0#0 | S1/1P
    // The sixth draw is the first solvable one.
    classic@3#6 | S4/4Z/Z4/5/4P
    classic+any@3#6 | S4/5/1Z3/3Z1/4P
    // The first word is rejected.
    4x8z7b7+any@1#2 | S1ZZ#3/1Z#1#Z#1/Z##1Z3/#2Z3P
    // By its number, counted by hand: 51 have the first zombie on an earlier one of the 19 squares.
    classic#57 | S4/1Z3/3Z1/5/4P
    """

  @Test func referencesNameTheSameLevelsForEver() throws {
    for row in tableRows(Self.golden) {
      try expectEqual(Level(anyForm: row[0]).code, row[1], row[0])
      guard let reference = try? SeedReference(row[0]) else { continue }
      let drawing = SecondDrawing(family: NaiveFamily(reference.family), seed: reference.seed)
      let level =
        reference.selection == .any
        ? drawing.placement(reference.index, attempt: 0)
        : try drawing.solvable(reference.index) { try Level($0).isSolvable }.level
      expectEqual(level.code, row[1], row[0])
    }
  }
}
