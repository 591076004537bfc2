import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// Placement references, `FAMILY#N` (the articles "Text forms" and "Which number does a placement
/// have?"): only here must each level have the number of its place in the enumeration.
@Suite struct PlacementReferenceTests {
  // MARK: Levels and numbers

  /// Families of all shapes: one row, one column, 64 squares and more, full and nearly full rooms,
  /// all kinds of things.
  private static let small = [
    "classic", "1x9z2b1", "9x1f2", "3x4z2b1f1", "4x3z1b2+lit", "4x4z8b1f1", "10x1z3b3+lit", "5x4z2",
    "2x6z1b1f1", "6x2z4b2", "4x4z9", "8x8b1+lit", "2x2",
    "1x70z1", "70x1f1+lit", "9x8z1",
  ]

  /// With `ZOMBIES_LONG=1`: every family of one to three things in these rooms, and larger families,
  /// all of fewer than 10⁶ placements.
  private static let rooms = [
    "1x12", "12x1", "2x9", "9x2", "3x5", "5x3", "4x6", "6x4", "5x5", "6x6", "4x12", "8x8", "13x5",
  ]
  private static let large = ["5x5z3b2", "5x5z2b2f1", "4x6b9", "6x6z4", "4x5z3b3f2"]

  private static func families() throws -> [NaiveFamily] {
    var families = try small.map { NaiveFamily(try Family($0)) }
    guard isLong else { return families }
    for room in try rooms.map({ NaiveFamily(try Family($0)) }) {
      families += NaiveFamily.all(rows: room.rows, columns: room.columns, maxThings: 3).filter {
        !$0.lit
      }
    }
    return try families + large.map { NaiveFamily(try Family($0)) }
  }

  @Test func everyPlacementHasItsNumberInTheOrderOfTheEnumeration() throws {
    var compared = 0
    let failure = try firstFailure(of: Self.families()) { naive in
      let family = try Family(naive)
      var (number, failure): (UInt64, String?) = (0, nil)
      naive.forEachPlacement { placement in
        if failure != nil { return }
        let text = "\(family)#\(number)"
        guard let reference = PlacementReference(family, number: number),
          let level = try? Level(placement)
        else {
          failure = "\(text): no reference"
          return
        }
        if reference.level != level {
          failure = "\(text): \(reference.level.code) instead of \(placement.code)"
        } else if PlacementReference(of: level) != reference {
          failure = "\(text): \(placement.code) has another number"
        }
        number += 1
      }
      compared += Int(number)
      guard number == family.placementCount, number < 1_000_000 else {
        return failure ?? "\(family): \(number) placements"
      }
      return failure ?? (PlacementReference(family, number: number) == nil ? nil : "\(family)")
    }
    expectNil(failure)
    expect(compared > 900)
    tell(compared, "placements with those of the enumeration")
  }

  /// Families of more placements than can be listed, in rooms of many sizes.
  private static let huge = [
    "6x6z3b5f2", "8x8z4b4f2", "8x8z29", "8x8z50b4f1", "1x64z12", "64x1b20", "7x9z3b3f3+lit",
    "9x8z6b2f1", "1x100z5b2", "100x1z3f4", "12x13z1b3f3", "9x8z60b3f1", "4x17b30",
  ]

  /// Ranking and unranking are the inverse of each other. The naive generator draws the placements.
  @Test func numbersLeadToLevelsAndBack() throws {
    var random = NaiveRandom(seed: 57)
    let count = cases(exactly: 8, long: 385_000)
    let failure = try firstFailure(of: Self.huge) { name in
      let family = try Family(name)
      let placements = try require(family.placementCount)
      let naive = NaiveFamily(family)
      for _ in 0..<count {
        let number = random.next() % placements
        guard let placement = random.placement(of: naive), let drawn = try? Level(placement),
          let reference = PlacementReference(of: drawn), reference.number < placements,
          reference.level == drawn, reference.family == family
        else { return "\(name): a drawn placement has no number" }
        guard let reference = PlacementReference(family, number: number),
          PlacementReference(of: reference.level) == reference
        else { return "\(name)#\(number)" }
      }
      return nil
    }
    expectNil(failure)
    tell(2 * count * Self.huge.count, "placements in rooms of many sizes")
  }

