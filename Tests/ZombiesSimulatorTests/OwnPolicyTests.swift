import Testing
import ZombiesCore
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestSupport

/// User-defined policies in batches: which rates are exact, and what ends a batch.
/// `PlainBatchTests` compares their rounds with a loop.
@Suite struct OwnPolicyTests {
  @Test func ratesAreExactWhereNothingIsLeftToChance() throws {
    struct Left: Player {
      func choose(_ sight: Sight) -> Direction { sight.legalMoves.contains(.left) ? .left : .up }
    }
    for (isSure, name) in [(true, "sure"), (false, "unsure")] {
      let policy = try Policy(name, playsInOneWay: isSure) { _ in Left() }
      let batch = try Batch(codes: ["S3/4/4/3P", "S3/4/1Z2/3P"], policies: [policy], trials: 0..<4)
      let result = try Simulator(batch).run()
      expectEqual(result.roundRate(at: 0).isExact, isSure)
      expectEqual(result.roundRate(at: 0).value, 0.5)
    }
  }

  @Test func errorsEndTheBatch() throws {
    struct Stubborn: Player {
      func choose(_ sight: Sight) -> Direction { .up }
    }
    let stubborn = try Policy("stubborn") { _ in Stubborn() }
    var batch = try Batch(family: "3x3", .any, policies: [stubborn], trials: 0..<5000)
    let level = try Level("S2/3/2P")
    for threads in [1, 3] {
      #expect(throws: SimulationError.policy(.illegalMove(stubborn, level, .up, move: 3))) {
        try Simulator(batch, threads: threads).run().tallies
      }
    }
    let nobody = try Policy(named: "nobody")
    batch.policies = [.edge, nobody]
    #expect(throws: SimulationError.policy(.unknown(nobody))) { try Simulator(batch).run() }
  }
}
