import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesPolicies
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// The chance of the best blind player against the analysis of whole families, and what hearing is
/// worth. Only here must a single measure be that of a full report.
@Suite struct BlindPlaysTests {
  @Test(
    arguments: ["classic", "3x4z1f1", "3x4z1b1f1", "3x4b2", "4x5z1"]
      + (isLong ? ["block", "flashlight", "4x4z1b1f1"] : []))
  func theChanceIsThatOfTheFamily(name: String) throws {
    let family = try Family(name)
    let level = LevelGenerator(family, seed: 1)[0]
    let chance = try require(BlindPlays(rules: .standard).chance(in: level))
    let analysis = try FamilyAnalysis(of: .init(family, policies: [.optimal], moveLimit: .none))
    expectEqual(chance.levels, analysis.solvable)
    let values = try require(analysis.policies.first { $0.levels == .solvable })
    expectEqual(chance.wins, values.wins)
    expect(chance.wins <= chance.levels && chance.levels > 0)
  }

  @Test func notKnownIsSaidSo() throws {
    let plays = BlindPlays(rules: .standard)
    // Lit, of no family, too many placements, a large room.
    for code in ["S4/5/Z1#2/5/4P+lit", "4S/5/Z1#2/5/4P", "S7/8/8/3Z4/8/3#4/3F4/7P"] {
      try expectNil(plays.chance(in: try Level(code)), "\(code)")
    }
    try expectNil(plays.chance(in: LevelGenerator(try Family("9x9z1"), seed: 1)[0]))
  }

  /// The best play and reasoning alone, at each hearing distance.
  @Test func whatHearingIsWorth() throws {
    let classic = try require(HearingWorth(.classic, rules: .standard))
    expectEqual(classic.chances.map(\.wins), [36, 36, 79, 70, 52])
    expect(classic.chances.allSatisfy { $0.levels == 105 } && classic.wonByReasoning == 50)
    // The hearing distance in force does not matter.
    let small = try Family("4x4z2")
    let worth = try require(HearingWorth(small, rules: .standard))
    try expectEqual(HearingWorth(small, rules: try Rules(hearingDistance: 3)), worth)
    // Lit, without danger in the dark, or too large.
    for name in ["5x5z2+lit", "5x5b2", "9x9z1", "8x8z4"] {
      try expectNil(HearingWorth(try Family(name), rules: .standard), "\(name)")
    }
    try expectNil(HearingWorth(.classic, rules: try Rules(catchingDistance: 0)))
  }

  /// Single measures equal those of a full report, and the chance is that of the family.
  @Test func whatIsAskedAloneIsWhatAllSay() throws {
    let (grader, plays) = (Grader(), BlindPlays(rules: .standard))
    for name in ["classic", "4x4z1f1", "5x5z1b3+lit", "3x4z2b1f1", "9x8z1b3"] {
      let generator = LevelGenerator(try Family(name), seed: 3, selection: .any)
      for index in 0..<cases(exactly: 5, long: 20) {
        let level = generator[index]
        let alone = grader.report(level, [.grade, .thingsThatMatter, .blindChance])
        let whole = Grader().report(level)
        let solved = Solver().solve(level)
        expectEqual(whole.solved, solved, "\(level.code)")
        expect(alone.verdict == solved.verdict && alone.par == solved.par, "\(level.code)")
        expectEqual(alone.shortestSolutions, solved.solution?.shortestCount, "\(level.code)")
        expect(alone.grade == whole.grade && alone.points == whole.points, "\(level.code)")
        expectEqual(alone.everyThingMatters, whole.everyThingMatters, "\(level.code)")
        let chance = plays.chance(in: level)
        expectEqual(alone.blindChance, (solved.par == nil ? nil : chance), "\(level.code)")
      }
    }
    let short = Grader(Solver(stateLimit: 3))
    let gaveUp = short.report(try Level("S4/5/Z1#2/5/4P+lit"), [.grade, .thingsThatMatter])
    expect(gaveUp.verdict == .gaveUp && gaveUp.par == nil && gaveUp.grade == nil)
  }
}
