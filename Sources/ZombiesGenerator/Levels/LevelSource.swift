import ZombiesCore
import ZombiesSolver

/// A generator with its working memory: the tables of the family and the memory of the searches,
/// kept between levels.
///
/// Use one per thread.
package final class LevelSource {
  /// The generator whose levels are made.
  package let generator: LevelGenerator

  /// The number of draws rejected so far because they were unsolvable.
  package private(set) var rejectedDraws: UInt64 = 0

  private let source: Source

  /// What draws and solves single levels, in the form for the room.
  private enum Source {
    case small(SmallLevelSource)
    case wide(WideDrawer, Solver)
  }

  /// The maximum number of states in one search.
  private let stateLimit: Int

  /// The number of placements, or `Int.max` if there are more than that.
  private let placements: Int

  /// Whether to skip the proof that no placement is solvable: it is not wanted, it has failed, or a
  /// solvable placement was found.
  private var hasHope: Bool

  /// Whether a user is waiting for the answer.
  private let isBrief: Bool

  /// Makes the tables.
  ///
  /// - Parameters:
  ///   - generator: The generator whose levels are made.
  ///   - isBrief: Whether a user is waiting for the answer. If so, a level may take only as many
  ///     states as one search, and no proof tries all placements.
  /// - Throws: ``GenerationError/tooManyThings(things:squares:)``.
  package init(_ generator: LevelGenerator, isBrief: Bool = false) throws(GenerationError) {
    self.generator = generator
    self.isBrief = isBrief
    // A brief source skips the proof.
    hasHope = isBrief
    placements = generator.family.placementCount.map { Int(clamping: $0) } ?? .max
    let plan = try PlacementPlan(generator.family, seed: generator.seed)
    stateLimit = generator.stateLimit ?? Solver.defaultStateLimit(for: generator.family)
    source =
      if let frame = generator.family.frame {
        .small(SmallLevelSource(plan, frame, rules: generator.rules, stateLimit: stateLimit))
      } else {
        .wide(WideDrawer(plan), Solver(rules: generator.rules, stateLimit: stateLimit))
      }
  }

  /// The levels of the family without their things, if they have at most 64 squares and
  /// ``fill(_:from:)`` can make many at once; nil for larger rooms.
  package var frame: SmallLevel? {
    if case .small(let small) = source { small.frame } else { nil }
  }

  /// The number of placement numbers that ``fill(_:from:)`` uses; 0 if the placements are not
  /// numbered.
  package var numberedPlacements: Int {
    if case .small(let small) = source { small.numbered?.count ?? 0 } else { 0 }
  }

  /// The level at an index.
  ///
  /// - Throws: ``GenerationError`` if the level cannot be generated.
  /// - Complexity: One search per draw, up to the first solvable one.
  package func level(at index: UInt64) throws(GenerationError) -> Level {
    try drawLevel(at: index)
    return switch source {
    case .small(let small): Level(small.drawn)
    case .wide(let drawer, _): Level(drawer.level)
    }
  }

  /// The squares of the things of the level at an index, without making the level.
  ///
  /// - Returns: One word for each kind of thing; nil in a room of more than 64 squares.
  /// - Throws: ``GenerationError`` if the level cannot be generated.
  /// - Complexity: That of ``level(at:)``. In a family with few placements, each is solved once.
  package func things(at index: UInt64) throws(GenerationError) -> ThingWords? {
    guard case .small(let small) = source else { return nil }
    // Same: what is not found in so many attempts is drawn again below, one level after another.
    let attempts = hasHope ? generator.drawLimit : drawsBeforeProof
    if generator.selection == .solvable,
      let drawn = small.solvableThings(at: index, attempts: attempts)
    {
      hasHope = true
      rejectedDraws += UInt64(drawn.rejected)
      return drawn.things
    }
    try drawLevel(at: index)
    return small.drawn.things
  }

  /// The fastest drawer of single levels, if any placement will do and the placements are numbered.
  package var anyDrawer: NumberedDrawer? {
    guard case .small(let small) = source, generator.selection == .any else { return nil }
    return small.numbered
  }

  /// Draws the level at an index.
  private func drawLevel(at index: UInt64) throws(GenerationError) {
    var (attempt, states) = (0, 0)
    while true {
      let isAny = generator.selection == .any
      let decided: (verdict: Verdict, states: Int)
      switch source {
      case .small(let small):
        small.draw(index, attempt: attempt)
        decided = isAny ? (.solvable, 0) : small.verdict()
      case .wide(let drawer, let solver):
        drawer.draw(index, attempt: attempt)
        decided = isAny ? (.solvable, 0) : solver.verdict(drawer.level)
      }
      states += decided.states
      switch decided.verdict {
      case .solvable:
        hasHope = true
        return
      case .gaveUp:
        throw .gaveUp(index: index, draw: attempt, states: stateLimit)
      case .unsolvable:
        attempt += 1
        rejectedDraws += 1
        // Same: a stop is noticed at another draw.
        if attempt & 3 == 0, SearchStop.isWanted {
          throw .tookTooLong(index: index, draws: attempt, states: states)
        }
        try checkHope(index, draws: attempt, states: states)
      }
    }
  }

  /// The maximum number of states visited for one level, over all its draws.
  private var totalStateLimit: Int {
    let searches = isBrief ? 1 : 5
    let (states, overflow) = stateLimit.multipliedReportingOverflow(by: searches)
    return overflow ? .max : states
  }

  /// The number of unsolvable draws, at most the number of placements, after which every placement
  /// is tried if there are few enough.
  private var drawsBeforeProof: Int { min(1000, generator.drawLimit, placements) }

  /// The maximum number of squares in all placements together for this proof.
  private static let proofLimit: UInt64 = 1 << 26

  /// Throws if no level can be solvable, or if this level has taken too many draws or states.
  private func checkHope(
    _ index: UInt64, draws: Int, states: Int
  ) throws(GenerationError) {
    if draws == drawsBeforeProof, !hasHope, let placements = provenUnsolvable() {
      throw .noneSolvable(placements: placements)
    }
    if draws == (isBrief ? 1 : drawsBeforeProof) {
      let (family, rules) = (generator.family, generator.rules)
      let width = min(family.size.rows, family.size.columns)
      if family.zombies > 0, rules.areTooNarrow(width) { throw .tooNarrow(width: width) }
    }
    if draws >= generator.drawLimit { throw .noneFound(index: index, draws: draws) }
    if states >= totalStateLimit {
      throw .tookTooLong(index: index, draws: draws, states: states)
    }
  }

  /// The number of placements, if all were tried and none is solvable.
  private func provenUnsolvable() -> UInt64? {
    let family = generator.family
    guard let count = family.placementCount,
      count <= Self.proofLimit / UInt64(family.size.squareCount)
    else { return nil }
    let counts = PlacementCounts(generator, stopAtFirst: true, totalStates: totalStateLimit)
    guard counts?.unsolvable == count else {
      hasHope = !SearchStop.isWanted
      return nil
    }
    return count
  }

  // MARK: Many levels

  /// Makes consecutive levels of at most 64 squares until the batch is full.
  ///
  /// - Throws: ``GenerationError`` for the first level that cannot be generated.
  package func fill(_ batch: inout LevelBatch, from first: UInt64) throws(GenerationError) {
    guard case .small(let small) = source else { return }
    if generator.selection == .any { return small.fill(&batch, from: first) }
    // Same: what is not found in so many attempts is drawn again below, one level after another.
    let attempts = hasHope ? generator.drawLimit : drawsBeforeProof
    if let rejected = small.fill(
      &batch, from: first, attempts: attempts, states: totalStateLimit)
    {
      hasHope = hasHope || batch.count > 0
      rejectedDraws += rejected
      return
    }
    // Trying one level after another finds the first that cannot be made, and the reason.
    batch.numbers = []
    for index in 0..<batch.count {
      try drawLevel(at: first &+ UInt64(index))
      (batch.zombies[index], batch.blocks[index], batch.flashlights[index]) = small.drawn.things
    }
  }

  /// Solves the first draw of each index in a range: a sample of the family's placements.
  package func countDraws(_ indices: Range<UInt64>) -> PlacementCounts {
    var counts = PlacementCounts()
    if case .wide(let drawer, let solver) = source {
      for index in indices {
        drawer.draw(index, attempt: 0)
        let decided = solver.decide(drawer.level)
        counts.count(decided.verdict, par: decided.par ?? 0)
      }
    }
    guard case .small(let small) = source else { return counts }
    let size = 512
    var batch = LevelBatch(frame: small.frame, count: size)
    var pars = [Int16](repeating: BatchPar.unsolvable, count: size)
    for next in stride(from: indices.lowerBound, to: indices.upperBound, by: size) {
      batch.use(first: Int(min(UInt64(size), indices.upperBound - next)))
      small.fill(&batch, from: next)
      small.search.decide(batch, into: &pars)
      for index in 0..<batch.count { counts.count(par: Int(pars[index])) }
    }
    return counts
  }
}
