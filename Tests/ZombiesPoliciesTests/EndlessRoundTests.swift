import Testing
import ZombiesCore
import ZombiesPolicies
import ZombiesTestSupport

/// Only here does a player come back to a position without having come back to what it remembers.
@Suite struct EndlessRoundTests {
  /// Goes to and fro, and onwards only at the end of each period; never onwards if it just waits.
  private struct Waiting: Player, Equatable {
    let period: Int
    let waits: Bool
    var count = 0

    mutating func choose(_ sight: Sight) -> Direction {
      count = (count + 1) % period
      let wish: [Direction] =
        count == 0 && !waits ? [.up, .left] : count % 2 == 0 ? [.right, .left] : [.left, .right]
      return sight.legalMoves.first(in: wish + [.down, .up]) ?? .up
    }
  }

  @Test(
    "A round ends as in a loop of many moves, or never if the loop does not end",
    arguments: ["S3P", "S2/3/2P", "S3/1#2/3P", "S4/5/Z4/5/4P+lit", "S3/1Z2/4/3P+lit", "S68P"])
  func plainLoop(code: String) throws {
    let level = try Level(code)
    for period in 1...9 {
      for waits in [false, true] {
        var (player, round) = (Waiting(period: period, waits: waits), Round(level))
        while round.outcome == nil, round.moves < 1000 {
          try round.move(player.choose(Sight(round)))
        }
        let found = try EndlessRound(
          AnyRound(level, rules: .standard), Waiting(period: period, waits: waits), of: .edge)
        expectEqual(found.outcome, round.outcome, "period \(period)")
        expectEqual(found.moves, (round.outcome == nil ? 0 : round.moves), "period \(period)")
      }
    }
  }
}
