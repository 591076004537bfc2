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
  public func makeIterator() -> Iterator { Iterator(placement: family.placement(0)) }

  /// Creates one level after another. O(squares + things) each.
  public struct Iterator: IteratorProtocol, Sendable {
    fileprivate var placement: NumberedPlacement?

    /// The next level; nil at the end.
    public mutating func next() -> Level? {
      guard let level = placement?.level else { return nil }
      if placement?.advance() == nil { placement = nil }
      return level
    }
  }
}

/// A placement of a family, found by its number or from a level, that can move to the next one.
struct NumberedPlacement: Sendable {
  private let family: Family

  /// The squares of each kind of thing that the family has. Each kind is chosen among the squares
  /// that those before it leave.
  private(set) var choices: [(thing: Thing, squares: SquareChoice)] = []

  /// The placement with a number, which must exist.
  init(_ family: Family, number: UInt64) {
    self.family = family
    // The numbers of the choices are the digits of the placement's number.
    var (rest, digits) = (number, [UInt64]())
    var free = family.allowedCount - family.thingCount
    for (_, count) in family.things.reversed() {
      free += count
      let digit = rest.quotientAndRemainder(dividingBy: binomial(free, count) ?? .max)
      digits.append(digit.remainder)
      rest = digit.quotient
    }
    choose { thing, squares in
      SquareChoice(family.count(of: thing), of: squares, number: digits.removeLast())
    }
  }

  /// The placement of a level of a family.
  init(_ level: Level, of family: Family) {
    self.family = family
    choose { thing, squares in
      SquareChoice(level.squares(of: thing).map(level.size.index(of:)), of: squares)
    }
  }

  private mutating func choose(_ squares: (Thing, [Int]) -> SquareChoice) {
    var free = Array(family.allowedIndices)
    for (thing, _) in family.things {
      let choice = squares(thing, free)
      choices.append((thing, choice))
      free = choice.rest
    }
  }

  /// The number of the placement, if the family has fewer than 2⁶⁴.
  var number: UInt64 { choices.reduce(0) { $0 * $1.squares.total + $1.squares.number } }

  /// Moves to the next placement.
  ///
  /// - Returns: The first of the choices that have changed; nil at the end.
  mutating func advance() -> Int? {
    for changed in choices.indices.reversed() where choices[changed].squares.advance() {
      for later in choices.indices.dropFirst(changed + 1) {
        choices[later].squares.use(choices[later - 1].squares.rest)
      }
      return changed
    }
    return nil
  }

  /// The level.
  var level: Level {
    func squares(of thing: Thing) -> [Square] {
      guard let kind = choices.firstIndex(where: { $0.thing == thing }) else { return [] }
      return choices[kind].squares.chosen.map(family.size.square(at:))
    }
    return Level(
      unchecked: family.size, start: family.size.bottomRight, signpost: family.size.topLeft,
      zombies: squares(of: .zombie), blocks: squares(of: .block),
      flashlights: squares(of: .flashlight), isLit: family.isLit)
  }
}

extension Family {
  /// The placement with a number, counted from 0; nil if there is none. A family of 2⁶⁴ placements
  /// or more has no numbers other than 0.
  fileprivate func placement(_ number: UInt64) -> NumberedPlacement? {
    number < placementCount ?? 1 ? NumberedPlacement(self, number: number) : nil
  }
}

/// Every placement of a family of at most 64 squares, once each and in the order of ``Placements``,
/// as batches of words: for loops over millions of placements.
package struct SmallPlacements {
  private var batch: LevelBatch

  /// The next placement, and the squares of its things; nil at the end.
  private var placement: NumberedPlacement?
  private var things = ThingWords(0, 0, 0)

  /// Lists the placements of a family, starting at a given number; nil for more than 64 squares.
  ///
  /// - Parameters:
  ///   - family: The family.
  ///   - first: The number of the first placement, counted from 0 over all placements.
  ///   - batchSize: The maximum number of levels in a batch.
  /// - Complexity: O(squares), for any first placement.
  package init?(_ family: Family, from first: UInt64 = 0, batchSize: Int = 512) {
    guard let frame = family.frame else { return nil }
    batch = LevelBatch(frame: frame, count: max(1, batchSize))
    placement = family.placement(first)
    gather(from: 0)
  }

  /// The next batch of placements, full except perhaps at the end, and the number of valid levels
  /// in it; nil at the end.
  package mutating func next() -> (batch: LevelBatch, count: Int)? {
    var count = 0
    while count < batch.count, placement != nil {
      batch.zombies[count] = things.zombies
      batch.blocks[count] = things.blocks
      batch.flashlights[count] = things.flashlights
      count += 1
      if let changed = placement?.advance() { gather(from: changed) } else { placement = nil }
    }
    return count == 0 ? nil : (batch, count)
  }

  /// Finds the squares of the things whose choices have changed.
  private mutating func gather(from first: Int) {
    guard let placement else { return }
    for kind in first..<placement.choices.count {
      let word = placement.choices[kind].squares.word
      switch placement.choices[kind].thing {
      case .zombie: things.zombies = word
      case .block: things.blocks = word
      case .flashlight: things.flashlights = word
      case .signpost, .start: break
      }
    }
  }
}
