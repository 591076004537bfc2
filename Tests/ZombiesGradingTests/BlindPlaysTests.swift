import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// The chance of the best blind player, beside the analysis of whole families and the naive sums.
@Suite struct BlindPlaysTests {
  @Test(arguments: ["classic", "block", "flashlight", "4x4z1b1f1", "3x4b2", "4x5z1"])
  func theChanceIsThatOfTheFamily(name: String) throws {
    let family = try Family(name)
    let level = LevelGenerator(family, seed: 1)[0]
    let chance = try #require(BlindPlays(rules: .standard).chance(in: level))
    let analysis = try FamilyAnalysis(of: .init(family, policies: [.optimal], moveLimit: .none))
    #expect(chance.levels == analysis.solvable)
    let values = try #require(analysis.policies.first { $0.levels == .solvable })
    #expect(chance.wins == values.wins)
    #expect(chance.wins <= chance.levels && chance.levels > 0)
  }

  @Test func notKnownIsSaidSo() throws {
    let plays = BlindPlays(rules: .standard)
    // Lit, of no family, too many placements, a large room.
    for code in ["S4/5/Z1#2/5/4P+lit", "4S/5/Z1#2/5/4P", "S7/8/8/3Z4/8/3#4/3F4/7P"] {
      #expect(plays.chance(in: try Level(code)) == nil, "\(code)")
    }
    #expect(plays.chance(in: LevelGenerator(try Family("9x9z1"), seed: 1)[0]) == nil)
  }

  /// Each measure of a judge is that of the difficulty, and of the grader.
  @Test func judgesAgreeWithTheDifficulty() throws {
    let solver = Solver()
    var judge = LevelJudge(solver, BlindPlays(rules: .standard))
    for name in ["classic", "flashlight", "6x6z1b5+lit", "4x4z2b2f1", "9x8z1b3"] {
      let generator = LevelGenerator(try Family(name), seed: 3, selection: .any)
      for index in 0..<20 {
        let level = generator[index]
        let judged = judge.judge(level)
        let solved = solver.solve(level)
        let difficulty = Difficulty(level, solved, solver: solver)
        #expect(judged.verdict == solved.verdict, "\(level.code)")
        #expect(judged.par == solved.solution?.par, "\(level.code)")
        #expect(judged.shortestSolutions == solved.solution?.shortestCount, "\(level.code)")
        #expect(judged.grade == difficulty.grade, "\(level.code)")
        #expect(judged.everyThingMatters == difficulty.everyThingMatters, "\(level.code)")
        #expect(judged.points.map { Grade(score: $0) } == difficulty.grade, "\(level.code)")
      }
    }
    var short = LevelJudge(Solver(stateLimit: 3), BlindPlays(rules: .standard))
    let gaveUp = short.judge(try Level("S4/5/Z1#2/5/4P+lit"))
    #expect(gaveUp.verdict == .gaveUp && gaveUp.par == nil && gaveUp.grade == nil)
  }
}
