import ZombiesCore
import ZombiesPolicies
import ZombiesSolver
import ZombiesTestBridge
import ZombiesTestSupport

// Hopes, choices, win probabilities and the direct way are internal; a report shows them only for some levels.
@testable import ZombiesGrading

/// Every state of a level that is reached alive, written down from "The rules", section 2: a list of rounds, the results
/// of each move, and sweeps until nothing changes.
struct NaiveGraph {
  /// The states' successors by U, D, L and R, numbered in the order of a breadth-first search.
  private(set) var successors: [[Int]] = []
  private(set) var space: NaiveStateSpace

  init(_ level: NaiveLevel, _ rules: NaiveRules) {
    space = NaiveStateSpace(level, rules)
    while successors.count < space.rounds.count {
      let state = successors.count
      successors.append((0..<4).map { space.successor(of: state, by: $0) })
    }
  }

  /// The states from which some sequence of moves leads to one of the given ends.
  func states(reaching ends: [Int]) -> Set<Int> {
    var reaching: Set<Int> = []
    var count = -1
    while count < reaching.count {
      count = reaching.count
      for state in successors.indices
      where successors[state].contains(where: { ends.contains($0) || reaching.contains($0) }) {
        reaching.insert(state)
      }
    }
    return reaching
  }

  /// The probabilities that `random` wins, and that its round never ends, and its mean number of moves, without a limit
  /// on moves: the equations of the chain, solved by elimination.
  var withoutLimit: (won: Double, never: Double, mean: Double) {
    let order = states(reaching: [
      NaiveStateSpace.won, NaiveStateSpace.caught, NaiveStateSpace.stuck,
    ]).sorted()
    guard order.first == 0 else { return (0, 1, .infinity) }
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    // A row of the equations: the unknowns on the left, and won, never and mean on the right.
    var rows = order.enumerated().map { place, state in
      let targets = successors[state].filter { $0 != NaiveStateSpace.illegal }
      let share = 1 / Double(targets.count)
      var row = [Double](repeating: 0, count: order.count + 3)
      row[place] = 1
      for target in targets {
        if let other = places[target] {
          row[other] -= share
        } else if target == NaiveStateSpace.won {
          row[order.count] += share
        } else if target >= 0 {
          row[order.count + 1] += share
        }
      }
      row[order.count + 2] = 1
      return row
    }
    for place in order.indices {
      let pivot = rows[place].map { $0 / rows[place][place] }
      rows[place] = pivot
      for other in order.indices where other != place && rows[other][place] != 0 {
        let factor = rows[other][place]
        for column in pivot.indices { rows[other][column] -= factor * pivot[column] }
      }
    }
    let never = rows[0][order.count + 1]
    return (rows[0][order.count], never, never > 1e-12 ? .infinity : rows[0][order.count + 2])
  }
}

/// A level with everything that the reference knows of its states, and the faults found in the program's answers.
final class LevelCheck {
  let naive: NaiveLevel
  let naiveRules: NaiveRules
  let level: Level
  let rules: Rules
  let naiveGraph: NaiveGraph
  let graph: StateGraph
  let solved: NaiveSolution
  private(set) var faults: [String] = []

  init(_ naive: NaiveLevel, _ naiveRules: NaiveRules) throws {
    (self.naive, self.naiveRules) = (naive, naiveRules)
    (level, rules) = (try Level(naive), try Rules(naiveRules))
    naiveGraph = NaiveGraph(naive, naiveRules)
    graph = try StateGraph(level, rules: rules)
    solved = naiveSolve(naive, naiveRules)
  }

  func check(_ isRight: Bool, _ what: @autoclosure () -> String) {
    if !isRight { faults.append(what()) }
  }

  private func index(_ square: Square) -> Int { level.size.index(of: square) }

  // MARK: States

