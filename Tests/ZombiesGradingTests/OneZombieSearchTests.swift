import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// The search for one zombie against the graph of all states: only here do its tables stay from
/// level to level.
@Suite struct OneZombieSearchTests {
  /// The first fault of the search's results for a level, or nil.
  static func complaint(
    _ naive: NaiveLevel, _ rules: Rules, _ searches: inout [RoomSize: OneZombieSearch]
  ) throws -> String? {
    let level = try require(SmallLevel(try Level(naive)))
    let known = searches[level.room.size]
    let search = try require(known ?? OneZombieSearch(room: level.room, rules: rules))
    searches[level.room.size] = search
    guard search.canExplore(level) else {
      return naive.lit && naive.zombies.count == 1 ? "\(naive): refused" : nil
    }
    let graph = try StateGraph(level, rules: rules)
    let (par, count) = graph.shortestPaths
    let winning = graph.movesToWin.count { $0 > 0 }
    let found = search.explore(level)
    let isSame =
      found.par == par && found.shortestCount == count && found.states == graph.count
      && found.winningStates == winning
    let expected = "\(par.map { "\($0)" } ?? "none") \(count) \(graph.count) \(winning)"
    return isSame ? nil : "\(naive) \(rules): \(found), expected \(expected)"
  }

  private static let slowRules = NaiveRules.variants.filter { $0.speed == 1 }

  @Test(arguments: ["3x3z1+lit", "2x4z1b1+lit", "4x2z1b2+lit", "1x6z1+lit", "3x2z1f1"])
  func everyLevelOfSmallRooms(name: String) throws {
    let levels = try naiveLevels(name, 40)
    for rules in Self.slowRules {
      let rules = try Rules(rules)
      var searches: [RoomSize: OneZombieSearch] = [:]
      try expectNil(firstFailure(of: levels) { try Self.complaint($0, rules, &searches) })
    }
  }

  /// One search handles all levels of a room, and rooms of up to 64 squares.
  @Test func randomLevels() throws {
    let seed: UInt64 = 4
    var random = NaiveRandom(seed: seed)
    for (turn, rules) in Self.slowRules.enumerated() {
      let rules = try Rules(rules)
      var searches: [RoomSize: OneZombieSearch] = [:]
      for (rows, columns) in [(8, 8), (5, 7), (2, 32), (6, 6), (64, 1)] {
        for blocks in 0..<6 where isLong || (blocks + turn) % 6 == 0 {
          let squares = random.choose(3 + 2 * blocks, of: Array(0..<rows * columns))
          let level = NaiveLevel(
            rows: rows, columns: columns, start: squares[0], signpost: squares[1],
            zombies: [squares[2]], blocks: Array(squares[3...]), lit: true)
          try expectNil(Self.complaint(level, rules, &searches), "seed \(seed)")
        }
      }
    }
  }

  @Test func fastZombiesAreNotSearched() throws {
    let level = try require(SmallLevel(try Level("SP")))
    let rules = try Rules(zombieSpeed: 2)
    expectNil(OneZombieSearch(room: level.room, rules: rules))
  }
}
