import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

// DirectWay.walk and ReachText are internal or of the package; screens show only parts of their texts.
@testable import ZombiesGrading

/// Single levels: states, chances, ways and reports against lists of all rounds, limits, grades and words.
@Suite struct LevelTests {
  /// Small rooms with things, start and signpost anywhere.
  private static let families = [
    "2x3z1+lit", "3x2z1b1+lit", "3x3z1f1", "2x4z2+lit", "4x2z1b2f1", "1x5z1f1", "2x3b2", "3x3z1b1",
    "2x2", "5x1b1f1",
    "4x4z1b1+lit", "4x3z2+lit", "3x5z1f1", "4x5z1b3+lit", "4x4z2b2+lit",
  ]

  /// Rooms of more than 64 squares, walls, caught or stuck at the start, and a corridor.
  private static let codes = [
    "S12/13/3Z9/5#7/12P", "S12/2#10/8F4/1Z11/13/12P", "SF10/12/6Z5/12/12/11P+lit",
    "S10/11/5F1Z3/1Z9/11/10P",
    "S65/66/65P", "S64Z/66/65P", "66/S31#33/33#32/32#32P", "S#P", "SZP", "S#/#1/1P", "S10P",
    "S4/5/5/3Z1/4P",
    "S2/2#/2P", "S#1/##1/2P", "S3Z/3Z#/3#1/4#/2#2/4P+lit",
  ]

  private static func compare(
    _ level: NaiveLevel, _ rules: NaiveRules, _ graders: inout [NaiveRules: Grader], moveLimit: Int
  ) throws {
    let check = try LevelCheck(level, rules)
    check.checkGraph()
    check.checkChances(moveLimit: moveLimit)
    try check.checkReach()
    try check.checkPathCounts()
    // The reference follows every state for four moves per square.
    if check.graph.count * level.squareCount <= cases(1000, long: 40_000) {
      let grader = try graders[rules] ?? Grader(Rules(rules))
      graders[rules] = grader
      try check.checkReport(grader)
    }
    try require(check.faults.isEmpty, "\(level) \(rules): \(check.faults.joined(separator: "; "))")
  }

  @Test("Levels of small rooms, under any rules", arguments: families)
  func smallRooms(name: String) throws {
    let family = try require(NaiveFamily(name: name))
    var (random, graders) = (NaiveRandom(seed: 60), [NaiveRules: Grader]())
    for turn in 0..<cases(12, long: 600) {
      let level = random.level(
        rows: family.rows, columns: family.columns, zombies: family.zombies, blocks: family.blocks,
        flashlights: family.flashlights, lit: family.lit)
      let rules = turn % 3 == 0 ? .standard : random.rules()
      try Self.compare(level, rules, &graders, moveLimit: [0, 1, 2, 7, 40][turn % 5])
    }
  }

  @Test("Levels of every shape, and of larger rooms", arguments: 0..<8)
  func everyShape(part: Int) throws {
    var (random, graders, compared) = (
      NaiveRandom(seed: 0x64A9 + UInt64(part)), [NaiveRules: Grader](), 0
    )
    for shape in NaiveShape.part(part) {
      for _ in 0..<cases(1, long: 5) {
        let (level, rules) = (random.level(of: shape), random.rules())
        // The reference sweeps over all states again and again.
        let limit = cases(70, long: 400)
        guard (try? StateGraph(Level(level), rules: Rules(rules), stateLimit: limit)) != nil else {
          continue
        }
        try Self.compare(
          level, rules, &graders, moveLimit: random.below(min(60, 4 * level.squareCount)))
        compared += 1
      }
    }
    expect(compared > 3)
    for (number, code) in Self.codes.enumerated() where number % 8 == part {
      try Self.compare(try require(NaiveLevel(code: code)), .standard, &graders, moveLimit: 20)
    }
  }

  /// In rooms of more than 64 squares too.
  @Test(arguments: [
    "S12/2#10/8F4/1Z11/13/12P", "SF10/12/6Z5/12/12/11P+lit", "S11/#1##8/12/3Z8/12/11P+lit",
    "S4/5/Z1#2/2F2/4P", "S3/1#2/2#1/Z2P+lit",
  ])
  func thingsThatMatterAndDirectWays(code: String) throws {
    let level = try Level(code)
    func par(_ level: Level) -> Int? { NaiveLevel(code: level.code).flatMap { naiveSolve($0).par } }
    let solved = Solver().solve(level)
    let matter = level.removing { square, _ in
      par(level.removing { place, _ in place == square }) == solved.par
    }
    let found = ThingsThatMatter.level(
      of: level, verdict: solved.verdict, par: solved.par, by: Solver())
    expectEqual(found?.code, matter.code)
    let bare = level.removing(isLit: false) { _, thing in thing != .block }
    expectEqual(DirectWay.moves(of: level), Solver().solve(bare).solution?.moves)
  }

