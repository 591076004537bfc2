// The fast forms of the chase, for rooms of at most 64 squares. The plain form is in Chase.swift.

/// The step of a zombie, for each of its squares and all squares of the player at once.
///
/// For a zombie at `z`, the player's squares fall into five regions: the zombie steps in one of the
/// four directions, or it stays. The regions depend on the zombie's free exits.
///
///     ↑ ↑ ↑ ↑ ↑
///     ← ↑ ↑ ↑ →     a zombie in the middle, all exits free, chase axis `longest`
///     ← ← Z → →
///     ← ↓ ↓ ↓ →
///     ↓ ↓ ↓ ↓ ↓
///
/// The table takes 69 KiB. It is made once for a room and its rules and shared by all threads.
@usableFromInline
package final class ChaseTable: @unchecked Sendable {
  // The memory is written only during initialization.

  /// The number for a zombie that stays. A step has the raw value of its ``Direction``.
  @inlinable package static var stay: Int { 4 }

  /// The number of words in a row of ``regions``. Five are used; a row fills a cache line.
  @inlinable package static var rowLength: Int { 8 }

  /// One row for each of 16 sets of free exits of each of 64 squares.
  package let regions = UnsafeMutablePointer<UInt64>.allocate(capacity: 64 * 16 * rowLength)

  /// The two steps that a zombie wants to take, for each square of the zombie and of the player. An
  /// entry is 5 times the first step plus the second. Each is the raw value of a direction, or ``stay``.
  package let wishes = UnsafeMutablePointer<UInt8>.allocate(capacity: 64 * 64)

  /// The result of a wish for each of 16 sets of free exits: wish times 16 plus exits.
  package let answers = UnsafeMutablePointer<UInt8>.allocate(capacity: 25 * 16)

  /// The squares on which a zombie on each of 64 squares catches the player; none if the zombie's
  /// square is outside the room.
  package let danger = UnsafeMutablePointer<UInt64>.allocate(capacity: 64)

  /// The difference in index made by each direction, by raw value; 0 for ``stay``.
  package let steps = UnsafeMutablePointer<Int>.allocate(capacity: 5)

  /// Makes the table. O(squares²).
  package init(_ room: SmallRoom, rules: Rules) {
    regions.initialize(repeating: 0, count: 64 * 16 * Self.rowLength)
    wishes.initialize(repeating: 24, count: 64 * 64)
    answers.initialize(repeating: UInt8(Self.stay), count: 25 * 16)
    for wish in 0..<25 {
      for free in 0..<16 {
        let (first, second) = (wish / 5, wish % 5)
        // Bit 4 belongs to `stay` and is never set.
        let other = free >> second & 1 != 0 ? second : Self.stay
        answers[wish * 16 + free] = UInt8(free >> first & 1 != 0 ? first : other)
      }
    }
    for square in 0..<64 {
      let zombie = Bitboard(square: square) & room.all
      (danger + square).initialize(to: rules.danger(of: zombie, in: room).word)
    }
    for direction in Direction.allCases {
      (steps + Int(direction.rawValue)).initialize(to: room.step(direction))
    }
    (steps + Self.stay).initialize(to: 0)
    let size = room.size
    for zombie in 0..<room.squareCount {
      let from = size.square(at: zombie)
      var players = [UInt64](repeating: 0, count: 25)
      for player in 0..<room.squareCount {
        let (first, second) = rules.steps(from: from, toward: size.square(at: player))
        let wish = Int(first?.rawValue ?? 4) * 5 + Int(second?.rawValue ?? 4)
        wishes[zombie * 64 + player] = UInt8(wish)
        players[wish] |= 1 << UInt64(player)
      }
      for wish in 0..<25 where players[wish] != 0 {
        for free in 0..<16 {
          let row = (zombie * 16 + free) * Self.rowLength
          regions[row + Int(answers[wish * 16 + free])] |= players[wish]
        }
      }
      assert(players.reduce(0, |) == room.all.word, "a wish for each square of the player")
    }
  }

  deinit {
    for words in [regions, danger] { words.deallocate() }
    for bytes in [wishes, answers] { bytes.deallocate() }
    steps.deallocate()
  }
}

extension SmallRoom {
  /// The exits of a square that do not lead to one of the given squares.
  @inlinable @inline(__always)
  public func exits(_ index: Int, avoiding shut: Bitboard) -> DirectionSet {
    let here: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
    let stride = UInt64(truncatingIfNeeded: columns)
    let free = ~shut.word
    let up: UInt8 = (here & self.up.word) &>> stride & free != 0 ? 1 : 0
    let down: UInt8 = (here & self.down.word) &<< stride & free != 0 ? 2 : 0
    let left: UInt8 = (here & self.left.word) &>> 1 & free != 0 ? 4 : 0
    let right: UInt8 = (here & self.right.word) &<< 1 & free != 0 ? 8 : 0
    return DirectionSet(bits: up | down | left | right)
  }
}

extension Rules {
  /// Moves every zombie of a small room towards the player.
  ///
  /// - Parameters:
  ///   - zombies: The squares of the zombies.
  ///   - player: The index of the player's square.
  ///   - room: The shape of the room.
  ///   - shut: The squares of the blocks and the signpost.
  /// - Returns: The zombies' squares afterwards.
  @inlinable
  public func chase(
    _ zombies: Bitboard, player: Int, in room: SmallRoom, shut: Bitboard
  ) -> Bitboard {
    assert(!zombies.intersects(shut), "no zombie on a shut square")
    let now = ChaseTargets(room, self).chase(
      zombies, player: player, free: room.all - shut, speed: zombieSpeed)
    assert(now.count == zombies.count && !now.intersects(shut), "as many zombies, none where shut")
    return now
  }
}
