import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// Classes of levels against a naive reference that moves squares and compares codes: only here is
/// a class neither too large (its levels play alike) nor too small (other images play differently).
@Suite struct LevelClassTests {
  /// One row, one column, square or not, dark or lit, with each kind of thing.
  private static let families = [
    "1x9z1b1", "8x1z1", "3x4z1f1", "4x3b2", "4x4z2", "4x4z1b1", "4x4z1b1+lit", "3x5z2+lit",
    "3x3z1f1", "4x4b1f1+lit",
    // Long runs of floor, whose numbers have two digits, and a room of more than 64 squares.
    "2x30z1b1", "12x4b2", "3x21b1", "9x9z1",
  ]

  private static let rules: [NaiveRules] =
    NaiveRules.variants
    + [1, 2, 16].map { NaiveRules(catchingDistance: 1, hearingDistance: $0) }
    + [NaiveRules(catchingDistance: 0, hearingDistance: 3)]

  private static func failure(_ naive: NaiveLevel, _ rules: NaiveRules) -> String? {
    guard let level = try? Level(naive), let mine = try? Rules(rules) else { return "\(naive)" }
    let found = LevelClass(of: level, under: mine)
    let codes = naiveClass(naive, rules)
    return found.representative.code == codes.first && found.count == naiveSymmetries(naive, rules)
      && level.canonical(under: mine) == found.representative
      ? nil
      : "\(naive), \(rules): \(found.representative.code) of \(found.count), not \(codes)"
  }

  /// A difference in verdict, par or number of shortest solutions between the images of a level.
  private static func difference(_ level: NaiveLevel, _ rules: NaiveRules) -> String? {
    let mine = naiveSolve(level, rules)
    return firstFailure(of: Set(level.images(rules))) { image in
      let theirs = naiveSolve(image, rules)
      return mine.par == theirs.par && mine.shortestSolutions == theirs.shortestSolutions
        ? nil : "\(level) and \(image), \(rules)"
    }
  }

  @Test(arguments: families) func classesOfPlacements(name: String) throws {
    let family = try require(NaiveFamily(name: name))
    var placements: [NaiveLevel] = []
    family.forEachPlacement { placements.append($0) }
    var turn = 0
    expectNil(
      firstFailure(of: sampled(placements, every: 1 + placements.count / 12)) { level in
        turn += 1
        return firstFailure(of: [Self.rules[turn % Self.rules.count], .standard]) {
          Self.failure(level, $0)
            ?? (turn % 4 == 0 && level.squareCount < 26 ? Self.difference(level, $0) : nil)
        }
      })
    expect(turn > 2)
  }

  /// Start and signpost anywhere, in rooms of every shape up to 8 × 8, long corridors, and larger rooms.
  @Test func classesOfHandmadeLevels() throws {
    var random = NaiveRandom(seed: 30)
    let larger = [(9, 9), (1, 65), (70, 1), (5, 13), (12, 12)]
    let shapes =
      NaiveShape.all.filter { isLong || $0.squareCount < 20 || random.below(4) == 0 }
      + larger.map { NaiveShape(rows: $0.0, columns: $0.1) }
    let count = cases(1, long: 400)
    expectNil(
      firstFailure(of: shapes) { shape in
        firstFailure(of: 0..<count) { _ in
          Self.failure(random.level(of: shape), Self.rules[random.below(Self.rules.count)])
        }
      })
    // Symmetrical levels, whose images are fewer than the maps.
    for code in ["1P1/1S1", "P1S", "PS", "3/PFS/3", "P3/1##1/1##1/3S", "#P#/3/#S#", "2P/Z1Z/S2"] {
      let level = try require(NaiveLevel(code: code))
      expectNil(Self.failure(level, .standard))
    }
    // The first is the example of the documentation. The class of a placement has only placements.
    for (code, representative, count) in [
      ("P2/1#1/2S", "S2/1#1/2P", 4), ("S2/1#1/2P", "S2/1#1/2P", 1),
      ("4S/5/5/5/P1ZZ1", "S1ZZ1/5/5/5/4P", 16), ("S1ZZ1/5/5/5/4P", "S1ZZ1/5/5/5/4P", 4),
      ("4S/5/5/5/P1Z2+lit", "S4/5/5/5/2Z1P+lit", 4), ("S4/5/5/5/2Z1P+lit", "S4/5/5/5/2Z1P+lit", 1),
      ("PZS", "PZS", 2), ("4S/5/5/5/P1ZZ1+lit", "4S/5/5/5/P1ZZ1+lit", 1),
    ] {
      let found = LevelClass(of: try Level(code))
      expect(found.representative.code == representative && found.count == count, "\(code)")
    }
  }

