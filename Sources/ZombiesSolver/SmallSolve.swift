import ZombiesCore

/// Solves levels of at most 64 squares of one shape, lit or dark, by the breadth-first search of
/// `SmallSearch`, whose layers are kept: a second pass goes through them backwards.
///
/// A layer is a list of *entries*: a set of zombies, and the player's squares with it that are new
/// at this distance. On the way back, each entry learns which steps lead to a state on a shortest
/// way in the next layer; a state that is on one has its number of ways from there on. *The*
/// solution takes the first such step in each state. What it finds is what `StateSearch` finds.
///
/// The memory is kept between levels.
package struct SmallSolve {
  /// The shape of the rooms.
  package let room: SmallRoom

  private let rules: Rules
  private var wishes: ChaseWishes

  // The current level: where the zombies begin, the squares to step on other than the signpost, the
  // signpost, and the squares on which a dark room becomes lit.
  private var zombies: UInt64 = 0
  private var free: UInt64 = 0
  private var signpost: UInt64 = 0
  private var sight: UInt64 = 0

  /// Each set of zombies has a *slot*; the zombies of the dark room have the first one.
  private var keys: [UInt64] = []
  private var slots = NumberTable(places: 64)
  private static let dark = ~UInt64(0)

  /// The player's squares visited with each slot; on the way back, those on a shortest way.
  private var players: [UInt64] = []

  /// The last entry of each slot; on the way back, where its numbers of ways begin.
  private var places: [Int32] = []

  /// The slot of each entry, its player's squares (on the way back, the steps that lead on), and
  /// the first entry of each layer.
  private var entrySlots: [Int32] = []
  private var entryPlayers: [UInt64] = []
  private var layers: [Int] = []

  /// The player's squares of the last layer, and the states so far.
  private var reached: UInt64 = 0
  private var states = 0

  /// A part of a chase: player's squares for which the zombies have done the same so far.
  private struct Branch {
    var players: UInt64
    /// All zombies, and those whose turn comes later.
    var zombies: UInt64
    var later: UInt64
    /// The zombie whose turn it is, and its remaining steps; 0 for none.
    var zombie = 0
    var steps = 0
  }

  /// The work list of a chase, and what came of it: sets of zombies with the player's squares.
  private var branches: [Branch] = []
  private var results: [(key: UInt64, players: UInt64)] = []

  /// Prepares searches in rooms of one shape.
  package init(room: SmallRoom, rules: Rules) {
    self.room = room
    self.rules = rules
    wishes = ChaseWishes(room, rules)
  }

  /// Solves a level of this room.
  ///
  /// - Parameters:
  ///   - level: A level of this search's room.
  ///   - stateLimit: The maximum number of states to visit.
  /// - Complexity: O(states · zombies) time at most, some 50 bytes per state at most.
  package mutating func solve(_ level: SmallLevel, stateLimit: Int) -> SolverResult {
    let verdict = search(level, min(stateLimit, PackedStates.capacity))
    return result(level, verdict, stateLimit)
  }

  private mutating func result(
    _ level: SmallLevel, _ verdict: Verdict, _ stateLimit: Int
  ) -> SolverResult {
    switch verdict {
    case .solvable:
      let shortestCount = findWays()
      return SolverResult(
        verdict: .solvable,
        solution: Solution(moves: firstWay(from: level.start), shortestCount: shortestCount),
        states: states)
    case .unsolvable: return SolverResult(verdict: .unsolvable, solution: nil, states: states)
    case .gaveUp:
      return SolverResult(
        verdict: .gaveUp, solution: nil, states: min(stateLimit, PackedStates.capacity))
    }
  }

  /// Finds the layers up to the one from which a move wins.
  private mutating func search(_ level: SmallLevel, _ stateLimit: Int) -> Verdict {
    precondition(level.room.columns == room.columns && level.room.rows == room.rows)
    assert(level.isValid, "a level that can be")
    begin(level)
    let start = bit(level.start)
    if danger(zombies) & start != 0 { return .unsolvable }
    visit(start & sight != 0 ? zombies : Self.dark, start)
    let nearSignpost = neighbours(signpost)
    while let first = layers.last, first < entrySlots.count {
      if reached & nearSignpost != 0 { return .solvable }
      reached = 0
      let end = entrySlots.count
      layers.append(end)
      for entry in first..<end {
        step(Int(entrySlots[entry]), entryPlayers[entry])
        for index in results.indices { visit(results[index].key, results[index].players) }
        // The first state is free, as it has no alternative.
        if states > max(stateLimit, 1) { return .gaveUp }
      }
    }
    return .unsolvable
  }

  private mutating func begin(_ level: SmallLevel) {
    zombies = level.zombies.word
    signpost = bit(level.signpost)
    free = level.open.word & ~signpost
    sight = level.isLit ? ~0 : level.flashlightSight.word
    if slots.places > 1 << 12 { slots = NumberTable(places: 64) } else { slots.removeAll() }
    keys.removeAll(keepingCapacity: true)
    players.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    entrySlots.removeAll(keepingCapacity: true)
    entryPlayers.removeAll(keepingCapacity: true)
    layers.removeAll(keepingCapacity: true)
    layers.append(0)
    (reached, states) = (0, 0)
  }

  @inline(__always)
  private func bit(_ square: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: square) }

  @inline(__always)
  private func neighbours(_ set: UInt64) -> UInt64 { room.neighbours(Bitboard(word: set)).word }

  @inline(__always)
  private func danger(_ zombies: UInt64) -> UInt64 {
    rules.danger(of: Bitboard(word: zombies), in: room).word
  }

  private static func hash(_ key: UInt64) -> UInt64 {
    var hash = key &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
    return hash >> 32
  }

  /// The slot of a set of zombies that was met before.
  @inline(__always)
  private func slot(_ key: UInt64) -> Int? {
    slots.number(hash: Self.hash(key)) { keys[$0] == key }
  }

  /// Adds squares of the player, with a set of zombies, to the next layer, if they are new.
  private mutating func visit(_ key: UInt64, _ squares: UInt64) {
    assert(squares & (signpost | ~free) == 0, "a player under way")
    let slot: Int
    if let known = self.slot(key) {
      slot = known
    } else {
      slot = keys.count
      keys.append(key)
      players.append(0)
      places.append(-1)
      slots.insert(slot) { [keys] in Self.hash(keys[$0]) }
    }
    let new = squares & ~players[slot]
    if new == 0 { return }
    players[slot] |= new
    reached |= new
    states += new.nonzeroBitCount
    if Int(places[slot]) >= layers[layers.count - 1] {
      entryPlayers[Int(places[slot])] |= new
    } else {
      places[slot] = Int32(truncatingIfNeeded: entrySlots.count)
      entrySlots.append(Int32(truncatingIfNeeded: slot))
      entryPlayers.append(new)
    }
  }

  /// Steps all players of a slot; `results` receives what comes of it, except for a win.
  @inline(__always)
  private mutating func step(_ slot: Int, _ players: UInt64) {
    stepTo(neighbours(players) & free, slot)
  }

  /// Steps to any of the given squares.
  private mutating func stepTo(_ targets: UInt64, _ slot: Int) {
    results.removeAll(keepingCapacity: true)
    let key = keys[slot]
    if key != Self.dark {
      let alive = targets & ~danger(key)
      if alive != 0 { chase(key, alive) }
      return
    }
    let alive = targets & ~danger(zombies)
    if alive & ~sight != 0 { results.append((key, alive & ~sight)) }
    if alive & sight != 0 { results.append((zombies, alive & sight)) }
  }

  /// Lets the zombies chase the players on each of some squares.
  private mutating func chase(_ zombies: UInt64, _ players: UInt64) {
    branches.append(Branch(players: players, zombies: zombies, later: zombies))
    while var branch = branches.popLast() {
      if branch.steps == 0 {
        guard branch.later != 0 else {
          results.append((branch.zombies, branch.players))
          continue
        }
        branch.zombie = branch.later.trailingZeroBitCount
        branch.later &= branch.later &- 1
        branch.steps = rules.zombieSpeed
      }
      chase(branch)
    }
  }

  /// One step of one zombie.
  @inline(__always)
  private mutating func chase(_ branch: Branch) {
    let others = branch.zombies & ~bit(branch.zombie)
    let regions = wishes.regions(branch.zombie, shut: ~free | others)
    var staying = branch.players
    for answer in 0..<4 {
      let players = branch.players & regions[answer]
      if players == 0 { continue }
      staying &= ~players
      var next = branch
      next.zombie += step(answer)
      next.zombies = others | bit(next.zombie)
      next.steps -= 1
      next.players = players
      append(next)
    }
    if staying != 0 {
      // A zombie without a step is done.
      var next = branch
      next.steps = 0
      next.players = staying
      append(next)
    }
  }

  @inline(__always)
  private func step(_ answer: Int) -> Int {
    let step = answer < 2 ? room.columns : 1
    return answer & 1 == 0 ? -step : step
  }

  @inline(__always)
  private mutating func append(_ branch: Branch) {
    var next = branch
    // A zombie that is done catches any player nearby.
    if next.steps == 0 { next.players &= ~danger(bit(next.zombie)) }
    if next.players != 0 { branches.append(next) }
  }

  /// The way back: leaves in each entry the steps that lead on, and returns the number of shortest
  /// ways.
  private mutating func findWays() -> UInt64 {
    /// The player's squares of a slot that are on a shortest way, and where their numbers begin.
    var found: [(slot: Int32, players: UInt64, place: Int32)] = []
    var (waysHere, waysNext): ([UInt64], [UInt64]) = ([], [])
    var waysFrom = [UInt64](repeating: 1, count: 64)
    for slot in players.indices { players[slot] = 0 }
    for depth in layers.indices.reversed() {
      let isLast = depth == layers.count - 1
      let end = isLast ? entrySlots.count : layers[depth + 1]
      for entry in layers[depth]..<end {
        let slot = entrySlots[entry]
        var targets = isLast ? signpost : 0
        if !isLast {
          step(Int(slot), entryPlayers[entry])
          for index in results.indices {
            guard let slot = self.slot(results[index].key) else { continue }
            let winning = results[index].players & players[slot]
            targets |= winning
            for target in Bitboard(word: winning) {
              let rank = (players[slot] & (bit(target) &- 1)).nonzeroBitCount
              waysFrom[target] = waysNext[Int(places[slot]) + rank]
            }
          }
        }
        let winners = entryPlayers[entry] & neighbours(targets)
        entryPlayers[entry] = targets
        if winners == 0 { continue }
        found.append((slot, winners, Int32(truncatingIfNeeded: waysHere.count)))
        for player in Bitboard(word: winners) {
          var ways: UInt64 = 0
          for target in Bitboard(word: neighbours(bit(player)) & targets) {
            ways = ways.addingSaturating(waysFrom[target])
          }
          waysHere.append(ways)
        }
      }
      // What was in these slots is two layers ahead, out of reach from here on.
      for (slot, winners, place) in found {
        players[Int(slot)] = winners
        places[Int(slot)] = place
      }
      found.removeAll(keepingCapacity: true)
      swap(&waysHere, &waysNext)
      waysHere.removeAll(keepingCapacity: true)
    }
    return waysNext[0]
  }

  /// Goes from the start by the first step in each state that leads on.
  private mutating func firstWay(from start: Int) -> [Direction] {
    var moves: [Direction] = []
    moves.reserveCapacity(layers.count)
    var (player, entry) = (bit(start), 0)
    for depth in layers.indices {
      let targets = entryPlayers[entry]
      let move = Direction.allCases.first {
        room.moved(Bitboard(word: player), $0).word & targets != 0
      }
      guard let move else { break }
      moves.append(move)
      player = room.moved(Bitboard(word: player), move).word
      if depth == layers.count - 1 { break }
      stepTo(player, Int(entrySlots[entry]))
      guard let key = results.first?.key, let slot = slot(key) else { break }
      entry = layers[depth + 1]
      while entrySlots[entry] != Int32(truncatingIfNeeded: slot) { entry += 1 }
    }
    assert(player == signpost && moves.count == layers.count, "a way to the signpost")
    return moves
  }
}
