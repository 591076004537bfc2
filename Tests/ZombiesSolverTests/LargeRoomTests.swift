import Foundation
import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// Rooms up to the largest: 80x80 always, 200x200 and 1024x1024 only with `ZOMBIES_LONG=1`, because
/// an unoptimized search needs a few seconds for a million squares.
@Suite struct LargeRoomTests {
  /// Solves and decides a dark level, compares the results, and replays the solution.
  private func agree(_ level: Level) throws -> (par: Int?, states: Int) {
    let solver = Solver()
    let (solved, decision) = (solver.solve(level), solver.decide(level))
    expect(solved.verdict == decision.verdict && solved.solution?.par == decision.par)
    expect(solved.verdict != .gaveUp)
    if let moves = solved.solution?.moves {
      expect(wins(moves, level))
    }
    return (decision.par, solved.states)
  }

  /// A placement of a family of dark square rooms.
  private func level(side: Int, zombies: Int, blocks: Int, seed: UInt64) throws -> NaiveLevel {
    var random = NaiveRandom(seed: seed)
    let level = random.placement(
      of: NaiveFamily(rows: side, columns: side, zombies: zombies, blocks: blocks))
    return try require(level)
  }

  @Test(
    "200x200 in the dark, or 80x80, sparse and dense: solved and decided as by the reference"
  )
  func twoHundred() throws {
    let side = cases(exactly: 80, long: 200)
    // The same numbers per square.
    let rooms: [(Int, Int, UInt64)] =
      isLong ? [(20, 400, 1), (100, 9000, 2)] : [(3, 64, 1), (16, 1440, 2)]
    for (zombies, blocks, seed) in rooms {
      let naive = try level(side: side, zombies: zombies, blocks: blocks, seed: seed)
      let (par, states) = try agree(try Level(naive.code))
      let expected = naiveSolve(naive)
      expectEqual(
        par, expected.par, "side \(side), \(zombies) zombies, \(blocks) blocks, seed \(seed)")
      expect(expected.reachableStates == nil || states == expected.reachableStates)
    }
  }

  @Test("A lit corridor of 1024 squares that the player leaves before the zombie arrives")
  func longCorridor() throws {
    // 1024 columns: the zombie in row 0 is 700 columns away, and the path to the signpost has 101
    // moves.
    let level = try Level("100P699Z223/S1023/1024+lit")
    let solved = Solver().solve(level)
    expect(solved.verdict == .solvable && solved.solution?.par == 101)
    expectEqual(Solver().decide(level).par, 101)
  }

  @Test(
    "1024x1024 in the dark: solved and decided with the same result",
    .enabled(if: isLong, "set ZOMBIES_LONG: a million squares take seconds without optimization"),
    arguments: [(0, 0, 1), (2000, 100_000, 2), (0, 400_000, 3), (500, 350_000, 4)]
      as [(Int, Int, UInt64)])
  func oneThousand(_ zombies: Int, _ blocks: Int, _ seed: UInt64) throws {
    let naive = try level(side: 1024, zombies: zombies, blocks: blocks, seed: seed)
    let (par, states) = try agree(try Level(naive.code))
    expect(states > 0)
    if zombies == 0, blocks == 0 { expectEqual(par, 2046) }
  }
}
