import ZombiesCore

/// Explores all states of lit levels with one zombie, in rooms of at most 64 squares: which can be
/// reached, from which of them the round can still be won, and how many shortest ways there are.
///
/// As in `SmallSearch`, all of the player's squares that go with a zombie's square are one word,
/// stepped as a whole. One word per zombie square is enough: no table of states is needed.
///
/// The memory is kept between levels; use one search per thread.
package final class OneZombieSearch {
  /// What was found.
  package struct Findings: Hashable, Sendable {
    /// The length of a shortest way; nil if there is none.
    package var par: Int?
    /// How many shortest ways there are, saturating at 2⁶⁴ − 1.
    package var shortestCount: UInt64 = 0
    /// The states reached alive, while the round is not over.
    package var states = 0
    /// Those from which the round can still be won.
    package var winningStates = 0
  }

  /// The player's squares with a zombie's square, all at one distance from the start.
  private struct Entry {
    var zombie: Int
    var players: UInt64
  }

  private let room: SmallRoom
  private let rules: Rules
  private let tables: SearchTables

  // The current level: the squares to step on, and the signpost.
  private var open: UInt64 = 0
  private var signpost: UInt64 = 0

  /// The entries of all layers, each with a state that no other one has, and where each layer
  /// begins.
  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: 64 * 64)
  private let layers = UnsafeMutablePointer<Int>.allocate(capacity: 64 * 64 + 2)

  /// For each square of the zombie, the player's squares that were visited, that are new in the
  /// current layer, that can still win, and that are on a shortest way.
  private let seen = UnsafeMutablePointer<UInt64>.allocate(capacity: 64)
  private let fresh = UnsafeMutablePointer<UInt64>.allocate(capacity: 64)
  private let winning = UnsafeMutablePointer<UInt64>.allocate(capacity: 64)
  private let shortest = UnsafeMutablePointer<UInt64>.allocate(capacity: 64)

  /// The number of shortest ways from each state that is on one, at index zombie · 64 + player.
  private let ways = UnsafeMutablePointer<UInt64>.allocate(capacity: 64 * 64)

  /// Prepares searches in rooms of one shape; nil if a zombie takes more than one step per chase.
  package init?(room: SmallRoom, rules: Rules) {
    guard rules.zombieSpeed == 1 else { return nil }
    self.room = room
    self.rules = rules
    tables = SearchTables(room, rules)
    fresh.initialize(repeating: 0, count: 64)
    for words in [seen, winning, shortest] { words.initialize(repeating: 0, count: 64) }
    ways.initialize(repeating: 0, count: 64 * 64)
  }

  deinit {
    for words in [seen, fresh, winning, shortest, ways] { words.deallocate() }
    entries.deallocate()
    layers.deallocate()
  }

  /// Whether this search can explore a level.
  package func canExplore(_ level: SmallLevel) -> Bool {
    level.room == room && level.zombies.count == 1
      && (level.isLit || level.flashlightSight.contains(level.start))
  }

  /// Explores a level that satisfies ``canExplore(_:)``. O(squares²).
  package func explore(_ level: SmallLevel) -> Findings {
    let start = Bitboard(square: level.start).word
    open = level.open.word
    guard !level.danger(rules).contains(level.start), neighbours(start) & open != 0 else {
      return Findings()
    }
    signpost = Bitboard(square: level.signpost).word
    tables.begin(free: open & ~signpost)
    for words in [seen, winning, shortest] { words.update(repeating: 0, count: 64) }

    var findings = Findings()
    findings.par = visitAll(from: level.zombies.lowest, start)
    for zombie in 0..<64 { findings.states += seen[zombie].nonzeroBitCount }
    if let par = findings.par {
      findWinning()
      for zombie in 0..<64 { findings.winningStates += winning[zombie].nonzeroBitCount }
      findings.shortestCount = countWays(par: par, from: level.zombies.lowest, level.start)
    }
    return findings
  }

  @inline(__always)
  private func neighbours(_ set: UInt64) -> UInt64 { room.neighbours(Bitboard(word: set)).word }

  /// Visits every state, breadth first; returns the length of a shortest way.
  private func visitAll(from zombie: Int, _ start: UInt64) -> Int? {
    seen[zombie] = start
    entries.initialize(to: Entry(zombie: zombie, players: start))
    layers.initialize(to: 0)
    var (count, layer, begin) = (1, 0, 0)
    var par: Int?
    while begin < count {
      var changed: UInt64 = 0
      let end = count
      for place in begin..<end {
        let entry = entries[place]
        let players = neighbours(entry.players) & open
        if players & signpost != 0, par == nil { par = layer + 1 }
        var rest = players & ~signpost & ~tables.danger[entry.zombie]
        while rest != 0 {
          let (next, alive) = chase(entry.zombie, &rest)
          let new = alive & ~seen[next]
          seen[next] |= new
          fresh[next] |= new
          changed |= new == 0 ? 0 : 1 &<< UInt64(truncatingIfNeeded: next)
        }
      }
      layer += 1
      (layers + layer).initialize(to: end)
      begin = end
      for zombie in Bitboard(word: changed) {
        (entries + count).initialize(to: Entry(zombie: zombie, players: fresh[zombie]))
        fresh[zombie] = 0
        count += 1
      }
    }
    return par
  }

  /// Takes from `rest` the player's squares for which the zombie does the same as for the first of
  /// them; returns where it goes, and which of those squares it does not catch from there.
  @inline(__always)
  private func chase(_ zombie: Int, _ rest: inout UInt64) -> (zombie: Int, alive: UInt64) {
    let free = tables.freeExits(zombie, others: 0)
    let row = tables.regions + (zombie &* 16 &+ free) &* ChaseTable.rowLength
    let wish = tables.wishes[zombie &* 64 &+ rest.trailingZeroBitCount]
    let answer = Int(tables.answers[Int(wish) &* 16 &+ free])
    let next = zombie &+ tables.steps[answer]
    let alive = rest & row[answer] & ~tables.danger[next]
    rest &= ~row[answer]
    return (next, alive)
  }

  /// The squares to step on from which, after the zombie's chase, the player is in one of the given
  /// states.
  @inline(__always)
  private func squares(_ zombie: Int, leadingTo states: UnsafeMutablePointer<UInt64>) -> UInt64 {
    let row =
      tables.regions + (zombie &* 16 &+ tables.freeExits(zombie, others: 0)) &* ChaseTable.rowLength
    var squares: UInt64 = 0
    for answer in 0...ChaseTable.stay where row[answer] != 0 {
      let next = zombie &+ tables.steps[answer]
      squares |= row[answer] & states[next] & ~tables.danger[next]
    }
    return squares & ~tables.danger[zombie] & ~signpost
  }

  /// Finds the states from which the round can still be won, by sweeps until nothing changes.
  private func findWinning() {
    var waiting: UInt64 = 0
    for zombie in 0..<64 where seen[zombie] != 0 {
      waiting |= 1 &<< UInt64(truncatingIfNeeded: zombie)
    }
    let reached = waiting
    while waiting != 0 {
      var changed: UInt64 = 0
      for zombie in Bitboard(word: waiting) {
        let targets = squares(zombie, leadingTo: winning) | signpost
        let wins = neighbours(targets) & seen[zombie]
        changed |= wins == winning[zombie] ? 0 : 1 &<< UInt64(truncatingIfNeeded: zombie)
        winning[zombie] = wins
      }
      // A zombie arrives on a square from there or from a neighbour.
      waiting = (changed | neighbours(changed)) & reached
    }
  }

  /// Counts the shortest ways, from the last layer that has one back to the first.
  private func countWays(par: Int, from zombie: Int, _ start: Int) -> UInt64 {
    for depth in (0..<par).reversed() {
      for place in layers[depth]..<layers[depth + 1] {
        let entry = entries[place]
        // The states on a shortest way to which a move leads are all in the next layer: later ones
        // are out of reach, and earlier ones have not been visited yet.
        let targets =
          depth == par - 1 ? signpost : squares(entry.zombie, leadingTo: shortest)
        let players = neighbours(targets) & entry.players
        shortest[entry.zombie] |= players
        for player in Bitboard(word: players) {
          var count: UInt64 = depth == par - 1 ? 1 : 0
          for target in room.neighbours(Bitboard(square: player))
            & Bitboard(word: targets & ~signpost)
          {
            var rest: UInt64 = 1 &<< UInt64(truncatingIfNeeded: target)
            let next = chase(entry.zombie, &rest).zombie
            count = count.addingSaturating(ways[next &* 64 &+ target])
          }
          ways[entry.zombie &* 64 &+ player] = count
        }
      }
    }
    return ways[zombie &* 64 &+ start]
  }
}
