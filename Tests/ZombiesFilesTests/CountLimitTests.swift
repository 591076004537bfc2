import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesFiles
import ZombiesGenerator
import ZombiesSimulator
import ZombiesTestBridge

/// Only here are rows and counts compared with their limits on both sides of each: all small numbers, and
/// the rows of large rooms, whose zombies the check does not follow.
@Suite struct CountLimitTests {
  @Test("A level of a census comes after those with smaller numbers, and only once")
  func levelsIncrease() throws {
    let rows = try (0..<12).compactMap { number -> [UInt8]? in
      let reference = try PlacementReference("4x3z1f1#\(number)")
      let found = LevelClass(of: reference.level, under: .standard)
      guard found.representative == reference.level else { return nil }
      return Array("\(reference),\(reference.level.code),\(found.count),unsolvable,,,".utf8)
    }
    #expect(rows.count > 3)
    for first in rows.indices {
      for second in rows.indices {
        var check = CensusLevelsCheck(
          header: "reference,level,placements,verdict,par,shortest_solutions,grade\n")
        try check.take(rows[first][...])
        let isTaken = (try? check.take(rows[second][...])) != nil
        #expect(isTaken == (second > first), "\(first), \(second)")
      }
    }
  }

  /// A player that walks to the left, in a small room and in a large one.
  @Test(
    "A round is out of moves after exactly the limit, and no round has more",
    arguments: ["S9P", "S68P"])
  func roundsEndAtTheLimit(code: String) throws {
    for limit in 1...4 {
      let settings = BatchSettings(
        Batch(
          LevelList([try Level(code)]), policies: [.edge], trials: 0..<1, maxMoves: limit, seed: 1))
      for moves in 0...6 {
        for outcome in [Outcome.outOfMoves, .caught, .stuck, .won] {
          var check = RoundsCheck(settings)
          let path = String(repeating: "L", count: moves)
          let row = Array("0,0,edge,\(code),\(outcome.name),\(moves),\(path)".utf8)
          let isTaken = (try? check.take(row[...])) != nil
          let isCaught = outcome == .caught && code == "S68P" && moves <= limit
          #expect(
            isTaken == (outcome == .outOfMoves && moves == limit || isCaught), "\(path) \(outcome)")
        }
      }
    }
  }

  @Test("A lost game has three lost rounds, and a won one at most two")
  func roundsOfGames() {
    for won in 0...3 {
      for lost in 0...3 where won + lost > 0 {
        for others in 0...18 {
          let text = """
            zombies-tally 1
            unit games
            given 2 x
            size -
            policies edge
            rules 1 longest 1
            max-moves 9
            seed 0
            squares -
            whole 0-\(won + lost - 1)
            played 0-\(won + lost - 1)
            \(won > 0 ? "rounds edge won 3 \(won)\n" : "")\
            \(others > 0 ? "rounds edge caught 2 \(others)\n" : "")\
            games edge \(won) \(lost)

            """
          let isRead = complaint(TallyFile.read, sealed(text)) == nil
          #expect(
            isRead == (3 * lost...3 * lost + 2 * won).contains(others), "\(won), \(lost), \(others)"
          )
        }
      }
    }
  }
}
