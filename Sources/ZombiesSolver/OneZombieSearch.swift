import ZombiesCore

/// Explores all states of lit levels with one zombie, in rooms of at most 64 squares: which can be
/// reached, from which of them the round can still be won, and how many shortest ways there are.
///
/// As in `SmallSearch`, all of the player's squares that go with a zombie's square are one word,
/// stepped as a whole. One word per zombie square is enough: no table of states is needed. What a
/// zombie does is seldom predictable, so the loops take all five of its steps, without a branch.
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
    /// Whether a player who takes the direct way loses: the way that is a shortest one without the
    /// zombie and, of several, the first when U < D < L < R. Nil if the level is unsolvable.
    package var directWayLoses: Bool?
  }

  /// The player's squares with a zombie's square, all at one distance from the start.
  private struct Entry {
    var zombie: Int
    var players: UInt64
  }

  /// What is known of a zombie's square in the current level.
  private struct Place {
    /// For a step in each direction, and for staying: the squares on which a player is caught
    /// neither before nor after it, if that is what the zombie does then.
    var up: UInt64 = 0
    var down: UInt64 = 0
    var left: UInt64 = 0
    var right: UInt64 = 0
    var stay: UInt64 = 0

    /// The player's squares that were visited, and those of them that are in an entry.
    var seen: UInt64 = 0
    var entered: UInt64 = 0

    /// Those from which the round can still be won, and those on a shortest way.
    var winning: UInt64 = 0
    var shortest: UInt64 = 0
  }

  private let room: SmallRoom
  private let rules: Rules
  private let tables: SearchTables
  private let columns: Int

  // The current level: the squares to step on other than the signpost, and the signpost.
  private var free: UInt64 = 0
  private var signpost: UInt64 = 0

  /// The zombie's squares, and those on which it has stood in the current level, in the order in
  /// which they were first stepped from.
  private let places = UnsafeMutablePointer<Place>.allocate(capacity: 64)
  private let order = UnsafeMutablePointer<Int>.allocate(capacity: 64)
  private var orderCount = 0

  /// The entries of all layers, each with a state that no other one has, and where each layer
  /// begins.
  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: 64 * 64)
  private let layers = UnsafeMutablePointer<Int>.allocate(capacity: 64 * 64 + 2)

  /// The squares from which some number of moves can lead to the signpost if no zombie is there.
  private let ahead = UnsafeMutablePointer<UInt64>.allocate(capacity: 64 * 64 + 2)

  /// The number of shortest ways from each state that is on one, at index zombie · 64 + player, and
  /// from each square after a step.
  private let ways = UnsafeMutablePointer<UInt64>.allocate(capacity: 64 * 64)
  private let waysFrom = UnsafeMutablePointer<UInt64>.allocate(capacity: 64)

  /// Prepares searches in rooms of one shape; nil if a zombie takes more than one step per chase.
  package init?(room: SmallRoom, rules: Rules) {
    guard rules.zombieSpeed == 1 else { return nil }
    self.room = room
    self.rules = rules
    columns = room.columns
    tables = SearchTables(room, rules)
    places.initialize(repeating: Place(), count: 64)
    order.initialize(repeating: 0, count: 64)
    waysFrom.initialize(repeating: 0, count: 64)
    ways.initialize(repeating: 0, count: 64 * 64)
  }

  deinit {
    for words in [ahead, ways, waysFrom] { words.deallocate() }
    places.deallocate()
    order.deallocate()
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
    let zombie = level.zombies.lowest
    guard !level.danger(rules).contains(level.start), neighbours(start) & level.open.word != 0
    else { return Findings() }
    signpost = Bitboard(square: level.signpost).word
    free = level.open.word & ~signpost
    tables.begin(free: free)
    for number in 0..<orderCount { places[order[number]] = Place() }
    orderCount = 0

    var findings = Findings()
    findings.par = visitAll(from: zombie, start)
    for number in 0..<orderCount { findings.states += places[order[number]].seen.nonzeroBitCount }
    if let par = findings.par {
      findWinning()
      for number in 0..<orderCount {
        findings.winningStates += places[order[number]].winning.nonzeroBitCount
      }
      lookAhead(par)
      findings.shortestCount = countWays(par: par, from: zombie, level.start)
      findings.directWayLoses = directWayLoses(par: par, from: zombie, start)
    }
    return findings
  }

  @inline(__always)
  private func neighbours(_ set: UInt64) -> UInt64 { room.neighbours(Bitboard(word: set)).word }

  @inline(__always)
  private func bit(_ square: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: square) }

  // MARK: What a zombie does

  /// Fills in a zombie's square when the zombie first steps from there.
  private func fill(_ zombie: Int) {
    let free = tables.freeExits(zombie, others: 0)
    let row = tables.regions + (zombie &* 16 &+ free) &* ChaseTable.rowLength
    let safe = ~tables.danger[zombie]
    /// No squares for a step that is never taken.
    func survived(_ step: Int, _ region: Int) -> UInt64 {
      row[region] & safe & ~tables.danger[target(zombie, step)]
    }
    let place = places + zombie
    place.pointee.up = survived(-columns, 0)
    place.pointee.down = survived(columns, 1)
    place.pointee.left = survived(-1, 2)
    place.pointee.right = survived(1, 3)
    place.pointee.stay = row[ChaseTable.stay] & safe
    order[orderCount] = zombie
    orderCount &+= 1
  }

  /// Where a step takes a zombie; some square for a step that is never taken.
  @inline(__always)
  private func target(_ zombie: Int, _ step: Int) -> Int { (zombie &+ step) & 63 }

  // MARK: Forwards

  /// Visits every state, breadth first; returns the length of a shortest way.
  private func visitAll(from zombie: Int, _ start: UInt64) -> Int? {
    let (places, entries, free, columns) = (places, entries, free, columns)
    (places[zombie].seen, places[zombie].entered) = (start, start)
    entries.initialize(to: Entry(zombie: zombie, players: start))
    layers.initialize(to: 0)
    let nearSignpost = neighbours(signpost)
    var (count, layer, begin) = (1, 0, 0)
    var par: Int?
    var known: UInt64 = 0
    while begin < count {
      var (changed, reached): (UInt64, UInt64) = (0, 0)
      let end = count
      for place in begin..<end {
        let entry = entries[place]
        let zombie = entry.zombie
        if known & bit(zombie) == 0 {
          fill(zombie)
          known |= bit(zombie)
        }
        reached |= entry.players
        let players = neighbours(entry.players) & free
        let here = places + zombie
        /// Notes the states after a step of the zombie.
        @inline(__always)
        func visit(_ step: Int, _ region: UInt64) {
          let next = target(zombie, step)
          let alive = players & region
          places[next].seen |= alive
          changed |= alive == 0 ? 0 : bit(next)
        }
        visit(-columns, here.pointee.up)
        visit(columns, here.pointee.down)
        visit(-1, here.pointee.left)
        visit(1, here.pointee.right)
        visit(0, here.pointee.stay)
      }
      if reached & nearSignpost != 0, par == nil { par = layer + 1 }
      layer += 1
      (layers + layer).initialize(to: end)
      begin = end
      for zombie in Bitboard(word: changed) {
        let place = places + zombie
        let (seen, entered) = (place.pointee.seen, place.pointee.entered)
        place.pointee.entered = seen
        (entries + count).initialize(to: Entry(zombie: zombie, players: seen & ~entered))
        count &+= seen == entered ? 0 : 1
      }
    }
    return par
  }

  // MARK: Backwards

  /// Finds the states from which the round can still be won, by sweeps until nothing changes. They
  /// go from the last of the zombie's squares to the first, as most ways lead to later ones.
  private func findWinning() {
    let (places, order, free, signpost, columns) = (places, order, free, signpost, columns)
    var changed: UInt64 = 0
    repeat {
      changed = 0
      var number = orderCount
      while number > 0 {
        number &-= 1
        let zombie = order[number]
        let here = places + zombie
        let former = here.pointee.winning
        let targets =
          here.pointee.up & places[target(zombie, -columns)].winning
          | here.pointee.down & places[target(zombie, columns)].winning
          | here.pointee.left & places[target(zombie, -1)].winning
          | here.pointee.right & places[target(zombie, 1)].winning
          | here.pointee.stay & former
        let wins = neighbours(targets & free | signpost) & here.pointee.seen
        here.pointee.winning = wins
        changed |= wins ^ former
      }
    } while changed != 0
  }

  /// Fills in `ahead` for up to so many moves.
  private func lookAhead(_ moves: Int) {
    ahead.initialize(to: signpost)
    for count in stride(from: 1, through: moves, by: 1) {
      (ahead + count).initialize(to: neighbours(ahead[count - 1]) & free)
    }
  }

  /// Counts the shortest ways, from the last layer that has one back to the first.
  private func countWays(par: Int, from zombie: Int, _ start: Int) -> UInt64 {
    for depth in (0..<par).reversed() {
      for place in layers[depth]..<layers[depth + 1] {
        let entry = entries[place]
        let players = entry.players & ahead[par - depth]
        if players == 0 { continue }
        // The states on a shortest way to which a move leads are all in the next layer: later ones
        // are out of reach, and earlier ones have not been visited yet.
        let targets =
          depth == par - 1 ? arrive() : steps(neighbours(players) & free, from: entry.zombie)
        let winners = players & neighbours(targets)
        places[entry.zombie].shortest |= winners
        for player in Bitboard(word: winners) {
          var count: UInt64 = 0
          for target in Bitboard(word: neighbours(bit(player)) & targets) {
            count = count.addingSaturating(waysFrom[target])
          }
          ways[entry.zombie &* 64 &+ player] = count
        }
      }
    }
    return ways[zombie &* 64 &+ start]
  }

  /// The last step, to the signpost.
  @inline(__always)
  private func arrive() -> UInt64 {
    waysFrom[signpost.trailingZeroBitCount] = 1
    return signpost
  }

  /// Of some steps of the player, those that lead to a state on a shortest way; `waysFrom` receives
  /// how many ways there are from there.
  @inline(__always)
  private func steps(_ players: UInt64, from zombie: Int) -> UInt64 {
    let here = places[zombie]
    var targets: UInt64 = 0
    func add(_ step: Int, _ region: UInt64) {
      let alive = players & region
      if alive == 0 { return }
      let next = target(zombie, step)
      let winning = alive & places[next].shortest
      targets |= winning
      for square in Bitboard(word: winning) { waysFrom[square] = ways[next &* 64 &+ square] }
    }
    add(-columns, here.up)
    add(columns, here.down)
    add(-1, here.left)
    add(1, here.right)
    add(0, here.stay)
    return targets
  }

  /// Whether the direct way loses in a solvable level.
  private func directWayLoses(par: Int, from zombie: Int, _ start: UInt64) -> Bool {
    // The way is no longer than any other one.
    var (zombie, player, left) = (zombie, start, 1)
    while ahead[left] & start == 0 { left += 1 }
    while left > 1 {
      left -= 1
      let board = Bitboard(word: player)
      // The first direction that comes nearer.
      let up = room.moved(board, .up).word & ahead[left]
      let down = room.moved(board, .down).word & ahead[left]
      let side = room.moved(board, .left).word & ahead[left]
      player =
        up != 0 ? up : down != 0 ? down : side != 0 ? side : room.moved(board, .right).word
      let here = places[zombie]
      if here.up & player != 0 {
        zombie = target(zombie, -columns)
      } else if here.down & player != 0 {
        zombie = target(zombie, columns)
      } else if here.left & player != 0 {
        zombie = target(zombie, -1)
      } else if here.right & player != 0 {
        zombie = target(zombie, 1)
      } else if here.stay & player == 0 {
        return true
      }
    }
    return false
  }
}
