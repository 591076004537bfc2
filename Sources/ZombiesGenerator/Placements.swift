import ZombiesCore

/// Every placement of a family, once each: all ways to choose the squares of the zombies, then of
/// the blocks among the rest, then of the flashlights.
///
/// Squares are chosen in lexicographic order; the zombies' change slowest.
public struct Placements: Sequence, Sendable {
  /// The family.
  public let family: Family

  /// All placements of a family; none if its things do not fit.
  public init(_ family: Family) { self.family = family }

  /// Iterates over the placements.
  public func makeIterator() -> Iterator { Iterator(family) }

  /// Makes one level after another. O(squares + things) each.
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

    /// The next level, nil at the end.
    public mutating func next() -> Level? {
      guard !isDone else { return nil }
      let (zombieSquares, rest) = zombies.split(squares)
      let (blockSquares, free) = blocks.split(rest)
      let (flashlightSquares, _) = flashlights.split(free)
      isDone = !(flashlights.advance() || blocks.advance() || zombies.advance())
      // The choices are made among the free squares, and keep their order.
      return Level(
        unchecked: family.size, start: family.size.bottomRight, signpost: family.size.topLeft,
        zombies: zombieSquares, blocks: blockSquares, flashlights: flashlightSquares,
        isLit: family.isLit)
    }
  }
}

/// Every placement of a family of at most 64 squares, once each and in the order of ``Placements``,
/// as words and in batches: for loops over millions.
package struct SmallPlacements {
  private var batch: LevelBatch
  private var zombies: BitCombination
  private var blocks: BitCombination
  private var flashlights: BitCombination
  private var isDone: Bool

  /// All placements of a family, or those from a given number on; nil for more than 64 squares.
  ///
  /// - Parameters:
  ///   - family: The family.
  ///   - first: The number of the first one, counting all placements from 0.
  ///   - batchSize: The maximum number of levels in a batch.
  /// - Complexity: O(squares), wherever they begin.
  package init?(_ family: Family, from first: UInt64 = 0, batchSize: Int = 512) {
    guard let frame = family.frame else { return nil }
    self.init(family, frame, from: first, batchSize: batchSize)
  }

  /// All placements of a family, or those from a given number on.
  ///
  /// - Parameter frame: The family's levels without their things.
  package init(_ family: Family, _ frame: SmallLevel, from first: UInt64, batchSize: Int) {
    batch = LevelBatch(frame: frame, count: max(1, batchSize))
    let cells = family.allowedSquares.map { UInt64(1) << UInt64(family.size.index(of: $0)) }
    isDone = first >= family.placementCount ?? .max
    // The number has three digits: which zombies, which blocks, which flashlights.
    let afterZombies = cells.count - family.zombies
    // If there are 2⁶⁴ placements or more, or none, they are not iterated by number.
    let blockWays = max(1, binomial(afterZombies, family.blocks) ?? .max)
    let lightWays = max(1, binomial(afterZombies - family.blocks, family.flashlights) ?? .max)
    let (high, low) = (isDone ? 0 : first).quotientAndRemainder(dividingBy: lightWays)
    let digits = high.quotientAndRemainder(dividingBy: blockWays)
    zombies = BitCombination(family.zombies, of: cells, number: digits.quotient)
    blocks = BitCombination(family.blocks, of: zombies.rest, number: digits.remainder)
    flashlights = BitCombination(family.flashlights, of: blocks.rest, number: low)
  }

  /// The next placements: a full batch, except perhaps the last, whose valid levels the count
  /// gives; nil at the end.
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

  /// Chooses the first squares that the blocks leave; without flashlights, it costs nothing.
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

  /// Whether there is nothing to choose.
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

/// A choice of `k` numbers below `n`, and the step to the next one in lexicographic order.
private struct Combination: Sendable {
  private(set) var numbers: [Int]
  private let count: Int

  init(_ chosen: Int, of count: Int) {
    numbers = Array(0..<chosen)
    self.count = count
  }

  /// The choice with a number, counting from 0 in lexicographic order, among at most 64.
  init(_ chosen: Int, of count: Int, number: UInt64) {
    self.init(chosen, of: count)
    var (rest, next) = (number, 0)
    for index in numbers.indices {
      // This many choices continue with this number, and come before those with the next one.
      while true {
        // All are placements of a family whose placements have a number.
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
