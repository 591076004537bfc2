import ZombiesCore

/// Searches levels of at most 64 squares of one shape, lit or dark, breadth first. All squares of
/// the player for one set of zombies form one word, which moves as a whole: first the player's
/// squares by shifts, then each zombie in turn splits them into the regions for which it takes the
/// same step (`ChaseTable`).
///
/// A layer is a list of *frontiers*: a set of zombies, and the player's squares that are new at this
/// distance. To decide a level, that is all. To solve it, a second pass goes backwards through the
/// layers. Each frontier records the steps that lead to a state on a shortest winning path in the next
/// layer, and the number of such paths from each of its states. *The* solution takes the first such
/// step in each state. The results are the same as those of `StateSearch`.
///
/// The memory is kept between levels. (The elements of its buffers are not private: the compiler
/// fails on that in debug builds of a noncopyable type.)
struct LitSearch: ~Copyable {
  private let room: SmallRoom
  private let rules: Rules
  private let table: ChaseTable
  private let regions, danger: UnsafeMutablePointer<UInt64>

  // For the current level: the first squares of the zombies, the open squares without the signpost,
  // the signpost, and the squares on which a dark room becomes lit.
  private var zombies: UInt64 = 0
  private var free: UInt64 = 0
  private var signpost: UInt64 = 0
  private var sight: UInt64 = 0

  /// The player's squares visited with a set of zombies. The dark room has a slot of its own.
  struct Slot: BitwiseCopyable {
    /// The squares visited; on the way back, the squares on a shortest winning path.
    var players: UInt64 = 0
    /// The index of the last frontier; on the way back, the index of the first number of paths.
    var index = -1
  }

  /// The slot of the dark room, slots of one or two zombies by their squares, and the slots of more
  /// zombies, in the order of ``numbers``.
  private var slots = GrowingBuffer(repeating: Slot(), count: firstNumbered)
  private var numbers = NumberTable(slotCount: 64)

  /// The zombies of each number.
  private var numbered = GrowingBuffer<UInt64>(capacity: 64)
  private static let dark = 0
  private static let firstDirect = 1
  private static let firstNumbered = 1 + SmallRoom.limit * SmallRoom.limit

  /// The number of zombies, if there are one to three and each takes one step per chase; otherwise
  /// 0. One or two of them have slots by their squares.
  private var few = 0

  /// The player's squares of a slot that are new in a layer; on the way back, the steps that lead
  /// on.
  struct Frontier: BitwiseCopyable {
    var slot: Int32
    var players: UInt64
  }

  /// The frontiers of all layers, and the first frontier of each layer.
  private var frontiers = GrowingBuffer<Frontier>(capacity: 64)
  private var layers = GrowingBuffer<Int>(capacity: 64)

  /// The first frontier of the next layer, and the player's squares in it.
  private var (nextLayer, reached): (Int, UInt64) = (0, 0)

  /// The number of states in the first frontiers, which is counted when it is needed.
  private var (states, counted) = (0, 0)

  /// The number of sets of zombies visited in the last level: a measure of the work.
  private(set) var setCount = 0

  /// The number of sets of zombies visited in all levels so far.
  var totalSetCount: Int { formerSets &+ setCount }
  private var formerSets = 0

  /// A part of a chase: the player's squares for which the zombies have made the same steps so far.
  struct Branch: BitwiseCopyable {
    var zombies: UInt64
    var players: UInt64
    /// The square of the zombie that steps next.
    var zombie: Int
  }

  /// The branches of a chase before and after the last step.
  private var before = GrowingBuffer<Branch>(capacity: 64)
  private var branches = GrowingBuffer<Branch>(capacity: 64)

  /// The player's squares of a slot that are on a shortest winning path, and the index where their
  /// numbers begin.
  struct Found: BitwiseCopyable {
    var slot: Int32
    var players: UInt64
    var index: Int
  }

