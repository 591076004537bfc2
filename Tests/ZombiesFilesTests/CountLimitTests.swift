import Testing
import ZombiesFiles
import ZombiesTestBridge
import ZombiesTestSupport

/// Only here are counts compared with their limits on both sides of each, for all small numbers.
@Suite struct CountLimitTests {
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
          expectEqual(
            isRead, (3 * lost...3 * lost + 2 * won).contains(others), "\(won), \(lost), \(others)"
          )
        }
      }
    }
  }
}
