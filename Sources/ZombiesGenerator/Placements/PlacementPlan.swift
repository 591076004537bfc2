// The rules for drawing a placement. Other implementations must follow them.
//
// 1. Let a₀ … aₙ₋₁ be the allowed squares in reading order. The things are drawn one after another:
//    the zombies, then the blocks, then the flashlights.
// 2. Thing t (from 0) is drawn from the m = n − t squares that are left: if j is a uniform draw
//    below m, the thing is on aⱼ, and then aⱼ is replaced by aₘ₋₁.
// 3. The draws are grouped in order. A group has as many draws as possible while the product of
//    their bounds m is at most 2⁶⁰. Each group comes from one word (`BoundedDraw`).
// 4. The words come from the stream with the seed, the purpose `placement`, the index of the level,
//    and the number of the attempt, from 0 (``RandomStream``).
//
// For each kind of thing, all sets of squares are exactly equally likely.

import ZombiesCore

/// The draws of a family's placements, prepared once: the bounds and their groups.
struct PlacementPlan: Sendable {
  /// Things drawn from one word.
  struct Group: Sendable {
    let things: Range<Int>
    let draw: BoundedDraw
  }

  let family: Family
  let seed: UInt64

  /// The number of allowed squares.
  let squareCount: Int
  let groups: [Group]

  private static let largestProduct: UInt64 = 1 << 60

  /// Makes the plan. O(things).
  ///
  /// - Throws: ``GenerationError/tooManyThings(things:squares:)``.
  init(_ family: Family, seed: UInt64) throws(GenerationError) {
    self.family = family
    self.seed = seed
    squareCount = family.allowedCount
    guard family.thingCount <= squareCount else {
      throw .tooManyThings(things: family.thingCount, squares: squareCount)
    }
    var groups: [Group] = []
    var (first, product) = (0, UInt64(1))
    for thing in 0..<family.thingCount {
      let bound = UInt64(squareCount - thing)
      let (next, overflow) = product.multipliedReportingOverflow(by: bound)
      // Same: no product of such numbers is 2⁶⁰.
      if overflow || next > Self.largestProduct {
        groups.append(Group(things: first..<thing, draw: BoundedDraw(below: product)))
        (first, product) = (thing, bound)
      } else {
        product = next
      }
    }
    if first < family.thingCount {
      groups.append(Group(things: first..<family.thingCount, draw: BoundedDraw(below: product)))
    }
    self.groups = groups
    assert(
      groups.flatMap { Array($0.things) } == Array(0..<family.thingCount),
      "each thing in one group, in order")
  }

  func stream(_ index: UInt64, attempt: UInt64) -> RandomStream {
    RandomStream(seed: seed, purpose: .placement, index: index, variant: attempt)
  }
}

/// Draws placements in a room of any size.
final class WideDrawer {
  private let plan: PlacementPlan

  /// The indices of the allowed squares; restored after each draw.
  private var cells: [UInt32]

  /// The level drawn last.
  private(set) var level: WideLevel

  init(_ plan: PlacementPlan) {
    self.plan = plan
    let (family, size) = (plan.family, plan.family.size)
    cells = family.allowedIndices.map { UInt32($0) }
    level = WideLevel(
      size: size, start: size.bottomRight, signpost: size.topLeft, isLit: family.isLit)
  }

  /// Draws the placement of a level. O(squares / 64 + things).
  func draw(_ index: UInt64, attempt: Int) {
    let plan = plan
    var stream = plan.stream(index, attempt: UInt64(attempt))
    // For each thing, the place of its cell and what was in it.
    typealias Draw = (place: UInt32, cell: UInt32)
    var drawn = [Draw](repeating: (0, 0), count: plan.family.thingCount)
    cells.withUnsafeMutableBufferPointer { cells in
      drawn.withUnsafeMutableBufferPointer { drawn in
        for group in plan.groups {
          var word = group.draw.word(from: &stream)
          for thing in group.things {
            let left = plan.squareCount &- thing
            let place = BoundedDraw.digit(below: UInt64(truncatingIfNeeded: left), of: &word)
            let cell = Int(truncatingIfNeeded: place)
            drawn[thing] = (UInt32(truncatingIfNeeded: place), cells[cell])
            cells[cell] = cells[left &- 1]
          }
        }
        // Restores the order of the cells, starting from the last draw.
        for (place, cell) in drawn.reversed() { cells[Int(place)] = cell }
      }
    }
    let (zombies, blocks) = (plan.family.zombies, plan.family.blocks)
    insert(drawn[..<zombies], into: &level.zombies)
    insert(drawn[zombies..<zombies + blocks], into: &level.blocks)
    insert(drawn[(zombies + blocks)...], into: &level.flashlights)
  }

  private func insert(
    _ things: ArraySlice<(place: UInt32, cell: UInt32)>, into set: inout SquareSet
  ) {
    set.removeAll()
    let (size, wordsPerRow) = (set.size, set.wordsPerRow)
    set.words.withUnsafeMutableBufferPointer { words in
      for (_, cell) in things {
        let square = size.square(at: Int(cell))
        words[square.row &* wordsPerRow &+ square.column >> 6] |= 1 &<< UInt64(square.column & 63)
      }
    }
    assert(set.count == things.count, "no two things on a square")
  }
}
