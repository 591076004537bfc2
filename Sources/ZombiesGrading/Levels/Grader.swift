import ZombiesCore
import ZombiesPolicies
import ZombiesSolver

/// Analyzes one level after another, reusing its tables and its memory.
///
///     let report = Grader().report(try Level("S4/5/Z1#2/5/4P+lit"))
///     print(report.verdict, report.par ?? 0, report.grade ?? "")
///
/// It makes as few searches as the request allows. One exploration of a level's states
/// (``StateGraph``) answers nearly everything. For a grade alone, `OneZombieSearch` is faster if
/// one zombie chases from the beginning in a room of at most 64 squares, and a solver is faster if no
/// zombie ever moves. Use one grader per thread.
public final class Grader {
  /// The solver, with the rules in force and its own limit on states.
  public let solver: Solver

  /// The maximum number of states to explore in a level.
  public let stateLimit: Int

  private var plays: BlindPlays?
  private var oneZombie: OneZombieSearch?

  /// Creates a grader.
  ///
  /// - Parameters:
  ///   - rules: The rules in force.
  ///   - stateLimit: The maximum number of states to explore or solve in a level; nil for
  ///     ``StateGraph/defaultStateLimit`` and the solver's own limit.
  public convenience init(_ rules: Rules = .standard, stateLimit: Int? = nil) {
    self.init(
      Solver(rules: rules, stateLimit: stateLimit),
      stateLimit: stateLimit ?? StateGraph.defaultStateLimit)
  }

  /// Creates a grader with separate limits for solving and for exploring.
  ///
  /// - Parameters:
  ///   - solver: The solver, with the rules in force. Its limit applies to all levels.
  ///   - stateLimit: The maximum number of states to explore in a level.
  ///   - plays: Earlier results for the best blind play; nil to start without any.
  public init(
    _ solver: Solver, stateLimit: Int = StateGraph.defaultStateLimit, plays: BlindPlays? = nil
  ) {
    self.solver = solver
    self.stateLimit = stateLimit
    self.plays = plays
  }

  /// Analyzes a level.
  ///
  /// Verdict, par and solution come from the solver with its own limit. They may be known even if the
  /// level has too many states for a grade.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - parts: The requested parts of the report.
  /// - Complexity: One exploration, O(states · zombies); one search per thing for the things that
  ///   matter; O(states · squares) for the measures.
  public func report(_ level: Level, _ parts: LevelReport.Parts = .all) -> LevelReport {
    report(level, parts, isFull: true)
  }

  /// Analyzes a level for the game, which needs only the parts ``LevelReport/Parts/grade``,
  /// ``LevelReport/Parts/solution``, ``LevelReport/Parts/lostSquares`` and ``LevelReport/Parts/reach``. The
  /// others are left out, because a page has no room for their code.
  package func briefReport(_ level: Level, _ parts: LevelReport.Parts) -> LevelReport {
    report(level, parts, isFull: false)
  }

