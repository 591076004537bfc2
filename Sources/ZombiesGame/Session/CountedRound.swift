import ZombiesCore

extension Session {
  /// A round whose outcome has counted.
  public struct CountedRound: Hashable, Sendable {
    /// The number of the round in the session, as in ``CurrentRound``; 0 for a turn of a policy.
    public let number: Int
    /// The trial, as in a batch with the same seed and family.
    public let trial: UInt64
    /// The level.
    public let level: NamedLevel
    /// The rules.
    public let rules: Rules
    /// The outcome.
    public let outcome: Outcome
    /// The moves.
    public let path: [Direction]
    /// The number of undone moves.
    public let undos: Int
    /// The number of hints.
    public let hints: Int
    /// The life of the game or the attempt, from 1.
    public let life: Int
    /// The name of the player whose turn it was; nil outside of turns.
    public let player: String?

    init(_ attempt: Attempt, _ outcome: Outcome, player: String?) {
      number = attempt.number
      trial = attempt.trial
      level = attempt.named
      rules = attempt.rules
      self.outcome = outcome
      path = attempt.path
      undos = attempt.takenBack
      hints = attempt.hints
      life = attempt.life
      self.player = player
    }
  }
}
