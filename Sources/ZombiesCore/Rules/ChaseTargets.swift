/// The steps of zombies in a room of at most 64 squares, for one zombie and one player at a time.
/// It looks up two targets for each pair of squares, 8 KiB in all.
///
/// This is the fast form of ``Rules/chase(_:player:in:shut:)`` for loops over rounds and states.
/// `ChaseTable` is the fast form for sets of players.
@usableFromInline
package final class ChaseTargets: @unchecked Sendable {
  // The memory is written only during initialization.

  /// The squares that a zombie wants to step to, for each square of the zombie and of the player.
  /// The low byte is the first choice and the high byte the second; a missing choice is the
  /// zombie's own square.
  @usableFromInline let targets: UnsafeMutablePointer<UInt16>

  /// Makes the table. O(squares²).
  package init(_ room: SmallRoom, rules: Rules) {
    targets = .allocate(capacity: 64 * 64)
    targets.initialize(repeating: 0, count: 64 * 64)
    // Arrays and closures are avoided here: unoptimized, as in tests, they take longer than a short
    // batch.
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

  /// The square of a zombie after one step.
  ///
  /// - Parameter free: The squares that the zombie may step on.
  @inlinable @inline(__always)
  package func step(_ zombie: Int, toward player: Int, free: UInt64) -> Int {
    let wish = targets[zombie &* 64 &+ player]
    let (first, second) = (Int(wish & 63), Int(wish &>> 8))
    if free &>> UInt64(truncatingIfNeeded: first) & 1 != 0 { return first }
    return free &>> UInt64(truncatingIfNeeded: second) & 1 != 0 ? second : zombie
  }

  /// Moves every zombie towards the player, in reading order.
  ///
  /// - Parameters:
  ///   - zombies: The squares of the zombies.
  ///   - player: The square of the player.
  ///   - free: The squares other than the blocks and the signpost.
  ///   - speed: The number of steps of each zombie.
  /// - Returns: The squares of the zombies afterwards.
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
