import ZombiesCore
import ZombiesSolver

extension StateGraph {
  /// The offset from the result of a move to its index in a table of all results. The first three
  /// results are not states.
  static let offset = 3

  /// For each result of a move, 1 if the round is won or can still be won, otherwise 0. The first three
  /// entries are for an illegal move, being caught and a win.
  ///
  /// - Complexity: O(states · turns), where a turn is a change of direction, towards the start or away
  ///   from it, on a shortest path to a win.
  var hopes: [UInt8] {
    let count = count
    var hopes = [UInt8](repeating: 0, count: count + Self.offset)
    hopes[Int(Self.won) + Self.offset] = 1
    successors.withUnsafeBufferPointer { successors in
      hopes.withUnsafeMutableBufferPointer { hopes in
        /// Updates a state, and returns 1 if it changed.
        @inline(__always)
        func look(_ state: Int) -> UInt8 {
          let former = hopes[state &+ Self.offset]
          var hope = former
          for place in 4 &* state..<4 &* state &+ 4 {
            hope |= hopes[Int(successors[place]) &+ Self.offset]
          }
          hopes[state &+ Self.offset] = hope
          return hope ^ former
        }
        // Most paths lead away from the start, so the first sweep goes backwards.
        var changed: UInt8 = 0
        repeat {
          changed = 0
          var state = count
          while state > 0 {
            state &-= 1
            changed |= look(state)
          }
          if changed == 0 { break }
          changed = 0
          while state < count {
            changed |= look(state)
            state &+= 1
          }
        } while changed != 0
      }
    }
    return hopes
  }

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
