import ZombiesCore
import ZombiesSolver

/// The states of a level of at most 64 squares, found by a hash table of their numbers.
struct SmallStates {
  private struct State {
    var zombies: UInt64
    /// The player's square, with ``light`` if the room is lit.
    var place: UInt64
  }

  private static let light: UInt64 = 64

  private var round: SmallRound
  private let limit: Int
  private var states: [State] = []

  private var numbers = NumberTable()

  private(set) var successors: [Int32] = []
  private(set) var layers: [Int] = [0]

  /// How the round ended before the first move.
  let outcomeAtStart: Outcome?

  init(_ level: SmallLevel, rules: Rules, limit: Int) {
    round = SmallRound(level, rules: rules)
    outcomeAtStart = round.outcome
    self.limit = limit
  }

  /// Finds all states; false if there are more than the limit.
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

  /// The number of a round's state, a new one if it was not met before; nil if the limit allows no
  /// more.
  private mutating func number(of round: SmallRound) -> Int32? {
    let place = UInt64(truncatingIfNeeded: round.player) | (round.isLit ? Self.light : 0)
    let state = State(zombies: round.zombies.word, place: place)
    let known = numbers.number(hash: Self.hash(state)) { number in
      states[number].zombies == state.zombies && states[number].place == state.place
    }
    if let known { return Int32(truncatingIfNeeded: known) }
    guard states.count < limit else { return nil }
    states.append(state)
    numbers.insert(states.count - 1) { [states] in Self.hash(states[$0]) }
    return Int32(truncatingIfNeeded: states.count - 1)
  }

  private static func hash(_ state: State) -> UInt64 {
    var hash = (state.zombies ^ state.place &<< 57) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 32 ^ state.place) &* 0xD6E8_FEB8_6659_FD93
    return hash >> 32
  }
}
