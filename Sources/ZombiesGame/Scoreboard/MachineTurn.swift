import ZombiesCore
import ZombiesPolicies

// Turns of built-in policies, which play as in a batch.

extension Session.Turn {
  /// The moves of the built-in policy whose turn it is, the same as in a batch with this seed and
  /// trial. Nil if the player is not a built-in policy, or if the policy cannot play the level.
  public var movesOfPolicy: [Direction]? {
    guard let policy = Policy(builtIn: player) else { return nil }
    let played = try? policy.play(
      level, seed: seed, trial: trial, rules: rules, moveLimit: moveLimit)
    return played?.moves
  }
}

extension Session {
  /// Plays the turn of a built-in policy. A policy that is not built in, or cannot play the level,
  /// leaves the game.
  public mutating func playForPolicy() {
    guard let turn else { return }
    if let moves = turn.movesOfPolicy { perform(.plays(moves)) } else { perform(.sitOut) }
  }
}
