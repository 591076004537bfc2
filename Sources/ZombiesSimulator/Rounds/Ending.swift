import ZombiesCore

/// The ending of a round in one word: the outcome in the high bits, the moves in the low bits.
@frozen @usableFromInline
package struct Ending {
  @usableFromInline var word: UInt32

  /// The maximum number of moves.
  static let mostMoves = 1 << 29

  @inline(__always)
  init(_ outcome: Outcome, moves: Int) {
    word = UInt32(outcome.rawValue) &<< 30 | UInt32(truncatingIfNeeded: moves)
  }

  /// The value for a round without an ending, different from every ending.
  static var none: Ending { Ending(word: .max) }

  private init(word: UInt32) { self.word = word }

  @inline(__always)
  var isNone: Bool { word == .max }

  /// The raw value of the outcome.
  @inlinable @inline(__always)
  package var code: Int { Int(word &>> 30) }

  @inlinable @inline(__always)
  package var outcome: Outcome {
    Outcome(rawValue: UInt8(truncatingIfNeeded: word &>> 30)) ?? .outOfMoves
  }

  @inlinable @inline(__always)
  package var isWin: Bool { word &>> 30 == UInt32(Outcome.won.rawValue) }

  @inlinable @inline(__always)
  package var moves: Int { Int(word & (1 &<< 30 &- 1)) }
}
