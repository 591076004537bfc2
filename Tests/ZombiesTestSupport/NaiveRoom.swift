/// A level laid out for lookups: neighbours, blocks, sight, distance and the chase.
public final class NaiveRoom: Sendable {
  /// The level that is laid out.
  public let level: NaiveLevel
  // Read at each move: on their own they are read without a copy of the level.
  /// The number of columns.
  public let columns: Int
  /// The square of the SOS signpost.
  public let signpost: Int
  private let hasWalls: Bool
  /// The neighbour of square s in direction d (0 U, 1 D, 2 L, 3 R) at 4s + d; -1 if there is none.
  public let neighbours: [Int]
  /// Whether a block stands on each square.
  public let isBlock: [Bool]
  /// Whether a flashlight is on each square or on a neighbour of it (section 2, step 5).
  public let seesFlashlight: [Bool]

  /// Lays out a level.
  public init(_ level: NaiveLevel) {
    var neighbours: [Int] = []
    for row in 0..<level.rows {
      for column in 0..<level.columns {
        let square = row * level.columns + column
        neighbours.append(row > 0 ? square - level.columns : -1)
        neighbours.append(row < level.rows - 1 ? square + level.columns : -1)
        neighbours.append(column > 0 ? square - 1 : -1)
        neighbours.append(column < level.columns - 1 ? square + 1 : -1)
      }
    }
    for wall in level.walls {
      for (here, there) in [(wall[0], wall[1]), (wall[1], wall[0])] {
        for direction in 0..<4 where neighbours[4 * here + direction] == there {
          neighbours[4 * here + direction] = -1
        }
      }
    }
    var isBlock = [Bool](repeating: false, count: level.squareCount)
    for square in level.blocks { isBlock[square] = true }
    var seesFlashlight = [Bool](repeating: false, count: level.squareCount)
    for square in level.flashlights {
      seesFlashlight[square] = true
      for direction in 0..<4 where neighbours[4 * square + direction] >= 0 {
        seesFlashlight[neighbours[4 * square + direction]] = true
      }
    }
    self.level = level
    columns = level.columns
    signpost = level.signpost
    hasWalls = !level.walls.isEmpty
    self.neighbours = neighbours
    self.isBlock = isBlock
    self.seesFlashlight = seesFlashlight
  }

  /// The Manhattan distance between two squares (section 1).
  public func distance(_ a: Int, _ b: Int) -> Int {
    abs(a / columns - b / columns) + abs(a % columns - b % columns)
  }

  /// Whether a wall stands between two squares.
  public func isWall(_ a: Int, _ b: Int) -> Bool { hasWalls && level.isWall(a, b) }

  /// Whether one of the zombies is within the catching distance of the player (section 2).
  public func isCaught(player: Int, zombies: [Int], rules: NaiveRules) -> Bool {
    for zombie in zombies
    where distance(zombie, player) <= rules.catchingDistance && !isWall(zombie, player) {
      return true
    }
    return false
  }

  /// Whether a zombie may not step on a square: "a block, the signpost or another zombie's".
  public func isShutToZombie(_ square: Int, zombies: [Int]) -> Bool {
    isBlock[square] || square == signpost || zombies.contains(square)
  }

  /// The square to which a zombie steps, nil if it stays (section 3); `zombies` are where they are now.
  public func chaseStep(
    from zombie: Int, player: Int, zombies: [Int], chase: NaiveChase
  ) -> Int? {
    let rowsToGo = player / columns - zombie / columns
    let columnsToGo = player % columns - zombie % columns

    // "one vertical (if the rows differ) and one horizontal (if the columns differ)"
    var vertical: Int?
    if rowsToGo < 0 { vertical = zombie - columns }
    if rowsToGo > 0 { vertical = zombie + columns }
    var horizontal: Int?
    if columnsToGo < 0 { horizontal = zombie - 1 }
    if columnsToGo > 0 { horizontal = zombie + 1 }

    // "It tries the one along the longer axis first, the vertical one when both are equal"
    let verticalFirst: Bool
    switch chase {
    case .longest: verticalFirst = abs(rowsToGo) >= abs(columnsToGo)
    case .vertical: verticalFirst = true
    case .horizontal: verticalFirst = false
    }
    let first = verticalFirst ? vertical : horizontal
    let other = verticalFirst ? horizontal : vertical

    // "if that square is [shut], it tries the other; if that is shut too, or there is no such
    // step, it stays"
    for target in [first, other] {
      if let target, !isWall(zombie, target), !isShutToZombie(target, zombies: zombies) {
        return target
      }
    }
    return nil
  }

  /// The zombies' squares after one chase, in reading order (section 3).
  public func chase(zombies: [Int], player: Int, rules: NaiveRules) -> [Int] {
    chaseTurns(zombies: zombies, player: player, rules: rules).sorted()
  }

  /// Where each zombie is after one chase, in the reading order of the squares where it began.
  public func chaseTurns(zombies: [Int], player: Int, rules: NaiveRules) -> [Int] {
    // "one after another, in the reading order of the squares they stand on when the chase
    // begins, each seeing where the earlier ones have gone"
    var zombies = zombies.sorted()
    for turn in 0..<zombies.count {
      // "one zombie takes all its steps before the next begins"
      for _ in 0..<rules.speed {
        // "a zombie that is on the player's square, or has no step, is done"
        if zombies[turn] == player { break }
        guard
          let square = chaseStep(
            from: zombies[turn], player: player, zombies: zombies, chase: rules.chase)
        else { break }
        zombies[turn] = square
      }
    }
    return zombies
  }
}
