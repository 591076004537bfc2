import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesTestSupport

@testable import ZombiesPolicies

/// Only here are the numbers of sets of zombies themselves compared, not just their order, and remembered
/// risks with risks that are counted for the first time.
@Suite struct HeardCountTests {
  @Test("Sets of zombies are counted as by enumeration")
  func sets() throws {
    let seed: UInt64 = 473
    var random = NaiveRandom(seed: seed)
    for number in 0..<cases(exactly: 40, long: 2000) {
      let (size, distance) = (try RoomSize(rows: 4, columns: 6), 1 + number % 3)
      let all = random.choose(24, of: Array(0..<24))
      let (places, visited) = (
        Array(all[..<(8 + number % 7)]).sorted(), all[20..<(21 + number % 3)]
      )
      let zombies = random.choose(1 + number % 4, of: places)
      func count(near square: Int, _ set: [Int]) -> Int {
        set.count { size.square(at: $0).distance(to: size.square(at: square)) <= distance }
      }
      var heard = visited.map {
        ExploredRoom.Heard(square: size.square(at: $0), zombies: count(near: $0, zombies))
      }.filter { $0.zombies > 0 }
      // More numbers than fit into a word, some of them the same.
      if number % 4 == 0 { heard = Array(repeating: heard, count: 50).flatMap { $0 } }
      let signatures = places.map { place in
        var signature = Signature()
        for (number, item) in heard.enumerated()
        where item.square.distance(to: size.square(at: place)) <= distance {
          signature.insert(number)
        }
        return signature
      }
      let without = random.choose(1 + number % 2, of: places)
      var (total, fatal): (UInt64, UInt64) = (0, 0)
      naiveForEachSubset(of: places, count: zombies.count) { set in
        guard heard.allSatisfy({ count(near: size.index(of: $0.square), set) == $0.zombies }) else {
          return
        }
        total += 1
        if !Set(set).isDisjoint(with: without) { fatal += 1 }
      }
      var work = 1 << 20
      let counted = try require(
        HeardCount(
          heard: heard, distance: distance, signatures: signatures.filter { !$0.isEmpty },
          zombies: zombies.count, hidingPlaces: places.count, isExact: true, work: &work))
      expectEqual(counted.total, Count(total), "seed \(seed), \(number)")
      let near = without.filter { count(near: $0, heard.map { size.index(of: $0.square) }) > 0 }
      guard near == without else { continue }
      let risk = counted.risk(without: without.map(size.square), &work)
      expectEqual(risk, (fatal == total ? ExploredRoom.certain : fatal), "seed \(seed), \(number)")
    }
  }

  @Test(
    "Remembered risks are those of a player that is asked for the first time",
    arguments: [(5, 120, 30, 2), (10, 60, 25, 2)])
  func remembered(rows: Int, columns: Int, zombies: Int, hearing: Int) throws {
    let family = try Family(size: RoomSize(rows: rows, columns: columns), zombies: zombies)
    let rules = try Rules(hearingDistance: hearing)
    var limits = RiskLimits()
    limits.alwaysApproximates = true
    for number in 0..<cases(exactly: 2, long: 40) {
      let level = LevelGenerator(family, seed: 482, selection: .any)[number]
      let start = RoundStart(
        .cautious, size: level.size, rules: rules, key: RoundKey(seed: 0, trial: 0),
        things: ThingCounts(of: level))
      var (player, round) = (Cautious(start, limits: limits), Round(level, rules: rules))
      var plain = ExploredRoom(start, Sight(round), limits)
      while round.outcome == nil, round.moves < 60 {
        plain.visit(Sight(round))
        var new = plain
        let (found, expected) = (player.risks(Sight(round)).choices, new.allRisks())
        try require(
          found.map(\.square) == expected.map(\.square)
            && found.map(\.risk) == expected.map(\.risk),
          "\(level.code), move \(round.moves)")
        try round.move(player.choose(Sight(round)))
      }
    }
  }
}
