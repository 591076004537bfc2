import ZombiesCore
import ZombiesGenerator
import ZombiesPolicies

/// The exact results of a policy on the levels of a family, per round and per game of three lives
/// (<doc:/ZombiesCore/TheRules>, section 5). The levels of a game are drawn independently.
public struct PolicyAnalysis: Hashable, Sendable {
  /// The policy.
  public let policy: Policy

  /// The selection of placements, all equally likely.
  public let levels: LevelSelection

  let sums: RoundSums

  /// The number of placements.
  public var placements: UInt64 { sums.placements }

  /// The number of placements that the policy wins; nil for `random`, whose wins depend on chance.
  public var wins: UInt64? { sums.count(.won) }

  /// The probability that a round is won. This and all following values are nil if there are no
  /// placements.
  public var won: ExactValue? { sums.probability(.won) }

  /// The probability that a zombie catches the player.
  public var caught: ExactValue? { sums.probability(.caught) }

  /// The probability that a round ends because there is no legal move.
  public var stuck: ExactValue? { sums.probability(.stuck) }

  /// The probability that a round runs out of moves.
  public var outOfMoves: ExactValue? { sums.probability(.outOfMoves) }

  /// The probability that a round never ends; 0 if moves are limited.
  public var neverEnding: ExactValue? { sums.probability(nil) }

  /// The mean number of moves in a round, whatever its outcome; also nil if rounds may never end.
  public var meanMoves: ExactValue? { sums.meanMoves }

  /// The probability that a game is won: one of its first three rounds is won, after losing the rounds
  /// before it.
  ///
  /// If p is the probability of winning a round and q that of losing it, this is p(1 + q + q²), which
  /// equals 1 − q³ if every round ends.
  public var gameWon: ExactValue? {
    guard let won, let neverEnding else { return nil }
    let (p, all) = (won.numerator, won.denominator)
    if won.isExact {
      let lost = all - p - neverEnding.numerator
      return ExactValue(p * (all * all + all * lost + lost * lost), over: all * all * all)
    }
    let lost = 1 - won.approximate - neverEnding.approximate
    // The partial derivatives are at most 3, and there are a few rounding errors.
    return ExactValue(
      won.approximate * (1 + lost + lost * lost),
      errorBound: 3 * (won.errorBound + neverEnding.errorBound) + 0x1p-49)
  }

  /// The mean number of moves in all rounds of a game; also nil if rounds may never end.
  ///
  /// A game has 1 + q + q² rounds on average, where q is the probability of losing a round. Whether
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
