// The search that keeps its layers against the search for rooms of any size, state by state:
// verdict, *the* solution, the number of shortest ones, the number of states, and the point of
// giving up.

import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

@Suite struct SmallSolveTests {
  /// Counts of the compared cases, so that a test can require enough of each.
  private struct Seen {
    var solvable = 0
    var unsolvable = 0
    var gaveUp = 0
    var manyWays = 0
    var failure: String?
  }

  private func compare(
    _ naive: NaiveLevel, _ rules: Rules, limits: [Int], by search: inout SmallSolve,
    _ seen: inout Seen
  ) throws {
    let level = try Level(naive.code)
    let small = try #require(SmallLevel(level))
    for limit in limits {
      let expected = StateSearch(level, rules: rules, stateLimit: limit).solve()
      let found = search.solve(small, stateLimit: limit)
      if found != expected {
        seen.failure = "\(naive.code) \(rules), limit \(limit): \(found), not \(expected)"
      }
      switch expected.verdict {
      case .solvable: seen.solvable += 1
      case .unsolvable: seen.unsolvable += 1
      case .gaveUp: seen.gaveUp += 1
      }
      if let solution = expected.solution, solution.shortestCount > 1 { seen.manyWays += 1 }
    }
  }

  private func room(_ rows: Int, _ columns: Int) throws -> SmallRoom {
    try #require(SmallRoom(try RoomSize(rows: rows, columns: columns)))
  }

  @Test("Families of many shapes under all rules: one search for all levels of a family")
  func families() throws {
    let seed: UInt64 = 0x5017_0001
    var random = NaiveRandom(seed: seed)
    var seen = Seen()
    for (rows, columns, zombies, blocks, flashlights, lit) in [
      (5, 5, 1, 0, 1, false), (5, 5, 2, 1, 1, false), (6, 6, 1, 5, 0, true),
      (6, 6, 2, 3, 1, false), (4, 7, 2, 2, 0, true), (7, 4, 3, 2, 1, false), (8, 8, 3, 8, 1, false),
      (8, 8, 1, 9, 1, true), (6, 6, 0, 6, 2, false), (2, 9, 1, 0, 0, true), (5, 6, 4, 3, 2, true),
      (16, 4, 2, 6, 1, false), (4, 16, 1, 6, 0, true), (3, 21, 2, 2, 2, false),
    ] {
      let family = NaiveFamily(
        rows: rows, columns: columns, zombies: zombies, blocks: blocks, flashlights: flashlights,
        lit: lit)
      for naive in NaiveRules.variants {
        var search = SmallSolve(room: try room(rows, columns), rules: Rules(naive))
        for _ in 0..<cases(6, long: 800) where seen.failure == nil {
          guard let level = random.placement(of: family) else { continue }
          try compare(level, Rules(naive), limits: [20_000], by: &search, &seen)
        }
      }
    }
    #expect(seen.failure == nil, "seed \(seed)")
    #expect(seen.solvable > cases(250, long: 500) && seen.unsolvable > cases(50, long: 100))
    #expect(seen.manyWays > cases(150, long: 300))
  }

  @Test("Crowded rooms with anything anywhere, at speeds of 1 to 16")
  func crowdedRooms() throws {
    let seed: UInt64 = 0x5017_0002
    var random = NaiveRandom(seed: seed)
    var seen = Seen()
    for _ in 0..<cases(2500, long: 200_000) where seen.failure == nil {
      var rules = random.rules()
      if random.below(2) == 0 { rules.speed = 1 + random.below(16) }
      let level = random.level(maxRows: 7, maxColumns: 7, maxThings: 1 + random.below(16))
      var search = SmallSolve(room: try room(level.rows, level.columns), rules: Rules(rules))
      try compare(level, Rules(rules), limits: [5000], by: &search, &seen)
    }
    #expect(seen.failure == nil, "seed \(seed)")
    #expect(seen.solvable > 200 && seen.unsolvable > 200)
  }

  @Test("Limits: both searches give up at the same state")
  func limits() throws {
    let seed: UInt64 = 0x5017_0003
    var random = NaiveRandom(seed: seed)
    var seen = Seen()
    for number in 0..<cases(150, long: 5000) where seen.failure == nil {
      let (rows, columns) = (3 + random.below(5), 3 + random.below(5))
      // The smallest rooms have squares for three blocks next to everything else.
      let level = random.level(
        rows: rows, columns: columns, zombies: random.below(4),
        blocks: random.below(min(6, rows * columns - 5)), flashlights: 1, lit: number % 2 == 0)
      let rules = Rules(random.rules())
      let states = StateSearch(try Level(level.code), rules: rules, stateLimit: 5000).solve().states
      let limits = Array(0...8) + [states / 2, states - 1, states, states + 1, states + 30]
      var search = SmallSolve(room: try room(level.rows, level.columns), rules: rules)
      try compare(level, rules, limits: limits.filter { $0 >= 0 }, by: &search, &seen)
    }
    #expect(seen.failure == nil, "seed \(seed)")
    #expect(seen.solvable > 100 && seen.unsolvable > 20 && seen.gaveUp > 500)
  }
}
