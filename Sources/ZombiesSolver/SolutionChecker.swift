import ZombiesCore

/// Replays solutions by the plain rules, without sharing code with the searches.
public enum SolutionChecker {
  /// The reason why a sequence of moves is not a solution.
  public enum Failure: Error, Hashable, Sendable {
    /// An illegal move, counted from 1.
    case illegal(move: Int, Round.IllegalMove)
    /// The round ended without a win.
    case ended(Outcome, move: Int)
    /// The round is not over after all moves.
    case unfinished
  }

  /// Checks that the last of the moves wins the level.
  ///
  /// This does not check that no shorter path wins.
  public static func check(
    _ moves: [Direction], of level: Level, rules: Rules = .standard
  ) throws(Failure) {
    var round = Round(level, rules: rules)
    if let outcome = round.outcome { throw .ended(outcome, move: 0) }
    for (index, move) in moves.enumerated() {
      do throws(Round.IllegalMove) {
        try round.move(move)
      } catch {
        throw .illegal(move: index + 1, error)
      }
      if let outcome = round.outcome, outcome != .won || index + 1 < moves.count {
        throw .ended(outcome, move: index + 1)
      }
    }
    if round.outcome == nil { throw .unfinished }
  }
}
