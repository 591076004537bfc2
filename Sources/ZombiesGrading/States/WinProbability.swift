extension StateGraph {
  /// The probability that the policy `random` wins a round of at most so many moves: exactly
  /// `RandomChain.Values.won`, bit for bit, without the other results.
  ///
  /// Dead states are left out, as 0 is added to a sum in their place.
  ///
  /// - Parameters:
  ///   - moveLimit: The maximum number of moves.
  ///   - movesToWin: The graph's ``movesToWin``.
  /// - Complexity: O(states · moves).
  func winProbability(moveLimit: Int, movesToWin: [Int32]) -> Double {
    guard let first = movesToWin.first, first > 0 else { return 0 }
    // As in `RandomChain.limited`, with a given number of moves left only the states of every other
    // layer matter: these come first here, followed by the others, a win and all that is no win.
    var places = [Int32](repeating: 0, count: count)
    var ends = (0, 0)
    var number: Int32 = 0
    for colour in 0..<2 {
      for layer in stride(from: colour, to: layers.count - 1, by: 2) {
        for state in layers[layer]..<layers[layer + 1] where movesToWin[state] > 0 {
          places[state] = number
          number += 1
        }
      }
      if colour == 0 { ends.0 = Int(number) } else { ends.1 = Int(number) }
    }
    let (won, lost) = (number, number + 1)
    var rows = [(next: (Int32, Int32, Int32, Int32), share: Double)](
      repeating: ((lost, lost, lost, lost), 0), count: ends.1)
    for state in 0..<count where movesToWin[state] > 0 {
      var next = SIMD4(repeating: lost)
      var legal = 0
      for direction in 0..<4 {
        let target = successors[4 * state + direction]
        if target != Self.illegal { legal += 1 }
        if target == Self.won {
          next[direction] = won
        } else if target >= 0, movesToWin[Int(target)] > 0 {
          next[direction] = places[Int(target)]
        }
      }
      rows[Int(places[state])] = ((next[0], next[1], next[2], next[3]), 1 / Double(legal))
    }
    var values = [Double](repeating: 0, count: Int(lost) + 1)
    values[Int(won)] = 1
    values.withUnsafeMutableBufferPointer { values in
      rows.withUnsafeBufferPointer { rows in
        for left in stride(from: 1, through: moveLimit, by: 1) {
          let isFirst = (moveLimit - left) & 1 == 0
          for place in isFirst ? 0..<ends.0 : ends.0..<ends.1 {
            let (next, share) = rows[place]
            let sum =
              values[Int(next.0)] + values[Int(next.1)] + values[Int(next.2)]
              + values[Int(next.3)]
            values[place] = sum * share
          }
        }
      }
    }
    return values[0]
  }
}
