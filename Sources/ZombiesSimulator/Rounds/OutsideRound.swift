import ZombiesCore
import ZombiesPolicies

/// A round that another program plays.
package struct OutsideRound: Sendable {
  /// The round in a room of at most 64 squares; otherwise not used.
  package var small: SmallRound

  /// The round in a larger room; nil in a room of at most 64 squares.
  package var wide: Round?

  /// What its player knows before the first move.
  package let start: RoundStart

  /// The maximum number of moves.
  package let moveLimit: Int

  /// The moves so far.
  package var path: [Direction] = []

  /// Whether the player failed in it, so that it counts as lost.
  package var isForfeited = false

  /// The round that ``small`` is in a larger room.
  private static let placeholder = SmallRound(
    SmallLevel(
      room: smallestRoom, start: 1, signpost: 0, zombies: Bitboard()), rules: .standard)

  private static let smallestRoom: SmallRoom = {
    guard let size = try? RoomSize(rows: 1, columns: 2), let room = SmallRoom(size) else {
      preconditionFailure("a room of two squares")
    }
    return room
  }()

  /// Creates a round before its first move.
  package init(_ round: AnyRound, _ start: RoundStart, moveLimit: Int) {
    switch round {
    case .small(let round): (small, wide) = (round, nil)
    case .wide(let round): (small, wide) = (Self.placeholder, round)
    }
    self.start = start
    self.moveLimit = moveLimit
  }

  /// The level.
  package var level: Level { wide?.level ?? small.plainLevel }

  /// What the player sees.
  package var sight: Sight { wide?.sight ?? small.sight }

  /// The outcome if the round is over. A forfeited round is out of moves.
  package var outcome: Outcome? {
    let ended = wide == nil ? small.outcome : wide?.outcome
    return ended ?? (isForfeited || path.count >= moveLimit ? .outOfMoves : nil)
  }

  /// Makes a move if it is legal; returns whether it is.
  package mutating func make(_ direction: Direction) -> Bool {
    let isLegal = wide == nil ? small.attempt(direction) : wide?.attempt(direction) ?? false
    if isLegal { path.append(direction) }
    return isLegal
  }

  /// Goes back to the beginning.
  package mutating func restart() {
    self = OutsideRound(AnyRound(level, rules: start.rules), start, moveLimit: moveLimit)
  }
}