  // MARK: Limits

  /// However a level is explored: with one zombie in the light, with two, from the dark, in a room of more than 64
  /// squares, unsolvable, without a zombie, and with more states than a table begins with.
  @Test(
    "A level is graded and measured up to the limits, and solved up to those of the solver",
    arguments: [
      "S4/5/1#1Z1/5/4P+lit", "S4/1Z3/Z4/5/4P+lit", "S4/5/Z1#2/2F2/4P", "SF7/9/6Z2/9/9/9/9/8P+lit",
      "S#3/#4/3Z1/5/4P+lit", "S4/4F/5/4P", "S10/11/5F1Z3/1Z9/11/10P",
      "S7/2##4/8/8/5#2/8/1Z2#3/7P+lit",
    ])
  func limits(code: String) throws {
    let level = try Level(code)
    let states = try StateGraph(level).count
    if level.zombies.count == 1 {
      var naive = NaiveStateSpace(try require(NaiveLevel(code: code)), .standard)
      var state = 0
      while state < naive.rounds.count {
        for direction in 0..<4 { _ = naive.successor(of: state, by: direction) }
        state += 1
      }
      expectEqual(states, naive.rounds.count)
    }
    let (whole, mayMove) = (Grader().report(level), level.zombiesMayMove)
    for limit in [0, 1, states / 2, states - 1, states, states + 1] {
      let isEnough = limit >= states
      let error = "\(ExplorationError.tooManyStates(limit: limit))"
      expectEqual(
        thrown { _ = try StateGraph(level, stateLimit: limit) }, isEnough ? "no error" : error)
      // Distinguishing the zombies gives more states than the graph has, but less than twice as many.
      if !isEnough, mayMove {
        expectEqual(thrown { _ = try Reach(level, stateLimit: limit) }, error)
      }
      var report = Grader(Solver(), stateLimit: limit).report(level)
      expectEqual(report.stateLimit, limit)
      report.stateLimit = whole.stateLimit
      let told = "\(limit) of \(states)"
      if isEnough, !code.contains("#3/#4") { expectEqual(report, whole, told) }
      expect((report.longestForcedRun != nil) == (isEnough && whole.par != nil), told)
      expect(
        (report.randomWinProbability != nil) == isEnough
          && (report.trapDepth != nil) == (isEnough && whole.par != nil))
      expect(
        (report.erringWinProbability != nil) == isEnough
          && (report.movesAway != nil) == (isEnough && whole.par != nil))
      expect((report.lostSquares != nil) == (isEnough || !mayMove), told)
      expect(report.solved == whole.solved && report.excessMoves == whole.excessMoves, told)
      let isGraded = whole.par != nil && (isEnough || !mayMove)
      expectEqual(
        Grader(Solver(), stateLimit: limit).report(level, .grade).grade != nil, isGraded, told)
      if let small = SmallLevel(level), mayMove {
        expectEqual(Grader(stateLimit: limit).grade(small).verdict == .gaveUp, !isEnough, told)
      }
      guard limit > 0 else { continue }
      // A level is solved from the graph of its states only if the solver would not give up.
      let solved = Solver(stateLimit: limit).solve(level)
      for graphLimit in [states - 1, states] {
        let grader = Grader(Solver(stateLimit: limit), stateLimit: graphLimit)
        let report = grader.report(level)
        expectEqual(report.solved, solved, told)
        expect(report.everyThingMatters == nil || solved.verdict != .gaveUp, told)
        let grade = grader.report(level, .grade)
        expect(grade.points == report.points && grade.par == solved.par, told)
        expectEqual(grader.report(level, .solution).solved, solved, told)
        let things = grader.report(level, .thingsThatMatter)
        expectEqual(things.levelOfThingsThatMatter, report.levelOfThingsThatMatter, told)
      }
    }
    try expectEqual(Reach(level, stateLimit: 2 * states), Reach(level))
  }

