import ZombiesCore

/// The steps that a zombie on each square of a small room tries, for all of the player's squares at
/// once: `ChaseTable` for a search of a few levels, which fills in a square when a zombie first
/// stands on it.
struct ChaseWishes {
  private let room: SmallRoom
  private let rules: Rules

  /// The player's squares for which a zombie on each square tries each direction first.
  private var first: [SIMD4<UInt64>]

  /// Those for which it tries the direction second.
  private var second: [SIMD4<UInt64>]

  /// The squares that are filled in.
  private var known: UInt64 = 0

  init(_ room: SmallRoom, _ rules: Rules) {
    self.room = room
    self.rules = rules
    first = [SIMD4<UInt64>](repeating: .zero, count: room.squareCount)
    second = first
  }

  /// The player's squares for which a zombie steps in each direction, in the order of their raw
  /// values; for all others, it stays.
  ///
  /// - Parameters:
  ///   - zombie: The zombie's square.
  ///   - shut: The squares on which it cannot step.
  @inline(__always)
  mutating func regions(_ zombie: Int, shut: UInt64) -> SIMD4<UInt64> {
    if known &>> UInt64(truncatingIfNeeded: zombie) & 1 == 0 { fill(zombie) }
    let bits = UInt64(room.exits(zombie, avoiding: Bitboard(word: shut)).bits)
    let free = 0 &- (SIMD4(repeating: bits) &>> SIMD4(0, 1, 2, 3) & 1)
    let tried = first[zombie]
    let refused = tried & ~free
    let left = refused[0] | refused[1] | refused[2] | refused[3]
    return free & (tried | second[zombie] & SIMD4(repeating: left))
  }

  private mutating func fill(_ zombie: Int) {
    let from = room.square(at: zombie)
    for player in 0..<room.squareCount {
      let (one, other) = rules.steps(from: from, toward: room.square(at: player))
      if let one { first[zombie][Int(one.rawValue)] |= 1 << UInt64(player) }
      if let other { second[zombie][Int(other.rawValue)] |= 1 << UInt64(player) }
    }
    known |= 1 << UInt64(zombie)
  }
}
