/// Levels of at most 64 squares that share room, start, signpost and light: arrays of words, for
/// loops that process many levels at a time.
@usableFromInline
package struct LevelBatch: Sendable {
  /// What the levels have in common; the frame itself holds no things.
  @usableFromInline package let frame: SmallLevel

  /// The number of levels.
  @usableFromInline package let count: Int

  /// Where the zombies of each level stand.
  @usableFromInline package var zombies: [UInt64]

  /// Where the blocks of each level stand.
  @usableFromInline package var blocks: [UInt64]

  /// Where the flashlights of each level lie.
  @usableFromInline package var flashlights: [UInt64]

  /// Makes room for `count` levels, initially without things.
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
    zombies.count == count && blocks.count == count && flashlights.count == count
  }

  /// Whether any zombie can ever move: there is one, and there is light or a flashlight.
  @usableFromInline package var zombiesMayMove: Bool {
    let mayBeLit = frame.isLit || flashlights.contains { $0 != 0 }
    return mayBeLit && zombies.contains { $0 != 0 }
  }

  /// One level.
  @inlinable
  package subscript(index: Int) -> SmallLevel {
    assert(index >= 0 && index < count, "a level of the batch")
    return SmallLevel(
      room: frame.room, start: frame.start, signpost: frame.signpost,
      zombies: Bitboard(word: zombies[index]), blocks: Bitboard(word: blocks[index]),
      flashlights: Bitboard(word: flashlights[index]), isLit: frame.isLit)
  }
}
