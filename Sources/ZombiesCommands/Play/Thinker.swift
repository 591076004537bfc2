import ZombiesGame
import ZombiesSimulator

/// A thread that finishes what a session awaits, so that keys are read meanwhile.
///
/// It works on a copy. What it finds is taken if the session is still as it was; otherwise somebody has
/// done something else meanwhile, and it is dropped.
final class Thinker {
  /// A session that one thread has at a time.
  private struct Handed: @unchecked Sendable {
    var session: Session
    var isDone = false
  }

  private let before: Session
  private let shared: Monitor<Handed>
  private let ticker: Ticker

  /// Starts; nil if the system provides no thread.
  init?(_ session: Session) {
    before = session
    let shared = Monitor(Handed(session: session.apart), isOver: { $0.isDone })
    self.shared = shared
    let started = Ticker(first: 0) {
      var session = shared.withLock { $0.session }
      session.finishAwaited()
      let done = session
      shared.change { $0 = Handed(session: done, isDone: true) }
      return nil
    }
    guard let started else { return nil }
    ticker = started
  }

  deinit { ticker.leave() }

  /// Waits for the end, but not for long; whether it has come.
  func isDone(within seconds: Double) -> Bool { shared.wait(seconds: seconds) }

  /// What has become of a session; nil if it has changed meanwhile, or nothing is known yet.
  func outcome(of session: Session) -> Session? {
    guard session == before else { return nil }
    return shared.withLock { $0.isDone ? $0.session : nil }
  }
}

extension Session {
  /// Finishes what is awaited, however long it takes.
  mutating func finishAwaited() {
    if awaits == .player { playForPolicy() } else { perform(.proceed) }
  }
}
