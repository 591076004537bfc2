import ZombiesCore

/// Solves levels: finds the verdict (solvable, unsolvable or gave up) and the solution.
///
///     let solver = Solver()
///     for level in levels { print(solver.decide(level).par ?? 0) }
///
/// A solver keeps its tables and memory for the next level with the same room. One solver for many
/// levels is therefore much faster than a new solver for each. Use one per thread.
///
/// The solver chooses the search that fits the level:
///
/// | room | dark, no flashlight | lit, or a flashlight |
/// |---|---|---|
/// | at most 64 squares | `SmallFlood`; for the solution, `LitSearch` | `LitSearch`; for the verdict alone, `VerdictSearch` |
/// | more | `WideFlood`; for the solution, `SquareSearch` | `StateSearch` |
///
/// Without zombies, the light affects only the number of states, so the verdict is found as in a
/// dark room.
public final class Solver {
  /// The rules for solving levels.
  public let rules: Rules

  /// The maximum number of states that a search may visit; nil for
  /// ``defaultStateLimit(squares:movingZombies:)``.
  public let stateLimit: Int?

  // The searches for the room of the previous level.
  private var search: SmallSolver?
  private var form: SmallLevel?
  private var flood: WideFlood?

  /// Creates a solver.
  public init(rules: Rules = .standard, stateLimit: Int? = nil) {
    self.rules = rules
    self.stateLimit = stateLimit
  }

  /// Solves a level: finds the verdict, par, solution, number of shortest solutions and states
  /// visited.
  public func solve(_ level: Level) -> SolverResult {
    if let small = form(level) { return solve(small) }
    let limit = limit(for: level)
    guard !level.zombiesMayMove, !level.mayBecomeLit else {
      return StateSearch(level, rules: rules, stateLimit: limit).solve()
    }
    return SquareSearch(WideLevel(level), rules: rules).solve(stateLimit: limit)
  }

  /// Solves a level of at most 64 squares.
  public func solve(_ level: SmallLevel) -> SolverResult {
    search(level.room, limit: limit(for: level)).solve(level)
  }

  /// Finds the verdict and par of a level, faster than ``solve(_:)-(Level)``.
  public func decide(_ level: Level) -> SolverResult {
    if let small = form(level) { return decide(small) }
    let wide = WideLevel(level)
    guard needsNoStates(wide) else {
      let solved = StateSearch(level, rules: rules, stateLimit: limit(for: level)).solve()
      return SolverResult(verdict: solved.verdict, par: solved.par)
    }
    return decide(byFlood: wide)
  }

  /// Finds the verdict and par of a level of at most 64 squares.
  public func decide(_ level: SmallLevel) -> SolverResult {
    let limit = limit(for: level)
    if !level.zombiesMayMove, limit >= 2 * SmallRoom.limit {
      return SmallFlood(level).decide(level, rules)
    }
    return search(level.room, limit: limit).decide(level)
  }

  /// Finds the verdict and par of a level in its wide form.
  package func decide(_ level: WideLevel) -> SolverResult {
    needsNoStates(level) ? decide(byFlood: level) : decide(Level(level))
  }

  /// Finds out whether a level is solvable, but not its par. This may be much faster than
  /// ``decide(_:)-(Level)``, because the search does not have to find a shortest path.
  public func verdict(_ level: Level) -> Verdict {
    if let small = form(level) { return verdict(small) }
    return verdict(WideLevel(level)).verdict
  }

  /// Finds out whether a level of at most 64 squares is solvable.
  public func verdict(_ level: SmallLevel) -> Verdict {
    // Same: a search gives the same verdict, more slowly.
    guard level.zombiesMayMove else { return decide(level).verdict }
    return search(level.room, limit: limit(for: level)).verdict(level)
  }

  /// Finds out whether a level in its wide form is solvable.
  ///
  /// - Returns: The verdict, and the number of states visited: 0 for a flood.
  package func verdict(_ level: WideLevel) -> (verdict: Verdict, states: Int) {
    if needsNoStates(level) { return (decide(byFlood: level).verdict, 0) }
    let level = Level(level)
    return StateSearch(level, rules: rules, stateLimit: limit(for: level)).verdict()
  }

  // MARK: Reusing tables and memory

  /// The fast form of a level, with the room of the previous level if that has the same shape; nil
  /// if the level has more than 64 squares.
  package func form(_ level: Level) -> SmallLevel? {
    let form =
      if let form, form.room.size == level.size { SmallLevel(level, like: form) } else {
        SmallLevel(level)
      }
    self.form = form
    return form
  }

  private func decide(byFlood level: WideLevel) -> SolverResult {
    let limit = stateLimit ?? .max
    if let flood, flood.size == level.size {
      return flood.decide(level, rules: rules, stateLimit: limit)
    }
    let made = WideFlood(level.size)
    flood = made
    return made.decide(level, rules: rules, stateLimit: limit)
  }

