/// The shape of a room with at most 64 squares, which moves sets of squares.
///
/// A room is described by its *exits*: for each direction, the squares that you can leave that way.
/// A step of a whole set is then one mask and one shift, whatever the shape of the room.
@frozen
public struct SmallRoom: Hashable, Sendable {
  /// The size, in the form used for rooms of any size.
  public let size: RoomSize

  /// The number of rows.
  public let rows: Int

  /// The number of columns: the distance in bits between a square and the one below it.
  public let columns: Int

  /// All squares.
  public let all: Bitboard

  /// The squares that you can leave upwards, downwards, to the left and to the right.
  public let up, down, left, right: Bitboard

  /// The steps of zombies.
  @usableFromInline let targets: ChaseTargets

  /// The maximum number of squares in a small room.
  public static let limit = 64

  /// Creates the shape of a room; nil if it has more than 64 squares.
  public init?(_ size: RoomSize) {
    guard size.squareCount <= Self.limit else { return nil }
    self.size = size
    rows = size.rows
    columns = size.columns
    all = Bitboard(word: ~0 >> UInt64(Self.limit - size.squareCount))
    let squares = (0..<size.squareCount).map(size.square(at:))
    let exits = Direction.allCases.map { direction in
      squares.indices.reduce(into: Bitboard()) { exits, index in
        if size.exit(from: squares[index], direction) != nil { exits.insert(index) }
      }
    }
    targets = ChaseTargets(columns: size.columns)
    (up, down, left, right) = (exits[0], exits[1], exits[2], exits[3])
    assert(all.count == size.squareCount, "one bit per square")
    assert((neighbours(all) - all).isEmpty, "no exit leads out of the room")
    assert(
      zip(Direction.allCases, exits).allSatisfy { moved(moved(all, $0), $0.opposite) == $1 },
      "every exit leads both ways")
  }

  /// The number of squares.
  @inlinable
  public var squareCount: Int { rows * columns }

  /// The squares that the exits of a set lead to.
  @inlinable @inline(__always)
  public func neighbours(_ set: Bitboard) -> Bitboard {
    let (word, stride) = (set.word, UInt64(truncatingIfNeeded: columns))
    return Bitboard(
      word: (word & up.word) &>> stride | (word & down.word) &<< stride
        | (word & left.word) &>> 1 | (word & right.word) &<< 1)
  }

  /// A set and its neighbours.
  @inlinable @inline(__always)
  public func closedNeighbourhood(_ set: Bitboard) -> Bitboard { set | neighbours(set) }

  /// A set, and all squares that can be reached from it through a set of squares.
  @inlinable
  package func flood(_ set: Bitboard, through open: Bitboard) -> Bitboard {
    var reached = set
    while true {
      let wider = reached | (neighbours(reached) & open)
      if wider == reached { return reached }
      reached = wider
    }
  }

  /// The squares reached from a set by one step in a direction.
  @inlinable @inline(__always)
  public func moved(_ set: Bitboard, _ direction: Direction) -> Bitboard {
    let (word, stride) = (set.word, UInt64(truncatingIfNeeded: columns))
    switch direction {
    case .up: return Bitboard(word: (word & up.word) &>> stride)
    case .down: return Bitboard(word: (word & down.word) &<< stride)
    case .left: return Bitboard(word: (word & left.word) &>> 1)
    case .right: return Bitboard(word: (word & right.word) &<< 1)
    }
  }

  /// Moves the set in each lane of a vector.
  ///
  /// - Parameter exits: For each lane, the squares that you can leave in that direction. A lane may
  ///   contain the sets of two rooms, one after the other.
  @inlinable @inline(__always)
  package func moved(
    _ sets: SIMD8<UInt64>, _ direction: Direction, exits: SIMD8<UInt64>
  ) -> SIMD8<UInt64> {
    let stride = UInt64(truncatingIfNeeded: columns)
    switch direction {
    case .up: return (sets & exits) &>> stride
    case .down: return (sets & exits) &<< stride
    case .left: return (sets & exits) &>> 1
    case .right: return (sets & exits) &<< 1
    }
  }

  /// The difference in index made by a step.
  @inlinable @inline(__always)
  public func step(_ direction: Direction) -> Int {
    switch direction {
    case .up: -columns
    case .down: columns
    case .left: -1
    case .right: 1
    }
  }

  /// The directions in which you can leave the square at `index`, except to one of some squares.
  @inlinable @inline(__always)
  public func exits(_ index: Int, avoiding shut: Bitboard = Bitboard()) -> DirectionSet {
    let here: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
    let stride = UInt64(truncatingIfNeeded: columns)
    let free = ~shut.word
    let up: UInt8 = (here & self.up.word) &>> stride & free != 0 ? 1 : 0
    let down: UInt8 = (here & self.down.word) &<< stride & free != 0 ? 2 : 0
    let left: UInt8 = (here & self.left.word) &>> 1 & free != 0 ? 4 : 0
    let right: UInt8 = (here & self.right.word) &<< 1 & free != 0 ? 8 : 0
    return DirectionSet(bits: up | down | left | right)
  }

  /// The index of a square of the room in reading order, from 0.
  @inlinable @inline(__always)
  package func index(of square: Square) -> Int { size.index(of: square) }

  /// The square at an index in reading order.
  @inlinable @inline(__always)
  package func square(at index: Int) -> Square { size.square(at: index) }

  /// The set that contains the given squares.
  public func bitboard(_ squares: [Square]) -> Bitboard {
    var set = Bitboard()
    for square in squares { set.insert(index(of: square)) }
    return set
  }

  /// The squares of a set, in reading order.
  public func squares(_ set: Bitboard) -> [Square] {
    set.map(square(at:))
  }
}
