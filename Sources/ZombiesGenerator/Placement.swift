// How a placement is drawn. A second implementation has to follow these lines.
//
// 1. Let a₀ … aₙ₋₁ be the allowed squares in reading order. The things are drawn one after another:
//    the zombies, then the blocks, then the flashlights.
// 2. Thing t (from 0) is drawn from what is left, m = n − t squares: with j a uniform draw below m,
//    the thing stands on aⱼ, and then aⱼ is replaced by aₘ₋₁.
// 3. The draws are taken in groups, in order. A group has as many draws as possible while the
//    product of their bounds m is at most 2⁶⁰, and comes from one word (`BoundedDraw`).
// 4. The words are those of the stream with the seed, the purpose `placement`, the level's index,
//    and the number of the attempt, from 0 (``RandomStream``).
//
// All sets of squares for each kind of thing are exactly equally likely.

import ZombiesCore

/// The draws of a family's placements, prepared once: the bounds, and how they are grouped.
struct PlacementPlan: Sendable {
  /// Things that are drawn from one word.
  struct Group: Sendable {
    let things: Range<Int>
    let draw: BoundedDraw
  }

  let family: Family
  let seed: UInt64
  let squares: AllowedSquares
  let groups: [Group]

  private static let largestProduct: UInt64 = 1 << 60

