import ZombiesCore

/// The steps that a zombie on each square of a small room tries, for all of the player's squares at
/// once: `ChaseTable` for a search of a few levels, which fills in a square when a zombie first
/// stands on it.
struct ChaseWishes: ~Copyable {
  private let room: SmallRoom
  private let rules: Rules

  /// The player's squares for which a zombie on each square tries each direction first.
  private var first = GrowingBuffer<SIMD4<UInt64>>(capacity: 64)

  /// Those for which it tries the direction second.
  private var second = GrowingBuffer<SIMD4<UInt64>>(capacity: 64)

  /// The lanes of each set of directions.
  private var lanes = GrowingBuffer<SIMD4<UInt64>>(capacity: 16)

  /// The squares on which a zombie on each square catches the player.
  private var dangers = GrowingBuffer<UInt64>(capacity: 64)

  /// The difference in index that a step in each direction makes.
  private let steps: SIMD4<Int>

  /// The squares that are filled in.
  private var known: UInt64 = 0

  init(_ room: SmallRoom, _ rules: Rules) {
    self.room = room
    self.rules = rules
    for _ in 0..<room.squareCount {
      first.append(.zero)
      second.append(.zero)
    }
    for square in 0..<SmallRoom.limit {
      let here = Bitboard(square: square) & room.all
      dangers.append(rules.danger(of: here, in: room).word)
    }
    steps = SIMD4(room.step(.up), room.step(.down), room.step(.left), room.step(.right))
    for bits in 0..<16 as Range<UInt64> {
      lanes.append(0 &- (SIMD4(repeating: bits) &>> SIMD4(0, 1, 2, 3) & 1))
    }
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
    let free = lanes[Int(room.exits(zombie, avoiding: Bitboard(word: shut)).bits)]
    let tried = first[zombie]
    let refused = tried & ~free
    let left = refused[0] | refused[1] | refused[2] | refused[3]
    return free & (tried | second[zombie] & SIMD4(repeating: left))
  }

  /// The squares on which a zombie catches the player; none for a step out of the room.
  @inline(__always)
  func danger(_ zombie: Int) -> UInt64 { dangers[zombie & 63] }

  /// The difference in index that a step in the direction with a raw value makes.
  @inline(__always)
  func step(_ direction: Int) -> Int { steps[direction] }

  private mutating func fill(_ zombie: Int) {
    let from = room.square(at: zombie)
    var (ones, others) = (SIMD4<UInt64>.zero, SIMD4<UInt64>.zero)
    for player in 0..<room.squareCount {
      let (one, other) = rules.steps(from: from, toward: room.square(at: player))
      if let one { ones[Int(one.rawValue)] |= 1 << UInt64(player) }
      if let other { others[Int(other.rawValue)] |= 1 << UInt64(player) }
    }
    (first[zombie], second[zombie]) = (ones, others)
    known |= 1 << UInt64(zombie)
  }
}
