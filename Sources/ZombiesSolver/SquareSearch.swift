import ZombiesCore

/// A breadth-first search over the squares of a dark room of any size, which keeps the path.
///
/// It is a plain queue in the order U < D < L < R. Within a layer, squares are in the order of the
/// first path to them, so the first path found is *the* solution. It takes 17 bytes per square.
struct SquareSearch {
  private let level: WideLevel
  private let safe: SquareSet

  init(_ level: WideLevel, rules: Rules) {
    self.level = level
    safe = level.safe(rules)
  }

  /// Solves the level. O(squares).
  func solve(stateLimit: Int) -> SolverResult {
    let (size, signpost) = (level.size, level.size.index(of: level.signpost))
    let start = size.index(of: level.start)
    guard safe.contains(level.start) else {
      return SolverResult(verdict: .unsolvable, solution: nil, states: 0)
    }
    var depth = [Int32](repeating: -1, count: size.squareCount)
    var ways = [UInt64](repeating: 0, count: size.squareCount)
    var arrival = [UInt8](repeating: 0, count: size.squareCount)
    var queue = [Int32(start)]
    (depth[start], ways[start]) = (0, 1)
    var (head, layerEnd, isFound) = (0, 1, false)
    while head < queue.count {
      let square = Int(queue[head])
      head += 1
      let here = size.square(at: square)
      for direction in Direction.allCases {
        guard let target = size.exit(from: here, direction), safe.contains(target) else { continue }
        let index = size.index(of: target)
        if depth[index] < 0 {
          depth[index] = depth[square] + 1
          arrival[index] = direction.rawValue
          if index == signpost { isFound = true } else { queue.append(Int32(index)) }
        }
        if depth[index] == depth[square] + 1 {
          ways[index] = ways[index].addingSaturating(ways[square])
        }
      }
      guard head == layerEnd else { continue }
      // The layer is complete; the rest of the queue is the next layer.
      if isFound {
        let moves = path(to: signpost, from: start, arrival)
        let solution = Solution(moves: moves, shortestCount: ways[signpost])
        return SolverResult(verdict: .solvable, solution: solution, states: layerEnd)
      }
      if queue.count > stateLimit {
        return SolverResult(verdict: .gaveUp, solution: nil, states: stateLimit)
      }
      layerEnd = queue.count
    }
    return SolverResult(verdict: .unsolvable, solution: nil, states: queue.count)
  }

  /// Goes back from the signpost along the moves by which each square was reached.
  private func path(to signpost: Int, from start: Int, _ arrival: [UInt8]) -> [Direction] {
    var moves: [Direction] = []
    var square = level.size.square(at: signpost)
    while level.size.index(of: square) != start {
      guard let move = Direction(rawValue: arrival[level.size.index(of: square)]) else { break }
      moves.append(move)
      square = square.stepped(move.opposite)
    }
    return moves.reversed()
  }
}
