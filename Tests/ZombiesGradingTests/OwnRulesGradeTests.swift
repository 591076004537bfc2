import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGrading

/// Measures that are found in a second way for small levels or families. Only here do they follow rules that
/// are not the usual ones.
@Suite struct OwnRulesGradeTests {
  @Test("The grade of a small level is that of its plain form, and the direct way obeys the rules")
  func smallLevels() throws {
    let seed: UInt64 = 434
    var random = NaiveRandom(seed: seed)
    var (lost, won) = (0, 0)
    for number in 0..<cases(exactly: 120, long: 5000) {
      let naive = random.level(
        rows: 4, columns: 4 + number % 2, zombies: 1 + number % 2, blocks: number % 3,
        flashlights: number % 5 == 0 ? 1 : 0, lit: number % 5 != 0)
      let variant = random.rules()
      let level = try Level(naive)
      let grader = Grader(Solver(rules: try Rules(variant)))
      let (one, whole) = (grader.grade(try require(SmallLevel(level))), grader.report(level))
      let problem = "seed \(seed): \(naive) \(variant)"
      expect(one.par == whole.par && one.grade == whole.grade, "\(problem)")
      guard one.par != nil else { continue }
      expectEqual(one.directWayLoses, whole.directWayLoses, "\(problem)")
      let empty = NaiveLevel(
        rows: naive.rows, columns: naive.columns, start: naive.start, signpost: naive.signpost,
        zombies: [], blocks: naive.blocks, flashlights: [], lit: false)
      var round = NaiveRound(naive, variant)
      round.play(try require(naiveSolve(empty).solution))
      expectEqual(one.directWayLoses, (round.outcome != .won), "\(problem)")
      if round.outcome == .won { won += 1 } else { lost += 1 }
    }
    expect(lost > 5 && won > 5, "\(lost) lost, \(won) won")
  }

  @Test("What hearing is worth depends on how zombies move in the light")
  func hearing() throws {
    let family = try Family("4x4z1f1")
    var different: Set<[UInt64]> = []
    for (chase, speed) in [
      (Rules.ChaseAxis.longest, 1), (.longest, 2), (.longest, 3), (.vertical, 2),
    ] {
      let worth = try require(
        HearingWorth(family, rules: try Rules(chase: chase, zombieSpeed: speed)))
      for (distance, chance) in worth.chances.enumerated() {
        let rules = try Rules(chase: chase, zombieSpeed: speed, hearingDistance: distance)
        let plays = BlindPlays(rules: rules)
        expectEqual(plays.chance(of: family), chance, "\(rules)")
        guard distance == HearingWorth.reasoningDistance else { continue }
        expectEqual(plays.winsByReasoning(in: family), worth.wonByReasoning, "\(rules)")
      }
      different.insert(worth.chances.flatMap { [$0.wins, $0.levels] })
    }
    expect(different.count > 1)
  }

  /// A zombie in the middle shuts the ways from all squares around it, and from the signpost's only neighbour.
  @Test(
    "Ways that are not listed are counted one by one",
    arguments: [
      ([], 5), ([(5, 3)], 4), ([(4, 4)], 3), ([(4, 2)], 3), ([(3, 1)], 3), ([(2, 2)], 3),
      ([(4, 2), (4, 4)], 1), ([(4, 2), (5, 3)], 2), ([(4, 2), (4, 4), (5, 3)], 0),
    ] as [([(Int, Int)], Int)])
  func waysOut(blocks: [(row: Int, column: Int)], more: Int) throws {
    var rows = ["...#...", "..#S#..", ".......", "...Z...", ".......", ".......", "......P"].map(
      Array.init)
    for block in blocks { rows[block.row][block.column] = "#" }
    let level = try Level(picture: rows.map { String($0) }.joined(separator: "\n"))
    let text = ReachText.sentences(try Reach(level), in: level).joined(separator: " ")
    expect(
      text.contains(" more") == (more > 0) && text.contains("\(more) more.") == (more > 0),
      "\(text)")
  }
}
