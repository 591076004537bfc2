import ZombiesCore

/// Solves levels of at most 64 squares of one shape: one by one or many at a time, with pars or
/// verdicts alone.
///
/// It chooses the search that fits: `SmallFlood` while zombies cannot move, `VerdictSearch` for a
/// verdict alone, and `LitSearch` otherwise. The memory is kept between levels. Use one per thread.
package final class SmallSolver {
  let room: SmallRoom
  let stateLimit: Int
  private let rules: Rules
  private var search: LitSearch
  private var verdicts: VerdictSearch?

  /// Prepares searches in rooms of one shape. O(squares²), once.
  ///
  /// - Parameters:
  ///   - room: The shape of the rooms.
  ///   - rules: The rules for solving the levels.
  ///   - stateLimit: The maximum number of states that a search may visit.
  package init(room: SmallRoom, rules: Rules, stateLimit: Int = .max) {
    self.room = room
    self.rules = rules
    self.stateLimit = stateLimit
    search = LitSearch(room: room, rules: rules)
  }

  /// The number of sets of zombies visited by the last search in the light: a measure of its work.
  package var setCount: Int { search.setCount }

  /// The number of sets of zombies visited by all searches so far.
  package var totalSetCount: Int { search.totalSetCount }

  /// Decides every level of a batch.
  ///
  /// - Parameters:
  ///   - batch: The levels.
  ///   - pars: Receives the par of each level, or a value of `BatchPar`; must be at least as long
  ///     as the batch.
  /// - Precondition: The levels have the room of this search.
  package func decide(_ batch: LevelBatch, into pars: inout [Int16]) {
    decide(batch, into: &pars, totalSets: .max)
  }

  /// Decides every level of a batch. Gives up once all decisions together have visited
  /// `totalSets` sets of zombies.
  private func decide(_ batch: LevelBatch, into pars: inout [Int16], totalSets: Int) {
    precondition(batch.isWhole && pars.count >= batch.count, "room for each level's par")
    precondition(batch.frame.room == room, "levels with the room of the search")
    if !batch.zombiesMayMove, stateLimit >= 2 * room.squareCount {
      SmallFlood(batch.frame).decide(batch, rules, into: &pars)
      return
    }
    for index in 0..<batch.count {
      guard totalSetCount <= totalSets else {
        pars[index] = BatchPar.gaveUp
        continue
      }
      let (verdict, par) = search.decide(batch[index], stateLimit: stateLimit)
      pars[index] =
        verdict == .gaveUp ? BatchPar.gaveUp : par.map { Int16($0) } ?? BatchPar.unsolvable
    }
  }

  /// Decides a level.
  ///
  /// - Precondition: The level has the room of this search.
  package func decide(_ level: SmallLevel) -> SolverResult {
    let (verdict, par) = search.decide(level, stateLimit: stateLimit)
    return SolverResult(verdict: verdict, par: par)
  }

  /// Solves a level.
  ///
  /// - Precondition: The level has the room of this search.
  func solve(_ level: SmallLevel) -> SolverResult { search.solve(level, stateLimit: stateLimit) }

  // MARK: Verdicts alone

  /// Finds out which levels of a batch are solvable, but not their pars. First it floods all rooms
  /// while they stay dark, then it searches the rooms that are still undecided.
  ///
  /// - Parameters:
  ///   - verdicts: Receives 0 or more for a solvable level, otherwise a value of `BatchPar`; must
  ///     be at least as long as the batch.
  ///   - setLimit: The number of sets of zombies after which the search gives up on the remaining
  ///     levels.
  /// - Precondition: The levels have the room of this search.
  package func decideVerdicts(
    _ batch: LevelBatch, into verdicts: inout [Int16], setLimit: Int = .max
  ) {
    let (most, overflow) = totalSetCount.addingReportingOverflow(setLimit)
    let limit = overflow ? .max : most
    // If the search might give up, it must visit the states in their usual order.
    guard batch.zombiesMayMove, batch.count > 0,
      mayNotGiveUp(zombies: batch.zombies[0].nonzeroBitCount)
    else { return decide(batch, into: &verdicts, totalSets: limit) }
    precondition(batch.isWhole && verdicts.count >= batch.count, "room for each verdict")
    precondition(batch.frame.room == room, "levels with the room of the search")
    let flood = SmallFlood(batch.frame)
    if !batch.frame.isLit {
      flood.decide(batch, rules, staysDark: true, into: &verdicts)
    } else {
      for index in 0..<batch.count { verdicts[index] = BatchPar.unsolvable }
    }
    let search = verdictSearch(zombies: batch.zombies[0].nonzeroBitCount)
    for index in 0..<batch.count where verdicts[index] < 0 {
      guard totalSetCount <= limit else {
        verdicts[index] = BatchPar.gaveUp
        continue
      }
      verdicts[index] =
        isSolvableByLight(batch[index], flood, search) ? 0 : BatchPar.unsolvable
    }
  }

  /// Finds out whether a level is solvable, but not its par: ``decideVerdicts(_:into:)`` for a single level.
  ///
  /// - Precondition: The level has the room of this search.
  package func verdict(_ level: SmallLevel) -> Verdict {
    precondition(level.room.columns == room.columns && level.room.rows == room.rows)
    let zombies = level.zombies.count
    guard zombies > 0, level.isLit || !level.flashlights.isEmpty,
      let search = verdictSearch(zombies: zombies)
    else { return decide(level).verdict }
    let flood = SmallFlood(level)
    if !level.isLit, flood.par(safe: flood.unseen(level, rules)) != nil { return .solvable }
    return isSolvableByLight(level, flood, search) ? .solvable : .unsolvable
  }

  /// Whether there are too few states for a search to give up.
  package func mayNotGiveUp(zombies: Int) -> Bool {
    var states = 2.0 * Double(room.squareCount)
    for zombie in 0..<zombies {
      states *= Double(room.squareCount - zombie) / Double(zombie + 1)
    }
    return states < Double(stateLimit)
  }

  /// Whether a level that is lit, or that cannot be won in the dark, is solvable.
  ///
  /// - Parameter search: A search for the verdict only, if there is one for this number of zombies.
  private func isSolvableByLight(
    _ level: SmallLevel, _ flood: SmallFlood, _ search: VerdictSearch?
  ) -> Bool {
    assert(level.isValid, "a valid level")
    let start = Bitboard(square: level.start)
    let safe = flood.safe(level, rules)
    guard safe.intersects(start) else { return false }
    let woken = level.isLit ? start : wakingSquares(of: level, from: start, safe)
    if woken.isEmpty { return false }
    if let search {
      return search.isSolvable(
        level.zombies.word, players: woken.word, open: level.open.word,
        signpost: Bitboard(square: level.signpost).word)
    }
    return self.search.isSolvable(level, players: woken)
  }

  /// The squares on which a player who arrives in the dark lights the room.
  private func wakingSquares(
    of level: SmallLevel, from start: Bitboard, _ safe: Bitboard
  ) -> Bitboard {
    let sight = level.flashlightSight
    var front = start - sight
    var reached = front
    while !front.isEmpty {
      front = level.room.neighbours(front) & safe - (sight | reached)
      reached |= front
    }
    // The signpost is not among them: reaching it in the dark ends the round instead.
    return (start | level.room.neighbours(reached)) & safe & sight
      - Bitboard(square: level.signpost)
  }

  /// The fastest search for a verdict only; nil if there are too many or too fast zombies for it,
  /// or if a search might give up.
  private func verdictSearch(zombies: Int) -> VerdictSearch? {
    if let verdicts, verdicts.zombieCount == zombies { return verdicts }
    guard VerdictSearch.zombieCounts.contains(zombies), rules.zombieSpeed == 1,
      mayNotGiveUp(zombies: zombies)
    else { return nil }
    verdicts = VerdictSearch(room, rules, zombies: zombies)
    return verdicts
  }
}
