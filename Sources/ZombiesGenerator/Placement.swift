// How a placement is drawn. Whoever writes a second implementation follows these lines.
//
// 1. Let a₀ … aₙ₋₁ be the allowed squares in reading order. The things are drawn one after another:
//    the zombies, then the blocks, then the flashlights.
// 2. Thing t (from 0) is drawn from what is left, m = n − t squares: with j a uniform draw below m,
//    the thing stands on aⱼ, and then aⱼ is replaced by aₘ₋₁.
// 3. The draws are taken in groups, the first group first: a group has as many draws as it can so
//    that the product of their bounds m is at most 2⁶⁰, and comes from one word (``BoundedDraw``).
// 4. The words are those of the stream with the seed, the purpose `placement`, the level's index,
//    and the number of the attempt, from 0 (``RandomStream``).
//
// Each set of squares for each kind of thing is equally likely, exactly.

/// The draws of one family's placements: its tables, made once.
public final class PlacementDrawer {
  /// What is drawn.
  public let family: Family

  /// The seed of the stream.
  public let seed: UInt64

  private struct Group {
    /// The first thing of the group and the one behind its last.
    let things: Range<Int>
    let draw: BoundedDraw
  }

  private let groups: [Group]
  private let squareCount: Int

  /// The allowed squares, by index; as they were between calls.
  private let cells: UnsafeMutablePointer<UInt32>

  /// The drawn places, in order, and what stood there.
  private let places: UnsafeMutablePointer<UInt32>
  private let picks: UnsafeMutablePointer<UInt32>

  /// Makes the tables. O(squares).
  ///
  /// - Throws: ``GenerationError/tooManyThings(things:squares:)``.
  public init(_ family: Family, seed: UInt64) throws(GenerationError) {
    let squares = family.allowedSquares
    guard family.thingCount <= squares.count else {
      throw .tooManyThings(things: family.thingCount, squares: squares.count)
    }
    self.family = family
    self.seed = seed
    squareCount = squares.count
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
    cells = .allocate(capacity: squares.count + 1)
    for (place, square) in squares.enumerated() {
      (cells + place).initialize(to: UInt32(family.size.index(of: square)))
    }
    places = .allocate(capacity: family.thingCount + 1)
    picks = .allocate(capacity: family.thingCount + 1)
  }

  deinit {
    for words in [cells, places, picks] { words.deallocate() }
  }

  private static let largestProduct: UInt64 = 1 << 60

  /// Draws the placement of one level into a wide form, whose things are replaced.
  ///
  /// - Complexity: O(squares / 64 + things).
  public func draw(_ index: UInt64, attempt: UInt64, into level: inout WideLevel) {
    var stream = stream(index, attempt: attempt)
    for group in groups { pick(group, word: group.draw.word(from: &stream)) }
    putBack()
    let columns = UInt32(family.size.columns)
    func insert(_ things: Range<Int>, into set: inout SquareSet) {
      set.removeAll()
      let wordsPerRow = set.wordsPerRow
      set.words.withUnsafeMutableBufferPointer { words in
        for thing in things {
          let (row, column) = picks[thing].quotientAndRemainder(dividingBy: columns)
          words[Int(row) * wordsPerRow + Int(column >> 6)] |= 1 << UInt64(column & 63)
        }
      }
    }
    insert(zombies, into: &level.zombies)
    insert(blocks, into: &level.blocks)
    insert(flashlights, into: &level.flashlights)
  }

  /// Draws the placement of one level of at most 64 squares.
  public func draw(_ index: UInt64, attempt: UInt64, into level: inout SmallLevel) {
    var stream = stream(index, attempt: attempt)
    for group in groups { pick(group, word: group.draw.word(from: &stream)) }
    putBack()
    level.zombies = Bitboard(word: bits(zombies))
    level.blocks = Bitboard(word: bits(blocks))
    level.flashlights = Bitboard(word: bits(flashlights))
  }

  /// Draws the placements of neighbouring levels of at most 64 squares, the first attempt of each.
  public func draw(from first: UInt64, count: Int, into batch: inout LevelBatch) {
    batch.zombies.withUnsafeMutableBufferPointer { zombieWords in
      batch.blocks.withUnsafeMutableBufferPointer { blockWords in
        batch.flashlights.withUnsafeMutableBufferPointer { flashlightWords in
          guard let group = groups.first else { return }
          var heads: Philox.Block = (0, 0, 0, 0)
          for offset in 0..<count {
            let index = first &+ UInt64(offset)
            let lane = index & 3
            if lane == 0 || offset == 0 {
              heads = RandomStream.heads(
                seed: seed, purpose: .placement, quad: index &>> 2, variant: 0)
            }
            let head =
              switch lane {
              case 0: heads.0
              case 1: heads.1
              case 2: heads.2
              default: heads.3
              }
            if groups.count == 1, group.draw.accepts(head) {
              pick(group, word: head)
            } else {
              pick(afterHead: head, of: index)
            }
            putBack()
            zombieWords[offset] = bits(zombies)
            if family.blocks > 0 { blockWords[offset] = bits(blocks) }
            if family.flashlights > 0 { flashlightWords[offset] = bits(flashlights) }
          }
        }
      }
    }
  }

  private func stream(_ index: UInt64, attempt: UInt64) -> RandomStream {
    RandomStream(seed: seed, purpose: .placement, index: index, variant: attempt)
  }

  private func pick(afterHead head: UInt64, of index: UInt64) {
    var stream = RandomStream(
      afterHeadOf: index, seed: seed, purpose: .placement, variant: 0)
    for (number, group) in groups.enumerated() {
      let isHead = number == 0 && group.draw.accepts(head)
      pick(group, word: isHead ? head : group.draw.word(from: &stream))
    }
  }

  /// Draws the things of one group from a word that was accepted.
  @inline(__always)
  private func pick(_ group: Group, word: UInt64) {
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

  /// Brings the cells into order again, the last draw first.
  @inline(__always)
  private func putBack() {
    var thing = family.thingCount
    while thing > 0 {
      thing &-= 1
      cells[Int(places[thing])] = picks[thing]
    }
  }

  private var zombies: Range<Int> { 0..<family.zombies }
  private var blocks: Range<Int> { family.zombies..<family.zombies + family.blocks }
  private var flashlights: Range<Int> { family.zombies + family.blocks..<family.thingCount }

  @inline(__always)
  private func bits(_ things: Range<Int>) -> UInt64 {
    var bits: UInt64 = 0
    for thing in things { bits |= 1 &<< UInt64(picks[thing]) }
    return bits
  }
}
