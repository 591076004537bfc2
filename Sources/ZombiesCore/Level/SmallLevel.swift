/// A level of at most 64 squares in its fast form: one machine word for each kind of thing.
@frozen
public struct SmallLevel: Hashable, Sendable {
  /// The shape of the room.
  public let room: SmallRoom

  /// The index of the start, where the player begins.
  public var start: Int

  /// The index of the signpost's square.
  public var signpost: Int

  /// The squares of the zombies.
  public var zombies: Bitboard

  /// The squares of the blocks.
  public var blocks: Bitboard

  /// The squares of the flashlights.
  public var flashlights: Bitboard

  /// Whether the level begins lit.
  public var isLit: Bool

  /// Creates a level from parts that do not overlap.
  @inlinable
  public init(
    room: SmallRoom, start: Int, signpost: Int, zombies: Bitboard, blocks: Bitboard = Bitboard(),
    flashlights: Bitboard = Bitboard(), isLit: Bool = false
  ) {
    self.room = room
    self.start = start
    self.signpost = signpost
    self.zombies = zombies
    self.blocks = blocks
    self.flashlights = flashlights
    self.isLit = isLit
  }

  /// Creates the fast form of a level; nil if the level has more than 64 squares.
  public init?(_ level: Level) {
    guard let room = SmallRoom(level.size) else { return nil }
    self.init(level, in: room)
  }

  /// Creates the fast form of a level that has the same size as another one.
  ///
  /// - Precondition: The sizes are equal.
  package init(_ level: Level, like other: SmallLevel) {
    precondition(level.size == other.room.size, "levels of the same size")
    self.init(level, in: other.room)
  }

  private init(_ level: Level, in room: SmallRoom) {
    self.init(
      room: room, start: level.size.index(of: level.start),
      signpost: level.size.index(of: level.signpost), zombies: room.bitboard(level.zombies),
      blocks: room.bitboard(level.blocks), flashlights: room.bitboard(level.flashlights),
      isLit: level.isLit)
  }

  /// Whether all things are in the room and no two share a square. The rules do not cover invalid
  /// levels, although a release build can play them.
  public var isValid: Bool {
    let ends = Bitboard(square: start) | Bitboard(square: signpost)
    let everything = ends | zombies | blocks | flashlights
    return ends.count == 2 && (everything - room.all).isEmpty
      && everything.count == 2 + zombies.count + blocks.count + flashlights.count
  }

  /// Whether any zombie can ever move: the level has a zombie, and it is lit or has a flashlight.
  @inlinable
  public var zombiesMayMove: Bool { !zombies.isEmpty && (isLit || !flashlights.isEmpty) }

  /// The squares that a player may step on: all but the blocks.
  @inlinable @inline(__always)
  public var open: Bitboard { room.all - blocks }

  /// The squares on which the player is caught while the zombies are on their first squares.
  @inlinable @inline(__always)
  public func danger(_ rules: Rules) -> Bitboard { rules.danger(of: zombies, in: room) }

  /// The squares from which a flashlight is in sight.
  @inlinable @inline(__always)
  public var flashlightSight: Bitboard { room.closedNeighbourhood(flashlights) }
}

extension Level {
  /// Creates the plain form of a level from its fast form.
  public init(_ small: SmallLevel) {
    assert(small.isValid, "a valid level")
    let size = small.room.size
    self.init(
      unchecked: size, start: size.square(at: small.start),
      signpost: size.square(at: small.signpost), zombies: small.room.squares(small.zombies),
      blocks: small.room.squares(small.blocks),
      flashlights: small.room.squares(small.flashlights), isLit: small.isLit)
  }
}
