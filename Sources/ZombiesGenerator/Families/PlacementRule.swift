import ZombiesCore

extension RoomSize {
  /// Whether the placement rule (<doc:/ZombiesCore/TheRules>, section 1) keeps a square free of zombies, blocks
  /// and flashlights: the start and the signpost, which are in opposite corners, and their neighbours.
  fileprivate func isReserved(_ square: Square) -> Bool {
    square.distance(to: topLeft) <= 1 || square.distance(to: bottomRight) <= 1
  }
}

extension Family {
  /// The number of squares on which the placement rule allows things. O(1).
  package var allowedCount: Int {
    let neighbours = (size.rows > 1 ? 1 : 0) + (size.columns > 1 ? 1 : 0)
    // In the smallest rooms, the two ends share squares, and no others are left.
    return max(0, size.squareCount - 2 * (1 + neighbours))
  }

  /// The indices of the squares on which the placement rule allows things, in reading order.
  var allowedIndices: some Sequence<Int> {
    (0..<size.squareCount).lazy.filter { !size.isReserved(size.square(at: $0)) }
  }

  /// The squares on which the placement rule allows things, in reading order: all except the start,
  /// the signpost and their neighbours.
  public var allowedSquares: [Square] { allowedIndices.map(size.square(at:)) }

  /// Finds the family of a level from its things; nil if the level breaks the placement rule.
  ///
  /// - Complexity: O(things).
  public init?(of level: Level) {
    guard level.start == level.size.bottomRight, level.signpost == level.size.topLeft,
      !Thing.several.contains(where: {
        level.squares(of: $0).contains(where: level.size.isReserved)
      })
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
