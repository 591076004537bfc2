import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesPolicies

/// The best blind move from any knowledge, also from earlier lives, against plain expectimax. Only
/// here is the work for a plan divided, and bounded.
@Suite struct BlindAdviserTests {
  /// The knowledge after seeing some squares of a level, given by their numbers.
  private static func known(_ level: NaiveLevel, _ seen: Set<Int>) -> KnownRoom {
    func set(_ squares: [Int]) -> Bitboard {
      squares.filter(seen.contains).reduce(into: Bitboard()) { $0.insert($1) }
    }
    return KnownRoom(
      seen: seen.reduce(into: Bitboard()) { $0.insert($1) }, zombies: set(level.zombies),
      blocks: set(level.blocks), flashlights: set(level.flashlights))
  }

  /// Squares seen in earlier lives: random ones, and always those around the start.
  private static func glimpses(
    _ level: NaiveLevel, _ random: inout NaiveRandom
  ) -> Set<Int> {
    let room = NaiveRoom(level)
    let dark = random.below(4)
    return Set(
      (0..<level.squareCount).filter { square in
        room.distance(square, level.start) <= 1 || random.below(4) < dark
      })
  }

  @Test(
    arguments: ["4x4z1", "4x4z1b1", "3x5z1f1", "4x4z2", "3x4z1b1f1"]
      + (isLong ? ["5x3z2b1", "4x4z2f1"] : []))
  func movesFromAnythingKnownAreTheBest(name: String) throws {
    let family = try require(NaiveFamily(name: name))
    var levels: [NaiveLevel] = []
    family.forEachPlacement { levels.append($0) }
    for rules in [NaiveRules(), NaiveRules(catchingDistance: 0)] {
      let naive = NaiveExpectimax(family, rules)
      var random = NaiveRandom(seed: 17)
      var (lost, worth) = (0, 0)
      let failure = try firstFailure(of: 0..<cases(exactly: name == "4x4z1" ? 30 : 12, long: 2000))
      {
        _ -> String? in
        let level = random.one(of: levels)
        let seen = Self.glimpses(level, &random)
        let known = Self.known(level, seen)
        let possible = naive.placements(agreeingWith: level, on: seen)
        let adviser = try BlindAdviser(Family(family), rules: Rules(rules), from: known)
        while !adviser.work(50) {}
        guard let advice = adviser.advice(known, at: level.start) else { return "no advice" }
        let place = "\(level.code) knowing \(seen.sorted()) under \(rules): \(advice)"
        if adviser.placements(agreeingWith: known) != UInt64(possible.count) { return place }
        let wins = naive.wins(from: level.start, possible: possible)
        if let told = advice.wins, told != UInt64(wins) { return "\(place), naively \(wins)" }
        guard let move = advice.move else {
          lost += 1
          return wins == 0 ? nil : "\(place), naively \(wins)"
        }
        worth += 1
        let size = try RoomSize(rows: family.rows, columns: family.columns)
        guard let target = size.exit(from: size.bottomRight, move) else { return place }
        let after = naive.wins(afterStepTo: size.index(of: target), possible: possible)
        return wins > 0 && after == wins ? nil : "\(place): then naively \(after) of \(wins)"
      }
      expectNil(failure)
      expect(worth > 0 && (lost > 0 || rules.catchingDistance == 0))
    }
  }

  /// However the work is divided, a plan takes the same total work, and is in reach under the same
  /// limits.
  @Test func inReachOrNotHoweverItIsDivided() throws {
    for name in isLong ? ["4x4z2b1", "4x4z1f1"] : ["3x4z2b1", "3x4z1f1"] {
      let family = try Family(name)
      let level = try LevelGenerator(family, seed: 2, selection: .any).level(at: 3)
      let naive = try require(NaiveLevel(level))
      let start = Self.known(
        naive, Self.around(naive.start, in: naive))
      func work(_ limit: Int, _ slice: Int) throws -> (isDone: Bool, parts: Int) {
        let adviser = try BlindAdviser(
          family, rules: .standard, from: start, workLimit: limit)
        var parts = 1
        while !adviser.work(slice) { parts += 1 }
        expect(adviser.isDone != adviser.isOutOfReach)
        return (adviser.isDone, parts)
      }
      var (less, enough) = (0, 1 << 16)
      while enough - less > 1 {
        let middle = (less + enough) / 2
        if try work(middle, .max).isDone { enough = middle } else { less = middle }
      }
      for slice in [100, 1000, .max] {
        try expect(work(enough, slice).isDone)
        try expect(!work(less, slice).isDone)
      }
      try expect(work(enough, 100).parts > enough / 1000)
    }
  }

  private static func around(_ square: Int, in level: NaiveLevel) -> Set<Int> {
    let room = NaiveRoom(level)
    return Set((0..<level.squareCount).filter { room.distance($0, square) <= 1 })
  }

  /// Plans that take little work are made, even if the estimate of their beliefs is large. Plans
  /// that take too much are refused, some of them at once.
  @Test func theBoundIsOnTheWork() throws {
    for name in isLong ? ["4x4z2b4f1", "4x4z3b3f1"] : ["4x4z2b4f1"] {
      let family = try Family(name)
      let plan = try BlindPlan(family)
      expect(!BlindPlan.isWithin(50 * plan.beliefCount, family), "\(name)")
      let adviser = try BlindAdviser(family, rules: .standard, from: .nothing)
      expect(adviser.isDone(within: 700_000), "\(name)")
      expectEqual(adviser.advice(.nothing, at: family.size.squareCount - 1)?.wins, plan.wins)
    }
    let adviser = try BlindAdviser(Family("8x8z3b8f1"), rules: .standard, from: .nothing)
    expect(adviser.work(1000) && adviser.isOutOfReach)
    expectNil(adviser.advice(.nothing, at: 63))
    let tired = try BlindAdviser(Family("6x6z1"), rules: .standard, from: .nothing, workLimit: 9000)
    expect(!tired.work(5000) && tired.work(5000) && tired.isOutOfReach)
    // All families for which hints once refused, although a release build plans them in two
    // seconds.
    guard isLong else { return }
    for name in ["6x6z2b1", "6x6z1b1f1", "7x7z2", "6x6z1b2", "5x5z2b2f1"] {
      let adviser = try BlindAdviser(Family(name), rules: .standard, from: .nothing)
      expect(adviser.work(.max) && adviser.isDone, "\(name)")
    }
  }
}
