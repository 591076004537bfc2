// A policy at work in one round. The types keep it honest: a player is made from what its policy
// needs, all of it, and is shown what a player sees. Only `clairvoyant` is handed the level, as the
// script that was solved for it, and only `optimal` knows its family. There is no player without its
// script or plan, and none of `optimal` for rooms of more than 64 squares.

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

  private init(_ solved: Solved) { moves = solved.solution?.moves ?? [] }

  mutating func choose(legal: DirectionSet) -> Direction {
    if next < moves.count {
      next += 1
      return moves[next - 1]
    }
    return legal.choose(in: Direction.allCases)
  }
}

extension DirectionSet {
  /// The first of an order that is in the set of legal moves. Players are asked for a move of a round
  /// that goes on, and such a round has one: else it would have ended, the player being stuck.
  func choose(in order: [Direction]) -> Direction {
    guard let move = first(in: order) else {
      preconditionFailure("a player is asked for a move, and no move is legal")
    }
    return move
  }
}

/// Why a policy cannot play.
public enum PolicyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `clairvoyant` needs a solution, and the solver gave up on the level.
  case gaveUp(Level)
  /// `optimal` needs a plan, and there is none.
  case noPlan(PlanError)
  /// `optimal` was not planned for before it came to play.
  case notPlanned
  /// `optimal` plays a level that is not of the family of its plan.
  case otherPlan(Family)
  /// A player chose what the rules do not allow: the move is counted from 1.
  case illegalMove(Policy, Level, Direction, move: Int)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .gaveUp(let level):
      "clairvoyant cannot play \(level.code): the solver gave up on it, so raise its limit on states"
    case .noPlan(let error): "optimal cannot play: \(error)"
    case .notPlanned: "optimal cannot play: no plan was made for the level"
    case .otherPlan(let family):
      "optimal cannot play: its plan is of \(family), and the level is not"
    case .illegalMove(let policy, let level, let direction, let move):
      "\(policy) chose an illegal move in \(level.code): move \(move) is \(direction), out of the room "
        + "or into a block"
    }
  }
}

/// A policy at work in a room of at most 64 squares.
public enum SmallPlayer: Sendable {
  case random(RandomMoves)
  case planner(SmallPlanner)
  case script(Script)
  case blind(BlindPlayer)

  /// A player of `random`.
  public static func random(_ key: RoundKey) -> SmallPlayer { .random(RandomMoves(key)) }

  /// A player of `edge`.
  public static var edge: SmallPlayer { .planner(SmallPlanner(.edge)) }

  /// A player of `beeline`.
  public static var beeline: SmallPlayer { .planner(SmallPlanner(.beeline)) }

  /// The next move, of a round that goes on.
  ///
  /// - Throws: ``PolicyError``, as ``BlindPlayer/choose(_:)`` does; only `optimal` throws.
  public mutating func choose(_ sight: SmallSight) throws(PolicyError) -> Direction {
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
      let move = try player.choose(sight)
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

  /// A player of `random`.
  public static func random(_ key: RoundKey) -> Player { .random(RandomMoves(key)) }

  /// A player of `edge` in a room.
  public static func edge(_ size: RoomSize) -> Player { .planner(WidePlanner(.edge, size: size)) }

  /// A player of `beeline` in a room.
  public static func beeline(_ size: RoomSize) -> Player {
    .planner(WidePlanner(.beeline, size: size))
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

// A move as it is made in play: what a player chooses is held against the rules.

extension SmallRound {
  /// Lets a player make the next move, of a round that goes on; returns it.
  ///
  /// - Throws: ``PolicyError``; no move is made then.
  @inline(__always)
  package mutating func move(
    _ player: inout SmallPlayer, of policy: Policy
  ) throws(PolicyError) -> Direction {
    let direction = try player.choose(SmallSight(self))
    guard isLegal(direction) else {
      throw .illegalMove(policy, Level(level), direction, move: moves + 1)
    }
    move(direction)
    return direction
  }
}

extension Round {
  /// Lets a player make the next move, of a round that goes on; returns it.
  ///
  /// - Throws: ``PolicyError``; no move is made then.
  package mutating func move(
    _ player: inout Player, of policy: Policy
  ) throws(PolicyError) -> Direction {
    let direction = player.choose(Sight(self))
    do throws(IllegalMove) { try move(direction) } catch {
      throw .illegalMove(policy, level, direction, move: moves + 1)
    }
    return direction
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
