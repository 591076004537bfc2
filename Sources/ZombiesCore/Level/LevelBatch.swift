/// The numbers used instead of a par in loops over a `LevelBatch`. A par is 0 or more; these are
/// negative.
@usableFromInline
package enum BatchPar {
  /// The level is proved unsolvable.
  @inlinable package static var unsolvable: Int16 { -1 }

  /// The search gave up: whether the level is solvable is unknown.
  @inlinable package static var gaveUp: Int16 { -2 }
}

/// Levels of at most 64 squares that share room, start, signpost and light. It stores arrays of
/// words, for loops that process many levels at a time.
@usableFromInline
package struct LevelBatch: Sendable {
  /// The parts that all levels share; the frame has no things.
  @usableFromInline package let frame: SmallLevel

  /// The number of levels; the arrays may be longer.
  @usableFromInline package private(set) var count: Int

  /// The squares of each level's zombies.
  @usableFromInline package var zombies: [UInt64]

  /// The squares of each level's blocks.
  @usableFromInline package var blocks: [UInt64]

  /// The squares of each level's flashlights.
  @usableFromInline package var flashlights: [UInt64]

  /// The number of each level's placement in its family, for looking up facts about it; empty if
  /// the placements are not numbered.
  @usableFromInline package var numbers: [UInt16] = []

  /// Allocates `count` levels, at first without things.
  package init(frame: SmallLevel, count: Int) {
    self.frame = frame
    self.count = max(0, count)
    let none = [UInt64](repeating: 0, count: self.count)
    zombies = none
    blocks = none
    flashlights = none
  }

  /// Whether there is a word of each kind for each level.
  package var isWhole: Bool {
    zombies.count >= count && blocks.count >= count && flashlights.count >= count
  }

  /// Uses only the first `count` levels from now on, and keeps the memory of the others.
  ///
  /// - Precondition: There are at least that many levels.
  package mutating func use(first count: Int) {
    precondition(count >= 0 && count <= zombies.count, "a number of existing levels")
    self.count = count
  }

  /// Copies the things of a level from another batch of the same frame.
  @inlinable @inline(__always)
  package mutating func copy(_ other: LevelBatch, at index: Int, to target: Int) {
    assert(index >= 0 && index < other.count, "a level of the other batch")
    assert(target >= 0 && target < count, "a level of the batch")
    zombies[target] = other.zombies[index]
    blocks[target] = other.blocks[index]
    flashlights[target] = other.flashlights[index]
  }

  /// Whether any zombie can ever move: a level has a zombie, and a level is lit or has a
  /// flashlight.
  @usableFromInline package var zombiesMayMove: Bool {
    let mayBeLit = frame.isLit || flashlights.prefix(count).contains { $0 != 0 }
    return mayBeLit && zombies.prefix(count).contains { $0 != 0 }
  }

  /// Pointers to the things of all levels, one word per level, and to the number of each level's placement;
  /// nil if the placements are not numbered.
  @usableFromInline
  package typealias Things = (
    zombies: UnsafePointer<UInt64>, blocks: UnsafePointer<UInt64>,
    flashlights: UnsafePointer<UInt64>, numbers: UnsafePointer<UInt16>?
  )

  /// Calls `body` with the words of all levels.
  @inlinable
  package func withThings(_ body: (Things) -> Void) {
    zombies.withUnsafeBufferPointer { zombies in
      blocks.withUnsafeBufferPointer { blocks in
        flashlights.withUnsafeBufferPointer { flashlights in
          // An empty batch has no words.
          guard let zombies = zombies.baseAddress, let blocks = blocks.baseAddress,
            let flashlights = flashlights.baseAddress
          else { return }
          numbers.withUnsafeBufferPointer { numbers in
            body((zombies, blocks, flashlights, numbers.isEmpty ? nil : numbers.baseAddress))
          }
        }
      }
    }
  }

  /// The level at an index.
  @inlinable
  package subscript(index: Int) -> SmallLevel {
    assert(index >= 0 && index < count, "a level of the batch")
    return SmallLevel(
      room: frame.room, start: frame.start, signpost: frame.signpost,
      zombies: Bitboard(word: zombies[index]), blocks: Bitboard(word: blocks[index]),
      flashlights: Bitboard(word: flashlights[index]), isLit: frame.isLit)
  }
}
