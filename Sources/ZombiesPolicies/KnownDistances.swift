import ZombiesCore

/// The distances of all squares of a room from its signpost round the blocks that are known, kept up
/// to date as more become known.
///
/// Without a block a distance is the Manhattan distance, which need not be stored. A block lengthens
/// only the ways through its square: the squares that have lost all their shortest ways are found
/// layer by layer, and then get their distances from the others around them (the deletion of the
/// dynamic shortest paths of G. Ramalingam and T. Reps, 1996). D* Lite would in addition leave out
/// squares that the player does not come near; in a room with scattered blocks there are few.
///
/// It takes up to 4 bytes per square: a row has none until a square in it is farther than its
/// Manhattan distance.
struct KnownDistances {
  private let size: RoomSize
  private let signpost: Square

  /// The squares not known to be blocks.
  private var open: SquareSet

  /// What the distance of each square exceeds its Manhattan distance by, halved; an empty row has
  /// no such square.
  private var excess: [[UInt32]]

  private static let farthest = UInt32.max

  /// The squares that a block has affected, with their distances.
  private var affected: [(square: Square, distance: Int)] = []

  /// Begins with a room in which no block is known. O(squares / 64).
  init(_ size: RoomSize, signpost: Square) {
    self.size = size
    self.signpost = signpost
    open = SquareSet(size)
    open.formComplement()
    excess = [[UInt32]](repeating: [], count: size.rows)
  }

  /// The distance of a square; nil if no way is left, and for a known block.
  func distance(_ square: Square) -> Int? {
    guard open.contains(square) else { return nil }
    let row = excess[square.row]
    let more = row.isEmpty ? 0 : row[square.column]
    return more == Self.farthest ? nil : square.distance(to: signpost) + 2 * Int(more)
  }

  /// The directions in which a shortest way from a square begins.
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

  /// Learns that a block stands on a square, which is not the signpost's.
  ///
  /// - Complexity: O(*n* log *n*), where *n* squares become farther.
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

  /// Finds the squares whose ways all lead through affected ones, nearest first, and forgets their
  /// distances.
  private mutating func findAffected() {
    var head = 0
    while head < affected.count {
      let (square, distance) = affected[head]
      head += 1
      for direction in Direction.allCases {
        guard let next = size.exit(from: square, direction), self.distance(next) == distance + 1,
          !hasNeighbour(of: next, at: distance)
        else { continue }
        affected.append((next, distance + 1))
        set(next, nil)
      }
    }
  }

  /// Whether a square has a neighbour with a given distance. Every affected square of that distance
  /// has been found before.
  private func hasNeighbour(of square: Square, at distance: Int) -> Bool {
    Direction.allCases.contains { direction in
      size.exit(from: square, direction).map { self.distance($0) == distance } ?? false
    }
  }

  /// Gives the affected squares their distances, nearest first.
  private mutating func settle() {
    var border: [(square: Square, distance: Int)] = []
    for (square, _) in affected.dropFirst() {
      let least = Direction.allCases.compactMap { direction in
        size.exit(from: square, direction).flatMap { distance($0) }
      }.min()
      if let least { border.append((square, least + 1)) }
    }
    border.sort { $0.distance < $1.distance }
    affected.removeAll(keepingCapacity: true)
    // Of the border and of what is reached from there, each in order, the nearest is next.
    var (head, first) = (0, 0)
    while head < affected.count || first < border.count {
      let isReached =
        first == border.count
        || head < affected.count && affected[head].distance <= border[first].distance
      let (square, distance) = isReached ? affected[head] : border[first]
      if isReached { head += 1 } else { first += 1 }
      if self.distance(square) != nil { continue }
      set(square, distance)
      for direction in Direction.allCases {
        guard let next = size.exit(from: square, direction), open.contains(next),
          self.distance(next) == nil
        else { continue }
        affected.append((next, distance + 1))
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
