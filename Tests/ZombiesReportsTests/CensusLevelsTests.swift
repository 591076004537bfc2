import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGenerator
import ZombiesGrading
import ZombiesReports
import ZombiesSimulator
import ZombiesTestBridge
import ZombiesTestSupport

/// Rows of a census that the fast writer writes differently from the table.
@Suite struct CensusLevelsTests {
  /// Every shape of a room of at most 64 squares, with things anywhere, numbers of any length, and reports
  /// of solvable and unsolvable levels.
  @Test func fastRowsAreThoseOfTheTable() throws {
    var random = NaiveRandom(seed: 33)
    let grader = Grader()
    var reports = [LevelReport()]
    for name in ["classic", "6x6z1b5+lit", "5x5z1b1f1", "4x4b2"] {
      let family = try Family(name)
      for number in stride(from: 0, to: 300, by: 30) as StrideTo<UInt64> {
        guard let level = PlacementReference(family, number: number)?.level else { continue }
        reports.append(grader.report(level, .grade))
      }
    }
    var shapes: [(Int, Int)] = []
    for rows in 1...64 {
      for columns in 1...64 where rows * columns <= 64 && rows * columns >= 2 {
        shapes.append((rows, columns))
      }
    }
    for (rows, columns) in shapes {
      for _ in 0..<cases(exactly: 1, long: 300) {
        let squares = (0..<rows * columns).shuffled(using: &random)
        let things = min(squares.count - 2, random.below(70))
        let cuts = [random.below(things + 1), random.below(things + 1)].sorted()
        let level = NaiveLevel(
          rows: rows, columns: columns, start: squares[0], signpost: squares[1],
          zombies: Array(squares.dropFirst(2).prefix(cuts[0])),
          blocks: Array(squares.dropFirst(2 + cuts[0]).prefix(cuts[1] - cuts[0])),
          flashlights: Array(squares.dropFirst(2 + cuts[1]).prefix(things - cuts[1])),
          lit: random.below(2) == 0)
        let small = try require(SmallLevel(try Level(level)))
        let numbers: [UInt64] = [0, 9, 10, 12_345, .max, UInt64(random.below(1 << 40))]
        let entry = CensusLevel(
          number: numbers[random.below(numbers.count)], small: small,
          placements: 1 + random.below(4), report: reports[random.below(reports.count)])
        // The settings are those of the census, so its room has the same shape and light.
        var family = try Family("\(rows)x\(columns)\(level.lit ? "+lit" : "")")
        if random.below(2) == 0, rows * columns >= 25, min(rows, columns) >= 3 {
          family = try Family("\(rows)x\(columns)z1b2\(level.lit ? "+lit" : "")")
        }
        let rules = try Rules(chase: .vertical, zombieSpeed: 1 + random.below(16))
        let census = try Census(family, rules: rules)
        var bytes: [UInt8] = []
        CensusLevelsCSV.writer(of: census)(entry, &bytes)
        let plain = CensusLevelsCSV.plainRow(entry, of: census).split(
          separator: ",", omittingEmptySubsequences: false)
        let fast = String(decoding: bytes, as: UTF8.self).split(
          separator: ",", omittingEmptySubsequences: false)
        // The things of the level are not those of the family here.
        expectEqual(fast.count, plain.count)
        for place in fast.indices where !(10...12).contains(place) {
          expectEqual(fast[place], plain[place], "\(level.code), column \(place)")
        }
      }
    }
  }
}
