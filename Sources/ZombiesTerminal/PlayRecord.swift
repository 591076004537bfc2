import ZombiesGame
import ZombiesPlatform
import ZombiesSystem

/// Adds every counted round of a session to a file (`--record`) when the round ends.
package final class PlayRecord {
  private let file: RecordFile?
  private let player: String

  /// Whether times are measured. Otherwise the record is the same on every run.
  private let isTimed: Bool

  private var recorder = RoundRecorder()

  /// The rounds that are not in the file yet.
  private var pending: [RecordRow] = []

  /// The numbers of the rounds in the file.
  private var numbers: RecordNumbers

  /// The reason why a round is not in the file; nil if all are.
  private(set) var problem: Failure?

  /// Whether there is a file.
  var isKept: Bool { file != nil }

  /// - Parameter isTimed: Whether times are measured.
  package init(_ file: RecordFile?, player: String, isTimed: Bool) {
    self.file = file
    self.player = player
    self.isTimed = isTimed
    numbers = RecordNumbers(first: RecordNumbers.next(after: file?.lastTrial))
  }

  /// Records the round that was counted since the last call, if there is one.
  ///
  /// - Throws: ``ReaderLeft``.
  func note(_ session: Session) throws {
    guard file != nil else { return }
    let now = isTimed ? Self.now : nil
    if let row = recorder.note(session, player: player, at: now) { pending.append(row) }
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
    var numbers = self.numbers
    do {
      try file.add { last in
        var last = last
        // The file may be read again, so the numbers begin again too.
        numbers = self.numbers
        return (numbers.text(of: pending, after: &last), last)
      }
      (pending, problem, self.numbers) = ([], nil, numbers)
    } catch let failure as Failure {
      problem = failure
      // The output keeps the rounds in its buffer.
      if file.isDirect { (pending, self.numbers) = ([], numbers) }
    }
  }

  /// The time of a clock that never goes back, in milliseconds.
  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }
}
