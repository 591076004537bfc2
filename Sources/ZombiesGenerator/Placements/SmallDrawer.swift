// Draws placements in rooms of at most 64 squares, one or many at a time. The plain form is in
// PlacementPlan.swift.

import ZombiesCore

/// The squares of zombies, blocks and flashlights in a room of at most 64 squares: one word each.
package typealias ThingWords = (zombies: UInt64, blocks: UInt64, flashlights: UInt64)

/// Draws placements in a room of at most 64 squares.
final class SmallDrawer {
  let plan: PlacementPlan
  private let squareCount: Int
  private let zombies: Int
  private let blocks: Int

  /// The draws from the first word of a level, and those from the second one if there are any; nil
  /// if a level needs no word, or more than two.
  private let early, late: PlacementPlan.Group?

  /// The indices of the allowed squares, and the list from which the squares of a level are drawn.
  private let allowed: UnsafeMutablePointer<UInt8>
  private let cells: UnsafeMutablePointer<UInt8>

  init(_ plan: PlacementPlan) {
    self.plan = plan
    squareCount = plan.squareCount
    (zombies, blocks) = (plan.family.zombies, plan.family.blocks)
    // Same: without them, levels are drawn one after another.
    let areFew = plan.groups.count == 1 || plan.groups.count == 2
    early = areFew ? plan.groups.first : nil
    late = areFew ? plan.groups.dropFirst().first : nil
    allowed = .allocate(capacity: SmallRoom.limit)
    cells = .allocate(capacity: SmallRoom.limit)
    allowed.initialize(repeating: 0, count: SmallRoom.limit)
    for (place, square) in plan.family.allowedIndices.enumerated() {
      allowed[place] = UInt8(square)
    }
  }

  deinit {
    allowed.deallocate()
    cells.deallocate()
  }

  /// The placement of a level. O(things).
  func things(_ index: UInt64, attempt: UInt64) -> ThingWords {
    var stream = plan.stream(index, attempt: attempt)
    var things = begin()
    for group in plan.groups { pick(group, of: group.draw.word(from: &stream), &things) }
    return things
  }

  /// The placement whose only group has a given accepted word.
  func things(of word: UInt64) -> ThingWords {
    var things = begin()
    for group in plan.groups { pick(group, of: word, &things) }
    return things
  }

  /// Draws the placements of some levels whose first words are known.
  ///
  /// - Parameter batch: Receives the things; has as many levels as are open.
  func draw(_ open: borrowing OpenLevels, attempt: UInt64, into batch: inout LevelBatch) {
    assert(batch.isWhole && batch.count == open.count, "a place for each level")
    batch.zombies.withUnsafeMutableBufferPointer { zombies in
      batch.blocks.withUnsafeMutableBufferPointer { blocks in
        batch.flashlights.withUnsafeMutableBufferPointer { flashlights in
          for entry in 0..<open.count {
            (zombies[entry], blocks[entry], flashlights[entry]) =
              things(open.word(open.offset(entry)), open.index(open.offset(entry)), attempt)
          }
        }
      }
    }
  }

  /// The placement of a level whose first word is known.
  @inline(__always)
  private func things(_ word: UInt64, _ index: UInt64, _ attempt: UInt64) -> ThingWords {
    guard let early, early.draw.accepts(word) else { return things(index, attempt: attempt) }
    guard let late else {
      var things = begin()
      pick(early, of: word, &things)
      return things
    }
    let second = RandomStream.tail(
      seed: plan.seed, purpose: .placement, index: index, variant: attempt, block: 0
    ).0
    guard late.draw.accepts(second) else { return things(index, attempt: attempt) }
    var things = begin()
    pick(early, of: word, &things)
    pick(late, of: second, &things)
    return things
  }

  /// Begins a level, before anything is drawn.
  @inline(__always)
  private func begin() -> ThingWords {
    // Copying all 64 bytes takes only a few instructions.
    UnsafeMutableRawPointer(cells).copyMemory(from: allowed, byteCount: SmallRoom.limit)
    return (0, 0, 0)
  }

