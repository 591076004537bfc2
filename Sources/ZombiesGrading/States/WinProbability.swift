extension StateGraph {
  /// The probability that the policy `random` wins a round with a limit on moves. It equals
  /// `RandomChain.Values.won` bit for bit, but is faster because it omits the other results.
  ///
  /// - Parameters:
  ///   - moveLimit: The maximum number of moves.
  ///   - hopes: The graph's ``hopes``.
  /// - Complexity: O(states · moves).
  func winProbability(moveLimit: Int, hopes: [UInt8]) -> Double {
    guard count > 0, hopes[Self.offset] != 0 else { return 0 }
    return successors.withUnsafeBufferPointer { successors in
      hopes.withUnsafeBufferPointer { hopes in
        WinChances(layers, successors, hopes).value(moveLimit: moveLimit)
      }
    }
  }
}

/// The chances of the policy `random` in all states.
///
/// As in `RandomChain.limited`, only the states of every other layer matter with a given number of
/// moves left. Each of these halves is sorted by the number of moves that may win. A loop over states
/// with the same number then adds up only the results of those moves, because the others would add 0.
private struct WinChances: ~Copyable {
  /// The first state of each half with no, one, two, three and four moves that may win; and the end.
  private let starts: UnsafeMutablePointer<Int>
  private static let groups = 10

  /// The states that these moves lead to, with a win as the last state. The targets of a state begin at
  /// four times its number.
  private let targets: UnsafeMutablePointer<Int32>

  /// For each state: one divided by the number of legal moves; the chance, followed by 1 for a win; and
  /// the chances of a half before a sweep.
  private let shares: UnsafeMutablePointer<Double>
  private let values: UnsafeMutablePointer<Double>
  private let former: UnsafeMutablePointer<Double>

  /// The initial state of the round.
  private let first: Int

  init(
    _ layers: [Int], _ successors: UnsafeBufferPointer<Int32>,
    _ hopes: UnsafeBufferPointer<UInt8>
  ) {
    let (count, offset) = (successors.count / 4, StateGraph.offset)
    starts = .allocate(capacity: Self.groups + 1)
    starts.initialize(repeating: 0, count: Self.groups + 1)
    targets = .allocate(capacity: 4 * count)
    shares = .allocate(capacity: 3 * count + 1)
    (values, former) = (shares + count, shares + 2 * count + 1)
    // For each result of a move: first the group of the state, then its number here.
    let places = UnsafeMutablePointer<Int32>.allocate(capacity: count + offset)
    defer { places.deallocate() }
    for layer in 0..<layers.count - 1 {
      for state in layers[layer]..<layers[layer + 1] {
        var group = (layer & 1) &* (Self.groups / 2)
        for place in 4 &* state..<4 &* state &+ 4 {
          group &+= Int(hopes[Int(successors[place]) &+ offset])
        }
        (places + state + offset).initialize(to: Int32(truncatingIfNeeded: group))
        starts[group + 1] &+= 1
      }
    }
    for group in 1..<Self.groups { starts[group + 1] &+= starts[group] }
    for state in offset..<count + offset {
      let group = Int(places[state])
      places[state] = Int32(truncatingIfNeeded: starts[group])
      starts[group] &+= 1
    }
    for group in (1...Self.groups).reversed() { starts[group] = starts[group - 1] }
    starts[0] = 0
    places.initialize(repeating: Int32(truncatingIfNeeded: count), count: offset)
    for state in 0..<count {
      let number = Int(places[state + offset])
      var (place, legal) = (4 &* number, 0)
      for move in 4 &* state..<4 &* state &+ 4 {
        let target = Int(successors[move])
        legal &+= target == StateGraph.illegal ? 0 : 1
        // A move that cannot win is overwritten by the next one.
        (targets + place).initialize(to: places[target &+ offset])
        place &+= Int(hopes[target &+ offset])
      }
      (shares + number).initialize(to: 1 / Double(legal))
    }
    values.initialize(repeating: 0, count: count)
    (values + count).initialize(to: 1)
    first = Int(places[offset])
  }

  deinit {
    starts.deallocate()
    targets.deallocate()
    shares.deallocate()
  }

  /// The chance at the start with a limit on moves.
  ///
  /// Once a sweep changes nothing, no later sweep does.
  func value(moveLimit: Int) -> Double {
    for left in stride(from: 1, through: moveLimit, by: 1) {
      let half = (moveLimit &- left) & 1 &* (Self.groups / 2)
      guard left & 15 == 0 else {
        sweep(half)
        continue
      }
      // A comparison costs as much as a sweep, so it is not done every time.
      let (start, count) = (starts[half], starts[half + Self.groups / 2] - starts[half])
      former.update(from: values + start, count: count)
      sweep(half)
      if (0..<count).allSatisfy({ former[$0] == values[start + $0] }) { break }
    }
    return values[first]
  }

  /// Updates the states of a half for one more move.
  @inline(__always)
  private func sweep(_ half: Int) {
    let (targets, shares, values) = (targets, shares, values)
    for state in starts[half + 1]..<starts[half + 2] {
      values[state] = values[Int(targets[4 &* state])] * shares[state]
    }
    for state in starts[half + 2]..<starts[half + 3] {
      let row = targets + 4 &* state
      values[state] = (values[Int(row[0])] + values[Int(row[1])]) * shares[state]
    }
    for state in starts[half + 3]..<starts[half + 4] {
      let row = targets + 4 &* state
      values[state] =
        (values[Int(row[0])] + values[Int(row[1])] + values[Int(row[2])]) * shares[state]
    }
    for state in starts[half + 4]..<starts[half + 5] {
      let row = targets + 4 &* state
      values[state] =
        (values[Int(row[0])] + values[Int(row[1])] + values[Int(row[2])] + values[Int(row[3])])
        * shares[state]
    }
  }
}