  @inline(__always)
  private func report(
    _ level: Level, _ parts: LevelReport.Parts, isFull: Bool
  ) -> LevelReport {
    let small = solver.form(level)
    let graph = needsGraph(level, parts) ? graph(level, small) : nil
    let movesToWin = graph?.movesToWin
    var report = LevelReport()
    report.stateLimit = stateLimit
    if parts.contains(.solution) || parts.contains(.grade) {
      report.note(small.map(solver.solve) ?? solver.solve(level))
    } else {
      report.note(small.map(solver.decide) ?? solver.decide(level))
    }
    if let par = report.par {
      report.excessMoves = par - level.start.distance(to: level.signpost)
    }
    if let graph, let movesToWin { report.count(graph, movesToWin) }
    if parts.contains(.grade), report.par != nil {
      if !level.zombiesMayMove {
        // Every survived move can be reversed.
        report.deadPerMille = 0
      } else if let states = report.reachableStates, let dead = report.deadStates {
        report.deadPerMille = LevelReport.perMille(dead, of: states)
      } else if !needsGraph(level, parts), let measures = explore(level, small) {
        report.deadPerMille = LevelReport.perMille(measures.dead, of: measures.states)
      }
    }
    if parts.contains(.grade) && report.par != nil || parts.contains(.measures) {
      let walk = DirectWay.walk(level, small, rules: solver.rules)
      report.directWayLoses = walk?.loses
      if isFull, parts.contains(.measures), graph != nil, let par = report.par, let walk {
        report.movesAway = (par - walk.moves) / 2
      }
      noteLuck(of: level, in: &report)
    }
    if isFull, parts.contains(.measures), let graph, let movesToWin {
      report.measure(graph, movesToWin, moveLimit: level.size.defaultMoveLimit)
    }
    if parts.contains(.lostSquares) { noteLostSquares(of: level, graph, movesToWin, in: &report) }
    if isFull, parts.contains(.thingsThatMatter) {
      report.levelOfThingsThatMatter = ThingsThatMatter.level(
        of: level, small, verdict: report.verdict, par: report.par, by: solver)
      report.everyThingMatters = report.levelOfThingsThatMatter.map { $0 == level }
    }
    if parts.contains(.reach), report.verdict == .unsolvable {
      report.reach = try? Reach(level, rules: solver.rules, stateLimit: explorationLimit(level))
    }
    if isFull, parts.contains(.blindChance), report.verdict == .solvable {
      report.blindChance = blindPlays.chance(in: level)
    }
    return report
  }

  /// The results for the best blind play, made when they are first needed.
  private var blindPlays: BlindPlays {
    if let plays { return plays }
    let plays = BlindPlays(rules: solver.rules)
    self.plays = plays
    return plays
  }

  /// Adds the luck of a dark level with hearing, if it has a par.
  private func noteLuck(of level: Level, in report: inout LevelReport) {
    guard solver.rules.hearingTellsMore, !level.isLit, report.par != nil else { return }
    report.luck = blindPlays.luck(of: level)
    report.lacksLuck = report.luck == nil
  }

  /// Finds the verdict, par, number of shortest solutions and grade of a level of at most 64 squares.
  /// The verdict is "gave up" beyond the limit on states.
  ///
  /// - Complexity: O(squares²) with one zombie, O(squares) if none ever moves, otherwise O(states ·
  ///   zombies).
  public func grade(_ level: SmallLevel) -> LevelReport {
    var report = LevelReport()
    guard let measures = explore(level) else { return report }
    report.note(measures)
    guard let par = measures.par else { return report }
    let size = level.room.size
    report.excessMoves =
      par - size.square(at: level.start).distance(to: size.square(at: level.signpost))
    report.deadPerMille = LevelReport.perMille(measures.dead, of: measures.states)
    report.directWayLoses = DirectWay.loses(level, rules: solver.rules)
    if solver.rules.hearingTellsMore, !level.isLit {
      noteLuck(of: Level(level), in: &report)
    }
    return report
  }

  // MARK: One exploration

  /// The maximum number of states to explore in a level. If no zombie ever moves, this is the solver's own limit,
  /// because large rooms have more squares than ``StateGraph/defaultStateLimit``.
  package func explorationLimit(_ level: Level) -> Int {
    level.zombiesMayMove ? stateLimit : solver.limit(for: level)
  }

  /// Whether the requested parts need all states of a level.
  private func needsGraph(_ level: Level, _ parts: LevelReport.Parts) -> Bool {
    parts.contains(.measures) || level.zombiesMayMove && parts.contains(.lostSquares)
  }

  private func graph(_ level: Level, _ small: SmallLevel?) -> StateGraph? {
    if let small { return try? StateGraph(small, rules: solver.rules, stateLimit: stateLimit) }
    return try? StateGraph(level, rules: solver.rules, stateLimit: stateLimit)
  }

  private func explore(_ level: Level, _ small: SmallLevel?) -> Measures? {
    if let small { return explore(small) }
    return graph(level, nil).map(Measures.init)
  }

