import ZombiesCore

/// Explores all states of lit levels with one zombie, in rooms of at most 64 squares. It finds
/// which states can be reached, from which of them the round can still be won, and the number of
/// shortest solutions.
///
/// As in `LitSearch`, all squares of the player for one square of the zombie form one word, which
/// moves as a whole. One word per zombie square is enough, without a table of states. The zombie's
/// step is rarely predictable, so the loops cover all five of its options, without a branch.
///
/// The memory is kept between levels. Use one search per thread.
package final class OneZombieSearch {
  /// The findings about a level.
  package struct Findings: Hashable, Sendable {
    /// The length of a shortest winning path; nil if there is none.
    package var par: Int?
    /// The number of shortest winning paths, at most 2⁶⁴ − 1.
    package var shortestCount: UInt64 = 0
    /// The number of states that can be reached before the round is over.
    package var states = 0
    /// The number of these states from which the round can still be won.
    package var winningStates = 0
  }

  /// The player's squares for one square of the zombie, all at the same distance from the start.
  private struct Frontier {
    var zombie: Int
    var players: UInt64
  }

  /// The shape of the rooms.
  package let room: SmallRoom

  private let rules: Rules
  private let columns: Int

  // For the current level: the open squares without the signpost, the signpost, and the squares
  // that a zombie can leave in each direction.
  private var free: UInt64 = 0
  private var signpost: UInt64 = 0
  // Same: they are set for each level.
  private var exits: (up: UInt64, down: UInt64, left: UInt64, right: UInt64) = (0, 0, 0, 0)

  /// For each square of the zombie and each set of its free exits, in the order of `ChaseTable`:
  /// the player's squares for which it steps in a direction or stays, except those on which the
  /// player is caught before or after the step. 64 · 16 · 8 words.
  private let regions: UnsafeMutablePointer<UInt64>

  /// The index where the regions of each square of the zombie begin, in the current level.
  private let rows = UnsafeMutablePointer<Int>.allocate(capacity: 64)

  /// The zombie's squares in the current level, in the order in which it first moved from them.
  private let order = UnsafeMutablePointer<Int>.allocate(capacity: 64)
  private var orderCount = 0

  /// Sets of the player's squares, one for each square of the zombie: the squares visited, the
  /// visited squares that are in a frontier, the squares from which the round can still be won, and
  /// the squares on a shortest winning path. There are 64 spare words on both sides, for steps that
  /// never happen.
  private let sets = UnsafeMutablePointer<UInt64>.allocate(capacity: 4 * 192)
  private let seen: UnsafeMutablePointer<UInt64>
  private let entered: UnsafeMutablePointer<UInt64>
  private let winning: UnsafeMutablePointer<UInt64>
  private let shortest: UnsafeMutablePointer<UInt64>

  /// The frontiers of all layers, each with a state that is in no other frontier, and the index where
  /// each layer begins.
  private let frontiers = UnsafeMutablePointer<Frontier>.allocate(capacity: 64 * 64 + 1)
  private let layers = UnsafeMutablePointer<Int>.allocate(capacity: 64 * 64 + 2)
  private var frontierCount = 0

  /// The squares from which exactly a given number of moves can lead to the signpost, if the zombie
  /// is ignored.
  private let ahead = UnsafeMutablePointer<UInt64>.allocate(capacity: 64 * 64 + 2)

  /// The number of shortest winning paths: from each state on one, at index zombie · 64 + player,
  /// and from each square after a step.
  private let ways = UnsafeMutablePointer<UInt64>.allocate(capacity: 64 * 64)
  private let waysFrom = UnsafeMutablePointer<UInt64>.allocate(capacity: 64)

  /// Prepares searches in rooms of one shape.
  package init(room: SmallRoom, rules: Rules) {
    self.room = room
    self.rules = rules
    columns = room.columns
    regions = Self.safeRegions(room, rules)
    rows.initialize(repeating: 0, count: 64)
    order.initialize(repeating: 0, count: 64)
    sets.initialize(repeating: 0, count: 4 * 192)
    (seen, entered) = (sets + 64, sets + 256)
    (winning, shortest) = (sets + 448, sets + 640)
    // Same: every number is written by a step before it is read.
    waysFrom.initialize(repeating: 0, count: 64)
    ways.initialize(repeating: 0, count: 64 * 64)
  }

  deinit {
    for words in [regions, sets, ahead, ways, waysFrom] { words.deallocate() }
    for numbers in [rows, order, layers] { numbers.deallocate() }
    frontiers.deallocate()
  }

  /// The regions of the chase table, without the squares on which a player is caught.
  private static func safeRegions(
    _ room: SmallRoom, _ rules: Rules
  ) -> UnsafeMutablePointer<UInt64> {
    let table = ChaseTable.shared(room, rules: rules)
    defer { withExtendedLifetime(table) {} }
    let count = 64 * 16 * ChaseTable.rowLength
    let regions = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    regions.initialize(from: table.regions, count: count)
    func safe(_ zombie: Int) -> UInt64 { ~table.danger[zombie & 63] }
    for zombie in 0..<room.squareCount {
      for exits in 0..<16 {
        let row = regions + (zombie * 16 + exits) * ChaseTable.rowLength
        row[ChaseTable.stay] &= safe(zombie)
        for direction in Direction.allCases {
          row[Int(direction.rawValue)] &= safe(zombie) & safe(zombie + room.step(direction))
        }
      }
    }
    return regions
  }

  /// Whether this search can explore a level: one of its rooms with one zombie in the light, which takes one
  /// step per chase.
  package func canExplore(_ level: SmallLevel) -> Bool {
    level.room == room && level.zombies.count == 1 && rules.zombieSpeed == 1
      && (level.isLit || level.flashlightSight.contains(level.start))
  }

  /// Explores a level that satisfies ``canExplore(_:)``. O(squares²).
  package func explore(_ level: SmallLevel) -> Findings {
    let start = Bitboard(square: level.start).word
    let zombie = level.zombies.lowest
    signpost = Bitboard(square: level.signpost).word
    free = level.open.word & ~signpost
    guard !level.danger(rules).contains(level.start), neighbours(start) & level.open.word != 0
    else { return Findings() }
    begin()

    var findings = Findings()
    findings.par = visitAll(from: zombie, start)
    findings.states = count(seen)
    if let par = findings.par {
      findWinning()
      findings.winningStates = count(winning)
      lookAhead(par)
      findings.shortestCount = countPaths(par: par, from: zombie, level.start)
    }
    return findings
  }

  private func begin() {
    let stride = UInt64(truncatingIfNeeded: columns)
    exits.up = free &<< stride & room.up.word
    exits.down = free &>> stride & room.down.word
    exits.left = free &<< 1 & room.left.word
    exits.right = free &>> 1 & room.right.word
    for number in 0..<orderCount {
      let zombie = order[number]
      (seen[zombie], entered[zombie], winning[zombie], shortest[zombie]) = (0, 0, 0, 0)
    }
    orderCount = 0
  }

  /// The number of states in a set for every square of the zombie.
  private func count(_ sets: UnsafeMutablePointer<UInt64>) -> Int {
    var sum = 0
    for number in 0..<orderCount { sum &+= sets[order[number]].nonzeroBitCount }
    return sum
  }

  @inline(__always)
  private func neighbours(_ set: UInt64) -> UInt64 { room.neighbours(Bitboard(word: set)).word }

  @inline(__always)
  private func bit(_ square: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: square) }

  // MARK: Regions

  /// Looks up the regions of a zombie's square when the zombie first moves from it.
  @inline(__always)
  private func meet(_ zombie: Int) {
    let shift = UInt64(truncatingIfNeeded: zombie)
    let (vertical, horizontal) = (
      exits.up &>> shift & 1 | (exits.down &>> shift & 1) &<< 1,
      exits.left &>> shift & 1 | (exits.right &>> shift & 1) &<< 1
    )
    let free = Int(truncatingIfNeeded: vertical | horizontal &<< 2)
    assert(zombie >= 0 && zombie < room.squareCount, "a zombie of the room")
    assert(orderCount < room.squareCount, "each square once")
    rows[zombie] = (zombie &* 16 &+ free) &* ChaseTable.rowLength
    order[orderCount] = zombie
    orderCount &+= 1
  }

  // MARK: Forwards

  /// Visits every state, breadth first; returns the length of a shortest winning path.
  private func visitAll(from zombie: Int, _ start: UInt64) -> Int? {
    let (seen, entered, frontiers) = (seen, entered, frontiers)
    let (free, columns, nearSignpost) = (free, columns, neighbours(signpost))
    (seen[zombie], entered[zombie]) = (start, start)
    frontiers.initialize(to: Frontier(zombie: zombie, players: start))
    layers.initialize(to: 0)
    var (count, layer, begin) = (1, 0, 0)
    var par: Int?
    var known: UInt64 = 0
    while begin < count {
      var (changed, reached): (UInt64, UInt64) = (0, 0)
      let end = count
      for index in begin..<end {
        let frontier = frontiers[index]
        let zombie = frontier.zombie
        if known & bit(zombie) == 0 {
          meet(zombie)
          known |= bit(zombie)
        }
        reached |= frontier.players
        let players = neighbours(frontier.players) & free
        let (row, here) = (regions + rows[zombie], seen + zombie)
        /// Records the states after a step of the zombie.
        @inline(__always)
        func visit(_ answer: Int, _ step: Int) {
          let alive = players & row[answer]
          here[step] |= alive
          changed |= alive == 0 ? 0 : bit(zombie &+ step)
        }
        visit(0, -columns)
        visit(1, columns)
        visit(2, -1)
        visit(3, 1)
        visit(ChaseTable.stay, 0)
      }
      if reached & nearSignpost != 0, par == nil { par = layer + 1 }
      layer += 1
      (layers + layer).initialize(to: end)
      begin = end
      assert(layer <= 64 * 64, "each layer has a frontier")
      for zombie in Bitboard(word: changed) {
        let (all, former) = (seen[zombie], entered[zombie])
        entered[zombie] = all
        (frontiers + count).initialize(to: Frontier(zombie: zombie, players: all & ~former))
        count &+= all == former ? 0 : 1
        assert(count <= 64 * 64, "each frontier has a state that no other has")
      }
    }
    frontierCount = count
    return par
  }

  // MARK: Backwards

  /// Finds the states from which the round can still be won. Most steps lead to later frontiers, so
  /// one pass goes back through all frontiers. Further passes over the zombie's squares follow until
  /// nothing changes.
  private func findWinning() {
    let (seen, winning, order, columns) = (seen, winning, order, columns)
    let (free, signpost) = (free, signpost)
    /// Updates the winning states for a square of the zombie; returns the changes.
    @inline(__always)
    func look(_ zombie: Int) -> UInt64 {
      let (row, here) = (regions + rows[zombie], winning + zombie)
      let former = here[0]
      let targets =
        row[0] & here[-columns] | row[1] & here[columns] | row[2] & here[-1] | row[3] & here[1]
        | row[ChaseTable.stay] & former
      let wins = neighbours(targets & free | signpost) & seen[zombie]
      here[0] = wins
      return wins ^ former
    }
    var index = frontierCount
    while index > 0 {
      index &-= 1
      _ = look(frontiers[index].zombie)
    }
    var changed: UInt64 = 0
    repeat {
      changed = 0
      var number = orderCount
      while number > 0 {
        number &-= 1
        changed |= look(order[number])
      }
    } while changed != 0
  }

  /// Fills `ahead` for all numbers of moves up to `moves`.
  private func lookAhead(_ moves: Int) {
    assert(moves >= 0 && moves <= 64 * 64 + 1, "no more moves than states")
    ahead.initialize(to: signpost)
    for count in stride(from: 1, through: moves, by: 1) {
      (ahead + count).initialize(to: neighbours(ahead[count - 1]) & free)
    }
  }

  /// Counts the shortest winning paths, from the last layer that has a state on one back to the
  /// first.
  private func countPaths(par: Int, from zombie: Int, _ start: Int) -> UInt64 {
    assert(layers[par] <= frontierCount, "frontiers that were visited")
    for depth in (0..<par).reversed() {
      for index in layers[depth]..<layers[depth + 1] {
        let frontier = frontiers[index]
        let players = frontier.players & ahead[par - depth]
        // Same: no players have no next states.
        if players == 0 { continue }
        // The next states on a shortest winning path are all in the next layer. States in later
        // layers are out of reach, and states in earlier layers have not been visited on the way
        // back.
        let targets =
          depth == par - 1 ? arrive() : steps(neighbours(players) & free, from: frontier.zombie)
        let winners = players & neighbours(targets)
        shortest[frontier.zombie] |= winners
        for player in Bitboard(word: winners) {
          var count: UInt64 = 0
          for target in Bitboard(word: neighbours(bit(player)) & targets) {
            count = count.addingSaturating(waysFrom[target])
          }
          ways[frontier.zombie &* 64 &+ player] = count
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

  /// The steps of the player that lead to a state on a shortest winning path; `waysFrom` receives
  /// the number of such paths from each state.
  @inline(__always)
  private func steps(_ players: UInt64, from zombie: Int) -> UInt64 {
    let (row, here) = (regions + rows[zombie], shortest + zombie)
    var targets: UInt64 = 0
    func add(_ answer: Int, _ step: Int) {
      let winning = players & row[answer] & here[step]
      targets |= winning
      for square in Bitboard(word: winning) {
        waysFrom[square] = ways[(zombie &+ step) &* 64 &+ square]
      }
    }
    add(0, -columns)
    add(1, columns)
    add(2, -1)
    add(3, 1)
    add(ChaseTable.stay, 0)
    return targets
  }
}
