import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// A limit on states: never a wrong verdict, and "gave up" exactly if the level needs more states than the limit allows.
@Suite struct LimitTests {
  private typealias Draw = @Sendable (inout NaiveRandom, Int) -> NaiveLevel

  /// Lit rooms, rooms that stay dark, dark rooms with a flashlight, larger lit and dark rooms, and dark mazes without
  /// zombies, whose squares have at most two states, dark and lit.
  private static let kinds: [Draw] = [
    { random, number in
      random.level(
        rows: 4 + number % 3, columns: 4 + random.below(3), zombies: 1 + random.below(4),
        blocks: random.below(6),
        lit: true)
    },
    { random, number in
      random.level(
        rows: 2 + number % 6, columns: 2 + random.below(6), zombies: random.below(2),
        blocks: random.below(2))
    },
    { random, number in
      random.level(
        rows: 4 + number % 4, columns: 4 + random.below(4), zombies: 1 + random.below(2),
        blocks: random.below(5),
        flashlights: 1)
    },
    { random, number in
      random.level(
        rows: 6 + number % 3, columns: 11 + random.below(60), zombies: 1 + random.below(2),
        blocks: random.below(20),
        lit: true)
    },
    { random, number in
      random.level(
        rows: 6 + number % 3, columns: 11 + random.below(60), zombies: random.below(3),
        blocks: random.below(60))
    },
    { random, number in
      let (rows, columns) = [(8, 8), (5, 5), (6, 11), (4, 40)][number % 4]
      return random.level(
        rows: rows, columns: columns, blocks: rows * columns / 3, flashlights: number / 4 % 2)
    },
  ]

  @Test("Every answer is exact", arguments: kinds.indices)
  func exact(kind: Int) throws {
    var (random, decided) = (NaiveRandom(seed: 0x11A1 + UInt64(kind)), 0)
    for number in 0..<cases(10, long: 200) {
      let naive = Self.kinds[kind](&random, number)
      let (level, naiveRules) = (try Level(naive.code), random.rules())
      let rules = Rules(naiveRules)
      let whole = Solver(rules: rules, stateLimit: 2000).solve(level)
      // Larger levels are expensive, and show nothing new.
      if whole.verdict == .gaveUp { continue }
      decided += 1
      let (states, squares) = (whole.states, naive.squareCount)
      let alone = StateSearch(level, rules: rules, stateLimit: 100_000).verdict()
      let limits =
        Array(1...12) + [states / 2, states - 1, states, states + 1, states + 65, 10 * states]
        + [squares, squares + 1, 2 * squares - 1, 2 * squares, 2 * squares + 1, 127, 128, 129]
      for limit in limits where limit > 0 {
        let told = "\(naive) \(naiveRules), \(whole.verdict) with \(states) states, limit \(limit)"
        let solver = Solver(rules: rules, stateLimit: limit)
        let (solved, decision, verdict) = (
          solver.solve(level), solver.decide(level), solver.verdict(level)
        )
        let isEnough = limit >= states
        expectEqual(solved.verdict, isEnough ? whole.verdict : .gaveUp, told)
        expect(solved.states == (isEnough ? states : limit) && (!isEnough || solved == whole), told)
        expect(decision.verdict == solved.verdict && decision.par == solved.par, told)
        guard squares > 64 else {
          expectEqual(verdict, decision.verdict, told)
          continue
        }
        guard level.zombiesMayMove, !level.hasShutPassage(rules) else { continue }
        let search = StateSearch(level, rules: rules, stateLimit: limit).verdict()
        expect(search == (limit >= alone.states ? alone : (.gaveUp, limit)), told)
        if verdict == .gaveUp {
          expect(limit < alone.states, told)
        } else {
          expectEqual(verdict, whole.verdict, told)
        }
      }
    }
    expect(decided > 4)
  }

  @Test(
    "Levels of tens of thousands of states, whose tables grow during the search, and easy ones between"
  )
  func hardLevels() throws {
    let easy = try require(SmallLevel(Level("S7/8/8/8/3#ZZ2/8/ZZ6/7P+lit")))
    for (code, naiveRules) in manyStateLevels.prefix(cases(1, long: 4)) {
      let rules = Rules(naiveRules)
      let expected = try Expected(try require(NaiveLevel(code: code)), naiveRules)
      let small = try require(expected.small)
      expect(expected.matches(Solver(rules: rules).solve(expected.level)), "\(code)")
      let kept = SmallSolver(room: small.room, rules: rules)
      for _ in 0..<2 {
        expect(expected.decides(kept.decide(small)), "\(code)")
        expectEqual(kept.decide(easy), SmallSolver(room: small.room, rules: rules).decide(easy))
      }
      for limit in [100, 1000, expected.states - 1, expected.states] {
        let search = SmallSolver(room: small.room, rules: rules, stateLimit: limit)
        expectEqual(
          search.decide(small).verdict, limit < expected.states ? .gaveUp : expected.verdict,
          "\(code), \(limit)")
      }
    }
  }

  @Test(
    "The default limit is ten million states, or as many as fit 1 GiB; and who gives up proves nothing"
  )
  func defaults() throws {
    expectEqual(Solver.defaultStateLimit(squares: 64, movingZombies: 62), 10_000_000)
    expectEqual(Solver.defaultStateLimit(squares: 65, movingZombies: 0), 10_000_000)
    expectEqual(Solver.bytesPerState(squares: 64, movingZombies: 62), 96)
    expectEqual(Solver.bytesPerState(squares: 1_048_576, movingZombies: 1000), 12_080)
    expectEqual(
      Solver.defaultStateLimit(squares: 1_048_576, movingZombies: 1000), (1 << 30) / 12_080)
    expect(Solver().stateLimit == nil && Solver().rules == .standard)
    let level = try Level("S4/5/2Z2/5/4P+lit")
    let states = Solver().solve(level).states
    for limit in [3, states - 1, states] {
      let (solved, certificate) = Solver(stateLimit: limit).certify(level)
      expectEqual(solved, Solver(stateLimit: limit).solve(level))
      expect((certificate.claim == .gaveUp) == (limit < states))
      expectEqual(certificate.states.count, limit < states ? 0 : states)
      expect((try? certificate.validate()) != nil || limit < states)
      expect((try? certificate.validate()) == nil || limit == states)
    }
  }
}
