import ZombiesCore
import ZombiesSolver

/// A generator at work: the family's tables and the searches' memory, kept between levels.
///
/// Use one per thread.
package final class LevelSource {
  /// What is made.
  package let generator: LevelGenerator

  /// The draws thrown away so far because they were unsolvable.
  package private(set) var rejectedDraws: UInt64 = 0

  private let buffer: DrawBuffer

  /// The number of placements, or `Int.max` if there are more.
  private let placements: Int

  /// Whether a proof that no placement is solvable is out of reach, or not wanted.
  private var hasHope: Bool

  /// Whether a level was made.
  package private(set) var hasMadeLevels = false

  /// Whether somebody waits for the answer.
  private let isBrief: Bool

  /// Makes the tables.
  ///
  /// - Parameters:
  ///   - generator: What is made.
  ///   - isBrief: Whether somebody waits for the answer, so that no more states are visited for a level
  ///     than a single search may visit, and nothing is proved by trying all placements.
  /// - Throws: ``GenerationError/tooManyThings(things:squares:)``.
  package init(_ generator: LevelGenerator, isBrief: Bool = false) throws(GenerationError) {
    self.generator = generator
    self.isBrief = isBrief
    // Nothing is to be proved.
    hasHope = isBrief
    placements = generator.family.placementCount.map { Int(clamping: $0) } ?? .max
    buffer = DrawBuffer(
      try PlacementPlan(generator.family, seed: generator.seed), rules: generator.rules,
      stateLimit: generator.stateLimit)
  }

  /// The frame of the family's levels if they have at most 64 squares, so that ``fill(_:from:)``
  /// can make many at once; nil for larger rooms.
  package var frame: SmallLevel? {
    if case .small(let buffer) = buffer { buffer.frame } else { nil }
  }

  /// How many numbers the placements of a batch can have that ``fill(_:from:)`` makes; 0 if they are
  /// not numbered.
  package var numberedPlacements: Int {
    if case .small(let buffer) = buffer { buffer.numberedDrawer?.count ?? 0 } else { 0 }
  }

  /// The level at an index.
  ///
  /// - Throws: ``GenerationError``.
  /// - Complexity: One search per draw until a solvable one is found.
  package func level(at index: UInt64) throws(GenerationError) -> Level {
    try drawLevel(at: index)
    hasMadeLevels = true
    return buffer.level
  }

  /// Draws the level at an index into the buffer.
  private func drawLevel(at index: UInt64) throws(GenerationError) {
    var (attempt, states) = (0, 0)
    while true {
      buffer.draw(index, attempt: attempt)
      if generator.selection == .any { return }
      let decided = buffer.verdict()
      states += decided.states
      switch decided.verdict {
      case .solvable:
        hasHope = true
        return
      case .gaveUp:
        throw gaveUp(index, attempt)
      case .unsolvable:
        attempt += 1
        rejectedDraws += 1
        try checkHope(index, draws: attempt, states: states)
      }
    }
  }

  /// The maximum number of states visited for one level, over all of its draws.
  private var totalStateLimit: Int {
    let searches = isBrief ? 1 : 5
    let (states, overflow) = buffer.stateLimit.multipliedReportingOverflow(by: searches)
    return overflow ? .max : states
  }

  private func gaveUp(_ index: UInt64, _ attempt: Int) -> GenerationError {
    .gaveUp(index: index, draw: attempt, states: buffer.stateLimit)
  }

  /// After this many unsolvable draws, at most as many as there are placements, every placement is
  /// tried if there are few enough.
  private var drawsBeforeProof: Int { min(1000, generator.drawLimit, placements) }

  /// The maximum number of squares, over all placements together, that such a proof may look at.
  private static let proofLimit: UInt64 = 1 << 26

  /// Throws if no level can be solvable, or if too much was tried for this one.
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
      hasHope = true
      return nil
    }
    return count
  }

  // MARK: Many levels

  /// Makes consecutive levels of at most 64 squares, enough to fill the batch.
  ///
  /// - Throws: ``GenerationError`` for the first level that cannot be made.
  package func fill(_ batch: inout LevelBatch, from first: UInt64) throws(GenerationError) {
    guard case .small(let small) = buffer else { return }
    if generator.selection == .any { return small.fill(&batch, from: first) }
    let attempts = hasHope ? generator.drawLimit : drawsBeforeProof
    if let rejected = small.fill(
      &batch, from: first, attempts: attempts, states: totalStateLimit)
    {
      hasHope = hasHope || batch.count > 0
      rejectedDraws += rejected
      return
    }
    // One level after another tells which is the first that cannot be made, and why.
    batch.numbers = []
    for index in 0..<batch.count {
      try drawLevel(at: first &+ UInt64(index))
      batch.zombies[index] = small.drawn.zombies.word
      batch.blocks[index] = small.drawn.blocks.word
      batch.flashlights[index] = small.drawn.flashlights.word
    }
  }

  /// Decides the first draw of each index in a range: a sample of the family's placements.
  ///
  /// - Returns: The number of draws, how many are solvable, and the sum of their pars.
  package func countDraws(_ indices: Range<UInt64>) -> DrawCounts {
    var counts = DrawCounts()
    guard case .small(let small) = buffer else {
      for index in indices {
        buffer.draw(index, attempt: 0)
        counts.count(buffer.decide())
      }
      return counts
    }
    let size = 512
    var batch = LevelBatch(frame: small.frame, count: size)
    var pars = [Int16](repeating: BatchPar.unsolvable, count: size)
    var next = indices.lowerBound
    while next < indices.upperBound {
      let count = Int(min(UInt64(size), indices.upperBound - next))
      batch.use(first: count)
      small.fill(&batch, from: next)
      small.search.decide(batch, into: &pars)
      for index in 0..<count { counts.count(par: Int(pars[index])) }
      next += UInt64(count)
    }
    return counts
  }
}

/// What a sample of placements contains.
package struct DrawCounts: Hashable, Sendable {
  /// The placements looked at.
  package private(set) var placements: UInt64 = 0
  /// Those that are solvable.
  package private(set) var solvable: UInt64 = 0
  /// Those on which the solver gave up.
  package private(set) var gaveUp: UInt64 = 0
  /// The pars of the solvable ones, added up.
  package private(set) var moves: UInt64 = 0

  /// An empty sample.
  package init() {}

  mutating func count(_ decision: SolverResult) {
    let none = decision.verdict == .gaveUp ? BatchPar.gaveUp : BatchPar.unsolvable
    count(par: decision.par ?? Int(none))
  }

  /// Counts a placement by its par, or what `BatchPar` has in its place.
  mutating func count(par: Int) {
    assert(par >= Int(BatchPar.gaveUp), "a par, or what stands in its place")
    // Solvable or not is as good as random: no branch.
    placements &+= 1
    solvable &+= par >= 0 ? 1 : 0
    moves &+= UInt64(truncatingIfNeeded: max(par, 0))
    gaveUp &+= par == Int(BatchPar.gaveUp) ? 1 : 0
  }

  /// Adds another sample.
  package static func += (left: inout DrawCounts, right: DrawCounts) {
    left.placements += right.placements
    left.solvable += right.solvable
    left.gaveUp += right.gaveUp
    left.moves += right.moves
  }
}