  /// Every image plays alike, whatever the rules, so no class is too large.
  @Test func imagesPlayAlike() {
    var random = NaiveRandom(seed: 31)
    expectNil(
      firstFailure(of: 0..<cases(60, long: 10_000)) { turn in
        let level = random.level(maxRows: 4, maxColumns: 4, maxThings: 4)
        return Self.difference(level, Self.rules[turn % Self.rules.count])
      })
  }

  /// Every image by another map plays differently in some level, so no class is too small.
  @Test func otherImagesPlayDifferently() throws {
    for distance in [0, 1] { try Self.otherImages(distance: distance) }
  }

  private static func otherImages(distance: Int) throws {
    func isCaught(_ level: NaiveLevel) -> Bool {
      let room = NaiveRoom(level)
      return level.zombies.contains {
        room.distance($0, level.start) <= distance || room.distance($0, level.signpost) <= distance
      }
    }
    let kinds: [(name: String, isMeant: (NaiveLevel) -> Bool, others: [(NaiveMap, Bool)])] = [
      (
        "two zombies", { $0.zombies.count == 2 && ($0.lit || !$0.flashlights.isEmpty) },
        NaiveMap.allCases.flatMap { [($0, false), ($0, true)] }.filter {
          $0.0 != .identity || $0.1
        }
      ),
      (
        "one zombie", { $0.zombies.count == 1 && ($0.lit || !$0.flashlights.isEmpty) },
        NaiveMap.allCases.flatMap { [($0, false), ($0, true)] }.filter { $0.0.swapsSides || $0.1 }
      ),
      (
        "a zombie next to an end",
        { !$0.zombies.isEmpty && !$0.lit && $0.flashlights.isEmpty && isCaught($0) },
        distance == 0 ? [] : NaiveMap.allCases.map { ($0, true) }
      ),
    ]
    for axis in isLong ? NaiveChase.allCases : [.longest] {
      let rules = NaiveRules(catchingDistance: distance, chase: axis)
      let solver = Solver(rules: try Rules(rules))
      for kind in kinds {
        var random = NaiveRandom(seed: 32)
        var missing = kind.others
        for _ in 0..<20_000 where !missing.isEmpty {
          let level = random.level(of: NaiveShape(rows: 4, columns: 4))
          guard kind.isMeant(level) else { continue }
          let par = solver.decide(try Level(level)).par
          try missing.removeAll {
            solver.decide(try Level(level.image($0.0, exchanged: $0.1))).par != par
          }
        }
        expect(missing.isEmpty, "\(kind.name), \(rules): \(missing)")
      }
    }
  }

