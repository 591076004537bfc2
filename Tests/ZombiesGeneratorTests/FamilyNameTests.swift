import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// The names of families (the article "Text forms").
@Suite struct FamilyNameTests {
  @Test func presetsAreTheGamesThreeSettings() throws {
    expectEqual(Family.presets.map(\.name).prefix(3), ["classic", "block", "flashlight"])
    expectEqual(Family.presets.map(\.family).prefix(3), [.classic, .block, .flashlight])
    expectEqual(NaiveFamily(Family.classic), .classic)
    expectEqual(NaiveFamily(Family.block), .block)
    expectEqual(NaiveFamily(Family.flashlight), .flashlight)
    for (name, family) in Family.presets {
      expectEqual(family.name, name)
      expectEqual(family.description, name)
      try expectEqual(Family(name), family)
    }
  }

  @Test(arguments: [
    ("5x5z2", "classic"), ("5x5z1b1", "block"), ("5x5z1f1", "flashlight"),
    ("5x5z2+lit", "5x5z2+lit"), ("5x5", "5x5"), ("5x5z1", "5x5z1"), ("5x5z1b1f1", "5x5z1b1f1"),
    ("5x5b1", "5x5b1"), ("5x5f1+lit", "5x5f1+lit"), ("6x6z1b5+lit", "6x6z1b5+lit"),
    ("1x2", "1x2"), ("2x1+lit", "2x1+lit"), ("1x1024z9", "1x1024z9"),
    ("1024x1024z1048576b1048576f1048576+lit", "1024x1024z1048576b1048576f1048576+lit"),
  ])
  func namesAreCanonical(read: String, written: String) throws {
    try expectEqual(Family(read).name, written)
    try expectEqual(Family(Substring("-" + read).dropFirst()).name, written)
  }

  @Test func everySmallFamilyIsReadBackFromItsName() throws {
    let presets = ["5x5z2": "classic", "5x5z1b1": "block", "5x5z1f1": "flashlight"]
    var names: Set<String> = []
    var families = NaiveFamily.smallRooms(maxSquares: 12, maxThings: 3)
    families += NaiveFamily.smallRooms(maxSquares: 25, maxThings: 2).filter {
      $0.rows == 5 && $0.columns == 5
    }
    let failure = try firstFailure(of: families) { naive in
      let family = try Family(naive)
      let expected = presets[naive.name] ?? naive.name
      guard family.name == expected else { return "\(naive): name is \(family.name)" }
      guard names.insert(family.name).inserted else { return "\(naive): name is not unique" }
      guard try Family(family.name) == family, try Family(naive.name) == family
      else { return "\(naive): read back as another family" }
      guard NaiveFamily(name: family.name) == naive else {
        return "\(naive): the reference differs"
      }
      return nil
    }
    expectNil(failure)
    expectEqual(names.count, families.count)
  }

  @Test func settingsReadFromANameStandInTheirPlaces() throws {
    let family = try Family("7x9z1b2f3+lit")
    expect((family.size.rows, family.size.columns) == (7, 9))
    expect((family.zombies, family.blocks, family.flashlights) == (1, 2, 3))
    expect(family.isLit)
    expectEqual(family.thingCount, 6)
  }

  @Test func negativeCountsMakeNoFamily() throws {
    let size = try RoomSize(rows: 5, columns: 5)
    expectNil((try? Family(size: size, zombies: -1)))
    expectNil((try? Family(size: size, blocks: -1)))
    expectNil((try? Family(size: size, flashlights: -1)))
    expect((try? Family(size: size)) != nil)
  }

  private static let expectedFamily =
    "expected a family: \(Family.presets.map(\.name).joined(separator: ", ")), "
    + "or ROWSxCOLUMNS with its things, "
    + "as in 6x6z2b1+lit; found "
  private static let expectedEnd = "expected the end of the family's name, found "

