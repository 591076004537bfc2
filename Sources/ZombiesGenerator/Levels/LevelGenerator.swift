import ZombiesCore
import ZombiesSolver

/// The placements of a family that become levels.
public enum LevelSelection: String, CaseIterable, Sendable {
  /// Levels are drawn uniformly from all solvable placements.
  case solvable
  /// Levels are drawn uniformly from all placements.
  case any
}

/// The endless sequence of levels defined by a family, a seed and rules.
///
///     let levels = LevelGenerator(.classic, seed: 42)
///     print(levels[7])        // without making levels 0 to 6
///
/// Attempts 0, 1, 2, … of an index each draw a placement. Level `index` is the first of these
/// placements that is solvable or, with `.any`, the placement of attempt 0. Levels are therefore
/// independent of each other, and all placements, or all solvable ones, are equally likely.
public struct LevelGenerator: Sendable {
  /// The family from which the levels are drawn.
  public let family: Family

  /// The seed.
  public let seed: UInt64

  /// The rules that decide whether a level is solvable.
  public let rules: Rules

  /// Whether to skip unsolvable draws.
  public let selection: LevelSelection

  /// The maximum number of draws for one level.
  public let drawLimit: Int

  /// The maximum number of states in one search; nil for the solver's own limit.
  public let stateLimit: Int?

  /// The tables and the memory of ``level(at:)``, kept between calls.
  private let sources = Pool<LevelSource>()

  /// Creates a generator; this draws nothing yet.
  ///
  /// - Parameters:
  ///   - family: The family from which the levels are drawn.
  ///   - seed: The seed.
  ///   - rules: The rules that decide whether a level is solvable.
  ///   - selection: Whether to skip unsolvable draws.
  ///   - drawLimit: The maximum number of draws for one level; nil for ``defaultDrawLimit(for:)``.
  ///   - stateLimit: The maximum number of states in one search; nil for the solver's own limit.
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

  /// The default limit on the draws for one level: 2²⁶ divided by the number of squares, but at
  /// least 1000.
  public static func defaultDrawLimit(for family: Family) -> Int {
    Swift.max(1000, (1 << 26) / family.size.squareCount)
  }

  /// The level at an index.
  ///
  /// Stops the program if the level cannot be generated. That is safe for a family written in the
  /// source. For settings from outside, use ``level(at:)``, which throws instead.
  public subscript(index: UInt64) -> Level {
    do throws(GenerationError) {
      return try level(at: index)
    } catch {
      // A failed precondition would print no reason in a release build.
      fatalError("\(family)@\(seed)#\(index): \(error)")
    }
  }

  /// The level at an index from 0, like ``subscript(_:)-(UInt64)``.
  public subscript(index: Int) -> Level {
    guard let index = UInt64(exactly: index) else {
      fatalError("\(family)@\(seed)#\(index): indices begin at 0")
    }
    return self[index]
  }

  /// Checks that the family has placements, but not that any of them is solvable.
  ///
  /// - Throws: ``GenerationError/tooManyThings(things:squares:)``.
  public func checkPlacements() throws(GenerationError) {
    _ = try PlacementPlan(family, seed: seed)
  }

  /// The level at an index.
  ///
  /// - Throws: ``GenerationError`` if the level cannot be generated.
  /// - Complexity: O(1) in the index; one search per draw, up to the first solvable one.
  public func level(at index: UInt64) throws(GenerationError) -> Level {
    let source = if let kept = sources.take() { kept } else { try LevelSource(self) }
    let level = try source.level(at: index)
    sources.put(source)
    return level
  }
}

/// The levels from index 0 onwards, generated lazily:
///
///     for level in LevelGenerator(.classic, seed: 42).prefix(50) { print(level) }
extension LevelGenerator: Sequence {
  /// Generates the levels one after another.
  public struct Iterator: IteratorProtocol {
    fileprivate let levels: LevelGenerator
    fileprivate var index: UInt64 = 0

    /// The next level; never nil. Like the subscript, this stops the program if the level cannot be
    /// generated; ``LevelGenerator/level(at:)`` throws instead.
    public mutating func next() -> Level? {
      defer { index += 1 }
      return levels[index]
    }
  }

  /// Begins at index 0.
  public func makeIterator() -> Iterator { Iterator(levels: self) }
}
