// Draws many placements at a time, in rooms of at most 64 squares. The plain form is in
// Placement.swift. Families with few placements have a faster form in NumberedDrawer.swift.

import ZombiesCore
import ZombiesSolver

/// Draws the levels of a batch: first the words of all streams, then the things.
final class BatchDrawer {
  private let drawer: SmallDrawer

  /// The draw of a level, if one word is enough.
  private let draw: BoundedDraw?

  /// The groups of a level, if two words are enough.
  private let groups: Groups?
  private typealias Groups = (early: PlacementPlan.Group, late: PlacementPlan.Group)

  /// The first word of each level's stream: `capacity` words.
  private var words: UnsafeMutablePointer<UInt64>
  private var capacity = 0

  init(_ drawer: SmallDrawer) {
    self.drawer = drawer
    // Same: without it, levels are drawn one after another.
    draw = drawer.plan.groups.count == 1 ? drawer.plan.groups.first?.draw : nil
    let groups = drawer.plan.groups
    self.groups = groups.count == 2 ? (groups[0], groups[1]) : nil
    words = .allocate(capacity: 0)
  }

  deinit { words.deallocate() }

  private func reserve(_ count: Int) {
    // Same: with as many, new words are as good as the old ones.
    guard count > capacity else { return }
    words.deallocate()
    words = .allocate(capacity: count)
    capacity = count
  }

  /// Draws the first attempts of consecutive levels until the batch is full.
  func draw(from first: UInt64, into batch: inout LevelBatch) {
    let (seed, count) = (drawer.plan.seed, batch.count)
    reserve(count)
    let words = words
    var offset = 0
    while offset < count {
      let index = first &+ UInt64(offset)
      let heads = RandomStream.heads(
        seed: seed, purpose: .placement, quad: index &>> 2, variant: 0)
      // Same: one by one, the words are the same.
      if index & 3 == 0, offset &+ 4 <= count {
        (words[offset], words[offset &+ 1], words[offset &+ 2], words[offset &+ 3]) = heads
        offset &+= 4
      } else {
        words[offset] = RandomStream.word(heads, index & 3)
        offset &+= 1
      }
    }
    pickThings(&batch, attempt: 0) { first &+ UInt64(truncatingIfNeeded: $0) }
  }

  /// Draws a later attempt of some levels, and packs them into the batch.
  ///
  /// - Parameters:
  ///   - offsets: The levels to draw, as differences from the first index, in ascending order.
  ///   - attempt: The number of the attempt.
  func draw(
    _ offsets: [Int32], from first: UInt64, attempt: UInt64, into batch: inout LevelBatch
  ) {
    let seed = drawer.plan.seed
    reserve(batch.count)
    let words = words
    assert(offsets.count >= batch.count, "one offset per level")
    // No index belongs to the last quad.
    var (quad, heads): (UInt64, Philox.Block) = (.max, (0, 0, 0, 0))
    for entry in 0..<batch.count {
      let index = first &+ UInt64(truncatingIfNeeded: offsets[entry])
      // Same: without its heads, the word is 0, which is rejected and then drawn one by one, only slower.
      if index &>> 2 != quad {
        quad = index &>> 2
        heads = RandomStream.heads(seed: seed, purpose: .placement, quad: quad, variant: attempt)
      }
      words[entry] = RandomStream.word(heads, index & 3)
    }
    pickThings(&batch, attempt: attempt) { first &+ UInt64(truncatingIfNeeded: offsets[$0]) }
  }

  /// Converts the words to things.
  @inline(__always)
  private func pickThings(
    _ batch: inout LevelBatch, attempt: UInt64, index: (Int) -> UInt64
  ) {
    assert(batch.isWhole && batch.count <= capacity, "one word per level")
    let (count, words, drawer) = (batch.count, words, drawer)
    batch.zombies.withUnsafeMutableBufferPointer { zombies in
      batch.blocks.withUnsafeMutableBufferPointer { blocks in
        batch.flashlights.withUnsafeMutableBufferPointer { flashlights in
          for entry in 0..<count {
            let things: SmallDrawer.Things
            if let draw, draw.accepts(words[entry]) {
              things = drawer.things(of: words[entry])
            } else {
              things =
                groups.flatMap { twoGroups($0, words[entry], index(entry), attempt) }
                ?? drawer.things(index(entry), attempt: attempt)
            }
            zombies[entry] = things.zombies
            blocks[entry] = things.blocks
            flashlights[entry] = things.flashlights
          }
        }
      }
    }
  }

  /// The things of two groups, if their first words are accepted.
  @inline(__always)
  private func twoGroups(
    _ groups: Groups, _ word: UInt64, _ index: UInt64, _ attempt: UInt64
  ) -> SmallDrawer.Things? {
    let tail = RandomStream.tail(
      seed: drawer.plan.seed, purpose: .placement, index: index, variant: attempt, block: 0)
    guard groups.early.draw.accepts(word), groups.late.draw.accepts(tail.0) else { return nil }
    var things = drawer.begin()
    drawer.pick(groups.early.things, of: word, &things)
    drawer.pick(groups.late.things, of: tail.0, &things)
    return things
  }
}
