import ZombiesCore

extension Family {
  /// Finds the family of a level from its things; nil if the level breaks the placement rule.
  public init?(of level: Level) {
    if let small = SmallLevel(level) {
      self.init(of: small)
      return
    }
    let family = try? Family(
      size: level.size, zombies: level.zombies.count, blocks: level.blocks.count,
      flashlights: level.flashlights.count, isLit: level.isLit)
    guard let family, level.start == level.size.bottomRight, level.signpost == level.size.topLeft
    else { return nil }
    let allowed = Set(family.allowedSquares)
    let isPlaced = level.things.allSatisfy { square, thing in
      thing == .start || thing == .signpost || allowed.contains(square)
    }
    guard isPlaced else { return nil }
    self = family
  }

  /// Finds the family of a level of at most 64 squares, like ``init(of:)-(Level)``.
  public init?(of level: SmallLevel) {
    let room = level.room
    let family = try? Family(
      size: room.size, zombies: level.zombies.count, blocks: level.blocks.count,
      flashlights: level.flashlights.count, isLit: level.isLit)
    let corners = Bitboard(square: level.start) | Bitboard(square: level.signpost)
    let things = level.zombies | level.blocks | level.flashlights
    guard let family, level.start == room.squareCount - 1, level.signpost == 0,
      !things.intersects(room.closedNeighbourhood(corners))
    else { return nil }
    self = family
  }
}