  /// The findings in a layer, and the numbers of paths from the states of this layer, from those of
  /// the next layer, and from each square after a step.
  private var found = GrowingBuffer<Found>(capacity: 64)
  private var waysHere = GrowingBuffer<UInt64>(capacity: 64)
  private var waysNext = GrowingBuffer<UInt64>(capacity: 64)
  private var waysFrom = GrowingBuffer<UInt64>(capacity: 64)

  /// Prepares searches in rooms of one shape.
  init(room: SmallRoom, rules: Rules) {
    self.room = room
    self.rules = rules
    table = .shared(room, rules: rules)
    (regions, danger) = (table.regions, table.danger)
    for _ in 0..<SmallRoom.limit { waysFrom.append(1) }
  }

  // MARK: Questions

  /// Finds the verdict and par of a level of this room.
  ///
  /// - Parameter stateLimit: The maximum number of states to visit.
  /// - Complexity: O(states · zombies) time, and at most
  ///   ``Solver/bytesPerState(squares:movingZombies:)`` bytes per state.
  mutating func decide(_ level: SmallLevel, stateLimit: Int) -> (verdict: Verdict, par: Int?) {
    begin(level)
    let start = bit(level.start)
    if danger(zombies) & start != 0 { return (.unsolvable, nil) }
    visit(start & sight != 0 ? slot(zombies) : Self.dark, start)
    let verdict = search(stateLimit: min(stateLimit, PackedStates.capacity))
    return (verdict, verdict == .solvable ? layers.count : nil)
  }

  /// Solves a level of this room, like ``decide(_:stateLimit:)``.
  mutating func solve(_ level: SmallLevel, stateLimit: Int) -> SolverResult {
    switch decide(level, stateLimit: stateLimit).verdict {
    case .solvable:
      let states = countStates()
      let shortestCount = findPaths()
      return SolverResult(
        verdict: .solvable,
        solution: Solution(moves: firstPath(from: level.start), shortestCount: shortestCount),
        states: states)
    case .unsolvable:
      return SolverResult(verdict: .unsolvable, solution: nil, states: countStates())
    case .gaveUp:
      let limit = min(stateLimit, PackedStates.capacity)
      return SolverResult(verdict: .gaveUp, solution: nil, states: limit)
    }
  }

  /// Whether a player on any of some squares can win in the light; the zombies have not moved yet.
  mutating func isSolvable(_ level: SmallLevel, players: Bitboard) -> Bool {
    begin(level)
    visit(slot(zombies), players.word)
    return search(stateLimit: .max) == .solvable
  }

  // MARK: Forwards

  private mutating func begin(_ level: SmallLevel) {
    precondition(level.room.columns == room.columns && level.room.rows == room.rows)
    assert(level.isValid, "a valid level")
    zombies = level.zombies.word
    signpost = bit(level.signpost)
    free = level.open.word & ~signpost
    sight = level.isLit ? ~0 : level.flashlightSight.word
    for index in 0..<frontiers.count { slots[Int(frontiers[index].slot)] = Slot() }
    if numbers.slotCount > 1 << 16 {
      numbers = NumberTable(slotCount: 64)
    } else {
      let zombies = numbered.memory
      numbers.removeAll(numbered.count) { Self.hash(zombies[$0]) }
    }
    numbered.removeAll()
    slots.removeAll(keeping: Self.firstNumbered)
    frontiers.removeAll()
    layers.removeAll()
    let count = level.zombies.count
    // Same: the loop for any zombies finds the same.
    few = count <= 3 && rules.zombieSpeed == 1 ? count : 0
    formerSets &+= setCount
    (setCount, states, counted, nextLayer, reached) = (0, 0, 0, 0, 0)
  }

