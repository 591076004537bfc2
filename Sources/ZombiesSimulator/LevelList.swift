// Stores many given levels in little memory: a small level takes two bits per square.
//
//     bits of a square    contents
//     00                  nothing
//     01                  a zombie
//     10                  a block
//     11                  a flashlight
//
// In rooms of at most 32 squares, one word has the low bits of all squares in one half and the high
// bits in the other. Larger rooms have a word for each. Room, start, signpost and light are stored
// once for all levels that share them (a *frame*); runs record which levels share a frame.

import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

/// A list of given levels. A level takes 8 bytes in rooms of at most 32 squares and 16 bytes up to
/// 64 squares. It takes 24 more bytes if its room, start, signpost or light differs from the
/// previous level. Larger levels are stored as they are.
public struct LevelList: Sendable {
  /// Consecutive levels that share a frame, or that all have more than 64 squares.
  private struct Run {
    /// The index of its first level in the list.
    var first: Int
    /// The index of the frame; nil for larger levels.
    var frame: Int32?
    /// The index of its first level's words, or of the larger level itself.
    var offset: Int
  }

  private var runs: [Run] = []
  private var words: [UInt64] = []
  private var wides: [Level] = []

  /// The frames: levels without their things.
  private var frames: [SmallLevel] = []
  private var numbers: [SmallLevel: Int32] = [:]

  /// The number of levels.
  public private(set) var count = 0

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
    if isFramedAsLast(level) {
      appendThings(of: level)
    } else if let small = SmallLevel(level) {
      beginRun(of: small)
      appendThings(of: level)
    } else {
      if runs.isEmpty || runs[runs.count - 1].frame != nil {
        runs.append(Run(first: count, frame: nil, offset: wides.count))
      }
      wides.append(level)
    }
    count += 1
  }

  /// Begins a run of levels with the frame of a small level.
  private mutating func beginRun(of small: SmallLevel) {
    var frame = small
    (frame.zombies, frame.blocks, frame.flashlights) = (Bitboard(), Bitboard(), Bitboard())
    let number = numbers[frame] ?? Int32(frames.count)
    if number == frames.count {
      frames.append(frame)
      numbers[frame] = number
    }
    runs.append(Run(first: count, frame: number, offset: words.count))
  }

  /// Appends the things of a level that has the frame of the last run.
  private mutating func appendThings(of level: Level) {
    func board(_ squares: [Square]) -> UInt64 {
      squares.reduce(0) { $0 | 1 &<< UInt64(level.size.index(of: $1)) }
    }
    let flashlights = board(level.flashlights)
    let low = board(level.zombies) | flashlights
    let high = board(level.blocks) | flashlights
    if level.size.squareCount <= 32 {
      words.append(low | high << 32)
    } else {
      words += [low, high]
    }
  }

  /// Whether a level has the frame of the previous one.
  private func isFramedAsLast(_ level: Level) -> Bool {
    guard let number = runs.last?.frame else { return false }
    let frame = frames[Int(number)]
    return frame.room.size == level.size && frame.isLit == level.isLit
      && frame.start == level.size.index(of: level.start)
      && frame.signpost == level.size.index(of: level.signpost)
  }

  /// The level at an index, in the form for its size. O(log runs).
  func form(at index: Int) -> LevelForm {
    precondition(index >= 0 && index < count, "an index of the list")
    // Find the last run that begins at or before the index.
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].first <= index { low = middle } else { high = middle }
    }
    let run = runs[low]
    assert(run.first <= index, "a run with the level")
    let number = index - run.first
    guard let frame = run.frame else { return .wide(wides[run.offset + number]) }
    var level = frames[Int(frame)]
    let boards: (low: UInt64, high: UInt64)
    if level.room.squareCount <= 32 {
      let word = words[run.offset + number]
      boards = (word & 0xFFFF_FFFF, word >> 32)
    } else {
      boards = (words[run.offset + 2 * number], words[run.offset + 2 * number + 1])
    }
    level.zombies = Bitboard(word: boards.low & ~boards.high)
    level.blocks = Bitboard(word: boards.high & ~boards.low)
    level.flashlights = Bitboard(word: boards.low & boards.high)
    return .small(level)
  }
}

extension LevelList: RandomAccessCollection {
  /// The index of the first level.
  public var startIndex: Int { 0 }

  /// The number of levels.
  public var endIndex: Int { count }

  /// The level at an index. O(log runs + things).
  public subscript(index: Int) -> Level { form(at: index).level }
}

extension LevelList {
  /// Calls the body with the family of each level, in order.
  ///
  /// - Throws: ``PlanError/notOfAFamily(_:)``, or an error of the body.
  func forEachFamily(_ body: (Family) throws(PlanError) -> Void) throws(PlanError) {
    for index in 0..<count {
      guard let family = family(at: index) else { throw .notOfAFamily(self[index]) }
      try body(family)
    }
  }

  /// The families of the levels; nil if there are more than `most`, or if a level belongs to no
  /// family.
  package func families(atMost most: Int) -> Set<Family>? {
    var families: Set<Family> = []
    for index in 0..<count {
      guard let family = family(at: index) else { return nil }
      if families.insert(family).inserted, families.count > most { return nil }
    }
    return families
  }

  /// The family of a level; nil if it belongs to no family.
  private func family(at index: Int) -> Family? {
    switch form(at: index) {
    case .small(let level): Family(of: level)
    case .wide(let level): Family(of: level)
    }
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
