import ZombiesCore
import ZombiesSolver

// Problems of a valid campaign: levels that cannot be won, and worlds that never unlock.

extension Campaign {
  /// The first level that is proved unsolvable; nil if there is none.
  ///
  /// - Parameters:
  ///   - rules: The rules of levels that have none of their own.
  ///   - stateLimit: The maximum number of states of each search; nil for the solver's default.
  public func firstUnsolvable(under rules: Rules, stateLimit: Int? = nil) -> Place? {
    var solver = Solver(rules: rules, stateLimit: stateLimit)
    return places.first { place in
      let own = self[place].rules(else: rules)
      if solver.rules != own { solver = Solver(rules: own, stateLimit: stateLimit) }
      return solver.verdict(self[place].level) == .unsolvable
    }
  }

  /// The worlds that stay locked even for a player who earns every star in all the worlds that can be
  /// unlocked, without spending a coin on them.
  public var worldsThatNeverOpen: [Int] {
    let keys = Worlds(self).keys
    var open: Set<Int> = []
    var won: Set<String> = []
    var count = -1
    // Stars earned in a world may unlock an earlier one.
    while count < open.count {
      count = open.count
      for (number, world) in worlds.enumerated() where !open.contains(number) {
        let opens =
          switch world.lock {
          case _ where number == 0: true
          case .all: open.contains(number - 1)
          // The stars of a level that occurs twice count once.
          case .stars(let needed), .coins(let needed): needed <= 3 * UInt64(won.count)
          }
        guard opens else { continue }
        open.insert(number)
        won.formUnion(keys[number])
      }
    }
    return worlds.indices.filter { !open.contains($0) }
  }
}
