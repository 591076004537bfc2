import ZombiesCore
import ZombiesPolicies

/// One round of a batch, as `--rounds-csv` writes it.
public struct RoundRecord: Sendable {
  /// The trial.
  public let trial: UInt64
  /// The round within the trial, from 0.
  public let round: Int
  /// Who played.
  public let policy: Policy
  /// The code of the level.
  public let level: String
  /// How it ended.
  public let outcome: Outcome
  /// The moves made.
  public let path: [Direction]

  /// A record of a round.
  public init(
    trial: UInt64, round: Int, policy: Policy, level: String, outcome: Outcome, path: [Direction]
  ) {
    self.trial = trial
    self.round = round
    self.policy = policy
    self.level = level
    self.outcome = outcome
    self.path = path
  }
}
