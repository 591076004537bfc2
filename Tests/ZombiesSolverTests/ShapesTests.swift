import Foundation
import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// Placements in rooms of every shape from 1 × 2 to 8 × 8, with up to four things.
@Suite struct ShapesTests {
  /// The placements of a shape: all of them if they are at most as many as the limit, otherwise a sample.
  private static func placements(_ shape: NaiveShape, limit: Int) -> [NaiveLevel] {
    let families = NaiveFamily.all(rows: shape.rows, columns: shape.columns, maxThings: 4)
      .filter { $0.placementCount > 0 }
    var levels: [NaiveLevel] = []
    if families.reduce(0, { $0 + $1.placementCount }) <= limit {
      for family in families { family.forEachPlacement { levels.append($0) } }
      return levels
    }
    var random = NaiveRandom(seed: UInt64(100 * shape.rows + shape.columns))
    while levels.count < limit {
      if let level = random.placement(of: random.one(of: families)) { levels.append(level) }
    }
    return levels
  }

  /// The number of placements of each shape that are compared. The reference is slow in a debug build, so more of them
  /// are compared in a release build: `ZOMBIES_PLACEMENTS=20000 swift test -c release --filter ShapesTests`.
  private static let limit =
    ProcessInfo.processInfo.environment["ZOMBIES_PLACEMENTS"].flatMap { Int($0) }
    ?? cases(300, long: 3000)

  @Test(
    "Placements of every shape: solutions, pars and verdicts, and 'gave up' below the limit",
    arguments: 0..<8)
  func placements(part: Int) throws {
    let shapes = NaiveShape.all.filter { max($0.rows, $0.columns) <= 8 }
    for shape in stride(from: part, to: shapes.count, by: 8).map({ shapes[$0] }) {
      let kept = NaiveRules.variants.map { Solver(rules: Rules($0)) }
      let levels = Self.placements(shape, limit: Self.limit)
      try expectNil(
        firstFailure(of: levels.indices) { number in
          // 5 and 18 have no common divisor, so neighbouring levels get distant variants.
          let turn = 5 * number % kept.count
          return try Self.complaint(levels[number], NaiveRules.variants[turn], kept[turn], number)
        })
      tell(levels.count, "placements of \(shape)")
    }
  }

  /// The faults of a solver that has solved other levels before, and of one with a limit.
  private static func complaint(
    _ naive: NaiveLevel, _ rules: NaiveRules, _ kept: Solver, _ number: Int
  ) throws -> String? {
    let expected = try Expected(naive, rules)
    let small = try require(expected.small)
    let solved = kept.solve(small)
    guard expected.matches(solved), expected.decides(kept.decide(small)),
      kept.verdict(small) == expected.verdict
    else { return "\(naive) \(rules): \(solved), expected \(expected.answer)" }
    // A quarter of the levels is solved with a limit as well: exact, one below, or anything up to it.
    guard number % 4 == 0, expected.states > 1 else { return nil }
    let limits = [expected.states, expected.states - 1, 1 + number / 4 % expected.states]
    let limited = Solver(rules: Rules(rules), stateLimit: limits[number / 4 % 3])
    let isEnough = limits[number / 4 % 3] >= expected.states
    let (found, decision) = (limited.solve(small), limited.decide(small))
    let isRight =
      isEnough
      ? expected.matches(found) && expected.decides(decision)
      : found.verdict == .gaveUp && decision.verdict == .gaveUp
    return isRight
      ? nil : "\(naive) \(rules), limit \(limits[number / 4 % 3]): \(found), \(decision)"
  }
}
