import ZombiesCore

/// Every placement of a family, once each: all ways to choose squares for the zombies, then for the
/// blocks among the rest, then for the flashlights.
///
/// Squares are chosen in lexicographic order. The squares of the zombies change slowest.
public struct Placements: Sequence, Sendable {
  /// The family.
  public let family: Family

  /// Lists all placements of a family; empty if its things do not fit.
  public init(_ family: Family) { self.family = family }

  /// Iterates over the placements.
  public func makeIterator() -> Iterator { Iterator(family) }

  /// Creates one level after another. O(squares + things) each.
  public struct Iterator: IteratorProtocol, Sendable {
    private let family: Family
    private let squares: [Square]
    private var zombies: Combination
    private var blocks: Combination
    private var flashlights: Combination
    private var isDone: Bool

    init(_ family: Family) {
      self.family = family
      squares = family.allowedSquares
      isDone = family.thingCount > squares.count
      zombies = Combination(family.zombies, of: squares.count)
      blocks = Combination(family.blocks, of: squares.count - family.zombies)
      flashlights = Combination(
        family.flashlights, of: squares.count - family.zombies - family.blocks)
    }

    /// The next level; nil at the end.
    public mutating func next() -> Level? {
      guard !isDone else { return nil }
      let (zombieSquares, rest) = zombies.split(squares)
      let (blockSquares, free) = blocks.split(rest)
      let (flashlightSquares, _) = flashlights.split(free)
      isDone = !(flashlights.advance() || blocks.advance() || zombies.advance())
      // The choices are made among the free squares, and their order is kept.
      return Level(
        unchecked: family.size, start: family.size.bottomRight, signpost: family.size.topLeft,
        zombies: zombieSquares, blocks: blockSquares, flashlights: flashlightSquares,
        isLit: family.isLit)
    }
  }
}

/// Every placement of a family of at most 64 squares, once each and in the order of ``Placements``,
/// as batches of words: for loops over millions of placements.
package struct SmallPlacements {
  private var batch: LevelBatch
  private var zombies: BitCombination
  private var blocks: BitCombination
  private var flashlights: BitCombination
  private var isDone: Bool

  /// Lists the placements of a family, starting at a given number; nil for more than 64 squares.
  ///
  /// - Parameters:
  ///   - family: The family.
  ///   - first: The number of the first placement, counted from 0 over all placements.
  ///   - batchSize: The maximum number of levels in a batch.
  /// - Complexity: O(squares), for any first placement.
  package init?(_ family: Family, from first: UInt64 = 0, batchSize: Int = 512) {
    guard let frame = family.frame else { return nil }
    self.init(family, frame, from: first, batchSize: batchSize)
  }

  /// Lists the placements of a family, starting at a given number.
  ///
  /// - Parameter frame: The levels of the family without their things.
  package init(_ family: Family, _ frame: SmallLevel, from first: UInt64, batchSize: Int) {
    batch = LevelBatch(frame: frame, count: max(1, batchSize))
    let cells = family.allowedSquares.map { UInt64(1) << UInt64(family.size.index(of: $0)) }
    isDone = first >= family.placementCount ?? .max
    // The number has three digits: the choice of the zombies, of the blocks and of the flashlights.
    let afterZombies = cells.count - family.zombies
    // If there are 2⁶⁴ placements or more, or none, they have no numbers.
    let blockWays = max(1, binomial(afterZombies, family.blocks) ?? .max)
    let lightWays = max(1, binomial(afterZombies - family.blocks, family.flashlights) ?? .max)
    let (high, low) = (isDone ? 0 : first).quotientAndRemainder(dividingBy: lightWays)
    let digits = high.quotientAndRemainder(dividingBy: blockWays)
    zombies = BitCombination(family.zombies, of: cells, number: digits.quotient)
    blocks = BitCombination(family.blocks, of: zombies.rest, number: digits.remainder)
    flashlights = BitCombination(family.flashlights, of: blocks.rest, number: low)
  }

  /// The next batch of placements, full except perhaps at the end, and the number of valid levels
  /// in it; nil at the end.
  package mutating func next() -> (batch: LevelBatch, count: Int)? {
    if isDone { return nil }
    var count = 0
    while count < batch.count, !isDone {
      batch.zombies[count] = zombies.chosen
      batch.blocks[count] = blocks.chosen
      batch.flashlights[count] = flashlights.chosen
      count += 1
      advance()
    }
    return (batch, count)
  }

  private mutating func advance() {
    if flashlights.advance() { return }
    if blocks.advance() {
      restartFlashlights()
      return
    }
    isDone = !zombies.advance()
    blocks.restart(of: zombies.rest)
    restartFlashlights()
  }

  /// Moves to the first choice for the flashlights after the blocks have moved; does nothing
  /// without flashlights.
  private mutating func restartFlashlights() {
    if !flashlights.isEmpty { flashlights.restart(of: blocks.rest) }
  }
}

