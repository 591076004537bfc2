import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// `SolverResult.states` against its documentation: only here are the states counted that a level
/// with a flashlight and without zombies has. The other suites compare the states of all other
/// levels.
@Suite struct StateCountTests {
  private func states(_ code: String) throws -> Int { Solver().solve(try Level(code)).states }

  @Test("Worked examples")
  func examples() throws {
    // Only the start: won by the first move, or stuck. No state if the player is caught at once.
    try expectEqual(states("SP"), 1)
    try expectEqual(states("SP+lit"), 1)
    try expectEqual(states("S#P"), 1)
    // Player and zombie on columns 2 and 6, 3 and 5, 2 and 4. In all other states the player is
    // caught.
    try expectEqual(states("S#P3Z+lit"), 3)
    try expectEqual(states("SPZ"), 0)
    try expectEqual(states("SPZ+lit"), 0)
    // The squares less than three moves from the start, and all of them.
    try expectEqual(states("S2P5"), 5)
    try expectEqual(states("S#P5"), 6)
    // The same, lit: coming back to column 3 is another state, because the zombie has moved.
    try expectEqual(states("S2P5Z+lit"), 6)
  }

  @Test("The light is part of a state in rooms without zombies too")
  func lightWithoutZombies() throws {
    // (column 0, dark), (1, lit), (2, lit), (0, lit): the light makes two states of column 0.
    try expectEqual(states("P1F#S"), 4)
    let seed: UInt64 = 0x57A8
    var random = NaiveRandom(seed: seed)
    var failure: String?
    for _ in 0..<cases(exactly: 80, long: 500) where failure == nil {
      let naive = random.level(rows: 4, columns: 5, blocks: random.below(8), flashlights: 1)
      guard let expected = Expected(naive, .standard) else { continue }
      let found = Solver().solve(expected.level).states
      if found != expected.states {
        failure = "\(naive.code): \(found) states, documented \(expected.states)"
      }
    }
    expectNil(failure, "seed \(seed)")
  }
}