  func checkGraph() {
    let ends = [
      NaiveStateSpace.won: StateGraph.won, NaiveStateSpace.caught: StateGraph.caught,
      NaiveStateSpace.illegal: StateGraph.illegal,
    ]
    let successors = naiveGraph.successors
    check(
      graph.outcomeAtStart?.name == naiveGraph.space.outcomeAtStart?.rawValue,
      "outcome at the start")
    check(
      graph.successors == successors.flatMap { $0 }.map { ends[$0] ?? Int32($0) },
      "\(graph.successors)")
    let kinds: [(moves: [Int32], fewest: [Int?], ends: [Int])] = [
      (graph.movesToWin, graph.fewestMovesToWin(), [NaiveStateSpace.won]),
      (graph.movesToEnd, graph.fewestMovesToEnd(), [NaiveStateSpace.won, NaiveStateSpace.caught]),
    ]
    for (moves, fewest, ends) in kinds {
      let reaching = naiveGraph.states(reaching: ends)
      check(fewest == moves.map { $0 > 0 ? Int($0) : nil as Int? }, "fewest \(fewest)")
      for state in successors.indices {
        let isEnd = successors[state].contains { ends.contains($0) }
        let targets = successors[state].filter { $0 >= 0 }.map { moves[$0] }
        let next: Int32 = targets.filter { $0 > 0 }.min() ?? -2
        check(
          moves[state] == (isEnd ? 1 : next + 1) && (moves[state] > 0) == reaching.contains(state),
          "state \(state): \(moves[state]) to \(ends)")
      }
    }
    // The states of each layer are one move farther from the start than those before.
    var distances = [Int](repeating: -1, count: graph.count)
    for (distance, layer) in zip(graph.layers, graph.layers.dropFirst()).enumerated() {
      for state in layer.0..<layer.1 { distances[state] = distance }
    }
    check(graph.layers.first == 0 && graph.layers.last == graph.count, "layers \(graph.layers)")
    for (place, target) in graph.successors.enumerated() where target >= 0 {
      let (from, to) = (distances[place / 4], distances[Int(target)])
      check(to <= from + 1 && (to + from) % 2 == 1, "layers of \(place / 4) and \(target)")
    }
  }

  // MARK: Chances

  func checkChances(moveLimit: Int) {
    let chain = RandomChain(graph)
    let values = chain.values(moveLimit: moveLimit)
    let exact = naiveExactRandom(naive, naiveRules, maxMoves: moveLimit)
    func isNear(_ one: Double, _ other: Double, _ tolerance: Double = 1e-12) -> Bool {
      one == other || abs(one - other) <= tolerance * max(1, abs(other))
    }
    check(
      isNear(values.won, exact.won) && isNear(values.caught, exact.caught)
        && isNear(values.stuck, exact.stuck)
        && isNear(values.outOfMoves, exact.outOfMoves) && values.neverEnding == 0
        && isNear(values.meanMoves, exact.meanMoves) && values.errorBound < 1e-12,
      "\(moveLimit) moves: \(values), expected \(exact)")
    guard graph.outcomeAtStart == nil else { return }
    let movesToWin = graph.movesToWin
    let both = graph.winProbabilities(moveLimit: moveLimit, movesToWin)
    let mistakes = NaiveMistakes(naive, naiveRules, solution: solved.solution, maxMoves: moveLimit)
    check(values.won == both.random, "two ways to \(both.random)")
    check(isNear(both.random, exact.won), "random wins with \(both.random), expected \(exact.won)")
    check(
      isNear(both.erring, mistakes.erringWinProbability, 1e-9), "erring wins with \(both.erring)")
    if let solution = Solver(rules: rules).solve(level).solution {
      let choices = graph.choices(on: solution.moves, movesToWin)
      check(
        choices.losing == mistakes.losingChoices && choices.trapDepth == mistakes.trapDepth,
        "\(choices)")
    }
    guard graph.count <= 40 else { return }
    let (free, without) = (chain.values(moveLimit: nil), naiveGraph.withoutLimit)
    check(
      isNear(free.won, without.won, 1e-10) && isNear(free.neverEnding, without.never, 1e-10)
        && isNear(free.won + free.caught + free.neverEnding, 1, 1e-10)
        && isNear(free.meanMoves, without.mean, 1e-9)
        && free.outOfMoves == 0 && free.stuck == 0 && free.errorBound < 1e-10,
      "without a limit \(free), expected \(without)")
  }

