// Draws placements by number, in families that have few. The draw, the squares of the things and
// the verdict then take one multiplication and two lookups. The plain form is in Placement.swift.

import ZombiesCore
import ZombiesSolver

/// Placement numbers, for families with few placements.
package enum PlacementNumbers {
  /// The maximum number of placement numbers in a family.
  // Same: no family has as many placement numbers, or one more or less.
  package static let limit = 8192
}

extension Family {
  /// The number of placement numbers: the number of ways to draw the things one after another. Nil
  /// if it is 2⁶⁴ or more.
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

/// Draws the levels of a batch four at a time, because their first random words come from one
/// block. It draws a quad of indices again until each of its levels is solvable, and keeps the
/// levels that already are.
package final class NumberedDrawer {
  private let drawer: SmallDrawer
  private let draw: BoundedDraw
  private let table: PlacementTable

  /// The placement numbers of each quad, 16 bits each.
  private var numbers: [UInt64] = []

  /// The numbers drawn last: one word for each quad of the list.
  private var drawn: [UInt64] = []

  /// The quads with levels that are still to be drawn: 16 times the index of the quad, plus one bit
  /// for each such level.
  private var quads: [Int32] = []

  /// Makes the tables; nil if the family has too many placements.
  init?(_ drawer: SmallDrawer, _ frame: SmallLevel) {
    guard Self.canNumber(drawer.plan) else { return nil }
    self.drawer = drawer
    draw = drawer.plan.groups[0].draw
    table = PlacementTable(drawer, draw, frame)
  }

  /// Whether a plan has few enough placements to be numbered.
  static func canNumber(_ plan: PlacementPlan) -> Bool {
    plan.groups.count == 1 && plan.groups[0].draw.bound <= UInt64(PlacementNumbers.limit)
  }

  /// The number of placement numbers.
  var count: Int { table.count }

  /// Draws any placements.
  func fill(_ batch: inout LevelBatch, from first: UInt64) {
    begin(batch.count, from: first)
    let (base, count) = (first &>> 2, quads.count)
    numbers.withUnsafeMutableBufferPointer { numbers in
      for quad in 0..<count {
        numbers[quad] = self.numbers(of: base &+ UInt64(truncatingIfNeeded: quad), attempt: 0)
      }
    }
    finish(&batch, from: first)
  }

  /// Draws solvable placements.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of draws for a level.
  ///   - decide: Decides a level.
  /// - Returns: The number of rejected draws; nil if a level needs more draws, or if a verdict is
  ///   missing.
  func fill(
    _ batch: inout LevelBatch, from first: UInt64, attempts: Int,
    _ decide: (SmallLevel) -> Verdict
  ) -> UInt64? {
    begin(batch.count, from: first)
    var (left, attempt, rejected) = (quads.count, 0, 0)
    while left > 0 {
      guard attempt < attempts,
        let drawn = drawAgain(left, from: first, attempt: UInt64(attempt), decide)
      else { return nil }
      left = drawn.quads
      rejected += drawn.rejected
      attempt += 1
    }
    finish(&batch, from: first)
    return UInt64(rejected)
  }

  /// The things of a single level, which may be unsolvable.
  package func things(
    at index: UInt64
  ) -> (zombies: UInt64, blocks: UInt64, flashlights: UInt64) {
    let things = table.things[number(of: index, attempt: 0)]
    return (things.zombies, things.blocks, things.flashlights)
  }

  /// Draws a single level until it is solvable.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of draws.
  ///   - decide: Decides a level.
  /// - Returns: The things, and the number of rejected draws; nil if the level needs more draws, or if
  ///   a verdict is missing.
  func draw(
    _ index: UInt64, attempts: Int, _ decide: (SmallLevel) -> Verdict
  ) -> (things: SmallDrawer.Things, rejected: Int)? {
    for attempt in 0..<attempts {
      let number = number(of: index, attempt: UInt64(truncatingIfNeeded: attempt))
      switch table.verdict(number, decide) {
      case .solvable: return (table.things[number], attempt)
      case .unsolvable: continue
      case .gaveUp: return nil
      }
    }
    return nil
  }

  /// The number of a single level.
  private func number(of index: UInt64, attempt: UInt64) -> Int {
    let heads = RandomStream.heads(
      seed: drawer.plan.seed, purpose: .placement, quad: index &>> 2, variant: attempt)
    var word = RandomStream.word(heads, index & 3)
    // Same: the stream begins with the same word.
    if !draw.accepts(word) {
      var stream = drawer.plan.stream(index, attempt: attempt)
      word = draw.word(from: &stream)
    }
    return Int(truncatingIfNeeded: BoundedDraw.digit(below: draw.bound, of: &word))
  }

  /// Prepares the quads of a batch. The first and the last quad may extend beyond the batch.
  private func begin(_ count: Int, from first: UInt64) {
    let skipped = Int(first & 3)
    let quadCount = (skipped + count + 3) / 4
    if quads.count != quadCount {
      // Same: each of them is set below.
      quads = [Int32](repeating: 0, count: quadCount)
      numbers = [UInt64](repeating: 0, count: quadCount)
      drawn = numbers
    }
    guard quadCount > 0 else { return }
    for quad in 0..<quadCount { quads[quad] = Int32(truncatingIfNeeded: quad &<< 4 | 15) }
    quads[0] &= Int32(-1) &<< Int32(truncatingIfNeeded: skipped) | ~15
    let beyond = 4 * quadCount - skipped - count
    quads[quadCount - 1] &= 15 &>> Int32(truncatingIfNeeded: beyond) | ~15
  }

  /// Draws the first quads of the list again, and lists those that need another draw.
  ///
  /// - Returns: The number of quads to draw again, and of rejected draws; nil if a verdict is
  ///   missing.
  @inline(__always)
  private func drawAgain(
    _ count: Int, from first: UInt64, attempt: UInt64, _ decide: (SmallLevel) -> Verdict
  ) -> (quads: Int, rejected: Int)? {
    assert(count <= quads.count && quads.count == numbers.count, "one number per quad")
    let (base, table) = (first &>> 2, table)
    var (left, rejected) = (0, 0)
    quads.withUnsafeBufferPointer { quads in
      drawn.withUnsafeMutableBufferPointer { drawn in
        for entry in 0..<count {
          let quad = UInt64(truncatingIfNeeded: quads[entry] &>> 4)
          drawn[entry] = self.numbers(of: base &+ quad, attempt: attempt)
        }
      }
    }
    return quads.withUnsafeMutableBufferPointer { quads in
      numbers.withUnsafeMutableBufferPointer { numbers in
        for entry in 0..<count {
          let (quad, pending) = (quads[entry] &>> 4, quads[entry] & 15)
          let (index, drawn) = (Int(truncatingIfNeeded: quad), drawn[entry])
          let lanes = Self.lanes(of: pending)
          numbers[index] = numbers[index] & ~lanes | drawn & lanes
          let verdicts = table.verdicts(drawn, decide)
          guard verdicts.undecided & pending == 0 else { return nil }
          // The verdict is as unpredictable as a random bit, so this avoids a branch.
          let again = verdicts.unsolvable & pending
          rejected &+= again.nonzeroBitCount
          quads[left] = quad &<< 4 | again
          left &+= again == 0 ? 0 : 1
        }
        return (left, rejected)
      }
    }
  }

  /// The numbers drawn by the first words of a quad, 16 bits each.
  @inline(__always)
  private func numbers(of quad: UInt64, attempt: UInt64) -> UInt64 {
    let heads = RandomStream.heads(
      seed: drawer.plan.seed, purpose: .placement, quad: quad, variant: attempt)
    let products = (
      heads.0.multipliedFullWidth(by: draw.bound), heads.1.multipliedFullWidth(by: draw.bound),
      heads.2.multipliedFullWidth(by: draw.bound), heads.3.multipliedFullWidth(by: draw.bound)
    )
    let lowest = min(min(products.0.low, products.1.low), min(products.2.low, products.3.low))
    // Same: one by one, the numbers are the same.
    if lowest < draw.threshold { return numbersOneByOne(of: quad, attempt: attempt) }
    return products.0.high | products.1.high &<< 16 | products.2.high &<< 32
      | products.3.high &<< 48
  }

  /// The numbers of a quad's levels, for the case that one of the first words is rejected.
  @inline(never)
  private func numbersOneByOne(of quad: UInt64, attempt: UInt64) -> UInt64 {
    var numbers: UInt64 = 0
    for lane in UInt64(0)..<4 {
      var stream = drawer.plan.stream(quad &<< 2 | lane, attempt: attempt)
      let word = draw.word(from: &stream)
      numbers |= word.multipliedFullWidth(by: draw.bound).high &<< (lane &<< 4)
    }
    return numbers
  }

  /// A mask with all 16 bits of the numbers whose bits are set.
  @inline(__always)
  private static func lanes(of bits: Int32) -> UInt64 {
    // Moves bit k to bit 16 · k, then fills all bits of that number with ones.
    (UInt64(truncatingIfNeeded: bits) &* 0x2000_4000_8001 & 0x0001_0001_0001_0001) &* 0xFFFF
  }

  /// Writes the numbers and the things of the levels.
  private func finish(_ batch: inout LevelBatch, from first: UInt64) {
    let (skipped, count, things) = (Int(first & 3), batch.count, table.things)
    assert(skipped + count <= 4 * numbers.count, "one number per level")
    // Same: an array of the same size takes its place.
    if batch.numbers.count < count { batch.numbers = [UInt16](repeating: 0, count: count) }
    numbers.withUnsafeBufferPointer { numbers in
      batch.numbers.withUnsafeMutableBufferPointer { target in
        for index in 0..<count {
          let lane = index &+ skipped
          let shift = UInt64(truncatingIfNeeded: lane & 3) &<< 4
          target[index] = UInt16(truncatingIfNeeded: numbers[lane &>> 2] &>> shift)
        }
      }
    }
    func lookUp(_ words: inout [UInt64], _ inFamily: Int, _ kind: (SmallDrawer.Things) -> UInt64) {
      words.withUnsafeMutableBufferPointer { words in
        // Things that the family does not have need no lookup.
        if inFamily == 0 { return words.update(repeating: 0) }
        batch.numbers.withUnsafeBufferPointer { numbers in
          for index in 0..<count { words[index] = kind(things[Int(numbers[index])]) }
        }
      }
    }
    let family = drawer.plan.family
    lookUp(&batch.zombies, family.zombies) { $0.zombies }
    lookUp(&batch.blocks, family.blocks) { $0.blocks }
    lookUp(&batch.flashlights, family.flashlights) { $0.flashlights }
  }
}

/// The placements of a family by placement number, and the verdict on each: 25 bytes per number, at
/// most 200 KiB.
///
/// The number is drawn below the product of the bounds of all things. Each placement therefore has
/// as many numbers as there are orders for drawing its zombies, blocks and flashlights.
private final class PlacementTable {
  let count: Int

