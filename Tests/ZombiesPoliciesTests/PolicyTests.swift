import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesTestBridge
import ZombiesTestSupport

/// The policies against the naive reference, move by move: only here do both forms of a player have
/// to make its moves in hand-made levels, mazes and rooms of any size.
@Suite struct PolicyTests {
  /// Compares everything that can play a level with the naive reference. Nil if they agree.
  static func complaint(
    _ level: NaiveLevel, _ naiveRules: NaiveRules, _ policy: NaivePolicy, maxMoves: Int
  ) throws -> String? {
    let expected = PlayedLine(naive: policy, level, naiveRules, maxMoves: maxMoves)
    let (rules, program) = (try Rules(naiveRules), try Level(level))
    let wide = try PlayedLine(wide: policy.policy, program, rules, maxMoves: maxMoves)
    let what = "\(level) \(naiveRules) \(policy)"
    guard wide == expected else { return "\(what): wide \(wide), naive \(expected)" }
    guard let small = SmallLevel(program) else { return nil }
    let line = try PlayedLine(small: policy.policy, small, rules, maxMoves: maxMoves)
    return line == expected ? nil : "\(what): small \(line), naive \(expected)"
  }

  @Test(arguments: [NaivePolicy.edge, .beeline])
  func plannersPlayHandPlacedLevelsAsTheRulesSay(policy: NaivePolicy) throws {
    var random = NaiveRandom(seed: 1)
    let failure = try firstFailure(of: 0..<cases(exactly: 300, long: 4000)) { _ in
      let level = random.level(maxRows: 8, maxColumns: 8, maxThings: 14)
      return try Self.complaint(
        level, random.rules(), policy, maxMoves: 4 * level.squareCount)
    }
    expectNil(failure)
  }

  /// Few zombies and many blocks: dead ends, detours, and rooms without a path.
  @Test(arguments: [NaivePolicy.edge, .beeline])
  func plannersFindTheirWayInMazes(policy: NaivePolicy) throws {
    var random = NaiveRandom(seed: 2)
    let failure = try firstFailure(of: 0..<cases(exactly: 240, long: 3000)) { _ in
      let (rows, columns) = (2 + random.below(7), 2 + random.below(7))
      let level = random.level(
        rows: rows, columns: columns, zombies: 2, blocks: rows * columns / 2, flashlights: 1)
      return try Self.complaint(level, random.rules(), policy, maxMoves: 100)
    }
    expectNil(failure)
  }

  /// Rooms of more than 64 squares, and of more than 64 and 128 columns.
  @Test(arguments: [NaivePolicy.edge, .beeline])
  func plannersFindTheirWayInWideRooms(policy: NaivePolicy) throws {
    var random = NaiveRandom(seed: 3)
    let sides = [
      (9, 9), (13, 7), (30, 3), (2, 65), (5, 64), (5, 70), (3, 128), (3, 130), (1, 100), (100, 1),
      (140, 2), (12, 20),
    ]
    let failure = try firstFailure(of: 0..<cases(exactly: 24, long: 240)) { number in
      let (rows, columns) = sides[number % sides.count]
      let squares = rows * columns
      let level = random.level(
        rows: rows, columns: columns, zombies: 2, blocks: squares * random.below(4) / 8,
        flashlights: 1)
      return try Self.complaint(level, random.rules(), policy, maxMoves: squares)
    }
    expectNil(failure)
  }

  /// Walls with one gap each, in which nearly all distances change again and again. The last maze
  /// has no gap in its first wall.
  @Test(arguments: [(12, 12), (9, 20), (20, 9)])
  func plannersFindTheirWayAroundWalls(rows: Int, columns: Int) throws {
    for maze in 0..<4 {
      var blocks: [Int] = []
      for row in stride(from: 1, to: rows - 1, by: 2) {
        let gap = (row / 2 + maze) % 2 == 0 ? 0 : columns - 1
        let last = row == 1 ? -1 : columns / 2
        for column in 0..<columns where column != (maze < 3 ? gap : last) {
          blocks.append(row * columns + column)
        }
      }
      let level = NaiveLevel(
        rows: rows, columns: columns, start: rows * columns - 1, signpost: 0, blocks: blocks)
      for policy in [NaivePolicy.edge, .beeline] where isLong || maze > 1 {
        let most = cases(exactly: 120, long: 4 * rows * columns)
        try expectNil(Self.complaint(level, .standard, policy, maxMoves: most))
      }
    }
  }

  @Test func clairvoyantPlaysTheSolution() throws {
    var random = NaiveRandom(seed: 4)
    let failure = try firstFailure(of: 0..<cases(exactly: 200, long: 3000)) { _ in
      let level = random.level(maxRows: 5, maxColumns: 5, maxThings: 6)
      return try Self.complaint(
        level, random.rules(), .clairvoyant, maxMoves: 4 * level.squareCount)
    }
    expectNil(failure)
  }

  @Test func clairvoyantPlaysTheSolutionOfWideRooms() throws {
    var random = NaiveRandom(seed: 5)
    let failure = try firstFailure(of: 0..<cases(exactly: 20, long: 100)) { number in
      let (rows, columns) = [(9, 8), (3, 30), (70, 1), (10, 10)][number % 4]
      let level = random.level(
        rows: rows, columns: columns, zombies: 1, blocks: rows * columns / 5, flashlights: 1)
      return try Self.complaint(level, random.rules(), .clairvoyant, maxMoves: 300)
    }
    expectNil(failure)
  }

  /// The two forms of a player, with the same key: all policies, including `random`, and limits
  /// that cut rounds short.
  /// Large rooms with blocks and zombies: in the dark, every block that comes into sight changes the way.
  @Test(arguments: ["9x9z2b12", "7x12z1b20f1", "20x20z5b60"])
  func allPoliciesPlayDenseRoomsAsTheRulesSay(name: String) throws {
    let family = try Family(name)
    let source = try LevelSource(LevelGenerator(family, seed: 6, selection: .any))
    var random = NaiveRandom(seed: 6)
    let failure = try firstFailure(of: 0..<UInt64(cases(exactly: 5, long: 60))) { index in
      let naive = try require(NaiveLevel(try source.level(at: index)))
      let rules = index % 2 == 0 ? NaiveRules.standard : random.rules()
      return try firstFailure(of: NaivePolicy.allCases) { policy in
        try Self.complaint(naive, rules, policy, maxMoves: 4 * naive.squareCount)
          .map { "\(name)+any@6#\(index): \($0)" }
      }
    }
    expectNil(failure)
  }

  @Test(arguments: Policy.withoutPlan)
  func bothFormsOfAPlayerMakeTheSameMoves(policy: Policy) throws {
    var random = NaiveRandom(seed: 7)
    let failure = try firstFailure(of: 0..<cases(exactly: 200, long: 1500)) { _ in
      let level = random.level(maxRows: 8, maxColumns: 8, maxThings: 5)
      let (program, rules) = (try Level(level), try Rules(random.rules()))
      let small = try require(SmallLevel(program))
      let key = RoundKey(seed: random.next(), trial: random.next(), round: random.below(3))
      let maxMoves = random.below(120)
      // `clairvoyant` solves the level, so it must not have too many states.
      guard policy != .clairvoyant || level.squareCount <= 36 else { return nil }
      let narrow = try PlayedLine(small: policy, small, rules, maxMoves: maxMoves, key: key)
      let wide = try PlayedLine(wide: policy, program, rules, maxMoves: maxMoves, key: key)
      return narrow == wide
        ? nil : "\(level) \(rules) \(policy) \(key): small \(narrow), wide \(wide)"
    }
    expectNil(failure)
  }
}
