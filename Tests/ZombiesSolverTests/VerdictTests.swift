import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// Verdicts alone against the naive solver. Only here are the special cases of their search met:
/// more than 64 squares, corridors, two rows or columns, signposts behind walls.
@Suite struct VerdictTests {
  private static let shapes = [
    (1, 70), (70, 1), (2, 35), (35, 2), (3, 23), (23, 3), (5, 14), (9, 8), (13, 5), (1, 9), (9, 1),
    (2, 6), (6, 2), (2, 32), (5, 5), (4, 7),
  ]

  @Test("Verdicts alone agree with the naive solver, in wide and narrow rooms, under all rules")
  func verdicts() throws {
    let seed: UInt64 = 0x7E2D_1C75
    var random = NaiveRandom(seed: seed)
    var failure: String?
    var (solvable, shut) = (0, 0)
    for round in 0..<cases(exactly: 64, long: 20_000) where failure == nil {
      let (rows, columns) = Self.shapes[round % Self.shapes.count]
      let squares = rows * columns
      let zombies = random.below(min(4, squares - 2))
      let most = squares - 2 - zombies
      // Some rooms are mazes.
      let blocks = random.below((random.below(3) == 0 ? most * 2 / 3 : min(most, 4)) + 1)
      let rules = random.rules()
      let naive = random.level(
        rows: rows, columns: columns, zombies: zombies, blocks: blocks,
        flashlights: random.below(min(2, most - blocks + 1)), lit: random.below(3) > 0)
      let level = try Level(naive.code)
      let expected = naiveSolve(naive, rules).solvable
      let solver = Solver(rules: Rules(rules))
      let (alone, kept) = (solver.verdict(level), solver.verdict(level))
      let wanted: Verdict = expected ? .solvable : .unsolvable
      if alone != wanted || kept != wanted { failure = "\(naive.code) \(rules): \(alone), \(kept)" }
      if expected { solvable += 1 }
      if level.hasShutPassage(Rules(rules)) {
        shut += 1
        if expected { failure = "\(naive.code) \(rules) is solvable, but has a shut passage" }
      }
    }
    expectNil(failure, "seed \(seed)")
    expect(solvable > cases(exactly: 8, long: 4000) && shut > cases(exactly: 2, long: 1000))
  }

  @Test("Walls and corridors are decided without states, and an open room with few of them")
  func states() throws {
    let solver = Solver()
    func states(_ code: String) throws -> (Verdict, Int) {
      let found = solver.verdict(WideLevel(try Level(code)))
      return (found.verdict, found.states)
    }
    try expect(states("S60Z300P+lit") == (.unsolvable, 0))
    try expect(states("S60Z300/361P+lit") == (.unsolvable, 0))
    // A zombie behind the player may arrive too late.
    try expectEqual(states("1S5P60Z/69+lit").0, .solvable)
    // A wall from side to side.
    let wall = String(repeating: "/40", count: 20) + "/" + String(repeating: "#", count: 40)
    try expect(states("S39" + wall + "/20Z19/39P+lit") == (.unsolvable, 0))
    // The search for the shortest path visits over a million states here.
    let open = "S39" + String(repeating: "/40", count: 17) + "/10Z10Z10Z7/40/1Z8Z29/39P+lit"
    let (verdict, count) = try states(open)
    expect(verdict != .gaveUp && count < 2_000_000)
  }

  @Test("Under a limit, verdicts are right, and 'gave up' exactly if more states are needed")
  func limits() throws {
    let seed: UInt64 = 0x7E2D_0003
    var random = NaiveRandom(seed: seed)
    var failure: String?
    var gaveUp = 0
    for _ in 0..<cases(exactly: 16, long: 4000) where failure == nil {
      let naive = random.level(
        rows: 6, columns: 11, zombies: 1 + random.below(2), blocks: random.below(20), lit: true)
      let level = try Level(naive.code)
      func verdict(_ limit: Int) -> (verdict: Verdict, states: Int) {
        StateSearch(level, rules: .standard, stateLimit: limit).verdict()
      }
      let whole = verdict(100_000)
      if (whole.verdict == .solvable) != naiveSolve(naive).solvable { failure = naive.code }
      for limit in [1 + random.below(300), whole.states - 1, whole.states] where limit > 0 {
        let isEnough = limit >= whole.states
        if verdict(limit) != (isEnough ? whole : (.gaveUp, limit))
          || Solver(stateLimit: limit).verdict(level) != (isEnough ? whole.verdict : .gaveUp)
        {
          failure = "\(naive.code), limit \(limit): \(verdict(limit)) instead of \(whole)"
        }
        if !isEnough { gaveUp += 1 }
      }
    }
    expectNil(failure, "seed \(seed)")
    expect(gaveUp > cases(exactly: 4, long: 1000))
  }
}
