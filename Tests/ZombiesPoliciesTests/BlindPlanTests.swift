import Foundation
import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// The best blind play: its value against plain expectimax and against a proof, and its play
/// against its value.
@Suite struct BlindPlanTests {
  /// Dark families of 3×3, 3×4, 4×3 and 4×4 with up to three things that have placements.
  private static let families = [(3, 3), (3, 4), (4, 3), (4, 4), (2, 5), (1, 7)].flatMap {
    NaiveFamily.all(rows: $0.0, columns: $0.1, maxThings: 3)
  }.filter { !$0.lit && $0.placementCount > 0 }

  static let rules: [NaiveRules] = [
    NaiveRules(), NaiveRules(catchingDistance: 0), NaiveRules(chase: .vertical, speed: 2),
    NaiveRules(catchingDistance: 0, chase: .horizontal, speed: 3),
  ]

  @Test(arguments: rules)
  func valuesAreThoseOfExpectimax(rules: NaiveRules) throws {
    // Under the default rules all families with fewer than three things in the largest room. Under
    // other rules, every other family of fewer than three things, and in the longer form all.
    let turn = Self.rules.firstIndex(of: rules) ?? 0
    let families = Self.families.enumerated().filter { number, family in
      let isSmall = family.zombies + family.blocks + family.flashlights < 3
      return isLong
        || (rules == .standard
          ? isSmall || family.rows * family.columns < 16 : isSmall && (number + turn) % 2 == 0)
    }.map(\.element)
    let failure = try firstFailure(of: families) { family in
      let plan = try BlindPlan(Family(family), rules: Rules(rules))
      let wins = NaiveExpectimax(family, rules).wins()
      return plan.wins == UInt64(wins) ? nil : "\(family): \(plan.wins) instead of \(wins)"
    }
    expectNil(failure)
  }

  /// Played on every placement, the plan wins exactly as many as it says, and only solvable ones.
  @Test(
    arguments: ["classic", "3x4z1b1f1", "2x6z1"]
      + (isLong ? ["4x4z1b1f1", "block", "flashlight", "4x5z2b1", "3x6z1b2f1", "5x4z1f2"] : []))
  func playWinsWhatThePlanSays(name: String) throws {
    let family = try Family(name)
    for rules in [Rules.standard, try Rules(catchingDistance: 0)] {
      let plan = try BlindPlan(family, rules: rules)
      let player = try BlindPlayer(family, rules: rules)
      let search = Solver(rules: rules)
      var (wins, solvable) = (UInt64(0), UInt64(0))
      let failure = try firstFailure(of: Placements(family)) { level -> String? in
        guard let small = SmallLevel(level) else { return "\(level.code): too large" }
        let isSolvable = search.decide(level).verdict == .solvable
        solvable += isSolvable ? 1 : 0
        let outcome = try Self.play(player, small, rules)
        wins += outcome == .won ? 1 : 0
        return outcome == .won && !isSolvable ? "\(level.code): won, and not solvable" : nil
      }
      expectNil(failure)
      expect(wins == plan.wins && wins <= solvable, "\(rules)")
      if rules.catchingDistance == 0, family.flashlights == 0 { expectEqual(wins, solvable) }
    }
  }

  private static func play(
    _ player: BlindPlayer, _ level: SmallLevel, _ rules: Rules
  ) throws -> Outcome? {
    var player = player
    var round = SmallRound(level, rules: rules)
    while round.outcome == nil, round.moves < 1000 {
      let move = try player.choose(Sight(SmallSight(round)))
      guard round.legalMoves.contains(move) else { return nil }
      round.move(move)
    }
    return round.outcome
  }

  /// The best value for any blind player. `edge` reaches it on classic.
  @Test func valuesOfThePresets() throws {
    try expectEqual(BlindPlan(.classic).wins, 36)
    try expectEqual(BlindPlan(.block).wins, 159)
    try expectEqual(BlindPlan(.flashlight).wins, 96)
  }

