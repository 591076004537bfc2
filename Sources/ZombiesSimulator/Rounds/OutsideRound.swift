import ZombiesCore
import ZombiesPolicies

/// A round for a program outside: what it begins with and, after it has been played, how it ended.
package struct OutsideRound: Sendable {
  /// The level.
  package let form: LevelForm

  /// What its player knows before the first move.
  package let start: RoundStart

  /// The maximum number of moves.
  package let moveLimit: Int

  /// The moves of the round, when it is over.
  package var path: [Direction] = []

  /// The outcome, when the round is over. A round that the program could not play is out of moves.
  package var outcome: Outcome?

  /// Creates a round before its first move.
  package init(
    _ form: LevelForm, _ policy: Policy, _ key: RoundKey, rules: Rules, moveLimit: Int
  ) {
    self.form = form
    self.moveLimit = moveLimit
    start = form.round(rules: rules).start(of: policy, key: key)
  }

  /// The level in its plain form.
  package var level: Level { form.level }
}
