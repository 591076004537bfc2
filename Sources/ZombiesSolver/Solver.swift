import ZombiesCore

/// Decides levels: solvable, unsolvable or gave up, with the solution.
///
///     let solver = Solver()
///     for level in levels { print(solver.decide(level).par ?? 0) }
///
/// It keeps its tables and memory for the next level of the same room, so one solver for many levels
/// is much faster than one each. Use one per thread.
///
/// The solver chooses the search to fit the level:
///
/// | room | dark, no flashlight | lit, or a flashlight |
/// |---|---|---|
/// | at most 64 squares | `SmallFlood` | `SmallSearch`; for the way, `SmallSolve` |
/// | more | `WideFlood`; for the way, `SquareSearch` | `StateSearch` |
///
/// Without zombies, only the number of states depends on the light, so a verdict alone is found as
/// in a dark room.
public final class Solver {
  /// The rules under which levels are solved.
  public let rules: Rules

  /// The maximum number of states that a search may visit; nil for
  /// ``defaultStateLimit(squares:movingZombies:)``.
  public let stateLimit: Int?

  // What is kept for the room of the level before.
  private var search: (room: SmallRoom, limit: Int, search: SmallSearch)?
  private var solve: Solving?
  private var form: SmallLevel?
  private var flood: (room: WideRoom, flood: WideFlood)?

  /// Creates a solver.
  public init(rules: Rules = .standard, stateLimit: Int? = nil) {
    self.rules = rules
    self.stateLimit = stateLimit
  }

  /// Solves a level: verdict, par, solution, number of shortest solutions, states visited.
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
    let limit = limit(for: level)
    guard level.needsStates else { return SmallFlood(level).solve(level, rules, limit) }
    if let solve, solve.room == level.room { return solve.search.solve(level, stateLimit: limit) }
    let made = Solving(level.room, rules)
    solve = made
    return made.search.solve(level, stateLimit: limit)
  }

  /// Finds verdict and par, which is faster than ``solve(_:)-(Level)``.
  public func decide(_ level: Level) -> SolverResult {
    if let small = form(level) { return decide(small) }
    let wide = WideLevel(level)
    guard needsNoStates(wide) else {
      let solved = StateSearch(level, rules: rules, stateLimit: limit(for: level)).solve()
      return SolverResult(verdict: solved.verdict, par: solved.par)
    }
    return decide(byFlood: wide)
  }

  /// Decides a level of at most 64 squares.
  public func decide(_ level: SmallLevel) -> SolverResult {
    let limit = limit(for: level)
    if !level.zombiesMayMove, limit >= 2 * SmallRoom.limit {
      return SmallFlood(level).decide(level, rules)
    }
    return search(level.room, limit: limit).decide(level)
  }

  /// Decides a level in its wide form.
  package func decide(_ level: WideLevel) -> SolverResult {
    needsNoStates(level) ? decide(byFlood: level) : decide(Level(level))
  }

  /// Finds out whether a level is solvable, but not its par, which may be much faster than
  /// ``decide(_:)-(Level)``: no search has to find the shortest way.
  public func verdict(_ level: Level) -> Verdict {
    if let small = form(level) { return verdict(small) }
    return verdict(WideLevel(level)).verdict
  }

  /// Finds out whether a level of at most 64 squares is solvable.
  public func verdict(_ level: SmallLevel) -> Verdict {
    guard level.zombiesMayMove else { return decide(level).verdict }
    return search(level.room, limit: limit(for: level)).verdict(level)
  }

  /// Finds out whether a level in its wide form is solvable.
  ///
  /// - Returns: The verdict, and the number of states visited, 0 for a flood.
  package func verdict(_ level: WideLevel) -> (verdict: Verdict, states: Int) {
    if needsNoStates(level) { return (decide(byFlood: level).verdict, 0) }
    let level = Level(level)
    return StateSearch(level, rules: rules, stateLimit: limit(for: level)).verdict()
  }

  // MARK: What is kept

  /// The fast form of a level, with the room of the level before it if it has the same shape; nil if
  /// it has more than 64 squares.
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
    if let flood, flood.room == level.room {
      return flood.flood.decide(level, rules: rules, stateLimit: limit)
    }
    let made = WideFlood(level.room)
    flood = (level.room, made)
    return made.decide(level, rules: rules, stateLimit: limit)
  }

  private func search(_ room: SmallRoom, limit: Int) -> SmallSearch {
    if let search, search.room == room, search.limit == limit { return search.search }
    let made = SmallSearch(room: room, rules: rules, stateLimit: limit)
    search = (room, limit, made)
    return made
  }

  /// Whether a flood decides a level as a search of its states would.
  private func needsNoStates(_ level: WideLevel) -> Bool {
    let mayBecomeLit = !level.isLit && !level.flashlights.isEmpty
    return !level.zombiesMayMove
      && (!mayBecomeLit || stateLimit ?? .max >= 2 * level.size.squareCount)
  }
}

