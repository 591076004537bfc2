import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// The placement rule ("The rules", section 1), all placements of a family in their order, and their numbers.
@Suite struct PlacementTests {
  /// Families of all shapes: small ones, one row, one column, 64 squares and more, without things, with all squares
  /// used, with one thing too many.
  private static func families() throws -> [NaiveFamily] {
    let names = """
      1x9z2b1 9x1f2 3x3z3 3x3z4 3x4z2b1f1 4x3z1b2+lit 2x6z1b1f1 6x2z4b2 1x10z6 1x10z7 10x1z3b3+lit 4x4z9 4x4b10
      2x8z1b8 3x3b99 5x5 classic 8x8b1+lit 4x4z8b1f1 1x70z1 70x1f1+lit 9x8z1 2x2 1x2z1 2x2f1
      """
    // With ZOMBIES_LONG=1 also larger families.
    let long =
      isLong ? " 4x6b9 6x6z3 4x5z2b2 8x8z1f1 13x5z1b1 2x9z2b2f1 12x1z2b2 5x5z1b1f1" : ""
    return try sampled(NaiveFamily.smallRooms(maxSquares: 8, maxThings: 3), every: 13)
      + (names + long).split { $0 == " " || $0 == "\n" }.map { NaiveFamily(try Family($0)) }
  }

  @Test func everyPlacementHasItsPlaceAndItsNumber() throws {
    var compared = 0
    let failure = try firstFailure(of: Self.families()) { naive in
      let family = try Family(naive)
      var all: [String] = []
      naive.forEachPlacement { all.append($0.code) }
      compared += all.count
      guard family.placementCount == UInt64(all.count), naive.placementCount == all.count,
        family.allowedSquares.map(family.size.index) == naive.allowedSquares
      else { return "\(naive): \(all.count) placements, not \(family.placementCount ?? 0)" }
      guard Placements(family).map(\.code) == all else { return "\(naive): another order" }
      for (number, code) in all.enumerated() {
        let level = try Level(code)
        guard let reference = PlacementReference(family, number: UInt64(number)),
          reference.level == level, PlacementReference(of: level) == reference,
          Family(of: level) == family, family.contains(level)
        else { return "\(naive)#\(number) is not \(code)" }
      }
      guard PlacementReference(family, number: UInt64(all.count)) == nil else {
        return "\(naive): a number too many"
      }
      return batchComplaint(family, all).map { "\(naive): \($0)" }
    }
    expectNil(failure)
    expect(compared > 900)
    tell(compared, "placements with those of the enumeration")
  }

  @Test func squaresForOneThingInEveryShape() throws {
    for rows in 1...66 {
      for columns in 1...66 where rows * columns > 1 && (min(rows, columns) == 1 || rows < 9) {
        let naive = NaiveFamily(rows: rows, columns: columns, zombies: 1)
        let family = try Family(naive)
        expectEqual(family.allowedSquares.map(family.size.index), naive.allowedSquares)
        expectEqual(family.placementCount, UInt64(naive.allowedSquares.count), naive.name)
      }
    }
  }

  /// What is wrong with the placements in batches of any size from any number.
  private func batchComplaint(_ family: Family, _ all: [String]) -> String? {
    guard family.size.squareCount <= 64 else {
      return SmallPlacements(family) == nil ? nil : "a wide room"
    }
    for (first, size) in [(0, 1), (0, 7), (0, 512), (1, 3), (all.count / 3, 4), (all.count - 2, 9)]
    {
      guard first >= 0,
        var placements = SmallPlacements(family, from: UInt64(first), batchSize: size)
      else { continue }
      var codes: [String] = []
      while let (batch, count) = placements.next() {
        let isFull = count == size || first + codes.count + count == all.count
        guard isFull, count > 0 else { return "a batch of \(count) before the end" }
        codes += (0..<count).map { Level(batch[$0]).code }
      }
      if codes != Array(all.dropFirst(first)) { return "by \(size) from \(first)" }
    }
    for number in stride(from: 0, through: all.count, by: 1 + all.count / 20) {
      let found = codes(family, from: UInt64(number), 1)
      if found != Array(all.dropFirst(number).prefix(1)) { return "from \(number)" }
    }
    return nil
  }

  private func codes(_ family: Family, from first: UInt64, _ most: Int) -> [String] {
    guard var placements = SmallPlacements(family, from: first, batchSize: most),
      let (batch, count) = placements.next()
    else { return [] }
    return (0..<count).map { Level(batch[$0]).code }
  }

