// Rooms up to the largest: 200x200 always, 1024x1024 where ZOMBIES_LONG is set, for an unoptimized
// search needs some seconds for a million squares.

import Foundation
import Testing
import ZombiesSolver
import ZombiesTestSupport

private let isLong = ProcessInfo.processInfo.environment["ZOMBIES_LONG"] != nil

@Suite struct LargeRoomTests {
  /// Solves and decides a dark level, and compares the two; the solution is replayed.
  private func agree(_ level: Level) throws -> (par: Int?, states: Int) {
    let solver = Solver()
    let (solved, finding) = (solver.solve(level), solver.decide(level))
    #expect(solved.verdict == finding.verdict && solved.solution?.par == finding.par)
    #expect(solved.verdict != .gaveUp)
    if let moves = solved.solution?.moves {
      #expect(throws: Never.self) { try SolutionChecker.check(moves, of: level) }
    }
    return (finding.par, solved.states)
  }

  private func level(
    side: Int, zombies: Int, blocks: Int, seed: UInt64, corners: Bool
  ) throws -> NaiveLevel {
    var random = NaiveRandom(seed: seed)
    if corners {
      let family = NaiveFamily(rows: side, columns: side, zombies: zombies, blocks: blocks)
      return try #require(random.placement(of: family))
    }
    return random.level(rows: side, columns: side, zombies: zombies, blocks: blocks)
  }

  @Test("200x200 in the dark, sparse and dense: solved and decided alike, as the reference says")
  func twoHundred() throws {
    for (zombies, blocks, seed) in [(20, 400, 1), (0, 12_000, 2), (300, 3000, 3)] as [(Int, Int, UInt64)]
    {
      let naive = try level(side: 200, zombies: zombies, blocks: blocks, seed: seed, corners: true)
      let (par, states) = try agree(try Level(naive.code))
      let expected = naiveSolve(naive)
      #expect(par == expected.par, "200x200, \(zombies) zombies, \(blocks) blocks, seed \(seed)")
      #expect(expected.reachableStates == nil || states == expected.reachableStates)
    }
  }

  @Test("A lit corridor of 1024 squares: the zombie comes to meet the player, who turns off in time")
  func longCorridor() throws {
    // 1024 columns: the zombie in row 0 is 700 columns away, the way to the signpost is 300 long.
    let level = try Level("300P699Z23/S1023/1024+lit")
    let solved = Solver().solve(level)
    #expect(solved.verdict == .solvable && solved.solution?.par == 301)
    #expect(Solver().decide(level).par == 301)
  }

  @Test(
    "1024x1024 in the dark: solved and decided alike",
    .enabled(if: isLong, "set ZOMBIES_LONG: an unoptimized search needs seconds for a million squares"),
    arguments: [(0, 0, 1), (2000, 100_000, 2), (0, 400_000, 3), (500, 350_000, 4)]
      as [(Int, Int, UInt64)])
  func oneThousand(_ zombies: Int, _ blocks: Int, _ seed: UInt64) throws {
    let naive = try level(
      side: 1024, zombies: zombies, blocks: blocks, seed: seed, corners: true)
    let (par, states) = try agree(try Level(naive.code))
    #expect(states > 0)
    if zombies == 0, blocks == 0 { #expect(par == 2046) }
  }
}
