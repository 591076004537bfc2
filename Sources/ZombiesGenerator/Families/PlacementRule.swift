import ZombiesCore

extension RoomSize {
  /// The squares that the placement rule (<doc:/ZombiesCore/TheRules>, section 1) keeps free of
  /// zombies, blocks and flashlights: start and signpost, and their neighbours.
  package func reservedSquares(around ends: [Square]) -> [Square] {
    var squares: [Square] = []
    squares.reserveCapacity(5 * ends.count)
    squares += ends
    for end in ends {
      for square in neighbours(of: end) where !squares.contains(square) { squares.append(square) }
    }
    return squares
  }

  /// The reserved squares of generated levels, which have the ends in opposite corners.
  fileprivate var reservedSquares: [Square] { reservedSquares(around: [topLeft, bottomRight]) }
}

extension Family {
  /// The number of squares on which the placement rule allows things. O(1).
  package var allowedCount: Int { size.squareCount - size.reservedSquares.count }

  /// The indices of the squares on which the placement rule allows things, in reading order.
  var allowedIndices: some Sequence<Int> {
    let reserved = size.reservedSquares.map(size.index(of:))
    return (0..<size.squareCount).lazy.filter { !reserved.contains($0) }
  }

  /// The squares on which the placement rule allows things, in reading order: all except the start,
  /// the signpost and their neighbours.
  public var allowedSquares: [Square] { allowedIndices.map(size.square(at:)) }

  /// Finds the family of a level from its things; nil if the level breaks the placement rule.
  ///
  /// - Complexity: O(things).
  public init?(of level: Level) {
    let reserved = level.size.reservedSquares
    guard level.start == level.size.bottomRight, level.signpost == level.size.topLeft,
      !Thing.several.contains(where: { level.squares(of: $0).contains(where: reserved.contains) })
    else { return nil }
    try? self.init(
      size: level.size, zombies: level.zombies.count, blocks: level.blocks.count,
      flashlights: level.flashlights.count, isLit: level.isLit)
  }

  /// Finds the family of a level of at most 64 squares, like ``init(of:)-(Level)``.
  public init?(of level: SmallLevel) {
    let room = level.room
    let corners = Bitboard(square: level.start) | Bitboard(square: level.signpost)
    let things = level.zombies | level.blocks | level.flashlights
    guard level.start == room.squareCount - 1, level.signpost == 0,
      !things.intersects(room.closedNeighbourhood(corners))
    else { return nil }
    try? self.init(
      size: room.size, zombies: level.zombies.count, blocks: level.blocks.count,
      flashlights: level.flashlights.count, isLit: level.isLit)
  }

  /// Whether a level is one of the placements of this family. O(things).
  public func contains(_ level: Level) -> Bool { Family(of: level) == self }
}
