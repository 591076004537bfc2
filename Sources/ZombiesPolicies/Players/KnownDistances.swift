import ZombiesCore

/// The distances of all squares of a room from its signpost, around the known blocks. They are updated as
/// more blocks become known.
///
/// Without blocks, a distance is the Manhattan distance, which need not be stored. A block lengthens
/// only the paths through its square. The squares that have lost all their shortest paths are found
/// layer by layer, and then get their distances from the squares around them (the deletion of the
/// dynamic shortest paths of G. Ramalingam and T. Reps, 1996). D* Lite would also skip squares that the
/// player does not approach, but in a room with scattered blocks there are few such squares.
///
/// The memory is up to 4 bytes per square. A row takes none until a square in it is farther away than
/// its Manhattan distance.
struct KnownDistances {
  private let size: RoomSize
  private let signpost: Square

  /// The squares not known to be blocks.
  private var open: SquareSet

  /// Half the difference between the distance of each square and its Manhattan distance. A row without
  /// such squares is empty.
  private var excess: [[UInt32]]

  private static let farthest = UInt32.max

  /// The squares that a block has affected, with their distances.
  private var affected: [(square: Square, distance: Int)] = []

  /// Creates the distances in a room without known blocks. O(squares / 64).
  init(_ size: RoomSize, signpost: Square) {
    self.size = size
    self.signpost = signpost
    open = SquareSet(size)
    open.formComplement()
    excess = [[UInt32]](repeating: [], count: size.rows)
  }

  /// The distance of a square; nil if no path is left, and for a known block.
  func distance(_ square: Square) -> Int? {
    guard open.contains(square) else { return nil }
    let row = excess[square.row]
    let more = row.isEmpty ? 0 : row[square.column]
    return more == Self.farthest ? nil : square.distance(to: signpost) + 2 * Int(more)
  }

  /// The directions in which a shortest path from a square begins.
  func firstSteps(from square: Square) -> DirectionSet {
    var steps = DirectionSet()
    var least = Int.max
    for direction in Direction.allCases {
      guard let next = size.exit(from: square, direction), let distance = distance(next),
        distance <= least
      else { continue }
      if distance < least { steps = DirectionSet() }
      least = distance
      steps.insert(direction)
    }
    return steps
  }

  /// Adds a block on a square other than the signpost.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of squares that become farther away.
  mutating func addBlock(_ block: Square) {
    guard open.contains(block) else { return }
    let distance = distance(block)
    open.remove(block)
    guard let distance else { return }
    affected.removeAll(keepingCapacity: true)
    affected.append((block, distance))
    findAffected()
    settle()
  }

  /// Finds the squares whose shortest paths all lead through affected squares, nearest first, and removes
  /// their distances.
  private mutating func findAffected() {
    var head = 0
    while head < affected.count {
      let (square, distance) = affected[head]
      head += 1
      // All affected squares of this distance have already been found.
      for next in size.neighbours(of: square)
      where self.distance(next) == distance + 1
        && !size.neighbours(of: next).contains(where: { self.distance($0) == distance })
      {
        affected.append((next, distance + 1))
        set(next, nil)
      }
    }
  }

  /// Gives the affected squares their distances, nearest first.
  private mutating func settle() {
    var waiting = Heap<Int, Square>()
    for (square, _) in affected.dropFirst() {
      let least = size.neighbours(of: square).compactMap { distance($0) }.min()
      if let least { waiting.insert(square, -least - 1) }
    }
    while let (priority, square) = waiting.removeFirst() {
      if distance(square) != nil { continue }
      set(square, -priority)
      for next in size.neighbours(of: square) where open.contains(next) && distance(next) == nil {
        waiting.insert(next, priority - 1)
      }
    }
  }

  private mutating func set(_ square: Square, _ distance: Int?) {
    if excess[square.row].isEmpty {
      excess[square.row] = [UInt32](repeating: 0, count: size.columns)
    }
    excess[square.row][square.column] =
      distance.map { UInt32(($0 - square.distance(to: signpost)) / 2) } ?? Self.farthest
  }
}
