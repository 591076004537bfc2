// What each step of blind play leads to, placement by placement.

/// What a step onto a square leads to in one placement, in a room that was dark until then.
public enum NaiveStep: Hashable, Sendable {
  /// The square is the signpost's.
  case won
  /// A zombie is within the catching distance of the square.
  case caught
  /// A flashlight is in sight, and the lit room can be won from the square.
  case litAndWon
  /// A flashlight is in sight, and the lit room cannot be won from the square.
  case litAndLost
  /// The room stays dark. The number stands for all that the player sees and hears on the square.
  case dark(Int)
  /// A block is on the square, so nobody steps there.
  case shut

  /// Whether the player goes on, or has won: a room that is lit must still be winnable.
  public var isSurvived: Bool {
    switch self {
    case .won, .litAndWon, .dark: true
    case .caught, .litAndLost, .shut: false
    }
  }
}

/// The placements among which a player in the dark cannot tell, and all steps in all of them.
///
/// Placements are known by their indices. All have the same room, start and signpost.
public struct NaiveSteps: Sendable {
  /// The placements, in the order in which they were given.
  public let placements: [NaiveLevel]
  /// The rules.
  public let rules: NaiveRules
  /// The square on which the player begins.
  public let start: Int
  /// The signpost's square.
  public let signpost: Int
  /// The neighbours of each square.
  public let neighbours: [[Int]]
  /// What a step leads to: first the placement, then the square.
  private let steps: [[NaiveStep]]

  /// Prepares all placements of a family.
  public init(_ family: NaiveFamily, _ rules: NaiveRules) {
    var placements: [NaiveLevel] = []
    family.forEachPlacement { placements.append($0) }
    self.init(
      placements, rules,
      empty: NaiveLevel(
        rows: family.rows, columns: family.columns, start: family.start, signpost: family.signpost))
  }

  /// Prepares some placements in the room of an empty level.
  public init(_ placements: [NaiveLevel], _ rules: NaiveRules, empty: NaiveLevel) {
    self.placements = placements
    self.rules = rules
    start = empty.start
    signpost = empty.signpost
    let room = NaiveRoom(empty)
    neighbours = (0..<empty.squareCount).map { square in
      (0..<4).map { room.neighbours[4 * square + $0] }.filter { $0 >= 0 }
    }
    steps = placements.map { Self.steps(in: $0, rules) }
  }

  /// What a step onto a square leads to in a placement.
  public func step(onto square: Int, in placement: Int) -> NaiveStep { steps[placement][square] }

  /// The neighbours of visited squares that are not visited and have no block, in reading order.
  ///
  /// A block that is next to a visited square has been seen, so all possible placements agree, and
  /// one of them tells.
  public func nextSquares(visited: Set<Int>, possible: [Int]) -> [Int] {
    guard let some = possible.first else { return [] }
    return neighbours.indices.filter { square in
      !visited.contains(square) && step(onto: square, in: some) != .shut
        && neighbours[square].contains { visited.contains($0) }
    }
  }

  /// The placements that look and sound like a level on each of some squares.
  public func placements(agreeingWith level: NaiveLevel, on visited: Set<Int>) -> [Int] {
    let wanted = Self.steps(in: level, rules)
    return placements.indices.filter { placement in
      visited.allSatisfy { steps[placement][$0] == wanted[$0] }
    }
  }

  /// The placements with the same things as a level on the seen squares, and the same number of zombies heard
  /// on others.
  public func placements(
    agreeingWith level: NaiveLevel, seen: Set<Int>, heardOn listened: Set<Int>
  ) -> [Int] {
    let (room, listened) = (NaiveRoom(level), Array(listened))
    func known(_ level: NaiveLevel) -> [[Int]] {
      let heard = listened.map { square in
        level.zombies.count { room.distance($0, square) <= rules.hearingDistance }
      }
      return [level.zombies, level.blocks, level.flashlights].map { $0.filter(seen.contains) }
        + [heard]
    }
    let wanted = known(level)
    return placements.indices.filter { known(placements[$0]) == wanted }
  }

  /// The placements that are solvable when the player sees everything.
  public func solvablePlacements() -> [Int] {
    placements.indices.filter { naiveSolve(placements[$0], rules).solvable }
  }

  /// What a step onto each square leads to in a level.
  private static func steps(in level: NaiveLevel, _ rules: NaiveRules) -> [NaiveStep] {
    let room = NaiveRoom(level)
    return (0..<level.squareCount).map { square in
      if room.isBlock[square] { return .shut }
      if square == level.signpost { return .won }
      if room.isCaught(player: square, zombies: level.zombies, rules: rules) { return .caught }
      if room.seesFlashlight[square] {
        // The move is over. The zombies begin to move with the next one.
        let lit = NaiveLevel(
          rows: level.rows, columns: level.columns, start: square, signpost: level.signpost,
          zombies: level.zombies, blocks: level.blocks,
          flashlights: level.flashlights.filter { $0 != square }, lit: true)
        return naiveSolve(lit, rules).solvable ? .litAndWon : .litAndLost
      }
      return .dark(sight(from: square, in: room, rules))
    }
  }

  /// A number that stands for the contents of a square and of its neighbours, none of which is a
  /// flashlight, and for the number of zombies heard there.
  private static func sight(from square: Int, in room: NaiveRoom, _ rules: NaiveRules) -> Int {
    var sight = 0
    for seen in [square] + (0..<4).map({ room.neighbours[4 * square + $0] }) {
      sight *= 3
      if seen >= 0 && room.isBlock[seen] { sight += 1 }
      if seen >= 0 && room.level.zombies.contains(seen) { sight += 2 }
    }
    var heard = 0
    if rules.hearingDistance > 0 {
      heard = room.level.zombies.count { room.distance($0, square) <= rules.hearingDistance }
    }
    return sight * (room.level.zombies.count + 1) + heard
  }
}
