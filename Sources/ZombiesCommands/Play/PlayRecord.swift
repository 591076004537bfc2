import ZombiesCore
import ZombiesGame
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator

/// Writes every counted round of a session (`--record`), and whether the first steps are done
/// (`--progress`).
struct PlayRecord {
  private let output: OutputFile?
  private let player: Policy
  private var rounds = 0

  init(_ output: OutputFile?, player: Policy) throws {
    self.output = output
    self.player = player
    try output?.write(RoundsCSV.header)
  }

  /// Writes a round that has counted since the last call.
  mutating func note(_ session: Session) throws {
    guard session.countedRounds > rounds, let last = session.lastCounted else { return }
    rounds = session.countedRounds
    try output?.write(
      RoundsCSV.row(
        RoundRecord(
          trial: last.trial, round: 0, policy: player, level: last.level.level.code,
          outcome: last.outcome, path: last.path)))
  }

  /// Completes the file.
  func finish() throws { try output?.finish() }
}
