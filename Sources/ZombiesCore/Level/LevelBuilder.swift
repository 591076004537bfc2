/// Collects the things that a reader of codes or pictures finds, and makes a level from them.
struct LevelBuilder {
  private(set) var rowWidths: [Int] = []
  private var start: Square?
  private var signpost: Square?
  private var zombies: [Square] = []
  private var blocks: [Square] = []
  private var flashlights: [Square] = []

  /// The column of the next square in the current row.
  private(set) var column = 0

  /// The current row.
  var row: Int { rowWidths.count }

  /// Adds a run of floor squares.
  mutating func addFloor(_ count: Int, at position: TextPosition) throws(LevelError) {
    column += count
    guard column <= RoomSize.sides.upperBound else {
      throw LevelError("a row of more than \(RoomSize.sides.upperBound) squares", at: position)
    }
  }

  /// Adds a square with a thing on it.
  mutating func add(_ thing: Thing, at position: TextPosition) throws(LevelError) {
    let square = Square(row: row, column: column)
    try addFloor(1, at: position)
    switch thing {
    case .zombie: zombies.append(square)
    case .block: blocks.append(square)
    case .flashlight: flashlights.append(square)
    case .start:
      guard start == nil else { throw Self.twice(thing, at: position) }
      start = square
    case .signpost:
      guard signpost == nil else { throw Self.twice(thing, at: position) }
      signpost = square
    }
  }

  private static func twice(_ thing: Thing, at position: TextPosition) -> LevelError {
    LevelError("a second \(thing.name); a level has exactly one", at: position)
  }

  /// Ends a row; `position` is just after it.
  mutating func endRow(at position: TextPosition) throws(LevelError) {
    guard column > 0 else {
      throw LevelError("an empty row, expected S, P, Z, #, F or floor squares", at: position)
    }
    if let width = rowWidths.first, width != column {
      throw LevelError(
        "a row of \(counted(column, "square")), expected \(width) as in the first row", at: position
      )
    }
    guard rowWidths.count < RoomSize.sides.upperBound else {
      throw LevelError("more than \(RoomSize.sides.upperBound) rows", at: position)
    }
    rowWidths.append(column)
    column = 0
  }

  /// Makes the level from everything added; `position` is the end of the text.
  func level(isLit: Bool, at position: TextPosition) throws(LevelError) -> Level {
    guard let start else { throw LevelError("the level has no start (P)", at: position) }
    guard let signpost else { throw LevelError("the level has no signpost (S)", at: position) }
    guard let size = try? RoomSize(rows: rowWidths.count, columns: rowWidths.first ?? 0) else {
      throw LevelError("a room must have at least 2 squares", at: position)
    }
    return Level(
      unchecked: size, start: start, signpost: signpost, zombies: zombies, blocks: blocks,
      flashlights: flashlights, isLit: isLit)
  }
}
