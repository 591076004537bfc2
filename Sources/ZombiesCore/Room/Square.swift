/// A square of a room: its row, counted from the top, and its column, counted from the left, both
/// from 0.
///
/// Squares compare in *reading order*: row by row from the top, left to right.
@frozen
public struct Square: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The row, from 0 at the top.
  public var row: Int

  /// The column, from 0 at the left.
  public var column: Int

  /// Creates the square in the given row and column.
  @inlinable
  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }

  /// Whether the left square comes before the right one in reading order.
  public static func < (left: Square, right: Square) -> Bool {
    (left.row, left.column) < (right.row, right.column)
  }

  /// The Manhattan distance to another square.
  public func distance(to other: Square) -> Int {
    abs(row - other.row) + abs(column - other.column)
  }

  /// The square one step away, which may be outside the room. ``RoomSize/exit(from:_:)`` checks
  /// whether a step can reach it.
  public func stepped(_ direction: Direction) -> Square {
    Square(row: row + direction.rowStep, column: column + direction.columnStep)
  }

  /// The square in the form "row 2, column 0".
  public var description: String { "row \(row), column \(column)" }
}
