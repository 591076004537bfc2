import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

/// A list of given levels. A level of at most 64 squares takes 32 bytes. It takes the bytes of an empty
/// room as well if its room, start, signpost or light differs from the previous level. Larger levels
/// are stored as they are.
public struct LevelList: Sendable {
  /// The things of a small level, and the index of its frame.
  private struct Entry {
    var frame: Int
    var zombies = Bitboard()
    var blocks = Bitboard()
    var flashlights = Bitboard()
  }

  private var entries: [Entry] = []

  /// Small levels without their things, and larger levels.
  private var frames: [LevelForm] = []

  /// The number of squares in the largest level.
  private(set) var largestRoom = 0

  /// The size of the first level, and whether all levels have that size.
  private var firstSize: RoomSize?
  private var isOfOneSize = true

  private var hash = SHA256()

  /// Creates an empty list.
  public init() {}

  /// Creates a list of some levels.
  public init(_ levels: some Sequence<Level>) { for level in levels { append(level) } }

  /// The number of levels.
  public var count: Int { entries.count }

  /// The size of all levels; nil if they differ or if there are none.
  public var size: RoomSize? { isOfOneSize ? firstSize : nil }

  /// The SHA-256 of the levels' codes, one per line.
  public var fingerprint: String { hash.hex }

  /// Adds a level. O(squares), because its code is part of the fingerprint.
  public mutating func append(_ level: Level) {
    hash.update(Array("\(level.code)\n".utf8))
    largestRoom = Swift.max(largestRoom, level.size.squareCount)
    if let firstSize { isOfOneSize = isOfOneSize && firstSize == level.size }
    firstSize = firstSize ?? level.size
    if case .small(let last) = frames.last, last.room.size == level.size {
      append(SmallLevel(level, like: last))
    } else if let small = SmallLevel(level) {
      append(small)
    } else {
      frames.append(.wide(level))
      entries.append(Entry(frame: frames.count - 1))
    }
  }

  private mutating func append(_ level: SmallLevel) {
    var frame = level
    (frame.zombies, frame.blocks, frame.flashlights) = (Bitboard(), Bitboard(), Bitboard())
    if frames.last != .small(frame) { frames.append(.small(frame)) }
    entries.append(
      Entry(
        frame: frames.count - 1, zombies: level.zombies, blocks: level.blocks,
        flashlights: level.flashlights))
  }

  /// The level at an index, in the form for its size.
  func form(at index: Int) -> LevelForm {
    let entry = entries[index]
    guard case .small(var level) = frames[entry.frame] else { return frames[entry.frame] }
    (level.zombies, level.blocks) = (entry.zombies, entry.blocks)
    level.flashlights = entry.flashlights
    return .small(level)
  }
}

extension LevelList: RandomAccessCollection {
  /// The index of the first level.
  public var startIndex: Int { 0 }

  /// The number of levels.
  public var endIndex: Int { count }

  /// The level at an index. O(things).
  public subscript(index: Int) -> Level { form(at: index).level }
}

extension LevelList {
  /// The families of the levels; nil if there are more than `most`, or if a level belongs to no
  /// family.
  package func families(atMost most: Int) -> Set<Family>? {
    var families: Set<Family> = []
    for index in 0..<count {
      guard let family = form(at: index).family else { return nil }
      if families.insert(family).inserted, families.count > most { return nil }
    }
    return families
  }

}

/// A level to play, in the form for its size.
package enum LevelForm: Hashable, Sendable {
  case small(SmallLevel)
  case wide(Level)

  /// Chooses the form for a level.
  package init(_ level: Level) { self = SmallLevel(level).map(LevelForm.small) ?? .wide(level) }

  package var level: Level {
    switch self {
    case .small(let level): Level(level)
    case .wide(let level): level
    }
  }

  package var size: RoomSize {
    switch self {
    case .small(let level): level.room.size
    case .wide(let level): level.size
    }
  }

  /// The family of the level; nil if it belongs to no family.
  var family: Family? {
    switch self {
    case .small(let level): Family(of: level)
    case .wide(let level): Family(of: level)
    }
  }

  var start: Square {
    switch self {
    case .small(let level): level.room.square(at: level.start)
    case .wide(let level): level.start
    }
  }

  /// The numbers of things in the room.
  var things: ThingCounts {
    switch self {
    case .small(let level): ThingCounts(of: level)
    case .wide(let level): ThingCounts(of: level)
    }
  }

  /// A round of the level.
  func round(rules: Rules) -> AnyRound {
    switch self {
    case .small(let level): .small(SmallRound(level, rules: rules))
    case .wide(let level): .wide(Round(level, rules: rules))
    }
  }
}
