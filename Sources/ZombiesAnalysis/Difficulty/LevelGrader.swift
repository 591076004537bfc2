/// What one exploration of a level tells about its difficulty.
public struct GradedLevel: Hashable, Sendable {
  /// What is known; gave up where the level has more states than the limit.
  public var verdict: Verdict
  /// The length of the solution; nil unless solvable.
  public var par: Int?
  /// How many shortest solutions there are, saturating at 2⁶⁴ − 1; nil unless solvable.
  public var shortestSolutions: UInt64?
  /// The moves of the solution beyond the distance from start to signpost; nil unless solvable.
  public var excessMoves: Int?
  /// The share of the states, of those that are reached alive, from which nothing can be won any
  /// more, in thousandths rounded down; nil unless solvable.
  public var deadPerMille: Int?
  /// Whether the direct way loses; nil unless solvable.
  public var directWayLoses: Bool?
}

/// Grades levels one after another: it keeps its tables and its memory.
///
///     var grader = LevelGrader()
///     let graded = grader.grade(level)
///
/// Fast where one zombie chases from the beginning in a room of at most 64 squares
/// (`OneZombieSearch`), and where no zombie ever moves; any other level is explored as a
/// ``StateGraph``. Use one a thread.
public struct LevelGrader {
  private let rules: Rules
  private let stateLimit: Int
  private var search: (room: SmallRoom, search: OneZombieSearch?)?

  /// Creates a grader.
  ///
  /// - Parameter stateLimit: The most states of a level that is graded.
  public init(rules: Rules = .standard, stateLimit: Int = StateGraph.defaultStateLimit) {
    self.rules = rules
    self.stateLimit = stateLimit
  }

  /// Grades a level.
  ///
  /// - Complexity: O(squares²) with one zombie, else O(states · zombies).
  public mutating func grade(_ level: SmallLevel) -> GradedLevel {
    if !level.zombiesMayMove { return gradeDark(level) }
    if let search = search(for: level.room), search.canExplore(level) {
      let found = search.explore(level)
      return graded(
        level, par: found.par, count: found.shortestCount, states: found.states,
        dead: found.states - found.winningStates)
    }
    guard let graph = StateGraph(level, rules: rules, stateLimit: stateLimit) else {
      return GradedLevel(verdict: .gaveUp)
    }
    let ways = graph.shortestWays
    return graded(
      level, par: ways.par, count: ways.count, states: graph.count,
      dead: graph.movesToWin.count { $0 < 0 })
  }

  /// Where nothing moves but the player, and every way can be gone back, nothing is ever lost but by
  /// being caught; and the light changes nothing.
  private func gradeDark(_ level: SmallLevel) -> GradedLevel {
    var dark = level
    (dark.flashlights, dark.isLit) = (Bitboard(), false)
    let solution = Solver(rules: rules, stateLimit: .max).solve(dark).solution
    return graded(
      level, par: solution?.par, count: solution?.shortestCount ?? 0, states: 1, dead: 0)
  }

  private func graded(
    _ level: SmallLevel, par: Int?, count: UInt64, states: Int, dead: Int
  ) -> GradedLevel {
    guard let par else { return GradedLevel(verdict: .unsolvable) }
    let size = level.room.size
    let distance = size.square(at: level.start).distance(to: size.square(at: level.signpost))
    return GradedLevel(
      verdict: .solvable, par: par, shortestSolutions: count, excessMoves: par - distance,
      deadPerMille: dead * 1000 / max(1, states),
      directWayLoses: DirectWay.loses(level, rules: rules))
  }

  private mutating func search(for room: SmallRoom) -> OneZombieSearch? {
    if let search, search.room == room { return search.search }
    let made = OneZombieSearch(room: room, rules: rules)
    search = (room, made)
    return made
  }
}
