import ZombiesCore

/// Replays solutions by the plain rules; it shares no code with the searches.
public enum SolutionChecker {
  /// Why a sequence of moves is not a solution.
  public enum Failure: Error, Hashable, Sendable {
    /// A move, counted from 1, that cannot be made.
    case illegal(move: Int, Round.IllegalMove)
    /// The round ended in some other way than a win.
    case ended(Outcome, move: Int)
    /// All moves are made, and the round is not over.
    case unfinished
  }

  /// Checks that the last of the moves wins the level.
  ///
  /// It does not check that no shorter way wins.
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