  /// Draws the things of a group; those of the groups before it must have been drawn.
  @inline(__always)
  private func pick(_ group: PlacementPlan.Group, of word: UInt64, _ things: inout ThingWords) {
    assert(group.things.upperBound <= squareCount, "things that fit")
    var (word, thing, last) = (word, group.things.lowerBound, group.things.upperBound)
    func pick(upTo end: Int) -> UInt64 {
      var set: UInt64 = 0
      while thing < end {
        let left = squareCount &- thing
        let draw = BoundedDraw.digit(below: UInt64(truncatingIfNeeded: left), of: &word)
        let cell = Int(truncatingIfNeeded: draw)
        set |= 1 &<< UInt64(truncatingIfNeeded: cells[cell])
        cells[cell] = cells[left &- 1]
        thing &+= 1
      }
      return set
    }
    things.zombies |= pick(upTo: min(last, zombies))
    things.blocks |= pick(upTo: min(last, zombies &+ blocks))
    things.flashlights |= pick(upTo: last)
  }
}

/// The levels of a batch that are still to be drawn, and the first word of each one's stream. Four
/// indices in a row, a *quad*, have their first words from one block.
struct OpenLevels: ~Copyable {
  private let first: UInt64

  /// The levels as differences from the first index, in ascending order: `count` of them.
  private let offsets: UnsafeMutablePointer<Int32>
  private(set) var count: Int

  /// Their quads, from that of the first index: `quadCount` of them.
  private let quads: UnsafeMutablePointer<Int32>
  private var quadCount: Int

  /// The words of all quads, whether they are open or not.
  private let words: UnsafeMutablePointer<UInt64>

  /// All levels of a batch.
  init(_ count: Int, from first: UInt64) {
    self.first = first
    self.count = count
    quadCount = count == 0 ? 0 : (Int(first & 3) + count + 3) / 4
    offsets = .allocate(capacity: count)
    quads = .allocate(capacity: quadCount)
    words = .allocate(capacity: 4 * quadCount)
    for offset in 0..<count { offsets[offset] = Int32(truncatingIfNeeded: offset) }
    for quad in 0..<quadCount { quads[quad] = Int32(truncatingIfNeeded: quad) }
  }

  deinit {
    offsets.deallocate()
    quads.deallocate()
    words.deallocate()
  }

  /// Draws the first words of an attempt.
  func drawWords(_ plan: PlacementPlan, attempt: UInt64) {
    let (seed, base) = (plan.seed, first &>> 2)
    for entry in 0..<quadCount {
      let place = Int(truncatingIfNeeded: quads[entry]) &<< 2
      (words[place], words[place &+ 1], words[place &+ 2], words[place &+ 3]) =
        RandomStream.heads(
          seed: seed, purpose: .placement, quad: base &+ UInt64(truncatingIfNeeded: quads[entry]),
          variant: attempt)
    }
  }

  /// The place in the batch of an open level.
  @inline(__always)
  func offset(_ entry: Int) -> Int { Int(truncatingIfNeeded: offsets[entry]) }

  /// The index of the level at a place in the batch.
  @inline(__always)
  func index(_ offset: Int) -> UInt64 { first &+ UInt64(truncatingIfNeeded: offset) }

  /// The first word of the level at a place in the batch.
  @inline(__always)
  func word(_ offset: Int) -> UInt64 { words[offset &+ Int(truncatingIfNeeded: first & 3)] }

  /// Moves some open levels to the beginning of the list.
  ///
  /// - Parameter draws: The number of draws that an open level still needs: 1 or 0; nil to give up.
  /// - Returns: The number of levels that need one; nil after giving up.
  @inline(__always)
  func gather(_ draws: (_ entry: Int) -> Int?) -> Int? {
    var left = 0
    for entry in 0..<count {
      guard let again = draws(entry) else { return nil }
      // The verdict is as unpredictable as a random bit, so this avoids a branch, also below.
      offsets[left] = offsets[entry]
      left &+= again
    }
    return left
  }

  /// Closes all but the first levels of the list.
  mutating func keep(first left: Int) {
    (count, quadCount) = (left, 0)
    var last: Int32 = -1
    for entry in 0..<count {
      let quad = (offsets[entry] &+ Int32(truncatingIfNeeded: first & 3)) &>> 2
      quadCount &+= quad == last ? 0 : 1
      quads[quadCount &- 1] = quad
      last = quad
    }
  }
}
