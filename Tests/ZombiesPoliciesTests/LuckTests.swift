import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesPolicies

/// The luck that dark levels need, and the levels that reasoning alone wins, against plain recursions.
@Suite struct LuckTests {
  private static func check(_ name: String, _ rules: NaiveRules, every step: Int) throws -> String?
  {
    let family = try #require(NaiveFamily(name: name))
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
    arguments: ["4x4z2f1", "3x5z1b1f1", "4x4z1b2", "2x7z1", "1x9z1", "9x1b1f1"]
      + (isLong ? ["classic", "block", "flashlight", "5x4z2b1", "4x6z1b1", "6x4z1f1"] : []))
  func luckIsThatOfThePlainRecursion(name: String) throws {
    let distances = isLong ? [0, 1, 2, 3, 4] : [0, 2, 3]
    let failure = try firstFailure(of: distances) { distance in
      try firstFailure(of: isLong ? [1, 0] : [1]) { catching in
        try Self.check(
          name, NaiveRules(catchingDistance: catching, hearingDistance: distance),
          every: isLong ? 1 : 7)
      }
    }
    #expect(failure == nil)
  }

  /// The placements of the presets that reasoning alone wins at hearing distance 2.
  @Test func reasoningWinsSomeLevelsOfThePresets() throws {
    let rules = try Rules(hearingDistance: 2)
    for (name, all, solvable) in [("classic", 50, 54), ("block", 228, 230)] {
      let family = try Family(name)
      for (amongSolvable, count) in [(false, all), (true, solvable)] {
        let finder = try LuckFinder(family, rules: rules, amongSolvable: amongSolvable)
        let levels = try Placements(family).filter {
          try $0.isSolvable && finder.isWonByReasoning($0)
        }
        #expect(levels.count == count)
        #expect(finder.winsByReasoning() == count)
      }
    }
  }

  /// Counting all levels at once is deciding one after another.
  @Test(arguments: ["4x4z2f1", "3x5z1b1f1", "4x4z1b2", "1x9z1", "flashlight", "5x5z3"])
  func levelsWonByReasoningAreCountedAtOnce(name: String) throws {
    let family = try Family(name)
    for distance in 0...4 {
      let finder = try LuckFinder(family, rules: Rules(hearingDistance: distance))
      let levels = try Placements(family).filter { try finder.isWonByReasoning($0) }
      #expect(finder.winsByReasoning() == levels.count, "\(distance)")
    }
  }

  @Test func otherLevelsHaveNoLuck() throws {
    let finder = try LuckFinder(.classic, rules: Rules(hearingDistance: 2))
    for code in ["S4/5/2Z2/5/4P", "S4/5/2ZZ1/5/4P+lit", "S5/6/2ZZ2/6/5P"] {
      #expect(try finder.luck(of: Level(code)) == nil)
      #expect(try !finder.isWonByReasoning(Level(code)))
    }
    #expect(
      try LuckFinder(Family("5x5z2+lit"), rules: .standard).luck(of: Level("S4/5/2ZZ1/5/4P+lit"))
        == nil)
    #expect(throws: PlanError.self) { try LuckFinder(Family("9x9z1")) }
    #expect(throws: PlanError.self) { try LuckFinder(Family("8x8z5")) }
  }

  /// Fractions stay exact while they fit, and are rounded down afterwards.
  @Test func fractionsAreRoundedDown() {
    var luck = Luck.certain
    for _ in 0..<3 { luck = luck.multiplied(by: 2, of: 6) }
    #expect(luck == Luck(1, over: 27, riskySteps: 3))
    var value = 1.0
    for number in 1...40 {
      let (one, other) = (1_000_003 + number, 1_000_003 + 3 * number)
      luck = number == 1 ? .certain : luck
      let former = luck
      luck = luck.multiplied(by: one, of: other)
      value *= Double(one) / Double(other)
      #expect(luck.value <= value * (1 + 1e-12) && luck.value > value * 0.99)
      #expect(former.isBetter(than: luck) && !luck.isBetter(than: former))
    }
    #expect(luck.riskySteps == 40)
  }
}
