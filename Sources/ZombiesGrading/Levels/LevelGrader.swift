import ZombiesCore
import ZombiesSolver

/// What one exploration of a level tells about its difficulty.
public struct GradedLevel: Hashable, Sendable {
  /// What is known; gave up if the level has more states than the limit.
  public var verdict: Verdict

  /// The length of the solution. This and all that follow are nil unless the level is solvable.
  public var par: Int?

  /// How many shortest solutions there are, saturating at 2⁶⁴ − 1.
  public var shortestSolutions: UInt64?

  /// The moves of the solution beyond the distance from start to signpost; even.
  public var excessMoves: Int?

  /// The number of dead states, from which the round cannot be won any more, per thousand states
  /// that are reached alive; rounded down.
  public var deadPerMille: Int?

  /// Whether the direct way loses (``DirectWay``).
  public var directWayLoses: Bool?

  /// The points of difficulty, whose range is the grade (``Grade``).
  public var points: Int? {
    guard let excessMoves, let deadPerMille, let directWayLoses, let shortestSolutions else {
      return nil
    }
    return Grade.score(
      excessMoves: excessMoves, deadPerMille: deadPerMille, directWayLoses: directWayLoses,
      shortestSolutions: shortestSolutions)
  }

  /// How hard the level is.
  public var grade: Grade? { points.map { Grade(score: $0) } }

  /// The share of some states among all, per thousand, rounded down.
  static func perMille(_ some: Int, of all: Int) -> Int {
    // A thousand times the number may exceed an `Int` of 32 bits.
    Int(UInt64(some) * 1000 / UInt64(max(1, all)))
  }
}

/// Grades one level after another, keeping its tables and its memory.
///
///     var grader = LevelGrader()
///     let grade = grader.grade(level).grade
///
/// It is fast if one zombie chases from the beginning in a room of at most 64 squares
/// (`OneZombieSearch`), or if no zombie ever moves; any other level is explored as a
/// ``StateGraph``. Use one per thread.
public struct LevelGrader {
  private let rules: Rules
  private let stateLimit: Int
  private var search: (room: SmallRoom, search: OneZombieSearch?)?

  /// Creates a grader.
  ///
  /// - Parameters:
  ///   - rules: The rules in force.
  ///   - stateLimit: The maximum number of states in a level to be graded. Levels in which no zombie ever
  ///     moves are graded whatever the limit: they have no more states than squares.
  public init(rules: Rules = .standard, stateLimit: Int = StateGraph.defaultStateLimit) {
    self.rules = rules
    self.stateLimit = stateLimit
  }

  /// Grades a level of at most 64 squares.
  ///
  /// - Complexity: O(squares²) with one zombie, O(squares) if none ever moves, otherwise O(states ·
  ///   zombies).
  public mutating func grade(_ level: SmallLevel) -> GradedLevel {
    let measures: Measures?
    if !level.zombiesMayMove {
      measures = Measures(Solver(rules: rules, stateLimit: .max).solve(level.inTheDark))
    } else if let search = search(for: level.room), search.canExplore(level) {
      // The search has no limit of its own: whether a level has too many states does not depend on how it is explored.
      let found = search.explore(level)
      measures = found.states > stateLimit ? nil : Measures(found)
    } else {
      measures = StateGraph(level, rules: rules, stateLimit: stateLimit).map(Measures.init)
    }
    let size = level.room.size
    return graded(
      measures, from: size.square(at: level.start), to: size.square(at: level.signpost)
    ) { measures?.directWayLoses ?? DirectWay.loses(level, rules: rules) }
  }

  /// Grades a level of any size, like ``grade(_:)-(SmallLevel)``.
  public mutating func grade(_ level: Level) -> GradedLevel {
    if let small = SmallLevel(level) { return grade(small) }
    let measures: Measures?
    if !level.zombiesMayMove {
      let dark = level.removing(isLit: false) { _, thing in thing == .flashlight }
      measures = Measures(Solver(rules: rules, stateLimit: .max).solve(dark))
    } else {
      measures = StateGraph(level, rules: rules, stateLimit: stateLimit).map(Measures.init)
    }
    return graded(measures, from: level.start, to: level.signpost) {
      DirectWay.loses(level, rules: rules)
    }
  }