  // MARK: Ways

  func checkReach() throws {
    let (expected, reach) = (NaiveReach(naive, naiveRules), try Reach(level, rules: rules))
    let room = NaiveRoom(naive)
    check(Set(reach.squares.map(index)) == expected.squares, "reached \(reach.squares)")
    check(
      Set(reach.zombiesAtStart.map(index)) == expected.zombiesAtStart,
      "at the start \(reach.zombiesAtStart)")
    check(expected.squares.contains(naive.signpost) == solved.solvable, "the signpost")
    let nearest = expected.squares.min {
      (room.distance($0, naive.signpost), $0) < (room.distance($1, naive.signpost), $1)
    }
    check(reach.nearest.map(index) == nearest, "nearest \(reach.nearest as Square?)")
    check(
      reach.outcomeAtStart?.name == naiveGraph.space.outcomeAtStart?.rawValue,
      "outcome at the start of the reach")
    var ways: [Reach.ShutWay] = []
    for square in expected.squares.sorted() where square != naive.signpost {
      for direction in Direction.allCases {
        let place = 4 * square + Int(direction.rawValue)
        let target = room.neighbours[place]
        if target < 0 || expected.squares.contains(target) { continue }
        var shutter = Reach.Shutter.block
        if !room.isBlock[target] {
          let times = try require(expected.catchers[place])
          check(!times.contains([]), "a step from \(square) is survived")
          let each = times.reduce(times[0]) { $0.intersection($1) }
          let any = times.reduce(Set()) { $0.union($1) }
          let squares = (each.isEmpty ? any : each).sorted().map(level.size.square)
          shutter = each.isEmpty ? .oneOf(squares) : .each(squares)
        }
        let (from, to) = (level.size.square(at: square), level.size.square(at: target))
        ways.append(Reach.ShutWay(from: from, direction: direction, to: to, shutter: shutter))
      }
    }
    check(reach.shutWays == ways, "shut \(reach.shutWays), expected \(ways)")
    if let zombie = reach.loneZombie {
      let alone = NaiveLevel(
        rows: naive.rows, columns: naive.columns, start: naive.start, signpost: naive.signpost,
        zombies: [index(zombie)], blocks: naive.blocks, flashlights: naive.flashlights,
        lit: naive.lit)
      check(!naiveSolve(alone, naiveRules).solvable, "\(zombie) does not suffice alone")
    }
  }

  /// How many shortest solutions pass each square, against a list of all sequences of moves.
  func checkPathCounts() throws {
    let counts = Result { () throws(ExplorationError) in try ShortestPathCounts(level, rules: rules)
    }
    guard let par = solved.par else {
      return check(counts == .failure(.unsolvable), "counts if unsolvable")
    }
    // A longer par would mean too many sequences.
    if par > 7 { return }
    var passing = [Double](repeating: 0, count: naive.squareCount)
    func extend(_ round: NaiveRound, _ way: [Int]) {
      for direction in round.legalMoves() {
        var next = round
        next.move(direction)
        if next.outcome == .won, way.count == par {
          for square in Set(way + [next.player]) { passing[square] += 1 }
        } else if next.outcome == nil, way.count < par {
          extend(next, way + [next.player])
        }
      }
    }
    extend(NaiveRound(naive, naiveRules), [naive.start])
    let found = try counts.get()
    check(
      found.counts == passing && found.total == passing[naive.signpost],
      "\(found), expected \(passing)")
  }

  // MARK: Reports

  private static let parts: [LevelReport.Parts] = [
    .grade, .solution, .thingsThatMatter, [.grade, .solution], [.solution, .measures],
    [.grade, .solution, .lostSquares, .reach], [.grade, .thingsThatMatter],
  ]