  /// The measures from an exploration; nil beyond the limit on states.
  private func explore(_ level: SmallLevel) -> Measures? {
    if !level.zombiesMayMove {
      let solved = solver.solve(level)
      return solved.verdict == .gaveUp ? nil : Measures(solved)
    }
    guard let search = oneZombieSearch(of: level) else {
      let graph = try? StateGraph(level, rules: solver.rules, stateLimit: stateLimit)
      return graph.map(Measures.init)
    }
    // Apply the limit afterwards, because the search has none: whether a level has too many states
    // must not depend on the method.
    let found = search.explore(level)
    return found.states > stateLimit ? nil : Measures(found)
  }

  /// The fastest search for a level in which one zombie chases from the beginning; nil for other
  /// levels.
  private func oneZombieSearch(of level: SmallLevel) -> OneZombieSearch? {
    if oneZombie?.room != level.room {
      oneZombie = OneZombieSearch(room: level.room, rules: solver.rules)
    }
    guard let oneZombie, oneZombie.canExplore(level) else { return nil }
    return oneZombie
  }

  /// Adds the lost squares, from the exploration if there is one.
  private func noteLostSquares(
    of level: Level, _ graph: StateGraph?, _ movesToWin: [Int32]?, in report: inout LevelReport
  ) {
    if let graph, let movesToWin {
      report.lostSquares = graph.lostSquares(of: level, movesToWin)
    } else if !level.zombiesMayMove {
      let explored = level.withoutUselessLight
      let limit = explorationLimit(level)
      guard let graph = try? StateGraph(explored, rules: solver.rules, stateLimit: limit) else {
        return
      }
      let movesToWin = graph.movesToWin
      report.count(graph, movesToWin)
      report.lostSquares = graph.lostSquares(of: explored, movesToWin)
    }
  }

  /// The results of an exploration.
  fileprivate struct Measures {
    var par: Int?
    var count: UInt64 = 0
    var states = 1
    var dead = 0

    init(_ found: OneZombieSearch.Findings) {
      (par, count) = (found.par, found.shortestCount)
      (states, dead) = (found.states, found.states - found.winningStates)
    }

    init(_ graph: StateGraph) {
      (par, count) = graph.shortestPaths
      (states, dead) = (graph.count, graph.deadCount)
    }

    /// The results of a solver. If only the player moves, no state is dead, and the light makes no
    /// difference.
    init(_ solved: SolverResult) {
      (par, count) = (solved.par, solved.solution?.shortestCount ?? 0)
    }
  }
}

extension LevelReport {
  fileprivate mutating func note(_ solved: SolverResult) {
    self.solved = solved
    shortestSolutions = solved.solution?.shortestCount
  }

  fileprivate mutating func note(_ measures: Grader.Measures) {
    solved = SolverResult(
      verdict: measures.par == nil ? .unsolvable : .solvable, par: measures.par)
    shortestSolutions = measures.par == nil ? nil : measures.count
  }

  fileprivate mutating func count(_ graph: StateGraph, _ movesToWin: [Int32]) {
    // A player who is stuck at the start is alive there.
    let stuck = graph.outcomeAtStart == .stuck ? 1 : 0
    reachableStates = graph.count + stuck
    // Same: the numbers are -1 or at least 1.
    deadStates = movesToWin.count { $0 < 0 } + stuck
  }

  fileprivate mutating func measure(
    _ graph: StateGraph, _ movesToWin: [Int32], moveLimit: Int
  ) {
    if let solution {
      let choices = graph.choices(on: solution.moves, movesToWin)
      (longestForcedRun, losingChoices) = (choices.forcedRun, choices.losing)
      trapDepth = choices.trapDepth
    }
    if graph.count <= Self.chainLimit / moveLimit {
      let chances = graph.winProbabilities(moveLimit: moveLimit, movesToWin)
      (randomWinProbability, erringWinProbability) = (chances.random, chances.erring)
    }
  }
}