  /// Solves a level and grades it: what a ``/ZombiesSolver/CachingSolver`` and ``grade(_:)-(Level)`` find,
  /// with one exploration for both where that is faster.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - search: The solver, with the tables that it keeps between levels. It has the same rules.
  /// - Returns: The grade is nil unless the level is solvable.
  public mutating func solve(
    _ level: Level, by search: CachingSolver
  ) -> (solved: SolverResult, graded: GradedLevel?) {
    if let small = search.form(level), small.zombiesMayMove,
      !(self.search(for: small.room)?.canExplore(small) ?? false),
      let graph = StateGraph(
        small, rules: rules, stateLimit: stateLimit, targets: search.chaseTargets(small.room)),
      graph.outcomeAtStart == nil, graph.count <= search.solver.limit(for: small)
    {
      let hopes = graph.hopes
      let solved = graph.solved(hopes: hopes)
      guard let solution = solved.solution else { return (solved, nil) }
      var measures = Measures(solved)
      measures.states = graph.count
      measures.dead = hopes.dropFirst(StateGraph.offset).count { $0 == 0 }
      (measures.par, measures.count) = (solution.par, solution.shortestCount)
      let graded = graded(measures, from: level.start, to: level.signpost) {
        DirectWay.loses(small, rules: rules)
      }
      return (solved, graded)
    }
    let solved = search.solve(level)
    guard solved.solution != nil else { return (solved, nil) }
    if level.zombiesMayMove { return (solved, grade(level)) }
    // Where nothing moves but the player, the solution is all that the grade needs.
    let graded = graded(Measures(solved), from: level.start, to: level.signpost) {
      DirectWay.loses(level, rules: rules)
    }
    return (solved, graded)
  }

  /// Grades a level, and solves it if it has too many states to be graded: its par and the number of
  /// its shortest solutions are then known without its points.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - search: The solver, under the same rules. If it has a limit of its own, nothing is known of
  ///     a level on which it gives up.
  public mutating func grade(_ level: Level, orSolveBy search: CachingSolver) -> GradedLevel {
    let solved: SolverResult
    if search.solver.stateLimit == nil {
      let graded = search.form(level).map { grade($0) } ?? grade(level)
      if graded.verdict != .gaveUp { return graded }
      solved = search.solve(level)
    } else {
      let both = solve(level, by: search)
      if let graded = both.graded, graded.verdict == .solvable { return graded }
      solved = both.solved
    }
    var known = GradedLevel(verdict: solved.verdict)
    guard let solution = solved.solution else { return known }
    known.par = solution.par
    known.shortestSolutions = solution.shortestCount
    known.excessMoves = solution.par - level.start.distance(to: level.signpost)
    known.directWayLoses = DirectWay.loses(level, rules: rules)
    return known
  }

  private mutating func search(for room: SmallRoom) -> OneZombieSearch? {
    if let search, search.room == room { return search.search }
    let made = OneZombieSearch(room: room, rules: rules)
    search = (room, made)
    return made
  }

  /// What an exploration measures.
  private struct Measures {
    var par: Int?
    var count: UInt64 = 0
    var states = 1
    var dead = 0
    /// Nil if it was not looked at.
    var directWayLoses: Bool?

    init(_ found: OneZombieSearch.Findings) {
      (par, count) = (found.par, found.shortestCount)
      (states, dead) = (found.states, found.states - found.winningStates)
      directWayLoses = found.directWayLoses
    }

    init(_ graph: StateGraph) {
      (par, count) = graph.shortestWays
      (states, dead) = (graph.count, graph.deadCount)
    }

    /// If nothing moves but the player, every move that is survived can be taken back: no state is
    /// dead. The light makes no difference then.
    init(_ solved: SolverResult) {
      (par, count) = (solved.solution?.par, solved.solution?.shortestCount ?? 0)
    }
  }

  private func graded(
    _ measures: Measures?, from start: Square, to signpost: Square, directWayLoses: () -> Bool?
  ) -> GradedLevel {
    guard let measures else { return GradedLevel(verdict: .gaveUp) }
    guard let par = measures.par else { return GradedLevel(verdict: .unsolvable) }
    return GradedLevel(
      verdict: .solvable, par: par, shortestSolutions: measures.count,
      excessMoves: par - start.distance(to: signpost),
      deadPerMille: GradedLevel.perMille(measures.dead, of: measures.states),
      directWayLoses: directWayLoses())
  }
}

extension SmallLevel {
  /// The level without light or flashlights.
  fileprivate var inTheDark: SmallLevel {
    var level = self
    (level.flashlights, level.isLit) = (Bitboard(), false)
    return level
  }
}
