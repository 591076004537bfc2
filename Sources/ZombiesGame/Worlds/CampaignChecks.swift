import ZombiesCore
import ZombiesSolver

// Problems of a valid campaign: levels that cannot be won, and worlds that never unlock.

extension Campaign {
  /// A level that is unsolvable, or on which the solver gave up.
  public struct Obstacle: Hashable, Sendable {
    /// The position of the level.
    public let place: Place
    /// The verdict: unsolvable or gave up.
    public let verdict: Verdict
  }

  /// The first unsolvable level, or else the first level on which the solver gives up; nil if every
  /// level is solvable.
  ///
  /// - Parameters:
  ///   - rules: The rules of levels that have none of their own.
  ///   - stateLimit: The maximum number of states of each search; nil for the solver's default.
  public func firstObstacle(under rules: Rules, stateLimit: Int? = nil) -> Obstacle? {
    var solver = Solver(rules: rules, stateLimit: stateLimit)
    var unknown: Obstacle?
    for place in places {
      let rules = self[place].rules(else: rules)
      if solver.rules != rules { solver = Solver(rules: rules, stateLimit: stateLimit) }
      let verdict = solver.verdict(self[place].level)
      if verdict == .unsolvable { return Obstacle(place: place, verdict: verdict) }
      if verdict == .gaveUp, unknown == nil { unknown = Obstacle(place: place, verdict: verdict) }
    }
    return unknown
  }

  /// The worlds that stay locked even for a player who earns every star in all the worlds that can be
  /// unlocked, without spending a coin on them.
  public var worldsThatNeverOpen: [Int] {
    var isOpen = worlds.map { _ in false }
    var keys: Set<String> = []
    func open(_ world: Int) {
      isOpen[world] = true
      for level in worlds[world].levels { keys.insert(level.key) }
    }
    open(0)
    // Stars earned in a world may unlock an earlier one.
    var isDone = false
    while !isDone {
      isDone = true
      for (number, world) in worlds.enumerated() where !isOpen[number] {
        // The stars of a level that occurs twice count once.
        let stars = 3 * UInt64(keys.count)
        switch world.lock {
        case .all: guard isOpen[number - 1] else { continue }
        case .stars(let count), .coins(let count): guard count <= stars else { continue }
        }
        open(number)
        isDone = false
      }
    }
    return worlds.indices.filter { !isOpen[$0] }
  }
}
