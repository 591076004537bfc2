import ZombiesCore
import ZombiesSolver

/// The states of a level that can be reached alive, and the result of every move from them.
///
/// A state is the player's square, the zombies' squares and the light in a round that is not over:
/// not won, not caught and not stuck (<doc:/ZombiesCore/TheRules>, section 2). States are numbered in
/// the order in which a breadth-first search finds them, with moves in the order U < D < L < R. State
/// 0 is the initial state.
///
///     let graph = try StateGraph(level)
///     let moves = graph.fewestMovesToWin()        // for each state, nil if it is dead
///     let next = graph.result(of: .up, in: 0)     // after a first move up
///
/// No move leaves the player stuck, because a survived move can be reversed. So each move from a state
/// is illegal, wins, is fatal, or leads to a state.
public struct StateGraph: Sendable {
  /// The default limit on states: a million, with 48 bytes each in rooms of at most 64 squares,
  /// otherwise with 32 bytes plus 4 per zombie.
  public static let defaultStateLimit = 1_000_000

  /// The result of a move.
  public enum MoveResult: Hashable, Sendable {
    /// The round continues in a state.
    case state(Int)
    /// The round is won.
    case won
    /// The player is caught.
    case caught
    /// The move is not legal.
    case illegal
  }

  // The codes for moves that do not lead to a state.
  package static let won: Int32 = -1
  package static let caught: Int32 = -2
  package static let illegal: Int32 = -3

  /// The outcome of the round before the first move, in which case there are no states; nil if the
  /// round continues.
  public let outcomeAtStart: Outcome?

  /// The results of each state's moves: a state, ``won``, ``caught`` or ``illegal``. The result for
  /// state `s` and direction `d` is at `4 * s + d.rawValue`.
  package let successors: [Int32]

  /// The first state at each distance from the start, followed by the number of states.
  public let layers: [Int]

  /// The number of states.
  public var count: Int { successors.count / 4 }

  /// Explores a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - rules: The rules in force.
  ///   - stateLimit: The maximum number of states, up to 2³⁰.
  /// - Throws: ``ExplorationError/tooManyStates(limit:)``.
  /// - Complexity: O(states · zombies).
  public init(
    _ level: SmallLevel, rules: Rules = .standard, stateLimit: Int = defaultStateLimit
  ) throws(ExplorationError) {
    var states = SmallStates(level, rules: rules, limit: min(stateLimit, 1 << 30))
    guard states.explore() else { throw .tooManyStates(limit: stateLimit) }
    self.init(states.outcomeAtStart, states.successors, states.layers)
  }

  /// Explores a level.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - rules: The rules in force.
  ///   - stateLimit: The maximum number of states, up to 2³⁰.
  /// - Throws: ``ExplorationError/tooManyStates(limit:)``.
  /// - Complexity: O(states · zombies).
  public init(
    _ level: Level, rules: Rules = .standard, stateLimit: Int = defaultStateLimit
  ) throws(ExplorationError) {
    if let small = SmallLevel(level) {
      try self.init(small, rules: rules, stateLimit: stateLimit)
      return
    }
    try self.init(wide: level, rules: rules, stateLimit: stateLimit)
  }

  /// Explores a level in a room of any size.
  private init(wide level: Level, rules: Rules, stateLimit: Int) throws(ExplorationError) {
    var (successors, layers) = ([Int32](), [0])
    var states = PackedStates(level, rules: rules)
    let outcomeAtStart = Round(level, rules: rules).outcome
    let isWhole =
      outcomeAtStart != nil
      || states.explore(limit: min(stateLimit, 1 << 30)) {
        state, _, result, states in
        if state == layers[layers.count - 1] { layers.append(states.count) }
        switch result {
        case .illegal: successors.append(Self.illegal)
        case .won: successors.append(Self.won)
        case .caught: successors.append(Self.caught)
        case .known(let known): successors.append(Int32(truncatingIfNeeded: known))
        case .new: successors.append(Int32(truncatingIfNeeded: states.count))
        }
      }
    guard isWhole else { throw .tooManyStates(limit: stateLimit) }
    self.init(outcomeAtStart, successors, layers)
  }

  private init(_ outcomeAtStart: Outcome?, _ successors: [Int32], _ layers: [Int]) {
    self.outcomeAtStart = outcomeAtStart
    self.successors = successors
    self.layers = layers
  }

  /// The result of a move from a state, which must be from 0 to ``count`` − 1.
  public func result(of direction: Direction, in state: Int) -> MoveResult {
    switch successors[4 * state + Int(direction.rawValue)] {
    case Self.won: .won
    case Self.caught: .caught
    case Self.illegal: .illegal
    case let next: .state(Int(next))
    }
  }

  /// The fewest moves to a win from each state; nil if the round can no longer be won.
  ///
  /// - Complexity: O(states).
  public func fewestMovesToWin() -> [Int?] { movesToWin.map { $0 < 0 ? nil : Int($0) } }

  /// The fewest moves to any end from each state; nil if the round never ends.
  ///
  /// - Complexity: O(states).
  public func fewestMovesToEnd() -> [Int?] { movesToEnd.map { $0 < 0 ? nil : Int($0) } }

  /// The same as ``fewestMovesToWin()``, with −1 for nil, in which case the state is *dead*.
  package var movesToWin: [Int32] { moves { $0 == Self.won } }

  /// The number of dead states, from which the round can no longer be won.
  ///
  /// - Complexity: O(states).
  // Same: the numbers are -1 or at least 1.
  public var deadCount: Int { movesToWin.count { $0 < 0 } }

  /// The same as ``fewestMovesToEnd()``, with −1 for nil.
  package var movesToEnd: [Int32] { moves { $0 == Self.won || $0 == Self.caught } }

  /// The length of the shortest paths from the start to a win, and their number, at most 2⁶⁴ − 1; nil
  /// and 0 if there is no such path.
  ///
  /// - Complexity: O(states).
  public var shortestPaths: (par: Int?, count: UInt64) {
    guard let par else { return (nil, 0) }
    return (par, pathsToWin(par, zero: 0, one: UInt64(1)) { $0.addingSaturating($1) }[0])
  }

  /// The fewest moves from each state to an end, by a backward breadth-first search.
  @inline(__always)
  private func moves(to isGoal: (Int32) -> Bool) -> [Int32] {
    let count = count
    var moves = [Int32](repeating: -1, count: count)
    // The moves that lead to a state form a linked list, from the last move to the first.
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 6 * count) { memory in
      guard let last = memory.baseAddress else { return }
      last.initialize(repeating: -1, count: count)
      let (former, queue) = (last + count, last + 5 * count)
      moves.withUnsafeMutableBufferPointer { moves in
        successors.withUnsafeBufferPointer { successors in
          var end = 0
          for place in 0..<4 * count {
            let (target, source) = (successors[place], place >> 2)
            if target >= 0 {
              (former + place).initialize(to: last[Int(target)])
              last[Int(target)] = Int32(truncatingIfNeeded: place)
              // Same: the numbers are -1 or at least 1.
            } else if isGoal(target), moves[source] < 0 {
              moves[source] = 1
              (queue + end).initialize(to: Int32(truncatingIfNeeded: source))
              end += 1
            }
          }
          var head = 0
          while head < end {
            let state = Int(queue[head])
            head += 1
            var place = Int(last[state])
            while place >= 0 {
              let source = place >> 2
              if moves[source] < 0 {
                moves[source] = moves[state] + 1
                (queue + end).initialize(to: Int32(truncatingIfNeeded: source))
                end += 1
              }
              place = Int(former[place])
            }
          }
        }
      }
    }
    return moves
  }
}
