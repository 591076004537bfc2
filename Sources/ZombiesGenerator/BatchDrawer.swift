// Many placements at a time, in rooms of at most 64 squares. The plain form is in Placement.swift:
// one level after another, with a stream for each.

import ZombiesCore
import ZombiesSolver

/// Draws the levels of a batch: the words of all streams first, then what they stand for.
final class BatchDrawer {
  private let drawer: SmallDrawer

  /// The draw of a level, if one word is enough for it.
  private let draw: BoundedDraw?

  /// The groups of a level, if two words are enough for it.
  private let groups: Groups?
  private typealias Groups = (early: PlacementPlan.Group, late: PlacementPlan.Group)

  /// The placements by the number drawn for them; nil if there are too many.
  private(set) var table: PlacementTable?

  /// The first word of each level's stream.
  private var words: UnsafeMutablePointer<UInt64>
  private var capacity = 0

  init(_ drawer: SmallDrawer, _ frame: SmallLevel) {
    self.drawer = drawer
    draw = drawer.plan.groups.count == 1 ? drawer.plan.groups.first?.draw : nil
    let groups = drawer.plan.groups
    self.groups = groups.count == 2 ? (groups[0], groups[1]) : nil
    words = .allocate(capacity: 0)
    if let draw, draw.bound <= UInt64(PlacementNumbers.limit) {
      table = PlacementTable(drawer, draw, frame)
    }
  }

  deinit { words.deallocate() }

  private func reserve(_ count: Int) {
    guard count > capacity else { return }
    words.deallocate()
    words = .allocate(capacity: count)
    capacity = count
  }

  /// Draws the first attempts of consecutive levels, as many as the batch holds.
  func draw(from first: UInt64, into batch: inout LevelBatch) {
    let (seed, count) = (drawer.plan.seed, batch.count)
    reserve(count)
    let words = words
    var place = 0
    while place < count {
      let index = first &+ UInt64(place)
      let heads = RandomStream.heads(
        seed: seed, purpose: .placement, quad: index &>> 2, variant: 0)
      if index & 3 == 0, place &+ 4 <= count {
        (words[place], words[place &+ 1], words[place &+ 2], words[place &+ 3]) = heads
        place &+= 4
      } else {
        words[place] = RandomStream.word(heads, index & 3)
        place &+= 1
      }
    }
    settle(&batch, attempt: 0) { first &+ UInt64(truncatingIfNeeded: $0) }
  }

  /// Draws a later attempt of some levels, one after another into the batch.
  ///
  /// - Parameters:
  ///   - places: Which levels, as differences from the first index, in ascending order.
  ///   - attempt: The number of the attempt.
  func draw(
    _ places: [Int32], from first: UInt64, attempt: UInt64, into batch: inout LevelBatch
  ) {
    let seed = drawer.plan.seed
    reserve(batch.count)
    let words = words
    // No index has the last quad.
    var (quad, heads): (UInt64, Philox.Block) = (.max, (0, 0, 0, 0))
    for place in 0..<batch.count {
      let index = first &+ UInt64(truncatingIfNeeded: places[place])
      if index &>> 2 != quad {
        quad = index &>> 2
        heads = RandomStream.heads(seed: seed, purpose: .placement, quad: quad, variant: attempt)
      }
      words[place] = RandomStream.word(heads, index & 3)
    }
    settle(&batch, attempt: attempt) { first &+ UInt64(truncatingIfNeeded: places[$0]) }
  }