/// A search for solutions, which cannot be copied, with its room.
private final class Solving {
  let room: SmallRoom
  var search: SmallSolve

  init(_ room: SmallRoom, _ rules: Rules) {
    self.room = room
    search = SmallSolve(room: room, rules: rules)
  }
}

extension Solver {
  /// Solvers under the default rules and without a limit, for levels that are asked one by one.
  private static let pool = Pool<Solver>()

  /// Asks a kept solver, which is not kept any longer if its memory has grown with many states.
  fileprivate static func kept<Answer>(
    _ ask: (Solver) -> (Answer, states: Int)
  ) -> Answer {
    let solver = pool.take() ?? Solver(stateLimit: .max)
    let (answer, states) = ask(solver)
    if states <= 1 << 16 { pool.put(solver) }
    return answer
  }

  /// The number of sets of zombies that the last search has visited.
  fileprivate var entryCount: Int { search?.search.entryCount ?? 0 }

  /// The default maximum number of states in a search.
  public static let defaultStates = 10_000_000

  /// The default maximum number of bytes for the states of a search: 1 GiB.
  public static let defaultMemory = 1 << 30

  /// The default limit on states: ten million, or as many as fit 1 GiB if the room has so many
  /// zombies that this is fewer.
  ///
  /// - Parameters:
  ///   - squares: The squares of the room.
  ///   - movingZombies: The number of zombies; 0 if no light can ever move them.
  public static func defaultStateLimit(squares: Int, movingZombies: Int) -> Int {
    min(
      defaultStates, defaultMemory / bytesPerState(squares: squares, movingZombies: movingZombies))
  }

  /// The most bytes that a search needs per state, including its tables' slack: 96 in rooms of at
  /// most 64 squares, otherwise 80 plus 12 per zombie that may move.
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
  /// Whether a zombie stands between the player and the signpost in a room that is too narrow to get
  /// past it, as in a corridor.
  ///
  /// Its catching distance spans the whole width, so the player cannot step beside it. And it never
  /// steps behind the player either: each of its steps leads nearer to the player, and one that
  /// brings it beside the player catches.
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
  /// Whether a zombie's catching distance spans a passage of some squares.
  package func areTooNarrow(_ width: Int) -> Bool { width <= 1 + catchingDistance }
}

extension SmallLevel {
  /// Whether zombies may move, or the light is part of a state.
  package var needsStates: Bool { zombiesMayMove || !isLit && !flashlights.isEmpty }
}

extension Level {
  /// Whether the room is dark at first and may become lit, so that the light is part of a state.
  package var mayBecomeLit: Bool { !isLit && !flashlights.isEmpty }

  /// Whether some sequence of legal moves wins, under the default rules.
  ///
  /// The search has no limit: the answer is always proved, but a large lit room with many zombies
  /// may take much time and memory. ``Solver/verdict(_:)-(Level)`` accepts a limit. Tables are kept
  /// for the next level of the same room, so levels may be asked one after another.
  public var isSolvable: Bool {
    Solver.kept { solver in
      let verdict = solver.verdict(self)
      return (verdict == .solvable, states: solver.entryCount)
    }
  }

  /// *The* solution under the default rules; nil if there is none. Like ``isSolvable``, it has no
  /// limit.
  public var solution: Solution? {
    Solver.kept { solver in
      let solved = solver.solve(self)
      return (solved.solution, states: solved.states)
    }
  }
}
