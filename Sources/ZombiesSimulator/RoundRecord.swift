import ZombiesCore
import ZombiesPolicies

/// The record of one round in a batch, as `--rounds-csv` writes it.
public struct RoundRecord: Sendable {
  /// The number of the trial.
  public let trial: UInt64
  /// The number of the round in the trial, from 0.
  public let round: Int
  /// The policy that played.
  public let policy: Policy
  /// The code of the level.
  public let level: String
  /// The outcome.
  public let outcome: Outcome
  /// The moves made.
  public let path: [Direction]

  /// Creates the record of a round.
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
