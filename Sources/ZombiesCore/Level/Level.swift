/// A level: a room with a start, a signpost and any number of other things (<doc:TheRules>, section
/// 1).
///
///     let level = try Level("S4/5/Z1#2/2F2/4P")
///     print(level)        // the picture
///
/// A level is a value and always valid: its sides are 1 to 1024, and a square has at most one
/// thing.
public struct Level: Hashable, Sendable {
  /// The sides of the room.
  public let size: RoomSize

  /// The start: the square where the player begins.
  public let start: Square

  /// The square of the signpost, which the player has to reach.
  public let signpost: Square

  /// The squares of the zombies, in reading order.
  public let zombies: [Square]

  /// The squares of the blocks, in reading order.
  public let blocks: [Square]

  /// The squares of the flashlights, in reading order.
  public let flashlights: [Square]

  /// Whether the level begins lit.
  public let isLit: Bool

  /// Creates a level from its parts, in any order.
  ///
  /// - Throws: ``LevelError`` if a thing is outside the room or if two things share a square.
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
        throw LevelError("two things on \(square); a square can have only one")
      }
    }
    self.init(
      unchecked: size, start: start, signpost: signpost, zombies: zombies.sorted(),
      blocks: blocks.sorted(), flashlights: flashlights.sorted(), isLit: isLit)
  }

  /// Creates a level from parts that are valid and in reading order.
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

  /// Whether any zombie can ever move: the level has a zombie, and it is lit or has a flashlight.
  public var zombiesMayMove: Bool { !zombies.isEmpty && (isLit || !flashlights.isEmpty) }

  /// The number of zombies, blocks and flashlights.
  public var thingCount: Int { Thing.several.reduce(0) { $0 + squares(of: $1).count } }

  /// The squares of all things of a kind, in reading order.
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

  /// Returns the level without some of its things, lit or not; the result is always valid.
  ///
  /// - Parameters:
  ///   - isLit: Whether the new level is lit; unchanged if nil.
  ///   - isRemoved: Whether to remove this zombie, block or flashlight.
  public func removing(
    isLit: Bool? = nil, where isRemoved: (Square, Thing) -> Bool
  ) -> Level {
    Level(
      unchecked: size, start: start, signpost: signpost,
      zombies: zombies.filter { !isRemoved($0, .zombie) },
      blocks: blocks.filter { !isRemoved($0, .block) },
      flashlights: flashlights.filter { !isRemoved($0, .flashlight) }, isLit: isLit ?? self.isLit)
  }
}

extension Level: CustomStringConvertible {
  /// A text that ``init(_:)-(String)`` reads: the picture in letters, or the code of a room of one row.
  public var description: String { size.rows == 1 ? code : picture() }
}
