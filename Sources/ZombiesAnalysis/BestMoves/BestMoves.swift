import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesSimulator
import ZombiesSolver

/// The best moves of a player who knows the family of its level, from all that it has seen and heard in its
/// round, and how many of the levels that are still possible each move wins.
///
///     let best = try BestMoves(of: pool, slot: 0)
///     print(best.moves.map { "\($0.direction): \($0.wins) of \(best.levels)" })
///
/// The wins are those of the best play after the move, without a limit on moves.
public struct BestMoves: Hashable, Sendable {
  /// A legal move, and the number of levels that the best play wins after it.
  public struct Move: Hashable, Sendable {
    /// The move.
    public let direction: Direction
    /// The number of levels.
    public let wins: UInt64
  }

  /// The number of levels that agree with all that the player has seen and heard. With
  /// ``/ZombiesGenerator/LevelSelection/solvable``, only solvable ones are counted.
  public let levels: UInt64

  /// The legal moves, in the order U < D < L < R; none if the round is over.
  public let moves: [Move]

  /// The first move of a shortest path to the best square to go to next; nil if nothing can be won. A player
  /// who always makes this move plays best. Other moves may be as good, but only if they are not walked
  /// back and forth.
  public let advice: Direction?

  /// The moves with the most wins; none if nothing can be won.
  public var best: [Direction] {
    guard let most = moves.map(\.wins).max(), most > 0 else { return [] }
    return moves.filter { $0.wins == most }.map(\.direction)
  }

  /// The maximum number of placements of a family, which are all looked at.
  public static let placementLimit: UInt64 = 100_000

  /// The maximum number of states in a search.
  private static let stateLimit = 1_000_000

  /// Finds the best moves of the player of a slot.
  ///
  /// - Throws: ``BestMovesError``.
  /// - Complexity: O(placements), and that of a plan of the rest of the round.
  public init(of pool: RoundPool, slot: Int) throws(BestMovesError) {
    guard let (round, visited) = pool.position(of: slot) else { throw .tooLarge(pool.size) }
    guard round.outcome == nil else {
      (levels, moves, advice) = (0, [], nil)
      return
    }
    let search = BestMoveSearch(round, stateLimit: Self.stateLimit)
    if round.isLit {
      (levels, advice) = (1, try search.solution(round)?.first)
      var moves: [Move] = []
      for direction in round.legalMoves {
        var next = round
        next.move(direction)
        moves.append(Move(direction: direction, wins: try search.isWon(next) == true ? 1 : 0))
      }
      self.moves = moves
      return
    }
    guard let family = Family(of: round.level) else { throw .noFamily(Level(round.level)) }
    let known = search.knowledge(of: round.level, on: visited)
    let count = family.placementCount
    guard let count, count <= Self.placementLimit else {
      throw .tooManyPlacements(family, count: count)
    }
    let possible = known.levels(of: family, search.hearingAreas)
    levels =
      pool.generator.selection == .solvable
      ? try search.solvable(possible, from: round.level.start) : UInt64(possible.count)
    var plans = BestPlans(family: family, rules: round.rules, search: search)
    let advised = try plans.advice(known, at: round.player)
    advice = advised.move
    var moves: [Move] = []
    for direction in round.legalMoves {
      let target = round.player + round.level.room.step(direction)
      moves.append(
        Move(
          direction: direction,
          wins: visited.contains(target)
            ? try plans.wins(known, possible, at: target)
            : try plans.wins(known, possible, round, stepping: direction)))
    }
    self.moves = moves
  }
}

/// The reason why the best moves cannot be found.
public enum BestMovesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The room has more than 64 squares.
  case tooLarge(RoomSize)
  /// The placement rule cannot make the level, so the player knows no family.
  case noFamily(Level)
  /// The family has too many placements; nil for 2⁶⁴ or more.
  case tooManyPlacements(Family, count: UInt64?)
  /// A plan would take too long.
  case noPlan(Family)
  /// The solver gave up on a level.
  case gaveUp(Level)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .tooLarge(let size):
      "the best moves can be found in rooms of at most \(SmallRoom.limit) squares, and this is \(size)"
    case .noFamily(let level):
      "the placement rule cannot make \(level.code), so its player knows no family"
    case .tooManyPlacements(let family, let count):
      "\(family) has \(count.map { "\($0)" } ?? "2⁶⁴ or more") placements, and the best moves can be "
        + "found with at most \(BestMoves.placementLimit)"
    case .noPlan(let family): "a plan of \(family) would take too long"
    case .gaveUp(let level): "the solver gave up on \(level.code)"
    }
  }
}
