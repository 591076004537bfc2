import ZombiesCore
import ZombiesSolver

/// The direct way of a level: *the* solution of the same level without its zombies.
///
/// So it is the shortest way round the blocks, and among several the first with U < D < L < R: where
/// whoever thinks of no zombie would go. In an open room that is up the right-hand edge and along
/// the top.
public enum DirectWay {
  /// The moves of the direct way; nil where the blocks leave none. O(squares).
  public static func moves(of level: SmallLevel) -> [Direction]? {
    var bare = level
    (bare.zombies, bare.flashlights, bare.isLit) = (Bitboard(), Bitboard(), false)
    return Solver(stateLimit: .max).solve(bare).solution?.moves
  }

  /// The moves of the direct way; nil where the blocks leave none. O(squares).
  public static func moves(of level: Level) -> [Direction]? {
    if let small = SmallLevel(level) { return moves(of: small) }
    let bare = level.removing(isLit: false) { _, thing in thing != .block }
    return Solver(stateLimit: .max).solve(bare).solution?.moves
  }

  /// Whether the direct way loses: whoever goes it is caught before the signpost. Nil where there
  /// is none.
  public static func loses(_ level: SmallLevel, rules: Rules = .standard) -> Bool? {
    guard let moves = moves(of: level) else { return nil }
    var round = SmallRound(level, rules: rules)
    for move in moves where round.outcome == nil { round.move(move) }
    return round.outcome != .won
  }

  /// Whether the direct way loses: whoever goes it is caught before the signpost. Nil where there
  /// is none.
  public static func loses(_ level: Level, rules: Rules = .standard) -> Bool? {
    if let small = SmallLevel(level) { return loses(small, rules: rules) }
    guard let moves = moves(of: level) else { return nil }
    var round = Round(level, rules: rules)
    for move in moves where round.outcome == nil {
      // The way leads round the blocks, and so all its moves are legal. One that is not would end it.
      do throws(Round.IllegalMove) { try round.move(move) } catch { break }
    }
    return round.outcome != .won
  }
}