  /// Makes the plan. O(things).
  ///
  /// - Throws: ``GenerationError/tooManyThings(things:squares:)``.
  init(_ family: Family, seed: UInt64) throws(GenerationError) {
    self.family = family
    self.seed = seed
    squares = AllowedSquares(of: family.size)
    guard family.thingCount <= squares.count else {
      throw .tooManyThings(things: family.thingCount, squares: squares.count)
    }
    var groups: [Group] = []
    var (first, product) = (0, UInt64(1))
    for thing in 0..<family.thingCount {
      let bound = UInt64(squares.count - thing)
      let (next, overflow) = product.multipliedReportingOverflow(by: bound)
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
  private let squareCount: Int

  /// The allowed squares as row · 1024 + column, 1024 being the longest side; restored after each
  /// draw.
  private let cells: UnsafeMutablePointer<UInt32>

  /// The drawn places, in order, and their previous contents.
  private let places: UnsafeMutablePointer<UInt32>
  private let picks: UnsafeMutablePointer<UInt32>

  init(_ plan: PlacementPlan) {
    self.plan = plan
    squareCount = plan.squares.count
    cells = .allocate(capacity: plan.squares.count + 1)
    for place in 0..<plan.squares.count {
      let square = plan.squares[place]
      (cells + place).initialize(to: UInt32(square.row << 10 | square.column))
    }
    places = .allocate(capacity: plan.family.thingCount + 1)
    picks = .allocate(capacity: plan.family.thingCount + 1)
  }

  deinit {
    for words in [cells, places, picks] { words.deallocate() }
  }

  /// Draws the placement of one level, replacing its things. O(squares / 64 + things).
  func draw(_ index: UInt64, attempt: UInt64, into level: inout WideLevel) {
    var stream = plan.stream(index, attempt: attempt)
    for group in plan.groups { pick(group, word: group.draw.word(from: &stream)) }
    putBack()
    let (zombies, blocks) = (plan.family.zombies, plan.family.blocks)
    insert(0..<zombies, into: &level.zombies)
    insert(zombies..<zombies + blocks, into: &level.blocks)
    insert(zombies + blocks..<plan.family.thingCount, into: &level.flashlights)
  }

  private func pick(_ group: PlacementPlan.Group, word: UInt64) {
    var word = word
    for thing in group.things {
      let left = squareCount &- thing
      let place = BoundedDraw.digit(below: UInt64(truncatingIfNeeded: left), of: &word)
      let cell = Int(truncatingIfNeeded: place)
      places[thing] = UInt32(truncatingIfNeeded: place)
      picks[thing] = cells[cell]
      cells[cell] = cells[left &- 1]
    }
  }

  /// Restores the order of the cells, beginning with the last draw.
  private func putBack() {
    for thing in (0..<plan.family.thingCount).reversed() {
      cells[Int(places[thing])] = picks[thing]
    }
  }

  private func insert(_ things: Range<Int>, into set: inout SquareSet) {
    set.removeAll()
    let wordsPerRow = set.wordsPerRow
    set.words.withUnsafeMutableBufferPointer { words in
      for thing in things {
        let (row, column) = (Int(picks[thing] >> 10), Int(picks[thing] & 1023))
        words[row &* wordsPerRow &+ column >> 6] |= 1 &<< UInt64(column & 63)
      }
    }
    assert(set.count == things.count, "no two on a square")
  }
}

/// Draws placements in a room of at most 64 squares.
final class SmallDrawer {
  /// A placement: the squares of each kind of thing.
  private struct Things {
    var zombies: UInt64 = 0
    var blocks: UInt64 = 0
    var flashlights: UInt64 = 0
  }

  private let plan: PlacementPlan
  private let squareCount: Int
  private let zombies: Int
  private let blocks: Int
  private let flashlights: Int

  /// The allowed squares as bits; restored after each draw.
  private let cells: UnsafeMutablePointer<UInt64>

  /// The drawn places, in order, and their previous contents.
  private let places: UnsafeMutablePointer<Int>
  private let picks: UnsafeMutablePointer<UInt64>

  /// The placements by the number drawn below the product of all bounds; nil if there are too many.
  private var table: UnsafeMutablePointer<Things>?

  /// The maximum number of placements in the table, 24 bytes each.
  private static let tableLimit: UInt64 = 512

  init(_ plan: PlacementPlan) {
    self.plan = plan
    squareCount = plan.squares.count
    (zombies, blocks) = (plan.family.zombies, plan.family.blocks)
    flashlights = plan.family.flashlights
    cells = .allocate(capacity: squareCount + 1)
    for place in 0..<plan.squares.count {
      let square = plan.squares[place]
      (cells + place).initialize(to: 1 << UInt64(plan.family.size.index(of: square)))
    }
    places = .allocate(capacity: plan.family.thingCount + 1)
    picks = .allocate(capacity: plan.family.thingCount + 1)
    makeTable()
  }

  deinit {
    for words in [cells, picks] { words.deallocate() }
    places.deallocate()
    table?.deallocate()
  }

  private func makeTable() {
    guard plan.groups.count == 1, let bound = plan.groups.first?.draw.bound,
      bound <= Self.tableLimit
    else { return }
    let table = UnsafeMutablePointer<Things>.allocate(capacity: Int(bound))
    for number in 0..<bound {
      // The smallest word that draws this number: number · 2⁶⁴ / bound, rounded up.
      let (quotient, rest) = bound.dividingFullWidth((number, 0))
      (table + Int(number)).initialize(to: things(of: quotient + (rest > 0 ? 1 : 0)))
    }
    self.table = table
  }

  /// Draws the placement of one level, replacing its things. O(things).
  func draw(_ index: UInt64, attempt: UInt64, into level: inout SmallLevel) {
    let things = things(index, attempt: attempt)
    level.zombies = Bitboard(word: things.zombies)
    level.blocks = Bitboard(word: things.blocks)
    level.flashlights = Bitboard(word: things.flashlights)
    assert(level.isValid, "a level that can be")
    assert(
      level.zombies.count == zombies && level.blocks.count == blocks
        && level.flashlights.count == flashlights, "as many things as the family has")
  }

  /// Draws the placements of consecutive levels, the first attempt of each.
  func draw(from first: UInt64, count: Int, into batch: inout LevelBatch) {
    if self.zombies == 0 { batch.zombies = [UInt64](repeating: 0, count: batch.count) }
    if self.blocks == 0 { batch.blocks = [UInt64](repeating: 0, count: batch.count) }
    if self.flashlights == 0 { batch.flashlights = [UInt64](repeating: 0, count: batch.count) }
    guard let draw = plan.groups.first?.draw else { return }
    let isOneWord = plan.groups.count == 1
    batch.zombies.withUnsafeMutableBufferPointer { zombies in
      batch.blocks.withUnsafeMutableBufferPointer { blocks in
        batch.flashlights.withUnsafeMutableBufferPointer { flashlights in
          var heads: Philox.Block = (0, 0, 0, 0)
          for offset in 0..<count {
            let index = first &+ UInt64(offset)
            if index & 3 == 0 || offset == 0 {
              heads = RandomStream.heads(
                seed: plan.seed, purpose: .placement, quad: index &>> 2, variant: 0)
            }
            let head = RandomStream.word(heads, index & 3)
            let things: Things
            if !isOneWord || !draw.accepts(head) {
              things = self.things(index, attempt: 0)
            } else if let table {
              things = table[Int(head.multipliedFullWidth(by: draw.bound).high)]
            } else {
              things = self.things(of: head)
            }
            if self.zombies > 0 { zombies[offset] = things.zombies }
            if self.blocks > 0 { blocks[offset] = things.blocks }
            if self.flashlights > 0 { flashlights[offset] = things.flashlights }
          }
        }
      }
    }
  }

  /// The things of any number of groups.
  private func things(_ index: UInt64, attempt: UInt64) -> Things {
    var stream = plan.stream(index, attempt: attempt)
    for group in plan.groups {
      var word = group.draw.word(from: &stream)
      for thing in group.things { _ = pick(thing, &word) }
    }
    let end = zombies + blocks
    defer { putBack() }
    func union(_ things: Range<Int>) -> UInt64 { things.reduce(0) { $0 | picks[$1] } }
    return Things(
      zombies: union(0..<zombies), blocks: union(zombies..<end),
      flashlights: union(end..<end + flashlights))
  }

  /// The things of a single group, from its accepted word.
  @inline(__always)
  private func things(of word: UInt64) -> Things {
    var (word, thing, things) = (word, 0, Things())
    while thing < zombies {
      things.zombies |= pick(thing, &word)
      thing &+= 1
    }
    while thing < zombies &+ blocks {
      things.blocks |= pick(thing, &word)
      thing &+= 1
    }
    while thing < zombies &+ blocks &+ flashlights {
      things.flashlights |= pick(thing, &word)
      thing &+= 1
    }
    putBack()
    return things
  }

  @inline(__always)
  private func pick(_ thing: Int, _ word: inout UInt64) -> UInt64 {
    let left = squareCount &- thing
    let draw = BoundedDraw.digit(below: UInt64(truncatingIfNeeded: left), of: &word)
    let place = Int(truncatingIfNeeded: draw)
    let square = cells[place]
    places[thing] = place
    picks[thing] = square
    cells[place] = cells[left &- 1]
    return square
  }

  /// Restores the order of the cells, beginning with the last draw.
  @inline(__always)
  private func putBack() {
    var thing = zombies &+ blocks &+ flashlights
    while thing > 0 {
      thing &-= 1
      cells[places[thing]] = picks[thing]
    }
  }
}
