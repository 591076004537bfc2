import ZombiesCore

/// A breadth-first search over (player, lit, zombies) states in a room of any size, which keeps the
/// path.
///
/// The queue is in the order U < D < L < R. Within a layer, states are in the order of the first
/// path to them, so the first path found is *the* solution.
package struct StateSearch {
  private let level: Level
  private let rules: Rules
  private let stateLimit: Int
  private var states: PackedStates

  /// For each complete layer, the number of states up to its end.
  private var layerEnds: [Int] = []
  private var parents: [UInt32] = [0]
  private var arrivals: [UInt8] = [0]
  private var ways: [UInt64] = [1]

  package init(_ level: Level, rules: Rules, stateLimit: Int) {
    self.level = level
    self.rules = rules
    self.stateLimit = min(stateLimit, PackedStates.capacity)
    states = PackedStates(level, rules: rules)
  }

  private var count: Int { states.count }

  /// Solves the level.
  ///
  /// - Complexity: O(states · zombies) time, and ``Solver/bytesPerState(squares:movingZombies:)``
  ///   bytes per state.
  package consuming func solve() -> SolverResult { search() }

  /// Solves the level, and returns all states that ``SolverResult/states`` counts, unless the
  /// search gave up.
  consuming func solveKeepingStates() -> (solved: SolverResult, states: StateLayers) {
    let solved = search()
    var layers = StateLayers(level)
    if solved.verdict == .gaveUp { return (solved, layers) }
    var first = 0
    for end in layerEnds {
      let layer = (first..<end).map(states.words).sorted { $0.lexicographicallyPrecedes($1) }
      for key in layer { layers.append(key) }
      layers.endLayer()
      first = end
    }
    return (solved, layers)
  }

  private mutating func search() -> SolverResult {
    if Round(level, rules: rules).outcome == .caught {
      return SolverResult(verdict: .unsolvable, solution: nil, states: 0)
    }
    var (head, layerEnd) = (0, 1)
    var winningPaths: UInt64 = 0
    var winner: (state: Int, move: Direction)?
    var isFull = false
    while head < count {
      if head & 0x3FF == 0x3FF, SearchStop.isWanted { break }
      let player = states.player(head)
      for direction in Direction.allCases {
        switch states.result(of: direction, at: player, in: head) {
        case .illegal, .caught: continue
        case .won:
          winningPaths = winningPaths.addingSaturating(ways[head])
          if winner == nil { winner = (head, direction) }
        // Only states in the next layer count: earlier states were reached sooner.
        case .known(let known) where known >= layerEnd:
          ways[known] = ways[known].addingSaturating(ways[head])
        case .known: continue
        // Beyond the limit, only a win in this layer matters.
        case .new where isFull || winner != nil: continue
        case .new where count >= stateLimit: isFull = true
        case .new:
          states.insert()
          parents.append(UInt32(head))
          arrivals.append(direction.rawValue)
          ways.append(ways[head])
        }
      }
      head += 1
      guard head == layerEnd else { continue }
      layerEnds.append(layerEnd)
      if let winner {
        let solution = Solution(moves: path(to: winner), shortestCount: winningPaths)
        assert(solution.par == layerEnds.count, "one move per layer")
        assert(solution.par >= level.start.distance(to: level.signpost), "no path is shorter")
        return SolverResult(verdict: .solvable, solution: solution, states: layerEnd)
      }
      if isFull { break }
      layerEnd = count
      if head == layerEnd {
        return SolverResult(verdict: .unsolvable, solution: nil, states: count)
      }
    }
    return SolverResult(verdict: .gaveUp, solution: nil, states: stateLimit)
  }

  /// Finds out whether the level is solvable, but not its par.
  ///
  /// The next state to visit is the one whose player has the shortest path to the signpost if
  /// zombies are ignored. If there is a winning path, this usually finds one among few states;
  /// otherwise it visits as many states as ``solve()``. Two proofs need no states: the signpost is
  /// walled off, or a zombie is in a passage that is too narrow to pass it.
  ///
  /// - Returns: The verdict, and the number of states visited.
  package consuming func verdict() -> (verdict: Verdict, states: Int) {
    let distances = Self.distances(
      to: level.signpost, blocks: SquareSet(level.size, level.blocks))
    func distance(_ square: Square) -> Int { Int(distances[level.size.index(of: square)]) }
    guard distance(level.start) >= 0, !level.hasShutPassage(rules),
      Round(level, rules: rules).outcome != .caught
    else { return (.unsolvable, 0) }
    // For each distance, the latest state found; for each state, the one found before it at the
    // same distance.
    var last = [UInt32](repeating: .max, count: Int(distances.max() ?? 0) + 1)
    var before: [UInt32] = [.max]
    var nearest = distance(level.start)
    last[nearest] = 0
    var visited = 0
    while nearest < last.count {
      visited += 1
      if visited & 0x3FF == 0, SearchStop.isWanted { return (.gaveUp, count) }
      guard last[nearest] != .max else {
        nearest += 1
        continue
      }
      let state = Int(last[nearest])
      last[nearest] = before[state]
      let player = states.player(state)
      for direction in Direction.allCases {
        switch states.result(of: direction, at: player, in: state) {
        case .illegal, .caught, .known: continue
        case .won: return (.solvable, count)
        case .new where count >= stateLimit: return (.gaveUp, count)
        case .new:
          let reached = distance(states.nextPlayer)
          before.append(last[reached])
          last[reached] = UInt32(count)
          states.insert()
          nearest = min(nearest, reached)
        }
      }
    }
    return (.unsolvable, count)
  }

  /// The length of a shortest path to a square around the blocks, for each square in reading order;
  /// −1 if there is none.
  private static func distances(to target: Square, blocks: SquareSet) -> [Int32] {
    let size = blocks.size
    var distances = [Int32](repeating: -1, count: size.squareCount)
    // Same: only the order of the distances matters.
    distances[size.index(of: target)] = 0
    var queue = [target]
    var head = 0
    while head < queue.count {
      let here = queue[head]
      head += 1
      for direction in Direction.allCases {
        guard let next = size.exit(from: here, direction), !blocks.contains(next),
          distances[size.index(of: next)] < 0
        else { continue }
        // Same: only their order matters.
        distances[size.index(of: next)] = distances[size.index(of: here)] + 1
        queue.append(next)
      }
    }
    return distances
  }

  private func path(to winner: (state: Int, move: Direction)) -> [Direction] {
    var moves = [winner.move]
    var state = winner.state
    while state != 0 {
      if let move = Direction(rawValue: arrivals[state]) { moves.append(move) }
      state = Int(parents[state])
    }
    return moves.reversed()
  }
}
