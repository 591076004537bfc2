import ZombiesCore

/// Solves levels of at most 64 squares of one shape, lit or dark, without their solutions. It is a
/// breadth-first search that stores all squares of the player for one set of zombies in one word.
///
/// A layer is a list of *entries*: a set of zombies, and the player's squares with it. An entry
/// moves as a whole. The player's squares move by shifts. Then each zombie in turn splits them into
/// the regions for which it takes the same step (`ChaseTable`). The squares of each region on which
/// it does not catch the player belong to an entry of the next layer.
///
/// The memory is kept between levels. Use one search per thread.
package final class SmallSearch {
  private let room: SmallRoom
  private let rules: Rules
  private let stateLimit: Int
  private let tables: SearchTables
  private let entries: EntryTable

  private var verdicts: (zombies: Int, search: VerdictSearch)?

  // For the current level: the open squares, and the signpost.
  private var open: UInt64 = 0
  private var signpost: UInt64 = 0

  /// The work list of ``chaseMany(_:_:)``: ``branchCapacity`` branches. Each step of a zombie
  /// replaces a branch by at most five.
  private let branches: UnsafeMutablePointer<Branch>
  private let branchCapacity: Int

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
    tables = SearchTables(room, rules)
    entries = EntryTable(stateLimit: stateLimit)
    branchCapacity = 4 * room.squareCount * rules.zombieSpeed + 5
    branches = .allocate(capacity: branchCapacity)
  }

  deinit { branches.deallocate() }

  /// The number of sets of zombies visited by the last search in the light: a measure of its work.
  package var entryCount: Int { entries.count }

  /// The number of sets of zombies visited by all searches so far.
  package var totalEntryCount: Int { entries.totalCount }

  /// Decides every level of a batch.
  ///
  /// - Parameters:
  ///   - batch: The levels.
  ///   - pars: Receives the par of each level, or a value of `BatchPar`; must be at least as long
  ///     as the batch.
  /// - Precondition: The levels have the room of this search.
  package func decide(_ batch: LevelBatch, into pars: inout [Int16]) {
    decide(batch, into: &pars, totalEntries: .max)
  }

  /// Decides every level of a batch. Gives up once all decisions together have visited
  /// `totalEntries` sets of zombies.
  private func decide(_ batch: LevelBatch, into pars: inout [Int16], totalEntries: Int) {
    precondition(batch.isWhole && pars.count >= batch.count, "room for each level's par")
    precondition(batch.frame.room == room, "levels with the room of the search")
    if !batch.zombiesMayMove, stateLimit >= 2 * room.squareCount {
      SmallFlood(batch.frame).decide(batch, rules, into: &pars)
      return
    }
    for index in 0..<batch.count {
      guard totalEntryCount <= totalEntries else {
        pars[index] = BatchPar.gaveUp
        continue
      }
      let found = find(batch[index])
      pars[index] =
        found.verdict == .gaveUp
        ? BatchPar.gaveUp : found.par.map { Int16($0) } ?? BatchPar.unsolvable
    }
  }

  /// Decides a level.
  ///
  /// - Precondition: The level has the room of this search.
  package func decide(_ level: SmallLevel) -> SolverResult {
    let found = find(level)
    return SolverResult(verdict: found.verdict, par: found.par)
  }

  /// Decides a level, as plain values that a loop over a batch does not have to release.
  private func find(_ level: SmallLevel) -> (verdict: Verdict, par: Int?) {
    precondition(level.room.columns == room.columns && level.room.rows == room.rows)
    assert(level.isValid, "a valid level")
    let danger = level.danger(rules).word
    let start = Bitboard(square: level.start).word
    guard danger & start == 0 else { return (.unsolvable, nil) }
    begin(level)

    // Until the room is lit, the zombies do not move, and a state is just a square.
    let sight = level.isLit ? ~0 : level.flashlightSight.word
    var dark = start & ~sight
    var unvisited = open & ~start
    if dark == 0 { entries.visit(level.zombies.word, start) }
    var darkCount = dark.nonzeroBitCount

    var par = 0
    while dark != 0 || entries.hasLayer {
      par += 1
      entries.beginLayer()
      assert(dark & (danger | sight | signpost) == 0, "players in the dark, in unfinished rounds")
      assert(darkCount <= room.squareCount, "each square once in the dark")
      if dark != 0 {
        let players = neighbours(dark) & open
        if players & signpost != 0 { return (.solvable, par) }
        let alive = players & ~danger
        dark = alive & ~sight & unvisited
        unvisited &= ~dark
        darkCount += dark.nonzeroBitCount
        if alive & sight != 0 { entries.visit(level.zombies.word, alive & sight) }
      }
      if stepLit(level.zombies.count) { return (.solvable, par) }
      // Most searches have few layers, which are small.
      // Same: how often it asks changes no answer.
      if par & 15 == 0 || entries.layerCount > 1 << 12, SearchStop.isWanted {
        return (.gaveUp, nil)
      }
      // Counting is slow and rarely needed.
      if darkCount > stateLimit { return (.gaveUp, nil) }
      if entries.mayHold(stateLimit - darkCount), entries.states + darkCount > stateLimit {
        return (.gaveUp, nil)
      }
    }
    return (.unsolvable, nil)
  }

  // MARK: Verdicts alone

  /// Finds out which levels of a batch are solvable, but not their pars. First it floods all rooms
  /// while they stay dark, then it searches the rooms that are still undecided.
  ///
  /// - Parameters:
  ///   - verdicts: Receives 0 or more for a solvable level, otherwise a value of `BatchPar`; must
  ///     be at least as long as the batch.
  ///   - entryLimit: The number of sets of zombies after which the search gives up on the remaining
  ///     levels.
  /// - Precondition: The levels have the room of this search.
  package func judge(
    _ batch: LevelBatch, into verdicts: inout [Int16], entryLimit: Int = .max
  ) {
    let (most, overflow) = totalEntryCount.addingReportingOverflow(entryLimit)
    let limit = overflow ? .max : most
    // If the search might give up, it must visit the states in their usual order.
    guard batch.zombiesMayMove, batch.count > 0,
      mayNotGiveUp(zombies: batch.zombies[0].nonzeroBitCount)
    else { return decide(batch, into: &verdicts, totalEntries: limit) }
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
      guard totalEntryCount <= limit else {
        verdicts[index] = BatchPar.gaveUp
        continue
      }
      verdicts[index] =
        isSolvableByLight(batch[index], flood, search) ? 0 : BatchPar.unsolvable
    }
  }

  /// Finds out whether a level is solvable, but not its par: ``judge(_:into:)`` for a single level.
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
    begin(level)
    entries.visit(level.zombies.word, woken.word)
    while entries.hasLayer {
      entries.beginLayer()
      if stepLit(level.zombies.count) { return true }
    }
    return false
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
    if let verdicts, verdicts.zombies == zombies { return verdicts.search }
    guard VerdictSearch.zombieCounts.contains(zombies), rules.zombieSpeed == 1,
      mayNotGiveUp(zombies: zombies)
    else { return nil }
    let search = VerdictSearch(tables, zombies: zombies)
    verdicts = (zombies, search)
    return search
  }

  /// Prepares the tables for a level.
  private func begin(_ level: SmallLevel) {
    open = level.open.word
    signpost = Bitboard(square: level.signpost).word
    tables.begin(free: open & ~signpost)
    entries.clear(zombies: level.zombies.count)
  }

  // MARK: One layer

  @inline(__always)
  private func neighbours(_ set: UInt64) -> UInt64 { room.neighbours(Bitboard(word: set)).word }

  /// Moves every entry of the layer; returns true if one of them wins.
  @inline(__always)
  private func stepLit(_ zombieCount: Int) -> Bool {
    let tables = tables
    switch zombieCount {
    case 1 where rules.zombieSpeed == 1:
      return stepEntries(
        danger: { tables.danger[Int($0)] }, chase: { chaseOne(Int($0), $1) })
    case 2 where rules.zombieSpeed == 1:
      return stepEntries(
        danger: { tables.danger[Int($0 &>> 6)] | tables.danger[Int($0 & 63)] },
        chase: { chaseTwo(Int($0 &>> 6), Int($0 & 63), $1) })
    case 3 where rules.zombieSpeed == 1:
      return stepEntries(
        danger: { rules.danger(of: entries.zombies($0), in: room).word },
        chase: { chaseThree(entries.zombies($0).word, $1) })
    default:
      return stepEntries(
        danger: { rules.danger(of: entries.zombies($0), in: room).word },
        chase: { chaseMany(entries.zombies($0).word, $1) })
    }
  }

  @inline(__always)
  private func stepEntries(
    danger: (UInt64) -> UInt64, chase: (UInt64, UInt64) -> Void
  ) -> Bool {
    for index in 0..<entries.layerCount {
      // The previous entry may have grown the table and moved the layer.
      let (key, from) = entries.layer[index]
      let players = neighbours(from) & open
      if players & signpost != 0 { return true }
      let alive = players & ~danger(key)
      if alive != 0 { chase(key, alive) }
    }
    return false
  }

  /// Moves one zombie by one step. For each square that it reaches, calls the closure with the
  /// players that it does not catch from there.
  ///
  /// A few players fall into few regions, so regions with a player are handled one by one.
  @inline(__always)
  private func split(
    _ zombie: Int, _ players: UInt64, others: UInt64, _ body: (Int, UInt64) -> Void
  ) {
    assert(zombie >= 0 && zombie < room.squareCount, "a zombie of the room")
    assert(players != 0, "a player to chase")
    let tables = tables
    let free = tables.freeExits(zombie, others: others)
    let row = tables.regions + (zombie &* 16 &+ free) &* ChaseTable.rowLength
    var rest = players
    repeat {
      let wish = tables.wishes[zombie &* 64 &+ rest.trailingZeroBitCount]
      let answer = Int(tables.answers[Int(wish) &* 16 &+ free])
      let target = zombie &+ tables.steps[answer]
      assert(target >= 0 && target < room.squareCount, "a step within the room")
      let alive = rest & row[answer] & ~tables.danger[target]
      rest &= ~row[answer]
      if alive != 0 { body(target, alive) }
    } while rest != 0
  }

  @inline(__always)
  private func bit(_ square: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: square) }

  @inline(__always)
  private func chaseOne(_ zombie: Int, _ players: UInt64) {
    split(zombie, players, others: 0) { entries.visit(slot: $0, $1) }
  }

  @inline(__always)
  private func chaseTwo(_ first: Int, _ second: Int, _ players: UInt64) {
    split(first, players, others: bit(second)) { first, rest in
      split(second, rest, others: bit(first)) { second, rest in
        entries.visit(slot: min(first, second) &<< 6 | max(first, second), rest)
      }
    }
  }

  @inline(__always)
  private func chaseThree(_ zombies: UInt64, _ players: UInt64) {
    let rest = zombies & (zombies &- 1)
    let (first, second) = (zombies.trailingZeroBitCount, rest.trailingZeroBitCount)
    let third = 63 &- zombies.leadingZeroBitCount
    split(first, players, others: rest) { first, players in
      split(second, players, others: bit(first) | bit(third)) { second, players in
        let done = bit(first) | bit(second)
        split(third, players, others: done) { third, players in
          entries.visit(three: done | bit(third), players)
        }
      }
    }
  }

  /// A part of a chase: the player's squares for which the zombies have made the same steps so far.
  private struct Branch {
    var players: UInt64
    /// The zombies that have moved, and the zombies that will move later.
    var done: UInt64
    var later: UInt64
    /// The current zombie, and its remaining steps; 0 if there is none.
    var zombie = 0
    var steps = 0
  }

  /// Makes the chase of any number of zombies at any speed.
  private func chaseMany(_ zombies: UInt64, _ players: UInt64) {
    let tables = tables
    branches.initialize(to: Branch(players: players, done: 0, later: zombies))
    var count = 1
    while count > 0 {
      count &-= 1
      var branch = branches[count]
      assert(count >= 0 && count + 5 <= branchCapacity, "room for the branches of a step")
      if branch.steps == 0 {
        guard branch.later != 0 else {
          entries.visit(branch.done, branch.players)
          continue
        }
        branch.zombie = branch.later.trailingZeroBitCount
        branch.later &= branch.later &- 1
        branch.steps = rules.zombieSpeed
      }
      let others = branch.done | branch.later
      let free = tables.freeExits(branch.zombie, others: others)
      let row = tables.regions + (branch.zombie &* 16 &+ free) &* ChaseTable.rowLength
      for answer in 0...ChaseTable.stay {
        var next = branch
        next.players &= row[answer]
        if next.players == 0 { continue }
        next.zombie = branch.zombie &+ tables.steps[answer]
        // A zombie that stays is done, and then catches any player nearby.
        next.steps = answer == ChaseTable.stay ? 0 : branch.steps &- 1
        assert(next.zombie >= 0 && next.zombie < room.squareCount, "a step within the room")
        if next.steps == 0 {
          next.players &= ~tables.danger[next.zombie]
          next.done |= bit(next.zombie)
          if next.players == 0 { continue }
        }
        (branches + count).initialize(to: next)
        count &+= 1
      }
    }
  }
}
