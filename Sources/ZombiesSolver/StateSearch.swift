/// Breadth-first search over (player, lit, zombies) states of a room of any size, with the way.
///
/// States are packed into words, one behind the other, and found again by a hash table of their
/// numbers. The queue is in the order U < D < L < R: within a layer, states stand in the order of
/// the first way to them, so that the first way found is *the* solution.
struct StateSearch {
  private let level: Level
  private let rules: Rules
  private let stateLimit: Int
  private let size: RoomSize
  private let blocks: SquareSet
  private let flashlights: SquareSet

  /// The words of a state: the player's square with the light, then the zombies in reading order,
  /// unless they never move.
  private let width: Int
  private var states: [UInt32] = []

  /// The number of states up to the end of each layer that is whole.
  private var layerEnds: [Int] = []
  private var parents: [UInt32] = []
  private var arrivals: [UInt8] = []
  private var ways: [UInt64] = []

  /// State numbers plus one by hash, 0 for empty; its length is a power of two.
  private var table = [UInt32](repeating: 0, count: 1024)

  private static let light: UInt32 = 1 << 31

  /// The largest number of states whose numbers fit the table.
  private static let capacity = Int(UInt32.max) - 1

  init(_ level: Level, rules: Rules, stateLimit: Int) {
    self.level = level
    self.rules = rules
    self.stateLimit = min(stateLimit, Self.capacity)
    size = level.size
    blocks = SquareSet(level.size, level.blocks)
    flashlights = SquareSet(level.size, level.flashlights)
    width = level.zombiesMayMove ? 1 + level.zombies.count : 1
  }

  private var count: Int { arrivals.count }

  /// Solves the level.
  ///
  /// - Complexity: O(states · zombies) time, ``Solver/bytesPerState(squares:movingZombies:)`` bytes a state.
  consuming func solve() -> Solved { search() }

  /// Solves the level, and gives all states that ``Solved/states`` counts, unless it gave up.
  consuming func solveKeepingStates() -> (solved: Solved, states: StateLayers) {
    let solved = search()
    var layers = StateLayers(level)
    if solved.verdict == .gaveUp { return (solved, layers) }
    var first = 0
    for end in layerEnds {
      let layer = (first..<end).map(words).sorted { $0.lexicographicallyPrecedes($1) }
      for key in layer { layers.append(key) }
      layers.endLayer()
      first = end
    }
    return (solved, layers)
  }

  /// The words of a state as ``StateLayers`` has them.
  private func words(_ state: Int) -> [UInt32] {
    let words = states[state * width..<(state + 1) * width]
    guard let player = words.first else { return [] }
    let light = player & Self.light
    var ordered = words.dropFirst() + [player & ~Self.light]
    ordered[ordered.startIndex] |= light
    return Array(ordered)
  }

  private mutating func search() -> Solved {
    let first = Round(level, rules: rules)
    if first.outcome == .caught { return Solved(verdict: .unsolvable, solution: nil, states: 0) }
    var zombies = first.zombies
    var state = [pack(level.start, isLit: first.isLit)]
    if width > 1 {
      state += level.zombies.map { UInt32(size.index(of: $0)) }
      zombies.removeAll()
    }
    insert(state, parent: 0, by: .up, ways: 1)

    var (head, layerEnd) = (0, 1)
    var winningWays: UInt64 = 0
    var winner: (state: Int, move: Direction)?
    var isFull = false
    while head < count {
      let here = size.square(at: Int(states[head * width] & ~Self.light))
      let isLit = states[head * width] & Self.light != 0
      for direction in Direction.allCases {
        guard let target = size.exit(from: here, direction), !blocks.contains(target) else {
          continue
        }
        if target == level.signpost {
          winningWays = winningWays.addingSaturating(ways[head])
          if winner == nil { winner = (head, direction) }
          continue
        }
        // Beyond the limit, only a win in this layer still matters.
        if isFull || winner != nil { continue }
        guard survive(head, target: target, wasLit: isLit, zombies: &zombies, into: &state) else {
          continue
        }
        if let known = find(state) {
          // Only the layer under way counts: an earlier state was reached sooner.
          if known >= layerEnd { ways[known] = ways[known].addingSaturating(ways[head]) }
        } else if count >= stateLimit {
          isFull = true
        } else {
          insert(state, parent: UInt32(head), by: direction, ways: ways[head])
        }
      }
      head += 1
      guard head == layerEnd else { continue }
      layerEnds.append(layerEnd)
      if let winner {
        let solution = Solution(moves: way(to: winner), shortestCount: winningWays)
        return Solved(verdict: .solvable, solution: solution, states: layerEnd)
      }
      if isFull { break }
      layerEnd = count
      if head == layerEnd { return Solved(verdict: .unsolvable, solution: nil, states: count) }
    }
    return Solved(verdict: .gaveUp, solution: nil, states: stateLimit)
  }

