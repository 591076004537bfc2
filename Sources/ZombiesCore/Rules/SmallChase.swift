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
/// The table takes 66 KiB. It is made once for a room and its rules and shared by all threads.
@usableFromInline
package final class ChaseTable: @unchecked Sendable {
  // The memory is written only during initialization.

  /// The number for a zombie that stays. A step has the raw value of its ``Direction``.
  @inlinable package static var stay: Int { 4 }

  /// The number of words in a row of ``regions``. Five are used; a row fills a cache line.
  @inlinable package static var rowLength: Int { 8 }

  /// One row for each of 16 sets of free exits of each of 64 squares; empty for exits that the square does not
  /// have.
  package let regions = UnsafeMutablePointer<UInt64>.allocate(capacity: 64 * 16 * rowLength)

  /// The squares on which a zombie on each of 64 squares catches the player; none if the zombie's
  /// square is outside the room.
  package let danger = UnsafeMutablePointer<UInt64>.allocate(capacity: 64)

  /// The neighbours of each of 64 squares; none if the square is outside the room.
  package let neighbours = UnsafeMutablePointer<UInt64>.allocate(capacity: 64)

  /// The steps for one player at a time.
  package let targets: ChaseTargets

  /// Makes the table. O(squares²).
  package init(_ room: SmallRoom, rules: Rules) {
    targets = ChaseTargets(room, rules)
    regions.initialize(repeating: 0, count: 64 * 16 * Self.rowLength)
    for square in 0..<64 {
      let zombie = Bitboard(square: square) & room.all
      (danger + square).initialize(to: rules.danger(of: zombie, in: room).word)
      (neighbours + square).initialize(to: room.neighbours(zombie).word)
    }
    for zombie in 0..<room.squareCount {
      let (here, all) = (Bitboard(square: zombie), room.exits(zombie).bits)
      for exits in 0..<16 where UInt8(exits) & ~all == 0 {
        let row = regions + (zombie * 16 + exits) * Self.rowLength
        let free = DirectionSet(bits: UInt8(exits)).reduce(Bitboard()) {
          $0 | room.moved(here, $1)
        }
        for player in 0..<room.squareCount {
          row[targets.choice(zombie, toward: player, free: free.word).direction] |=
            1 << UInt64(player)
        }
      }
    }
  }

  deinit {
    for words in [regions, danger, neighbours] { words.deallocate() }
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
