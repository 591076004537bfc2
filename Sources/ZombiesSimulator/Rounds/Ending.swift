import ZombiesCore

/// How a round ended, in one word: the outcome above, the moves below.
struct Ending {
  private var word: UInt32

  /// The maximum number of moves.
  static let mostMoves = 1 << 29

  @inline(__always)
  init(_ outcome: Outcome, moves: Int) {
    word = UInt32(outcome.rawValue) &<< 30 | UInt32(truncatingIfNeeded: moves)
  }

  /// No ending; distinct from every other.
  static var none: Ending { Ending(word: .max) }

  private init(word: UInt32) { self.word = word }

  @inline(__always)
  var isNone: Bool { word == .max }

  /// The raw value of the outcome.
  @inline(__always)
  var code: Int { Int(word &>> 30) }

  @inline(__always)
  var outcome: Outcome { Outcome(rawValue: UInt8(truncatingIfNeeded: word &>> 30)) ?? .outOfMoves }

  @inline(__always)
  var isWin: Bool { word &>> 30 == UInt32(Outcome.won.rawValue) }

  @inline(__always)
  var moves: Int { Int(word & (1 &<< 30 &- 1)) }
}
