import ZombiesCore

/// Decides levels: solvable, unsolvable or gave up, with the solution.
///
/// The solver chooses the search by what the level is:
///
/// | room | dark, no flashlight | lit, or a flashlight |
/// |---|---|---|
/// | at most 64 squares | `SmallFlood` | `SmallSearch`; with the way, `StateSearch` |
/// | more | `WideFlood`; with the way, `SquareSearch` | `StateSearch` |
///
/// Where there are no zombies, only the number of states depends on the light: a verdict alone is
/// found as in a dark room.
public struct Solver: Sendable {
  /// The rules that levels are solved under.
  public let rules: Rules

  /// The most states that a search may visit; nil for ``defaultStateLimit(squares:movingZombies:)``.
  public let stateLimit: Int?

  /// Creates a solver.
  public init(rules: Rules = .standard, stateLimit: Int? = nil) {
    self.rules = rules
    self.stateLimit = stateLimit
  }

  /// The most states of a search where no limit is given.
  public static let defaultStates = 10_000_000

  /// The most bytes that the states of a search take where no limit is given: 1 GiB.
  public static let defaultMemory = 1 << 30

  /// The limit on states where none is given: ten million, or as many as fit 1 GiB where the
  /// room has so many zombies that this is fewer.
  ///
  /// - Parameters:
  ///   - squares: The squares of the room.
  ///   - movingZombies: The zombies, 0 where no light will ever move them.
  public static func defaultStateLimit(squares: Int, movingZombies: Int) -> Int {
    min(
      defaultStates, defaultMemory / bytesPerState(squares: squares, movingZombies: movingZombies))
  }

  /// The most bytes that a search needs for a state, its tables' slack included: 96 in rooms of
  /// at most 64 squares, else 80 and 12 a zombie that may move.
  public static func bytesPerState(squares: Int, movingZombies: Int) -> Int {
    squares <= SmallRoom.limit ? 96 : 80 + 12 * movingZombies
  }

  func limit(for level: Level) -> Int {
    stateLimit
      ?? Self.defaultStateLimit(
        squares: level.size.squareCount,
        movingZombies: level.zombiesMayMove ? level.zombies.count : 0)
  }

  /// Solves a level: verdict, solution, number of shortest solutions, states visited.
  public func solve(_ level: Level) -> SolverResult {
    let limit = limit(for: level)
    guard !level.zombiesMayMove, !level.mayBecomeLit else {
      return StateSearch(level, rules: rules, stateLimit: limit).solve()
    }
    if let small = SmallLevel(level) { return SmallFlood(small).solve(small, rules, limit) }
    return SquareSearch(WideLevel(level), rules: rules).solve(stateLimit: limit)
  }

  /// Solves a level of at most 64 squares.
  public func solve(_ level: SmallLevel) -> SolverResult {
    guard !level.zombiesMayMove, level.isLit || level.flashlights.isEmpty else {
      return solve(Level(level))
    }
    let limit =
      stateLimit
      ?? Self.defaultStateLimit(squares: level.room.squareCount, movingZombies: 0)
    return SmallFlood(level).solve(level, rules, limit)
  }

  /// Decides a level and its par, which is faster than ``solve(_:)-(Level)``; for many levels, a
  /// ``CachingSolver`` is faster still.
  public func decide(_ level: Level) -> Decision { CachingSolver(self).decide(level) }

  /// Decides a level in its wide form, by a flood that is kept from level to level.
  package func decide(_ level: WideLevel, by flood: WideFlood) -> Decision {
    let limit = stateLimit ?? .max
    guard !level.zombiesMayMove, limit >= 2 * level.size.squareCount else {
      return decide(Level(level))
    }
    return flood.decide(level, rules: rules, stateLimit: limit)
  }
}

extension Level {
  /// Whether the room is dark at first and may become lit, so that the light is part of a state.
  var mayBecomeLit: Bool { !isLit && !flashlights.isEmpty }

  /// Whether some sequence of legal moves wins, under the default rules.
  ///
  /// The search has no limit: the answer is always proved, and a large lit room with many zombies
  /// may need much time and memory for it. ``Solver/decide(_:)`` is the question with a limit.
  public var isSolvable: Bool {
    Solver(stateLimit: .max).decide(self).verdict == .solvable
  }

  /// *The* solution under the default rules, nil where there is none; without a limit as
  /// ``isSolvable``.
  public var solution: Solution? { Solver(stateLimit: .max).solve(self).solution }
}
