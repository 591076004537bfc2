import ZombiesCore
import ZombiesSolver

/// The states of a level in a room of any size.
struct WideStates {
  private let level: Level
  private let limit: Int
  private var states: PackedStates

  private(set) var successors: [Int32] = []
  private(set) var layers: [Int] = [0]

  /// The outcome of the round before the first move; nil if it continues.
  let outcomeAtStart: Outcome?

  init(_ level: Level, rules: Rules, limit: Int) {
    self.level = level
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
      for direction in Direction.allCases {
        guard let next = successor(of: head, direction) else { return false }
        successors.append(next)
      }
      head += 1
    }
    return true
  }

  /// The result of a move; nil if it leads to a state beyond the limit.
  private mutating func successor(of state: Int, _ direction: Direction) -> Int32? {
    guard let target = level.size.exit(from: states.player(state), direction),
      !states.blocks.contains(target)
    else { return StateGraph.illegal }
    if target == level.signpost { return StateGraph.won }
    guard states.survive(state, stepTo: target) else { return StateGraph.caught }
    if let known = states.known { return Int32(truncatingIfNeeded: known) }
    guard states.count < limit else { return nil }
    states.insert()
    return Int32(truncatingIfNeeded: states.count - 1)
  }
}
