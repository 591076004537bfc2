import ZombiesCore

/// The settings that levels are drawn from: a room, what it holds, and whether it is lit.
///
/// A generated level has the start in the bottom right corner, the signpost in the top left one,
/// and nothing on or next to either (the placement rule, <doc:/ZombiesCore/TheRules>, section 1).
public struct Family: Hashable, Sendable {
  /// The sides of the room.
  public let size: RoomSize

  /// The number of zombies.
  public let zombies: Int

  /// The number of blocks.
  public let blocks: Int

  /// The number of flashlights.
  public let flashlights: Int

  /// Whether the room is lit from the beginning.
  public let isLit: Bool

  /// The permitted counts of things: at most as many as the largest room has squares.
  public static let counts = 0...RoomSize.sides.upperBound * RoomSize.sides.upperBound

  /// Creates a family.
  ///
  /// - Throws: ``/ZombiesCore/RangeError`` if a count is not in ``counts``.
  public init(
    size: RoomSize, zombies: Int = 0, blocks: Int = 0, flashlights: Int = 0, isLit: Bool = false
  ) throws(RangeError) {
    try RangeError.check("zombies", zombies, in: Self.counts)
    try RangeError.check("blocks", blocks, in: Self.counts)
    try RangeError.check("flashlights", flashlights, in: Self.counts)
    self.init(
      unchecked: size, zombies: zombies, blocks: blocks, flashlights: flashlights, isLit: isLit)
  }

  private init(
    unchecked size: RoomSize, zombies: Int, blocks: Int, flashlights: Int, isLit: Bool
  ) {
    self.size = size
    self.zombies = zombies
    self.blocks = blocks
    self.flashlights = flashlights
    self.isLit = isLit
  }

  /// 5 × 5, dark, two zombies.
  public static let classic = preset(zombies: 2)

  /// 5 × 5, dark, one zombie and one block.
  public static let block = preset(zombies: 1, blocks: 1)

  /// 5 × 5, dark, one zombie and one flashlight.
  public static let flashlight = preset(zombies: 1, flashlights: 1)

  /// The presets, by name: those of the original game.
  public static let presets: [(name: String, family: Family)] = [
    ("classic", classic),
    ("block", block),
    ("flashlight", flashlight),
  ]

  private static func preset(
    rows: Int = 5, columns: Int = 5, zombies: Int = 0, blocks: Int = 0, flashlights: Int = 0,
    isLit: Bool = false
  ) -> Family {
    Family(
      unchecked: RoomSize(unchecked: rows, columns), zombies: zombies, blocks: blocks,
      flashlights: flashlights, isLit: isLit)
  }

  /// How many things of a kind each of its levels holds.
  package func count(of thing: Thing) -> Int {
    switch thing {
    case .signpost, .start: 1
    case .zombie: zombies
    case .block: blocks
    case .flashlight: flashlights
    }
  }

  /// The kinds of things that a level holds besides start and signpost, and how many of each.
  package var things: [(thing: Thing, count: Int)] {
    Thing.several.map { ($0, count(of: $0)) }.filter { $0.1 > 0 }
  }

  /// The number of things that a level of the family holds.
  public var thingCount: Int {
    // Written out, because each placement that is drawn asks for it.
    zombies + blocks + flashlights
  }

  /// The squares on which a thing may stand, in reading order: neither the start or the signpost
  /// nor a neighbour of them.
  public var allowedSquares: [Square] {
    let squares = AllowedSquares(of: size)
    return (0..<squares.count).map { squares[$0] }
  }

  /// Whether a level is one of the family's placements. O(squares).
  public func contains(_ level: Level) -> Bool {
    let free = Set(allowedSquares)
    return level.size == size && level.isLit == isLit && level.start == size.bottomRight
      && level.signpost == size.topLeft
      && Thing.several.allSatisfy {
        let squares = level.squares(of: $0)
        return squares.count == count(of: $0) && free.isSuperset(of: squares)
      }
  }

  /// The number of placements: the ways to choose the squares of the zombies, the blocks and the
  /// flashlights. Nil if there are 2⁶⁴ or more.
  public var placementCount: UInt64? {
    var free = AllowedSquares(of: size).count
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

  /// The family's levels without their things, in fast form; nil for more than 64 squares.
  package var frame: SmallLevel? {
    SmallRoom(size).map { room in
      SmallLevel(
        room: room, start: size.index(of: size.bottomRight),
        signpost: size.index(of: size.topLeft), zombies: Bitboard(), isLit: isLit)
    }
  }
}

/// The squares on which a room's things may stand, in reading order: all but the start, the
/// signpost and their neighbours. They are computed, not stored: a room may have a million, and
/// each thread needs them.
struct AllowedSquares: Sendable {
  private let size: RoomSize

  /// The indices of the other squares, at most six, in ascending order.
  private let forbidden: [Int]

  init(of size: RoomSize) {
    self.size = size
    let corners = [size.topLeft, size.bottomRight]
    var forbidden: [Int] = []
    for corner in corners {
      for square in [corner] + Direction.allCases.compactMap({ size.exit(from: corner, $0) }) {
        let index = size.index(of: square)
        if !forbidden.contains(index) { forbidden.append(index) }
      }
    }
    self.forbidden = forbidden.sorted()
  }

  /// The number of squares.
  var count: Int { size.squareCount - forbidden.count }

  /// The square at a position in this order.
  subscript(number: Int) -> Square {
    var index = number
    for other in forbidden where other <= index { index += 1 }
    return size.square(at: index)
  }
}
