import ZombiesCore

/// Which levels of a family are made.
public enum LevelSelection: String, CaseIterable, Sendable {
  /// Uniformly from all solvable placements.
  case solvable
  /// Uniformly from all placements.
  case any
}

/// The endless sequence of levels that a family, a seed and rules make.
///
///     let levels = LevelGenerator(.classic, seed: 42)
///     print(levels[7])        // without making levels 0 to 6
///
/// Level `index` is the first solvable one of the placements that the attempts 0, 1, 2, … of that
/// index draw, or attempt 0 itself with `.any`. So levels are independent of one another, and each
/// placement, or each solvable one, is equally likely.
public struct LevelGenerator: Sendable {
  /// What levels are drawn from.
  public let family: Family

  /// The seed.
  public let seed: UInt64

  /// The rules under which a level counts as solvable.
  public let rules: Rules

  /// Whether unsolvable draws are left out.
  public let selection: LevelSelection

  /// The most draws that are tried for one level.
  public let drawLimit: Int

  /// The most states that a search may visit; nil for the solver's own limit.
  public let stateLimit: Int?

  /// Creates a generator; nothing is drawn yet.
  ///
  /// - Parameters:
  ///   - family: What levels are drawn from.
  ///   - seed: The seed.
  ///   - rules: The rules under which a level counts as solvable.
  ///   - selection: Whether unsolvable draws are left out.
  ///   - drawLimit: The most draws for one level; ``defaultDrawLimit(for:)`` where it is nil.
  ///   - stateLimit: The most states that a search may visit; nil for the solver's own limit.
  public init(
    _ family: Family, seed: UInt64, rules: Rules = .standard,
    selection: LevelSelection = .solvable, drawLimit: Int? = nil, stateLimit: Int? = nil
  ) {
    self.family = family
    self.seed = seed
    self.rules = rules
    self.selection = selection
    self.drawLimit = drawLimit ?? Self.defaultDrawLimit(for: family)
    self.stateLimit = stateLimit
  }

  /// The draws that are tried for one level where no limit is given: 2²⁶ divided by the number of
  /// squares, but at least 1000.
  public static func defaultDrawLimit(for family: Family) -> Int {
    Swift.max(1000, (1 << 26) / family.size.squareCount)
  }

  /// The level with an index.
  ///
  /// A programmer who names the family knows that it has levels; for settings that come from
  /// outside, use ``level(at:)``, which throws where this stops the program.
  public subscript(index: UInt64) -> Level {
    do throws(GenerationError) {
      return try level(at: index)
    } catch {
      // Not a precondition's failure, which says nothing in a release build.
      fatalError("\(family)@\(seed)#\(index): \(error)")
    }
  }

  /// The level with an index from 0, as ``subscript(_:)-(UInt64)`` has it.
  public subscript(index: Int) -> Level {
    guard let index = UInt64(exactly: index) else {
      fatalError("\(family)@\(seed)#\(index): indices begin with 0")
    }
    return self[index]
  }

  /// Makes sure that the family has placements; that one of them is solvable is not looked for.
  ///
  /// - Throws: ``GenerationError/tooManyThings(things:squares:)``.
  public func checkPlacements() throws(GenerationError) {
    _ = try PlacementPlan(family, seed: seed)
  }

  /// The level with an index.
  ///
  /// - Throws: ``GenerationError``.
  /// - Complexity: O(1) in the index; as many searches as draws until a solvable one.
  public func level(at index: UInt64) throws(GenerationError) -> Level {
    try LevelSource(self).level(at: index)
  }
}

/// The levels from index 0 on, as far as one takes them:
///
///     for level in LevelGenerator(.classic, seed: 42).prefix(50) { print(level) }
extension LevelGenerator: Sequence {
  /// Makes levels one after the other.
  public struct Iterator: IteratorProtocol {
    private let levels: LevelGenerator
    private var source: LevelSource?
    private var index: UInt64 = 0

    init(_ levels: LevelGenerator) { self.levels = levels }

    /// The next level; there always is one. Where it cannot be made, this stops the program, as the
    /// subscript does: ``LevelGenerator/level(at:)`` throws.
    public mutating func next() -> Level? {
      do throws(GenerationError) {
        let source: LevelSource
        if let known = self.source { source = known } else { source = try LevelSource(levels) }
        self.source = source
        defer { index += 1 }
        return try source.level(at: index)
      } catch {
        fatalError("\(levels.family)@\(levels.seed)#\(index): \(error)")
      }
    }
  }

  /// Begins with the level of index 0.
  public func makeIterator() -> Iterator { Iterator(self) }
}