  /// The first and the last placement of the largest rooms: the things are on the first, or on the
  /// last, of the allowed squares.
  @Test(
    arguments: ["40x50z3b1f1", "1x1024z3b2", "1024x1f3", "30x20z594", "30x20b593"]
      + (isLong
        ? ["1024x1024z3", "1024x1024z1b1f1", "1024x1024z1048570", "1024x1024b1048567"] : []))
  func theFirstAndTheLastOfLargeRooms(name: String) throws {
    let family = try Family(name)
    let count = try require(family.placementCount)
    let squares = family.allowedSquares
    let first = try require(PlacementReference(family, number: 0))
    let last = try require(PlacementReference(family, number: count - 1))
    expectEqual(first.level.zombies, Array(squares.prefix(family.zombies)))
    expectEqual(last.level.zombies, Array(squares.suffix(family.zombies)))
    let behind = squares.dropLast(family.zombies)
    expectEqual(last.level.blocks, Array(behind.suffix(family.blocks)))
    for reference in [first, last] {
      expectEqual(PlacementReference(of: reference.level), reference)
    }
    expectNil(PlacementReference(family, number: count))
  }

  @Test func levelsWithoutANumberHaveNoReference() throws {
    // A zombie next to the start, the start elsewhere, the signpost elsewhere.
    for code in ["S2/3/1ZP", "S2/1P1/3", "1S1/3/2P", "PS"] {
      try expectNil(PlacementReference(of: try Level(code)), "\(code)")
    }
    let numberless = try require(Placements(try Family("1x72z34")).first { _ in true })
    expectNil(PlacementReference(of: numberless))
    try expectNil(PlacementReference(try Family("1x72z34"), number: 0))
    try expectNil(PlacementReference(try Family("3x3z4"), number: 0))
    // The light belongs to the family.
    let lit = try require(PlacementReference(of: try Level("S2/2Z/3/2P+lit")))
    expect(lit.description == "4x3z1+lit#2" && lit.level.isLit)
  }

  // MARK: Texts

  @Test(arguments: [
    "classic#0", "classic#170", "block#341", "6x6z2b1+lit#12", "1x2#0", "8x8#0", "3x3z3#0",
    "1024x1024z1#1048569",
    "8x8z29#30067266499541039",
  ])
  func canonicalReferencesAreWrittenAsTheyWereRead(text: String) throws {
    let reference = try PlacementReference(text)
    expectEqual(reference.description, text)
    expectEqual(PlacementReference(reference.family, number: reference.number), reference)
  }

  @Test func aPresetsSettingsAreWrittenByItsName() throws {
    try expectEqual(PlacementReference("5x5z2#57").description, "classic#57")
    try expectEqual(PlacementReference("5x5z2#57").level.code, "S4/1Z3/3Z1/5/4P")
  }

  private static let afterFamily = "expected # and a placement number after the family, found "
  private static let atEnd = "expected the end of the placement reference, found "
  private static let number = "expected the placement number (a decimal number), found "
  private static let any = "omit +any: a placement number always counts all placements"
  private static let aFamily =
    "expected a family: classic, block, flashlight, or ROWSxCOLUMNS with its things, as in "
    + "6x6z2b1+lit; found "

