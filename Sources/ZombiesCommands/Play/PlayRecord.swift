import ZombiesCore
import ZombiesGame
import ZombiesReports

/// Adds every counted round of a session to a file (`--record`) when the round ends.
final class PlayRecord {
  private let file: RecordFile?
  private let player: String

  /// The clock; nil if the record must be the same on every run.
  private var stopwatch: Stopwatch?

  /// The number of counted rounds of the session so far.
  private var rounds = 0

  /// The rounds that are not in the file yet, with the trial numbers of the session.
  private var pending: [(round: PlayedRound, isTurn: Bool)] = []

  /// The trial number in the file for trial 0 of the session, unless other programs add rounds too.
  private let first: UInt64

  /// The last turn of a player of the board: its trial number in the session and its number in the file.
  private var turn: (trial: UInt64, number: UInt64)?

  /// The reason why a round is not in the file; nil if all are.
  private(set) var problem: Failure?

  /// Whether there is a file.
  var isKept: Bool { file != nil }

  /// - Parameter isTimed: Whether times are measured.
  init(_ file: RecordFile?, player: String, isTimed: Bool) {
    self.file = file
    self.player = player
    stopwatch = isTimed ? Stopwatch() : nil
    first = Self.next(file?.lastTrial)
  }

  /// The trial number after the largest one in the file.
  private static func next(_ last: UInt64?) -> UInt64 {
    guard let last else { return 0 }
    return last == .max ? last : last + 1
  }

  /// Records the round that was counted since the last call, if there is one.
  ///
  /// - Throws: ``ReaderLeft``.
  func note(_ session: Session) throws {
    guard file != nil else { return }
    stopwatch?.note(session.currentRound)
    if session.countedRounds > rounds, let last = session.lastCounted {
      rounds = session.countedRounds
      let time = stopwatch?.take(last.number)
      let round = PlayedRound(
        trial: last.trial, player: last.player ?? player, level: last.level.level.code,
        outcome: last.outcome, path: last.path, milliseconds: time?.all,
        firstMoveMilliseconds: time?.firstMove, undos: last.undos, hints: last.hints,
        life: last.life, rules: last.rules)
      pending.append((round, last.player != nil))
    }
    try write()
  }

  /// Ends the record.
  ///
  /// - Throws: ``Failure`` or ``ReaderLeft``.
  func finish() throws {
    try write()
    if problem == nil { try file?.finish() }
  }

  /// Adds the rounds that are not in the file yet.
  private func write() throws {
    guard let file, !pending.isEmpty || problem != nil else { return }
    file.isPatient = problem == nil
    var turn = self.turn
    do {
      try file.add { last in
        var (text, last) = ("", last)
        for (var round, isTurn) in pending {
          let trial = round.trial
          let (planned, overflows) = first.addingReportingOverflow(trial)
          round.trial = max(Self.next(last), overflows ? 0 : planned)
          if isTurn {
            // The turns of all players on the same level have the same number.
            if let turn, turn.trial == trial { round.trial = turn.number }
            turn = (trial, round.trial)
          }
          last = max(last ?? 0, round.trial)
          text += RecordCSV.row(round)
        }
        return (text, last)
      }
      (pending, problem, self.turn) = ([], nil, turn)
    } catch let failure as Failure {
      problem = failure
      // The output keeps the rounds in its buffer.
      if file.isDirect { (pending, self.turn) = ([], turn) }
    }
  }
}
