import ZombiesCore
import ZombiesSolver

/// How hard a level is: a vector of measures, each a property of the level alone.
///
/// A measure is nil if it does not apply (such as a property of the solution if there is none), and
/// beyond the sizes stated with it.
public struct Difficulty: Hashable, Sendable {
  /// The maximum number of states times moves for computing the probabilities of `random`.
  public static let chainLimit = 1 << 30

  /// The moves of *the* solution beyond the distance from start to signpost: the detours that
  /// blocks and zombies force, two moves each. Even; nil without a solution.
  public private(set) var excessMoves: Int?

  /// The states that can be reached alive while the round is not over: 0 if it ends before the
  /// first move. Nil beyond the limit on states.
  public private(set) var reachableStates: Int?

  /// The number of ``reachableStates`` that are dead: the round cannot be won from them any more,
  /// though the player may not know it. All of them if the level is unsolvable.
  public private(set) var deadStates: Int?

  /// The length of the longest forced run on *the* solution: consecutive moves at each of which
  /// only one legal move wins or leads to a state that is not dead. Nil without a solution, and
  /// beyond the limit on states.
  public private(set) var longestForcedRun: Int?

  /// Whether the direct way loses (``DirectWay``): a player who takes it is caught before the
  /// signpost. Nil if the blocks leave no way.
  public private(set) var directWayLoses: Bool?

  /// The level with only those of its things that matter (``ThingsThatMatter``): each of them alone
  /// changes the verdict or par. Nil if there are more than ``ThingsThatMatter/limit`` things, or
  /// if the solver gave up.
  public private(set) var levelOfThingsThatMatter: Level?

  /// Whether each zombie, block and flashlight matters; true for a room without any.
  public private(set) var everyThingMatters: Bool?

  /// The exact probability, within 10⁻⁹, that the policy `random` wins, with all legal moves
  /// equally likely and four moves per square, as `simulate` plays. Nil beyond the limit on states,
  /// and if states times moves exceed ``chainLimit``.
  public private(set) var randomWinProbability: Double?

  /// The points of difficulty (``Grade``); nil without a solution, and beyond the limit on states if
  /// zombies may move.
  public private(set) var points: Int?

  /// How hard the level is, in a word; nil if there are no ``points``.
  public var grade: Grade? { points.map { Grade(score: $0) } }

  /// Measures a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - solved: What the solver says about the level.
  ///   - solver: The solver, which also decides the level without each of its things.
  ///   - stateLimit: The maximum number of states to explore.
  /// - Complexity: One search per thing; O(states · squares) for `random`.
  public init(
    _ level: Level, _ solved: SolverResult, solver: Solver,
    stateLimit: Int = StateGraph.defaultStateLimit
  ) {
    self.init(level, solved, by: CachingSolver(solver), stateLimit: stateLimit)
  }

  /// Measures one of many levels, like ``init(_:_:solver:stateLimit:)``.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - solved: What the solver says about the level.
  ///   - search: The solver, with the tables and the memory that it keeps between levels.
  ///   - stateLimit: The maximum number of states to explore.
  public init(
    _ level: Level, _ solved: SolverResult, by search: CachingSolver,
    stateLimit: Int = StateGraph.defaultStateLimit
  ) {
    let rules = search.solver.rules
    if let small = search.form(level) {
      let graph = StateGraph(
        small, rules: rules, stateLimit: stateLimit, targets: search.chaseTargets(small.room))
      self.init(level, small, solved, graph, graph?.hopes, by: search)
      return
    }
    self.init(solved, from: level.start, to: level.signpost)
    directWayLoses = DirectWay.loses(level, rules: rules)
    levelOfThingsThatMatter = ThingsThatMatter.level(of: level, Decision(solved), by: search)
    everyThingMatters = levelOfThingsThatMatter.map { $0 == level }
    if let graph = StateGraph(level, rules: rules, stateLimit: stateLimit) {
      measure(graph, graph.hopes, solved.solution, squares: level.size.squareCount)
    }
    points = graded(level, solved).points
  }

