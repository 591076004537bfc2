import Synchronization
import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesTestSupport

// The turn of a policy has no public initializer.
@testable import ZombiesGame

@Suite struct PagePolicyTests {
  @Test(arguments: Policy.builtIn)
  func aPolicyAtTheBoardPlaysAsInABatch(policy: Policy) throws {
    let presets = isLong ? ["classic", "block", "flashlight", "4x5z1b2f1"] : ["4x4z1f1"]
    for name in presets + ["6x6z1b5+lit"] {
      let family = try Family(name)
      let batch = Batch(LevelGenerator(family, seed: 5), policies: [policy], trials: 0..<4)
      let records = Mutex<[RoundRecord]>([])
      _ = try Simulator(batch).run(onRounds: { chunk in
        records.withLock { $0 += chunk }
        return true
      })
      for record in records.withLock({ $0 }) {
        let turn = Session.Turn(
          player: policy.name, level: try Level(code: record.level), rules: .standard, seed: 5,
          trial: record.trial,
          moveLimit: family.size.defaultMoveLimit)
        expectEqual(turn.movesOfPolicy, record.path, "\(name) \(record.trial)")
      }
    }
  }
}
