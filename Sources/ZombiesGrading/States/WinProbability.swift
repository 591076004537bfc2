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

  #if !hasFeature(Embedded)
    /// The probabilities that the policy `random`, as in ``winProbability(moveLimit:hopes:)``, and a
    /// player who errs win a round with a limit on moves. The player who errs makes, with probability
    /// 9/10, the first move in the order U < D < L < R that begins a shortest path to a win, otherwise
    /// any legal move. If the round can no longer be won, this does not matter.
    ///
    /// The second probability is exact to within 2⁻³², the first one to the last bit.
    ///
    /// - Parameters:
    ///   - moveLimit: The maximum number of moves.
    ///   - hopes: The graph's ``hopes``.
    ///   - distances: The graph's ``movesToWin``.
    /// - Complexity: O(states · moves).
    func winProbabilities(
      moveLimit: Int, hopes: [UInt8], distances: [Int32]
    ) -> (random: Double, erring: Double) {
      guard count > 0, hopes[Self.offset] != 0 else { return (0, 0) }
      return successors.withUnsafeBufferPointer { successors in
        hopes.withUnsafeBufferPointer { hopes in
          distances.withUnsafeBufferPointer { distances in
            WinChances(layers, successors, hopes)
              .values(moveLimit: moveLimit, successors, distances)
          }
        }
      }
    }
  #endif
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

  /// For each result of a move, the state's number here.
  private let places: UnsafeMutablePointer<Int32>

  /// The number of states.
  private let count: Int

  /// The initial state of the round.
  private let first: Int

  init(
    _ layers: [Int], _ successors: UnsafeBufferPointer<Int32>,
    _ hopes: UnsafeBufferPointer<UInt8>
  ) {
    let offset = StateGraph.offset
    count = successors.count / 4
    starts = .allocate(capacity: Self.groups + 1)
    starts.initialize(repeating: 0, count: Self.groups + 1)
    targets = .allocate(capacity: 4 * count)
    targets.initialize(repeating: 0, count: 4 * count)
    shares = .allocate(capacity: 3 * count + 1)
    (values, former) = (shares + count, shares + 2 * count + 1)
    // First the group of each state, then its number.
    places = .allocate(capacity: count + offset)
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
    places.deallocate()
    targets.deallocate()
    shares.deallocate()
  }

  /// The chance at the start with a limit on moves, given the chances with a smaller limit.
  ///
  /// Once a sweep changes nothing, no later sweep does.
  func value(moveLimit: Int, after known: Int = 0) -> Double {
    for left in stride(from: known + 1, through: moveLimit, by: 1) {
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

  #if !hasFeature(Embedded)
    /// What the two sweeps of both players need.
    private struct Both {
      /// The chances of `random` and of the player who errs, for each state and for a win.
      let chances: UnsafeMutablePointer<Double>
      /// For each state, the weights of the sum of its targets.
      let weights: UnsafeMutablePointer<SIMD2<Double>>
      /// For each state, the places of its targets in ``chances``.
      let targets: UnsafeMutablePointer<Int32>
      /// For each state, the place of the target of the move that the player who errs should make.
      let best: UnsafeMutablePointer<Int32>

      init(_ count: Int) {
        chances = .allocate(capacity: 2 * count + 2)
        weights = .allocate(capacity: count)
        targets = .allocate(capacity: 5 * count)
        best = targets + 4 * count
        chances.initialize(repeating: 0, count: 2 * count)
        (chances + 2 * count).initialize(repeating: 1, count: 2)
      }

      func deallocate() {
        chances.deallocate()
        weights.deallocate()
        targets.deallocate()
      }

      /// The chances of both at a place.
      @inline(__always)
      subscript(place: Int32) -> SIMD2<Double> {
        UnsafeMutableRawPointer(chances + Int(place)).load(as: SIMD2<Double>.self)
      }

      /// Updates the chances of a state, given the sum of those of its targets.
      @inline(__always)
      func update(_ state: Int, _ sum: SIMD2<Double>) {
        let value = sum * weights[state] + self[best[state]] * SIMD2(0, 0.9)
        UnsafeMutableRawPointer(chances + 2 &* state).storeBytes(of: value, as: SIMD2<Double>.self)
      }
    }

    /// The chances at the start of the policy `random` and of a player who errs.
    ///
    /// - Parameters:
    ///   - moveLimit: The maximum number of moves.
    ///   - successors: The results of the moves from each state.
    ///   - distances: The fewest moves to a win from each state; -1 if there is none.
    func values(
      moveLimit: Int, _ successors: UnsafeBufferPointer<Int32>,
      _ distances: UnsafeBufferPointer<Int32>
    ) -> (random: Double, erring: Double) {
      let both = Both(count)
      defer { both.deallocate() }
      for place in 0..<4 * count { (both.targets + place).initialize(to: 2 &* targets[place]) }
      for state in 0..<count {
        (both.weights + state).initialize(to: SIMD2(shares[state], shares[state] * 0.1))
        let distance = distances[state]
        if distance < 0 { continue }
        var place = 4 &* state
        if distance == 1 {
          while successors[place] != StateGraph.won { place &+= 1 }
        } else {
          while successors[place] < 0 || distances[Int(successors[place])] != distance &- 1 {
            place &+= 1
          }
        }
        (both.best + Int(places[state &+ StateGraph.offset])).initialize(
          to: 2 &* places[Int(successors[place]) &+ StateGraph.offset])
      }
      var left = 0
      while left < moveLimit {
        left += 1
        let half = (moveLimit &- left) & 1 &* (Self.groups / 2)
        guard left & 15 == 0 else {
          sweep(half, both)
          continue
        }
        // What a sweep adds to the chance of the player who errs is the probability that it takes so
        // many moves to win, whose maximum over all states falls with each move.
        let (start, end) = (starts[half], starts[half + Self.groups / 2])
        for state in start..<end { former[state - start] = both.chances[2 * state + 1] }
        sweep(half, both)
        var most = 0.0
        for state in start..<end {
          most = max(most, both.chances[2 * state + 1] - former[state - start])
        }
        if most * Double(moveLimit - left) < 0x1p-32 { break }
      }
      for state in 0..<count { values[state] = both.chances[2 * state] }
      return (value(moveLimit: moveLimit, after: left), both.chances[2 * first + 1])
    }

    /// Updates the states of a half for one more move of both players.
    @inline(__always)
    private func sweep(_ half: Int, _ both: Both) {
      for state in starts[half + 1]..<starts[half + 2] {
        both.update(state, both[both.targets[4 &* state]])
      }
      for state in starts[half + 2]..<starts[half + 3] {
        let row = both.targets + 4 &* state
        both.update(state, both[row[0]] + both[row[1]])
      }
      for state in starts[half + 3]..<starts[half + 4] {
        let row = both.targets + 4 &* state
        both.update(state, both[row[0]] + both[row[1]] + both[row[2]])
      }
      for state in starts[half + 4]..<starts[half + 5] {
        let row = both.targets + 4 &* state
        both.update(state, both[row[0]] + both[row[1]] + both[row[2]] + both[row[3]])
      }
    }
  #endif
}
