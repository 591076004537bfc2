import Testing
import ZombiesCore
import ZombiesTestSupport

// The findings of OneZombieSearch are created only there.
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
    let kept = Solver(stateLimit: limit)
    var former = Verdict.solvable
    for number in 0..<300 {
      // At first the levels have the same number of zombies for some time, then any.
      let zombies = number < 200 ? number / 40 : random.below(7)
      let naive = random.level(
        rows: 4, columns: 5, zombies: zombies, blocks: random.below(9),
        flashlights: random.below(2), lit: number % 3 > 0)
      let (level, fresh) = (try Level(naive.code), Solver(stateLimit: limit))
      let decision = kept.decide(level)
      expectEqual(decision, fresh.decide(level), "\(naive.code), \(limit)")
      expectEqual(kept.solve(level), fresh.solve(level), "\(naive.code), \(limit)")
      if former == .gaveUp, decision.verdict != .gaveUp, zombies > 2 { followed += 1 }
      former = decision.verdict
    }
    expect(followed > 0)
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
    return OneZombieSearch.Findings(
      par: solved.par, shortestCount: solved.shortestSolutions ?? 0, states: successors.count,
      winningStates: winning.count - 1)
  }

  @Test(
    "The search for one zombie finds what sweeps over all states find, whatever it explored before")
  func oneZombie() throws {
    var random = NaiveRandom(seed: 425)
    for (turn, variant) in NaiveRules.variants.enumerated() {
      for (rows, columns) in [(3, 3), (4, 4), (2, 6), (5, 3), (1, 7), (7, 1), (2, 32), (8, 8)] {
        let room = try require(SmallRoom(RoomSize(rows: rows, columns: columns)))
        let kept = OneZombieSearch(room: room, rules: Rules(variant))
        let isLarge = rows * columns > 25
        for number in 0..<cases(isLarge ? 1 : 8, long: 300) {
          let naive = random.level(
            rows: rows, columns: columns, zombies: 1,
            blocks: isLarge ? rows * columns / 3 : (number + turn) % 4,
            flashlights: number % 4 == 3 ? 1 : 0, lit: number % 4 != 3)
          let level = try require(SmallLevel(Level(naive.code)))
          guard kept.canExplore(level) else {
            expect(variant.speed > 1 || !NaiveRound(naive, variant).lit, "\(naive)")
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
