/// The sides of a room, and with them which squares there are and how one gets from one to the
/// next.
@frozen
public struct RoomSize: Hashable, Sendable, CustomStringConvertible {
  /// The sides that a room may have, in squares.
  public static let sides = 1...1024

  /// The numbers of squares that a room may have.
  public static let squareCounts = 2...sides.upperBound * sides.upperBound

  /// The number of rows, 1 to 1024.
  public let rows: Int

  /// The number of columns, 1 to 1024.
  public let columns: Int

  /// Creates a size.
  ///
  /// - Throws: ``RangeError`` when a side is not 1 to 1024, or there are fewer than two squares.
  public init(rows: Int, columns: Int) throws(RangeError) {
    try RangeError.check("rows", rows, in: Self.sides)
    try RangeError.check("columns", columns, in: Self.sides)
    try RangeError.check("squares", rows * columns, in: Self.squareCounts)
    self.init(unchecked: rows, columns)
  }

  /// Creates a size of sides that are known to be legal.
  package init(unchecked rows: Int, _ columns: Int) {
    self.rows = rows
    self.columns = columns
  }

  /// The number of squares, 2 to 1,048,576.
  @inlinable
  public var squareCount: Int { rows * columns }

  /// The most moves of a round where no other limit is set: four times the squares.
  public var defaultMoveLimit: Int { 4 * squareCount }

  /// Whether the square lies in the room.
  @inlinable
  public func contains(_ square: Square) -> Bool {
    square.row >= 0 && square.row < rows && square.column >= 0 && square.column < columns
  }

  /// The place of a square in reading order, from 0.
  public func index(of square: Square) -> Int { square.row * columns + square.column }

  /// The square at a place in reading order.
  public func square(at index: Int) -> Square {
    Square(row: index / columns, column: index % columns)
  }

  /// The square that one comes to by leaving `square` in `direction`, nil where there is no way
  /// out. All that moves, chases or floods asks here, so that walls would have one place to stand.
  public func exit(from square: Square, _ direction: Direction) -> Square? {
    let target = square.stepped(direction)
    return contains(target) ? target : nil
  }

  /// The top left square, where generated levels have the signpost.
  public var topLeft: Square { Square(row: 0, column: 0) }

  /// The bottom right square, where generated levels have the start.
  public var bottomRight: Square { Square(row: rows - 1, column: columns - 1) }

  /// The size as "5x5".
  public var description: String { "\(rows)x\(columns)" }
}