  /// In an open dark room at catching distance 1, with at least two rows and columns, no blind
  /// player beats `edge`.
  ///
  /// Such a player sees nothing until caught, and so follows a fixed path. It wins if no zombie is
  /// in the path's closed neighbourhood N (the path and all squares next to it). N has at least
  /// 2(R + C) − 4 squares. Let layer d be the squares d steps from the signpost. Layers 0 and
  /// R + C − 2 are the corners, both in N. Any layer d between them has two squares in N. The last
  /// square of the path on layer d + 1 may have two neighbours on layer d, and both are in N.
  /// Otherwise it is on the top row or in the left column, and the path continues along that edge,
  /// to t on layer d. Let u be a square of the path on layer d − 1. It may have two neighbours on
  /// layer d. Otherwise it is on the bottom row or in the right column, and its one neighbour on
  /// layer d is there too, and is not t. That makes 2(R + C − 3) + 2. `edge` goes up the right
  /// column and left along the top row: R + C − 1 squares, with R + C − 3 next to them, which makes
  /// 2(R + C) − 4.
  @Test func nobodyBeatsEdgeInAnOpenDarkRoom() throws {
    let most = isLong ? 6 : 4
    for rows in 2...most {
      for columns in rows...most {
        let least = 2 * (rows + columns) - 4
        expectEqual(Self.leastClosedNeighbourhood(rows, columns), least, "\(rows)×\(columns)")
        for zombies in 1...2 {
          let size = try RoomSize(rows: rows, columns: columns)
          let family = try Family(size: size, zombies: zombies)
          guard family.placementCount ?? 0 > 0 else { continue }
          let free = rows * columns - least
          let wins = zombies == 1 ? free : free * (free - 1) / 2
          try expectEqual(BlindPlan(family).wins, UInt64(wins), "\(family)")
        }
      }
    }
  }

  /// The fewest squares that are on or next to a path from corner to corner, by brute force: a
  /// search over the sets of squares that are on or next to the beginning of a path.
  private static func leastClosedNeighbourhood(_ rows: Int, _ columns: Int) -> Int {
    let count = rows * columns
    func around(_ square: Int) -> UInt64 {
      let (row, column) = (square / columns, square % columns)
      var set: UInt64 = 1 << square
      if row > 0 { set |= 1 << (square - columns) }
      if row < rows - 1 { set |= 1 << (square + columns) }
      if column > 0 { set |= 1 << (square - 1) }
      if column < columns - 1 { set |= 1 << (square + 1) }
      return set
    }
    struct Beginning: Hashable {
      let square: Int
      let near: UInt64
    }
    var best = Int.max
    var seen: Set<Beginning> = []
    var open = [Beginning(square: count - 1, near: around(count - 1))]
    // A path with more squares next to it than `edge` has is not followed.
    let bound = 2 * (rows + columns) - 4
    while let beginning = open.popLast() {
      if beginning.square == 0 {
        best = min(best, beginning.near.nonzeroBitCount)
        continue
      }
      for next in 0..<count
      where next != beginning.square && around(beginning.square) >> next & 1 == 1 {
        let near = beginning.near | around(next)
        let more = Beginning(square: next, near: near)
        if near.nonzeroBitCount <= bound, seen.insert(more).inserted { open.append(more) }
      }
    }
    return best
  }

  /// A plan says nothing about other families, and its player does not guess.
  @Test func aPlanIsForItsFamilyAlone() throws {
    let family = try Family("5x5z1b1")
    let player = try BlindPlayer(family, rules: .standard)
    let others = ["5x5z1b3", "5x5b4", "5x5b6"]
    var strangers = 0
    for name in others {
      let levels = LevelGenerator(try Family(name), seed: 1, selection: .any)
      for index in 0..<12 as Range<UInt64> {
        let level = try levels.level(at: index)
        let small = try require(SmallLevel(level))
        do throws(PolicyError) {
          var (player, round) = (player, SmallRound(small, rules: .standard))
          while round.outcome == nil, round.moves < 100 {
            _ = try round.move(by: &player, of: .optimal)
          }
        } catch {
          expectEqual(error, .otherPlan(family), "\(level.code)")
          strangers += 1
        }
      }
    }
    // Some of these levels show more than one block, and the plan has no such belief.
    expect(strangers > 5)
  }

  @Test func aLevelsFamilyIsWhatStandsInIt() throws {
    for name in ["classic", "flashlight", "4x7z2b2+lit", "1x2", "9x9z2b10f1"] {
      let family = try Family(name)
      try expectEqual(
        Family(of: try LevelGenerator(family, seed: 3, selection: .any).level(at: 1)), family)
    }
    for code in ["S3/4/P3", "4S/5/5/4P", "S4/5/4Z/4P", "SZ3/5/5/4P", "S3P/5"] {
      let level = try Level(code)
      expectNil(Family(of: level))
    }
  }

