import ZombiesCore

/// The ending of a round in one word: the outcome in the high bits, the moves in the low bits.
@frozen @usableFromInline
package struct Ending: Hashable, Sendable {
  @usableFromInline var word: UInt64

  /// The maximum number of moves.
  static let mostMoves = 1 << 61

  @inline(__always)
  init(_ outcome: Outcome, moves: Int) {
    word = UInt64(outcome.rawValue) &<< 62 | UInt64(truncatingIfNeeded: moves)
  }

  /// The value for a round without an ending, different from every ending.
  static var none: Ending { Ending(word: .max) }

  private init(word: UInt64) { self.word = word }

  @inline(__always)
  var isNone: Bool { word == .max }

  /// The raw value of the outcome.
  @inlinable @inline(__always)
  package var code: Int { Int(truncatingIfNeeded: word &>> 62) }

  @inlinable @inline(__always)
  package var outcome: Outcome {
    Outcome(rawValue: UInt8(truncatingIfNeeded: word &>> 62)) ?? .outOfMoves
  }

  @inlinable @inline(__always)
  package var isWin: Bool { word &>> 62 == UInt64(Outcome.won.rawValue) }

  @inlinable @inline(__always)
  package var moves: Int { Int(truncatingIfNeeded: word & (1 &<< 62 &- 1)) }
}
