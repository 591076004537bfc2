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

  /// The allowed squares as row · 1024 + column, because the longest side is 1024; restored after
  /// each draw. There is memory for one more square than allowed.
  private let cells: UnsafeMutablePointer<UInt32>

  /// The indices of the drawn cells, in order, and the previous contents of these cells. There is
  /// memory for one more thing than the family has.
  private let indices: UnsafeMutablePointer<UInt32>
  private let picks: UnsafeMutablePointer<UInt32>

  init(_ plan: PlacementPlan) {
    self.plan = plan
    squareCount = plan.squares.count
    cells = .allocate(capacity: plan.squares.count + 1)
    for index in 0..<plan.squares.count {
      let square = plan.squares[index]
      (cells + index).initialize(to: UInt32(square.row << 10 | square.column))
    }
    indices = .allocate(capacity: plan.family.thingCount + 1)
    picks = .allocate(capacity: plan.family.thingCount + 1)
  }

  deinit {
    for words in [cells, indices, picks] { words.deallocate() }
  }

  /// Draws the placement of a level and replaces its things. O(squares / 64 + things).
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
    assert(group.things.upperBound <= min(squareCount, plan.family.thingCount), "things that fit")
    for thing in group.things {
      let left = squareCount &- thing
      let drawn = BoundedDraw.digit(below: UInt64(truncatingIfNeeded: left), of: &word)
      let cell = Int(truncatingIfNeeded: drawn)
      indices[thing] = UInt32(truncatingIfNeeded: drawn)
      picks[thing] = cells[cell]
      cells[cell] = cells[left &- 1]
    }
  }

  /// Restores the order of the cells, starting from the last draw.
  private func putBack() {
    for thing in (0..<plan.family.thingCount).reversed() {
      cells[Int(indices[thing])] = picks[thing]
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
    assert(set.count == things.count, "no two things on a square")
  }
}

/// Draws placements in a room of at most 64 squares.
final class SmallDrawer {
  /// A placement: the squares of each kind of thing.
  struct Things {
    var zombies: UInt64 = 0
    var blocks: UInt64 = 0
    var flashlights: UInt64 = 0
  }

  let plan: PlacementPlan
  private let squareCount: Int
  private let zombies: Int
  private let blocks: Int
  private let flashlights: Int

  /// The indices of the allowed squares, and the list from which the squares of a level are drawn.
  private let allowed: UnsafeMutablePointer<UInt8>
  private let cells: UnsafeMutablePointer<UInt8>

  init(_ plan: PlacementPlan) {
    self.plan = plan
    squareCount = plan.squares.count
    (zombies, blocks) = (plan.family.zombies, plan.family.blocks)
    flashlights = plan.family.flashlights
    allowed = .allocate(capacity: SmallRoom.limit)
    cells = .allocate(capacity: SmallRoom.limit)
    allowed.initialize(repeating: 0, count: SmallRoom.limit)
    cells.initialize(repeating: 0, count: SmallRoom.limit)
    for index in 0..<plan.squares.count {
      allowed[index] = UInt8(plan.family.size.index(of: plan.squares[index]))
    }
  }

  deinit {
    allowed.deallocate()
    cells.deallocate()
  }

  /// Draws the placement of a level and replaces its things. O(things).
  func draw(_ index: UInt64, attempt: UInt64, into level: inout SmallLevel) {
    let things = things(index, attempt: attempt)
    level.zombies = Bitboard(word: things.zombies)
    level.blocks = Bitboard(word: things.blocks)
    level.flashlights = Bitboard(word: things.flashlights)
    assert(level.isValid, "a valid level")
    assert(
      level.zombies.count == zombies && level.blocks.count == blocks
        && level.flashlights.count == flashlights, "as many things as the family has")
  }

  /// The things of any number of groups.
  func things(_ index: UInt64, attempt: UInt64) -> Things {
    var stream = plan.stream(index, attempt: attempt)
    var things = begin()
    for group in plan.groups { pick(group.things, of: group.draw.word(from: &stream), &things) }
    return things
  }

  /// The things of the only group, from its accepted word.
  @inline(__always)
  func things(of word: UInt64) -> Things {
    var things = begin()
    pick(0..<zombies &+ blocks &+ flashlights, of: word, &things)
    return things
  }

  /// Begins a level, before anything is drawn.
  @inline(__always)
  func begin() -> Things {
    // Copying all 64 bytes takes only a few instructions.
    UnsafeMutableRawPointer(cells).copyMemory(from: allowed, byteCount: SmallRoom.limit)
    return Things()
  }

  /// Draws some things of a level; all things with smaller numbers must have been drawn.
  @inline(__always)
  func pick(_ range: Range<Int>, of word: UInt64, _ things: inout Things) {
    assert(range.upperBound <= squareCount, "things that fit")
    var (word, thing) = (word, range.lowerBound)
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
    things.zombies |= pick(upTo: min(range.upperBound, zombies))
    things.blocks |= pick(upTo: min(range.upperBound, zombies &+ blocks))
    things.flashlights |= pick(upTo: range.upperBound)
  }
}
