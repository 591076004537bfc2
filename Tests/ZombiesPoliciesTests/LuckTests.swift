import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

// Luck.multiplied is internal; no level of a small family reaches the fractions that are rounded.
@testable import ZombiesPolicies

/// The luck that dark levels need, and the levels that reasoning alone wins, against plain recursions.
@Suite struct LuckTests {
  @Test(
    "Luck and reasoning are those of the plain recursions",
    arguments: ["3x4z2f1", "3x4z1b1f1", "4x4z2", "2x7z1", "1x9z1", "9x1b1f1", "4x4z1b1"]
      + (isLong
        ? [
          "4x4z2f1", "3x5z1b1f1", "4x4z1b2", "classic", "block", "flashlight", "5x4z2b1", "4x6z1b1",
          "6x4z1f1",
        ] : []))
  func plainRecursion(name: String) throws {
    let family = try require(NaiveFamily(name: name))
    for (hearing, catching) in [(0, 1), (2, 1), (3, 1), (2, 0)]
      + (isLong ? [(1, 1), (4, 1), (0, 0)] : [])
    {
      let rules = NaiveRules(catchingDistance: catching, hearingDistance: hearing)
      let naive = NaiveLuckFinder(family, rules)
      let finder = try LuckFinder(Family(family), rules: Rules(rules))
      let possible = Array(naive.steps.placements.indices)
      var won = 0
      for place in possible {
        let reasoned = naiveNoGuess(place, naive.steps, possible: possible)
        won += reasoned ? 1 : 0
        guard isLong || place % 5 == 0, naiveSolve(naive.steps.placements[place], rules).solvable
        else { continue }
        let level = try Level(naive.steps.placements[place])
        let (luck, plain) = (finder.luck(of: level), naive.luck(of: place))
        let isSame =
          luck.map { UInt128($0.numerator) } == plain.numerator
          && luck.map { UInt128($0.denominator) } == plain.denominator
          && luck?.riskySteps == plain.uncertainSteps && luck?.isCertain == reasoned
        let told = "\(level.code) \(rules): \(luck as Luck?), naively \(plain)"
        try require(isSame && finder.isWonByReasoning(level) == reasoned, told)
      }
      expectEqual(finder.winsByReasoning(), won, "\(rules)")
    }
  }

  /// How many levels reasoning alone wins at hearing distance 2. The plain recursion confirms the presets in the longer
  /// form.
  private static let counts = """
    classic 50, block 228, 5x5z1 13, 6x6z1 24
    """
  private static let longCounts = """
    , flashlight 0, 6x6z2 225, 5x5z3 66, 5x5z2b1 737, 6x6z3 917, 6x6z2b1 5894, 6x6z1b2 9526, 6x6z1f1 0, 6x6z2f1 0
    , 7x7z2 606, 7x7z3 5248, 8x8z2 1251
    """

  @Test("Counts of levels won by reasoning, levels without luck, and limits")
  func countsAndLimits() throws {
    let rules = try Rules(hearingDistance: 2)
    for row in (Self.counts + (isLong ? Self.longCounts : "")).replacing("\n", with: "").split(
      separator: ", ")
    {
      let words = row.split(separator: " ")
      let family = try Family("\(words[0])")
      try expectEqual(
        "\(LuckFinder(family, rules: rules).winsByReasoning())", "\(words[1])", "\(row)")
    }
    let finder = try LuckFinder(.classic, rules: rules)
    for code in ["S4/5/2Z2/5/4P", "S4/5/2ZZ1/5/4P+lit", "S5/6/2ZZ2/6/5P"] {
      try expectNil(finder.luck(of: Level(code)))
      try expect(!finder.isWonByReasoning(Level(code)))
    }
    let risky = try Level("S4/5/2ZZ1/5/4P")
    expect(finder.luck(of: risky, stateLimit: 0) == nil && finder.luck(of: risky) != nil)
    let lit = try LuckFinder(Family("5x5z2+lit"), rules: .standard)
    try expectNil(lit.luck(of: Level("S4/5/2ZZ1/5/4P+lit")))
    let tooLarge = "the best blind play is computed only for rooms of up to 64 squares, not 81"
    expectEqual(thrown { _ = try LuckFinder(Family("9x9z1")) }, tooLarge)
    expectEqual(
      thrown { _ = try LuckFinder(Family("8x8z5")) },
      "8x8z5 has more than 2000000 placements; its best blind play needs a smaller room or fewer things"
    )
  }

  @Test("Fractions stay exact while they fit, and are rounded down afterwards")
  func fractions() {
    var luck = Luck.certain
    for _ in 0..<3 { luck = luck.multiplied(by: 2, of: 6) }
    expectEqual(luck, Luck(1, over: 27, riskySteps: 3))
    var value = 1.0
    for number in 1...40 {
      let (one, other) = (1_000_003 + number, 1_000_003 + 3 * number)
      luck = number == 1 ? .certain : luck
      let former = luck
      luck = luck.multiplied(by: one, of: other)
      value *= Double(one) / Double(other)
      expect(luck.value <= value * (1 + 1e-12) && luck.value > value * 0.99)
      expect(luck < former)
    }
    expectEqual(luck.riskySteps, 40)
    for (numerator, denominator, tenths, percent) in [
      (0, 1, 10, 0), (1, 1, 0, 100), (9, 10, 1, 90), (91, 100, 0, 91), (1, 3, 6, 33), (2, 3, 3, 66),
    ] as [(UInt64, UInt64, Int, Int)] {
      let luck = Luck(numerator, over: denominator, riskySteps: 1)
      expect(luck.missingTenths == tenths && luck.percent == percent, "\(luck)")
      expect(
        Luck(numerator, over: denominator, riskySteps: 2) < luck && luck <= luck)
    }
  }
}
