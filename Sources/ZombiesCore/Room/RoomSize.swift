/// The number of rows and columns of a room, which determines its squares and the exits between
/// them.
@frozen
public struct RoomSize: Hashable, Sendable, CustomStringConvertible {
  /// The permitted lengths of a side, in squares.
  public static let sides = 1...1024

  /// The permitted numbers of squares in a room.
  public static let squareCounts = 2...sides.upperBound * sides.upperBound

  /// The number of rows, 1 to 1024.
  public let rows: Int

  /// The number of columns, 1 to 1024.
  public let columns: Int

  /// Creates a size.
  ///
  /// - Throws: ``RangeError`` if a side is not between 1 and 1024, or if there are fewer than two
  ///   squares.
  public init(rows: Int, columns: Int) throws(RangeError) {
    try RangeError.check("rows", rows, in: Self.sides)
    try RangeError.check("columns", columns, in: Self.sides)
    try RangeError.check("squares", rows * columns, in: Self.squareCounts)
    self.init(unchecked: rows, columns)
  }

  /// Creates a size from valid sides.
  package init(unchecked rows: Int, _ columns: Int) {
    self.rows = rows
    self.columns = columns
  }

  /// The number of squares, 2 to 1,048,576.
  @inlinable
  public var squareCount: Int { rows * columns }

  /// The default maximum number of moves in a round: four times the number of squares.
  public var defaultMoveLimit: Int { 4 * squareCount }

  /// Whether the room contains the square.
  @inlinable
  public func contains(_ square: Square) -> Bool {
    square.row >= 0 && square.row < rows && square.column >= 0 && square.column < columns
  }

  /// The index of a square in reading order, from 0.
  @inlinable
  public func index(of square: Square) -> Int { square.row &* columns &+ square.column }

  /// The square at an index in reading order.
  @inlinable
  public func square(at index: Int) -> Square {
    // Division is faster in 32 bits.
    let (row, column) = UInt32(truncatingIfNeeded: index)
      .quotientAndRemainder(dividingBy: UInt32(truncatingIfNeeded: columns))
    return Square(row: Int(row), column: Int(column))
  }

  /// The square reached by leaving `square` in `direction`; nil if there is no exit. Code that
  /// moves, sees, catches, chases or floods asks this function, or a ``SmallRoom`` that was
  /// made with it. Two loops over batches are the only exceptions (<doc:Architecture>,
  /// "The exits of a square").
  public func exit(from square: Square, _ direction: Direction) -> Square? {
    let target = square.stepped(direction)
    return contains(target) ? target : nil
  }

  /// Whether an exit of a square leads to another square.
  package func hasExit(from square: Square, to other: Square) -> Bool {
    Direction.allCases.contains { exit(from: square, $0) == other }
  }

  /// The squares that the exits of a square lead to, in the order U < D < L < R.
  @inlinable
  package func neighbours(of square: Square) -> some Sequence<Square> {
    Direction.allCases.lazy.compactMap { exit(from: square, $0) }
  }

  /// Calls a closure with each square within a Manhattan distance of a square, in reading order.
  @inlinable
  package func forEachSquare(
    within distance: Int, of square: Square, _ body: (Square) -> Void
  ) {
    for row in max(0, square.row - distance)...min(rows - 1, square.row + distance) {
      let width = distance - abs(row - square.row)
      for column in max(0, square.column - width)...min(columns - 1, square.column + width) {
        body(Square(row: row, column: column))
      }
    }
  }

  /// The top left square: the signpost of generated levels.
  public var topLeft: Square { Square(row: 0, column: 0) }

  /// The bottom right square: the start of generated levels.
  public var bottomRight: Square { Square(row: rows - 1, column: columns - 1) }

  /// The size in the form "5x5".
  public var description: String { "\(rows)x\(columns)" }
}