  @Test func whatIsTooMuchIsRefusedBefore() throws {
    let size = try RoomSize(rows: 8, columns: 8)
    let large = try Family(size: size, zombies: 2, blocks: 4)
    #expect(throws: PlanError.tooManyBeliefs(family: large, limit: 1000)) {
      try BlindPlan(large, beliefLimit: 1000)
    }
    expect(!BlindPlan.isWithin(1000, large))
    // The least limit that suffices, and one less: the check beforehand agrees with the planning.
    for (name, rules) in [
      ("classic", Rules.standard), ("block", .standard), ("flashlight", .standard),
      ("4x4z1b1f1", try Rules(catchingDistance: 0)),
    ] {
      let family = try Family(name)
      var (less, enough) = (0, 1 << 24)
      while enough - less > 1 {
        let middle = (less + enough) / 2
        if BlindPlan.isWithin(middle, family, rules: rules) {
          enough = middle
        } else {
          less = middle
        }
      }
      let plan = try BlindPlan(family, rules: rules, beliefLimit: enough)
      expect(plan.beliefCount > 1 && plan.beliefCount <= enough, "\(name): \(enough)")
      #expect(throws: PlanError.tooManyBeliefs(family: family, limit: less)) {
        try BlindPlan(family, rules: rules, beliefLimit: less)
      }
      try expectEqual(BlindPlan(family, rules: rules).wins, plan.wins)
    }
    // Blocks almost anywhere: the ways in which they may be found are far more than the beliefs.
    try expect(BlindPlan.isWithin(BlindPlan.defaultBeliefLimit, Family("6x6z1b3")))
    try expect(!BlindPlan.isWithin(BlindPlan.defaultBeliefLimit, Family("6x6z1b4")))
    // As many things as squares.
    for name in ["3x3z3", "3x3b3", "3x3z1b1f1", "1x7b3"] {
      #expect(throws: Never.self) { try BlindPlan(Family(name)) }
    }
    let side = try RoomSize(rows: 9, columns: 8)
    let wide = try Family(size: side)
    #expect(throws: PlanError.tooLarge(squares: 72, limit: 64)) { try BlindPlan(wide) }
    let full = try Family("3x3z4")
    #expect(throws: PlanError.tooManyThings(things: 4, squares: 3)) { try BlindPlan(full) }
  }

  /// In a corridor of N squares four are known to be empty, and each step shows one of the others:
  /// N - 3 sets of seen squares. The block of 1×7 is not yet found, or is on one of three squares.
  @Test(arguments: [("1x7", 4), ("7x1", 4), ("1x64", 61), ("64x1", 61), ("1x7b1", 16)])
  func theBoundOfACorridorIsExact(name: String, count: Int) throws {
    let family = try Family(name)
    expect(BlindPlan.isWithin(count, family) && !BlindPlan.isWithin(count - 1, family))
    #expect(throws: Never.self) { try BlindPlan(family, beliefLimit: count) }
  }

  /// In a lit room the player sees everything, so every solvable level is won. Of the dark
  /// placements 6 are won, of the lit ones none.
  @Test func aLitFamilyIsWonWhereItIsSolvable() throws {
    try expectEqual(BlindPlan(Family("4x5z1")).wins, 6)
    try expectEqual(BlindPlan(Family("4x5z1+lit")).wins, 0)
    let failure = try firstFailure(of: ["4x4z1b2+lit", "4x5z1b1+lit", "3x4b2+lit", "2x3+lit"]) {
      name in
      let family = try Family(name)
      let solvable = Placements(family).count { $0.isSolvable }
      let wins = try BlindPlan(family).wins
      return wins == UInt64(solvable) ? nil : "\(name): \(wins), and \(solvable) solvable"
    }
    expectNil(failure)
    let family = try Family("4x5z1+lit")
    expect(BlindPlan.isWithin(14, family) && !BlindPlan.isWithin(13, family))
    #expect(throws: PlanError.tooManyBeliefs(family: family, limit: 13)) {
      try BlindPlan(family, beliefLimit: 13)
    }
  }

  /// `clairvoyant` has another error, which a higher limit fixes.
  @Test func inALightThatIsNotSolvedOptimalHasAnErrorOfItsOwn() throws {
    let level = try Level("S5/6/2Z3/1Z4/6/5P+lit")
    var player = try BlindPlayer(Family("6x6z2+lit"), rules: .standard, stateLimit: 3)
    let round = SmallRound(try require(SmallLevel(level)), rules: .standard)
    let error = PolicyError.noPlan(.gaveUp(level))
    #expect(throws: error) { try player.choose(Sight(SmallSight(round))) }
    expectEqual(error.description, "optimal cannot play: the solver gave up on \(level.code)")
  }
}
