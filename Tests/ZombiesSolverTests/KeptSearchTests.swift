import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

/// The search for one zombie keeps its memory between levels. Only here, without the graders, is each of its
/// findings that of a new search, and its number of paths that of the reference.
@Suite struct KeptSearchTests {
  @Test(
    "A search finds the same whatever it explored before",
    arguments: [(3, 3), (4, 4), (2, 6), (5, 3), (1, 7), (7, 1), (8, 8)])
  func levelAfterLevel(rows: Int, columns: Int) throws {
    let seed: UInt64 = 425
    var random = NaiveRandom(seed: seed)
    for (turn, variant) in NaiveRules.variants.filter({ $0.speed == 1 }).enumerated() {
      let rules = Rules(variant)
      let size = try RoomSize(rows: rows, columns: columns)
      let kept = try require(
        SmallRoom(size).flatMap { OneZombieSearch(room: $0, rules: rules) })
      for number in 0..<cases(exactly: rows * columns > 25 ? 2 : 12, long: 500) {
        let naive = random.level(
          rows: rows, columns: columns, zombies: 1, blocks: (number + turn) % 4, lit: true)
        let level = try require(SmallLevel(try Level(naive.code)))
        let found = kept.explore(level)
        let new = OneZombieSearch(room: level.room, rules: rules)?.explore(level)
        try require(found == new, "seed \(seed): \(naive) \(variant)")
        guard rows * columns <= 25 else { continue }
        let expected = naiveSolve(naive, variant)
        expect(
          found.par == expected.par && found.shortestCount == expected.shortestSolutions ?? 0,
          "seed \(seed): \(naive) \(variant)")
      }
    }
  }
}
