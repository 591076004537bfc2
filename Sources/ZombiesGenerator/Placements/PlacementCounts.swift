import ZombiesCore
import ZombiesSolver

/// The numbers of solvable and unsolvable placements in a family or in a sample of it, found by
/// solving each of them.
public struct PlacementCounts: Hashable, Sendable {
  /// The number of placements solved.
  package private(set) var placements: UInt64 = 0
  /// The number of solvable placements.
  public private(set) var solvable: UInt64 = 0
  /// The number of placements on which the solver gave up.
  public private(set) var gaveUp: UInt64 = 0
  /// The sum of the pars of the solvable placements of a sample.
  package private(set) var moves: UInt64 = 0

  /// The number of placements proved unsolvable.
  public var unsolvable: UInt64 { placements - solvable - gaveUp }

  /// Counts nothing yet.
  package init() {}

  /// Solves every placement under the generator's rules and its limit on states.
  ///
  /// - Parameters:
  ///   - generator: The family, the rules and the limit.
  ///   - stopAtFirst: Whether to stop at the first placement that is not proved unsolvable.
  /// - Returns: Nil if there are 2⁶⁴ placements or more.
  /// - Complexity: One search per placement.
  public init?(_ generator: LevelGenerator, stopAtFirst: Bool = false) {
    self.init(generator, stopAtFirst: stopAtFirst, totalStates: .max)
  }

  /// Solves every placement, like ``init(_:stopAtFirst:)``; also nil once all searches together
  /// have visited too many states. In a room of at most 64 squares, sets of zombies are counted
  /// instead of states.
  init?(_ generator: LevelGenerator, stopAtFirst: Bool, totalStates: Int) {
    let family = generator.family
    guard family.placementCount != nil else { return nil }
    if var placements = SmallPlacements(family), let frame = family.frame {
      let limit = generator.stateLimit ?? Solver.defaultStateLimit(for: family)
      let search = SmallSolver(room: frame.room, rules: generator.rules, stateLimit: limit)
      while let (batch, count) = placements.next() {
        var pars = [Int16](repeating: BatchPar.unsolvable, count: batch.count)
        search.decide(batch, into: &pars)
        for index in 0..<count { self.count(par: Int(pars[index])) }
        if stopAtFirst, solvable + gaveUp > 0 { return }
        if search.totalSetCount > totalStates || SearchStop.isWanted { return nil }
      }
    } else {
      let solver = Solver(rules: generator.rules, stateLimit: generator.stateLimit)
      var left = totalStates
      for level in Placements(family) {
        let (verdict, states) = solver.verdict(WideLevel(level))
        count(verdict)
        if stopAtFirst, solvable + gaveUp > 0 { return }
        left -= states
        if left < 0 || SearchStop.isWanted { return nil }
      }
    }
  }

  /// Counts a placement by its verdict.
  mutating func count(_ verdict: Verdict, par: Int = 0) {
    switch verdict {
    case .solvable: count(par: par)
    case .unsolvable: count(par: Int(BatchPar.unsolvable))
    case .gaveUp: count(par: Int(BatchPar.gaveUp))
    }
  }

  /// Counts a placement by its par, or by a value of `BatchPar`.
  mutating func count(par: Int) {
    assert(par >= Int(BatchPar.gaveUp), "a par, or a value of BatchPar")
    // The verdict is as unpredictable as a random bit, so this avoids a branch.
    placements &+= 1
    // Same: no par is 0, because the start is not the signpost.
    solvable &+= par >= 0 ? 1 : 0
    moves &+= UInt64(truncatingIfNeeded: max(par, 0))
    gaveUp &+= par == Int(BatchPar.gaveUp) ? 1 : 0
  }

  /// Adds the counts of another sample.
  package static func += (left: inout PlacementCounts, right: PlacementCounts) {
    left.placements += right.placements
    left.solvable += right.solvable
    left.gaveUp += right.gaveUp
    left.moves += right.moves
  }
}

extension Solver {
  /// The default limit on states for the levels of a family.
  static func defaultStateLimit(for family: Family) -> Int {
    let mayBeLit = family.isLit || family.flashlights > 0
    return defaultStateLimit(
      squares: family.size.squareCount, movingZombies: mayBeLit ? family.zombies : 0)
  }
}