  /// Solves one of many levels and measures it: what a ``/ZombiesSolver/CachingSolver`` and
  /// ``init(_:_:by:stateLimit:)`` find, with one search for both where that is possible.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - search: The solver, with the tables and the memory that it keeps between levels.
  ///   - stateLimit: The maximum number of states to explore.
  public static func solve(
    _ level: Level, by search: CachingSolver, stateLimit: Int = StateGraph.defaultStateLimit
  ) -> (solved: SolverResult, difficulty: Difficulty) {
    guard let small = search.form(level) else {
      let solved = search.solve(level)
      return (solved, Difficulty(level, solved, by: search, stateLimit: stateLimit))
    }
    let graph = StateGraph(
      small, rules: search.solver.rules, stateLimit: stateLimit,
      targets: search.chaseTargets(small.room))
    let hopes = graph?.hopes
    let solved: SolverResult
    if small.needsStates, let graph, let hopes, graph.outcomeAtStart == nil,
      graph.count <= search.solver.limit(for: small)
    {
      solved = graph.solved(hopes: hopes)
    } else {
      solved = search.solve(small)
    }
    return (solved, Difficulty(level, small, solved, graph, hopes, by: search))
  }

  /// What the solution alone tells.
  private init(_ solved: SolverResult, from start: Square, to signpost: Square) {
    excessMoves = solved.solution.map { $0.par - start.distance(to: signpost) }
  }

  /// Measures a level, given its fast form, its solution and its states.
  private init(
    _ level: Level, _ small: SmallLevel, _ solved: SolverResult, _ graph: StateGraph?,
    _ hopes: [UInt8]?, by search: CachingSolver
  ) {
    self.init(solved, from: level.start, to: level.signpost)
    directWayLoses = DirectWay.loses(small, rules: search.solver.rules)
    levelOfThingsThatMatter = ThingsThatMatter.level(
      of: level, small, Decision(solved), by: search)
    everyThingMatters = levelOfThingsThatMatter.map { $0 == level }
    if let graph, let hopes {
      measure(graph, hopes, solved.solution, squares: level.size.squareCount)
    }
    points = graded(level, solved).points
  }

  /// The same measures as those of a ``LevelGrader``.
  private func graded(_ level: Level, _ solved: SolverResult) -> GradedLevel {
    var graded = GradedLevel(verdict: solved.verdict)
    guard let solution = solved.solution else { return graded }
    graded.par = solution.par
    graded.shortestSolutions = solution.shortestCount
    graded.excessMoves = excessMoves
    graded.directWayLoses = directWayLoses
    if let deadStates, let reachableStates {
      graded.deadPerMille = GradedLevel.perMille(deadStates, of: reachableStates)
    } else if !level.zombiesMayMove {
      // Every move that is survived can be taken back.
      graded.deadPerMille = 0
    }
    return graded
  }

  private mutating func measure(
    _ graph: StateGraph, _ hopes: [UInt8], _ solution: Solution?, squares: Int
  ) {
    reachableStates = graph.count
    deadStates = hopes.dropFirst(StateGraph.offset).count { $0 == 0 }
    longestForcedRun = solution.map { Self.longestForcedRun($0.moves, graph, hopes) }
    let moveLimit = 4 * squares
    if graph.count <= Self.chainLimit / moveLimit {
      randomWinProbability = graph.winProbability(moveLimit: moveLimit, hopes: hopes)
    }
  }

  private static func longestForcedRun(
    _ moves: [Direction], _ graph: StateGraph, _ hopes: [UInt8]
  ) -> Int {
    var (state, run, longest) = (0, 0, 0)
    for move in moves {
      let targets = graph.successors[4 * state..<4 * state + 4]
      let hopeful = targets.reduce(0) { $0 + hopes[Int($1) + StateGraph.offset] }
      run = hopeful == 1 ? run + 1 : 0
      longest = max(longest, run)
      let next = graph.successors[4 * state + Int(move.rawValue)]
      // Only the last move wins.
      if next < 0 { break }
      state = Int(next)
    }
    return longest
  }
}
