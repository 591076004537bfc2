import ZombiesCore
import ZombiesGame
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator

/// Writes every counted round of a session (`--record`) that was played under the rules it began with.
struct PlayRecord {
  private let output: OutputFile?
  private let player: Policy
  /// The rules that the file is about, as its rows do not name them.
  private let rules: Rules
  private var rounds = 0

  /// Whether there is a file.
  var isKept: Bool { output != nil }

  init(_ output: OutputFile?, player: Policy, rules: Rules) throws {
    self.output = output
    self.player = player
    self.rules = rules
    try output?.write(RoundsCSV.header)
  }

  /// Writes a round that has counted since the last call.
  mutating func note(_ session: Session) throws {
    guard session.countedRounds > rounds, let last = session.lastCounted else { return }
    rounds = session.countedRounds
    guard last.rules == rules else { return }
    try output?.write(
      RoundsCSV.row(
        RoundRecord(
          trial: last.trial, round: 0, policy: player, level: last.level.level.code,
          outcome: last.outcome, path: last.path)))
  }

  /// Completes the file.
  func finish() throws { try output?.finish() }
}
