import ZombiesCore

/// The settings from which levels are drawn: the room, the numbers of things, and whether it is
/// lit.
///
/// A generated level has its start in the bottom right corner and its signpost in the top left
/// corner. There is nothing on or next to either of them (the placement rule,
/// <doc:/ZombiesCore/TheRules>, section 1).
public struct Family: Hashable, Sendable {
  /// The sides of the room.
  public let size: RoomSize

  /// The number of zombies.
  public let zombies: Int

  /// The number of blocks.
  public let blocks: Int

  /// The number of flashlights.
  public let flashlights: Int

  /// Whether the levels begin lit.
  public let isLit: Bool

  /// The permitted number of each kind of thing: up to the number of squares in the largest room.
  public static let counts = 0...RoomSize.sides.upperBound * RoomSize.sides.upperBound

  /// Creates a family.
  ///
  /// - Throws: ``/ZombiesCore/RangeError`` if a number is not in ``counts``.
  public init(
    size: RoomSize, zombies: Int = 0, blocks: Int = 0, flashlights: Int = 0, isLit: Bool = false
  ) throws(RangeError) {
    try RangeError.check("zombies", zombies, in: Self.counts)
    try RangeError.check("blocks", blocks, in: Self.counts)
    try RangeError.check("flashlights", flashlights, in: Self.counts)
    self.init(
      unchecked: size, zombies: zombies, blocks: blocks, flashlights: flashlights, isLit: isLit)
  }

  /// Creates a family from permitted numbers.
  init(
    unchecked size: RoomSize = RoomSize(unchecked: 5, 5), zombies: Int, blocks: Int = 0,
    flashlights: Int = 0, isLit: Bool = false
  ) {
    self.size = size
    self.zombies = zombies
    self.blocks = blocks
    self.flashlights = flashlights
    self.isLit = isLit
  }

  /// The preset "classic": 5 × 5 squares, dark, two zombies.
  public static let classic = Family(zombies: 2)

  /// The preset "block": 5 × 5 squares, dark, one zombie and one block.
  public static let block = Family(zombies: 1, blocks: 1)

  /// The preset "flashlight": 5 × 5 squares, dark, one zombie and one flashlight.
  public static let flashlight = Family(zombies: 1, flashlights: 1)

  /// The presets of the original game, with their names.
  public static let presets: [(name: String, family: Family)] = [
    ("classic", classic),
    ("block", block),
    ("flashlight", flashlight),
  ]

  /// The number of things of a kind in each level.
  package func count(of thing: Thing) -> Int {
    switch thing {
    case .signpost, .start: 1
    case .zombie: zombies
    case .block: blocks
    case .flashlight: flashlights
    }
  }

  /// The kinds of things in a level other than start and signpost, with their numbers.
  package var things: [(thing: Thing, count: Int)] {
    Thing.several.map { ($0, count(of: $0)) }.filter { $0.1 > 0 }
  }

  /// The number of zombies, blocks and flashlights in each level.
  public var thingCount: Int {
    // Written out for speed: every draw of a placement asks for it.
    zombies + blocks + flashlights
  }

  /// The number of placements: the number of ways to choose squares for the zombies, blocks and
  /// flashlights. Nil if it is 2⁶⁴ or more.
  public var placementCount: UInt64? {
    var free = allowedCount
    guard thingCount <= free else { return 0 }
    var count: UInt64 = 1
    for things in Thing.several.map(count(of:)) {
      guard let ways = binomial(free, things) else { return nil }
      let (product, overflow) = count.multipliedReportingOverflow(by: ways)
      if overflow { return nil }
      count = product
      free -= things
    }
    return count
  }

  /// The levels of the family without their things, in fast form; nil for more than 64 squares.
  package var frame: SmallLevel? {
    SmallRoom(size).map { room in
      SmallLevel(
        room: room, start: size.index(of: size.bottomRight),
        signpost: size.index(of: size.topLeft), zombies: Bitboard(), isLit: isLit)
    }
  }
}
