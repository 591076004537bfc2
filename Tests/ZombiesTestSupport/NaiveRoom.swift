/// A level prepared for lookups: neighbours, blocks, sight, distance and the chase.
public final class NaiveRoom: Sendable {
  /// The level.
  public let level: NaiveLevel
  // These are read at each move. Separate properties avoid a copy of the level.
  /// The number of columns.
  public let columns: Int
  /// The signpost's square.
  public let signpost: Int
  /// The neighbour of square s in direction d (0 U, 1 D, 2 L, 3 R) at 4s + d, or -1.
  public let neighbours: [Int]
  /// Whether there is a block on each square.
  public let isBlock: [Bool]
  /// Whether a flashlight is on each square or on a neighbour of it (section 2, step 5).
  public let seesFlashlight: [Bool]

  /// Prepares a level.
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
    self.neighbours = neighbours
    self.isBlock = isBlock
    self.seesFlashlight = seesFlashlight
  }

  /// The Manhattan distance between two squares (section 1).
  public func distance(_ a: Int, _ b: Int) -> Int {
    abs(a / columns - b / columns) + abs(a % columns - b % columns)
  }

  /// Whether one of the zombies is within the catching distance of the player (section 2).
  public func isCaught(player: Int, zombies: [Int], rules: NaiveRules) -> Bool {
    for zombie in zombies
    where distance(zombie, player) <= rules.catchingDistance {
      return true
    }
    return false
  }

  /// Whether a zombie may not step on a square: "a block, the signpost, or another zombie's
  /// square".
  public func isShutToZombie(_ square: Int, zombies: [Int]) -> Bool {
    isBlock[square] || square == signpost || zombies.contains(square)
  }

  /// The square to which a zombie steps, or nil if it stays (section 3). `zombies` are the current
  /// squares.
  public func chaseStep(
    from zombie: Int, player: Int, zombies: [Int], chase: NaiveChase
  ) -> Int? {
    let rowsToGo = player / columns - zombie / columns
    let columnsToGo = player % columns - zombie % columns

    // "If the rows differ, one vertical step brings it nearer. If the columns differ, one
    // horizontal step does."
    var vertical: Int?
    if rowsToGo < 0 { vertical = zombie - columns }
    if rowsToGo > 0 { vertical = zombie + columns }
    var horizontal: Int?
    if columnsToGo < 0 { horizontal = zombie - 1 }
    if columnsToGo > 0 { horizontal = zombie + 1 }

    // "the step along the longer axis […]. If both differ by the same number, it first tries the
    // vertical step."
    let verticalFirst: Bool
    switch chase {
    case .longest: verticalFirst = abs(rowsToGo) >= abs(columnsToGo)
    case .vertical: verticalFirst = true
    case .horizontal: verticalFirst = false
    }
    let first = verticalFirst ? vertical : horizontal
    let other = verticalFirst ? horizontal : vertical

    // "If the first step is not possible, it tries the other one. If that is not possible either,
    // or if there is no other step, the zombie stays where it is."
    for target in [first, other] {
      if let target, !isShutToZombie(target, zombies: zombies) {
        return target
      }
    }
    return nil
  }

  /// The zombies' squares after one chase, in reading order (section 3).
  public func chase(zombies: [Int], player: Int, rules: NaiveRules) -> [Int] {
    chaseTurns(zombies: zombies, player: player, rules: rules).sorted()
  }

  /// Where each zombie is after one chase, in the reading order of the squares on which they begin.
  public func chaseTurns(zombies: [Int], player: Int, rules: NaiveRules) -> [Int] {
    // "one after another, in the reading order of their squares at the beginning of the chase. Each
    // zombie sees where the earlier ones have gone."
    var zombies = zombies.sorted()
    for turn in 0..<zombies.count {
      // "It makes all of its steps before the next zombie begins."
      for _ in 0..<rules.speed {
        // "Its turn ends early if it is on the player's square, or if it has no possible step."
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
