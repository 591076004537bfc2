// The chase ("The rules", section 3) in its plain form. The fast forms, made from it, are in
// ChaseTargets.swift and SmallChase.swift.

extension Rules.ChaseAxis {
  /// The steps that shorten a zombie's distance to the player, in the order in which the zombie
  /// tries them: at most one vertical and one horizontal.
  public func steps(
    from zombie: Square, toward player: Square
  ) -> (first: Direction?, second: Direction?) {
    let (rows, columns) = (player.row - zombie.row, player.column - zombie.column)
    let vertical: Direction? = rows == 0 ? nil : rows < 0 ? .up : .down
    let horizontal: Direction? = columns == 0 ? nil : columns < 0 ? .left : .right
    guard let vertical, let horizontal else { return (vertical ?? horizontal, nil) }
    let isVerticalFirst =
      switch self {
      case .longest: abs(rows) >= abs(columns)
      case .vertical: true
      case .horizontal: false
      }
    return isVerticalFirst ? (vertical, horizontal) : (horizontal, vertical)
  }
}

extension Rules {
  /// The square after one step of a zombie: the first of its steps to a square that is not shut, or
  /// its own square.
  ///
  /// - Parameters:
  ///   - zombie: The square of the zombie.
  ///   - player: The square of the player.
  ///   - size: The size of the room.
  ///   - isShut: Whether a square is a block, the signpost or occupied by another zombie.
  public func step(
    of zombie: Square, toward player: Square, in size: RoomSize, isShut: (Square) -> Bool
  ) -> Square {
    let (first, second) = chase.steps(from: zombie, toward: player)
    if let first, let target = size.exit(from: zombie, first), !isShut(target) { return target }
    if let second, let target = size.exit(from: zombie, second), !isShut(target) { return target }
    return zombie
  }
}

/// The part of one zombie in a chase.
public struct ChaseMove: Hashable, Sendable {
  /// The zombie's square before the chase.
  public let from: Square
  /// The squares that the zombie stepped on; empty if it stayed.
  public let path: [Square]
  /// The zombie's square after the chase.
  public var to: Square { path.last ?? from }
}

extension Rules {
  /// Moves every zombie towards the player, one after another, in reading order of their squares
  /// before the chase. Each zombie takes account of the moves of the earlier ones.
  ///
  /// - Parameters:
  ///   - zombies: The zombies' squares, which are updated.
  ///   - player: The square of the player.
  ///   - level: The level.
  ///   - blocks: The level's blocks.
  /// - Returns: The path of each zombie, in that order.
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

  /// Makes all the steps of one zombie's turn.
  ///
  /// - Parameters:
  ///   - zombies: The squares of all zombies; the square of this zombie is updated.
  ///   - onStep: Receives each square that the zombie steps on.
  /// - Returns: The zombie's square afterwards.
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
