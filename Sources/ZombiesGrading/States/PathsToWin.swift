import ZombiesCore
import ZombiesSolver

extension StateGraph {
  /// The length of a shortest path from the start to a win; nil if there is no such path.
  var par: Int? {
    successors.withUnsafeBufferPointer { successors in
      successors.firstIndex(of: Self.won).flatMap { place in
        layers.firstIndex { $0 > place / 4 }
      }
    }
  }

  /// The number of shortest paths to a win from each state that is reached in fewer moves than par.
  ///
  /// - Parameter add: The sum of two counts, which decides what happens if there are too many.
  @inline(__always)
  func pathsToWin<Count>(
    _ par: Int, zero: Count, one: Count, _ add: (Count, Count) -> Count
  ) -> [Count] {
    // The states of the next layer are not on a shortest path.
    var ways = [Count](repeating: zero, count: layers[min(par + 1, layers.count - 1)])
    ways.withUnsafeMutableBufferPointer { ways in
      successors.withUnsafeBufferPointer { successors in
        for state in layers[par - 1]..<layers[par] {
          for place in 4 * state..<4 * state + 4 where successors[place] == Self.won {
            ways[state] = add(ways[state], one)
          }
        }
        for depth in (0..<par - 1).reversed() {
          let next = layers[depth + 1]
          for state in layers[depth]..<next {
            var count = zero
            for place in 4 * state..<4 * state + 4 where successors[place] >= next {
              count = add(count, ways[Int(successors[place])])
            }
            ways[state] = count
          }
        }
      }
    }
    return ways
  }
}