  private static let noReferences: [(text: String, offset: Int, problem: String)] = [
    ("", 0, "\(aFamily)the end"),
    ("#57", 0, "\(aFamily)'#'"),
    ("Classic#57", 0, "\(aFamily)'C'"),
    ("clasic#57", 0, "\(aFamily)'c'"),
    ("classic", 7, "\(afterFamily)the end"),
    ("classic@42#7", 7, "\(afterFamily)'@'"),
    ("classic #7", 7, "\(afterFamily)the character U+0020"),
    ("classic+lit#7", 7, "\(afterFamily)'+'"),
    ("6x6f1z1#7", 5, "\(afterFamily)'z'"),
    ("classic+any#57", 7, any),
    ("6x6z1+lit+any#57", 9, any),
    ("classic+any@42#7", 7, any),
    ("6x6z0#1", 4, "omit zombies if there are none"),
    ("1x1#0", 0, "a room must have at least 2 squares"),
    ("1025x2#0", 0, "the number of rows must be between 1 and 1024, found 1025"),
    ("classic#", 8, "\(number)the end"),
    ("classic#-1", 8, "\(number)'-'"),
    ("classic#+1", 8, "\(number)'+'"),
    ("classic##1", 8, "\(number)'#'"),
    ("classic#٤", 8, "\(number)'٤'"),
    ("classic#057", 8, "the placement number has a leading zero"),
    ("classic#18446744073709551616", 8, "the placement number is larger than 2⁶⁴ − 1"),
    ("classic#0x1", 9, "\(atEnd)'x'"),
    ("classic#57 ", 10, "\(atEnd)the character U+0020"),
    ("classic#57#8", 10, "\(atEnd)'#'"),
    ("classic#57+any", 10, "\(atEnd)'+'"),
    ("classic#57🧟", 10, "\(atEnd)'🧟'"),
    ("classic#171", 8, "the placement number must be between 0 and 170, found 171"),
    (
      "classic#18446744073709551615", 8,
      "the placement number must be between 0 and 170, found 18446744073709551615"
    ),
    ("8x8#1", 4, "the placement number must be 0, found 1"),
    ("3x3z4#0", 0, "4 things do not fit: the placement rule leaves 3 squares"),
    ("2x2f1#9", 0, "1 thing does not fit: the placement rule leaves no square"),
    ("1x72z34#0", 0, "expected a family of fewer than 2⁶⁴ placements, found 1x72z34"),
    (
      "1024x1024z524288#0", 0,
      "expected a family of fewer than 2⁶⁴ placements, found 1024x1024z524288"
    ),
    ("8x8z20b10f10#7", 0, "expected a family of fewer than 2⁶⁴ placements, found 8x8z20b10f10"),
  ]

  @Test(arguments: noReferences)
  func whatIsNoReferenceIsToldByPlaceAndProblem(text: String, offset: Int, problem: String) {
    do throws(NameError) {
      let reference = try PlacementReference(text)
      Issue.record("\(text) is read as \(reference)")
    } catch {
      expectEqual(error.problem, problem, "\(text)")
      expectEqual(error.offset, offset, "\(text)")
    }
  }

  // MARK: Files

  @Test func everyReaderTakesReferencesAndCodesApart() throws {
    let code = "S4/1Z3/3Z1/5/4P"
    try expectEqual(Level(anyForm: "classic#57").code, code)
    try expectEqual(Level(anyForm: " classic#57 ; a comment\r\n").code, code)
    // In codes, # is a block.
    for code in ["S#P", "S1#P+lit", "S2/2#/3/2P", "S#Z/3/2P+lit"] {
      try expectEqual(Level(anyForm: code).code, code)
    }
    try expectEqual(Level(anyForm: "S#.\n..P").code, "S#1/2P")
    let text = "; a file\nclassic#57\nS#P\nclassic@42#7 ; drawn\n\n6x6z2b1+lit#12\n\nS#.\n..P\n"
    let levels = try Level.levels(in: text)
    expect(levels.count == 5 && levels[0].code == code && levels[1].code == "S#P")
    try expectEqual(levels[3], (try PlacementReference("6x6z2b1+lit#12").level))
    let table = "name,level\na,classic#57\nb,\"classic#58\"\n"
    let expected = try ["classic#57", "classic#58"].map { try PlacementReference($0).level }
    try expectEqual(Level.levels(in: table), expected)
  }

  @Test(arguments: [
    (
      "S1P\n  classic#171", 2, 11, "the placement number must be between 0 and 170, found 171"
    ),
    ("classic+any#57", 1, 8, any),
    ("3x3z4#0", 1, 1, "4 things do not fit: the placement rule leaves 3 squares"),
    ("name,level\na,classic#057", 2, 11, "the placement number has a leading zero"),
    ("S1P\nclassic#", 2, 9, "\(number)the end"),
    ("classic#1;a", 1, 10, "\(atEnd)';'"),
    // Without a family, # is a block.
    ("S4/5#x", 1, 6, "unexpected 'x', expected S, P, Z, #, "),
  ])
  func badReferencesInFilesAreToldByPosition(
    text: String, line: Int, column: Int, problem: String
  ) {
    do throws(LevelError) {
      _ = try Level.levels(in: text)
      Issue.record("\(text) is read")
    } catch {
      expectEqual(error.position, TextPosition(line: line, column: column), "\(text)")
      expect(error.problem.hasPrefix(problem), "\(text)")
    }
  }
}
