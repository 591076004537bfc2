import ZombiesCore
import ZombiesSolver
import ZombiesTestSupport

extension Rules {
  /// The rules that the reference calls by these names.
  init(_ naive: NaiveRules) {
    guard let axis = ChaseAxis(rawValue: naive.chase.rawValue),
      let rules = try? Rules(
        catchingDistance: naive.catchingDistance, chase: axis, zombieSpeed: naive.speed)
    else { preconditionFailure("no such rules: \(naive)") }
    self = rules
  }
}

extension NaiveRandom {
  /// A random one of some values.
  mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }
}

extension StateLayers {
  /// The states at each distance.
  var asSets: [Set<State>] {
    (0..<layerCount).map { distance in Set(layer(distance).map { self[$0] }) }
  }
}

/// The reference's answers about a level, and everything that solves, decides or proves compared with them.
struct Expected {
  let naive: NaiveLevel
  let naiveRules: NaiveRules
  let level: Level
  let small: SmallLevel?
  let rules: Rules
  let answer: NaiveSolution

  init(_ naive: NaiveLevel, _ rules: NaiveRules) throws {
    (self.naive, naiveRules, self.rules) = (naive, rules, Rules(rules))
    level = try Level(naive.code)
    small = SmallLevel(level)
    answer = naiveSolve(naive, rules)
  }

  var verdict: Verdict { answer.solvable ? .solvable : .unsolvable }

  /// The states that the solver should visit, as `SolverResult.states` promises: distinct (player, lit, zombies)
  /// states, including the first, that are reached alive in fewer moves than par, or at all if there is no solution. A
  /// player who is stuck at the start is alive.
  var states: Int {
    answer.states == 0 && NaiveRound(naive, naiveRules).outcome == .stuck ? 1 : answer.states
  }

  func matches(_ solved: SolverResult) -> Bool {
    solved.verdict == verdict && solved.par == answer.par
      && solved.solution?.moves.letters == answer.solution
      && solved.solution?.shortestCount == answer.shortestSolutions && solved.states == states
  }

  func decides(_ decision: SolverResult) -> Bool {
    decision.par == answer.par && decision.verdict == verdict
  }

  /// The faults of everything that takes a single level, or nil: by a solver of its own, and by one that has solved
  /// other levels before.
  func complaint(kept: Solver) -> String? {
    var faults: [String] = []
    func check(_ isRight: Bool, _ what: @autoclosure () -> String) {
      if !isRight { faults.append(what()) }
    }
    let new = Solver(rules: rules)
    let solved = new.solve(level)
    check(matches(solved), "solved \(solved), expected \(answer)")
    check(kept.solve(level) == solved, "kept solver")
    for solver in [new, kept] {
      check(decides(solver.decide(level)), "decided \(solver.decide(level))")
      check(solver.verdict(level) == verdict, "verdict \(solver.verdict(level))")
      check(decides(solver.decide(WideLevel(level))), "decided in the wide form")
      check(solver.verdict(WideLevel(level)).verdict == verdict, "verdict in the wide form")
      guard let small else { continue }
      check(solver.solve(small) == solved && decides(solver.decide(small)), "small form")
      check(solver.verdict(small) == verdict, "verdict of the small form")
    }
    let (certified, certificate) = kept.certify(level)
    check(certified == solved && certificate.solved == solved, "certified \(certified)")
    check(certificate.states.asSets == layers, "states \(certificate.states.asSets)")
    do throws(Certificate.Flaw) { try certificate.validate() } catch { faults.append("\(error)") }
    check(!answer.solvable || !level.hasShutPassage(rules), "shut passage")
    if naiveRules == .standard {
      check(level.isSolvable == answer.solvable && level.solution == solved.solution, "solvable")
    }
    return faults.isEmpty ? nil : "\(naive) \(naiveRules): \(faults.joined(separator: "; "))"
  }

  /// The states at each distance, below par if there is one. They include the start of a player who is stuck there.
  var layers: [Set<StateLayers.State>] {
    func square(_ index: Int) -> Square {
      Square(row: index / naive.columns, column: index % naive.columns)
    }
    func state(_ round: NaiveRound) -> StateLayers.State {
      StateLayers.State(
        player: square(round.player), zombies: round.zombies.map(square), isLit: round.lit)
    }
    var space = NaiveStateSpace(naive, naiveRules)
    if space.outcomeAtStart == .caught { return [] }
    if space.outcomeAtStart == .stuck { return [[state(NaiveRound(naive, naiveRules))]] }
    var layers: [Set<StateLayers.State>] = []
    var layer = 0..<1
    while !layer.isEmpty, answer.par.map({ layers.count < $0 }) ?? true {
      layers.append(Set(layer.map { state(space.rounds[$0]) }))
      for number in layer {
        for direction in 0..<4 { _ = space.successor(of: number, by: direction) }
      }
      layer = layer.upperBound..<space.rounds.count
    }
    return layers
  }
}

extension LevelBatch {
  /// The levels of a list, which have the same room, start, signpost and light.
  init(_ forms: [SmallLevel]) {
    let first = forms[0]
    let frame = SmallLevel(
      room: first.room, start: first.start, signpost: first.signpost, zombies: Bitboard(),
      isLit: first.isLit)
    self.init(frame: frame, count: forms.count)
    for (place, form) in forms.enumerated() {
      zombies[place] = form.zombies.word
      blocks[place] = form.blocks.word
      flashlights[place] = form.flashlights.word
    }
  }
}

/// Levels of tens of thousands of states, found by a climb: the blocks hold up the zombies in ever new ways.
let manyStateLevels: [(code: String, rules: NaiveRules)] = [
  (
    "2ZZZZ2/1#1ZZ#1Z/3##S2/1#4#1/2###3/5#2/6#1/5P2+lit", NaiveRules(chase: .vertical)
  ),
  (
    "1Z2ZZZ1/2##2#S/2Z2#Z1/3#2#1/1#1##3/5#2/2P3#1/8+lit",
    NaiveRules(catchingDistance: 0, chase: .horizontal)
  ),
  ("2ZZ1Z2/2#4#/6ZZ/3Z2#1/4#1S#/########/6#1/5P2+lit", NaiveRules(chase: .horizontal)),
  (
    "4#1P1/Z1#Z#2#/4#3/3##3/Z#Z1#3/1Z1##3/4#2#/ZS#1##2+lit",
    NaiveRules(catchingDistance: 0, chase: .vertical)
  ),
]