/// A choice of some of the given bits.
private struct BitCombination {
  private var cells: [UInt64]
  private var combination: Combination

  /// The chosen bits.
  private(set) var chosen: UInt64 = 0

  init(_ count: Int, of cells: [UInt64], number: UInt64) {
    self.cells = cells
    combination = Combination(min(count, cells.count), of: cells.count, number: number)
    gather()
  }

  /// Whether the choice is empty.
  var isEmpty: Bool { combination.numbers.isEmpty }

  /// The bits that are not chosen.
  var rest: [UInt64] { cells.filter { $0 & chosen == 0 } }

  /// Moves to the next choice; after the last one, back to the first, returning false.
  mutating func advance() -> Bool {
    defer { gather() }
    return combination.advance()
  }

  /// Moves to the first choice of the same number of other bits.
  mutating func restart(of cells: [UInt64]) {
    self.cells = cells
    gather()
  }

  private mutating func gather() {
    chosen = combination.numbers.reduce(0) { $0 | cells[$1] }
  }
}

/// A choice of `k` numbers below `n`, in lexicographic order.
private struct Combination: Sendable {
  private(set) var numbers: [Int]
  private let count: Int

  init(_ chosen: Int, of count: Int) {
    numbers = Array(0..<chosen)
    self.count = count
  }

  /// The choice with a given number, counted from 0 in lexicographic order, for `n` at most 64.
  init(_ chosen: Int, of count: Int, number: UInt64) {
    self.init(chosen, of: count)
    var (rest, next) = (number, 0)
    for index in numbers.indices {
      // This many choices continue with this number. They come before those with the next number.
      while true {
        // The choices belong to a family whose placements have numbers, so there are fewer than
        // 2⁶⁴.
        let ways = binomial(count - next - 1, chosen - index - 1) ?? .max
        if rest < ways || ways == 0 { break }
        rest -= ways
        next += 1
      }
      numbers[index] = next
      next += 1
    }
  }

  /// The chosen elements and the others.
  func split(_ elements: [Square]) -> (chosen: [Square], rest: [Square]) {
    var rest: [Square] = []
    rest.reserveCapacity(elements.count - numbers.count)
    var taken = 0
    for (index, element) in elements.enumerated() {
      if taken < numbers.count, numbers[taken] == index {
        taken += 1
      } else {
        rest.append(element)
      }
    }
    return (numbers.map { elements[$0] }, rest)
  }

  /// Moves to the next choice; after the last one, back to the first, returning false.
  mutating func advance() -> Bool {
    for index in numbers.indices.reversed() where numbers[index] < count - numbers.count + index {
      numbers[index] += 1
      for later in numbers.indices.dropFirst(index + 1) { numbers[later] = numbers[later - 1] + 1 }
      return true
    }
    for index in numbers.indices { numbers[index] = index }
    return false
  }
}
