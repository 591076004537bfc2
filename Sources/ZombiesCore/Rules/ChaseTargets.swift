#if !hasFeature(Embedded)
  import Synchronization
#endif

/// The steps of zombies in a room of at most 64 squares, for one zombie and one player at a time.
/// It looks up two targets for each pair of squares, 8 KiB in all.
///
/// This is the fast form of ``Rules/chase(_:player:in:shut:)`` for loops over rounds and states.
/// `ChaseTable` is the fast form for sets of players.
///
/// The targets depend on the number of columns and on the axis of the chase. They are made when the first
/// ``SmallRoom`` with these columns is made, and then never freed.
@usableFromInline
package struct ChaseTargets: Hashable, @unchecked Sendable {
  /// The squares that a zombie wants to step to, for each square of the zombie and of the player. The
  /// low byte is the first choice and the high byte the second: the square in the lowest six bits, and
  /// the direction above them. A missing choice is the zombie's own square.
  @usableFromInline let targets: UnsafePointer<UInt16>

  /// The number of pairs of squares.
  @inlinable static var pairs: Int { 64 * 64 }

  /// The targets of a room under the axis of some rules.
  @inlinable @inline(__always)
  package init(_ room: SmallRoom, _ rules: Rules) {
    let axis =
      switch rules.chase {
      case .longest: 0
      case .vertical: 1
      case .horizontal: 2
      }
    targets = room.targets.targets + Self.pairs &* axis
  }

  /// The targets of rooms with some columns, under the axis `longest`. Those of the other axes follow.
  init(columns: Int) {
    #if hasFeature(Embedded)
      let known = Self.made[columns]
    #else
      let known = Self.made[columns].load(ordering: .acquiring)
    #endif
    if let known {
      targets = known
      return
    }
    let table = UnsafeMutablePointer<UInt16>.allocate(capacity: 3 * Self.pairs)
    // Arrays and closures are avoided here: unoptimized, as in tests, they take longer than a short
    // batch.
    var place = table
    for axis in Rules.ChaseAxis.allCases {
      for zombie in 0..<64 {
        let from = Square(row: zombie / columns, column: zombie % columns)
        for player in 0..<64 {
          let to = Square(row: player / columns, column: player % columns)
          let (first, second) = axis.steps(from: from, toward: to)
          // There is no second step without a first.
          // Squares beyond the last whole row belong to no room.
          func choice(_ direction: Direction?) -> UInt16 {
            guard let direction else { return UInt16(zombie) }
            let square = zombie + direction.rowStep * columns + direction.columnStep
            return UInt16(square & 63) | UInt16(direction.rawValue) << 6
          }
          place.initialize(to: choice(first) | choice(second) << 8)
          place += 1
        }
      }
    }
    #if hasFeature(Embedded)
      Self.made[columns] = UnsafePointer(table)
      targets = UnsafePointer(table)
    #else
      // Another thread may have made them meanwhile.
      let (isFirst, other) = Self.made[columns].compareExchange(
        expected: nil, desired: UnsafePointer(table), ordering: .acquiringAndReleasing)
      if !isFirst { table.deallocate() }
      targets = isFirst ? UnsafePointer(table) : other ?? UnsafePointer(table)
    #endif
  }

  // The tables that exist, by the number of columns.
  #if hasFeature(Embedded)
    nonisolated(unsafe) private static var made = [UnsafePointer<UInt16>?](
      repeating: nil, count: SmallRoom.limit + 1)
  #else
    nonisolated(unsafe) private static let made = {
      let made = UnsafeMutablePointer<Atomic<UnsafePointer<UInt16>?>>.allocate(
        capacity: SmallRoom.limit + 1)
      for columns in 0...SmallRoom.limit { (made + columns).initialize(to: Atomic(nil)) }
      return made
    }()
  #endif

  /// The square of a zombie after one step, and its direction by raw value, or ``ChaseTable/stay``.
  ///
  /// - Parameter free: The squares that the zombie may step on, without its own.
  @inlinable @inline(__always)
  package func choice(
    _ zombie: Int, toward player: Int, free: UInt64
  ) -> (square: Int, direction: Int) {
    let wish = Int(targets[zombie &* 64 &+ player])
    let (first, second) = (wish & 0xFF, wish &>> 8)
    // All ones if the zombie can make the choice. Branches would be too hard to predict.
    let (canFirst, canSecond) = (
      0 &- Int(truncatingIfNeeded: free &>> UInt64(truncatingIfNeeded: first & 63) & 1),
      0 &- Int(truncatingIfNeeded: free &>> UInt64(truncatingIfNeeded: second & 63) & 1)
    )
    let stay = ChaseTable.stay &<< 6 | zombie
    let choice = first & canFirst | (second & canSecond | stay & ~canSecond) & ~canFirst
    return (choice & 63, choice &>> 6)
  }

  /// The square of a zombie after one step.
  @inlinable @inline(__always)
  package func step(_ zombie: Int, toward player: Int, free: UInt64) -> Int {
    choice(zombie, toward: player, free: free).square
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
  package func chase(
    _ zombies: Bitboard, player: Int, free: Bitboard, speed: Int
  ) -> Bitboard {
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