  /// Families of more placements than can be listed. Ranking and unranking are the inverse of each other; the naive
  /// generator draws the placements.
  @Test func numbersOfLargeFamiliesLeadToLevelsAndBack() throws {
    let names = """
      5x5z2b2f1 8x8z3b9+lit 8x8z1b27 7x9b20f2 8x8z1b28 6x6z3b5f2 8x8z4b4f2 8x8z29 8x8z50b4f1 1x64z12 64x1b20
      8x8z57 8x8z58
      7x9z3b3f3+lit 9x8z6b2f1 1x100z5b2 100x1z3f4 12x13z1b3f3 9x8z60b3f1 4x17b30 40x50z3b1f1 1x1024z3b2 1024x1f3
      30x20z594 30x20b593
      """
    var random = NaiveRandom(seed: 57)
    let failure = try firstFailure(of: names.split { $0 == " " || $0 == "\n" }) { name in
      let family = try Family(name)
      let count = try require(family.placementCount)
      let naive = NaiveFamily(family)
      let isLarge = family.size.squareCount > 200
      for _ in 0..<(isLarge ? 1 : cases(3, long: 300)) {
        guard let placement = random.placement(of: naive), let drawn = try? Level(placement),
          let reference = PlacementReference(of: drawn), reference.number < count,
          reference.level == drawn, reference.family == family, family.contains(drawn)
        else { return "\(name): a drawn placement has no number" }
      }
      // The first, the last and others: what has consecutive numbers is consecutive.
      for number in [0, count - 1, random.next() % count, random.next() % count] {
        guard let reference = PlacementReference(family, number: number),
          PlacementReference(of: reference.level) == reference
        else { return "\(name)#\(number)" }
        if family.frame == nil { continue }
        let levels = codes(family, from: number, 3)
        let expected = (number..<min(count, number + 3)).compactMap {
          PlacementReference(family, number: $0)?.level.code
        }
        guard levels == expected, Set(levels).count == levels.count else {
          return "\(name) from \(number): \(levels)"
        }
      }
      // Things are on the first, or on the last, of the allowed squares.
      let squares = family.allowedSquares
      let first = try require(PlacementReference(family, number: 0)).level
      let last = try require(PlacementReference(family, number: count - 1)).level
      let behind = squares.dropLast(family.zombies)
      guard first.zombies == Array(squares.prefix(family.zombies)),
        last.zombies == Array(squares.suffix(family.zombies)),
        last.blocks == Array(behind.suffix(family.blocks))
      else { return "\(name): first and last" }
      return PlacementReference(family, number: count) == nil
        && codes(family, from: count, 9) == [] && codes(family, from: .max, 9) == []
        ? nil : "\(name): a number too many"
    }
    expectNil(failure)
  }

  @Test func levelsOfNoFamilyHaveNoNumber() throws {
    // A thing next to the start or the signpost, and these elsewhere, in small rooms and in wide ones.
    let table = "S2/3/1ZP S2/1P1/3 1S1/3/2P PS SZ2P S2FP S1#2P+lit S70ZP S#70P 1S70P S70P1 S70P"
    for code in table.split(separator: " ") {
      let level = try Level(code: code)
      let isPlaced = ["S1#2P+lit", "S70P"].contains(code)
      expectEqual(Family(of: level) != nil, isPlaced, "\(code)")
      expectEqual(PlacementReference(of: level) != nil, isPlaced, "\(code)")
      for name in ["1x6b1+lit", "1x72", "2x2"] {
        try expectEqual(Family(name).contains(level), isPlaced && Family(of: level)?.name == name)
      }
    }
    let classic = try Level("S4/1Z3/3Z1/5/4P")
    for (name, isOf) in [
      ("classic", true), ("5x5z2+lit", false), ("5x5z1", false), ("5x6z2", false),
    ] {
      try expectEqual(Family(name).contains(classic), isOf, name)
    }
    // Too many placements for a number.
    let family = try Family("1x72z34")
    let numberless = try require(Placements(family).first { _ in true })
    expect(PlacementReference(of: numberless) == nil && Family(of: numberless) == family)
    expectNil(PlacementReference(family, number: 0))
  }

  @Test func placementsAreCountedUpToTheLargestNumber() throws {
    // Computed with Python's math.comb from the number of allowed squares; `-` for 2⁶⁴ and more.
    let table = """
      classic | 171
      block | 342
      1024x1024z1 | 1048570
      1024x1024z2 | 549748998165
      1024x1024z1b1 | 1099497996330
      // 67 squares are allowed, and C(67, 33) < 2⁶⁴ < C(68, 34).
      1x71z33 | 14226520737620288370
      1x71z34 | 14226520737620288370
      1x72z34 | -
      1x71z33b1 | -
      // 47 squares: C(47, 10) · C(37, 24), just below 2⁶⁴; 178 squares: C(178, 13), just above.
      1x51z10b24 | 18446693477654742300
      51x1z13f10 | 18446693477654742300
      1x182b13 | -
      182x1z165b13 | -
      8x8z56b2 | 1653
      8x8z28b28f2 | 12643285563057007320
      8x8z27b27f2 | -
      8x8z29b28f1 | 871950728486690160
      // Too many things, even if the number without the last of them would be large.
      20x20z395 | 0
      20x20z100b100f1000 | 0
      2x3z2b1+lit | 0
      """
    for row in tableRows(table) {
      let family = try Family(row[0])
      expectEqual(family.placementCount.map { "\($0)" } ?? "-", row[1], row[0])
      if row[1] == "0" { expectNil(Placements(family).first { _ in true }) }
    }
  }
}
