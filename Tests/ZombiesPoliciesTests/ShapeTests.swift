import Testing
import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

/// Rooms of every shape of up to 64 squares: the planners and the best blind play, against the
/// naive reference. Only here does a fast form fail that is wrong in few shapes.
@Suite struct ShapeTests {
  @Test("Planners in both forms, in hand-made levels", arguments: 0..<8)
  func planners(part: Int) throws {
    var (random, compared) = (NaiveRandom(seed: 0x91A2 + UInt64(part)), 0)
    let shapes = NaiveShape.part(part)
    for shape in shapes {
      for _ in 0..<cases(2, long: 60) {
        let (level, rules) = (random.level(of: shape), random.rules())
        for policy in [NaivePolicy.edge, .beeline] {
          let complaint = try PolicyTests.complaint(level, rules, policy, maxMoves: 60)
          try require(complaint == nil)
          compared += 1
        }
      }
    }
    tell(compared, "rounds of planners")
    expectEqual(compared, shapes.count * 2 * cases(2, long: 60))
  }

  @Test("Plans of dark families, and of lit ones", arguments: 0..<8)
  func plans(part: Int) throws {
    var (random, compared) = (NaiveRandom(seed: 0x91A5 + UInt64(part)), 0)
    for shape in NaiveShape.part(part) {
      for _ in 0..<cases(2, long: 20) {
        var family = random.family(of: shape)
        family.blocks = min(family.blocks, 1)
        family.flashlights = min(family.flashlights, 1)
        let (rules, form) = (random.rules(), try Family(family))
        // Few enough placements for the reference.
        let most = cases(60, long: 300)
        guard family.placementCount <= most,
          BlindPlan.isWithin(most, form, rules: try Rules(rules))
        else { continue }
        let plan = try BlindPlan(form, rules: try Rules(rules))
        var expected = 0
        if family.lit {
          family.forEachPlacement { expected += naiveSolve($0, rules).solvable ? 1 : 0 }
        } else {
          expected = NaiveExpectimax(family, rules).wins()
        }
        try require(plan.wins == UInt64(expected), "\(family) \(rules): expected \(expected)")
        compared += 1
      }
    }
    tell(compared, "plans")
    expect(compared >= cases(exactly: 1, long: 30))
  }
}
