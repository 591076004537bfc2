import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesPolicies

/// The luck that dark levels need, and the levels that reasoning alone wins, against plain
/// recursions: only here are these fractions compared.
@Suite struct LuckTests {
  private static func check(_ name: String, _ rules: NaiveRules, every step: Int) throws -> String?
  {
    let family = try require(NaiveFamily(name: name))
    let naive = NaiveLuckFinder(family, rules)
    for prior in [NaivePrior.all, .solvable] {
      let finder = try LuckFinder(
        Family(family), rules: Rules(rules), amongSolvable: prior == .solvable)
      let possible = naive.possible(prior)
      for place in naive.possible(.solvable) where place % step == 0 {
        let level = try Level(naive.steps.placements[place])
        guard let luck = try finder.luck(of: level) else { return "\(level.code): gave up" }
        let plain = naive.luck(of: place, prior)
        let isSame =
          UInt128(luck.numerator) == plain.numerator
          && UInt128(luck.denominator) == plain.denominator
          && luck.riskySteps == plain.uncertainSteps
        if !isSame { return "\(level.code) under \(rules), \(prior): \(luck), naively \(plain)" }
        let reasoned = naiveNoGuess(place, naive.steps, possible: possible)
        if try finder.isWonByReasoning(level) != reasoned || luck.isCertain != reasoned {
          return "\(level.code) under \(rules), \(prior): reasoning \(reasoned), \(luck)"
        }
      }
    }
    return nil
  }

  @Test(
    arguments: ["3x4z2f1", "3x4z1b1f1", "4x4z2", "2x7z1", "1x9z1", "9x1b1f1"]
      + (isLong
        ? [
          "4x4z2f1", "3x5z1b1f1", "4x4z1b2", "classic", "block", "flashlight", "5x4z2b1", "4x6z1b1",
          "6x4z1f1",
        ] : []))
  func luckIsThatOfThePlainRecursion(name: String) throws {
    let distances = isLong ? [0, 1, 2, 3, 4] : [0, 2, 3]
    let failure = try firstFailure(of: distances) { distance in
      try firstFailure(of: isLong ? [1, 0] : [1]) { catching in
        try Self.check(
          name, NaiveRules(catchingDistance: catching, hearingDistance: distance),
          every: isLong ? 1 : 5)
      }
    }
    expectNil(failure)
  }

  /// The levels that `generate --no-guess` keeps are those that a plain reasoner wins: 10,000 drawn
  /// levels in the longer form.
  @Test func keptLevelsAreWonByAPlainReasoner() throws {
    let names =
      isLong ? ["classic", "block", "5x5z3", "5x5z2b1", "6x4z2"] : ["4x4z2", "4x4z1b1"]
    let rules = NaiveRules(hearingDistance: 2)
    var kept = 0
    let failure = try firstFailure(of: names) { name -> String? in
      let family = NaiveFamily(try Family(name))
      let steps = NaiveSteps(family, rules)
      let possible = Array(steps.placements.indices)
      let places = Dictionary(
        zip(steps.placements.map(\.code), possible), uniquingKeysWith: { first, _ in first })
      let finder = try LuckFinder(Family(name), rules: Rules(rules))
      let levels = LevelGenerator(try Family(name), seed: 11, rules: try Rules(rules))
      var known: [String: Bool] = [:]
      for level in levels.prefix(cases(60, long: 2000)) {
        let place = try require(places[level.code])
        let reasoned =
          known[level.code] ?? naiveNoGuess(place, steps, possible: possible)
        known[level.code] = reasoned
        kept += reasoned ? 1 : 0
        if try finder.isWonByReasoning(level) != reasoned { return level.code }
      }
      return nil
    }
    expect(failure == nil && kept > 0)
    tell(kept, "levels won by reasoning")
  }

  /// How many solvable levels of some families reasoning alone wins at hearing distance 2: if possible is
  /// whatever the placement rule allows, and if the player knows that the level is solvable.
  @Test(arguments: counts.prefix(isLong ? counts.count : 4))
  func countsOfLevelsWonByReasoning(name: String, all: Int, solvable: Int) throws {
    let family = try Family(name)
    let rules = try Rules(hearingDistance: 2)
    let levels = Placements(family).filter(\.isSolvable)
    let found = try [false, true].map { amongSolvable in
      let finder = try LuckFinder(family, rules: rules, amongSolvable: amongSolvable)
      return try levels.count { try finder.isWonByReasoning($0) }
    }
    expectEqual(found, [all, solvable], "\(name) of \(levels.count)")
  }

  private static let counts: [(name: String, all: Int, solvable: Int)] = [
    ("classic", 50, 54), ("block", 228, 230), ("flashlight", 0, 0), ("5x5z1", 13, 13),
    ("6x6z1", 24, 24), ("6x6z2", 225, 227), ("5x5z3", 66, 102), ("5x5z2b1", 737, 819),
    ("6x6z3", 917, 1040),
    ("6x6z2b1", 5894, 6008), ("6x6z1b2", 9526, 9584), ("6x6z1f1", 0, 0), ("6x6z2f1", 0, 0),
    ("7x7z2", 606, 608), ("7x7z3", 5248, 5459), ("8x8z2", 1251, 1253),
  ]

  @Test func otherLevelsHaveNoLuck() throws {
    let finder = try LuckFinder(.classic, rules: Rules(hearingDistance: 2))
    for code in ["S4/5/2Z2/5/4P", "S4/5/2ZZ1/5/4P+lit", "S5/6/2ZZ2/6/5P"] {
      try expectNil(finder.luck(of: Level(code)))
      try expect(!finder.isWonByReasoning(Level(code)))
    }
    try expectNil(
      LuckFinder(Family("5x5z2+lit"), rules: .standard).luck(of: Level("S4/5/2ZZ1/5/4P+lit")))
    #expect(throws: PlanError.self) { try LuckFinder(Family("9x9z1")) }
    #expect(throws: PlanError.self) { try LuckFinder(Family("8x8z5")) }
  }

  /// Fractions stay exact while they fit, and are rounded down afterwards.
  @Test func fractionsAreRoundedDown() {
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
      expect(former.isBetter(than: luck) && !luck.isBetter(than: former))
    }
    expectEqual(luck.riskySteps, 40)
  }
}
