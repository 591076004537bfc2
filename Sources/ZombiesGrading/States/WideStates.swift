import ZombiesCore
import ZombiesSolver

/// The states of a level in a room of any size.
struct WideStates {
  private let limit: Int
  private var states: PackedStates

  private(set) var successors: [Int32] = []
  private(set) var layers: [Int] = [0]

  /// The outcome of the round before the first move; nil if it continues.
  let outcomeAtStart: Outcome?

  init(_ level: Level, rules: Rules, limit: Int) {
    self.limit = limit
    outcomeAtStart = Round(level, rules: rules).outcome
    states = PackedStates(level, rules: rules)
  }

  /// Finds all states; false if there are more than the limit.
  mutating func explore() -> Bool {
    guard outcomeAtStart == nil else { return true }
    guard limit > 0 else { return false }
    var head = 0
    while head < states.count {
      if head == layers[layers.count - 1] { layers.append(states.count) }
      let player = states.player(head)
      for direction in Direction.allCases {
        switch states.result(of: direction, at: player, in: head) {
        case .illegal: successors.append(StateGraph.illegal)
        case .won: successors.append(StateGraph.won)
        case .caught: successors.append(StateGraph.caught)
        case .known(let known): successors.append(Int32(truncatingIfNeeded: known))
        case .new:
          guard states.count < limit else { return false }
          successors.append(Int32(truncatingIfNeeded: states.count))
          states.insert()
        }
      }
      head += 1
    }
    return true
  }
}