  @Test("Many things, many solutions, and long rows")
  func extremes() throws {
    // The largest number of things that is checked, and one more.
    for (blocks, isKnown) in [(ThingsThatMatter.limit, true), (ThingsThatMatter.limit + 1, false)] {
      let crowd = try Level("P\(String(repeating: "#", count: blocks))1/S\(blocks + 1)")
      expectEqual(Grader().report(crowd).everyThingMatters != nil, isKnown)
    }
    // A solution that returns to a square counts there once.
    let returning = try Level("S2#2/1Z#3/1#4/4#1/6/3#1P+lit")
    let counts = try ShortestPathCounts(returning)
    let count = try require(returning.solution).shortestCount
    expect(counts.total == 132 && count == 132 && counts.counts.max() == 132)
    expect(counts[returning.start] == 132 && counts[returning.signpost] == 132)
    // More solutions than a 64-bit integer can count.
    let open = "S39" + String(repeating: "/40", count: 38) + "/39P"
    let many = try ShortestPathCounts(Level(open))
    expect(many.total > 2.7e22 && many.total < 2.8e22 && many[Square(row: 0, column: 39)] == 1)
    // Leaving a long row takes about the square of its length.
    for length in [10, 30] {
      let values = RandomChain(try StateGraph(Level("S\(length)P"))).values(moveLimit: nil)
      let mean = Double((length + 1) * (length + 1))
      expect(
        abs(values.meanMoves / mean - 1) <= values.errorBound
          && abs(values.won - 1) <= values.errorBound)
      expect(values.errorBound < 1e-11)
    }
    let graph = try StateGraph(Level("S1/Z1/1P"), rules: Rules(catchingDistance: 0))
    expectEqual(
      Direction.allCases.map { graph.result(of: $0, in: 0) },
      [.state(1), .illegal, .state(2), .illegal])
    expectEqual(graph.result(of: .left, in: 1), .caught)
    let last = try require(graph.fewestMovesToWin().firstIndex(of: 1))
    expectEqual(graph.result(of: .left, in: last), .won)
  }

  // MARK: Grades and words

  /// Recorded; the points of the levels of up to 64 squares are those of the naive difficulty.
  private static let grades = """
    classic@42#7 gentle, block@1#0 gentle, flashlight@1#0 easy, flashlight@0#4 medium, flashlight@0#45 hard
    5x5z1b1f1@1#0 easy, 6x6z1b5+lit@42#7 gentle, 6x6z1b5+lit@0#123 fiendish, 5x5z1b2+lit@0#24 fiendish
    6x6z2b3+lit@0#1 hard, 8x8z1b6+lit@0#0 medium, 9x9z1b8f1@0#3 gentle, 9x9z1b8f1@0#63 hard
    """

  @Test("Points and grades never change unnoticed")
  func grades() throws {
    expectEqual(
      (-1...15).map { "\(Grade(score: $0))".prefix(1) }.joined(), "ggggeeemmmhhhffff")
    expectEqual(Grade(score: .max), .fiendish)
    expect(Grade.allCases == Grade.allCases.sorted() && Grade.gentle < .fiendish)
    func score(_ excess: Int, _ dead: Int, _ loses: Bool, _ ways: UInt64, _ luck: Luck? = nil)
      -> Int
    {
      Grade.score(
        excessMoves: excess, deadPerMille: dead, directWayLoses: loses, shortestSolutions: ways,
        luck: luck)
    }
    expectEqual([0, 2, 10].map { score($0, 0, false, 8) }, [0, 2, 10])
    expectEqual([0, 99, 100, 999, 1000].map { score(0, $0, false, 8) }, [0, 0, 1, 9, 10])
    expectEqual([1, 2, 3, 4, 7, 8, .max].map { score(0, 0, false, $0) }, [3, 2, 2, 1, 1, 0, 0])
    expectEqual(score(4, 250, true, 3), 10)
    for row in Self.grades.replacing("\n", with: ", ").split(separator: ", ") {
      let words = row.split(separator: " ")
      let level = try Level(anyForm: "\(words[0])")
      expectEqual(Grader().report(level, .grade).grade?.rawValue, "\(words[1])", "\(row)")
    }
  }

  /// With hearing, the points of a dark level count its luck.
  @Test(
    "Luck is part of the points, or said to be missing", arguments: ["4x4z2", "3x4z1f1", "3x4z1b1"])
  func luck(name: String) throws {
    let rules = NaiveRules(hearingDistance: 2)
    let family = try require(NaiveFamily(name: name))
    let (finder, grader) = (NaiveLuckFinder(family, rules), Grader(try Rules(rules)))
    for naive in sampled(finder.steps.placements, every: 3) {
      let level = try Level(naive)
      let (report, expected) = (
        grader.report(level, .grade), NaiveDifficulty(naive, rules, luck: finder)
      )
      expect(
        report.points == expected.points && !report.lacksLuck,
        "\(naive): \(report), expected \(expected)")
      let grade = grader.grade(try require(SmallLevel(level)))
      expect(grade.points == expected.points, "\(naive)")
    }
    let hand = grader.report(try Level("4P/5/2Z2/5/S4"), .grade)
    expect(hand.lacksLuck && hand.pointsInWords?.hasSuffix(" without luck") == true)
  }

  /// Checked by eye when they were recorded.
  private static let texts = """
    S#/#P: Blocks cut you off from the signpost. You cannot leave row 2, column 2, 2 squares from the signpost. \
    Blocks alone cut you off from the signpost.
    SZ1P: Zombies catch you on every path to the signpost. You cannot leave row 1, column 4, 3 squares from the \
    signpost. The zombie on row 1, column 2 catches you when you go left.
    S#3/#4/5/4P: Blocks cut you off from the signpost. You can get as far as row 1, column 3, 2 squares from the \
    signpost, and reach 17 squares in all. Blocks alone cut you off from the signpost.
    S4/5/5/3Z1/4P: Zombies catch you on every path to the signpost. You cannot leave row 5, column 5, 8 squares from \
    the signpost. The zombie on row 4, column 4 alone catches you on every way out: up and left.
    S4/3Z1/5/3Z1/4P: Zombies catch you on every path to the signpost. You cannot leave row 5, column 5, 8 squares \
    from the signpost. The zombie on row 4, column 4 alone catches you on every way out: up and left.
    S3Z/3Z#/3#1/4#/2#2/4P+lit: Zombies catch you on every path to the signpost. You can get as far as row 4, column \
    1, 3 squares from the signpost, and reach 13 squares in all. The zombie on row 2, column 4 catches you on every \
    way out: up from row 4, columns 1 to 3. Blocks shut 7 other ways out.
    1SZPZ2/4##1/#4#1/F6/6#/1#4Z/Z1#3Z/7: A zombie catches you at the start. You are caught before your first move by \
    the zombies on row 1, column 3 and row 1, column 5.
    2#1/3Z/Z1Z1/##2/Z#S#/2#P/4/1##Z: Blocks cut you off from the signpost. You cannot leave row 6, column 4, 2 \
    squares from the signpost. Blocks alone cut you off from the signpost. Zombies also catch you on 1 way that \
    leads nowhere.
    F2Z3/1S5/#6/2Z4/5P1/5#1/4Z1Z: Zombies catch you on every path to the signpost. You can get as far as row 2, \
    column 5, 3 squares from the signpost, and reach 26 squares in all. The zombie on row 1, column 4 catches you \
    when you go up or left from row 2, column 5; up from row 3, column 4; and left from row 1, column 6. The zombie \
    on row 4, column 3 catches you when you go down or left from row 3, column 4; right from row 4, column 1; up or \
    right from row 5, column 2; left from row 4, column 5; and 3 more. Zombies also catch you on 5 other ways that \
    lead nowhere. Blocks shut 2 other ways out.
    4F2/S6/5P1/3Z3/4Z2/4Z2+lit: Zombies catch you on every path to the signpost. You can get as far as row 2, column \
    6, 5 squares from the signpost, and reach 6 squares in all. The zombies on row 4, column 4 and row 5, column 5 \
    each catch you on every way out: left from rows 1 and 2, column 6; down and left from row 3, column 6; and down \
    from row 3, column 7.
    3#3/2#S#2/7/3Z3/2#1#2/3#3/6P: Zombies catch you on every path to the signpost. You can get as far as row 1, \
    column 3, 2 squares from the signpost, and reach 37 squares in all. The zombie on row 4, column 4 alone catches \
    you on every way out: down and right from row 3, column 3; down and left from row 3, column 5; right from row 4, \
    column 2; and left from row 4, column 6. Blocks shut 15 other ways out.
    3#3/2#S#2/7/3Z3/7/7/6P: Zombies catch you on every path to the signpost. You can get as far as row 1, column 3, \
    2 squares from the signpost, and reach 40 squares in all. The zombie on row 4, column 4 alone catches you on \
    every way out: down and right from row 3, column 3; down and left from row 3, column 5; right from row 4, column \
    2; left from row 4, column 6; and 5 more. Blocks shut 8 other ways out.
    6/4P1/Z1Z3/Z5/Z1Z3/1S2#1/2Z3/#2#2/4#1: Zombies catch you on every path to the signpost. You can get as far as \
    row 2, column 2, 4 squares from the signpost, and reach 23 squares in all. The zombies on row 3, column 1 and \
    row 3, column 3 each catch you when you go down from row 2, column 2. The zombie on row 5, column 3 catches you \
    when you go down from row 4, column 4 and left from row 5, column 5. The zombies on row 3, column 3 and row 5, \
    column 3 each catch you when you go left from row 4, column 4. The zombie on row 7, column 3 catches you when \
    you go left from row 7, column 5. The zombie on row 3, column 1 catches you when you go down from row 1, column \
    1 and left from row 2, column 2. The zombie on row 3, column 3 catches you when you go down from row 1, column \
    3; right from row 2, column 2; down or left from row 2, column 4; left from row 3, column 5; and 1 more. Blocks \
    shut 6 other ways out.
    """

  @Test("How far a player comes, in words")
  func words() throws {
    var text: [String] = []
    for row in Self.texts.split(separator: "\n") where row.contains(": ") {
      let code = String(row.prefix { $0 != ":" })
      let level = try Level(code)
      let reach = try Reach(level)
      let sentences = ReachText.sentences(reach, in: level).joined(separator: " ")
      text.append("\(code): \(ReachText.caption(reach, in: level)) \(sentences)")
    }
    expectEqual(text.joined(separator: "\n"), Self.texts)
  }

  @Test("Squares are listed in few words, each of them once, and the rest is counted")
  func squareNames() throws {
    var random = NaiveRandom(seed: 7)
    for _ in 0..<cases(60, long: 10_000) {
      let size = try RoomSize(rows: 1 + random.below(6), columns: 2 + random.below(6))
      let squares = (0..<size.squareCount).filter { _ in random.below(3) > 0 }.map {
        size.square(at: $0)
      }
      let most = 1 + random.below(8)
      let names = SquareNames(squares, in: size, atMost: most)
      let told = try names.names.flatMap(Self.squares)
      expect(Set(told).count == told.count && Set(told).isSubset(of: squares), "\(names)")
      expectEqual(names.rest, squares.count - told.count, "\(names)")
      expect(names.rest == 0 || names.names.count == most, "\(names)")
      expectEqual(names.text.hasSuffix("more squares"), (names.rest > 1), "\(names.text)")
    }
    // By hand: the larger of two rectangles, the wide one of equal ones, and a diagonal only if it is longer.
    for row in Self.namedSquares.split(separator: "\n") {
      let parts = row.split(separator: ": ")
      let rows = parts[0].split(separator: "/")
      let size = try RoomSize(rows: rows.count, columns: rows[0].count)
      let all = zip(0..., rows.joined()).filter { $0.1 == "#" }.map { size.square(at: $0.0) }
      expectEqual(SquareNames(all, in: size, atMost: 9).text, "\(parts[1])", "\(parts[0])")
    }
  }

  private static let namedSquares = """
    ###/##./##.: rows 1 to 3, columns 1 and 2; and row 1, column 3
    ##./##./###: rows 1 to 3, columns 1 and 2; and row 3, column 3
    ###/.#./..#: row 1, columns 1 to 3; row 2, column 2; and row 3, column 3
    #../.#./..#: the diagonal from row 1, column 1 to row 3, column 3
    ..#/.#./#..: the diagonal from row 1, column 3 to row 3, column 1
    #.../.#.#/..#./.#.#: the diagonal from row 1, column 1 to row 4, column 4; row 2, column 4; and row 4, column 2
    ##/##: rows 1 and 2, columns 1 and 2
    #./.#: row 1, column 1 and row 2, column 2
    """

  /// The squares that a name means.
  private static func squares(_ name: String) throws -> [Square] {
    func numbers(_ text: some StringProtocol) -> [Int] {
      text.split { !$0.isNumber }.compactMap { Int($0) }.map { $0 - 1 }
    }
    if name.hasPrefix("the diagonal") {
      let ends = numbers(name)
      try require(ends.count == 4 && ends[2] >= ends[0] + 2)
      let sign = (ends[3] - ends[1]).signum()
      try require(ends[3] == ends[1] + sign * (ends[2] - ends[0]))
      return (0...ends[2] - ends[0]).map { Square(row: ends[0] + $0, column: ends[1] + sign * $0) }
    }
    func range(_ noun: String) throws -> ClosedRange<Int> {
      let ends = numbers(try require(name.split(separator: ", ").first { $0.hasPrefix(noun) }))
      return ends[0]...ends[ends.count - 1]
    }
    let columns = try range("column")
    return try range("row").flatMap { row in columns.map { Square(row: row, column: $0) } }
  }
}
