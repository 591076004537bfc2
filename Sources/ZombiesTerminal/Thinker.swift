import ZombiesGame
import ZombiesSimulator
import ZombiesSystem

/// A thread for the computation that a session awaits, so that keys can be read meanwhile.
///
/// The thread works on a copy of the session. Its result is valid as long as the session awaits the same
/// computation, whatever other actions happen meanwhile. If the result is a whole session, no other action
/// may have happened.
///
/// If the session awaits the turn of a program, the thread talks to the program. When nobody needs the turn any
/// more, the program is killed.
final class Thinker {
  /// A session that only one thread has at a time, and the result of its computation.
  private struct Handed: @unchecked Sendable {
    var session: Session
    var found: Session.Found?
    var answer: BoardPrograms.Answer?
    var isDone = false
  }

  private let before: Session
  private let work: Session.Work?
  private let programs: BoardPrograms
  private let turn: BoardPrograms.Turn?
  private let shared: Monitor<Handed>
  private let ticker: Ticker

  /// Starts the computation; nil if the system provides no thread.
  init?(_ session: Session, _ programs: BoardPrograms) {
    before = session
    work = session.work
    self.programs = programs
    let turn = programs.turn(of: session)
    self.turn = turn
    let shared = Monitor(Handed(session: session.apart), isOver: { $0.isDone })
    self.shared = shared
    let started = Ticker(first: 0) {
      var handed = shared.withLock { $0 }
      if let turn {
        handed.answer = programs.play(turn)
      } else {
        handed.found = handed.session.found()
        if handed.found == nil { handed.session.finishAwaited() }
      }
      handed.isDone = true
      let done = handed
      shared.change { $0 = done }
      return nil
    }
    guard let started else { return nil }
    ticker = started
  }

  deinit {
    if turn == nil { ticker.leave() } else { programs.interrupt { ticker.stop() } }
  }

  /// Waits for the end of the computation for a limited time; returns whether it has ended.
  func isDone(within seconds: Double) -> Bool { shared.wait(seconds: seconds) }

  /// Whether the computation is the one that a session awaits.
  func isThinking(for session: Session) -> Bool {
    if let turn { return programs.turn(of: session) == turn }
    if let work { return session.work == work }
    return session == before
  }

  /// Passes the result to a session.
  ///
  /// - Returns: False if the session awaits another computation, or the result is not available yet.
  /// - Throws: ``Failure`` with status 76 if a program has failed.
  func finish(_ session: inout Session) throws(Failure) -> Bool {
    guard isThinking(for: session) else { return false }
    let handed = shared.withLock { $0 }
    guard handed.isDone else { return false }
    if let answer = handed.answer {
      try session.take(answer)
    } else if let found = handed.found {
      session.proceed(with: found)
    } else {
      session = handed.session
    }
    return true
  }
}
