import ZombiesCore

extension Policy {
  /// Plays a random legal move; all are equally likely.
  public static let random = Policy(
    "random", summary: "makes a random legal move, each equally likely", playsInOneWay: false,
    code: 0, engine: .random, kind: .seeing(PlayerMaker { RandomMoves($0.key) }))
}

/// The player of the policy `random`. It draws numbers below 12. There can be 1, 2, 3 or 4 legal
/// moves, and each of these counts divides 12, so all legal moves are equally likely.
///
/// A word yields 16 draws (`BoundedDraw`). The words are those of the stream with the seed, the
/// purpose `policy`, the trial as index, and 256 times the round of the trial as variant. With `n`
/// legal moves, in the order U < D < L < R, a draw `d` selects number `d` mod `n`.
@frozen
public struct RandomMoves: Player, Sendable {
  /// The number of draws below 12 that a word yields.
  public static let drawsPerWord = 16

  /// 12¹⁶, the product of the bounds.
  package static let words = BoundedDraw(below: 184_884_258_895_036_416)

  private var stream: RandomStream
  private var word: UInt64 = 0
  private var left = 0

  /// Creates the player of one round.
  public init(_ key: RoundKey) {
    stream = RandomStream(
      seed: key.seed, purpose: .policy, index: key.trial,
      variant: RoundKey.variant(Policy.random.code, round: key.round))
  }

  /// The next draw, 0 to 11.
  public mutating func next() -> Int {
    if left == 0 {
      word = Self.words.word(from: &stream)
      left = Self.drawsPerWord
    }
    left -= 1
    return Int(truncatingIfNeeded: BoundedDraw.digit(below: 12, of: &word))
  }

  /// The next move.
  public mutating func choose(_ sight: Sight) -> Direction {
    Self.move(next(), of: sight.legalMoves)
  }

  /// The legal move that a draw selects; up if no move is legal.
  public static func move(_ draw: Int, of legal: DirectionSet) -> Direction {
    var (moves, skip) = (legal.bits, draw % max(1, legal.count))
    while skip > 0 {
      moves &= moves &- 1
      skip -= 1
    }
    return Direction(rawValue: UInt8(moves.trailingZeroBitCount)) ?? .up
  }
}
