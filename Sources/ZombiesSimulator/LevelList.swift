import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies
import ZombiesText

/// A list of given levels. A level of at most 64 squares takes 32 bytes. It takes the bytes of an empty
/// room as well if its room, start, signpost or light differs from the previous level. Larger levels
/// are stored as they are.
public struct LevelList: Sendable {
  /// The things of each small level, and the index of the frame of each level.
  private var levels: [(things: ThingWords, frame: Int)] = []

  /// Small levels without their things, and larger levels.
  private var frames: [LevelForm] = []

  /// The number of squares in the largest level.
  private(set) var largestRoom = 0

  private var hash = SHA256()

  /// Creates an empty list.
  public init() {}

  /// Creates a list of some levels.
  public init(_ levels: some Sequence<Level>) { for level in levels { append(level) } }

  /// The number of levels.
  public var count: Int { levels.count }

  /// The size of all levels; nil if they differ or if there are none.
  public private(set) var size: RoomSize?

  /// The SHA-256 of the levels' codes, one per line.
  public var fingerprint: String { hash.hex }

  /// Adds a level. O(squares), because its code is part of the fingerprint.
  public mutating func append(_ level: Level) {
    hash.update(Array("\(level.code)\n".utf8))
    largestRoom = Swift.max(largestRoom, level.size.squareCount)
    size = levels.isEmpty || size == level.size ? level.size : nil
    var small: SmallLevel? =
      if case .small(let last) = frames.last, last.room.size == level.size {
        SmallLevel(level, like: last)
      } else {
        SmallLevel(level)
      }
    let things = small?.things ?? (0, 0, 0)
    small?.things = (0, 0, 0)
    let frame = small.map(LevelForm.small) ?? .wide(level)
    if frames.last != frame { frames.append(frame) }
    levels.append((things, frames.count - 1))
  }

  /// The level at an index, in the form for its size.
  func form(at index: Int) -> LevelForm {
    let (things, frame) = levels[index]
    guard case .small(var level) = frames[frame] else { return frames[frame] }
    level.things = things
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

  /// The squares that a player knows from the start: its own and that of the signpost.
  package var ends: (start: Square, signpost: Square) {
    switch self {
    case .small(let level):
      (level.room.square(at: level.start), level.room.square(at: level.signpost))
    case .wide(let level): (level.start, level.signpost)
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
