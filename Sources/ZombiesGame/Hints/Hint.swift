import ZombiesCore
import ZombiesGenerator

/// The answer to somebody who asks for the best move. It uses nothing but what they have seen, and
/// the family.
public enum Hint: Hashable, Sendable {
  /// The first move of a shortest solution from here, of so many moves: everything is known.
  case solution(Direction, moves: Int)

  /// Nothing can be won from here, and how that is known.
  case lost(Proof)

  /// Everything is known, but the search gave up after so many states.
  case unknown(states: Int)

  /// The exactly best move of somebody who cannot see more; with the chance of winning where it is
  /// known.
  case best(Direction, Chance?)

  /// The move of the policy `edge`, because the best one is not known, and why.
  case edge(Direction, Reason)

  /// How it is known that nothing can be won.
  public enum Proof: Hashable, Sendable {
    /// Everything is known, and a search has visited all that can happen.
    case search
    /// In the dark: no level that agrees with what was seen can be won.
    case sight
  }

  /// A chance of winning: of the levels that are still possible, equally likely, the best play wins
  /// some.
  public struct Chance: Hashable, Sendable {
    /// The levels that the best play wins.
    public let wins: UInt64
    /// The levels that may be drawn and agree with everything seen.
    public let levels: UInt64
    /// Which levels may be drawn.
    public let selection: LevelSelection
  }

  /// Why the best blind move is not known.
  public enum Reason: Hashable, Sendable {
    /// The level belongs to no family.
    case noFamily
    /// The best play of the family takes too long to find.
    case tooManyBeliefs(Family)
  }

  /// The move; nil if there is none to recommend.
  public var move: Direction? {
    switch self {
    case .solution(let move, _), .best(let move, _), .edge(let move, _): move
    case .lost, .unknown: nil
    }
  }
}
