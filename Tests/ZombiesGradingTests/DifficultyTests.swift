import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// Each part of the difficulty, against sums written down from the rules. Only here are all parts
/// of a report compared, and its limits met and missed by one.
@Suite struct DifficultyTests {
  private static let parts: LevelReport.Parts = [.grade, .solution, .measures, .thingsThatMatter]

  /// The first wrong part of a level's difficulty, or nil.
  private static func complaint(_ naive: NaiveLevel, _ rules: NaiveRules) throws -> String? {
    let level = try Level(naive)
    let solver = Solver(rules: try Rules(rules))
    let solved = solver.solve(level)
    let difficulty = Grader(solver).report(level, parts)
    let chain = RandomChain(try StateGraph(level, rules: solver.rules))
    let expected = NaiveDifficulty(naive, rules)
    let things = expected.thingsThatMatter
    let probability = try require(difficulty.randomWinProbability)
    let erring = try require(difficulty.erringWinProbability)
    let mistakes = expected.mistakes
    let graded = Grader(solver.rules).report(level, .grade)
    let isRight =
      difficulty.excessMoves == expected.excessMoves
      && difficulty.reachableStates == expected.reachableStates
      && difficulty.deadStates == expected.deadStates
      && difficulty.longestForcedRun == expected.longestForcedRun
      && difficulty.directWayLoses == expected.directWayLoses
      && difficulty.levelOfThingsThatMatter?.code == things.code
      && difficulty.everyThingMatters == (things == naive)
      && abs(probability - expected.randomWinProbability) < 1e-12
      && probability == chain.values(moveLimit: 4 * naive.squareCount).won
      && difficulty.movesAway == mistakes.movesAway
      && difficulty.losingChoices == mistakes.losingChoices
      && difficulty.trapDepth == mistakes.trapDepth
      && abs(erring - mistakes.erringWinProbability) < 1e-9
      && difficulty.solved == solved
      && difficulty.grade?.rawValue == expected.grade
      && graded.grade?.rawValue == expected.grade && graded.par == solved.par
    return isRight ? nil : "\(naive) \(rules): \(difficulty), expected \(expected)"
  }

  /// Every placement of things in small rooms, with start and signpost anywhere.
  @Test(arguments: [
    "2x3z1+lit", "3x2z1b1+lit", "2x3z1f1", "3x3z1b1", "1x6z1b1", "2x3b2", "2x3z2+lit", "4x2z1f1",
  ])
  func everyLevelOfSmallRooms(name: String) throws {
    let failure = try firstFailure(of: naiveLevels(name, 24)) {
      try Self.complaint($0, .standard)
    }
    expectNil(failure)
  }

  /// Placements by the placement rule, under other rules in turn; in the longer form, all under
  /// all.
  @Test(arguments: ["4x4z1b1+lit", "4x3z2+lit", "3x5z1f1"])
  func everyPlacementUnderAllRules(name: String) throws {
    var levels: [NaiveLevel] = []
    try require(NaiveFamily(name: name)).forEachPlacement { levels.append($0) }
    for (turn, rules) in NaiveRules.variants.enumerated() where rules.speed < 3 {
      let some = isLong ? levels : [levels[turn * 7 % levels.count]]
      try expectNil(firstFailure(of: some) { try Self.complaint($0, rules) })
    }
  }

  @Test(arguments: 0..<UInt64(cases(exactly: 12, long: 400)))
  func randomLevels(seed: UInt64) throws {
    var random = NaiveRandom(seed: seed)
    let rules = random.rules()
    let level = random.level(maxRows: 5, maxColumns: 5, maxThings: 5)
    let failure = try Self.complaint(level, rules)
    expectNil(failure, "seed \(seed)")
  }

  /// Rooms of more than 64 squares: the same parts, by the wide form.
  @Test(arguments: ["S12/13/3Z9/5#7/12P", "S12/2#10/8F4/1Z11/13/12P", "SF10/12/6Z5/12/12/11P+lit"])
  func wideRooms(code: String) throws {
    try expectNil(try Self.complaint(try require(NaiveLevel(code: code)), .standard) == nil)
  }