  /// The classes of a family are the levels of its census, under hearing and other rules too.
  @Test(
    "The levels of a family that are distinct up to symmetry",
    arguments: [
      "4x4b2 0", "4x3z1b1 3", "3x4z1b1+lit 0", "3x4z1f1 3", "classic 0", "classic 2",
      "flashlight 0", "1x6b1 0", "4x4z2 1",
      "3x5f2+lit 0", "4x4z1b1+lit 0", "3x3z1 0", "4x4 0", "1x2 0", "1x9z1 0", "9x9z1 0",
      "5x13z1b1 0",
    ] + (isLong ? ["block 0", "4x4b2f2 0", "4x3z2b2 0", "1x65b2 0", "9x8f2 0"] : []))
  func classesOfFamilies(row: String) throws {
    let words = row.split(separator: " ")
    let family = try Family("\(words[0])")
    for naive in [
      NaiveRules(hearingDistance: Int(words[1])!),
      NaiveRules(catchingDistance: 0, chase: .vertical, speed: 2),
    ] {
      let rules = try Rules(naive)
      var counts: [Level: Int] = [:]
      var met = DistinctLevels(under: rules)
      for level in Placements(family) {
        let found = LevelClass(of: level, under: rules)
        let isNew = counts.updateValue(found.count, forKey: found.representative) == nil
        try require(
          met.contains(level) != isNew && met.insert(level) == isNew && !met.insert(level),
          "\(level.code)")
      }
      expectEqual(met.count, counts.count)
      func count(_ selection: LevelSelection) -> UInt64? {
        DistinctLevels.count(LevelGenerator(family, seed: 0, rules: rules, selection: selection))
      }
      expectEqual(count(.any), UInt64(counts.count))
      expectEqual(family.placementCount, UInt64(counts.values.reduce(0, +)))
      guard family.size.squareCount <= 64 else { continue }
      let result = try Census(family, rules: rules, top: 1000).count()
      expect(result.isComplete && result.total.levels == UInt64(counts.count))
      expectEqual(result.total.placements, family.placementCount)
      expectEqual(count(.solvable), result.sum { $0.verdict == .solvable }.levels)
      expect(Set(counts.keys.map(\.code)).isSuperset(of: result.hardest.entries.map(\.code)))
    }
  }

  @Test("Numbers of distinct levels of large families are computed, or not known")
  func largeFamilies() throws {
    func count(_ name: String, _ selection: LevelSelection = .any) throws -> UInt64? {
      DistinctLevels.count(LevelGenerator(try Family(name), seed: 0, selection: selection))
    }
    // On average over the symmetries: all 1024² - 6 squares, 1022 of one diagonal, none, 1024 of the other. The
    // shorter form uses a smaller room.
    let side = UInt64(cases(40, long: 1024))
    let (room, squares) = ("\(side)x\(side)", side * side - 6)
    try expectEqual(count("\(room)z1"), (squares + side - 2 + 0 + side) / 4)
    try expectEqual(count("1024x1024"), 1)
    // One of the allowed squares stays free.
    try expectEqual(count("\(room)b\(squares - 1)"), (squares + side - 2 + 0 + side) / 4)
    try expectEqual(count("\(room)z\(squares)"), 1)
    try expectNil(count("64x64z9b9"))
    // Too many levels to solve one by one, and a limit on states that is too low.
    try expectNil(count("8x8z2b4", .solvable))
    for name in ["5x5z1b1+lit", "classic"] {
      try expectNil(DistinctLevels.count(LevelGenerator(Family(name), seed: 0, stateLimit: 1)))
    }
  }

  /// Levels of all sizes in one set.
  @Test func distinctLevelsOfAllSizes() throws {
    var random = NaiveRandom(seed: 33)
    let shapes = [
      (2, 2), (3, 3), (5, 5), (2, 13), (3, 9), (6, 6), (2, 29), (3, 20), (8, 8), (9, 9),
    ]
    .map { NaiveShape(rows: $0.0, columns: $0.1) }
    var met = DistinctLevels()
    var known: Set<String> = []
    var repeats = 0
    for turn in 0..<cases(450, long: 100_000) {
      let shape = shapes[turn % shapes.count]
      var naive = random.level(of: shape)
      if shape.squareCount > 9 {
        // With few things, there are repeats in larger rooms too.
        naive = NaiveLevel(
          rows: shape.rows, columns: shape.columns, start: naive.start, signpost: random.below(2),
          zombies: [], lit: naive.lit)
        if naive.start == naive.signpost { continue }
      }
      let level = try Level(naive)
      let isNew = known.insert(naiveClass(naive, .standard)[0]).inserted
      if met.contains(level) == isNew || met.insert(level) != isNew || !met.contains(level)
        || met.count != known.count
      {
        Issue.record("\(naive)")
      }
      repeats += isNew ? 0 : 1
    }
    expect(repeats > 50 && known.count > 100)
  }
}
