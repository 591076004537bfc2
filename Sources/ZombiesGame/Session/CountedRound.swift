import ZombiesCore

extension Session {
  /// A round whose outcome has counted.
  public struct CountedRound: Hashable, Sendable {
    /// Its number in the session, as in ``RoundUnderWay``; 0 for a turn that nobody watched.
    public let number: Int
    /// The trial, as in a batch with the same seed and family.
    public let trial: UInt64
    /// The level.
    public let level: NamedLevel
    /// The rules.
    public let rules: Rules
    /// How it ended.
    public let outcome: Outcome
    /// The moves made.
    public let path: [Direction]
    /// The moves that were taken back.
    public let undos: Int
    /// The hints asked for.
    public let hints: Int
    /// The life of the game or the attempt, from 1.
    public let life: Int
    /// The player of the board whose turn it was, by name; nil outside of turns.
    public let player: String?

    init(_ attempt: Attempt, _ outcome: Outcome, life: Int, player: String?) {
      number = attempt.number
      trial = attempt.trial
      level = attempt.named
      rules = attempt.rules
      self.outcome = outcome
      path = attempt.path
      undos = attempt.takenBack
      hints = attempt.hints
      self.life = life
      self.player = player
    }
  }
}
