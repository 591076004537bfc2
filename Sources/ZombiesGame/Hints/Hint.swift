import ZombiesCore
import ZombiesGenerator

/// The answer to a request for the best move. It uses only what the player has seen, and the family.
public enum Hint: Hashable, Sendable {
  /// The first move of a shortest solution from here, with its number of moves. The player knows the
  /// whole room.
  case solution(Direction, moves: Int)

  /// The round can no longer be won from here, with the kind of proof.
  case lost(Proof)

  /// No move: the player knows the whole room, but the search gave up after this number of states.
  case unknown(states: Int)

  /// The best move, given what the player has seen and heard, computed exactly; with the chance of winning
  /// if that is known and, with hearing, the step onto the next new square.
  case best(Direction, Chance?, Step? = nil)

  /// The move of the policy `edge`, with the reason why the best move is unknown.
  case edge(Direction, Reason)

  /// A proof that the round can no longer be won.
  public enum Proof: Hashable, Sendable {
    /// A search has visited every reachable state. The player knows the whole room.
    case search
    /// In the dark: no level that agrees with what the player has seen can be won.
    case sight
  }

  /// The chance that the best play wins. All levels that are still possible are equally likely.
  public struct Chance: Hashable, Sendable {
    /// The number of levels that the best play wins.
    public let wins: UInt64
    /// The number of levels that may be drawn and agree with everything seen.
    public let levels: UInt64
    /// The levels that may be drawn.
    public let selection: LevelSelection
  }

  /// The step onto the next square on which the player learns something. All levels that are still possible
  /// are equally likely.
  public struct Step: Hashable, Sendable {
    /// The square. The player may have to walk to it over squares that are known.
    public let square: Square
    /// The number of levels in which the step is survived, and can still be won if it lights the room.
    public let survived: UInt64
    /// The number of levels of the family that agree with everything seen and heard.
    public let levels: UInt64
  }

  /// A reason why the best move in the dark is unknown.
  public enum Reason: Hashable, Sendable {
    /// The level belongs to no family.
    case noFamily
    /// The best play of the family takes too long to find.
    case tooManyBeliefs(Family)
  }

  /// The recommended move; nil if the hint has none.
  public var move: Direction? {
    switch self {
    case .solution(let move, _), .best(let move, _, _), .edge(let move, _): move
    case .lost, .unknown: nil
    }
  }
}
