import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGrading

/// How many shortest solutions pass each square, against a list of all sequences of moves. Only
/// here is one search for solution and grade compared with two.
@Suite struct ShortestPathCountsTests {
  /// The number of winning sequences of a given length, and of those that pass each square.
  private static func counts(
    _ level: NaiveLevel, _ rules: NaiveRules, _ par: Int
  ) -> (total: Int, passing: [Int: Int]) {
    var (total, passing) = (0, [Int: Int]())
    func extend(_ round: NaiveRound, _ way: [Int]) {
      for direction in round.legalMoves() {
        var next = round
        next.move(direction)
        if next.outcome == .won, way.count == par {
          total += 1
          for square in Set(way + [next.player]) { passing[square, default: 0] += 1 }
        } else if next.outcome == nil, way.count < par {
          extend(next, way + [next.player])
        }
      }
    }
    let round = NaiveRound(level, rules)
    extend(round, [round.player])
    return (total, passing)
  }

  private static func complaint(_ level: NaiveLevel, _ rules: NaiveRules) throws -> String? {
    let form = try Level(level)
    let solution = naiveSolve(level, rules)
    let formRules = try Rules(rules)
    let counts = Result { () throws(ExplorationError) in
      try ShortestPathCounts(form, rules: formRules)
    }
    guard solution.solvable, let par = solution.par else {
      return counts == .failure(.unsolvable) ? nil : "\(level) \(rules): counts if unsolvable"
    }
    // A longer par would mean too many sequences.
    if par > 8 { return nil }
    let (total, passing) = Self.counts(level, rules, par)
    let expected = (0..<form.size.squareCount).map { Double(passing[$0] ?? 0) }
    let found = try counts.get()
    return found.total == Double(total) && found.counts == expected
      ? nil : "\(level) \(rules): \(found), expected \(total) \(expected)"
  }

  @Test func countsAreThoseOfAllSequences() throws {
    try expectNil(firstComplaint(maxThings: 6, wide: 0, Self.complaint))
  }

  /// A solution that returns to a square counts there once.
  @Test func solutionsThatReturn() throws {
    let level = try Level("S2#2/1Z#3/1#4/4#1/6/3#1P+lit")
    let counts = try ShortestPathCounts(level)
    let solution = try require(level.solution)
    expect(counts.total == Double(solution.shortestCount) && counts.total == 132)
    expectEqual(counts.counts.max(), 132)
    expect(counts[level.start] == 132 && counts[level.signpost] == 132)
  }

  /// More solutions than a 64-bit integer can count.
  @Test func manySolutions() throws {
    let size = 40
    let row = "\(size)"
    let code =
      (["S\(size - 1)"] + Array(repeating: row, count: size - 2) + ["\(size - 1)P"])
      .joined(separator: "/")
    let counts = try ShortestPathCounts(Level(code))
    expect(counts.total > 2.7e22 && counts.total < 2.8e22)
    expectEqual(counts[Square(row: 0, column: size - 1)], 1)
  }

  /// One search for both results gives the same as two searches.
  @Test(arguments: [
    "classic", "block", "flashlight", "5x5z2b2+lit", "6x6z1b5+lit", "6x6z2b3f1", "9x9z2b6+lit",
  ])
  func solvedAndGradedTogether(name: String) throws {
    let generator = LevelGenerator(try Family(name), seed: 7, selection: .any)
    let (together, alone) = (Grader(), Grader())
    for index in 0..<UInt64(cases(exactly: 12, long: 2000)) {
      let level = try generator.level(at: index)
      let report = together.report(level, [.grade, .solution])
      let graded = alone.report(level, .grade)
      expectEqual(report.solved, Solver().solve(level), "\(level.code)")
      expectEqual(report.points, graded.points, "\(level.code)")
      expectEqual(report.deadPerMille, graded.deadPerMille, "\(level.code)")
      expectEqual(report.shortestSolutions, graded.shortestSolutions, "\(level.code)")
    }
  }
}
