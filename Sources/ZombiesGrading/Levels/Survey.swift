import ZombiesCore
import ZombiesSolver

/// What somebody who makes a level wants to know of it after each change: whether it can be won, how, how
/// hard that is, and where it cannot be won any more; or why it cannot be won at all.
///
///     let survey = Survey(try Level("S4/5/Z1#2/5/4P+lit"))
///     print(survey.verdict, survey.graded.grade ?? "")
///
/// Everything comes from one exploration of the level's states, which ends at a limit: what is not known
/// then is nil, and the verdict ``/ZombiesSolver/Verdict/gaveUp``.
public struct Survey: Hashable, Sendable {
  /// The default limit on states: what can be explored in some hundredths of a second.
  public static let defaultStateLimit = 50_000

  /// What is proved.
  public let verdict: Verdict

  /// *The* solution, with the number of shortest ones; nil unless the level is solvable.
  public let solution: Solution?

  /// The squares of the solution, from the start to the signpost; empty if there is none.
  public let way: [Square]

  /// The grade with its parts.
  public let graded: GradedLevel

  /// The number of states with the player alive, the first one included; nil if it is not known.
  public let stateCount: Int?

  /// The number of them from which nothing can be won any more; nil unless the level is solvable.
  public let deadStateCount: Int?

  /// The squares that the player can reach and from which nothing can be won any more, however the
  /// player came there: all that can be reached, if the level is unsolvable. In reading order; nil if it
  /// is not known.
  public let lostSquares: [Square]?

  /// Why the level is unsolvable; nil if it is not, or if it is not known.
  public let reach: Reach?

  /// The limit on states.
  public let stateLimit: Int

  /// Explores a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - rules: The rules in force.
  ///   - stateLimit: The maximum number of states. Where no zombie moves, there are never more than
  ///     squares, and it is not looked at.
  /// - Complexity: O(states · zombies).
  public init(
    _ level: Level, rules: Rules = .standard, stateLimit: Int = defaultStateLimit
  ) {
    self.stateLimit = stateLimit
    let limit = level.zombiesMayMove ? stateLimit : .max
    let explored = level.withoutUselessLight
    let graph = StateGraph(explored, rules: rules, stateLimit: limit)
    let hopes = graph?.hopes
    let solved: SolverResult
    if let graph, let hopes {
      solved =
        graph.outcomeAtStart == nil
        ? graph.solved(hopes: hopes)
        : SolverResult(verdict: .unsolvable, solution: nil, states: 0)
    } else {
      // A shortest way may be found in fewer states.
      solved = Solver(rules: rules, stateLimit: limit).solve(explored)
    }
    verdict = solved.verdict
    solution = solved.solution
    way = Self.squares(of: solved.solution, in: level)
    reach = solved.verdict == .unsolvable ? Reach(level, rules: rules, stateLimit: limit) : nil
    var graded = GradedLevel(verdict: solved.verdict)
    if let solution = solved.solution {
      graded.par = solution.par
      graded.shortestSolutions = solution.shortestCount
      graded.excessMoves = solution.par - level.start.distance(to: level.signpost)
      graded.directWayLoses = DirectWay.loses(level, rules: rules)
    }
    guard let graph, let hopes else {
      (self.graded, lostSquares, stateCount, deadStateCount) = (graded, nil, nil, nil)
      return
    }
    var deadCount: Int?
    if solved.solution != nil {
      let dead = hopes.dropFirst(StateGraph.offset).count { $0 == 0 }
      graded.deadPerMille = GradedLevel.perMille(dead, of: graph.count)
      deadCount = dead
    }
    self.graded = graded
    (stateCount, deadStateCount) = (graph.count, deadCount)
    lostSquares = graph.lostSquares(of: explored, hopes: hopes)
  }

  /// What is known of a level that has not been explored: nothing.
  public init() {
    (verdict, solution, way, lostSquares, reach) = (.gaveUp, nil, [], nil, nil)
    (stateCount, deadStateCount) = (nil, nil)
    graded = GradedLevel(verdict: .gaveUp)
    stateLimit = 0
  }

  /// The squares that the player can reach and from which nothing can be won any more
  /// (``lostSquares``), without anything else.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - rules: The rules in force.
  ///   - stateLimit: The maximum number of states. Where no zombie moves, it is not looked at.
  /// - Returns: Nil if there are more states.
  /// - Complexity: O(states · zombies).
  public static func lostSquares(
    in level: Level, rules: Rules = .standard, stateLimit: Int = StateGraph.defaultStateLimit
  ) -> [Square]? {
    let limit = level.zombiesMayMove ? stateLimit : .max
    let explored = level.withoutUselessLight
    guard let graph = StateGraph(explored, rules: rules, stateLimit: limit) else { return nil }
    return graph.lostSquares(of: explored, hopes: graph.hopes)
  }

  private static func squares(of solution: Solution?, in level: Level) -> [Square] {
    guard let solution else { return [] }
    var squares = [level.start]
    for move in solution.moves {
      guard let last = squares.last, let next = level.size.exit(from: last, move) else { break }
      squares.append(next)
    }
    return squares
  }
}

extension StateGraph {
  /// The squares on which the player is in some state, and in none from which a win is possible.
  fileprivate func lostSquares(of level: Level, hopes: [UInt8]) -> [Square] {
    guard count > 0 else { return [] }
    let size = level.size
    let places = playerSquares(of: level, upTo: count)
    // For each square, whether the player is there in some state, and whether with hope.
    var (isMet, isHopeful) = (SquareSet(size), SquareSet(size))
    for state in 0..<count {
      let player = size.square(at: Int(places[state]))
      isMet.insert(player)
      if hopes[state + Self.offset] != 0 { isHopeful.insert(player) }
    }
    return isMet.filter { !isHopeful.contains($0) }
  }

  /// The square of the player in each of the first states, by its index in reading order.
  func playerSquares(of level: Level, upTo end: Int) -> [Int32] {
    let size = level.size
    var places = [Int32](repeating: -1, count: end)
    if end > 0 { places[0] = Int32(truncatingIfNeeded: size.index(of: level.start)) }
    for state in 0..<end {
      // States are numbered behind one from which they are reached.
      let player = size.square(at: Int(places[state]))
      for direction in Direction.allCases {
        let target = Int(successors[4 * state + Int(direction.rawValue)])
        guard target > state, target < end, places[target] < 0,
          let square = size.exit(from: player, direction)
        else { continue }
        places[target] = Int32(truncatingIfNeeded: size.index(of: square))
      }
    }
    return places
  }
}

extension Level {
  /// The level without the light and the flashlights if no zombie ever moves: they make no difference then.
  var withoutUselessLight: Level {
    zombiesMayMove ? self : removing(isLit: false) { _, thing in thing == .flashlight }
  }
}
