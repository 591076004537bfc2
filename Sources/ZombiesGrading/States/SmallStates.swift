import ZombiesCore

/// The states of a level of at most 64 squares, found again by a hash table of their numbers.
struct SmallStates {
  private struct State {
    var zombies: UInt64
    /// The player's square, with ``light`` where the room is lit.
    var place: UInt64
  }

  private static let light: UInt64 = 64

  private var round: SmallRound
  private let limit: Int
  private var states: [State] = []

  /// State numbers plus one by hash, 0 for empty; its length is a power of two.
  private var table = [Int32](repeating: 0, count: 256)

  private(set) var successors: [Int32] = []
  private(set) var layers: [Int] = [0]

  /// How the round ended before the first move.
  let outcomeAtStart: Outcome?

  init(_ level: SmallLevel, rules: Rules, limit: Int) {
    round = SmallRound(level, rules: rules)
    outcomeAtStart = round.outcome
    self.limit = limit
  }

  /// Finds all states; false where they are more than the limit.
  mutating func explore() -> Bool {
    guard outcomeAtStart == nil else { return true }
    guard number(of: round) != nil else { return false }
    var head = 0
    while head < states.count {
      if head == layers[layers.count - 1] { layers.append(states.count) }
      let state = states[head]
      head += 1
      for direction in Direction.allCases {
        round.player = Int(truncatingIfNeeded: state.place & 63)
        round.zombies = Bitboard(word: state.zombies)
        round.isLit = state.place & Self.light != 0
        round.outcome = nil
        guard round.legalMoves.contains(direction) else {
          successors.append(StateGraph.illegal)
          continue
        }
        round.move(direction)
        if let outcome = round.outcome {
          successors.append(outcome == .won ? StateGraph.won : StateGraph.caught)
        } else if let number = number(of: round) {
          successors.append(number)
        } else {
          return false
        }
      }
    }
    return true
  }

  /// The number of a round's state, a new one where it was not met before; nil where the limit
  /// allows no more.
  private mutating func number(of round: SmallRound) -> Int32? {
    let place = UInt64(truncatingIfNeeded: round.player) | (round.isLit ? Self.light : 0)
    let state = State(zombies: round.zombies.word, place: place)
    var slot = slot(of: state)
    while table[slot] != 0 {
      let number = table[slot] - 1
      let known = states[Int(number)]
      if known.zombies == state.zombies, known.place == state.place { return number }
      slot = (slot + 1) & (table.count - 1)
    }
    guard states.count < limit else { return nil }
    states.append(state)
    table[slot] = Int32(truncatingIfNeeded: states.count)
    if states.count * 2 > table.count { grow() }
    return Int32(truncatingIfNeeded: states.count - 1)
  }

  private func slot(of state: State) -> Int {
    var hash = (state.zombies ^ state.place &<< 57) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 32 ^ state.place) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: hash >> 32) & (table.count - 1)
  }

  private mutating func grow() {
    table = [Int32](repeating: 0, count: table.count * 2)
    for number in states.indices {
      var slot = slot(of: states[number])
      while table[slot] != 0 { slot = (slot + 1) & (table.count - 1) }
      table[slot] = Int32(truncatingIfNeeded: number + 1)
    }
  }
}
