/// How far a player can get, written down from the rules: a list of every round, with its zombies
/// distinguished, and for each step from a square all its possible results.
public struct NaiveReach {
  /// A round that is not over, with the zombies in the level's order.
  private struct State: Hashable {
    var player: Int
    var zombies: [Int]
    var lit: Bool
  }

  public private(set) var squares: Set<Int> = []
  public private(set) var zombiesAtStart: Set<Int> = []

  /// For each step from a reached square, `4 * square + direction`, the zombies that catch the
  /// player each time, given by the squares on which they begin. An empty set means that the player
  /// survives.
  public private(set) var catchers: [Int: [Set<Int>]] = [:]

  public init(_ level: NaiveLevel, _ rules: NaiveRules) {
    let room = NaiveRoom(level)
    func near(_ player: Int, _ zombies: [Int]) -> Set<Int> {
      Set(
        level.zombies.indices.filter {
          room.isCaught(player: player, zombies: [zombies[$0]], rules: rules)
        }.map { level.zombies[$0] })
    }
    zombiesAtStart = near(level.start, level.zombies)
    if !zombiesAtStart.isEmpty { return }
    let first = State(
      player: level.start, zombies: level.zombies,
      lit: level.lit || room.seesFlashlight[level.start])
    var (found, queue): (Set<State>, [State]) = ([first], [first])
    while let state = queue.popLast() {
      squares.insert(state.player)
      for direction in 0..<4 {
        let target = room.neighbours[4 * state.player + direction]
        if target < 0 || room.isBlock[target] { continue }
        if target == level.signpost {
          squares.insert(target)
          continue
        }
        var next = state
        next.player = target
        var caught = near(target, next.zombies)
        if caught.isEmpty && state.lit {
          // Zombies take turns, and `chaseTurns` returns them, in reading order.
          let order = next.zombies.indices.sorted { next.zombies[$0] < next.zombies[$1] }
          let turns = room.chaseTurns(zombies: next.zombies, player: target, rules: rules)
          for (zombie, square) in zip(order, turns) { next.zombies[zombie] = square }
          caught = near(target, next.zombies)
        }
        catchers[4 * state.player + direction, default: []].append(caught)
        next.lit = state.lit || room.seesFlashlight[target]
        if caught.isEmpty, found.insert(next).inserted { queue.append(next) }
      }
    }
  }
}
