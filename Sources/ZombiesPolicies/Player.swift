// A policy at work in one round. The types keep it honest: a player is made from a policy's name
// and a random stream, and shown what a player sees. Only `clairvoyant` is handed the level, as the
// script that was solved for it, and only `optimal` knows its family.

/// The moves of `clairvoyant`: *the* solution, then, or without one, the first legal move in the
/// order U < D < L < R.
@frozen
public struct Script: Equatable, Sendable {
  private let moves: [Direction]
  private var next = 0

  /// The script of a level.
  ///
  /// - Throws: ``PolicyError/gaveUp(_:)`` where the solver gave up, for then nobody knows.
  public init(_ level: Level, solver: Solver) throws(PolicyError) {
    let solved = solver.solve(level)
    if solved.verdict == .gaveUp { throw .gaveUp(level) }
    self.init(solved)
  }

  /// The script of a level of at most 64 squares.
  ///
  /// - Throws: ``PolicyError/gaveUp(_:)`` where the solver gave up.
  public init(_ level: SmallLevel, solver: Solver) throws(PolicyError) {
    let solved = solver.solve(level)
    if solved.verdict == .gaveUp { throw .gaveUp(Level(level)) }
    self.init(solved)
  }

  /// No script: what `clairvoyant` plays where there is no solution.
  public init() { moves = [] }

  private init(_ solved: Solved) { moves = solved.solution?.moves ?? [] }

  mutating func choose(legal: DirectionSet) -> Direction {
    if next < moves.count {
      next += 1
      return moves[next - 1]
    }
    return legal.first(in: Direction.allCases) ?? .up
  }
}

/// Why a policy cannot play.
public enum PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `clairvoyant` needs a solution, and the solver gave up on the level.
  case gaveUp(Level)
  /// `optimal` needs a plan, and there is none.
  case noPlan(PlanError)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .gaveUp(let level):
      "clairvoyant cannot play \(level.code): the solver gave up on it, so raise its limit on states"
    case .noPlan(let error): "optimal cannot play: \(error)"
    }
  }
}

/// A policy at work in a room of at most 64 squares.
public enum SmallPlayer: Sendable {
  case random(RandomMoves)
  case planner(SmallPlanner)
  case script(Script)
  case blind(BlindPlayer)

  /// Sits down to play a round.
  ///
  /// - Parameters:
  ///   - script: The level's script, for `clairvoyant` alone.
  ///   - blind: A player with the plan of the level's family, for `optimal` alone.
  public init(
    _ policy: Policy, key: RoundKey, script: Script? = nil, blind: BlindPlayer? = nil
  ) {
    switch policy {
    case .random: self = .random(RandomMoves(key))
    case .edge: self = .planner(SmallPlanner(.edge))
    case .beeline: self = .planner(SmallPlanner(.beeline))
    case .clairvoyant: self = .script(script ?? Script())
    case .optimal: self = .blind(blind ?? BlindPlayer(nil, rules: .standard))
    }
  }

  /// The next move, of a round that goes on.
  public mutating func choose(_ sight: SmallSight) -> Direction {
    switch self {
    case .random(var moves):
      let draw = moves.next()
      self = .random(moves)
      return RandomMoves.move(draw, of: sight.legalMoves)
    case .planner(var planner):
      let move = planner.choose(sight)
      self = .planner(planner)
      return move
    case .script(var script):
      let move = script.choose(legal: sight.legalMoves)
      self = .script(script)
      return move
    case .blind(var player):
      let move = player.choose(sight)
      self = .blind(player)
      return move
    }
  }
}

/// A policy at work in a room of any size: all but `optimal`, whose plans are for small rooms.
public enum Player {
  case random(RandomMoves)
  case planner(WidePlanner)
  case script(Script)

  /// Sits down to play a round.
  ///
  /// - Parameter script: The level's script, for `clairvoyant` alone.
  public init(_ policy: Policy, size: RoomSize, key: RoundKey, script: Script? = nil) {
    switch policy {
    case .random: self = .random(RandomMoves(key))
    case .edge: self = .planner(WidePlanner(.edge, size: size))
    case .beeline: self = .planner(WidePlanner(.beeline, size: size))
    case .clairvoyant, .optimal: self = .script(script ?? Script())
    }
  }

  /// The next move, of a round that goes on.
  public mutating func choose(_ sight: Sight) -> Direction {
    switch self {
    case .random(var moves):
      let draw = moves.next()
      self = .random(moves)
      return RandomMoves.move(draw, of: sight.legalMoves)
    case .planner(var planner):
      // Lets go of the old value, so that the planner's squares are not copied.
      self = .random(RandomMoves(RoundKey(seed: 0, trial: 0)))
      let move = planner.choose(sight)
      self = .planner(planner)
      return move
    case .script(var script):
      let move = script.choose(legal: sight.legalMoves)
      self = .script(script)
      return move
    }
  }
}

// Whether two players know the same, so that they make the same moves in the same place: for rounds that
// come to where they were. Of `random` nobody knows.

extension SmallPlayer {
  package func isLike(_ other: SmallPlayer) -> Bool {
    switch (self, other) {
    case (.planner(let one), .planner(let other)): one == other
    case (.script(let one), .script(let other)): one == other
    case (.blind(let one), .blind(let other)): one == other
    default: false
    }
  }
}

extension Player {
  package func isLike(_ other: Player) -> Bool {
    switch (self, other) {
    case (.planner(let one), .planner(let other)): one == other
    case (.script(let one), .script(let other)): one == other
    default: false
    }
  }
}
