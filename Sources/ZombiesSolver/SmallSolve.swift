import ZombiesCore

/// Solves levels of at most 64 squares of one shape, lit or dark. It uses the breadth-first search
/// of `SmallSearch` but keeps the layers, and a second pass goes backwards through them.
///
/// A layer is a list of *entries*: a set of zombies, and the player's squares that are new at this
/// distance. On the way back, each entry records the steps that lead to a state on a shortest
/// winning path in the next layer, and the number of such paths from each of its states. *The*
/// solution takes the first such step in each state. The results are the same as those of
/// `StateSearch`.
///
/// The memory is kept between levels. (The elements of its buffers are not private: the compiler
/// fails on that in debug builds of a noncopyable type.)
package struct SmallSolve: ~Copyable {
  /// The shape of the rooms.
  package let room: SmallRoom

  private let rules: Rules

  /// The chase table, and pointers to two parts of it: 64 · 16 · 8 words of regions and 64 words of
  /// danger.
  private let chase: ChaseTable
  private let regions: UnsafeMutablePointer<UInt64>
  private let dangers: UnsafeMutablePointer<UInt64>

  // For the current level: the first squares of the zombies, the open squares without the signpost,
  // the signpost, and the squares on which a dark room becomes lit.
  private var zombies: UInt64 = 0
  private var free: UInt64 = 0
  private var signpost: UInt64 = 0
  private var sight: UInt64 = 0

  /// A set of zombies. The zombies of the dark room have a slot of their own.
  struct Slot: BitwiseCopyable {
    var key: UInt64
    /// The player's squares visited; on the way back, the squares on a shortest winning path.
    var players: UInt64 = 0
    /// The index of the last entry; on the way back, the index of the first number of paths.
    var index: Int32 = -1
  }

  private var slots = GrowingBuffer<Slot>(capacity: 64)
  private var numbers = NumberTable(slotCount: 64)
  private static let dark = ~UInt64(0)

  /// The slot of a single zombie on each square, and of the dark room at index 64; −1 for none.
  private var single = GrowingBuffer<Int32>(capacity: 65)
  private var isSingle = false

  /// The player's squares of a slot that are new in a layer; on the way back, the steps that lead
  /// on.
  struct Entry: BitwiseCopyable {
    var slot: Int32
    var players: UInt64
  }

  /// The entries of all layers, and the first entry of each layer.
  private var entries = GrowingBuffer<Entry>(capacity: 64)
  private var layers = GrowingBuffer<Int>(capacity: 64)

  /// The player's squares in the last layer, and the number of states so far.
  private var reached: UInt64 = 0
  private var states = 0

  /// A part of a chase: the player's squares for which the zombies have made the same steps so far.
  struct Branch: BitwiseCopyable {
    var players: UInt64
    /// All zombies, and the zombies that will move later.
    var zombies: UInt64
    var later: UInt64
    /// The current zombie, and its remaining steps; 0 if there is none.
    var zombie = 0
    var steps = 0
  }

  /// The work list of a chase, and its results: sets of zombies with the player's squares.
  private var branches = GrowingBuffer<Branch>(capacity: 64)
  private var results = GrowingBuffer<(key: UInt64, players: UInt64)>(capacity: 64)
  private var before = GrowingBuffer<(key: UInt64, players: UInt64)>(capacity: 64)

  /// The player's squares of a slot that are on a shortest winning path, and the index where their
  /// numbers begin.
  struct Found: BitwiseCopyable {
    var slot: Int32
    var players: UInt64
    var index: Int32
  }

  /// The findings in a layer, and the numbers of paths from the states of this layer, from those of
  /// the next layer, and from each square after a step.
  private var found = GrowingBuffer<Found>(capacity: 64)
  private var waysHere = GrowingBuffer<UInt64>(capacity: 64)
  private var waysNext = GrowingBuffer<UInt64>(capacity: 64)
  private var waysFrom = GrowingBuffer<UInt64>(capacity: 64)

  /// Prepares searches in rooms of one shape.
  package init(room: SmallRoom, rules: Rules) {
    self.room = room
    self.rules = rules
    chase = .shared(room, rules: rules)
    (regions, dangers) = (chase.regions, chase.danger)
    for _ in 0..<SmallRoom.limit { waysFrom.append(1) }
    for _ in 0...SmallRoom.limit { single.append(-1) }
  }

  /// Solves a level of this room.
  ///
  /// - Parameters:
  ///   - level: A level with the room of this search.
  ///   - stateLimit: The maximum number of states to visit.
  /// - Complexity: O(states · zombies) time, and at most
  ///   ``Solver/bytesPerState(squares:movingZombies:)`` bytes per state.
  package mutating func solve(_ level: SmallLevel, stateLimit: Int) -> SolverResult {
    let limit = min(stateLimit, PackedStates.capacity)
    switch search(level, limit) {
    case .solvable:
      let shortestCount = findPaths()
      return SolverResult(
        verdict: .solvable,
        solution: Solution(moves: firstPath(from: level.start), shortestCount: shortestCount),
        states: states)
    case .unsolvable: return SolverResult(verdict: .unsolvable, solution: nil, states: states)
    case .gaveUp: return SolverResult(verdict: .gaveUp, solution: nil, states: limit)
    }
  }

  /// Finds the layers, up to the layer from which a move wins.
  private mutating func search(_ level: SmallLevel, _ stateLimit: Int) -> Verdict {
    precondition(level.room.columns == room.columns && level.room.rows == room.rows)
    assert(level.isValid, "a valid level")
    begin(level)
    let start = bit(level.start)
    if danger(zombies) & start != 0 { return .unsolvable }
    visit(start & sight != 0 ? zombies : Self.dark, start, in: 0)
    let nearSignpost = neighbours(signpost)
    var first = 0
    while first < entries.count {
      if reached & nearSignpost != 0 { return .solvable }
      reached = 0
      let end = entries.count
      layers.append(end)
      for number in first..<end {
        let entry = entries[number]
        step(to: neighbours(entry.players) & free, Int(entry.slot))
        for index in 0..<results.count {
          visit(results[index].key, results[index].players, in: end)
        }
        // Same: how often it asks changes no answer.
        if number & 0xFFF == 0xFFF, SearchStop.isWanted { return .gaveUp }
        // The first state is exempt from the limit, because it has to be visited anyway.
        if states > max(stateLimit, 1) { return .gaveUp }
      }
      first = end
    }
    return .unsolvable
  }

  private mutating func begin(_ level: SmallLevel) {
    zombies = level.zombies.word
    signpost = bit(level.signpost)
    free = level.open.word & ~signpost
    sight = level.isLit ? ~0 : level.flashlightSight.word
    if isSingle {
      for slot in 0..<slots.count { single[Self.singleIndex(slots[slot].key)] = -1 }
    } else if numbers.slotCount > 1 << 12 {
      numbers = NumberTable(slotCount: 64)
    } else if slots.count > 0 {
      numbers.removeAll()
    }
    isSingle = level.zombies.count == 1
    slots.removeAll()
    entries.removeAll()
    layers.removeAll()
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

  /// The regions of a zombie: the player's squares for each of its steps, and for staying.
  @inline(__always)
  private func row(of zombie: Int, shut: UInt64) -> UnsafeMutablePointer<UInt64> {
    assert(zombie >= 0 && zombie < room.squareCount, "a zombie of the room")
    let free = Int(room.exits(zombie, avoiding: Bitboard(word: shut)).bits)
    return regions + (zombie &* 16 &+ free) &* ChaseTable.rowLength
  }

  /// The squares on which a zombie catches the player. The value for a square outside the room does
  /// not matter, because no zombie steps there.
  @inline(__always)
  private func danger(of zombie: Int) -> UInt64 { dangers[zombie & 63] }

  private static func hash(_ key: UInt64) -> UInt64 {
    var hash = key &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
    return hash >> 32
  }

  /// The index of a single zombie in ``single``.
  @inline(__always)
  private static func singleIndex(_ key: UInt64) -> Int {
    key == dark ? SmallRoom.limit : key.trailingZeroBitCount
  }

  /// The slot of a set of zombies; nil if the set is new.
  @inline(__always)
  private func slot(_ key: UInt64) -> Int? {
    if isSingle {
      let slot = Int(single[Self.singleIndex(key)])
      return slot < 0 ? nil : slot
    }
    return numbers.number(hash: Self.hash(key)) { slots[$0].key == key }
  }

  /// Adds squares of the player, with a set of zombies, to the layer whose first entry is given, if
  /// they are new.
  @inline(__always)
  private mutating func visit(_ key: UInt64, _ squares: UInt64, in layer: Int) {
    assert(squares & (signpost | ~free) == 0, "a player in an unfinished round")
    let number = slot(key) ?? newSlot(key)
    var slot = slots[number]
    let new = squares & ~slot.players
    if new == 0 { return }
    slot.players |= new
    reached |= new
    states &+= new.nonzeroBitCount
    if Int(slot.index) >= layer {
      let entry = entries[Int(slot.index)]
      entries[Int(slot.index)] = Entry(slot: entry.slot, players: entry.players | new)
    } else {
      slot.index = Int32(truncatingIfNeeded: entries.count)
      entries.append(Entry(slot: Int32(truncatingIfNeeded: number), players: new))
    }
    slots[number] = slot
  }

  private mutating func newSlot(_ key: UInt64) -> Int {
    let number = slots.count
    slots.append(Slot(key: key))
    if isSingle {
      single[Self.singleIndex(key)] = Int32(truncatingIfNeeded: number)
    } else if (number + 1) * 2 > numbers.slotCount {
      // The larger table is filled again.
      numbers = NumberTable(slotCount: numbers.slotCount * 2)
      for former in 0...number { numbers.insert(former, hashed: Self.hash(slots[former].key)) }
    } else {
      numbers.insert(number, hashed: Self.hash(key))
    }
    return number
  }

  /// Steps from a slot to any of the given squares; `results` receives the resulting states.
  private mutating func step(to targets: UInt64, _ slot: Int) {
    results.removeAll()
    let key = slots[slot].key
    if key != Self.dark {
      let alive = targets & ~danger(key)
      if alive == 0 { return }
      if rules.zombieSpeed == 1 { chaseOnce(key, alive) } else { chase(key, alive) }
      return
    }
    let alive = targets & ~danger(zombies)
    if alive & ~sight != 0 { results.append((key, alive & ~sight)) }
    if alive & sight != 0 { results.append((zombies, alive & sight)) }
  }

  /// Makes a chase of one step per zombie, for players on each of some squares.
  private mutating func chaseOnce(_ zombies: UInt64, _ players: UInt64) {
    if zombies == 0 { return results.append((zombies, players)) }
    step(zombies.trailingZeroBitCount, of: zombies, players)
    for zombie in Bitboard(word: zombies & (zombies &- 1)) {
      swap(&results, &before)
      results.removeAll()
      for index in 0..<before.count { step(zombie, of: before[index].key, before[index].players) }
    }
  }

  /// Makes one step of one zombie, for players on each of some squares.
  @inline(__always)
  private mutating func step(_ zombie: Int, of key: UInt64, _ players: UInt64) {
    let others = key & ~bit(zombie)
    let row = row(of: zombie, shut: ~free | others)
    // The direction of the zombie is unpredictable, so this avoids branches.
    results.reserve(5)
    for direction in 0..<4 {
      let target = zombie &+ chase.steps[direction]
      let alive = players & row[direction] & ~danger(of: target)
      results.keep((others | bit(target), alive), if: alive != 0)
    }
    let staying = players & row[ChaseTable.stay] & ~danger(of: zombie)
    results.keep((key, staying), if: staying != 0)
  }

  /// Makes a chase at any speed, for players on each of some squares.
  private mutating func chase(_ zombies: UInt64, _ players: UInt64) {
    branches.append(Branch(players: players, zombies: zombies, later: zombies))
    while branches.count > 0 {
      var branch = branches.removeLast()
      if branch.steps == 0 {
        if branch.later == 0 {
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

  /// Makes one step of one zombie.
  @inline(__always)
  private mutating func chase(_ branch: Branch) {
    let others = branch.zombies & ~bit(branch.zombie)
    let row = row(of: branch.zombie, shut: ~free | others)
    var next = branch
    next.steps = branch.steps - 1
    for direction in 0..<4 {
      next.players = branch.players & row[direction]
      if next.players == 0 { continue }
      next.zombie = branch.zombie &+ chase.steps[direction]
      next.zombies = others | bit(next.zombie)
      append(next)
    }
    let staying = branch.players & row[ChaseTable.stay]
    if staying == 0 { return }
    // A zombie that stays is done.
    next = branch
    next.steps = 0
    next.players = staying
    append(next)
  }

  @inline(__always)
  private mutating func append(_ branch: Branch) {
    var next = branch
    // A zombie that is done catches any player nearby.
    if next.steps == 0 { next.players &= ~danger(of: next.zombie) }
    if next.players != 0 { branches.append(next) }
  }

  /// Goes back through the layers. Leaves in each entry the steps that lead on, and returns the
  /// number of shortest winning paths.
  private mutating func findPaths() -> UInt64 {
    for slot in 0..<slots.count { slots[slot] = Slot(key: slots[slot].key) }
    waysHere.removeAll()
    // The squares from which exactly the remaining number of moves can lead to the signpost,
    // ignoring zombies.
    var ahead = signpost
    var end = entries.count
    for depth in (0..<layers.count).reversed() {
      let near = neighbours(ahead) & free
      for index in layers[depth]..<end {
        let entry = entries[index]
        let players = entry.players & near
        let targets = players == 0 ? 0 : steps(players, Int(entry.slot), ahead)
        entries[index] = Entry(slot: entry.slot, players: targets)
        let winners = players & neighbours(targets)
        if winners != 0 { count(winners, targets, entry.slot) }
      }
      // The previous contents of these slots belong to a layer that is now out of reach.
      for index in 0..<found.count {
        let (slot, key) = (Int(found[index].slot), slots[Int(found[index].slot)].key)
        slots[slot] = Slot(key: key, players: found[index].players, index: found[index].index)
      }
      found.removeAll()
      swap(&waysHere, &waysNext)
      waysHere.removeAll()
      (ahead, end) = (near, layers[depth])
    }
    return waysNext[0]
  }

  /// The steps from a slot to the signpost or to a state on a shortest winning path; `waysFrom`
  /// receives the number of such paths from each of them.
  @inline(__always)
  private mutating func steps(_ players: UInt64, _ slot: Int, _ ahead: UInt64) -> UInt64 {
    if ahead == signpost {
      waysFrom[signpost.trailingZeroBitCount] = 1
      return signpost
    }
    step(to: neighbours(players) & ahead, slot)
    var targets: UInt64 = 0
    for index in 0..<results.count {
      guard let number = self.slot(results[index].key) else { continue }
      let slot = slots[number]
      let winning = results[index].players & slot.players
      targets |= winning
      for target in Bitboard(word: winning) {
        let rank = (slot.players & (bit(target) &- 1)).nonzeroBitCount
        waysFrom[target] = waysNext[Int(slot.index) + rank]
      }
    }
    return targets
  }

  /// Counts the paths from some players of a slot by steps to some squares.
  @inline(__always)
  private mutating func count(_ players: UInt64, _ targets: UInt64, _ slot: Int32) {
    let index = Int32(truncatingIfNeeded: waysHere.count)
    found.append(Found(slot: slot, players: players, index: index))
    for player in Bitboard(word: players) {
      var ways: UInt64 = 0
      for target in Bitboard(word: neighbours(bit(player)) & targets) {
        ways = ways.addingSaturating(waysFrom[target])
      }
      waysHere.append(ways)
    }
  }

  /// Follows, from the start, the first step in each state that leads on.
  private mutating func firstPath(from start: Int) -> [Direction] {
    var moves: [Direction] = []
    moves.reserveCapacity(layers.count)
    var (player, index) = (Bitboard(square: start), 0)
    for depth in 0..<layers.count {
      let entry = entries[index]
      let targets = Bitboard(word: entry.players)
      let move: Direction =
        room.moved(player, .up).intersects(targets)
        ? .up
        : room.moved(player, .down).intersects(targets)
          ? .down : room.moved(player, .left).intersects(targets) ? .left : .right
      moves.append(move)
      player = room.moved(player, move)
      if depth == layers.count - 1 { break }
      step(to: player.word, Int(entry.slot))
      guard results.count > 0, let slot = slot(results[0].key) else { break }
      index = layers[depth + 1]
      while entries[index].slot != Int32(truncatingIfNeeded: slot) { index += 1 }
    }
    assert(player.word == signpost && moves.count == layers.count, "a path to the signpost")
    return moves
  }
}