  @Test func beyondTheLimits() throws {
    let level = try Level("S4/5/1#1Z1/5/4P+lit")
    let whole = Grader().report(level)
    let states = try require(whole.reachableStates)
    func report(exploring limit: Int) -> LevelReport {
      var report = Grader(Solver(), stateLimit: limit).report(level)
      report.stateLimit = whole.stateLimit
      return report
    }
    expectEqual(report(exploring: states), whole)
    let less = report(exploring: states - 1)
    expect(less.reachableStates == nil && less.deadStates == nil && less.longestForcedRun == nil)
    expect(less.randomWinProbability == nil && less.grade == nil && less.lostSquares == nil)
    expect(less.movesAway == nil && less.losingChoices == nil && less.trapDepth == nil)
    expectNil(less.erringWinProbability)
    expectEqual(less.solved, whole.solved)
    expect(less.excessMoves == whole.excessMoves && less.everyThingMatters != nil)
    let graded = Grader(stateLimit: 1).report(try Level("S4/1Z3/Z4/5/4P+lit"), .grade)
    expect(graded.verdict == .gaveUp && graded.par == nil && graded.grade == nil)
    // If the solver gave up, it is unknown which things matter.
    let unknown = Grader(Solver(stateLimit: 1)).report(level)
    expect(unknown.levelOfThingsThatMatter == nil && unknown.everyThingMatters == nil)
    expect(unknown.excessMoves == nil && unknown.grade == nil && unknown.deadStates != nil)
    // The largest number of things that is checked, and one more.
    for (blocks, isKnown) in [(ThingsThatMatter.limit, true), (ThingsThatMatter.limit + 1, false)] {
      let crowd = try Level("P\(String(repeating: "#", count: blocks))1/S\(blocks + 1)")
      expectEqual((Grader().report(crowd).everyThingMatters != nil), isKnown)
    }
  }

  /// A level has too many states for a grade under the same limits, however it is explored: with
  /// one zombie in the light, with two, from the dark, and in a room of more than 64 squares.
  @Test(arguments: [
    "S4/5/1#1Z1/5/4P+lit", "S4/1Z3/Z4/5/4P+lit", "S4/5/Z1#2/2F2/4P", "SF7/9/6Z2/9/9/9/9/8P+lit",
  ])
  func gradedUpToTheLimit(code: String) throws {
    let level = try Level(code)
    let states = try StateGraph(level).count
    for limit in [0, 1, states / 2, states - 1, states, states + 1] {
      let report = Grader(Solver(), stateLimit: limit).report(level, .grade)
      let isGraded = level.isSolvable && states <= limit
      expectEqual((report.grade != nil), isGraded, "\(limit) of \(states)")
      expectEqual(report.par, Solver().decide(level).par)
      guard let small = SmallLevel(level) else { continue }
      let graded = Grader(stateLimit: limit).grade(small)
      expectEqual((graded.verdict == .gaveUp), (states > limit), "\(limit) of \(states)")
    }
  }

  /// A level is solved from the graph of its states only if the solver would not give up, and each
  /// part is the same no matter which others are requested.
  @Test(arguments: ["S4/5/1#1Z1/5/4P+lit", "S4/5/Z1#2/2F2/4P", "S#3/#4/3Z1/5/4P+lit", "S4/4F/5/4P"])
  func solvedAndMeasured(code: String) throws {
    let level = try Level(code)
    let states = try StateGraph(level).count
    for limit in [1, states / 2, states - 1, states] {
      let solver = Solver(stateLimit: limit)
      for graphLimit in [states - 1, states] {
        let solved = solver.solve(level)
        let grader = Grader(Solver(stateLimit: limit), stateLimit: graphLimit)
        let whole = grader.report(level)
        expectEqual(whole.solved, solved, "\(limit)")
        let grade = grader.report(level, .grade)
        expectEqual(grade.points, whole.points, "\(limit)")
        expectEqual(grade.par, solved.par, "\(limit)")
        expectEqual(grader.report(level, .solution).solved, solved, "\(limit)")
        let things = grader.report(level, .thingsThatMatter)
        expectEqual(things.levelOfThingsThatMatter, whole.levelOfThingsThatMatter, "\(limit)")
        let measures = grader.report(level, [.solution, .measures])
        expectEqual(measures.randomWinProbability, whole.randomWinProbability, "\(limit)")
        expectEqual(measures.longestForcedRun, whole.longestForcedRun, "\(limit)")
      }
    }
  }

  /// *The* direct way, by hand: up the right-hand edge, then left along the top.
  @Test func directWayByHand() throws {
    try expectEqual(DirectWay.moves(of: try Level("S2/3/2P"))?.letters, "UULL")
    try expectEqual(DirectWay.moves(of: try Level("S2/2#/2P"))?.letters, "LUUL")
    try expectNil(DirectWay.moves(of: try Level("S#1/##1/2P")))
    try expectEqual(DirectWay.loses(try Level("S4/4Z/5/5/4P")), true)
    try expectEqual(DirectWay.loses(try Level("S4/5/5/Z4/4P")), false)
    try expectNil(DirectWay.loses(try Level("S#1/##1/2P")))
  }
}
