import ZombiesCore

/// A solver for many levels in a row: it keeps the tables and the memory for the room that it
/// decided last. Use one per thread.
public final class CachingSolver {
  /// The rules and the limit.
  public let solver: Solver

  private var small: (room: SmallRoom, limit: Int, search: SmallSearch)?
  private var solving: Solving?
  private var last: SmallLevel?
  private var targets: (room: SmallRoom, targets: ChaseTargets)?
  private var wide: (room: WideRoom, flood: WideFlood)?

  /// Creates one for a solver.
  public init(_ solver: Solver) { self.solver = solver }

  /// The fast form of a level, with the room of the level before it if it has the same shape; nil if
  /// it has more than 64 squares.
  package func form(_ level: Level) -> SmallLevel? {
    let form =
      if let last, last.room.size == level.size { SmallLevel(level, like: last) } else {
        SmallLevel(level)
      }
    last = form
    return form
  }

  /// Solves a level: what ``Solver/solve(_:)-(Level)`` finds.
  public func solve(_ level: Level) -> SolverResult {
    if let small = form(level) { return solve(small) }
    return solver.solve(level)
  }

  /// Solves a level of at most 64 squares.
  public func solve(_ level: SmallLevel) -> SolverResult {
    let limit = solver.limit(for: level)
    guard level.needsStates else {
      return SmallFlood(level).solve(level, solver.rules, limit)
    }
    if let solving, solving.room == level.room {
      return solving.search.solve(level, stateLimit: limit)
    }
    let made = Solving(level.room, solver.rules)
    solving = made
    return made.search.solve(level, stateLimit: limit)
  }

  /// Where zombies of a room step under the solver's rules.
  package func chaseTargets(_ room: SmallRoom) -> ChaseTargets {
    if let targets, targets.room == room { return targets.targets }
    let made = ChaseTargets(room, rules: solver.rules)
    targets = (room, made)
    return made
  }

  /// Decides a level and its par.
  public func decide(_ level: Level) -> Decision {
    if let small = form(level) { return decide(small) }
    let limit = solver.limit(for: level)
    let isWithinLimit = limit >= 2 * level.size.squareCount
    guard !level.zombiesMayMove, isWithinLimit || !level.mayBecomeLit else {
      let solved = StateSearch(level, rules: solver.rules, stateLimit: limit).solve()
      return Decision(verdict: solved.verdict, par: solved.solution?.par)
    }
    let form = WideLevel(level)
    return flood(form.room).decide(form, rules: solver.rules, stateLimit: limit)
  }

  /// The flood of a room, kept if it is that of the level before.
  private func flood(_ room: WideRoom) -> WideFlood {
    if let wide, wide.room == room { return wide.flood }
    let flood = WideFlood(room)
    wide = (room, flood)
    return flood
  }

  /// Finds out whether a level is solvable: what ``Solver/verdict(_:)`` finds.
  public func verdict(_ level: Level) -> Verdict {
    if let small = form(level) { return verdict(small) }
    let form = WideLevel(level)
    return solver.verdict(form, by: flood(form.room)).verdict
  }

  /// Finds out whether a level of at most 64 squares is solvable.
  public func verdict(_ level: SmallLevel) -> Verdict {
    guard level.zombiesMayMove else { return decide(level).verdict }
    return search(level.room, limit: solver.limit(for: level)).verdict(level)
  }

  /// Decides a level of at most 64 squares and its par.
  public func decide(_ level: SmallLevel) -> Decision {
    let limit = solver.limit(for: level)
    if !level.zombiesMayMove, limit >= 2 * SmallRoom.limit {
      return SmallFlood(level).decide(level, solver.rules)
    }
    return search(level.room, limit: limit).decide(level)
  }

  /// The search of a room, kept if it is that of the level before.
  private func search(_ room: SmallRoom, limit: Int) -> SmallSearch {
    if let small, small.room == room, small.limit == limit { return small.search }
    let search = SmallSearch(room: room, rules: solver.rules, stateLimit: limit)
    small = (room, limit, search)
    return search
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
