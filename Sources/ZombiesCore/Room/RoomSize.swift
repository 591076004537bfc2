/// The sides of a room, which determine its squares and the ways between them.
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
  /// - Throws: ``RangeError`` if a side is not 1 to 1024, or if there are fewer than two squares.
  public init(rows: Int, columns: Int) throws(RangeError) {
    try RangeError.check("rows", rows, in: Self.sides)
    try RangeError.check("columns", columns, in: Self.sides)
    try RangeError.check("squares", rows * columns, in: Self.squareCounts)
    self.init(unchecked: rows, columns)
  }

  /// Creates a size from sides known to be legal.
  package init(unchecked rows: Int, _ columns: Int) {
    self.rows = rows
    self.columns = columns
  }

  /// The number of squares, 2 to 1,048,576.
  @inlinable
  public var squareCount: Int { rows * columns }

  /// The default maximum number of moves in a round: four times the squares.
  public var defaultMoveLimit: Int { 4 * squareCount }

  /// Whether the square lies in the room.
  @inlinable
  public func contains(_ square: Square) -> Bool {
    square.row >= 0 && square.row < rows && square.column >= 0 && square.column < columns
  }

  /// The index of a square in reading order, from 0.
  public func index(of square: Square) -> Int { square.row * columns + square.column }

  /// The square at an index in reading order.
  public func square(at index: Int) -> Square {
    Square(row: index / columns, column: index % columns)
  }

  /// The square reached by leaving `square` in `direction`; nil if there is no way out. Whatever moves,
  /// sees, catches, chases or floods asks here, or asks a ``SmallRoom`` or `WideRoom` made by asking here,
  /// so that walls would need only one place.
  public func exit(from square: Square, _ direction: Direction) -> Square? {
    let target = square.stepped(direction)
    return contains(target) ? target : nil
  }

  /// Whether some exit of a square leads to another one.
  package func hasExit(from square: Square, to other: Square) -> Bool {
    Direction.allCases.contains { exit(from: square, $0) == other }
  }

  /// The top left square, where generated levels have the signpost.
  public var topLeft: Square { Square(row: 0, column: 0) }

  /// The bottom right square, where generated levels have the start.
  public var bottomRight: Square { Square(row: rows - 1, column: columns - 1) }

  /// The size as "5x5".
  public var description: String { "\(rows)x\(columns)" }
}
