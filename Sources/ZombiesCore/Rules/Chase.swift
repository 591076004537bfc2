// The chase ("The rules", section 3), in its plain form. Its fast form is in SmallChase.swift.

extension Rules {
  /// The steps that shorten a zombie's distance to the player, in the order in which it tries them:
  /// at most one vertical and one horizontal.
  public func steps(
    from zombie: Square, toward player: Square
  ) -> (first: Direction?, second: Direction?) {
    let (rows, columns) = (player.row - zombie.row, player.column - zombie.column)
    let vertical: Direction? = rows == 0 ? nil : rows < 0 ? .up : .down
    let horizontal: Direction? = columns == 0 ? nil : columns < 0 ? .left : .right
    guard let vertical, let horizontal else { return (vertical ?? horizontal, nil) }
    return isVerticalFirst(rows: rows, columns: columns)
      ? (vertical, horizontal) : (horizontal, vertical)
  }

  /// Whether a zombie that is so many rows and columns from the player tries its vertical step first.
  @inlinable @inline(__always)
  package func isVerticalFirst(rows: Int, columns: Int) -> Bool {
    switch chase {
    case .longest: abs(rows) >= abs(columns)
    case .vertical: true
    case .horizontal: false
    }
  }

  /// Where one step takes a zombie: to the first of its steps whose square is not shut, or nowhere.
  ///
  /// - Parameters:
  ///   - zombie: Where the zombie stands.
  ///   - player: Where the player stands.
  ///   - size: The room.
  ///   - isShut: Whether a square is a block, the signpost or occupied by another zombie.
  public func step(
    of zombie: Square, toward player: Square, in size: RoomSize, isShut: (Square) -> Bool
  ) -> Square {
    let (first, second) = steps(from: zombie, toward: player)
    if let first, let target = size.exit(from: zombie, first), !isShut(target) { return target }
    if let second, let target = size.exit(from: zombie, second), !isShut(target) { return target }
    return zombie
  }
}

/// One zombie's part in a chase.
public struct ChaseMove: Hashable, Sendable {
  /// Where it stood.
  public let from: Square
  /// The squares that it stepped on; empty if it stayed.
  public let path: [Square]
  /// Where it stands now.
  public var to: Square { path.last ?? from }
}

extension Rules {
  /// Every zombie chases the player, one after another in reading order of the squares on which
  /// they now stand; each sees where the earlier ones have gone.
  ///
  /// - Parameters:
  ///   - zombies: The zombies' squares, which are updated.
  ///   - player: Where the player stands.
  ///   - level: The level that is played.
  ///   - blocks: The level's blocks.
  /// - Returns: What each zombie did, in that order.
  public func chase(
    _ zombies: inout SquareSet, player: Square, level: Level, blocks: SquareSet
  ) -> [ChaseMove] {
    zombies.squares.map { start in
      var path: [Square] = []
      _ = turn(of: start, among: &zombies, toward: player, in: level, blocks: blocks) {
        path.append($0)
      }
      return ChaseMove(from: start, path: path)
    }
  }

  /// One zombie takes all the steps of its turn.
  ///
  /// - Parameters:
  ///   - zombies: The squares of all zombies; this zombie's is updated.
  ///   - onStep: Receives each square that it steps on.
  /// - Returns: Where it stands afterwards.
  package func turn(
    of start: Square, among zombies: inout SquareSet, toward player: Square, in level: Level,
    blocks: SquareSet, onStep: (Square) -> Void = { _ in }
  ) -> Square {
    assert(zombies.contains(start), "a zombie on its square")
    var zombie = start
    zombies.remove(start)
    defer {
      assert(!zombies.contains(zombie), "no two zombies on a square")
      zombies.insert(zombie)
    }
    for _ in 0..<zombieSpeed {
      let next = step(of: zombie, toward: player, in: level.size) { target in
        blocks.contains(target) || target == level.signpost || zombies.contains(target)
      }
      if next == zombie { break }
      assert(next.distance(to: player) < zombie.distance(to: player), "a step nearer")
      onStep(next)
      zombie = next
    }
    return zombie
  }
}
