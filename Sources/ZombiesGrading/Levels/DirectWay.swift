import ZombiesCore
import ZombiesSolver

/// The direct way of a level: *the* solution of the same level without its zombies.
///
/// This is the shortest path around the blocks; if there are several, the first one in the order
/// U < D < L < R. It is the path of a player who ignores the zombies. In an open room it leads up
/// the right-hand edge and along the top.
public enum DirectWay {
  /// The moves of the direct way; nil if the blocks leave no path. O(squares).
  public static func moves(of level: Level) -> [Direction]? {
    let bare = level.removing(isLit: false) { _, thing in thing != .block }
    return Solver(stateLimit: .max).solve(bare).solution?.moves
  }

  /// Whether a player who follows the direct way is caught before the signpost; nil if there is no
  /// direct way.
  public static func loses(_ level: SmallLevel, rules: Rules = .standard) -> Bool? {
    walk(level, rules: rules)?.loses
  }

  /// The number of moves of the direct way, and whether a player who follows it is caught; nil if there
  /// is no direct way.
  static func walk(_ level: SmallLevel, rules: Rules) -> (moves: Int, loses: Bool)? {
    let (room, start) = (level.room, Bitboard(square: level.start))
    return withUnsafeTemporaryAllocation(of: Bitboard.self, capacity: SmallRoom.limit) { layers in
      // The squares at each distance from the signpost, up to the start.
      var front = Bitboard(square: level.signpost)
      var (rest, distance) = (level.open - front, 0)
      while !front.intersects(start) {
        if front.isEmpty { return nil }
        layers.initializeElement(at: distance, to: front)
        front = room.neighbours(front) & rest
        rest -= front
        distance += 1
      }
      let moves = distance
      var round = SmallRound(level, rules: rules)
      while distance > 0, round.outcome == nil {
        distance -= 1
        let player = Bitboard(square: round.player)
        let front = layers[distance]
        let nearer = Direction.allCases.first { room.moved(player, $0).intersects(front) }
        guard let nearer else { break }
        round.move(nearer)
      }
      return (moves, round.outcome != .won)
    }
  }

  /// Whether a player who follows the direct way is caught before the signpost; nil if there is no
  /// direct way.
  public static func loses(_ level: Level, rules: Rules = .standard) -> Bool? {
    walk(level, SmallLevel(level), rules: rules)?.loses
  }

  /// The number of moves of the direct way of a level, given its fast form if it has one, and whether a
  /// player who follows it is caught; nil if there is no direct way.
  static func walk(
    _ level: Level, _ small: SmallLevel?, rules: Rules
  ) -> (moves: Int, loses: Bool)? {
    if let small { return walk(small, rules: rules) }
    guard let moves = moves(of: level) else { return nil }
    var round = Round(level, rules: rules)
    for move in moves where round.outcome == nil {
      // The path leads around the blocks, so all its moves are legal. An illegal one would end it.
      do throws(Round.IllegalMove) { try round.move(move) } catch { break }
    }
    return (moves.count, round.outcome != .won)
  }
}
