// The fast forms of the chase, for rooms of at most 64 squares. The plain form is in Chase.swift.

/// Where a zombie wants to go, for every zombie's square and all player's squares at once.
///
/// For a zombie at `z`, the player's squares fall into regions by the step that the zombie would
/// take; which step depends on the exits that are free for it. With `free` as the set of those
/// exits, `region(z, free, .up)` is the set of the player's squares for which it goes up; the
/// player's squares in none of the four regions are those for which it stays.
///
///     ↑ ↑ ↑ ↑ ↑
///     ← ↑ ↑ ↑ →     a zombie in the middle, all exits free, chase axis `longest`
///     ← ← Z → →
///     ← ↓ ↓ ↓ →
///     ↓ ↓ ↓ ↓ ↓
///
/// The table is made once for a room and a chase axis: 32 KB.
public struct ChaseTable: Sendable {
  /// Four regions, in the order of ``Direction``, for each of 16 sets of free exits of each square.
  public let regions: [UInt64]

  /// Makes the table. O(squares²).
  public init(_ room: SmallRoom, rules: Rules) {
    var regions = [UInt64](repeating: 0, count: 64 * 16 * 4)
    let size = room.size
    for zombie in 0..<room.squareCount {
      // Player's squares by the first step and the second, 4 standing for none.
      var wishes = [UInt64](repeating: 0, count: 4 * 5)
      let from = size.square(at: zombie)
      for player in 0..<room.squareCount {
        let (first, second) = rules.steps(from: from, toward: size.square(at: player))
        guard let first else { continue }
        wishes[Int(first.rawValue) * 5 + Int(second?.rawValue ?? 4)] |= 1 << UInt64(player)
      }
      for first in 0..<4 {
        for second in 0..<5 where wishes[first * 5 + second] != 0 {
          for free in 0..<16 {
            let step = free >> first & 1 != 0 ? first : second
            guard free >> step & 1 != 0 else { continue }
            regions[(zombie * 16 + free) * 4 + step] |= wishes[first * 5 + second]
          }
        }
      }
    }
    self.regions = regions
  }

  /// The player's squares for which a zombie with these free exits steps in a direction.
  @inlinable @inline(__always)
  public func region(_ zombie: Int, free: DirectionSet, _ direction: Direction) -> Bitboard {
    Bitboard(word: regions[(zombie * 16 + Int(free.rawValue)) * 4 + Int(direction.rawValue)])
  }
}

extension SmallRoom {
  /// The exits of a square that do not lead to one of the given squares.
  @inlinable @inline(__always)
  public func exits(_ index: Int, avoiding shut: Bitboard) -> DirectionSet {
    var exits = exits(index)
    for direction in Direction.allCases
    where exits.contains(direction) && shut.contains(index + step(direction)) {
      exits.remove(DirectionSet(direction))
    }
    return exits
  }
}

extension Rules {
  /// Where one zombie comes to by one step, in a small room.
  ///
  /// - Parameter shut: The blocks, the signpost and the other zombies.
  @inlinable
  public func step(of zombie: Int, toward player: Int, in room: SmallRoom, shut: Bitboard) -> Int {
    let width = room.columns
    let rows = player / width - zombie / width
    let columns = player % width - zombie % width
    let vertical = rows == 0 ? zombie : rows < 0 ? zombie - width : zombie + width
    let horizontal = columns == 0 ? zombie : columns < 0 ? zombie - 1 : zombie + 1
    let isVerticalFirst =
      switch chase {
      case .longest: abs(rows) >= abs(columns)
      case .vertical: true
      case .horizontal: false
      }
    let first = isVerticalFirst ? vertical : horizontal
    let second = isVerticalFirst ? horizontal : vertical
    if first != zombie, !shut.contains(first) { return first }
    return shut.contains(second) ? zombie : second
  }

  /// Every zombie of a small room chases the player.
  ///
  /// - Parameter shut: The blocks and the signpost.
  /// - Returns: The zombies' squares afterwards.
  @inlinable
  public func chase(
    _ zombies: Bitboard, player: Int, in room: SmallRoom, shut: Bitboard
  ) -> Bitboard {
    var now = zombies
    for start in zombies {
      now.remove(start)
      var zombie = start
      for _ in 0..<zombieSpeed {
        let next = step(of: zombie, toward: player, in: room, shut: shut | now)
        if next == zombie { break }
        zombie = next
      }
      now.insert(zombie)
    }
    return now
  }
}
