import ZombiesCore
import ZombiesPolicies
import ZombiesSolver

// Turns of built-in policies, which play here as they play in a batch.

extension Session.Turn {
  /// The moves of the built-in policy whose turn it is: the very ones that it makes in a batch with the
  /// same seed and trial. Nil if it is none, or cannot play the level.
  public var movesOfPolicy: [Direction]? {
    guard let policy = Policy(builtIn: player) else { return nil }
    let start = RoundStart(
      policy, size: level.size, rules: rules, key: RoundKey(seed: seed, trial: trial))
    var path: [Direction]? = []
    do throws(PolicyError) {
      var player = try policy.player(in: level, start, solver: Solver(rules: rules))
      if let small = SmallLevel(level) {
        // The best play without seeing is planned for small rooms only.
        var round = SmallRound(small, rules: rules)
        try round.play(&player, of: policy, moveLimit: moveLimit, path: &path)
      } else {
        var round = Round(level, rules: rules)
        try round.play(&player, of: policy, moveLimit: moveLimit, path: &path)
      }
    } catch {
      return nil
    }
    return path
  }
}

extension Session {
  /// Lets the built-in policy play whose turn it is; one that cannot play leaves.
  public mutating func playForPolicy() {
    guard let turn else { return }
    if let moves = turn.movesOfPolicy { perform(.plays(moves)) } else { perform(.sitOut) }
  }
}
