import ZombiesCore

/// Decides levels: solvable, unsolvable or gave up, with the solution.
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
public struct Solver: Sendable {
  /// The rules under which levels are solved.
  public let rules: Rules

  /// The maximum number of states that a search may visit; nil for
  /// ``defaultStateLimit(squares:movingZombies:)``.
  public let stateLimit: Int?

  /// Creates a solver.
  public init(rules: Rules = .standard, stateLimit: Int? = nil) {
    self.rules = rules
    self.stateLimit = stateLimit
  }

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

  func limit(for level: Level) -> Int {
    stateLimit
      ?? Self.defaultStateLimit(
        squares: level.size.squareCount,
        movingZombies: level.zombiesMayMove ? level.zombies.count : 0)
  }

  /// Solves a level: verdict, solution, number of shortest solutions, states visited. For many
  /// levels, ``CachingSolver/solve(_:)-(Level)`` is faster.
  public func solve(_ level: Level) -> SolverResult {
    if let small = SmallLevel(level) { return solve(small) }
    let limit = limit(for: level)
    guard !level.zombiesMayMove, !level.mayBecomeLit else {
      return StateSearch(level, rules: rules, stateLimit: limit).solve()
    }
    return SquareSearch(WideLevel(level), rules: rules).solve(stateLimit: limit)
  }

  /// Solves a level of at most 64 squares.
  public func solve(_ level: SmallLevel) -> SolverResult {
    guard !level.needsStates else { return CachingSolver(self).solve(level) }
    return SmallFlood(level).solve(level, rules, limit(for: level))
  }

  package func limit(for level: SmallLevel) -> Int {
    stateLimit
      ?? Self.defaultStateLimit(
        squares: level.room.squareCount, movingZombies: level.zombies.count)
  }

  /// Decides a level and its par, which is faster than ``solve(_:)-(Level)``; for many levels, a
  /// ``CachingSolver`` is faster still.
  public func decide(_ level: Level) -> Decision { CachingSolver(self).decide(level) }

  /// Finds out whether a level is solvable, but not its par, which may be much faster than
  /// ``decide(_:)-(Level)``: no search has to find the shortest way.
  public func verdict(_ level: Level) -> Verdict { CachingSolver(self).verdict(level) }

  /// Decides a level in its wide form, by a flood that is kept between levels.
  package func decide(_ level: WideLevel, by flood: WideFlood) -> Decision {
    guard needsNoStates(level) else { return decide(Level(level)) }
    return flood.decide(level, rules: rules, stateLimit: stateLimit ?? .max)
  }

  /// Finds out whether a level in its wide form is solvable, by a flood that is kept between levels.
  ///
  /// - Returns: The verdict, and the number of states visited, 0 for a flood.
  package func verdict(
    _ level: WideLevel, by flood: WideFlood
  ) -> (verdict: Verdict, states: Int) {
    if needsNoStates(level) {
      return (flood.decide(level, rules: rules, stateLimit: stateLimit ?? .max).verdict, 0)
    }
    let level = Level(level)
    return StateSearch(level, rules: rules, stateLimit: limit(for: level)).verdict()
  }

  /// Whether a flood decides a level as a search of its states would.
  private func needsNoStates(_ level: WideLevel) -> Bool {
    !level.zombiesMayMove && stateLimit ?? .max >= 2 * level.size.squareCount
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
    func isBetween(_ place: (Square) -> Int) -> Bool {
      let ends = [place(start), place(signpost)].sorted()
      return zombies.contains { ends[0] < place($0) && place($0) < ends[1] }
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
  var mayBecomeLit: Bool { !isLit && !flashlights.isEmpty }

  /// Whether some sequence of legal moves wins, under the default rules.
  ///
  /// The search has no limit: the answer is always proved, but a large lit room with many zombies
  /// may take much time and memory. ``Solver/decide(_:)`` accepts a limit.
  public var isSolvable: Bool { Solver(stateLimit: .max).verdict(self) == .solvable }

  /// *The* solution under the default rules; nil if there is none. Like ``isSolvable``, it has no
  /// limit.
  public var solution: Solution? { Solver(stateLimit: .max).solve(self).solution }
}
