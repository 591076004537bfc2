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
        let rules = isLong ? Self.rules : [Self.rules[turn % Self.rules.count], .standard]
        return firstFailure(of: rules) {
          Self.failure(level, $0) ?? (turn % 4 == 0 || isLong ? Self.difference(level, $0) : nil)
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
      firstFailure(of: 0..<cases(exactly: 60, long: 60_000)) { turn in
        let level = random.level(maxRows: 4, maxColumns: 4, maxThings: 4)
        return Self.difference(level, Self.rules[turn % Self.rules.count])
      })
  }

  /// Every image by another map plays differently in some level, so no class is too small.
  @Test(arguments: [0, 1]) func otherImagesPlayDifferently(distance: Int) throws {
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

  /// The classes of a family are the levels of its census, under hearing too.
  @Test(arguments: ["4x4b2", "4x3z1b1", "3x4z1b1+lit", "3x4z1f1"], [0, 3])
  func classesAreThoseOfTheCensus(name: String, hearing: Int) throws {
    let rules = try Rules(hearingDistance: hearing)
    let family = try Family(name)
    var counts: [Level: Int] = [:]
    var met = DistinctLevels(under: rules)
    for level in Placements(family) {
      let found = LevelClass(of: level, under: rules)
      expect(counts[found.representative] == nil || counts[found.representative] == found.count)
      let isNew = counts.updateValue(found.count, forKey: found.representative) == nil
      expect(met.contains(level) != isNew && met.insert(level) == isNew && met.contains(level))
    }
    let result = try Census(family, rules: rules, top: 1000).count()
    expect(result.isComplete && met.count == counts.count)
    expectEqual(result.total.levels, UInt64(counts.count))
    expectEqual(result.total.placements, UInt64(counts.values.reduce(0, +)))
    let generator = LevelGenerator(family, seed: 0, rules: rules, selection: .any)
    expectEqual(DistinctLevels.count(generator), result.total.levels)
    let codes = Set(counts.keys.map(\.code))
    expect(codes.isSuperset(of: result.hardest.entries.map(\.code)))
    // The search shows the same representatives, with the same grades.
    let found = try HardestSearch(family, rules: rules, climbs: 1, steps: 200, top: 5).run()
    expect(!found.entries.isEmpty)
    expect(Set(result.hardest.entries).isSuperset(of: found.entries))
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
    for turn in 0..<cases(exactly: 450, long: 100_000) {
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
