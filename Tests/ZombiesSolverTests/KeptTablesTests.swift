import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// A solver keeps its search and its flood for the next level. Only here must it answer like a new
/// one, whatever it has solved before: rooms with as many squares and other sides, or the same
/// sides and other things, in an order in which each follows each.
@Suite struct KeptTablesTests {
  /// Decides the levels with one solver, each after each other one, and returns the first answer
  /// that differs from the reference's.
  private func failure(_ levels: [NaiveLevel], _ rules: NaiveRules) throws -> String? {
    let search = Solver(rules: Rules(rules))
    let expected = try levels.map { try require(Expected($0, rules)) }
    for former in expected {
      for next in expected {
        for asked in [former, next] {
          let decision = search.decide(asked.level)
          let verdict: Verdict = asked.answer.solvable ? .solvable : .unsolvable
          if decision.verdict != verdict || decision.par != asked.answer.par {
            return "\(asked.replay) after \(former.naive.code): \(decision)"
          }
        }
      }
    }
    return nil
  }

  @Test("Large rooms of equal area and other sides, one after the other")
  func largeRoomsOfEqualArea() throws {
    var random = NaiveRandom(seed: 0xF100D)
    // One, two and three words per row. 2x66 has as many words as 4x33, but rows twice as long.
    for sides in [
      [(6, 22), (22, 6), (2, 66), (66, 2), (4, 33), (33, 4)],
      [(3, 130), (130, 3), (10, 39), (39, 10)],
    ] {
      for blocks in [0, 12, 40] {
        let levels = sides.map { rows, columns in
          random.level(rows: rows, columns: columns, zombies: blocks == 0 ? 0 : 2, blocks: blocks)
        }
        try expectNil(failure(levels, .standard))
      }
    }
  }

  @Test("Small rooms of equal area and other sides, dark and lit, one after the other")
  func smallRoomsOfEqualArea() throws {
    var random = NaiveRandom(seed: 0x5111)
    for rules in [NaiveRules.standard, NaiveRules(catchingDistance: 0, chase: .vertical, speed: 2)]
    {
      var levels: [NaiveLevel] = []
      for (rows, columns) in [(4, 6), (6, 4), (3, 8), (8, 3), (2, 12), (12, 2)] {
        for (zombies, isLit) in [(1, true), (2, true), (3, true), (1, false)]
        where isLong || zombies != 2 {
          levels.append(
            random.level(
              rows: rows, columns: columns, zombies: zombies, blocks: 2,
              flashlights: isLit ? 0 : 1, lit: isLit))
        }
      }
      try expectNil(failure(levels, rules))
    }
  }

  @Test("A room of 64 squares is the last small one, and one of 65 the first large one")
  func atTheLimitOfSmallRooms() throws {
    var random = NaiveRandom(seed: 64)
    let sides = [(8, 8), (5, 13), (1, 64), (1, 65)] + (isLong ? [(13, 5), (4, 16)] : [])
    let levels = sides.flatMap { rows, columns in
      [
        random.level(rows: rows, columns: columns, zombies: 1, blocks: 3),
        random.level(rows: rows, columns: columns, zombies: 1, blocks: 3, lit: true),
        random.level(rows: rows, columns: columns, zombies: 1, blocks: 3, flashlights: 1),
      ]
    }
    try expectNil(failure(levels, .standard))
  }

  /// In a dark room, every square has at most two states, dark and lit.
  @Test("Limits of twice the squares, just met and just missed, in dark rooms")
  func limitsOfTwiceTheSquares() throws {
    var random = NaiveRandom(seed: 0x2000)
    for (rows, columns) in [(8, 8), (5, 5), (6, 11), (4, 40)] {
      let squares = rows * columns
      for number in 0..<cases(exactly: 15, long: 30) {
        let naive = random.level(
          rows: rows, columns: columns, blocks: squares / 3, flashlights: number % 2)
        let level = try Level(naive.code)
        let whole = Solver(stateLimit: .max).solve(level)
        let states = whole.states
        for limit in [
          2 * squares - 1, 2 * squares, 2 * squares + 1, 127, 128, 129, squares, squares + 1,
          max(1, states - 1), max(1, states),
        ] {
          let asked = Solver(stateLimit: limit).decide(level)
          let isEnough = limit >= states
          expect(
            asked.verdict == (isEnough ? whole.verdict : .gaveUp)
              && asked.par == (isEnough ? whole.solution?.par : nil),
            "\(naive.code), limit \(limit), \(states) states")
        }
      }
    }
  }

  @Test(
    "A solver that gave up on a level decides the next one like a new solver",
    arguments: [1, 4, 8])
  func afterGivingUp(limit: Int) throws {
    var random = NaiveRandom(seed: 0x61BE + UInt64(limit))
    var followed = 0
    for zombies in [1, 2, 3, 4] {
      let search = Solver(stateLimit: limit)
      var former = Verdict.solvable
      for _ in 0..<cases(exactly: 60, long: 60) {
        let naive = random.level(
          rows: 4, columns: 5, zombies: zombies, blocks: random.below(9), lit: true)
        let level = try Level(naive.code)
        let decision = search.decide(level)
        expectEqual(
          decision, Solver(stateLimit: limit).decide(level),
          "\(naive.code), \(limit)")
        if former == .gaveUp, decision.verdict != .gaveUp, zombies > 2 { followed += 1 }
        former = decision.verdict
      }
    }
    expect(followed > 0)
  }
}
