/// A level: a room with a start, a signpost, and what else stands in it (<doc:TheRules>, section 1).
///
///     let level = try Level("S4/5/Z1#2/2F2/4P")
///     print(level)        // the picture
///
/// A level is a value and always valid: sides from 1 to 1024, at most one thing per square.
public struct Level: Hashable, Sendable {
  /// The sides of the room.
  public let size: RoomSize

  /// Where the player begins.
  public let start: Square

  /// Where the player wants to go.
  public let signpost: Square

  /// Where the zombies stand, in reading order.
  public let zombies: [Square]

  /// Where the blocks stand, in reading order.
  public let blocks: [Square]

  /// Where the flashlights lie, in reading order.
  public let flashlights: [Square]

  /// Whether the level begins lit.
  public let isLit: Bool

  /// Creates a level from its parts, in any order.
  ///
  /// - Throws: ``LevelError`` if a thing lies outside the room or two share a square.
  /// - Complexity: O(*n* log *n*) for *n* things.
  public init(
    size: RoomSize, start: Square, signpost: Square, zombies: [Square] = [],
    blocks: [Square] = [], flashlights: [Square] = [], isLit: Bool = false
  ) throws(LevelError) {
    let everything = ([start, signpost] + zombies + blocks + flashlights).sorted()
    for (place, square) in everything.enumerated() {
      guard size.contains(square) else {
        throw LevelError("\(square) is outside the \(size) room")
      }
      if place > 0, everything[place - 1] == square {
        throw LevelError("two things stand on \(square), at most one per square is allowed")
      }
    }
    self.init(
      unchecked: size, start: start, signpost: signpost, zombies: zombies.sorted(),
      blocks: blocks.sorted(), flashlights: flashlights.sorted(), isLit: isLit)
  }

  /// Creates a level whose parts are known to be valid and in reading order.
  package init(
    unchecked size: RoomSize, start: Square, signpost: Square, zombies: [Square],
    blocks: [Square], flashlights: [Square], isLit: Bool
  ) {
    self.size = size
    self.start = start
    self.signpost = signpost
    self.zombies = zombies
    self.blocks = blocks
    self.flashlights = flashlights
    self.isLit = isLit
    assert(start != signpost, "two squares")
    assert(
      [zombies, blocks, flashlights].allSatisfy { squares in
        zip(squares, squares.dropFirst()).allSatisfy { $0 < $1 }
      }, "things in reading order, none twice")
  }

  /// Whether any zombie can ever move: there is one, and there is light or a flashlight.
  public var zombiesMayMove: Bool { !zombies.isEmpty && (isLit || !flashlights.isEmpty) }

  /// The number of zombies, blocks and flashlights.
  public var thingCount: Int { Thing.several.reduce(0) { $0 + squares(of: $1).count } }

  /// The squares on which things of a kind stand, in reading order.
  package func squares(of thing: Thing) -> [Square] {
    switch thing {
    case .signpost: [signpost]
    case .start: [start]
    case .zombie: zombies
    case .block: blocks
    case .flashlight: flashlights
    }
  }

  /// Every thing with its square, in reading order. O(*n* log *n*) for *n* things.
  public var things: [(square: Square, thing: Thing)] {
    var all: [(square: Square, thing: Thing)] = []
    all.reserveCapacity(thingCount + 2)
    for thing in Thing.allCases {
      for square in squares(of: thing) { all.append((square, thing)) }
    }
    return all.sorted { $0.square < $1.square }
  }

  /// The level without some of its things, lit or not; the result is always a level.
  ///
  /// - Parameters:
  ///   - isLit: Whether the new level is lit; unchanged if nil.
  ///   - isRemoved: Whether a zombie, block or flashlight is taken out.
  public func removing(
    isLit: Bool? = nil, where isRemoved: (Square, Thing) -> Bool
  ) -> Level {
    Level(
      unchecked: size, start: start, signpost: signpost,
      zombies: zombies.filter { !isRemoved($0, .zombie) },
      blocks: blocks.filter { !isRemoved($0, .block) },
      flashlights: flashlights.filter { !isRemoved($0, .flashlight) }, isLit: isLit ?? self.isLit)
  }

  /// The level with things added or removed, as a designer does to see which of them matter.
  ///
  /// - Throws: ``LevelError`` as ``init(size:start:signpost:zombies:blocks:flashlights:isLit:)``.
  public func replacing(
    zombies: [Square]? = nil, blocks: [Square]? = nil, flashlights: [Square]? = nil,
    isLit: Bool? = nil
  ) throws(LevelError) -> Level {
    try Level(
      size: size, start: start, signpost: signpost, zombies: zombies ?? self.zombies,
      blocks: blocks ?? self.blocks, flashlights: flashlights ?? self.flashlights,
      isLit: isLit ?? self.isLit)
  }
}

extension Level: CustomStringConvertible {
  /// The picture in letters.
  public var description: String { picture() }
}
