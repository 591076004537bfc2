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

    /// Begins with the placement that has a number; empty if there is none. A family of 2⁶⁴
    /// placements or more has no numbers other than 0.
    init(_ family: Family, from first: UInt64 = 0) {
      self.family = family
      squares = family.allowedSquares
      let choices = family.choices(of: first)
      isDone = choices == nil
      zombies = Combination(
        family.zombies, of: squares.count, number: choices?.zombies ?? 0)
      blocks = Combination(
        family.blocks, of: squares.count - family.zombies, number: choices?.blocks ?? 0)
      flashlights = Combination(
        family.flashlights, of: squares.count - family.zombies - family.blocks,
        number: choices?.flashlights ?? 0)
    }

    /// The next level; nil at the end.
    public mutating func next() -> Level? {
      guard !isDone else { return nil }
      defer { isDone = !(flashlights.advance() || blocks.advance() || zombies.advance()) }
      return level
    }

    /// The level of the current choices.
    var level: Level {
      let (zombieSquares, rest) = zombies.split(squares)
      let (blockSquares, free) = blocks.split(rest)
      // The choices are made among the free squares, and their order is kept.
      return Level(
        unchecked: family.size, start: family.size.bottomRight, signpost: family.size.topLeft,
        zombies: zombieSquares, blocks: blockSquares, flashlights: flashlights.split(free).chosen,
        isLit: family.isLit)
    }
  }
}

extension Family {
  /// The numbers of the three choices that make a placement, which are the digits of its number;
  /// nil if there is no such placement.
  fileprivate func choices(
    of number: UInt64
  ) -> (zombies: UInt64, blocks: UInt64, flashlights: UInt64)? {
    // The first of 2⁶⁴ placements or more is the only one with a number.
    guard number < placementCount ?? 1 else { return nil }
    let free = AllowedSquares(of: size).count - zombies
    let (high, low) = number.quotientAndRemainder(
      dividingBy: binomial(free - blocks, flashlights) ?? .max)
    let digits = high.quotientAndRemainder(dividingBy: binomial(free, blocks) ?? .max)
    return (digits.quotient, digits.remainder, low)
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
    let choices = family.choices(of: first)
    isDone = choices == nil
    zombies = BitCombination(family.zombies, of: cells, number: choices?.zombies ?? 0)
    blocks = BitCombination(family.blocks, of: zombies.rest, number: choices?.blocks ?? 0)
    flashlights = BitCombination(
      family.flashlights, of: blocks.rest, number: choices?.flashlights ?? 0)
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
    // Same: of the two, the smaller one is the same in any order.
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
struct Combination: Sendable {
  private(set) var numbers: [Int]
  private let count: Int

  /// The choice with a given number, counted from 0 in lexicographic order, if there is one.
  ///
  /// - Complexity: O(n), and O(k) for the first.
  init(_ chosen: Int, of count: Int, number: UInt64) {
    self.count = count
    guard number > 0 else {
      numbers = Array(0..<chosen)
      return
    }
    var (rest, taken): (UInt64, [Int]) = (number, [])
    Self.choose(chosen, of: count) { element, ways in
      if rest < ways {
        taken.append(element)
        return true
      }
      rest -= ways
      return false
    }
    numbers = taken
  }

  /// The choice of some of the elements, both in the same order.
  init(of chosen: [Square], among elements: [Square]) {
    numbers = []
    count = elements.count
    for (number, element) in elements.enumerated()
    where numbers.count < chosen.count && chosen[numbers.count] == element {
      numbers.append(number)
    }
  }

  /// The number of choices of as many elements, if it is less than 2⁶⁴.
  var total: UInt64 { binomial(count, numbers.count) ?? .max }

  /// The number of this choice, from 0 in lexicographic order, if there are fewer than 2⁶⁴.
  ///
  /// - Complexity: O(n).
  var number: UInt64 {
    var (number, taken): (UInt64, Int) = (0, 0)
    Self.choose(numbers.count, of: count) { element, ways in
      if element == numbers[taken] {
        taken += 1
        return true
      }
      number += ways
      return false
    }
    return number
  }

  /// Goes through the numbers below `n`, of which `k` are to be taken.
  ///
  /// - Parameter takes: Whether to take the next number, given how many of the choices that are left
  ///   contain it. They come before those without it.
  private static func choose(
    _ chosen: Int, of count: Int, takes: (_ element: Int, _ ways: UInt64) -> Bool
  ) {
    var (wanted, ways) = (chosen, binomial(count, chosen) ?? .max)
    for element in 0..<count {
      if wanted == 0 { break }
      // C(m − 1, k − 1) is C(m, k) · k / m.
      let withElement = UInt64(UInt128(ways) * UInt128(wanted) / UInt128(count - element))
      if takes(element, withElement) {
        ways = withElement
        wanted -= 1
      } else {
        ways -= withElement
      }
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