  private static let noNames: [(text: String, offset: Int, problem: String)] = [
    // Texts that are not a family.
    ("", 0, "\(expectedFamily)the end"),
    ("Classic", 0, "\(expectedFamily)'C'"),
    ("clas", 0, "\(expectedFamily)'c'"),
    ("x5", 0, "\(expectedFamily)'x'"),
    ("+lit", 0, "\(expectedFamily)'+'"),
    ("-5x5", 0, "\(expectedFamily)'-'"),
    (" classic", 0, "\(expectedFamily)the character U+0020"),
    ("５x5", 0, "\(expectedFamily)'５'"),
    ("🧟‍♂️", 0, "\(expectedFamily)'🧟‍♂️'"),
    ("\u{FEFF}classic", 0, "\(expectedFamily)the character U+FEFF"),
    // Sides.
    ("5", 1, "expected x between rows and columns, found the end"),
    ("5X5", 1, "expected x between rows and columns, found 'X'"),
    ("5×5", 1, "expected x between rows and columns, found '×'"),
    ("5x", 2, "expected the number of columns (a decimal number), found the end"),
    ("5xz2", 2, "expected the number of columns (a decimal number), found 'z'"),
    ("5x-5", 2, "expected the number of columns (a decimal number), found '-'"),
    ("0x5", 0, "the number of rows must be between 1 and 1024, found 0"),
    ("5x0", 2, "the number of columns must be between 1 and 1024, found 0"),
    ("1025x5", 0, "the number of rows must be between 1 and 1024, found 1025"),
    ("5x1025", 2, "the number of columns must be between 1 and 1024, found 1025"),
    (
      "18446744073709551615x5", 0,
      "the number of rows must be between 1 and 1024, found 18446744073709551615"
    ),
    ("18446744073709551616x5", 0, "the number of rows is larger than 2⁶⁴ − 1"),
    ("5x99999999999999999999z1", 2, "the number of columns is larger than 2⁶⁴ − 1"),
    ("05x5", 0, "the number of rows has a leading zero"),
    ("5x05", 2, "the number of columns has a leading zero"),
    ("00x5", 0, "the number of rows has a leading zero"),
    ("1x1", 0, "a room must have at least 2 squares"),
    ("1x1+lit", 0, "a room must have at least 2 squares"),
    // Counts.
    ("5x5z", 4, "expected the number of zombies (a decimal number), found the end"),
    ("5x5zb1", 4, "expected the number of zombies (a decimal number), found 'b'"),
    ("5x5z-1", 4, "expected the number of zombies (a decimal number), found '-'"),
    ("5x5z+1", 4, "expected the number of zombies (a decimal number), found '+'"),
    ("5x5z1b", 6, "expected the number of blocks (a decimal number), found the end"),
    ("5x5z1b1f", 8, "expected the number of flashlights (a decimal number), found the end"),
    ("5x5z0", 4, "omit zombies if there are none"),
    ("5x5z1b0", 6, "omit blocks if there are none"),
    ("5x5f0+lit", 4, "omit flashlights if there are none"),
    ("5x5z01", 4, "the number of zombies has a leading zero"),
    ("5x5b00", 4, "the number of blocks has a leading zero"),
    ("5x5z1048577", 4, "the number of zombies must be at most 1048576, found 1048577"),
    ("5x5b1048577", 4, "the number of blocks must be at most 1048576, found 1048577"),
    ("5x5f1048577", 4, "the number of flashlights must be at most 1048576, found 1048577"),
    (
      "5x5z18446744073709551615", 4,
      "the number of zombies must be at most 1048576, found 18446744073709551615"
    ),
    ("5x5f18446744073709551616", 4, "the number of flashlights is larger than 2⁶⁴ − 1"),
    // Text after the name.
    ("classics", 7, "\(expectedEnd)'s'"),
    ("classic+lit", 7, "\(expectedEnd)'+'"),
    ("classic ", 7, "\(expectedEnd)the character U+0020"),
    ("classic\n", 7, "\(expectedEnd)the character U+000A"),
    ("blockclassic", 5, "\(expectedEnd)'c'"),
    ("flashlight@1#2", 10, "\(expectedEnd)'@'"),
    ("5x5 ", 3, "\(expectedEnd)the character U+0020"),
    ("5x5\u{0}", 3, "\(expectedEnd)the character U+0000"),
    ("5x5\u{200B}", 3, "\(expectedEnd)the character U+200B"),
    ("5x5Z2", 3, "\(expectedEnd)'Z'"),
    ("5x5x5", 3, "\(expectedEnd)'x'"),
    ("5x5b2z1", 5, "\(expectedEnd)'z'"),
    ("5x5f1b1", 5, "\(expectedEnd)'b'"),
    ("5x5z2z2", 5, "\(expectedEnd)'z'"),
    ("5x5z1.5", 5, "\(expectedEnd)'.'"),
    ("5x5z1e3", 5, "\(expectedEnd)'e'"),
    ("5x5z1_000", 5, "\(expectedEnd)'_'"),
    ("5x5z2🧟", 5, "\(expectedEnd)'🧟'"),
    ("5x5+li", 3, "\(expectedEnd)'+'"),
    ("5x5+LIT", 3, "\(expectedEnd)'+'"),
    ("5x5+lit+lit", 7, "\(expectedEnd)'+'"),
    ("5x5+litz2", 7, "\(expectedEnd)'z'"),
    ("5x5+any", 3, "\(expectedEnd)'+'"),
  ]

  @Test(arguments: noNames)
  func whatIsNoNameIsToldByPlaceAndProblem(text: String, offset: Int, problem: String) {
    #expect(
      performing: { try Family(text) },
      throws: { error in
        guard let error = error as? NameError else { return false }
        return error.problem == problem && error.offset == offset && error.description == problem
      })
  }

  @Test func noPrefixOfANameIsTakenForMoreThanItSays() throws {
    // Cut anywhere, a name is another name or an error within the rest, and never a trap.
    let name = "12x34z56b78f90+lit"
    for length in 0...name.count {
      let prefix = String(name.prefix(length))
      do throws(NameError) {
        try #expect(Family(prefix).name == prefix)
      } catch {
        expect(error.offset <= length)
      }
    }
  }
}
