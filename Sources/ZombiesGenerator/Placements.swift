/// Every placement of a family, each once: all ways to choose the squares of the zombies, of the
/// blocks among what is left, and of the flashlights.
///
/// Squares are chosen in lexicographic order, the zombies' changing slowest.
public struct Placements: Sequence, Sendable {
  /// The family.
  public let family: Family

  /// All placements of a family; none where its things do not fit.
  public init(_ family: Family) { self.family = family }

  /// Walks through the placements.
  public func makeIterator() -> Iterator { Iterator(family) }

  /// Makes one level after another. O(squares + things) each.
  public struct Iterator: IteratorProtocol {
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
      return try? Level(
        size: family.size, start: family.size.bottomRight, signpost: family.size.topLeft,
        zombies: zombieSquares, blocks: blockSquares, flashlights: flashlightSquares,
        isLit: family.isLit)
    }
  }
}

/// A choice of `k` places among `n`, and the way to the next one in lexicographic order.
private struct Combination: Sendable {
  private var places: [Int]
  private let count: Int

  init(_ chosen: Int, of count: Int) {
    places = Array(0..<chosen)
    self.count = count
  }

  /// The chosen elements and the others.
  func split(_ elements: [Square]) -> (chosen: [Square], rest: [Square]) {
    var rest: [Square] = []
    rest.reserveCapacity(elements.count - places.count)
    var place = 0
    for (index, element) in elements.enumerated() {
      if place < places.count, places[place] == index {
        place += 1
      } else {
        rest.append(element)
      }
    }
    return (places.map { elements[$0] }, rest)
  }

  /// Goes to the next choice; after the last one to the first, and returns false.
  mutating func advance() -> Bool {
    for place in places.indices.reversed() where places[place] < count - places.count + place {
      places[place] += 1
      for later in places.indices.dropFirst(place + 1) { places[later] = places[later - 1] + 1 }
      return true
    }
    places = Array(0..<places.count)
    return false
  }
}
