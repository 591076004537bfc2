/// Where zombies of a room of at most 64 squares step, one zombie and one player at a time: two
/// targets looked up for each pair of their squares, 8 KiB in all.
///
/// The fast form of ``Rules/chase(_:player:in:shut:)`` for loops over rounds and states; `ChaseTable`
/// is the one for sets of players.
@usableFromInline
package final class ChaseTargets: @unchecked Sendable {
  // Written only while it is made.

  /// The squares to which a zombie would like to step, for each of its squares and each of the
  /// player's: the first choice in the low byte, the second in the high one; its own for none.
  @usableFromInline let targets: UnsafeMutablePointer<UInt16>

  /// Makes the table. O(squares²).
  package init(_ room: SmallRoom, rules: Rules) {
    targets = .allocate(capacity: 64 * 64)
    targets.initialize(repeating: 0, count: 64 * 64)
    // No arrays or closures here: unoptimized, as in tests, they take longer than a short batch.
    for zombie in 0..<room.squareCount {
      let here = room.square(at: zombie)
      for player in 0..<room.squareCount {
        let (first, second) = rules.steps(from: here, toward: room.square(at: player))
        // There is no second step without a first.
        var (nearest, other) = (zombie, zombie)
        if let first { nearest += room.step(first) }
        if let second { other += room.step(second) }
        targets[zombie * 64 + player] = UInt16(nearest | other << 8)
      }
    }
  }

  deinit { targets.deallocate() }

  /// Where one step takes a zombie.
  ///
  /// - Parameter free: The squares to which it may step.
  @inlinable @inline(__always)
  package func step(_ zombie: Int, toward player: Int, free: UInt64) -> Int {
    let wish = targets[zombie &* 64 &+ player]
    let (first, second) = (Int(wish & 63), Int(wish &>> 8))
    if free &>> UInt64(truncatingIfNeeded: first) & 1 != 0 { return first }
    return free &>> UInt64(truncatingIfNeeded: second) & 1 != 0 ? second : zombie
  }

  /// Every zombie chases the player, in reading order.
  ///
  /// - Parameters:
  ///   - zombies: Where the zombies stand.
  ///   - player: The player's square.
  ///   - free: The squares that are neither a block nor the signpost.
  ///   - speed: The steps of each zombie.
  /// - Returns: Where the zombies stand afterwards.
  @inlinable @inline(__always)
  package func chase(_ zombies: Bitboard, player: Int, free: Bitboard, speed: Int) -> Bitboard {
    var (now, later) = (zombies.word, zombies.word)
    while later != 0 {
      var zombie = later.trailingZeroBitCount
      later &= later &- 1
      now &= ~(1 &<< UInt64(truncatingIfNeeded: zombie))
      for _ in 0..<speed {
        let next = step(zombie, toward: player, free: free.word & ~now)
        if next == zombie { break }
        zombie = next
      }
      now |= 1 &<< UInt64(truncatingIfNeeded: zombie)
    }
    return Bitboard(word: now)
  }
}