  /// Turns the words into numbers, or into things if the placements are not numbered.
  @inline(__always)
  private func settle(
    _ batch: inout LevelBatch, attempt: UInt64, index: (Int) -> UInt64
  ) {
    let (count, words, drawer) = (batch.count, words, drawer)
    if let table, let draw {
      if batch.numbers.count < count { batch.numbers = [UInt16](repeating: 0, count: count) }
      batch.numbers.withUnsafeMutableBufferPointer { numbers in
        for place in 0..<count {
          var word = words[place]
          if !draw.accepts(word) {
            var stream = drawer.plan.stream(index(place), attempt: attempt)
            word = draw.word(from: &stream)
          }
          numbers[place] = UInt16(truncatingIfNeeded: table.number(of: word))
        }
      }
      return
    }
    batch.zombies.withUnsafeMutableBufferPointer { zombies in
      batch.blocks.withUnsafeMutableBufferPointer { blocks in
        batch.flashlights.withUnsafeMutableBufferPointer { flashlights in
          for place in 0..<count {
            let things: SmallDrawer.Things
            if let draw, draw.accepts(words[place]) {
              things = drawer.things(of: words[place])
            } else {
              things =
                groups.flatMap { twoGroups($0, words[place], index(place), attempt) }
                ?? drawer.things(index(place), attempt: attempt)
            }
            zombies[place] = things.zombies
            blocks[place] = things.blocks
            flashlights[place] = things.flashlights
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

  /// Looks up the things of numbered placements.
  func lookUpThings(of batch: inout LevelBatch) { table?.lookUpThings(of: &batch) }
}

/// Numbers for the placements of families that have few.
package enum PlacementNumbers {
  /// The maximum number of placements that are numbered.
  package static let limit = 8192
}

extension Family {
  /// How many numbers its placements would have: the ways to draw its things one after another. Nil
  /// if there are 2⁶⁴ or more.
  package var placementOrders: UInt64? {
    let free = AllowedSquares(of: size).count
    var orders: UInt64 = 1
    for thing in 0..<thingCount {
      let (product, overflow) = orders.multipliedReportingOverflow(by: UInt64(max(0, free - thing)))
      if overflow { return nil }
      orders = product
    }
    return orders
  }
}

/// The placements of a family by the number that is drawn for them, and what is known of each: 26
/// bytes a placement, 208 KiB at most.
///
/// The number is drawn below the product of the things' bounds, so equal placements have as many
/// numbers as there are orders in which their zombies, blocks and flashlights may be drawn.
final class PlacementTable {
  private let bound: UInt64
  private let things: UnsafeMutablePointer<SmallDrawer.Things>
  private var level: SmallLevel

  /// What ``verdict(_:_:)`` returns, or 0 for a placement that was not looked at.
  private let verdicts: UnsafeMutablePointer<Int16>

  init(_ drawer: SmallDrawer, _ draw: BoundedDraw, _ frame: SmallLevel) {
    level = frame
    bound = draw.bound
    things = .allocate(capacity: Int(bound))
    verdicts = .allocate(capacity: Int(bound))
    verdicts.initialize(repeating: 0, count: Int(bound))
    for number in 0..<bound {
      // The smallest word that draws this number: number · 2⁶⁴ / bound, rounded up.
      let (quotient, rest) = bound.dividingFullWidth((number, 0))
      (things + Int(number)).initialize(to: drawer.things(of: quotient + (rest > 0 ? 1 : 0)))
    }
  }

  /// The number of placements.
  var count: Int { Int(bound) }

  deinit {
    things.deallocate()
    verdicts.deallocate()
  }

  /// The number that an accepted word draws.
  @inline(__always)
  func number(of word: UInt64) -> Int {
    Int(truncatingIfNeeded: word.multipliedFullWidth(by: bound).high)
  }

  /// What is known of a placement: 1 if it is solvable, −1 if it is unsolvable, −2 if it is not
  /// decided.
  ///
  /// - Parameter decide: Finds it out, the first time.
  @inline(__always)
  func verdict(_ number: Int, _ decide: (SmallLevel) -> Int16) -> Int16 {
    let known = verdicts[number]
    if known != 0 { return known }
    level.zombies = Bitboard(word: things[number].zombies)
    level.blocks = Bitboard(word: things[number].blocks)
    level.flashlights = Bitboard(word: things[number].flashlights)
    let found = decide(level)
    verdicts[number] = found
    return found
  }

  /// Replaces the things of a batch by those of its numbers.
  func lookUpThings(of batch: inout LevelBatch) {
    let (numbers, count, things) = (batch.numbers, batch.count, things)
    func lookUp(_ words: inout [UInt64], _ kind: (SmallDrawer.Things) -> UInt64) {
      words.withUnsafeMutableBufferPointer { words in
        numbers.withUnsafeBufferPointer { numbers in
          for place in 0..<count { words[place] = kind(things[Int(numbers[place])]) }
        }
      }
    }
    lookUp(&batch.zombies) { $0.zombies }
    lookUp(&batch.blocks) { $0.blocks }
    lookUp(&batch.flashlights) { $0.flashlights }
  }
}
