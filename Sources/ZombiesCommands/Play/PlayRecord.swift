import ZombiesCore
import ZombiesGame
import ZombiesPolicies
import ZombiesReports
import ZombiesSimulator

/// Writes every counted round of a session (`--record`) that was played under the rules it began with.
final class PlayRecord {
  private let output: OutputFile?
  private let player: Policy
  /// The rules that the file is about, as its rows do not name them.
  private let rules: Rules
  private var rounds = 0
  /// The rows of the last trial, with the places of their players on the board: in turns, each trial
  /// begins with another player, and in the file with the same, as in that of a batch.
  private var rows: [(trial: UInt64, place: Int, text: String)] = []

  /// Whether there is a file.
  var isKept: Bool { output != nil }

  init(_ output: OutputFile?, player: String, rules: Rules) throws {
    self.output = output
    self.player = try Self.policy(of: player)
    self.rules = rules
    try output?.write(RoundsCSV.header)
  }

  /// Takes a round that has counted since the last call.
  func note(_ session: Session) throws {
    guard session.countedRounds > rounds, let last = session.lastCounted else { return }
    rounds = session.countedRounds
    guard last.rules == rules else { return }
    if last.trial != rows.last?.trial { try writeRows() }
    let place = session.board.players.firstIndex { $0.name == last.player } ?? 0
    let row = RoundsCSV.row(
      RoundRecord(
        trial: last.trial, round: 0, policy: try last.player.map(Self.policy) ?? player,
        level: last.level.level.code, outcome: last.outcome, path: last.path))
    rows.insert(
      (last.trial, place, row), at: rows.firstIndex { $0.place > place } ?? rows.endIndex)
  }

  /// Writes the rows of a trial.
  private func writeRows() throws {
    defer { rows = [] }
    do {
      for row in rows { try output?.write(row.text) }
    } catch {
      // The file cannot be completed, whatever comes.
      output?.discard()
      throw error
    }
  }

  /// The policy by which a player of the board is called in the file, where names are those of
  /// policies: other characters become hyphens, and what is left of a taken name gets one in front.
  private static func policy(of name: String) throws -> Policy {
    if let policy = Policy(builtIn: name) { return policy }
    let text = String(
      name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") ? $0 : "-" })
    return try (try? Policy(named: text)) ?? Policy(named: "player-" + text.prefix(50))
  }

  /// Completes the file.
  func finish() throws {
    try writeRows()
    try output?.finish()
  }
}
