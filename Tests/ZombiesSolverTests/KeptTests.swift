import Testing
import ZombiesCore
import ZombiesTestSupport

// EntryTable is internal: a search rarely meets a set of the level before at a number that matters.
@testable import ZombiesSolver

/// What is kept from one level to the next must not change an answer.
@Suite struct KeptTests {
  /// Rooms with as many squares and other sides, one, two and three words per row (2×66 has as many words as 4×33, but
  /// rows twice as long), and the last small and the first large rooms.
  @Test(
    "A solver decides each level after each other one like a new solver",
    arguments: [
      "6x22 22x6 2x66 66x2 4x33 33x4", "3x130 130x3 10x39 39x10", "4x6 6x4 3x8 8x3 2x12 12x2",
      "8x8 5x13 1x64 1x65",
    ])
  func eachAfterEach(row: String) throws {
    var random = NaiveRandom(seed: 0xF100D)
    for rules in [NaiveRules.standard, NaiveRules(catchingDistance: 0, chase: .vertical, speed: 2)]
    {
      let families = try row.split(separator: " ").map { try require(NaiveFamily(name: "\($0)")) }
      let levels = families.flatMap { family in
        let squares = family.rows * family.columns
        // Large rooms are dark.
        let things =
          squares > 65
          ? [(0, 0, 0, false), (2, 12, 0, false), (2, 40, 0, false)]
          : [(1, 2, 0, true), (3, 2, 0, squares < 64), (1, 2, 1, false), (1, 3, 0, false)]
        return things.map { zombies, blocks, flashlights, lit in
          random.level(
            rows: family.rows, columns: family.columns, zombies: zombies, blocks: blocks,
            flashlights: flashlights,
            lit: lit)
        }
      }
      let kept = Solver(rules: Rules(rules))
      let expected = try levels.map { try Expected($0, rules) }
      for former in expected {
        for next in expected {
          for asked in [former, next] {
            let decision = kept.decide(asked.level)
            try require(
              asked.decides(decision), "\(asked.naive) \(rules) after \(former.naive): \(decision)")
          }
        }
      }
    }
  }

  @Test(
    "A solver that gave up on a level decides the next one like a new solver", arguments: [1, 4, 8])
  func afterGivingUp(limit: Int) throws {
    var random = NaiveRandom(seed: 0x61BE + UInt64(limit))
    var followed = 0
    for zombies in [1, 2, 3, 4] {
      let search = Solver(stateLimit: limit)
      var former = Verdict.solvable
      for _ in 0..<60 {
        let naive = random.level(
          rows: 4, columns: 5, zombies: zombies, blocks: random.below(9), lit: true)
        let decision = search.decide(try Level(naive.code))
        try expectEqual(
          decision, Solver(stateLimit: limit).decide(Level(naive.code)), "\(naive.code), \(limit)")
        if former == .gaveUp, decision.verdict != .gaveUp, zombies > 2 { followed += 1 }
        former = decision.verdict
      }
    }
    expect(followed > 0)
  }

  @Test("A table that served another level counts and lists like a new one", arguments: 0...6)
  func tables(zombies count: Int) {
    func layer(of table: EntryTable) -> [[UInt64]] {
      (0..<table.layerCount).map { [table.zombies(table.layer[$0].0).word, table.layer[$0].1] }
    }
    let used = EntryTable(stateLimit: 1_000)
    used.clear(zombies: count)
    // Sets of the given number of zombies: the same row of them, moved along.
    let sets = (0..<40).map { ((UInt64(1) << UInt64(count)) - 1) << UInt64($0) }
    // Later, these come between others.
    for set in sets.prefix(20) { used.visit(set, 0b1) }
    for start in [5, 39, 12] {
      let fresh = EntryTable(stateLimit: 1_000)
      for table in [used, fresh] {
        table.clear(zombies: count)
        for index in 0..<40 { table.visit(sets[(start + 7 * index) % 40], 0b11) }
        table.beginLayer()
      }
      expect((used.count, used.states) == (fresh.count, fresh.states))
      expectEqual(layer(of: used), layer(of: fresh))
    }
  }

  /// The findings about a lit level with one zombie, by sweeps over a list of all states.
  private static func findings(_ level: NaiveLevel, _ rules: NaiveRules) -> OneZombieSearch.Findings
  {
    var (space, successors) = (NaiveStateSpace(level, rules), [[Int]]())
    while successors.count < space.rounds.count {
      let state = successors.count
      successors.append((0..<4).map { space.successor(of: state, by: $0) })
    }
    var (winning, before) = (Set([NaiveStateSpace.won]), 0)
    while before < winning.count {
      before = winning.count
      winning.formUnion(successors.indices.filter { !winning.isDisjoint(with: successors[$0]) })
    }
    let solved = naiveSolve(level, rules)
    let empty = NaiveLevel(
      rows: level.rows, columns: level.columns, start: level.start, signpost: level.signpost,
      blocks: level.blocks)
    var round = NaiveRound(level, rules)
    if solved.solvable { round.play(naiveSolve(empty, rules).solution ?? "") }
    return OneZombieSearch.Findings(
      par: solved.par, shortestCount: solved.shortestSolutions ?? 0, states: successors.count,
      winningStates: winning.count - 1,
      directWayLoses: solved.solvable ? round.outcome != .won : nil)
  }

  @Test(
    "The search for one zombie finds what sweeps over all states find, whatever it explored before")
  func oneZombie() throws {
    var random = NaiveRandom(seed: 425)
    for (turn, variant) in NaiveRules.variants.enumerated() {
      for (rows, columns) in [(3, 3), (4, 4), (2, 6), (5, 3), (1, 7), (7, 1), (2, 32), (8, 8)] {
        let room = try require(SmallRoom(RoomSize(rows: rows, columns: columns)))
        guard let kept = OneZombieSearch(room: room, rules: Rules(variant)) else {
          expect(variant.speed > 1)
          continue
        }
        let isLarge = rows * columns > 25
        for number in 0..<cases(isLarge ? 1 : 8, long: 300) {
          let naive = random.level(
            rows: rows, columns: columns, zombies: 1,
            blocks: isLarge ? rows * columns / 3 : (number + turn) % 4,
            flashlights: number % 4 == 3 ? 1 : 0, lit: number % 4 != 3)
          let level = try require(SmallLevel(Level(naive.code)))
          guard kept.canExplore(level) else {
            expect(!NaiveRound(naive, variant).lit, "\(naive)")
            continue
          }
          let found = kept.explore(level)
          var expected = Self.findings(naive, variant)
          // Without a way to win, only the states are counted.
          if NaiveRound(naive, variant).outcome == .stuck { expected = OneZombieSearch.Findings() }
          expectEqual(found, expected, "\(naive) \(variant)")
        }
      }
    }
  }
}
