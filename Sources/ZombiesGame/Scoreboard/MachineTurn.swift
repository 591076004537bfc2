import ZombiesCore
import ZombiesPolicies

// Turns of built-in policies, which play here as they play in a batch.

extension Session.Turn {
  /// The moves of the built-in policy whose turn it is: the very ones that it makes in a batch with the
  /// same seed and trial. Nil if it is none, or cannot play the level.
  public var movesOfPolicy: [Direction]? {
    guard let policy = Policy(builtIn: player) else { return nil }
    let played = try? policy.play(
      level, seed: seed, trial: trial, rules: rules, moveLimit: moveLimit)
    return played?.moves
  }
}

extension Session {
  /// Lets the built-in policy play whose turn it is; one that cannot play leaves.
  public mutating func playForPolicy() {
    guard let turn else { return }
    if let moves = turn.movesOfPolicy { perform(.plays(moves)) } else { perform(.sitOut) }
  }
}
