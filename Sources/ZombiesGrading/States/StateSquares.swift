import ZombiesCore
import ZombiesSolver

extension StateGraph {
  /// The squares from which no reachable state can be won.
  func lostSquares(of level: Level, _ movesToWin: [Int32]) -> [Square] {
    guard count > 0 else { return outcomeAtStart == .stuck ? [level.start] : [] }
    let size = level.size
    let places = playerSquares(of: level, upTo: count)
    // The squares of all states, and those of states that can still be won.
    var (isMet, isHopeful) = (SquareSet(size), SquareSet(size))
    for state in 0..<count {
      let player = size.square(at: Int(places[state]))
      isMet.insert(player)
      if movesToWin[state] >= 0 { isHopeful.insert(player) }
    }
    return isMet.filter { !isHopeful.contains($0) }
  }

  /// The player's square in each of the first states, as an index in reading order.
  func playerSquares(of level: Level, upTo end: Int) -> [Int32] {
    let size = level.size
    var places = [Int32](repeating: -1, count: end)
    if end > 0 { places[0] = Int32(truncatingIfNeeded: size.index(of: level.start)) }
    for state in 0..<end {
      // Each state has a larger number than some state that leads to it.
      let player = size.square(at: Int(places[state]))
      for direction in Direction.allCases {
        let target = Int(successors[4 * state + Int(direction.rawValue)])
        guard target > state, target < end, places[target] < 0,
          let square = size.exit(from: player, direction)
        else { continue }
        places[target] = Int32(truncatingIfNeeded: size.index(of: square))
      }
    }
    return places
  }
}

extension Level {
  /// The level without light and flashlights if no zombie ever moves, because they make no difference
  /// then.
  var withoutUselessLight: Level {
    zombiesMayMove ? self : removing(isLit: false) { _, thing in thing == .flashlight }
  }
}