  private func search(_ room: SmallRoom, limit: Int) -> SmallSolver {
    if let search, search.room == room, search.stateLimit == limit { return search }
    let made = SmallSolver(room: room, rules: rules, stateLimit: limit)
    search = made
    return made
  }

  /// Whether a flood gives the same verdict as a search of the level's states.
  private func needsNoStates(_ level: WideLevel) -> Bool {
    let mayBecomeLit = !level.isLit && !level.flashlights.isEmpty
    return !level.zombiesMayMove
      && (!mayBecomeLit || stateLimit ?? .max >= 2 * level.size.squareCount)
  }
}

extension Solver {
  /// Solvers for the default rules without a limit, for levels that are solved one by one.
  private static let pool = Pool<Solver>()

  /// Uses a solver from the pool, and puts it back unless its memory has grown with many states.
  fileprivate static func kept<Answer>(
    _ ask: (Solver) -> (Answer, states: Int)
  ) -> Answer {
    let solver = pool.take() ?? Solver(stateLimit: .max)
    let (answer, states) = ask(solver)
    if states <= 1 << 16 { pool.put(solver) }
    return answer
  }

  /// The number of sets of zombies visited by the last search.
  fileprivate var setCount: Int { search?.setCount ?? 0 }

  /// The default maximum number of states in a search.
  public static let defaultStates = 10_000_000

  /// The default maximum number of bytes for the states of a search: 1 GiB.
  public static let defaultMemory = 1 << 30

  /// The default limit on states: ten million or, if there are many zombies, as many as fit in 1
  /// GiB.
  ///
  /// - Parameters:
  ///   - squares: The number of squares in the room.
  ///   - movingZombies: The number of zombies; 0 if they can never move.
  public static func defaultStateLimit(squares: Int, movingZombies: Int) -> Int {
    min(
      defaultStates, defaultMemory / bytesPerState(squares: squares, movingZombies: movingZombies))
  }

  /// The maximum memory of a search per state in bytes, including unused table slots: 96 in rooms
  /// of at most 64 squares, otherwise 80 plus 12 per zombie that may move.
  public static func bytesPerState(squares: Int, movingZombies: Int) -> Int {
    squares <= SmallRoom.limit ? 96 : 80 + 12 * movingZombies
  }

  package func limit(for level: Level) -> Int {
    stateLimit
      ?? Self.defaultStateLimit(
        squares: level.size.squareCount,
        movingZombies: level.zombiesMayMove ? level.zombies.count : 0)
  }

  package func limit(for level: SmallLevel) -> Int {
    stateLimit
      ?? Self.defaultStateLimit(
        squares: level.room.squareCount, movingZombies: level.zombies.count)
  }
}

extension Level {
  /// Whether there is a zombie between the player and the signpost in a room that is too narrow to
  /// pass it, such as a corridor.
  ///
  /// The zombie's catching distance spans the whole width, so the player cannot get past it. The
  /// zombie never gets behind the player either: each of its steps leads closer to the player, and
  /// it catches the player first.
  package func hasShutPassage(_ rules: Rules) -> Bool {
    func isBetween(_ coordinate: (Square) -> Int) -> Bool {
      let ends = [coordinate(start), coordinate(signpost)].sorted()
      return zombies.contains { ends[0] < coordinate($0) && coordinate($0) < ends[1] }
    }
    return rules.areTooNarrow(size.rows) && isBetween { $0.column }
      || rules.areTooNarrow(size.columns) && isBetween { $0.row }
  }
}

extension Rules {
  /// Whether the catching distance of a zombie spans a passage of some width in squares.
  package func areTooNarrow(_ width: Int) -> Bool { width <= 1 + catchingDistance }
}

extension Level {
  /// Whether the room begins dark but may become lit, so that the light is part of the state.
  package var mayBecomeLit: Bool { !isLit && !flashlights.isEmpty }

  /// Whether a sequence of legal moves wins under the default rules.
  ///
  /// The search has no limit. The answer is always proved, but a large lit room with many zombies
  /// may take a lot of time and memory; ``Solver/verdict(_:)-(Level)`` accepts a limit. The tables
  /// are kept for the next level with the same room, so a loop over levels is fast.
  public var isSolvable: Bool {
    Solver.kept { solver in
      let verdict = solver.verdict(self)
      return (verdict == .solvable, states: solver.setCount)
    }
  }

  /// *The* solution under the default rules; nil if there is none. As with ``isSolvable``, the
  /// search has no limit.
  public var solution: Solution? {
    Solver.kept { solver in
      let solved = solver.solve(self)
      return (solved.solution, states: solved.states)
    }
  }
}