  /// - Parameter grader: A grader that has seen other levels.
  func checkReport(_ grader: Grader) throws {
    let (whole, expected) = (grader.report(level), NaiveDifficulty(naive, naiveRules))
    let mistakes = expected.mistakes
    check(whole.solved == Solver(rules: rules).solve(level), "solved \(whole.solved)")
    check(
      whole.excessMoves == expected.excessMoves && whole.reachableStates == expected.reachableStates
        && whole.deadStates == expected.deadStates
        && whole.longestForcedRun == expected.longestForcedRun
        && whole.directWayLoses == expected.directWayLoses
        && whole.shortestSolutions == solved.shortestSolutions
        && whole.levelOfThingsThatMatter?.code == expected.thingsThatMatter.code
        && whole.everyThingMatters == (expected.thingsThatMatter == naive)
        && whole.movesAway == mistakes.movesAway && whole.losingChoices == mistakes.losingChoices
        && whole.trapDepth == mistakes.trapDepth && whole.points == expected.points
        && whole.grade?.rawValue == expected.grade && !whole.lacksLuck,
      "\(whole), expected \(expected)")
    let chances = (whole.randomWinProbability ?? -1, whole.erringWinProbability ?? -1)
    check(abs(chances.0 - expected.randomWinProbability) < 1e-12, "random wins with \(chances.0)")
    check(abs(chances.1 - mistakes.erringWinProbability) < 1e-9, "erring wins with \(chances.1)")
    let rounds = naiveGraph.space.rounds
    let met = Set(graph.outcomeAtStart == .stuck ? [naive.start] : rounds.map(\.player))
    let hopeful = naiveGraph.states(reaching: [NaiveStateSpace.won]).map { rounds[$0].player }
    check(
      whole.lostSquares?.map(index) == met.subtracting(hopeful).sorted(),
      "lost \(whole.lostSquares ?? [])")
    check(whole.reach == (solved.solvable ? nil : try Reach(level, rules: rules)), "reach")
    check(DirectWay.loses(level, rules: rules) == expected.directWayLoses, "direct way")
    var round = NaiveRound(naive, naiveRules)
    let way =
      [round.player]
      + (whole.solution?.moves ?? []).map { move in
        round.move(Int(move.rawValue))
        return round.player
      }
    let squares = whole.solution?.squares(from: level.start) ?? [level.start]
    check(squares.map(index) == way, "path \(squares)")
    // What is asked alone is what all say.
    for parts in Self.parts {
      let part = grader.report(level, parts)
      check(part.verdict == whole.verdict && part.par == whole.par, "\(parts): \(part.solved)")
      check(part.excessMoves == whole.excessMoves, "\(parts): excess")
      if parts.contains(.grade) {
        check(
          part.points == whole.points && part.deadPerMille == whole.deadPerMille,
          "\(parts): \(part)")
        check(part.shortestSolutions == solved.shortestSolutions, "\(parts): \(part)")
      }
      if parts.contains(.solution) {
        check(part.solved == whole.solved, "\(parts): \(part.solved)")
      }
      if parts.contains(.thingsThatMatter) {
        check(part.levelOfThingsThatMatter == whole.levelOfThingsThatMatter, "\(parts)")
      }
      if parts.contains(.measures) {
        check(part.randomWinProbability == whole.randomWinProbability, "\(parts)")
        check(part.longestForcedRun == whole.longestForcedRun, "\(parts)")
      }
      if parts.contains(.lostSquares) {
        check(part.lostSquares == whole.lostSquares && part.reach == whole.reach, "\(parts)")
        check(grader.briefReport(level, parts) == part, "\(parts): brief report")
      }
    }
    if let small = SmallLevel(level) {
      let grade = grader.grade(small)
      check(
        grade.verdict == whole.verdict && grade.par == whole.par && grade.points == whole.points,
        "\(grade)")
      check(grade.par == nil || grade.directWayLoses == whole.directWayLoses, "\(grade)")
    }
  }
}
