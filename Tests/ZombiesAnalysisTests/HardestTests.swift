import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// The list of the hardest levels, and the search for them: only here does the search have to find
/// what a census knows, with any number of threads.
@Suite struct HardestTests {
  /// The list depends neither on the order of the levels nor on the way lists are merged.
  @Test func theListDoesNotDependOnOrder() throws {
    var random = NaiveRandom(seed: 11)
    for round in 0..<200 {
      let entries = (0..<random.below(30)).map { _ in
        HardestLevels.Entry(
          code: "S\(random.below(9))P",
          kind: LevelKind(
            verdict: .solvable, par: 1 + random.below(3),
            shortestSolutions: UInt64(1 + random.below(3)), grade: nil))
      }
      // A code has one kind.
      var kinds: [String: HardestLevels.Entry] = [:]
      for entry in entries { kinds[entry.code] = kinds[entry.code] ?? entry }
      let expected = kinds.values.sorted {
        ($1.kind.par!, $0.kind.shortestSolutions!, $0.code)
          < ($0.kind.par!, $1.kind.shortestSolutions!, $1.code)
      }
      let capacity = random.below(8)
      var lists = [HardestLevels](repeating: HardestLevels(capacity: capacity), count: 3)
      for entry in entries { lists[random.below(3)].keep(kinds[entry.code]!) }
      var sum = lists.remove(at: random.below(3))
      for list in lists { sum.merge(list) }
      expectEqual(sum.entries, Array(expected.prefix(capacity)), "round \(round)")
      expectEqual(
        sum.leastPar, (expected.count < capacity ? 0 : sum.entries.last?.kind.par ?? .max))
    }
  }

  /// If the census knows the longest par, a short search finds it.
  @Test(
    arguments: ["3x5z1b2+lit", "4x4b3", "classic", "3x4z1f1"]
      + (isLong
        ? ["4x4z1b3+lit", "5x5b3", "4x4z1f1", "5x5z1b2+lit", "4x5z2b1+lit", "5x4z1b2f1"] : []))
  func theOptimumIsFound(name: String) throws {
    let family = try Family(name)
    let hardest = try Census(family, top: 1).count(threads: 2).hardest
    for seed: UInt64 in name == "classic" ? [0, 1] : [0] {
      let search = try HardestSearch(
        family, seed: seed, climbs: UInt64(cases(exactly: 4, long: 12)),
        steps: UInt64(cases(exactly: 300, long: 1000)), top: 1)
      let found = search.run(threads: 2)
      expectEqual(found.leastPar, hardest.leastPar, "\(name), seed \(seed): \(found.entries)")
    }
  }

  @Test func theResultDependsOnSeedAndSettingsAlone() throws {
    let family = try Family(isLong ? "6x6z1b5+lit" : "4x5z1b3+lit")
    func search(seed: UInt64 = 1, climbs: UInt64 = 5, steps: UInt64 = 80) throws -> HardestSearch {
      try HardestSearch(family, seed: seed, climbs: climbs, steps: steps, top: 20)
    }
    let one = try search().run()
    for threads in [2, 3, 8] { try expectEqual(search().run(threads: threads), one) }
    // The watched progress is the same, and grows.
    let most = UInt64(cases(exactly: 150, long: 4_000))
    nonisolated(unsafe) var last: UInt64 = 0
    let watched = try search(steps: most).run(threads: 2, every: 0) { steps, _ in
      expect(steps >= last && steps <= 5 * most)
      last = steps
    }
    try expectEqual(search(steps: most).run(), watched)
    try expect(search(seed: 2).run() != one && search(steps: 20).run() != one)
    // More climbs do not find less.
    let more = try search(climbs: 6).run()
    var merged = one
    merged.merge(more)
    expectEqual(merged, more)
  }

  /// Every level found is of the family, occurs once up to symmetry, and has the stated par.
  @Test(
    arguments: ["4x4z1b1f1", "classic", "4x4b3"]
      + (isLong ? ["4x5z2b1f1", "4x4b4", "5x5z1b2+lit", "5x4z1b4"] : []))
  func whatIsFoundIsSo(name: String) throws {
    let family = try Family(name)
    let rules = NaiveRules(chase: .vertical)
    let search = try HardestSearch(
      family, rules: try Rules(rules), climbs: 3, steps: 200, top: 12)
    let found = search.run()
    expectEqual(found.entries.count, 12)
    let all = try Census(family, rules: try Rules(rules), top: 1000).count().hardest.entries
    for entry in found.entries {
      try expect(family.contains(try Level(entry.code)))
      let solved = naiveSolve(try require(NaiveLevel(code: entry.code)), rules)
      expect(
        solved.par == entry.kind.par && solved.shortestSolutions == entry.kind.shortestSolutions)
      if all.count < 1000 { expect(all.contains(entry), "\(entry) is a mirror image") }
    }
  }

  @Test func smallestFamilies() throws {
    for name in ["1x2", "1x9", "3x3b1", "3x3z1", "3x3z1b1f1", "3x3z3+lit"] {
      let family = try Family(name)
      let search = try HardestSearch(family, climbs: 2, steps: 50)
      try expectEqual(search.run(), Census(family).count().hardest, "\(name)")
      try expect(HardestSearch(family, climbs: 1, steps: 0, top: 0).run().entries.isEmpty)
    }
    // A full list also takes levels of its least par.
    for name in ["3x4b2", "4x4b2", "3x5b2", "3x4z1b1+lit"] {
      let family = try Family(name)
      for (seed, top) in [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)] {
        let search = try HardestSearch(
          family, seed: UInt64(seed), climbs: 12, steps: 100, top: top)
        try expectEqual(search.run(), Census(family, top: top).count().hardest, "\(name), \(seed)")
      }
    }
    #expect(throws: CensusError.tooManySquares(72)) {
      try HardestSearch(try Family("9x8z1"))
    }
    #expect(throws: CensusError.generation(.tooManyThings(things: 9, squares: 3))) {
      try HardestSearch(try Family("3x3z9"))
    }
  }
}