  /// Finds the layers, up to the layer from which a move wins.
  private mutating func search(stateLimit: Int) -> Verdict {
    // The first state is exempt from the limit, because it has to be visited anyway.
    let (nearSignpost, limit) = (neighbours(signpost), max(stateLimit, 1))
    let (split, danger, dangerInTheDark) = (split, danger, danger(zombies))
    var first = 0
    while first < frontiers.count {
      layers.append(first)
      let end = frontiers.count
      if end > limit / SmallRoom.limit, countStates() > limit { return .gaveUp }
      if reached & nearSignpost != 0 { return .solvable }
      (nextLayer, reached) = (end, 0)
      for number in first..<end {
        let frontier = frontiers[number]
        let targets = neighbours(frontier.players) & free
        // Without lists of branches, few zombies are faster.
        switch Int(frontier.slot) == Self.dark ? -1 : few {
        case -1:
          let alive = targets & ~dangerInTheDark
          if alive & ~sight != 0 { visit(Self.dark, alive & ~sight) }
          if alive & sight != 0 { visit(slot(zombies), alive & sight) }
        case 1:
          let zombie = (Int(frontier.slot) &- Self.firstDirect) & 63
          let alive = targets & ~danger[zombie]
          if alive == 0 { break }
          split.step(zombie, alive, among: 0) { zombie, players in
            visit(Self.firstDirect &+ zombie &* 65, players)
          }
        case 2:
          let squares = Int(frontier.slot) &- Self.firstDirect
          let (one, two) = (squares &>> 6, squares & 63)
          let alive = targets & ~(danger[one] | danger[two])
          if alive == 0 { break }
          split.step(one, alive, among: bit(two)) { one, players in
            split.step(two, players, among: bit(one)) { two, players in
              let (low, high) = (min(one, two), max(one, two))
              visit(Self.firstDirect &+ (low &<< 6 | high), players)
            }
          }
        case 3:
          let zombies = numbered[Int(frontier.slot) &- Self.firstNumbered]
          let (one, three) = (zombies.trailingZeroBitCount, 63 &- zombies.leadingZeroBitCount)
          let two = (zombies ^ bit(one) ^ bit(three)).trailingZeroBitCount
          let alive = targets & ~(danger[one] | danger[two] | danger[three])
          if alive == 0 { break }
          split.step(one, alive, among: bit(two) | bit(three)) { one, players in
            split.step(two, players, among: bit(one) | bit(three)) { two, players in
              split.step(three, players, among: bit(one) | bit(two)) { three, players in
                visit(slot(bit(one) | bit(two) | bit(three)), players)
              }
            }
          }
        default:
          step(to: targets, Int(frontier.slot))
          for index in 0..<branches.count {
            let branch = branches[index]
            visit(slot(branch), branch.players)
          }
        }
        // Same: how often it asks changes no answer. Each frontier has at least one state.
        if number & 0xFF == 0xFF, frontiers.count > limit || SearchStop.isWanted { return .gaveUp }
      }
      first = end
    }
    return .unsolvable
  }

  /// The number of states in all frontiers.
  private mutating func countStates() -> Int {
    while counted < frontiers.count {
      states &+= frontiers[counted].players.nonzeroBitCount
      counted &+= 1
    }
    return states
  }

