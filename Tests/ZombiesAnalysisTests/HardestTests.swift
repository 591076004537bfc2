import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

/// The list of the hardest levels, and the search for them, which has to find what a census knows.
@Suite struct HardestTests {
  @Test("The list depends neither on the order of the levels nor on the way lists are merged")
  func order() throws {
    var random = NaiveRandom(seed: 11)
    for round in 0..<200 {
      // A code has one kind.
      var kinds: [String: HardestLevels.Entry] = [:]
      let codes = (0..<random.below(30)).map { _ in "S\(random.below(9))P" }
      for code in codes where kinds[code] == nil {
        kinds[code] = HardestLevels.Entry(
          code: code,
          kind: LevelKind(
            verdict: .solvable, par: 1 + random.below(3),
            shortestSolutions: UInt64(1 + random.below(3)),
            grade: nil))
      }
      let expected = kinds.values.sorted {
        ($1.kind.par!, $0.kind.shortestSolutions!, $0.code) < (
          $0.kind.par!, $1.kind.shortestSolutions!, $1.code
        )
      }
      let capacity = random.below(8)
      var lists = [HardestLevels](repeating: HardestLevels(capacity: capacity), count: 3)
      for code in codes { lists[random.below(3)].keep(kinds[code]!) }
      var sum = lists.remove(at: random.below(3))
      for list in lists { sum.merge(list) }
      expectEqual(sum.entries, Array(expected.prefix(capacity)), "round \(round)")
      expectEqual(sum.leastPar, expected.count < capacity ? 0 : sum.entries.last?.kind.par ?? .max)
    }
  }

  /// Whole lists of the smallest families, and short lists of others, which also take levels of their least par.
  @Test(
    "A search finds what a census knows",
    arguments: [
      "1x2", "1x9", "3x3b1", "3x3z1", "3x3z1b1f1", "3x3z3+lit", "3x4b2", "4x4b2", "3x5b2",
      "3x4z1b1+lit", "4x4b3",
      "classic", "3x4z1f1", "3x5z1b2+lit",
    ] + (isLong ? ["4x4z1b3+lit", "5x5b3", "4x4z1f1", "5x5z1b2+lit", "4x5z2b1+lit"] : []))
  func census(name: String) throws {
    let family = try Family(name)
    for (turn, rules) in [NaiveRules(), NaiveRules(chase: .vertical)].enumerated() {
      let top = try require(family.placementCount) < 60 ? 1 + turn : 1
      let census = try Census(family, rules: Rules(rules), top: 1000).count(threads: 2)
      let all = census.hardest.entries
      for seed in 0..<UInt64(2) {
        let search = try HardestSearch(
          family, rules: Rules(rules), seed: seed, climbs: UInt64(cases(6, long: 12)),
          steps: UInt64(cases(120, long: 1000)), top: top)
        let found = search.run(threads: 1 + turn)
        expectEqual(
          found.entries.map(\.kind.par), all.prefix(top).map(\.kind.par), "\(rules) \(seed)")
        expect(
          found.entries.allSatisfy { all.contains($0) || all.count == 1000 }, "\(found.entries)")
      }
    }
    try expect(HardestSearch(family, climbs: 1, steps: 0, top: 0).run().entries.isEmpty)
  }

  @Test("The result depends on seed and settings alone, and what is found is of the family")
  func settings() throws {
    let family = try Family(isLong ? "6x6z1b5+lit" : "4x5z1b3+lit")
    func search(seed: UInt64 = 1, climbs: UInt64 = 5, steps: UInt64 = 80) throws -> HardestSearch {
      try HardestSearch(family, seed: seed, climbs: climbs, steps: steps, top: 20)
    }
    let one = try search().run()
    if !isLong {
      // Recorded, to notice a change of what a seed finds.
      expectEqual(
        stride(from: 0, to: 20, by: 6).map { one.entries[$0].code },
        [
          "S1Z2/3#1/1##2/4P+lit", "S4/2Z#1/2#2/#3P+lit", "S2##/5/3#1/1Z2P+lit",
          "S1Z1#/5/3#1/1#2P+lit",
        ])
    }
    for threads in [2, 8] { try expectEqual(search().run(threads: threads), one) }
    for entry in one.entries {
      let solved = naiveSolve(try require(NaiveLevel(code: entry.code)))
      expect(
        solved.par == entry.kind.par && solved.shortestSolutions == entry.kind.shortestSolutions)
      try expect(
        family.contains(Level(entry.code)) && Level(entry.code).canonical().code == entry.code)
    }
    // The watched progress grows up to the result, which is the same.
    let most = UInt64(cases(100, long: 4_000))
    nonisolated(unsafe) var (calls, last): (Int, UInt64) = (0, 0)
    // On a busy machine, a search may be over before it is watched.
    for _ in 0..<20 where calls == 0 {
      let watched = try search(steps: most).run(threads: 2, every: 0) { steps, hardest in
        expect(steps >= last && steps <= 5 * most && hardest.entries.count <= 20)
        (calls, last) = (calls + 1, steps)
      }
      try expectEqual(search(steps: most).run(), watched)
    }
    expect(calls > 0)
    try expect(search(seed: 2).run() != one && search(steps: 20).run() != one)
    // More climbs do not find less.
    let more = try search(climbs: 6).run()
    var merged = one
    merged.merge(more)
    expectEqual(merged, more)
    expectEqual(
      thrown { _ = try HardestSearch(Family("9x8z1")) }, "\(CensusError.tooManySquares(72))")
    expectEqual(
      thrown { _ = try HardestSearch(Family("3x3z9")) },
      "\(CensusError.generation(.tooManyThings(things: 9, squares: 3)))")
  }
}
