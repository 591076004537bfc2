import ZombiesGenerator
import ZombiesPolicies

/// A policy's exact results on the levels of a family: per round, and per game of three lives
/// (<doc:/ZombiesCore/TheRules>, section 5) whose levels are drawn independently.
public struct PolicyAnalysis: Hashable, Sendable {
  /// Who plays.
  public let policy: Policy

  /// Which placements are played, each equally likely.
  public let levels: LevelSelection

  let sums: RoundSums

  /// The number of placements.
  public var placements: UInt64 { sums.placements }

  /// The number of placements that are won; nil for `random`, which may win any of them by chance.
  public var wins: UInt64? { sums.count(.won) }

  /// The probability that a round is won. This and all that follow are nil without placements.
  public var won: ExactValue? { sums.probability(.won) }

  /// The probability that a zombie catches the player.
  public var caught: ExactValue? { sums.probability(.caught) }

  /// The probability that a round ends without a legal move.
  public var stuck: ExactValue? { sums.probability(.stuck) }

  /// The probability that a round uses up its moves.
  public var outOfMoves: ExactValue? { sums.probability(.outOfMoves) }

  /// The probability that a round never ends; 0 where moves are limited.
  public var neverEnding: ExactValue? { sums.probability(.neverEnding) }

  /// The mean number of moves of a round, however it ends; nil also if rounds may never end.
  public var meanMoves: ExactValue? { sums.meanMoves }

  /// The probability that a game is won: one of its first three rounds is won, and those before it
  /// are lost.
  ///
  /// With the probabilities p of a win and q of a loss, it is p(1 + q + q²), which is 1 − q³ if
  /// every round ends.
  public var gameWon: ExactValue? {
    guard let won, let neverEnding else { return nil }
    let (p, all) = (won.numerator, won.denominator)
    if won.isExact {
      let lost = all - p - neverEnding.numerator
      return ExactValue(p * (all * all + all * lost + lost * lost), over: all * all * all)
    }
    let lost = 1 - won.approximate - neverEnding.approximate
    // The partial derivatives are at most 3, and the operations round a few times.
    return ExactValue(
      won.approximate * (1 + lost + lost * lost),
      errorBound: 3 * (won.errorBound + neverEnding.errorBound) + 0x1p-49)
  }

  /// The mean number of moves of a game, over all its rounds; nil also if rounds may never end.
  ///
  /// A game has 1 + q + q² rounds on average, where q is the probability of losing one, and whether
  /// there is another round does not depend on that round's length (Wald's identity).
  public var gameMeanMoves: ExactValue? {
    guard let won, let meanMoves else { return nil }
    let all = won.denominator
    if won.isExact {
      let lost = all - won.numerator
      return ExactValue(
        meanMoves.numerator * (all * all + all * lost + lost * lost), over: all * all * all)
    }
    let (lost, moves) = (1 - won.approximate, meanMoves.approximate)
    return ExactValue(
      moves * (1 + lost + lost * lost),
      errorBound: 3 * meanMoves.errorBound + 3 * moves * (won.errorBound + 0x1p-50))
  }
}