  /// The things of each placement: `count` entries.
  let things: UnsafeMutablePointer<SmallDrawer.Things>
  private var level: SmallLevel

  /// The verdict on each placement: `count` bytes with one of the values below.
  private let verdicts: UnsafeMutablePointer<UInt8>
  private static let unsolvable: UInt8 = 1
  private static let undecided: UInt8 = 2
  private static let unknown: UInt8 = 4

  init(_ drawer: SmallDrawer, _ draw: BoundedDraw, _ frame: SmallLevel) {
    level = frame
    count = Int(draw.bound)
    things = .allocate(capacity: count)
    verdicts = .allocate(capacity: count)
    verdicts.initialize(repeating: Self.unknown, count: count)
    for number in 0..<draw.bound {
      // The smallest word that draws this number: number · 2⁶⁴ / bound, rounded up.
      let (quotient, rest) = draw.bound.dividingFullWidth((number, 0))
      (things + Int(number)).initialize(to: drawer.things(of: quotient + (rest > 0 ? 1 : 0)))
    }
  }

  deinit {
    things.deallocate()
    verdicts.deallocate()
  }

  /// Finds which of four placements are unsolvable and which have no verdict, one bit each.
  ///
  /// - Parameters:
  ///   - numbers: The placement numbers, 16 bits each.
  ///   - decide: Decides a placement when it is needed for the first time.
  @inline(__always)
  func verdicts(
    _ numbers: UInt64, _ decide: (SmallLevel) -> Verdict
  ) -> (unsolvable: Int32, undecided: Int32) {
    func known(_ lane: UInt64) -> UInt8 {
      let number = Int(truncatingIfNeeded: numbers &>> (lane &<< 4) & 0xFFFF)
      assert(number < count, "a placement number")
      return verdicts[number]
    }
    var all = (known(0), known(1), known(2), known(3))
    if all.0 | all.1 | all.2 | all.3 > Self.unsolvable {
      for lane in UInt64(0)..<4 where known(lane) == Self.unknown {
        find(Int(truncatingIfNeeded: numbers &>> (lane &<< 4) & 0xFFFF), decide)
      }
      all = (known(0), known(1), known(2), known(3))
    }
    let bits =
      UInt32(all.0) | UInt32(all.1) &<< 8 | UInt32(all.2) &<< 16 | UInt32(all.3) &<< 24
    return (Self.gather(bits), Self.gather(bits &>> 1))
  }

  /// The verdict on one placement, which is decided when it is needed for the first time.
  func verdict(_ number: Int, _ decide: (SmallLevel) -> Verdict) -> Verdict {
    // Same: an unknown verdict counts as given up, and then the level is drawn without numbers.
    if verdicts[number] == Self.unknown { find(number, decide) }
    return switch verdicts[number] {
    case 0: .solvable
    case Self.unsolvable: .unsolvable
    default: .gaveUp
    }
  }

  /// The lowest bits of four bytes, packed next to each other.
  @inline(__always)
  private static func gather(_ bytes: UInt32) -> Int32 {
    Int32(truncatingIfNeeded: ((bytes & 0x0101_0101) &* 0x0102_0408) &>> 24)
  }

  /// Decides a placement.
  private func find(_ number: Int, _ decide: (SmallLevel) -> Verdict) {
    assert(number >= 0 && number < count, "a placement number")
    level.zombies = Bitboard(word: things[number].zombies)
    level.blocks = Bitboard(word: things[number].blocks)
    level.flashlights = Bitboard(word: things[number].flashlights)
    verdicts[number] =
      switch decide(level) {
      case .solvable: 0
      case .unsolvable: Self.unsolvable
      case .gaveUp: Self.undecided
      }
  }
}
