import ZombiesGame
import ZombiesSimulator

/// A thread that works out what a session awaits, so that keys are read meanwhile.
///
/// It works on a copy. What it finds is an answer as long as the session awaits the same, whatever else was
/// done meanwhile; where only the whole session can go on, nothing else may have been done.
final class Thinker {
  /// A session that one thread has at a time, and what was found for it.
  private struct Handed: @unchecked Sendable {
    var session: Session
    var found: Session.Found?
    var isDone = false
  }

  private let before: Session
  private let work: Session.Work?
  private let shared: Monitor<Handed>
  private let ticker: Ticker

  /// Starts; nil if the system provides no thread.
  init?(_ session: Session) {
    before = session
    work = session.work
    let shared = Monitor(Handed(session: session.apart), isOver: { $0.isDone })
    self.shared = shared
    let started = Ticker(first: 0) {
      var handed = shared.withLock { $0 }
      handed.found = handed.session.found()
      if handed.found == nil { handed.session.finishAwaited() }
      handed.isDone = true
      let done = handed
      shared.change { $0 = done }
      return nil
    }
    guard let started else { return nil }
    ticker = started
  }

  deinit { ticker.leave() }

  /// Waits for the end, but not for long; whether it has come.
  func isDone(within seconds: Double) -> Bool { shared.wait(seconds: seconds) }

  /// Whether it works on what a session awaits.
  func isThinking(for session: Session) -> Bool {
    if let work { return session.work == work }
    return session == before
  }

  /// Gives a session what it awaits.
  ///
  /// - Returns: False if the session awaits something else, or nothing is known yet.
  func finish(_ session: inout Session) -> Bool {
    guard isThinking(for: session) else { return false }
    let handed = shared.withLock { $0 }
    guard handed.isDone else { return false }
    if let found = handed.found { session.proceed(with: found) } else { session = handed.session }
    return true
  }
}
