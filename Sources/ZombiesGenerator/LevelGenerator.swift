import ZombiesCore
import ZombiesSolver

/// Which levels of a family are made.
public enum LevelSelection: String, CaseIterable, Sendable {
  /// Uniformly from all solvable placements.
  case solvable
  /// Uniformly from all placements.
  case any
}

/// The endless sequence of levels that a family, a seed and rules define.
///
///     let levels = LevelGenerator(.classic, seed: 42)
///     print(levels[7])        // without making levels 0 to 6
///
/// Level `index` is the first solvable one of the placements that attempts 0, 1, 2, … of that index
/// draw, or attempt 0 itself with `.any`. So levels are independent of one another, and all
/// placements, or all solvable ones, are equally likely.
public struct LevelGenerator: Sendable {
  /// What the levels are drawn from.
  public let family: Family

  /// The seed.
  public let seed: UInt64

  /// The rules under which a level counts as solvable.
  public let rules: Rules

  /// Whether unsolvable draws are left out.
  public let selection: LevelSelection

  /// The maximum number of draws for one level.
  public let drawLimit: Int

  /// The maximum number of states that a search may visit; nil for the solver's own limit.
  public let stateLimit: Int?

  /// The tables and the memory of ``level(at:)``, kept between calls.
  private let sources = Pool<LevelSource>()

  /// Creates a generator; nothing is drawn yet.
  ///
  /// - Parameters:
  ///   - family: What the levels are drawn from.
  ///   - seed: The seed.
  ///   - rules: The rules under which a level counts as solvable.
  ///   - selection: Whether unsolvable draws are left out.
  ///   - drawLimit: The maximum number of draws for one level; nil for ``defaultDrawLimit(for:)``.
  ///   - stateLimit: The maximum number of states in a search; nil for the solver's own limit.
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

  /// The default limit on draws for one level: 2²⁶ divided by the number of squares, but at least
  /// 1000.
  public static func defaultDrawLimit(for family: Family) -> Int {
    Swift.max(1000, (1 << 26) / family.size.squareCount)
  }

  /// The level at an index.
  ///
  /// Stops the program if the level cannot be made. That is safe for a family named in the source;
  /// for settings from outside, use ``level(at:)``, which throws instead.
  public subscript(index: UInt64) -> Level {
    do throws(GenerationError) {
      return try level(at: index)
    } catch {
      // Not a failed precondition, which prints no reason in a release build.
      fatalError("\(family)@\(seed)#\(index): \(error)")
    }
  }

  /// The level at an index from 0, as in ``subscript(_:)-(UInt64)``.
  public subscript(index: Int) -> Level {
    guard let index = UInt64(exactly: index) else {
      fatalError("\(family)@\(seed)#\(index): indices begin with 0")
    }
    return self[index]
  }

  /// Checks that the family has placements, but not that one of them is solvable.
  ///
  /// - Throws: ``GenerationError/tooManyThings(things:squares:)``.
  public func checkPlacements() throws(GenerationError) {
    _ = try PlacementPlan(family, seed: seed)
  }

  /// The level at an index.
  ///
  /// - Throws: ``GenerationError``.
  /// - Complexity: O(1) in the index; one search per draw until a solvable one is found.
  public func level(at index: UInt64) throws(GenerationError) -> Level {
    let source = if let kept = sources.take() { kept } else { try LevelSource(self) }
    let level = try source.level(at: index)
    sources.put(source)
    return level
  }
}

/// The levels from index 0 on, lazily:
///
///     for level in LevelGenerator(.classic, seed: 42).prefix(50) { print(level) }
extension LevelGenerator: Sequence {
  /// Makes one level after another.
  public struct Iterator: IteratorProtocol {
    private let levels: LevelGenerator
    private var source: LevelSource?
    private var index: UInt64 = 0

    init(_ levels: LevelGenerator) { self.levels = levels }

    /// The next level; there always is one. Like the subscript, this stops the program if the level
    /// cannot be made; ``LevelGenerator/level(at:)`` throws instead.
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

  /// Begins at index 0.
  public func makeIterator() -> Iterator { Iterator(self) }
}
