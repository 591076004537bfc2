import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGrading

/// Levels of every shape of up to 64 squares: their graphs, chances and reach, against lists of all
/// rounds.
@Suite struct ShapeTests {
  @Test("States, chances, searches for one zombie, and reach", arguments: 0..<8)
  func everyShape(part: Int) throws {
    var (random, compared) = (NaiveRandom(seed: 0x64A9 + UInt64(part)), 0)
    for shape in NaiveShape.part(part) {
      for _ in 0..<cases(2, long: 80) {
        let (level, rules) = (random.level(of: shape), random.rules())
        let limit = random.below(4 * level.squareCount)
        let plainRules = try Rules(rules)
        // The reference sweeps over all states again and again.
        let form = try Level(level)
        let graph = try? StateGraph(
          form, rules: plainRules, stateLimit: cases(80, long: 400))
        guard let graph else { continue }
        var complaints = [
          try StateGraphTests.complaint(level, rules),
          try RandomChainTests.complaint(level, rules, moveLimit: limit),
          try ReachTests.complaint(level, rules),
        ]
        if rules.speed == 1 {
          var searches: [RoomSize: OneZombieSearch] = [:]
          complaints.append(try OneZombieSearchTests.complaint(level, plainRules, &searches))
        }
        let won = graph.winProbability(moveLimit: limit, hopes: graph.hopes)
        let expected = naiveExactRandom(level, rules, maxMoves: limit).won
        if abs(won - expected) > 1e-12 { complaints.append("\(level) \(rules): \(won)") }
        try #require(complaints.compactMap { $0 }.isEmpty)
        compared += complaints.count
      }
    }
    tell(compared, "states, chances, searches and reaches")
    #expect(compared > cases(80, long: 3000))
  }
}
