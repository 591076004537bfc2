extension StateGraph {
  /// The probabilities that the policy `random` and a player who errs win a round with a limit on
  /// moves. The player who errs makes, with probability 9/10, the first move in the order U < D < L < R
  /// that begins a shortest path to a win, otherwise any legal move. If the round can no longer be won,
  /// this does not matter.
  ///
  /// The first probability equals `RandomChain.Values.won` bit for bit, but is found faster because the
  /// other results are omitted. The second one is exact to within 2⁻³².
  ///
  /// - Parameters:
  ///   - moveLimit: The maximum number of moves.
  ///   - movesToWin: The graph's ``movesToWin``.
  /// - Complexity: O(states · moves).
  func winProbabilities(
    moveLimit: Int, _ movesToWin: [Int32]
  ) -> (random: Double, erring: Double) {
    guard let first = movesToWin.first, first >= 0 else { return (0, 0) }
    return successors.withUnsafeBufferPointer { successors in
      movesToWin.withUnsafeBufferPointer { movesToWin in
        WinChances(layers, successors, movesToWin)
          .values(moveLimit: moveLimit, successors, movesToWin)
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

  /// For each state of the graph, its number here.
  private let places: UnsafeMutablePointer<Int32>

  /// The number of states.
  private let count: Int

  init(
    _ layers: [Int], _ successors: UnsafeBufferPointer<Int32>,
    _ movesToWin: UnsafeBufferPointer<Int32>
  ) {
    /// Whether a move wins or may win later.
    @inline(__always)
    func isHopeful(_ target: Int32) -> Bool {
      target < 0 ? target == StateGraph.won : movesToWin[Int(target)] >= 0
    }
    count = successors.count / 4
    starts = .allocate(capacity: Self.groups + 1)
    starts.initialize(repeating: 0, count: Self.groups + 1)
    targets = .allocate(capacity: 4 * count)
    shares = .allocate(capacity: 3 * count + 1)
    (values, former) = (shares + count, shares + 2 * count + 1)
    // First the group of each state, then its number.
    places = .allocate(capacity: count)
    for layer in 0..<layers.count - 1 {
      for state in layers[layer]..<layers[layer + 1] {
        var group = (layer & 1) &* (Self.groups / 2)
        for place in 4 &* state..<4 &* state &+ 4 {
          group &+= isHopeful(successors[place]) ? 1 : 0
        }
        (places + state).initialize(to: Int32(truncatingIfNeeded: group))
        starts[group + 1] &+= 1
      }
    }
    for group in 1..<Self.groups { starts[group + 1] &+= starts[group] }
    for state in 0..<count {
      let group = Int(places[state])
      places[state] = Int32(truncatingIfNeeded: starts[group])
      starts[group] &+= 1
    }
    for group in (1...Self.groups).reversed() { starts[group] = starts[group - 1] }
    starts[0] = 0
    for state in 0..<count {
      let own = Int(places[state])
      var (place, legal) = (4 &* own, 0)
      for move in 4 &* state..<4 &* state &+ 4 {
        let target = successors[move]
        legal &+= target == StateGraph.illegal ? 0 : 1
        guard isHopeful(target) else { continue }
        (targets + place).initialize(to: number(target))
        place &+= 1
      }
      (shares + own).initialize(to: 1 / Double(legal))
    }
    values.initialize(repeating: 0, count: count)
    (values + count).initialize(to: 1)
  }

  /// The number here of the state that a move leads to, or of a win.
  @inline(__always)
  private func number(_ target: Int32) -> Int32 {
    target < 0 ? Int32(truncatingIfNeeded: count) : places[Int(target)]
  }

  deinit {
    starts.deallocate()
    places.deallocate()
    targets.deallocate()
    shares.deallocate()
  }

  /// The chances at the start of the policy `random` and of a player who errs.
  ///
  /// - Parameters:
  ///   - moveLimit: The maximum number of moves.
  ///   - successors: The results of the moves from each state.
  ///   - movesToWin: The fewest moves to a win from each state; -1 if there is none.
  func values(
    moveLimit: Int, _ successors: UnsafeBufferPointer<Int32>,
    _ movesToWin: UnsafeBufferPointer<Int32>
  ) -> (random: Double, erring: Double) {
    // For each state, the target of the move that the player who errs should make.
    let best = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    // The chances of both, for each state and for a win.
    let both = UnsafeMutablePointer<SIMD2<Double>>.allocate(capacity: count + 1)
    defer {
      best.deallocate()
      both.deallocate()
    }
    both.initialize(repeating: SIMD2(), count: count)
    (both + count).initialize(to: SIMD2(1, 1))
    for state in 0..<count where movesToWin[state] >= 0 {
      func isBest(_ target: Int32) -> Bool {
        target < 0 ? target == StateGraph.won : movesToWin[Int(target)] == movesToWin[state] &- 1
      }
      var place = 4 &* state
      while !isBest(successors[place]) { place &+= 1 }
      (best + Int(places[state])).initialize(to: number(successors[place]))
    }
    func sweepBoth(_ half: Int) {
      sweep(half, both) { state, sum in
        both[state] =
          sum * (SIMD2(1, 0.1) * shares[state]) + both[Int(best[state])] * SIMD2(0, 0.9)
      }
    }
    var left = 0
    while left < moveLimit {
      left += 1
      let half = half(left, of: moveLimit)
      guard left & 15 == 0 else {
        sweepBoth(half)
        continue
      }
      // What a sweep adds to the chance of the player who errs is the probability that it takes so
      // many moves to win, whose maximum over all states falls with each move.
      let states = starts[half]..<starts[half + Self.groups / 2]
      for state in states { former[state - states.lowerBound] = both[state][1] }
      sweepBoth(half)
      let most = states.reduce(0) { max($0, both[$1][1] - former[$1 - states.lowerBound]) }
      if most * Double(moveLimit - left) < 0x1p-32 { break }
    }
    for state in 0..<count { values[state] = both[state][0] }
    return (value(moveLimit: moveLimit, after: left), both[Int(places[0])][1])
  }

  /// The chance of `random` at the start with a limit on moves, given the chances with a smaller limit.
  ///
  /// Once a sweep changes nothing, no later sweep does.
  private func value(moveLimit: Int, after known: Int) -> Double {
    func sweepOne(_ half: Int) {
      sweep(half, values) { state, sum in values[state] = sum * shares[state] }
    }
    for left in stride(from: known + 1, through: moveLimit, by: 1) {
      let half = half(left, of: moveLimit)
      guard left & 15 == 0 else {
        sweepOne(half)
        continue
      }
      // A comparison costs as much as a sweep, so it is not done every time.
      let (start, count) = (starts[half], starts[half + Self.groups / 2] - starts[half])
      former.update(from: values + start, count: count)
      sweepOne(half)
      if (0..<count).allSatisfy({ former[$0] == values[start + $0] }) { break }
    }
    return values[Int(places[0])]
  }

  /// The first group of the half whose states matter with some moves left.
  private func half(_ left: Int, of moveLimit: Int) -> Int {
    (moveLimit &- left) & 1 &* (Self.groups / 2)
  }

  /// Updates the states of a half for one more move.
  ///
  /// - Parameters:
  ///   - chances: The chances in each state, and after a win.
  ///   - update: Receives a state and the sum of the chances of its targets.
  @inline(__always)
  private func sweep<Chance>(
    _ half: Int, _ chances: UnsafeMutablePointer<Chance>, _ update: (Int, Chance) -> Void
  ) where Chance: Summable {
    let targets = targets
    for state in starts[half + 1]..<starts[half + 2] {
      update(state, chances[Int(targets[4 &* state])])
    }
    for state in starts[half + 2]..<starts[half + 3] {
      let row = targets + 4 &* state
      update(state, chances[Int(row[0])] + chances[Int(row[1])])
    }
    for state in starts[half + 3]..<starts[half + 4] {
      let row = targets + 4 &* state
      update(state, chances[Int(row[0])] + chances[Int(row[1])] + chances[Int(row[2])])
    }
    for state in starts[half + 4]..<starts[half + 5] {
      let row = targets + 4 &* state
      update(
        state,
        chances[Int(row[0])] + chances[Int(row[1])] + chances[Int(row[2])] + chances[Int(row[3])])
    }
  }
}

/// A chance, or two of them side by side.
private protocol Summable { static func + (left: Self, right: Self) -> Self }
extension Double: Summable {}
extension SIMD2<Double>: Summable {}
