import Testing
import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestSupport

/// Batches at their edges against a plain loop: only here do programs get games of random rounds, and rounds
/// exactly as many moves as they need.
@Suite struct OutsideRoundTests {
  /// Plays by chance alone.
  private struct Coin: Player {
    var random: RandomStream

    init(_ start: RoundStart) { random = start.random }

    mutating func choose(_ sight: Sight) -> Direction {
      RandomMoves.move(Int(random.next() % 12), of: sight.legalMoves)
    }
  }

  private struct Program: OutsidePolicy {
    let policy: Policy
    var fingerprint: String { "0" }
    func makePlayer() -> any OutsidePlayer { Team(policy: policy) }
  }

  private final class Team: OutsidePlayer {
    let policy: Policy
    init(policy: Policy) { self.policy = policy }

    func play(_ rounds: inout [OutsideRound]) throws(OutsideError) {
      for index in rounds.indices {
        let begun = rounds[index]
        var round = AnyRound(begun.level, rules: begun.start.rules)
        var (player, path) = (Coin(begun.start), [Direction]?.some([]))
        do throws(PolicyError) {
          try round.play(&player, of: policy, moveLimit: begun.moveLimit, path: &path)
        } catch { throw OutsideError("\(error)") }
        (rounds[index].outcome, rounds[index].path) = (round.outcome ?? .outOfMoves, path ?? [])
      }
    }
  }

  @Test(
    "A program's rounds have the chance of their own seed, trial and round, and a solution may use up all moves",
    arguments: [Batch.Unit.rounds, .games])
  func programs(unit: Batch.Unit) throws {
    let policy = try Policy("coin", Coin.init)
    for family in ["3x3z1", "classic", "9x9z3"] {
      for seed in [1, 2] as [UInt64] {
        var batch = try Batch(
          family: family, .any, policies: [policy], unit: unit, trials: 7..<19, maxMoves: 40,
          seed: seed)
        batch.outside = [policy: Program(policy: policy)]
        try expectEqual(RecordedRun(batch).records, PlainBatch(batch).records, "\(family)")
      }
    }
    for family in ["5x5z2b3", "6x6z1b6", "5x6z1b2f1+lit"] {
      for maxMoves in 8...14 {
        let batch = try Batch(
          family: family, .any, policies: [.clairvoyant], unit: unit, trials: 0..<12,
          maxMoves: maxMoves)
        let (found, plain) = (try Simulator(batch).run().tallies, try PlainBatch(batch).counts)
        expectEqual(found, plain, "\(maxMoves): \(found[0].summary), expected \(plain[0].summary)")
      }
    }
  }
}
