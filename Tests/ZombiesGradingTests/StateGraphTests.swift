import Testing
import ZombiesAnalysis
import ZombiesCore
import ZombiesGrading
import ZombiesTestBridge
import ZombiesTestSupport

/// The states of levels against a list of rounds: only here are all successors and distances
/// compared.
@Suite struct StateGraphTests {
  /// The faults of a level's graph, or nil.
  static func complaint(_ level: NaiveLevel, _ rules: NaiveRules) throws -> String? {
    let naive = NaiveGraph(level, rules)
    let graph = try StateGraph(Level(level), rules: try Rules(rules))
    let ends = [
      NaiveStateSpace.won: StateGraph.won, NaiveStateSpace.caught: StateGraph.caught,
      NaiveStateSpace.illegal: StateGraph.illegal,
    ]
    let successors = naive.successors.flatMap { $0 }.map { ends[$0] ?? Int32($0) }
    let winning = naive.states(reaching: [NaiveStateSpace.won])
    let ending = naive.states(reaching: [NaiveStateSpace.won, NaiveStateSpace.caught])
    var problems: [String] = []
    let outcome = graph.outcomeAtStart?.name
    if outcome != naive.outcomeAtStart?.rawValue {
      problems.append("\(outcome ?? "no end") at the start")
    }
    if graph.successors != successors { problems.append("\(graph.successors)") }
    let (toWin, toEnd) = (graph.movesToWin, graph.movesToEnd)
    for state in naive.successors.indices {
      let targets = naive.successors[state].filter { $0 >= 0 }
      func fewest(_ moves: [Int32], _ isEnd: Bool) -> Int32 {
        isEnd ? 1 : (targets.map { moves[$0] }.filter { $0 > 0 }.min() ?? -2) + 1
      }
      let wins = naive.successors[state].contains(NaiveStateSpace.won)
      let ends = wins || naive.successors[state].contains(NaiveStateSpace.caught)
      if toWin[state] != fewest(toWin, wins) || (toWin[state] > 0) != winning.contains(state)
        || toEnd[state] != fewest(toEnd, ends) || (toEnd[state] > 0) != ending.contains(state)
      {
        problems.append("state \(state): \(toWin[state]) to a win, \(toEnd[state]) to an end")
      }
    }
    return problems.isEmpty ? nil : "\(level) \(rules): \(problems.joined(separator: "; "))"
  }

  @Test func statesAreThoseOfAListOfRounds() throws {
    try expectNil(firstComplaint(maxThings: 6, wide: 6, Self.complaint))
  }

  /// The second room has more than 64 squares, so its states have another packed form.
  @Test(arguments: ["S4/5/2Z2/5/4P+lit", "S10/11/5F1Z3/1Z9/11/10P"])
  func limitsOnStates(code: String) throws {
    let level = try Level(code)
    let count = try StateGraph(level).count
    try expectEqual(StateGraph(level, stateLimit: count).count, count)
    for limit in [0, 1, count - 1] {
      #expect(throws: ExplorationError.tooManyStates(limit: limit)) {
        try StateGraph(level, stateLimit: limit)
      }
    }
  }

  @Test func layersAreDistances() throws {
    let graph = try StateGraph(Level("S4/5/2Z1#/5/4P+lit"))
    expect(graph.layers.first == 0 && graph.layers.last == graph.count)
    var distances = [Int](repeating: -1, count: graph.count)
    for (distance, layer) in zip(graph.layers, graph.layers.dropFirst()).enumerated() {
      expect(layer.0 < layer.1)
      for state in layer.0..<layer.1 { distances[state] = distance }
    }
    for (place, target) in graph.successors.enumerated() where target >= 0 {
      expect(distances[Int(target)] <= distances[place / 4] + 1)
      expectEqual((distances[Int(target)] + distances[place / 4]) % 2, 1)
    }
  }

  @Test func resultsOfMovesHaveNames() throws {
    let graph = try StateGraph(Level("S1/Z1/1P"), rules: try Rules(catchingDistance: 0))
    // Up and left are open from the start. Below it and to its right, the room ends.
    expectEqual(graph.result(of: .down, in: 0), .illegal)
    expectEqual(graph.result(of: .right, in: 0), .illegal)
    expectEqual(graph.result(of: .up, in: 0), .state(1))
    expectEqual(graph.result(of: .left, in: 1), .caught)
    let toWin = graph.fewestMovesToWin()
    expect(toWin[0] == 3 && toWin[1] == 2 && toWin.count == graph.count)
    let last = try require(toWin.firstIndex(of: 1))
    expectEqual(graph.result(of: .left, in: last), .won)
    expectEqual(graph.fewestMovesToEnd()[1], 1)
    let lost = try StateGraph(Level("S#/#1/1P"))
    expect(lost.fewestMovesToWin().allSatisfy { $0 == nil })
    expect(lost.fewestMovesToEnd().allSatisfy { $0 == nil })
  }
}
