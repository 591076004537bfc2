import Testing
import ZombiesCore
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

@testable import ZombiesGrading

/// Levels of every shape of up to 64 squares: their graphs, chances and reach, against lists of all
/// rounds. Only here does a fast form fail that is wrong in few shapes.
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
          form, rules: plainRules, stateLimit: cases(exactly: 80, long: 400))
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
        let distances = graph.movesToWin
        let hopes = graph.hopes
        if StateGraph.hopes(distances) != hopes { complaints.append("\(level) \(rules): hopes") }
        let both = graph.winProbabilities(moveLimit: limit, hopes: hopes, distances: distances)
        let solution = Solver(rules: plainRules).solve(form).solution
        let mistakes = NaiveMistakes(
          level, rules, solution: solution?.moves.letters, maxMoves: limit)
        if abs(both.erring - mistakes.erringWinProbability) > 1e-9 {
          complaints.append("\(level) \(rules): \(both.erring)")
        }
        if let solution {
          let choices = graph.choices(on: solution.moves, hopes)
          if choices.losing != mistakes.losingChoices || choices.trapDepth != mistakes.trapDepth {
            complaints.append("\(level) \(rules): \(choices)")
          }
        }
        let won = graph.winProbability(moveLimit: limit, hopes: hopes)
        let expected = naiveExactRandom(level, rules, maxMoves: limit).won
        if abs(won - expected) > 1e-12 || won != both.random {
          complaints.append("\(level) \(rules): \(won)")
        }
        try require(complaints.compactMap { $0 }.isEmpty)
        compared += complaints.count
      }
    }
    tell(compared, "states, chances, searches and reaches")
    expect(compared > cases(exactly: 16, long: 3000))
  }
}