  private func pack(_ player: Square, isLit: Bool) -> UInt32 {
    UInt32(size.index(of: player)) | (isLit ? Self.light : 0)
  }

  /// Plays steps 3 to 5 of a move from state `head` to `target`; false when the player is caught.
  private func survive(
    _ head: Int, target: Square, wasLit: Bool, zombies: inout SquareSet, into state: inout [UInt32]
  ) -> Bool {
    for place in 1..<width {
      let square = states[head * width + place]
      state[place] = square
      zombies.insert(size.square(at: Int(square)))
    }
    defer { for place in 1..<width { zombies.remove(size.square(at: Int(state[place]))) } }
    if zombies.hasSquare(within: rules.catchingDistance, of: target) { return false }
    var isLit = wasLit
    if wasLit {
      for place in 1..<width {
        let zombie = rules.turn(
          of: size.square(at: Int(state[place])), among: &zombies, toward: target, in: level,
          blocks: blocks)
        state[place] = UInt32(size.index(of: zombie))
      }
      if zombies.hasSquare(within: rules.catchingDistance, of: target) { return false }
    } else {
      isLit = flashlights.hasSquare(within: 1, of: target)
    }
    state[0] = pack(target, isLit: isLit)
    // Zombies that pass one another change their order; a state has them in reading order.
    sortZombies(&state)
    return true
  }

  /// Sorts what is almost sorted.
  private func sortZombies(_ state: inout [UInt32]) {
    guard width > 2 else { return }
    for place in 2..<width {
      let zombie = state[place]
      var free = place
      while free > 1, state[free - 1] > zombie {
        state[free] = state[free - 1]
        free -= 1
      }
      state[free] = zombie
    }
  }

  private func hash(_ word: (Int) -> UInt32) -> Int {
    var hash: UInt64 = 0
    for place in 0..<width {
      hash = (hash ^ UInt64(word(place))) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return Int(truncatingIfNeeded: hash) & (table.count - 1)
  }

  /// The number of a state that is known.
  private func find(_ state: [UInt32]) -> Int? {
    var slot = hash { state[$0] }
    while table[slot] != 0 {
      let known = Int(table[slot]) - 1
      if (0..<width).allSatisfy({ states[known * width + $0] == state[$0] }) { return known }
      slot = (slot + 1) & (table.count - 1)
    }
    return nil
  }

  private mutating func insert(
    _ state: [UInt32], parent: UInt32, by move: Direction, ways count: UInt64
  ) {
    if (self.count + 1) * 2 > table.count { growTable() }
    enter(self.count, at: hash { state[$0] })
    states.append(contentsOf: state)
    parents.append(parent)
    arrivals.append(move.rawValue)
    ways.append(count)
  }

  private mutating func enter(_ number: Int, at first: Int) {
    var slot = first
    while table[slot] != 0 { slot = (slot + 1) & (table.count - 1) }
    table[slot] = UInt32(number + 1)
  }

  private mutating func growTable() {
    table = [UInt32](repeating: 0, count: table.count * 2)
    for number in 0..<count {
      let first = hash { states[number * width + $0] }
      enter(number, at: first)
    }
  }

  private func way(to winner: (state: Int, move: Direction)) -> [Direction] {
    var moves = [winner.move]
    var state = winner.state
    while state != 0 {
      if let move = Direction(rawValue: arrivals[state]) { moves.append(move) }
      state = Int(parents[state])
    }
    return moves.reversed()
  }
}