  @inline(__always)
  private func bit(_ square: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: square) }

  @inline(__always)
  private func neighbours(_ set: UInt64) -> UInt64 { room.neighbours(Bitboard(word: set)).word }

  @inline(__always)
  private func danger(_ zombies: UInt64) -> UInt64 {
    rules.danger(of: Bitboard(word: zombies), in: room).word
  }

  private static func hash(_ zombies: UInt64) -> UInt64 {
    var hash = zombies &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
    return hash >> 32
  }

  /// The slot of a set of zombies in the light, a new one if the set is new.
  @inline(__always)
  private mutating func slot(_ zombies: UInt64) -> Int {
    if few == 1 || few == 2 {
      let (first, last) = (zombies.trailingZeroBitCount, 63 &- zombies.leadingZeroBitCount)
      return Self.firstDirect &+ (first &<< 6 | last)
    }
    let known = numbers.number(hash: Self.hash(zombies)) {
      numbered[$0] == zombies
    }
    return Self.firstNumbered &+ (known ?? newNumber(zombies))
  }

  @inline(__always)
  private mutating func slot(_ branch: Branch) -> Int {
    branch.zombie == Self.inTheDark ? Self.dark : slot(branch.zombies)
  }

  private mutating func newNumber(_ zombies: UInt64) -> Int {
    slots.append(Slot())
    numbered.append(zombies)
    let all = numbered.memory
    numbers.insert(numbered.count - 1) { Self.hash(all[$0]) }
    return numbered.count - 1
  }

  /// The zombies of a slot.
  private func zombies(_ slot: Int) -> UInt64 {
    if slot == Self.dark { return zombies }
    let squares = slot - Self.firstDirect
    return slot < Self.firstNumbered
      ? bit(squares >> 6) | bit(squares & 63) : numbered[slot - Self.firstNumbered]
  }

  /// Adds squares of the player to a slot, if they are new.
  @inline(__always)
  private mutating func visit(_ number: Int, _ squares: UInt64) {
    assert(squares & (signpost | ~free) == 0, "a player in an unfinished round")
    let slot = slots[number]
    let new = squares & ~slot.players
    if new == 0 { return }
    reached |= new
    var index = slot.index
    if index >= nextLayer {
      let frontier = frontiers[index]
      frontiers[index] = Frontier(slot: frontier.slot, players: frontier.players | new)
    } else {
      index = frontiers.count
      frontiers.append(Frontier(slot: Int32(truncatingIfNeeded: number), players: new))
      setCount &+= slot.players == 0 && number != Self.dark ? 1 : 0
    }
    slots[number] = Slot(players: slot.players | new, index: index)
  }

  // MARK: The chase

  /// Steps from a slot to any of the given squares; ``branches`` receives the resulting states.
  @inline(__always)
  private mutating func step(to targets: UInt64, _ slot: Int) {
    branches.removeAll()
    let zombies = zombies(slot)
    let alive = targets & ~danger(zombies)
    if alive == 0 { return }
    if slot != Self.dark { return chase(zombies, alive) }
    if alive & ~sight != 0 {
      branches.append(
        Branch(zombies: zombies, players: alive & ~sight, zombie: Self.inTheDark))
    }
    if alive & sight != 0 {
      branches.append(Branch(zombies: zombies, players: alive & sight, zombie: 0))
    }
  }

  /// The mark of a branch in the dark.
  private static let inTheDark = -1

  /// Makes a chase, for players on each of some squares.
  private mutating func chase(_ zombies: UInt64, _ players: UInt64) {
    var later = zombies
    branches.append(
      Branch(zombies: zombies, players: players, zombie: later.trailingZeroBitCount))
    while later != 0 {
      later &= later &- 1
      // A zombie that has stayed stays again.
      for _ in 1..<rules.zombieSpeed { step(next: nil) }
      step(next: later.trailingZeroBitCount)
    }
  }

  /// Makes one step of one zombie in each branch.
  ///
  /// - Parameter next: The zombie that steps next; nil if it is the same one.
  @inline(__always)
  private mutating func step(next: Int?) {
    swap(&branches, &before)
    branches.removeAll()
    // A zombie that is done catches any player nearby.
    let catching: UInt64 = next == nil ? 0 : ~0
    let split = split
    for index in 0..<before.count {
      let branch = before[index]
      let others = branch.zombies & ~bit(branch.zombie)
      split.step(branch.zombie, branch.players, among: others, catching) { target, players in
        branches.append(
          Branch(zombies: others | bit(target), players: players, zombie: next ?? target))
      }
    }
  }

  /// Splits the players by the step that a zombie takes for them.
  private struct Split {
    let room: SmallRoom
    let free: UInt64
    let regions, danger: UnsafeMutablePointer<UInt64>
    let targets: ChaseTargets

    /// Moves a zombie by one step. For each square that it reaches, calls the closure with this
    /// square and the players that it does not catch from there.
    ///
    /// A few players fall into few regions, so regions with a player are handled one by one.
    ///
    /// - Parameters:
    ///   - others: The squares of the other zombies.
    ///   - catching: All squares, or none if the zombie steps on before it catches a player.
    @inline(__always)
    func step(
      _ zombie: Int, _ players: UInt64, among others: UInt64, _ catching: UInt64 = ~0,
      _ body: (Int, UInt64) -> Void
    ) {
      assert(zombie >= 0 && zombie < room.squareCount, "a zombie of the room")
      assert(players != 0, "a player to chase")
      let free = free & ~(others | 1 &<< UInt64(truncatingIfNeeded: zombie))
      let exits = Int(room.exits(zombie, avoiding: Bitboard(word: ~free)).bits)
      let row = regions + (zombie &* 16 &+ exits) &* ChaseTable.rowLength
      var rest = players
      repeat {
        let (target, direction) = targets.choice(
          zombie, toward: rest.trailingZeroBitCount, free: free)
        let alive = rest & row[direction] & ~(danger[target] & catching)
        rest &= ~row[direction]
        if alive != 0 { body(target, alive) }
      } while rest != 0
    }
  }

  @inline(__always)
  private var split: Split {
    Split(room: room, free: free, regions: regions, danger: danger, targets: table.targets)
  }

  // MARK: Backwards

  /// Goes back through the layers. Leaves in each frontier the steps that lead on, and returns the
  /// number of shortest winning paths.
  private mutating func findPaths() -> UInt64 {
    for index in 0..<frontiers.count { slots[Int(frontiers[index].slot)] = Slot() }
    waysHere.removeAll()
    // The squares from which exactly the remaining number of moves can lead to the signpost,
    // ignoring zombies.
    var ahead = signpost
    var end = frontiers.count
    for depth in (0..<layers.count).reversed() {
      let near = neighbours(ahead) & free
      for index in layers[depth]..<end {
        let frontier = frontiers[index]
        let players = frontier.players & near
        let targets = players == 0 ? 0 : steps(players, Int(frontier.slot), ahead)
        frontiers[index] = Frontier(slot: frontier.slot, players: targets)
        let winners = players & neighbours(targets)
        if winners != 0 { count(winners, targets, frontier.slot) }
      }
      // The previous contents of these slots belong to a layer that is now out of reach.
      for index in 0..<found.count {
        let found = found[index]
        slots[Int(found.slot)] = Slot(players: found.players, index: found.index)
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
    for index in 0..<branches.count {
      let slot = slots[self.slot(branches[index])]
      let winning = branches[index].players & slot.players
      targets |= winning
      for target in Bitboard(word: winning) {
        let rank = (slot.players & (bit(target) &- 1)).nonzeroBitCount
        waysFrom[target] = waysNext[slot.index + rank]
      }
    }
    return targets
  }

  /// Counts the paths from some players of a slot by steps to some squares.
  @inline(__always)
  private mutating func count(_ players: UInt64, _ targets: UInt64, _ slot: Int32) {
    let index = waysHere.count
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
      let frontier = frontiers[index]
      let targets = Bitboard(word: frontier.players)
      let move: Direction =
        room.moved(player, .up).intersects(targets)
        ? .up
        : room.moved(player, .down).intersects(targets)
          ? .down : room.moved(player, .left).intersects(targets) ? .left : .right
      moves.append(move)
      player = room.moved(player, move)
      if depth == layers.count - 1 { break }
      step(to: player.word, Int(frontier.slot))
      let slot = slot(branches[0])
      index = layers[depth + 1]
      while frontiers[index].slot != Int32(truncatingIfNeeded: slot) { index += 1 }
    }
    assert(player.word == signpost && moves.count == layers.count, "a path to the signpost")
    return moves
  }
}
